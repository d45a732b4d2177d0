package levels_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/levels"
)

func TestIsImpossible(t *testing.T) {
	tests := []struct {
		variable, value, meant string
		impossible             bool
	}{
		{"trusted.certname", "web01.example.com", "", false},
		{"trusted.certname", "WEB01.example.com", "web01.example.com", true},
		{"trusted.certname", "web01.example.com copy", "", true},
		{"facts.networking.fqdn", "web01.example.com (2)", "", true},
		{"facts.networking.fqdn", "web01.example.com", "", false},
		{"trusted.certname", "default", "", true},
		{"trusted.certname", "common_new", "", true},
		{"facts.networking.fqdn", "global-old", "", true},
		{"facts.networking.fqdn", "global-lb.example.com", "", false},
		{"clientcert", "common-web01", "", false},
		{"clientcert", "commons", "", false},
		{"facts.networking.hostname", "web01", "", false},
		{"facts.networking.hostname", "web01 copy", "", true},
		{"facts.networking.hostname", "web01.example.com", "web01", true},
		{"facts.networking.hostname", "web01.example", "", true},
		{"facts.os.family", "RedHat", "", false},
		{"facts.os.family", "windows", "", false},
		{"osfamily", "redhat", "RedHat", true},
		{"facts.os.family", "rhel", "RedHat", true},
		{"facts.os.family", "common", "", true},
		{"facts.os.family", "Debain", "Debian", true},
		{"facts.os.name", "CnetOS", "CentOS", true},
		{"facts.os.name", "Ubunut", "Ubuntu", true},
		{"facts.os.name", "Rocky", "", false},
		{"facts.os.name", "Mageia", "", false},
		{"facts.os.name", "Deepin", "", false},
		{"facts.os.family", "RedHat-9", "", true},
		{"facts.os.family", "Nonesuch", "", false},
		{"facts.os.name", "debian", "Debian", true},
		{"facts.os.name", "elementary", "", false},
		{"facts.os.name", "XCP-ng", "", false},
		{"facts.os.name", "SLES", "", false},
		{"facts.os.name", "openSUSE", "", false},
		{"facts.os.name", "OpenSuSE", "", false},
		{"facts.os.name", "CentOS-7", "", true},
		{"facts.os.name", "default", "", true},
		{"facts.os.release.major", "trixie", "", false},
		{"facts.kernel", "linux", "Linux", true},
		{"facts.role", "Common", "", false},
		{"facts.os.family", "", "", false},
	}
	for _, test := range tests {
		meant, impossible := levels.IsImpossible(test.variable, test.value)
		if meant != test.meant || impossible != test.impossible {
			t.Errorf("%s = %s: got %q, %t", test.variable, test.value, meant, impossible)
		}
	}
}

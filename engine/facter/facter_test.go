package facter

import (
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/internal/reference"
)

func TestCore(t *testing.T) {
	tests := []struct {
		path string
		want bool
	}{
		{"os", true},
		{"os.family", true},
		{"os.release.major", true},
		{"os.famly", false},
		{"os.family.x", false},
		{"networking.interfaces.eth0.ip", true},
		{"mountpoints./", true},
		{"cloud.region", true}, // sites have custom facts under this name
		{"osfamily", false},
		{"role", false},
	}
	for _, tt := range tests {
		if got := Core(strings.Split(tt.path, ".")...) != nil; got != tt.want {
			t.Errorf("Core(%q) exists: got %t, want %t", tt.path, got, tt.want)
		}
	}
	if !slices.Contains(Names(), "networking") || slices.Contains(Names(), "fqdn") {
		t.Error("Names() must contain structured facts and no legacy facts")
	}
}

func TestLegacy(t *testing.T) {
	tests := []struct {
		name string
		want Replacement
		ok   bool
	}{
		{"osfamily", Replacement{"os.family", true}, true},
		{"lsbdistcodename", Replacement{"os.distro.codename", false}, true},
		{"interfaces", Replacement{}, true},
		{"ipaddress_eth0", Replacement{"networking.interfaces.eth0.ip", true}, true},
		{"ipaddress6_eth0", Replacement{"networking.interfaces.eth0.ip6", true}, true},
		{"ipaddress_eth0_1", Replacement{}, true},
		{"ipaddress_eth0.21", Replacement{}, true},
		{"ipaddress_lo", Replacement{"networking.interfaces.lo.ip", true}, true},
		{"blockdevice_sda_size", Replacement{"disks.sda.size_bytes", true}, true},
		{"processor0", Replacement{"processors.models.0", true}, true},
		{"sshrsakey", Replacement{"ssh.rsa.key", true}, true},
		{"ipaddress_primary", Replacement{}, false}, // a custom fact
		{"network_zone", Replacement{}, false},
		{"network_zone2", Replacement{}, false},
		{"network_enp0s3", Replacement{"networking.interfaces.enp0s3.network", true}, true},
		{"processors", Replacement{}, false},
		{"sshkey", Replacement{}, false},
		{"kernel", Replacement{}, false},
		{"timezone", Replacement{}, false},
		{"clientcert", Replacement{}, false},
	}
	for _, tt := range tests {
		if got, ok := Legacy(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("Legacy(%q) = %v, %t; want %v, %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// TestReplacements checks that the replacement of each legacy fact is a core fact.
func TestReplacements(t *testing.T) {
	for name, path := range legacy {
		if path != "" && Core(strings.Split(path, ".")...) == nil {
			t.Errorf("%s: no core fact %s", name, path)
		}
	}
}

// fact is an entry of Facter's schema.
type fact struct {
	Type     string
	Hidden   bool
	Pattern  string
	Validate *bool
	Elements map[string]fact
}

// TestSchema compares core and legacy facts with the schema of the installed Facter.
func TestSchema(t *testing.T) {
	reference.Ruby(t)
	out, err := exec.Command("ruby", "-e", `puts $LOAD_PATH.map { |d| "#{d}/schema/facter.yaml" }.find { |f| File.exist?(f) }`).Output()
	if err != nil {
		t.Fatal(err)
	}
	path := strings.TrimSpace(string(out))
	if path == "" {
		t.Skip("the installed Facter has no schema")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var schema map[string]fact
	if err := yaml.Unmarshal(text, &schema); err != nil {
		t.Fatal(err)
	}
	for name, f := range schema {
		_, isLegacy := legacy[name]
		switch {
		case f.Hidden && f.Pattern == "" && !isLegacy:
			t.Errorf("legacy fact %s is missing", name)
		case !f.Hidden:
			compare(t, f, name)
		}
	}
	for name := range legacy {
		if !schema[name].Hidden {
			t.Errorf("%s is not a legacy fact", name)
		}
	}
}

// compare checks that all parts of a fact in the schema are known, or that the fact is open.
func compare(t *testing.T, f fact, path ...string) {
	part := Core(path...)
	if part == nil {
		t.Errorf("core fact %s is missing", strings.Join(path, "."))
		return
	}
	if part.Open {
		return
	}
	if f.Validate != nil && !*f.Validate {
		t.Errorf("%s has undocumented parts, so it must be open", strings.Join(path, "."))
	}
	for name, element := range f.Elements {
		if element.Pattern != "" {
			t.Errorf("the parts of %s differ between nodes, so it must be open", strings.Join(path, "."))
		}
		compare(t, element, append(slices.Clone(path), name)...)
	}
}

// TestValues checks that legacy facts and their replacements have the same values on this machine.
func TestValues(t *testing.T) {
	reference.Ruby(t)
	out, err := exec.Command("facter", "--show-legacy", "--json").Output()
	if err != nil {
		t.Skipf("cannot run facter: %v", err)
	}
	var facts map[string]any
	if err := json.Unmarshal(out, &facts); err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, value := range facts {
		replacement, ok := Legacy(name)
		if !ok || !replacement.Exact || changing[name] {
			continue
		}
		structured, ok := dig(facts, strings.Split(replacement.Path, "."))
		if !ok || !reflect.DeepEqual(structured, value) {
			t.Errorf("%s = %v, %s = %v", name, value, replacement.Path, structured)
		}
		compared++
	}
	if compared < 20 {
		t.Errorf("compared %d legacy facts, want at least 20", compared)
	}
}

// changing are facts that may change while Facter runs.
var changing = map[string]bool{"memoryfree": true, "swapfree": true, "uptime_seconds": true}

func dig(value any, path []string) (any, bool) {
	for _, name := range path {
		switch v := value.(type) {
		case map[string]any:
			next, ok := v[name]
			if !ok {
				return nil, false
			}
			value = next
		case []any:
			if name != "0" && name != "1" || len(v) < 2 {
				return nil, false
			}
			value = v[int(name[0]-'0')]
		default:
			return nil, false
		}
	}
	return value, true
}

func TestPuppet(t *testing.T) {
	for name, want := range map[string]string{
		"::facts.os.family": "os.family", "osfamily": "os.family", "::fqdn": "networking.fqdn", "clientcert": "trusted.certname",
		"server_facts.environment": "environment", "role": "role", "facts.interfaces": "interfaces",
	} {
		if got := Canonical(name); got != want {
			t.Errorf("Canonical(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"clientcert": true, "::hostname": true, "facts.networking.fqdn": true, "facts.os.name": false, "domain": false} {
		if got := IsUniquePerNode(name); got != want {
			t.Errorf("IsUniquePerNode(%q) = %t", name, got)
		}
	}
	for name, want := range map[string]bool{"environment": true, "servername": true, "module_name": true, "1": true, "facts": false, "role": false} {
		if got := IsVariable(name); got != want {
			t.Errorf("IsVariable(%q) = %t", name, got)
		}
	}
}

func TestSystems(t *testing.T) {
	for system, family := range families {
		if found, _ := Family(system); found != family {
			t.Errorf("Family(%q) = %q", system, found)
		}
		if _, ok := Kernel(family); !ok && family != "Gentoo" { // Gentoo runs on FreeBSD too
			t.Errorf("Kernel(%q): not found", family)
		}
	}
	for name, want := range map[string]string{"rhel": "RedHat", "redhat": "RedHat", "debian": "Debian", "OpenSuSE": "", "Plan9": "", "windows": "", "Windows": "windows"} {
		if got := UsualSpelling(name); got != want {
			t.Errorf("UsualSpelling(%q) = %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]bool{"RedHat-9": true, "Debian": false, "Debian-testing": false, "web-9": false} {
		if got := HasRelease(name); got != want {
			t.Errorf("HasRelease(%q) = %t", name, got)
		}
	}
	for name, values := range map[string][2]string{
		"facts.os.family": {"RedHat", "redhat"}, "trusted.certname": {"web01.example.com", "Web01"}, "osfamily": {"windows", "RedHat-9"}, "calling_class": {"a::b", "A"},
	} {
		if shape := ValuePattern(name); shape == nil || !shape.MatchString(values[0]) || shape.MatchString(values[1]) {
			t.Errorf("Shape(%q) = %v", name, shape)
		}
	}
	if ValuePattern("role") != nil {
		t.Error("Shape of a custom fact is not nil")
	}
}

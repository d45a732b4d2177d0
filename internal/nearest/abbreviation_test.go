package nearest_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/nearest"
)

func TestLonger(t *testing.T) {
	t.Parallel()
	known := []string{"btrfs_device", "dhcp_server_subnets", "git_revision", "git_source", "starman_workers", "port", "server_port"}
	for name, want := range map[string]string{
		"btrfs_dev": "btrfs_device", "dhcp_subnet": "dhcp_server_subnets", "revision": "git_revision", "workers": "starman_workers", "git_revision": "",
		"git": "", "git_s": "", "subnet_dhcp": "", "source_git": "", "ser": "", "git_revisions": "", "device": "btrfs_device", "evice": "",
	} {
		if got, ok := nearest.Longer(name, known); got != want || ok != (want != "") {
			t.Errorf("%s: %q %t, want %q", name, got, ok, want)
		}
	}
	if got, ok := nearest.Longer("servers", []string{"ntp_servers", "dns_servers"}); ok {
		t.Errorf("servers: %q", got)
	}
}

package runner_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
)

// nodes returns some nodes that have all facts and variables that the site uses.
func (s *site) nodes(t testing.TB) []*facts.Node {
	t.Helper()
	var all []*facts.Node
	for i := range 2 + s.r.IntN(5) {
		n := s.node(i)
		text, err := json.Marshal(n)
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := facts.Parse(fmt.Sprintf("%v.json", n["certname"]), text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, parsed...)
	}
	return all
}

// node returns a node in the format of a facts file.
func (s *site) node(i int) map[string]any {
	hostname := fmt.Sprintf("host%d", i)
	certname := hostname + ".example.com"
	os := pick(s.r, [3]string{"Debian", "Debian", "12"}, [3]string{"Debian", "Ubuntu", "22.04"}, [3]string{"RedHat", "Rocky", "9"}, [3]string{"Suse", "SLES", "15"}, [3]string{"windows", "windows", "2019"})
	kernel := "Linux"
	if os[0] == "windows" {
		kernel = "windows"
	}
	known := map[string]any{
		"os": map[string]any{"family": os[0], "name": os[1], "release": map[string]any{"major": os[2], "full": os[2]}, "architecture": "amd64", "distro": map[string]any{"codename": "any"}, "selinux": map[string]any{"enabled": false}},
		"networking": map[string]any{"hostname": hostname, "fqdn": certname, "domain": "example.com", "ip": fmt.Sprintf("10.0.0.%d", i),
			"interfaces": map[string]any{"eth0": map[string]any{"ip": "10.0.0.9"}, "eth0.100": map[string]any{"ip": "10.0.1.9"}}},
		"kernel": kernel, "virtual": pick(s.r, "kvm", "vmware", "physical"), "is_virtual": s.chance(2),
		"services": some(s.r, "nginx", "redis", "haproxy", "other"),
	}
	maps.Copy(known, map[string]any{
		"processors": map[string]any{"count": 2}, "memory": map[string]any{"system": map[string]any{"total_bytes": 1 << 30}}, "dmi": map[string]any{"product": map[string]any{"name": "KVM"}},
		"kernelrelease": "6.1", "timezone": "UTC", "mountpoints": map[string]any{"/": map[string]any{"size": "1 GiB"}}, "disks": map[string]any{"sda": map[string]any{"size": "1 GiB"}},
		"ec2_metadata": map[string]any{"placement": map[string]any{"availability-zone": "eu-1a"}}, "site_data": map[string]any{"owner": "ops"}, "ssh": map[string]any{"rsa": map[string]any{"key": "AAAA"}},
		"identity": map[string]any{"user": "root"},
	})
	for i := range 7 {
		known[fmt.Sprintf("site_%d", i)] = i
	}
	extensions := map[string]any{"pp_role": "web", "pp_product": pick(s.r, "redis", "none")}
	vars := map[string]any{"services": "redis", "site_owner": "ops"}
	environment := "production"
	for _, h := range s.hierarchies {
		for _, d := range h.dimensions {
			value := pick(s.r, append([]string{"of-no-file"}, d.values...)...)
			variable := strings.TrimPrefix(d.variable, "::")
			switch name, isFact := strings.CutPrefix(variable, "facts."); {
			case variable == "trusted.certname":
				certname = value
			case variable == "environment":
				environment = value
			case strings.HasPrefix(variable, "trusted.extensions."):
				extensions[strings.TrimPrefix(variable, "trusted.extensions.")] = value
			case !isFact:
				vars[variable] = value
			case !strings.Contains(name, ".") && known[name] == nil:
				known[name] = value
			}
		}
	}
	return map[string]any{
		"certname": certname, "environment": environment, "facts": known, "vars": vars,
		"trusted": map[string]any{"certname": certname, "hostname": hostname, "domain": "example.com", "authenticated": "remote", "extensions": extensions, "external": map[string]any{"cmdb": map[string]any{"owner": "ops"}}},
	}
}

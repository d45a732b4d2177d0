package interpolation_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/interpolation"
)

func TestLegacyFact(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, interpolation.LegacyFact, map[string]string{
		"hiera.yaml": `---
version: 5
defaults:
  datadir: "data/%{::operatingsystem}" # want warning "operatingsystem"
  data_hash: yaml_data
hierarchy:
  - name: One
    paths:
      - "%{facts.os.family}.yaml"
      - "%{::osfamily}/%{hostname}.yaml" # want warning "osfamily" "hostname"
  - name: Two
    glob: "%{facts.fqdn}/*.yaml" # want warning "fqdn"
  - name: Three
    mapped_paths: [interfaces, hostname, "if/%{hostname}/%{::domain}.yaml"] # want note "interfaces" warning "domain"
  - name: Four
    lookup_key: site::data
    options:
      host: "%{clientcert}"
      deep: ["%{lsbdistcodename}"] # want warning "lsbdistcodename"
`,
		"data/common.yaml": `---
right::structured: "%{facts.os.family} %{os.name} %{networking.fqdn} %{trusted.hostname}"
right::plain: "%{kernel} %{timezone} %{virtual} %{facts.is_virtual} %{clientcert} %{facts.path}"
right::site: "%{role} %{facts.role} %{network_zone2} %{profile::fqdn} %{x.fqdn} %{facts.x.fqdn} %{fqdn.x}"
right::other: "%{lookup('fqdn')}"
`,
	})
	ruletest.Run(t, interpolation.LegacyFact, ruletest.Common(`---
wrong::bare: "%{osfamily}" # want warning "osfamily"
wrong::top: "%{::fqdn}" # want warning "fqdn"
wrong::facts: "%{facts.ipaddress}" # want warning "ipaddress"
wrong::pattern: "%{facts.ipaddress_eth0} %{macaddress_bond0}" # want warning "ipaddress_eth0" "macaddress_bond0"
wrong::scope: "%{scope('hostname')}" # want warning "hostname"
wrong::memory: "%{memorysize_mb}" # want warning "memorysize_mb"
wrong::word: "%{network}" # want note "network"
wrong::word_top: "%{::network} %{facts.id}" # want warning "network" "id"
wrong::list: [{"%{domain}": "%{architecture}"}] # want warning "domain" "architecture"
`))
}

func TestLegacyFactFix(t *testing.T) {
	t.Parallel()
	tests := []struct {
		token, fixed string
		safe         bool
	}{
		{"%{osfamily}", "%{facts.os.family}", true},
		{"%{::osfamily}", "%{facts.os.family}", true},
		{"%{facts.osfamily}", "%{facts.os.family}", true},
		{"%{ facts.osfamily }", "%{ facts.os.family }", true},
		{"%{::facts.osfamily}", "%{::facts.os.family}", true},
		{"%{'osfamily'}", "%{facts.os.family}", true},
		{"%{scope('osfamily')}", "%{scope('facts.os.family')}", true},
		{"%{ipaddress_eth0}", "%{facts.networking.interfaces.eth0.ip}", true},
		{"%{lsbdistcodename}", "%{facts.os.distro.codename}", false},
		{"%{network}", "%{facts.networking.network}", false},
		{"%{interfaces}", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.token, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"x " + tt.token + " y\"\n"})
			var fixed string
			var safe bool
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule == interpolation.LegacyFact.Descriptor() && len(d.Fixes) == 1 {
					fixed, safe = strings.TrimSuffix(strings.TrimPrefix(ruletest.Apply(d.Fixes[0]), `a: "x `), " y\"\n"), d.Fixes[0].Safe
				}
			}
			if fixed != tt.fixed || safe != tt.safe {
				t.Errorf("fixed %q (safe: %t), want %q (%t)", fixed, safe, tt.fixed, tt.safe)
			}
		})
	}
}

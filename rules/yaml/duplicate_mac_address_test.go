package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestDuplicateMACAddress(t *testing.T) {
	t.Parallel()
	const hosts = "dhcp::hosts:\n  web: {mac: '52:54:00:00:00:0a', ip: 192.0.2.1}\n  db: {mac: '52:54:00:00:00:0b', ip: 192.0.2.2}\n" +
		"  mail: {mac: '52:54:00:00:00:0c', ip: 192.0.2.3}\n  ldap: {mac: '52:54:00:00:00:0d', ip: 192.0.2.4}\n"
	ruletest.RunAll(t, yaml.DuplicateMACAddress, map[string]map[string]string{
		"same":            ruletest.Common(hosts + "  git: {mac: '52:54:00:00:00:0a', ip: 192.0.2.5} # want warning \"`git` and `web` have the same MAC address\"\n"),
		"in another form": ruletest.Common(hosts + "  git: {ip: 192.0.2.5, hardware: 52-54-00-00-00-0A} # want\n"),
		"other network":   ruletest.Common(hosts + "  git: {mac: '52:54:00:00:00:0a', ip: 198.51.100.1} # want note \"`git` and `web`\"\n"),

		"other network, same machine": ruletest.Common(hosts + "  web2: {mac: '52:54:00:00:00:0a', ip: 198.51.100.1}\n"),
		"same address":                ruletest.Common(hosts + "  git: {mac: '52:54:00:00:00:0a', ip: 192.0.2.1}\n"),
		"several":                     ruletest.Common(hosts + "  git: {mac: '52:54:00:00:00:0a', ip: 192.0.2.5}\n  wiki: {mac: '52:54:00:00:00:0a', ip: 192.0.2.6}\n"),
		"absent":                      ruletest.Common(hosts + "  git: {mac: '52:54:00:00:00:0a', ip: 192.0.2.5, ensure: absent}\n  wiki: {mac: '52:54:00:00:00:0e', ip: 192.0.2.6}\n"),
		"none":                        ruletest.Common("dhcp::hosts:\n  a: {mac: '00:00:00:00:00:00', ip: 192.0.2.1}\n  b: {mac: '00:00:00:00:00:00', ip: 192.0.2.2}\n" + hosts[len("dhcp::hosts:\n"):] + "  git: {ip: 192.0.2.9}\n"),
		"few hosts":                   ruletest.Common("dhcp::hosts:\n  a: {mac: '52:54:00:00:00:0a', ip: 192.0.2.1}\n  b: {mac: '52:54:00:00:00:0a', ip: 192.0.2.2}\n"),
		"other key":                   ruletest.Common("network" + hosts[len("dhcp"):] + "  git: {mac: '52:54:00:00:00:0a', ip: 192.0.2.5}\n"),
		"no hosts":                    ruletest.Common("dhcp::hosts: [1]\ndhcp::a: {b: c, ? [d] : {e: f}}\n"),
	})
}

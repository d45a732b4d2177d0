package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestDuplicateUUID(t *testing.T) {
	t.Parallel()
	const (
		a      = "6ba7b810-9dad-41d1-80b4-00c04fd430c8"
		b      = "7d444840-9dc0-41d1-b245-5ffdce74fad2"
		first  = "nm::connections:\n  eth0: {connection: {id: eth0, uuid: " + a + ", type: ethernet}}\n"
		second = "  eth1: {connection: {interface-name: eth1, type: ethernet, uuid: "
	)
	ruletest.RunAll(t, yaml.DuplicateUUID, map[string]map[string]string{
		"same":                      ruletest.Common(first + second + a + "}} # want warning \"duplicate UUID: another connection has the same one\"\n"),
		"in upper case":             ruletest.Common(first + second + "6BA7B810-9DAD-41D1-80B4-00C04FD430C8}} # want\n"),
		"three":                     ruletest.Common(first + second + a + "}} # want\n  eth2: {id: eth2, type: bond, uuid: " + a + "} # want\n"),
		"of an unused connection":   ruletest.Common("nm::connections:\n  eth1: {id: eth1, type: x, autoconnect: 'false', uuid: " + a + "}\n  eth0: {id: eth0, type: x, uuid: " + a + "} # want\n"),
		"of two unused connections": ruletest.Common("nm::connections:\n  eth1: {id: eth1, type: x, autoconnect: 'false', uuid: " + a + "}\n  eth2: {id: eth2, type: x, autoconnect: false, uuid: " + a + "}\n"),
		"different":                 ruletest.Common(first + second + b + "}}\n"),
		"no connections":            ruletest.Common("mounts:\n  /: {uuid: " + a + ", type: btrfs}\n  /home: {uuid: " + a + ", type: btrfs}\n"),
		"no UUIDs":                  ruletest.Common("nm::connections:\n  a: {id: a, type: x, uuid: none}\n  b: {id: b, type: x, uuid: none}\n  c: {id: c, type: x, uuid: [1]}\n"),
		"in files of two nodes":     {"data/nodes/a.yaml": first, "data/nodes/b.yaml": first},
	})
}

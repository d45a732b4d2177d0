package rules_test

import (
	"testing"

	"github.com/hieralint/hieralint/rules"
)

// TestInterpolationMissingSubKey is about parts of keys that there are.
func TestInterpolationMissingSubKey(t *testing.T) {
	const elsewhere = "version: 5\nhierarchy:\n  - {name: Node, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Site, path: \"sites/%{facts.site}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
	const mounts = "mounts:\n  'Debian 11.3': {name: /media}\n"
	tests := map[string]map[string]string{
		"in the same file": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "a: \"%{lookup('mounts.\\\"Debian 11.2\\\".name')}\" # want error \"`mounts` has no `Debian 11.2` on the way to\"\n",
		},
		"in the same file, merged": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "lookup_options: {mounts: {merge: deep}}\na: \"%{lookup('mounts.x.name')}\"\n",
		},
		"below what is elsewhere": {
			"hiera.yaml":       elsewhere,
			"data/common.yaml": mounts + "a: \"%{lookup('mounts.x.name')}\"\n",
		},
		"in another file": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": "a: \"%{lookup('mounts.x.name')}\"\n",
			"data/common.yaml":      mounts,
		},
		"the name itself is not there": {
			"hiera.yaml":            elsewhere,
			"data/nodes/web01.yaml": mounts + "a: \"%{lookup('mount.x.name')}\"\n",
		},
		"of one role": roles(map[string]string{
			"data/role/web.yaml": "h: {x: 1}\na: \"%{lookup('h.y')}\" # want error \"`h` has no `y`$\"\n", "data/role/db.yaml": "b: 1\n",
		}),
		"on some nodes of a role": roles(map[string]string{
			"data/nodes/web01.yaml": "h: {y: 1}\n",
			"data/role/web.yaml":    "h: {x: 1}\na: \"%{lookup('h.y')}\" # want warning \"`h.y` does not exist on some nodes that use this value\"\n", "data/role/db.yaml": "b: 1\n",
		}),
		"in no zone of those that are known": {
			"hiera.yaml":          "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Zone, path: \"zone/%{facts.zone}.yaml\"}\n",
			"data/role/web.yaml":  "a: \"%{lookup('x')}\"\n",
			"data/zone/east.yaml": "x: 1\n", "data/zone/west.yaml": "x: 2\n",
		},
		"of another role": roles(map[string]string{
			"data/role/web.yaml": "a: \"%{lookup('x')}\" # want warning \"`x` does not exist on the nodes that use this value\"\n", "data/role/db.yaml": "x: 1\n", "data/common.yaml": "c: 1\n",
		}),
	}
	for name, files := range tests {
		t.Run(name, func(t *testing.T) { run(t, rules.InterpolationMissingKey, files) })
	}
	found := run(t, rules.InterpolationMissingKey, tests["in the same file"])
	if got, want := found[0].Help, "did you mean `Debian 11.3`?"; got != want {
		t.Errorf("help %q, want %q", got, want)
	}
}

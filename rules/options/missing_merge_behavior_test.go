package options_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/options"
)

func TestMissingMergeBehavior(t *testing.T) {
	t.Parallel()
	for name, files := range map[string]map[string]string{
		"hashes of things": ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}} # want warning \"`m::a` replaces a hash from a lower-priority level, losing `bob`\"\n", "data/common.yaml": "m::a: {bob: {}}\n", "modules/m/manifests/init.pp": "class m($a) {}"}),
		"a merge in the default of the parameter": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: [x] # want warning \"`m::a` replaces an array from a lower-priority level, losing `y`\"\nm::b: [x] # want note \"m::b\"\nm::c: [x]\n", "data/common.yaml": "m::a: [y]\nm::b: [y]\nm::c: [y]\n",
			"modules/m/manifests/init.pp": "class m($a = lookup('m::a', Array, 'unique', []), $b = lookup('m::b'), $c = lookup('m::d', {merge => unique}), $d = 1) { $x = lookup('m::c', {merge => unique}) }\n",
		}),
		"of an unknown module":        ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}} # want note \"losing `bob`\"\n", "data/common.yaml": "m::a: {bob: {}}\n"}),
		"of a module to be installed": ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}}\n", "data/common.yaml": "m::a: {bob: {}}\n", "Puppetfile": "mod 'x/m', '1.0.0'\n"}),
		"settings":                    ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {x: 1} # want note \"losing `y`\"\n", "data/common.yaml": "m::a: {y: 3}\n", "modules/m/manifests/init.pp": "class m($a) {}"}),
		"an override":                 ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {x: 1} # want note \"losing `y`\"\n", "data/common.yaml": "m::a: {x: 2, y: 3}\n"}),
		"lists":                       ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: [x] # want note \"losing `y`\"\n", "data/common.yaml": "m::a: [y]\n"}),
		"nothing is lost":             ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: [x, y]\nm::b: {x: 1, y: 2}\n", "data/common.yaml": "m::a: [y]\nm::b: {x: 2}\n"}),
		"meant":                       ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: [x]\n", "data/common.yaml": "lookup_options:\n  m::a: {merge: first}\nm::a: [y]\n"}),
		"merged":                      ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: {carol: {}}\n", "data/common.yaml": "lookup_options:\n  ^m::: {merge: deep}\nm::a: {bob: {}}\n"}),
		"several things": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {dave: {}} # want warning \"losing `bob` and 2 more\"\nm::b: [x, y] # want note \"losing `z` and 1 more\"\n",
			"data/common.yaml":   "m::a: {bob: {}, 1: {}, carol: {}}\nm::b: [1, y, z, x]\n", "modules/m/manifests/init.pp": "class m($a, $b) {}",
		}),
		"set for an unknown key": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {x: 1}\nm::b: {x: 1} # want note \"losing `y`\"\n",
			"data/common.yaml":   "lookup_options:\n  \"%{facts.tier}::a\": {merge: deep}\nm::a: {y: 3}\nm::b: {y: 3}\n"}),
		"asked for wrongly": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::list: [x]\nm::word: [x]\nm::name: [x]\nm::late: [x]\nm::other: [x] # want note \"losing `y`\"\n",
			"data/common.yaml": "lookup_options:\n  m::late: {merge: unique}\nlookup_options:\n  'm::.*list$': {merge: unique}\n  m::word: unique\n  m::nmae: {merge: unique}\n" +
				"m::list: [y]\nm::word: [y]\nm::name: [y]\nm::late: [y]\nm::other: [y]\n",
		}),
		"emptied":            ruletest.Roles(map[string]string{"data/role/web.yaml": "m::a: []\nm::b: {}\n", "data/common.yaml": "m::a: [y]\nm::b: {x: 1}\n"}),
		"no class parameter": ruletest.Roles(map[string]string{"data/role/web.yaml": "classes: [x]\n", "data/common.yaml": "classes: [y]\n"}),
		"looked up without a merge": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}} # want warning \"`users` replaces a hash from a lower-priority level\"\npackages: [x] # want note \"losing `y`\"\n",
			"data/common.yaml":   "users: {bob: {}}\npackages: [y]\n", "manifests/site.pp": "$users = lookup('users')\n$packages = hiera('packages', [])\n",
		}),
		"looked up with a merge": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}}\npackages: [x]\nclasses: [x]\nm::users: {carol: {}}\nm::a: {carol: {}}\n",
			"data/common.yaml":   "users: {bob: {}}\npackages: [y]\nclasses: [y]\nm::users: {bob: {}}\nm::a: {bob: {}}\n",
			"manifests/site.pp":  "lookup('users', Hash, 'deep')\nhiera_array('packages')\nhiera_include('classes')\nlookup({'name' => 'm::users', 'merge' => 'hash'})\n$a = lookup('m::a', $options)\n",
		}),
		"looked up both ways": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "users: {carol: {}}\n", "data/common.yaml": "users: {bob: {}}\n", "manifests/site.pp": "lookup('users')\nlookup('users', Hash, 'hash')\n",
		}),
		"a class parameter that code looks up with a merge": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {carol: {}}\nm::b: {carol: {}}\n", "data/common.yaml": "m::a: {bob: {}}\nm::b: {bob: {}}\n",
			"modules/m/manifests/init.pp": "class m(Hash $a, Hash $b) { lookup('m::a', Hash, 'hash') }\n", "modules/m/templates/b.erb": "<%= scope.call_function('lookup', ['m::b', nil, 'hash']) %>\n",
		}),
		"the same things under other names": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {'100 web': {dport: [80]}} # want note \"`010 http`\"\n", "data/common.yaml": "m::a: {'010 http': {dport: '80'}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"another kind of things": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {vhosts: {www: {port: 80}}} # want note \"`mail`\"\n", "data/common.yaml": "m::a: {mail: {port: 81}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"things without details": ruletest.Roles(map[string]string{
			"data/role/web.yaml": "m::a: {tcpdump: {ensure: present}} # want warning \"`curl`\"\n", "data/common.yaml": "m::a: {curl: {ensure: present}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		}),
		"version 3 with two backends over one directory": {
			"hiera.yaml":         "---\n:backends: [yaml, eyaml]\n:hierarchy: ['role/%{role}', common]\n:yaml:\n  :datadir: data\n:eyaml:\n  :datadir: data\n  :extension: yaml\n",
			"data/role/web.yaml": "m::a: {carol: {}} # want warning \"`bob`\"\n", "data/common.yaml": "m::a: {bob: {}}\nm::b: {bob: {}}\n", "data/role/db.yaml": "m::b: {bob: {}}\n", "modules/m/manifests/init.pp": "class m($a, $b) {}",
		},
		"the defaults of a module": {
			"modules/m/hiera.yaml": ruletest.RoleLevels, "modules/m/data/role/web.yaml": "m::a: [x]\n", "modules/m/data/common.yaml": "m::a: [y]\n",
			"data/common.yaml": "m::a: [z]\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			ruletest.Run(t, options.MissingMergeBehavior, ruletest.Strict(files))
			ruletest.Run(t, options.MissingMergeBehavior, withoutNotes(files))
		})
	}
	for _, tt := range []struct{ higher, lower, fixed string }{
		{"m::a: {x: 1} # want \".\"\n", "---\n# all\nm::a: {x: 2, y: 3}\n", "---\n# all\nlookup_options:\n  m::a:\n    merge: deep\nm::a: {x: 2, y: 3}\n"},
		{"m::a: {x: {}} # want \".\"\n", "m::a: {y: {}}\n", "lookup_options:\n  m::a:\n    merge: hash\nm::a: {y: {}}\n"},
		{"m::a: [x] # want \".\"\n", "b: 1\nlookup_options:\n    b: {convert_to: Integer}\nm::a: [y]\n", "b: 1\nlookup_options:\n    m::a:\n      merge: unique\n    b: {convert_to: Integer}\nm::a: [y]\n"},
		{"m::a: [x] # want \".\"\n", "lookup_options: {b: {merge: first}}\nm::a: [y]\n", "lookup_options: {m::a: {merge: unique}, b: {merge: first}}\nm::a: [y]\n"},
		{"m::a: [x] # want \".\"\n", "lookup_options:\n  m::a: {convert_to: Array}\nm::a: [y]\n", ""},
		{"m::a: [x] # want \".\"\n", "{m::a: [y]}\n", ""},
	} {
		found := ruletest.Run(t, options.MissingMergeBehavior, ruletest.Strict(ruletest.Roles(map[string]string{"data/role/web.yaml": tt.higher, "data/common.yaml": tt.lower})))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 0 != (tt.fixed != ""):
			t.Errorf("%s: found %v", tt.lower, found)
		case tt.fixed != "" && (ruletest.Apply(found[0].Fixes[0]) != tt.fixed || found[0].Fixes[0].Safe):
			t.Errorf("%s: fixed: %s", tt.lower, ruletest.Apply(found[0].Fixes[0]))
		}
	}
}

// TestMissingMergeByHiera checks keys that only the function hiera looks up, which ignores merges in lookup_options.
func TestMissingMergeByHiera(t *testing.T) {
	t.Parallel()
	const withMerge, users = "lookup_options:\n  users: {merge: hash}\n", "users: {bob: {uid: 2}}\n"
	const classic, merged = "write `lookup` with a merge, or `hiera_hash`, instead of `hiera` in the code", "write `lookup` instead of `hiera` in the code"
	for name, tt := range map[string]struct {
		common, code, help string
		related            int
		isFixed            bool
	}{
		"no merge":                      {users, "hiera('users')\nhiera('users', {})", classic, 2, false},
		"lookup":                        {users, "lookup('users')", "set `merge` for the key in `lookup_options`; use `first` if this value is meant to replace the other", 2, true},
		"both":                          {users, "hiera('users')\nlookup('users')", "set `merge` for the key in `lookup_options`; use `first` if this value is meant to replace the other", 2, true},
		"a reference in data":           {users + "all: \"%{alias('users')}\"\n", "hiera('users')", "set `merge` for the key in `lookup_options`; use `first` if this value is meant to replace the other", 2, true},
		"a merge":                       {withMerge + users, "hiera('users')", merged, 3, false},
		"another option":                {"lookup_options:\n  users: {convert_to: Hash}\n" + users, "hiera('users')", classic, 2, false},
		"a merge for another function":  {withMerge + users, "hiera('users')\nlookup('users')", "", 0, false},
		"a merge for references":        {withMerge + users + "all: \"%{alias('users')}\"\n", "hiera('users')", "", 0, false},
		"a function that merges":        {users, "hiera_hash('users')", "", 0, false},
		"a merge that uses the highest": {"lookup_options:\n  users: {merge: first}\n" + users, "hiera('users')", "", 0, false},
	} {
		t.Run(name, func(t *testing.T) {
			role := "users: {carol: {uid: 3}}\n"
			if tt.help != "" {
				role = ruletest.Marked(role, "warning \"losing `bob`\"")
			}
			for _, d := range ruletest.Run(t, options.MissingMergeBehavior, ruletest.Roles(map[string]string{"data/role/web.yaml": role, "data/common.yaml": tt.common, "manifests/site.pp": tt.code})) {
				if d.Help != tt.help || len(d.Related) != tt.related || len(d.Fixes) > 0 != tt.isFixed {
					t.Errorf("help %q, related %v, fixes %v", d.Help, d.Related, d.Fixes)
				}
			}
		})
	}
}

// TestMissingMergeOfNode checks files that may be for a node or for something else, as none of the nodes in code has this name.
func TestMissingMergeOfNode(t *testing.T) {
	t.Parallel()
	const code = "node 'web01.example.com' { $x = lookup('users') }\n"
	for name, tt := range map[string]struct{ level, code, want, on string }{
		"an environment":      {"environment", code, "note", "on any node with `clientcert` = `test`"},
		"a role":              {"role", code, "warning", "on nodes with `role` = `test`"},
		"a node":              {"environment", code + "node 'test' {}\n", "warning", "on nodes with `clientcert` = `test`"},
		"a host":              {"environment", code + "node /^te/ {}\n", "warning", "on nodes with `clientcert` = `test`"},
		"nodes without names": {"environment", "node default { $x = lookup('users') }\n", "note", "on any node with `clientcert` = `test`"},
		"no other variable":   {"role}-%{facts.tier", code, "warning", "on nodes with `clientcert` = `test`"},
		"a level beside it":   {"facts.site}/%{role", code, "warning", "on nodes with `clientcert` = `test`"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filetree.Write(t, ruletest.Strict(map[string]string{
				"environments/production/hiera.yaml":        "version: 5\nhierarchy: [{name: A, paths: ['%{clientcert}.yaml', '%{" + tt.level + "}.yaml', common.yaml]}]\n",
				"environments/production/data/test.yaml":    "users: {carol: {uid: 3}}\n",
				"environments/production/data/common.yaml":  "users: {bob: {uid: 2}}\n",
				"environments/production/manifests/site.pp": tt.code,
			}))
			found := lists.Filter(ruletest.Check(t, dir), func(d diagnostic.Diagnostic) bool { return d.Rule == options.MissingMergeBehavior.Descriptor() })
			if len(found) != 1 || found[0].Severity.String() != tt.want || !strings.HasSuffix(found[0].Detail, tt.on) {
				t.Errorf("found %v", found)
			}
		})
	}
}

// withoutNotes returns a tree without the expectations of notes.
func withoutNotes(files map[string]string) map[string]string {
	tree := map[string]string{}
	for name, text := range files {
		tree[name] = regexp.MustCompile(`(?m)\s*# want note .*$`).ReplaceAllString(text, "")
	}
	return tree
}

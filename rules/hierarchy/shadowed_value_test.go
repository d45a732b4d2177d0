package hierarchy_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/hierarchy"
)

func TestShadowedValue(t *testing.T) {
	t.Parallel()
	constant := "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Override, path: override.yaml}\n  - {name: Common, path: common.yaml}\n"
	ruletest.RunAll(t, hierarchy.ShadowedValue, map[string]map[string]string{
		"always": {"hiera.yaml": constant, "data/override.yaml": "a: 1\n", "data/common.yaml": "a: 2 # want warning \"value of `a` is always overridden by .*override.yaml\"\n"},
		"the global layer": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: G, path: g.yaml, datadir: global}, {name: R, path: 'role/%{facts.role}.yaml', datadir: global}]\n", "global/g.yaml": "a: 1\n", "global/role/web.yaml": "b: 1\n",
			"environments/production/hiera.yaml": "version: 5\n", "environments/production/data/common.yaml": "a: 2 # want warning \"always overridden by .*g.yaml\"\nb: 2\n",
		},
		"on some nodes":    {"hiera.yaml": constant, "data/role/web.yaml": "a: 1\n", "data/common.yaml": "a: 2\n"},
		"merged":           {"hiera.yaml": constant, "data/override.yaml": "a: [1]\n", "data/common.yaml": "lookup_options: {a: {merge: unique}}\na: [2]\n"},
		"lists of a class": {"hiera.yaml": constant, "data/override.yaml": "m::a: [x]\nm::b: [x]\n", "data/common.yaml": "m::a: [y] # want warning \"always overridden\"\nm::b: [y]\n", "modules/m/manifests/init.pp": "class m($a) {}"},
		"a merge is missing": {
			"hiera.yaml": constant, "data/override.yaml": "m::a: {x: {}}\n", "data/common.yaml": "m::a: {y: {}}\n", "modules/m/manifests/init.pp": "class m($a) {}",
		},
		"arrays merged by code": {
			"hiera.yaml": constant, "data/override.yaml": "m::a: [x]\n", "data/common.yaml": "m::a: [y]\n", "modules/m/manifests/init.pp": "class m { lookup('m::a', Array, 'unique') }",
		},
		"scalars merged by code": {
			"hiera.yaml": constant, "data/override.yaml": "a: x\nb: x\n", "data/common.yaml": "a: y\nb: y # want\n", "manifests/site.pp": "lookup('a', Array, 'unique')\nlookup('b', String, 'first')\n",
		},
		"versions of a hiera.yaml": {"hiera.yaml": constant, "data/override.yaml": "version: 5\n", "data/common.yaml": "version: 5\n"},
		"read twice": {
			"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, paths: [common.yaml, 'role/%{facts.role}.yaml', common.yaml]}\n", "data/role/web.yaml": "m::a: 1 # want warning \"always overridden\"\n", "data/common.yaml": "m::a: 2\n",
		},
		"arrays merged by a function": {"hiera.yaml": constant, "data/override.yaml": "classes: [x]\n", "data/common.yaml": "classes: [y]\n"},
		"a function of the site may ignore its file": {
			"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Version, lookup_key: 'versions::data', path: version.yaml, options: {only: '>= 2'}}\n  - {name: Common, path: common.yaml}\n  - {name: Rest, path: rest.yaml}\n",
			"data/version.yaml": "m::a: 1\nm::b: 1\n", "data/common.yaml": "m::a: 2\nm::c: 1\n", "data/rest.yaml": "m::c: 2 # want warning \"always overridden\"\n",
		},
		"a hierarchy for virtual machines": {
			"vagrant/hiera.yaml": "version: 5\nhierarchy: [{name: A, paths: [vm.yaml, common.yaml], datadir: ../hieradata}]\n", "hieradata/vm.yaml": "a: 1\n", "hieradata/common.yaml": "a: 2\n",
		},
		"in a glob": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, glob: 'c/*.yaml'}]\n", "data/c/a.yaml": "a: 1\n", "data/c/b.yaml": "a: 2 # want warning \"always overridden by .*a.yaml\"\nb: 1\n", "data/c/c.yaml": "a: 3 # want\nb: 1 # want\n",
		},
		"in a glob with a variable": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, glob: '%{facts.os.name}/*.yaml'}]\n", "data/Debian/a.yaml": "a: 1\n", "data/Debian/b.yaml": "a: 2 # want\n", "data/RedHat/b.yaml": "a: 3\n",
		},
		"in a variable of a glob": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, glob: 'c/%{facts.os.name}*.yaml'}]\n", "data/c/Debian.yaml": "a: 1\n", "data/c/RedHat.yaml": "a: 2\n",
		},
		"in globs with alternatives, or below directories": {
			"hiera.yaml": "version: 5\nhierarchy: [{name: A, glob: 'c/{b,a}.yaml'}, {name: B, glob: 'd/**/*.yaml'}]\n", "data/c/a.yaml": "a: 1\n", "data/c/b.yaml": "a: 2\n", "data/d/x/a.yaml": "b: 1\n", "data/d/y/b.yaml": "b: 2\n",
		},
		"the default of a module": {
			"modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "m::a: 1\n", "data/common.yaml": "m::a: 2\n",
		},
	})
	found := ruletest.Run(t, hierarchy.ShadowedValue, map[string]string{"hiera.yaml": constant, "data/override.yaml": "a: 1\n", "data/common.yaml": "b: 1\na: 2 # want \"always overridden\"\n"})
	if got := ruletest.Apply(found[0].Fixes[0]); got != "b: 1\n" || found[0].Fixes[0].Safe {
		t.Errorf("fixed %q, safe: %v", got, found[0].Fixes[0].Safe)
	}
}

func TestShadowedValueHelp(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ above, below, want string }{
		"arrays":              {"[x]", "[y]", "remove one of the two, or set a merge in `lookup_options`"},
		"strings":             {"x", "y", "remove one of the two"},
		"a string, and array": {"x", "[y]", "remove one of the two"},
		"an empty value":      {"", "y", "remove the empty value, or this one"},
	} {
		t.Run(name, func(t *testing.T) {
			found := ruletest.Run(t, hierarchy.ShadowedValue, map[string]string{
				"hiera.yaml":         "version: 5\nhierarchy: [{name: A, paths: [override.yaml, common.yaml]}]\n",
				"data/override.yaml": "m::a: " + test.above + "\n", "data/common.yaml": "m::a: " + test.below + " # want warning \"always overridden\"\n",
				"modules/m/manifests/init.pp": "class m($a) {}",
			})
			if got := found[0].Help; got != test.want {
				t.Errorf("help %q, want %q", got, test.want)
			}
		})
	}
}

// TestShadowedByCommonHelp checks the help for a file that is for fewer nodes than the one that overrides it.
func TestShadowedByCommonHelp(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, hierarchy.ShadowedValue, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy: [{name: Common, path: common.yaml}, {name: Roles, path: \"role/%{facts.role}.yaml\"}]\n",
		"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 2 # want warning \"always overridden\"\n",
	})
	if len(found) != 1 || !strings.Contains(found[0].Help, "or move the path of this file above that of the other") || len(found[0].Fixes) > 0 {
		t.Errorf("found %v", found)
	}
}

// TestShadowedValueHelpForHiera checks that the help suggests what merges the values of a key that only the function hiera looks up.
func TestShadowedValueHelpForHiera(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]string{
		"lookup('a')": "remove one of the two, or set a merge in `lookup_options`",
		"hiera('a')":  "remove one of the two, or write `lookup` with a merge, or `hiera_array`, instead of `hiera` in the code",
	} {
		files := map[string]string{
			"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Levels, paths: [override.yaml, common.yaml]}\n",
			"data/override.yaml": "a: [x]\n", "data/common.yaml": "a: [y] # want warning \"always overridden\"\n", "manifests/site.pp": code,
		}
		if found := ruletest.Run(t, hierarchy.ShadowedValue, files); len(found) != 1 || found[0].Help != want {
			t.Errorf("%s: found %v, want the help %q", code, found, want)
		}
	}
}

// TestShadowedDefaults checks that it is only a note if a file overrides many values of one that seems to hold defaults.
func TestShadowedDefaults(t *testing.T) {
	t.Parallel()
	keys := func(from, to int, value string) string {
		var b strings.Builder
		for i := range to - from {
			fmt.Fprintf(&b, "k%d: %s\n", from+i, value)
		}
		return b.String()
	}
	for name, tt := range map[string]struct {
		levels, site, defaults string
		want                   diagnostic.Severity
		isFixed                bool
	}{
		"many":                    {"site.yaml, defaults.yaml", keys(0, 21, "a"), keys(1, 99, "b"), diagnostic.Note, false},
		"most of the lower file":  {"site.yaml, defaults.yaml", keys(0, 99, "a"), keys(1, 24, "b"), diagnostic.Note, false},
		"few":                     {"site.yaml, defaults.yaml", keys(0, 20, "a"), keys(1, 99, "b"), diagnostic.Warning, true},
		"a small part":            {"site.yaml, defaults.yaml", keys(0, 60, "a"), keys(39, 99, "b"), diagnostic.Warning, true},
		"a level between":         {"site.yaml, other.yaml, defaults.yaml", keys(0, 21, "a"), keys(1, 99, "b") + "z: 1\n", diagnostic.Note, false},
		"a level for roles above": {"'role/%{facts.role}.yaml', site.yaml, defaults.yaml", keys(0, 21, "a"), keys(1, 99, "b"), diagnostic.Note, false},
		"not on all nodes":        {"'role/%{facts.role}.yaml', 'defaults/%{facts.role}.yaml'", "", "", diagnostic.Warning, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{
				"hiera.yaml":     "version: 5\nhierarchy: [{name: A, paths: [" + tt.levels + "]}]\n",
				"data/site.yaml": tt.site, "data/other.yaml": "z: 2\n", "data/defaults.yaml": tt.defaults,
				"data/role/web.yaml": keys(0, 21, "a"), "data/defaults/web.yaml": keys(0, 21, "b"),
			})
			n := 0
			for _, d := range ruletest.Check(t, dir) {
				if d.Rule.Name != "shadowed-value" {
					continue
				}
				n++
				if d.Severity != tt.want || len(d.Fixes) > 0 != tt.isFixed {
					t.Errorf("%s: %v, fixes %v", d.Message, d.Severity, d.Fixes)
				}
			}
			if n < 19 {
				t.Errorf("%d findings", n)
			}
		})
	}
}

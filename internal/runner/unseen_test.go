package runner_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/runner"
)

// TestGivenUp checks that keys that exceed the limits are named, and that no finding says that
// their lookup fails.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	var patterns strings.Builder
	for i := range 120 {
		fmt.Fprintf(&patterns, "  '^(.)\\1[xy]{%d}$': {merge: first}\n", i+1)
	}
	for name, tt := range map[string]struct {
		data string
		want []string
	}{
		"patterns with back-references": {"lookup_options:\n" + patterns.String() + "aaz: 1\nb: 2\n", []string{"2 keys (not evaluated on every node, which would take too long): `aaz`, `b`"}},
		"few of them":                   {"lookup_options:\n  '^(a)\\1x$': {merge: first}\naaz: 1\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run(t, load(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": tt.data})), runner.Options{})
			for _, d := range result.Diagnostics {
				if d.Rule.Name == "lookup-fails" {
					t.Errorf("reported %s", d.Message)
				}
			}
			if diff := cmp.Diff(tt.want, notseen.Texts(result.NotSeen)); diff != "" {
				t.Errorf("NotSeen (-want +got):\n%s", diff)
			}
		})
	}
}

// TestMissingModules checks that modules are listed whose classes code includes, and namespaces of keys that may be modules, but not those
// of names that the site invented.
func TestMissingModules(t *testing.T) {
	t.Parallel()
	tree := map[string]string{
		"hiera.yaml": "version: 5\n", "environment.conf": "modulepath = modules\n",
		"manifests/site.pp":             "include app\ninclude ntp\n$x = lookup('site::name')\n",
		"modules/app/manifests/init.pp": "class app($port) { }\n",
		"data/common.yaml":              "app::port: 80\nssh::permit_root: false\nsite::name: x\n",
	}
	result := run(t, load(t, filetree.Write(t, tree)), runner.Options{})
	if diff := cmp.Diff([]string{"module `ntp` (not installed)", "namespace `ssh` (with keys, but without a module)"}, notseen.Texts(result.NotSeen)); diff != "" {
		t.Errorf("NotSeen (-want +got):\n%s", diff)
	}
}

// TestMissingModulesOfOneEnvironment checks that a namespace is only listed if all environments that read its keys lack the module.
func TestMissingModulesOfOneEnvironment(t *testing.T) {
	t.Parallel()
	common := "version: 5\nhierarchy:\n  - {name: Common, datadir: data, path: common.yaml}\n"
	tree := map[string]string{
		"hiera.yaml": common, "data/common.yaml": "app::port: 80\nssh::port: 22\n", "modules/app/manifests/init.pp": "class app($port) { }\n",
		"environments/production/environment.conf": "modulepath = /etc/puppet/modules\n", "environments/production/manifests/site.pp": "include app\n",
		"environments/windows/environment.conf": "modulepath = modules\n", "environments/windows/manifests/site.pp": "include win\n",
		"environments/windows/modules/win/manifests/init.pp": "class win { }\n",
		"environments/other/environment.conf":                "modulepath = modules\n", "environments/other/manifests/site.pp": "include win\n",
		"environments/other/hiera.yaml": common, "environments/other/data/common.yaml": "win::own: 1\n",
		"environments/other/modules/x/manifests/init.pp": "class x { }\n",
	}
	result := run(t, load(t, filetree.Write(t, tree)), runner.Options{})
	want := []string{"module `win` (not installed)", "namespace `ssh` (with keys, but without a module)"}
	if diff := cmp.Diff(want, notseen.Texts(result.NotSeen)); diff != "" {
		t.Errorf("NotSeen (-want +got):\n%s", diff)
	}
}

// TestUncomparedValues checks that values whose comparison with the type of the class parameter
// takes too long are named.
func TestUncomparedValues(t *testing.T) {
	t.Parallel()
	for texts, want := range map[int][]string{
		100:    nil,
		20_000: {"key `web::names` (not compared with the type of its parameter, which would take too long)"},
	} {
		dir := filetree.Write(t, map[string]string{
			"hiera.yaml": "version: 5\n", "environment.conf": "modulepath = modules\n",
			"modules/web/manifests/init.pp": "class web (Array[Pattern[/^(a+)\\1$/]] $names) { }\n",
			"data/common.yaml":              "web::names: [" + strings.Repeat("aa, ", texts) + "]\n",
		})
		result := run(t, load(t, dir), runner.Options{})
		if diff := cmp.Diff(want, notseen.Texts(result.NotSeen)); diff != "" {
			t.Errorf("%d texts: %s", texts, diff)
		}
	}
}

// TestReferencedKeysElsewhere checks that references that only missing data can answer are listed.
func TestReferencedKeysElsewhere(t *testing.T) {
	t.Parallel()
	const levels = "version: 5\nhierarchy:\n- {name: common, path: common.yaml}\n"
	for name, tt := range map[string]struct {
		hierarchy string
		data      string
		want      []string
	}{
		"all data is known": {levels, "a: '%{lookup(\"b\")}'\n", nil},
		"outside":           {levels + "- {name: secrets, datadir: /nowhere, path: a.yaml}\n", "a: '%{lookup(\"b.c\")}'\n", []string{"referenced key `b` (not in the tree)"}},
		"of a function": {
			levels + "- {name: vault, lookup_key: vault}\n", "a: ['%{lookup(\"d\")}', '%{alias(\"c\")}']\nb: '%{hiera(\"d\")}'\n",
			[]string{"2 referenced keys (not in the tree): `c`, `d`"},
		},
		"defined":     {levels + "- {name: secrets, datadir: /nowhere, path: a.yaml}\n", "a: '%{lookup(\"b\")}'\nb: 1\n", nil},
		"of a module": {levels, "a: '%{lookup(\"ntp::servers\")}'\n", []string{"referenced key `ntp::servers` (not in the tree)"}},
		"a variable":  {levels + "- {name: secrets, datadir: /nowhere, path: a.yaml}\n", "a: '%{b}'\n", nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run(t, load(t, filetree.Write(t, map[string]string{"hiera.yaml": tt.hierarchy, "data/common.yaml": tt.data, "Puppetfile": "mod 'puppetlabs-ntp', '9.0.0'\n"})), runner.Options{})
			isOfKeys := func(text string) bool { return strings.Contains(text, "referenced key") }
			if diff := cmp.Diff(tt.want, lists.Filter(notseen.Texts(result.NotSeen), isOfKeys)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestMissingModulesOfMetadata checks that the command that installs modules is mentioned only if a Puppetfile lists one that is missing.
func TestMissingModulesOfMetadata(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file, text, want string
	}{
		"listed in a Puppetfile":    {"Puppetfile", "mod 'puppetlabs-ntp'\n", "module `ntp` (not installed; `hieralint modules fetch` installs those in the Puppetfile)"},
		"required by metadata.json": {"metadata.json", `{"name": "me-m", "dependencies": [{"name": "puppetlabs/ntp"}]}`, "module `ntp` (not installed)"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			result := run(t, load(t, filetree.Write(t, map[string]string{
				"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n", "types/port.pp": "type M::Port = Integer\n", tt.file: tt.text,
			})), runner.Options{})
			if diff := cmp.Diff([]string{tt.want}, notseen.Texts(result.NotSeen)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestUnreadCode checks that unreadable code of the tree is mentioned, and that of installed
// modules is not.
func TestUnreadCode(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"all read":               {map[string]string{"manifests/site.pp": "include web\n"}, nil},
		"does not parse":         {map[string]string{"manifests/site.pp": "node default {\n"}, []string{"code in `manifests/site.pp:2:1` (Puppet rejects it: Syntax error at end of input)"}},
		"not a regular file":     {map[string]string{"manifests/site.pp -> /dev/zero": ""}, []string{"code in `manifests/site.pp` (not a regular file)"}},
		"a dangling symlink":     {map[string]string{"manifests/site.pp -> nowhere.pp": ""}, []string{"code in `manifests/site.pp` (no such file or directory)"}},
		"a lock file of Emacs":   {map[string]string{"manifests/.#site.pp -> root@host.1": ""}, nil},
		"no manifest":            {map[string]string{"manifests/README": "text\n"}, nil},
		"a class":                {map[string]string{"modules/db/manifests/init.pp": "class db {\n"}, []string{"code in `modules/db/manifests/init.pp:2:1` (Puppet rejects it: Syntax error at end of input)"}},
		"of an installed module": {map[string]string{"modules/db/manifests/init.pp": "class db {\n", "modules/db/checksums.json": "{}"}, nil},
		"in the wrong file":      {map[string]string{"modules/db/manifests/old.pp": "class db::new { }\n"}, []string{"code in `modules/db/manifests/old.pp:1:7` (Puppet rejects it: Unacceptable location. The name 'db::new' is unacceptable)"}},
		"two files":              {map[string]string{"manifests/a.pp": "{", "manifests/b.pp": "$x = }"}, []string{"code that Puppet rejects: `manifests/a.pp:1:2` (Syntax error at end of input), `manifests/b.pp:1:6` (Syntax error)"}},
		"many files": {
			map[string]string{"manifests/a.pp": "{", "manifests/b.pp": "$x = }", "manifests/c.pp": "{", "manifests/d.pp": "{", "manifests/e.pp": "{", "manifests/f.pp": "{"},
			[]string{"code that Puppet rejects: `manifests/a.pp:1:2`, `manifests/c.pp:1:2`, `manifests/d.pp:1:2`, and 2 others (Syntax error at end of input), `manifests/b.pp:1:6` (Syntax error)"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tt.files["hiera.yaml"], tt.files["data/common.yaml"], tt.files["environment.conf"] = "version: 5\n", "web::port: 80\n", "modulepath = modules\n"
			tt.files["modules/web/manifests/init.pp"] = "class web (Integer $port) { }\n"
			dir := filetree.Write(t, tt.files)
			result := run(t, load(t, dir), runner.Options{})
			var got []string
			for _, text := range notseen.Texts(result.NotSeen) {
				got = append(got, strings.ReplaceAll(text, filepath.ToSlash(dir)+"/", ""))
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

package discovery_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// v3 returns a version 3 configuration with a data directory.
func v3(datadir string) string {
	return ":backends: [yaml]\n:hierarchy:\n  - \"nodes/%{::fqdn}\"\n  - common\n:yaml:\n  :datadir: \"" + datadir + "\"\n"
}

// v5in returns a version 5 configuration with a data directory.
func v5in(datadir string) string {
	return "version: 5\ndefaults: {datadir: \"" + datadir + "\", data_hash: yaml_data}\nhierarchy:\n" +
		"  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Common, path: common.yaml}\n"
}

// layout formats the environments with their hierarchies and modules, the configurations that are
// not used, and the data that no hierarchy reads.
func layout(p *project.Project, dir string) string {
	var b strings.Builder
	for _, env := range p.Environments {
		place, err := filepath.Rel(dir, env.Dir)
		place = filepath.ToSlash(place)
		if err != nil {
			place = "no directory"
		}
		fmt.Fprintf(&b, "%s in %s, modules in %v\n", env.Name, place, env.ModuleDirs)
		for _, r := range env.Roots() {
			files := 0
			for _, f := range p.Files {
				if slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == r }) {
					files++
				}
			}
			fmt.Fprintf(&b, "  %s %s: %d in %v\n", r.Layer, r.Path, files, r.Datadirs)
		}
	}
	for _, u := range p.NotUsed {
		fmt.Fprintf(&b, "not used %s: %s\n", u.Path, u.Why)
	}
	for _, f := range p.Files {
		if f.Stray != project.NotStray {
			fmt.Fprintf(&b, "%s: %s\n", []string{"", "orphan", "unclaimed", "named", "example"}[f.Stray], f.Path)
		}
	}
	return b.String()
}

// TestLayout loads the trees in testdata/layout. There is one for each kind of repository in which
// the hierarchy of production is not the hiera.yaml beside environment.conf.
func TestLayout(t *testing.T) {
	loadTrees(t, "layout", layout)
}

// TestPartsOfLayout checks that the hierarchy of production is found even if only a part of the
// repository is loaded.
func TestPartsOfLayout(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		".git/HEAD": "", "modules/puppet/files/hiera.yaml": v3("/etc/puppet/values"), "values/common.yaml": "", "values/nodes/a.yaml": "", "values/lost.yaml": "",
		"environments/production/environment.conf": "modulepath = /etc/puppet/modules\n", "modules/puppet/manifests/init.pp": "class puppet { }",
	})
	matches := func(p *project.Project) string {
		var b strings.Builder
		for _, f := range p.Files {
			fmt.Fprintln(&b, strings.TrimPrefix(f.Path, dir+"/"), len(f.Matches), f.Stray)
		}
		return b.String()
	}
	whole := matches(load(t, dir))
	for _, part := range []string{"environments/production", "values", "values/nodes", "values/common.yaml", "values/lost.yaml", "modules/puppet/files"} {
		p := load(t, filepath.Join(dir, part))
		if diff := cmp.Diff(whole, matches(p)); diff != "" {
			t.Errorf("%s: %s", part, diff)
		}
		if len(p.Environments) == 0 || p.Environments[0].Global == nil || len(p.Environments[0].ModuleDirs) != 1 {
			t.Errorf("%s: hierarchy or modules not found:\n%s", part, layout(p, dir))
		}
	}
}

// TestEnvironmentAsModule checks that an environment is also a module if its manifests define only classes of that name, and
// something else than its main manifest.
func TestEnvironmentAsModule(t *testing.T) {
	for name, tt := range map[string]struct {
		files map[string]string
		want  string
	}{
		"a Bolt project":       {map[string]string{"bolt-project.yaml": "name: site\n", "environment.conf": "", "manifests/init.pp": "class site { }"}, "site"},
		"with metadata":        {map[string]string{"metadata.json": `{"name": "acme-site", "version": "0.1.0"}`, "environment.conf": "manifest = site.pp\n", "manifests/init.pp": "class site { }"}, "site"},
		"with a main manifest": {map[string]string{"metadata.json": `{"name": "acme-site", "version": "0.1.0"}`, "environment.conf": "", "manifests/init.pp": "class site { }", "manifests/site.pp": ""}, ""},
		"of another name":      {map[string]string{"bolt-project.yaml": "name: site\n", "environment.conf": "", "manifests/init.pp": "class a { }\nclass b { }"}, ""},
	} {
		dir := filetree.Write(t, tt.files)
		if err := os.WriteFile(filepath.Join(dir, "hiera.yaml"), []byte(v5in("data")), 0o600); err != nil {
			t.Fatal(err)
		}
		p := load(t, dir)
		var names []string
		for _, m := range p.Environments[0].Environment.Modules() {
			names = append(names, m.Name)
		}
		if got := strings.Join(names, " "); got != tt.want {
			t.Errorf("%s: modules %q, want %q", name, got, tt.want)
		}
	}
}

// TestNotUsedOnce checks that a hierarchy in its data directory, which lacks its data, is listed once.
func TestNotUsedOnce(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"puppet/hiera/hiera.yaml": v3("/etc/puppet/hiera"), "puppet/code/manifests/site.pp": "node 'a' { }", "puppet/more/modules/a/manifests/init.pp": "class a { }"})
	if p := load(t, dir); len(p.NotUsed) != 1 {
		t.Errorf("not used: %v", p.NotUsed)
	}
}

// TestEnvironmentOptions checks that EnvironmentOptions override what is found in the tree.
func TestEnvironmentOptions(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"environment.conf": "modulepath = modules\n", "modules/a/manifests/init.pp": "", "code/b/manifests/init.pp": "",
		"server/lookup.yaml": v5in("/opt/%{environment}/values"), "elsewhere/common.yaml": "a: 1\n", "hiera_main.yaml": v5in("data"), "data/common.yaml": "",
	})
	t.Chdir(dir)
	p, err := discovery.Load(context.Background(), []string{"."}, discovery.Options{Environments: []discovery.EnvironmentOptions{{
		Dir: ".", HieraConfig: "server/lookup.yaml", Datadirs: map[string]string{"/opt/%{environment}/values": "elsewhere"}, Modulepath: []string{filepath.Join(dir, "code")},
	}}})
	if err != nil {
		t.Fatal(err)
	}
	want := `
production in ., modules in [code]
  global server/lookup.yaml: 1 in [elsewhere]
not used hiera_main.yaml: hieralint's configuration names another one
unclaimed: data/common.yaml
`
	if diff := cmp.Diff(want, "\n"+layout(p, dir)); diff != "" {
		t.Error(diff)
	}
	if got := p.Environments[0].Relocate("/opt/anything/values"); got != filepath.Join(dir, "elsewhere") {
		t.Errorf("Relocate: got %s", got)
	}
}

// TestDirectories checks the directories of data and modules.
func TestDirectories(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"environment.conf":                 "modulepath = site:modules:$basemodulepath\n",
		"hiera.yaml":                       v5 + "  - {name: More, datadir: more, path: x.yaml}\n",
		"data/common.yaml":                 "",
		"more/x.yaml":                      "",
		"site/profile/manifests/a/deep.pp": "class profile::a::deep { }",
	}))
	p := load(t, ".")
	if diff := cmp.Diff([]string{"data", "more"}, p.Roots[0].Datadirs); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"site"}, p.Environments[0].ModuleDirs); diff != "" {
		t.Error(diff)
	}
}

// TestDataBesideEnvironment checks that data without a hierarchy belongs to the only environment next to it.
func TestDataBesideEnvironment(t *testing.T) {
	site := func(dirs ...string) map[string]string {
		files := map[string]string{"hieradata/common.yaml": "app::port: 80\n"}
		for _, dir := range dirs {
			files[dir+"/manifests/site.pp"] = "include app\n"
			files[dir+"/modules/app/manifests/init.pp"] = "class app($port) { }\n"
		}
		return files
	}
	withHierarchy, submodule := site("puppet"), site("puppet")
	withHierarchy["puppet/hiera.yaml"], withHierarchy["puppet/data/common.yaml"] = v5in("data"), ""
	submodule["puppet/.git/HEAD"] = ""
	for name, test := range map[string]struct {
		files map[string]string
		want  []string // the environment
	}{
		"one":                 {site("puppet"), []string{"puppet"}},
		"several":             {site("one", "two"), nil},
		"in environments":     {site("environments/one", "environments/two"), []string{"environments/one", "environments/two"}},
		"one with its own":    {withHierarchy, nil},
		"in other repository": {submodule, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filetree.Write(t, test.files)
			t.Chdir(dir)
			var got []string
			for _, env := range load(t, ".").Environments {
				if place, err := filepath.Rel(dir, env.Dir); err == nil && len(env.Unclaimed) > 0 {
					got = append(got, filepath.ToSlash(place))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestFilesOfLayout checks that each data file of the trees in testdata/layout is found by the same hierarchies if only the file,
// or a directory that contains it, is loaded.
func TestFilesOfLayout(t *testing.T) {
	forTrees(t, "layout", func(t *testing.T, _ string, archive *txtar.Archive) {
		files := filesOf(archive)
		files[".git/HEAD"] = ""
		t.Chdir(filetree.Write(t, files))
		for _, f := range load(t, ".").Files {
			for part := f.Path; part != "."; part = filepath.Dir(part) {
				p := load(t, part)
				i := slices.IndexFunc(p.Files, func(other *project.File) bool { return other.Path == f.Path })
				if i < 0 {
					t.Errorf("%s: %s is not loaded", part, f.Path)
				} else if diff := cmp.Diff(readers(f), readers(p.Files[i])); diff != "" {
					t.Errorf("%s: hierarchies of %s (-tree +part):\n%s", part, f.Path, diff)
				}
			}
		}
	})
}

// readers returns the hierarchies that read a file, and why none does.
func readers(f *project.File) []string {
	all := []string{fmt.Sprint(f.Stray)}
	for _, m := range f.Matches {
		all = append(all, fmt.Sprintf("%s %s", m.Root.Path, m.Level.Name))
	}
	return all
}

// TestNamesAboveTree checks that the names of the directories above a repository, and its own, do not matter.
func TestNamesAboveTree(t *testing.T) {
	files := map[string]string{
		".git/HEAD": "", "compose.yaml": "services:\n  web: {image: nginx}\n", "charts/common.yaml": "- name: web\n", "deploy/web.yaml": "kind: Deployment\n",
	}
	hierarchy := map[string]string{".git/HEAD": "", "config.yaml": v3("/etc/puppet/values"), "values/common.yaml": "app::port: 80\n", "values/nodes/a.yaml": "app::port: 81\n"}
	for _, name := range []string{"repository", "data", "data/jenkins/workspace/repository", "hieradata/repository", "tests/repository"} {
		at := func(files map[string]string) map[string]string {
			moved := map[string]string{}
			for path, text := range files {
				moved[name+"/"+path] = text
			}
			return moved
		}
		t.Chdir(filepath.Join(filetree.Write(t, at(files)), filepath.FromSlash(name)))
		if p := load(t, "."); len(p.Files) > 0 {
			t.Errorf("%s: no Hiera data, but loaded %v", name, paths(p))
		}
		t.Chdir(filepath.Join(filetree.Write(t, at(hierarchy)), filepath.FromSlash(name)))
		if p := load(t, "."); len(p.Environments) != 1 || p.Environments[0].Global == nil {
			t.Errorf("%s: hierarchy not found", name)
		}
	}
}

// TestHiddenDirectory checks that a requested hidden directory is like one with another name.
func TestHiddenDirectory(t *testing.T) {
	for _, files := range []map[string]string{
		{"hiera.yaml": v5in("data"), "data/common.yaml": "a::b: 1\n", "manifests/site.pp": "include a\n"},
		{"hiera.yaml": v5in("data"), "data/common.yaml": "a::b: 1\n"},
		{"hieradata/hiera.yaml": v5in("/hieradata"), "hieradata/common.yaml": "a::b: 1\n", "modules/a/manifests/init.pp": "class a($b) { }\n"},
		{"environments/x/hiera.yaml": v5in("data"), "environments/x/data/common.yaml": "a::b: 1\n"},
	} {
		for _, part := range slices.Sorted(maps.Keys(files)) {
			for _, path := range []string{".", filepath.Dir(part), part} {
				results := map[string]string{}
				for _, name := range []string{"puppet", ".puppet"} {
					tree := map[string]string{".git/HEAD": "", "README.md": ""}
					for file, text := range files {
						tree["tree/"+name+"/"+file] = text
					}
					dir := filetree.Write(t, tree)
					t.Chdir(dir)
					p := load(t, filepath.Join("tree", name, path))
					results[name] = strings.ReplaceAll(layout(p, dir)+fmt.Sprint(p.NotSeen, p.WithoutHierarchy), ".puppet", "puppet")
				}
				if diff := cmp.Diff(results["puppet"], results[".puppet"]); diff != "" {
					t.Errorf("%s of %v (-other +hidden):\n%s", path, slices.Sorted(maps.Keys(files)), diff)
				}
			}
		}
	}
}

package discovery_test

import (
	"context"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

// TestInstalled checks which modules count as installed from elsewhere: those that a Puppetfile,
// .gitignore, .gitmodules, .fixtures.yml, or files of the module identify as such.
func TestInstalled(t *testing.T) {
	files := map[string]string{
		"environment.conf": "modulepath = site:modules:vendor_modules:thirdparty:lib/upstream:lib/own:spec/fixtures/modules\n",
		"hiera.yaml":       common,
		"data/common.yaml": "a: 1\n",
		"Puppetfile":       "mod 'puppetlabs/named', '1.0.0'\nmod 'kept', :local => true\n",
		"lib/Puppetfile":   "mod 'acme/beside', :git => 'https://git.example.com/beside'\n",
		".gitignore":       "/modules/*\n!/modules/kept\nspec/fixtures/modules/fetched\n",
		".gitmodules":      "[submodule \"x\"]\n\tpath = thirdparty/linked\n",
		".fixtures.yml":    "fixtures:\n  repositories:\n    listed: https://example.com/listed\n  forge_modules:\n    released: {repo: a/released}\n  symlinks:\n    own: '#{source_dir}'\n",
	}
	installed := []string{"modules/ignored", "vendor_modules/named", "vendor_modules/forge", "vendor_modules/clone", "thirdparty/linked", "lib/upstream/beside"}
	own := []string{"site/profile", "modules/kept", "vendor_modules/copied", "thirdparty/other", "lib/own/profiles"}
	fixtures := map[string]bool{"listed": true, "released": true, "fetched": true, "own": false, "handmade": false}
	for name, is := range fixtures {
		if is {
			installed = append(installed, "spec/fixtures/modules/"+name)
		} else {
			own = append(own, "spec/fixtures/modules/"+name)
		}
	}
	for _, dir := range slices.Concat(installed, own) {
		files[dir+"/hiera.yaml"], files[dir+"/data/common.yaml"] = common, "b: 1\n"
	}
	files["vendor_modules/forge/checksums.json"], files["vendor_modules/clone/.git"] = "{}", "gitdir: x"
	t.Chdir(filetree.Write(t, files))

	selected := func(p *project.Project, dirs []string) []string {
		var found []string
		for _, dir := range dirs {
			if p.Selected(dir + "/data/common.yaml") {
				found = append(found, dir)
			}
		}
		return found
	}
	p := load(t, ".")
	if got := selected(p, installed); len(got) > 0 {
		t.Errorf("selected: %v", got)
	}
	if diff := cmp.Diff(own, selected(p, own)); diff != "" {
		t.Error(diff)
	}
	for _, m := range p.Environments[0].Environment.Modules() {
		if want := slices.ContainsFunc(installed, func(dir string) bool { return dir[len(dir)-len(m.Name):] == m.Name }); p.Environments[0].Installed(m) != want {
			t.Errorf("%s: Installed() = %t", m.Name, !want)
		}
	}
	if p := load(t, "modules/ignored"); !p.Selected("modules/ignored/data/common.yaml") {
		t.Error("a module named as argument was not selected")
	}
	p, err := discovery.Load(context.Background(), []string{"."}, discovery.Options{ReportInstalled: true})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(installed, selected(p, installed)); diff != "" {
		t.Error(diff)
	}
}

// TestPresence checks whether a module without files is absent, which is certain only if a
// Puppetfile lists the modules, in the environment or in the directory of the modules.
func TestPresence(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  project.Presence
	}{
		"no Puppetfile":                                         {nil, project.Possible},
		"a Puppetfile with another module":                      {map[string]string{"Puppetfile": "mod 'acme/named', '1.0.0'\n"}, project.Absent},
		"a Puppetfile next to the modules, with another module": {map[string]string{"modules/Puppetfile": "mod 'acme/named', '1.0.0'\n"}, project.Absent},
		"a Puppetfile with the module":                          {map[string]string{"Puppetfile": "mod 'acme/other', '1.0.0'\n"}, project.Expected},
		"a Puppetfile next to the modules, with the module":     {map[string]string{"modules/Puppetfile": "mod 'acme/other', '1.0.0'\n"}, project.Expected},
		"the module exists":                                     {map[string]string{"modules/own/other/manifests/init.pp": "class other { }\n"}, project.Present},
		"a Puppetfile with code":                                {map[string]string{"Puppetfile": "mod 'acme/named', '1.0.0'\nlist.each { |name| mod name }\n"}, project.Possible},
		"an unrelated Puppetfile":                               {map[string]string{"docs/Puppetfile": "mod 'acme/named', '1.0.0'\n"}, project.Possible},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"environment.conf": "modulepath = modules/own\n", "hiera.yaml": common, "data/common.yaml": "a: 1\n",
				"modules/own/app/manifests/init.pp": "class app { }\n",
			}
			maps.Copy(files, test.files)
			t.Chdir(filetree.Write(t, files))
			if got := load(t, ".").Environments[0].Presence("other"); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// TestPuppetfileBesideEnvironments checks that a Puppetfile next to the directory `environments`
// applies to the modules there.
func TestPuppetfileBesideEnvironments(t *testing.T) {
	files := map[string]string{
		"Puppetfile": "mod 'acme/named', '1.0.0'\n", "hiera.yaml": common, "data/common.yaml": "a: 1\n", "modules/app/manifests/init.pp": "class app { }\n",
		"environments/production/environment.conf": "modulepath = ../../modules\n", "environments/testing/manifests/site.pp": "include app\n",
	}
	t.Chdir(filetree.Write(t, files))
	for _, env := range load(t, ".").Environments {
		for module, want := range map[string]project.Presence{"app": project.Present, "named": project.Expected, "other": project.Absent} {
			if got := env.Presence(module); got != want {
				t.Errorf("%s, module %s: got %v, want %v", env.Name, module, got, want)
			}
		}
	}
}

// TestPuppetfileAboveHierarchy checks that the Puppetfile of a repository also applies to a hierarchy in a directory for
// scripts that has manifests, whose nodes use the modules beside the Puppetfile.
func TestPuppetfileAboveHierarchy(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"Puppetfile": "mod 'acme/named', '1.0.0'\n", "environment.conf": "modulepath = dist\n", "dist/app/manifests/init.pp": "class app { }\n", "hiera/common.yaml": "app::x: 1\n",
		"bootstrap/hiera.yaml": "---\n:backends: [yaml]\n:yaml:\n  :datadir: /etc/puppet/environments/%{environment}/hiera\n:hierarchy: [common]\n", "bootstrap/manifests/r10k.pp": "package { 'r10k': }\n",
	}))
	for _, env := range load(t, ".").Environments {
		if !env.FromForge("named") {
			t.Errorf("%s: the module is not known", env.Dir)
		}
	}
}

// TestModulesInFolder checks that module repositories in a plain directory are selected, but not
// those in an environment or in another repository, which were installed there.
func TestModulesInFolder(t *testing.T) {
	for name, test := range map[string]struct {
		above map[string]string
		want  bool
	}{
		"a folder":       {map[string]string{}, true},
		"an environment": {map[string]string{"environment.conf": "modulepath = .\n"}, false},
		"a repository":   {map[string]string{".git/HEAD": ""}, false},
	} {
		t.Run(name, func(t *testing.T) {
			for _, module := range []string{"a", "b"} {
				maps.Copy(test.above, map[string]string{
					module + "/.git/HEAD": "", module + "/metadata.json": `{"name": "acme-` + module + `"}`, module + "/hiera.yaml": common, module + "/data/common.yaml": module + "::x: 1\n",
				})
			}
			t.Chdir(filetree.Write(t, test.above))
			if got := load(t, ".").Selected("a/data/common.yaml"); got != test.want {
				t.Errorf("selected: %v", got)
			}
		})
	}
}

package discovery_test

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/notseen"
)

// TestDataOfDirectoriesElsewhere checks that data is checked by itself if the only hierarchy reads
// directories outside of the tree.
func TestDataOfDirectoriesElsewhere(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"hiera/hiera.yaml": ":backends: [yaml]\n:hierarchy: [osp/default]\n:yaml:\n  :datadir:\n", "hiera/default.yaml": "app::port: 80\n", "hiera/region/api.yaml": "app::host: a\n",
		"compose.yaml": "services: {}\n", "manifests/init.pp": "class app { }\n",
	}))
	for _, dir := range []string{".", "hiera"} {
		p := load(t, dir)
		if diff := cmp.Diff([]string{"hiera/default.yaml", "hiera/region/api.yaml"}, paths(p)); diff != "" || len(p.WithoutHierarchy) != 1 {
			t.Errorf("%s: without hierarchy: %v; %s", dir, p.WithoutHierarchy, diff)
		}
	}
}

// TestUnread checks which files count as data that no hierarchy reads.
func TestUnread(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"values/common.yaml":                "---\napp::port: 80\n",
		"values/hyphen.yaml":                "my-app::port: 80\n",
		"values/plain.yaml":                 "port: 80\n",
		"values/common.json":                "{\n    \"app::port\": 80\n}\n",
		"values/line.json":                  "{\"app::port\": 80}\n",
		"values/nested.json":                "{\n  \"symbols\": {\n      \"app::port\": 80\n  }\n}\n",
		"values/options.yaml":               "lookup_options: {}\n",
		"hieradata/plain.yaml":              "classes: [a]\n",
		"deploy/k8s.yaml":                   "kind: Deployment\n",
		"spec/fixtures/data/common.yaml":    "app::port: 80\n",
		".github/workflows/a.yaml":          "app::port: 80\n",
		"modules/app/manifests/init.pp":     "class app { }",
		"modules/app/files/data.yaml":       "app::port: 80\n",
		"modules/app/data/common.yaml":      "app::port: 80\n",
		"modules/ntp/checksums.json":        "{}",
		"modules/ntp/data/common.yaml":      "ntp::port: 80\n",
		"modules/ntp/manifests/init.pp":     "class ntp { }",
		"modules/app/example.yaml":          "app::port: 80\n",
		"values/common.sample.yaml":         "app::port: 80\n",
		"generated/common.yaml":             "app::port: 80\n",
		"values/deep/under/the/ground.yaml": "\"app::port\" : 80\n",
	}))
	p, err := discovery.Load(context.Background(), []string{"."}, discovery.Options{
		ListUnread: true, Exclude: func(path string) bool {
			return strings.HasSuffix(filepath.ToSlash(path), "generated/common.yaml")
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"hieradata/plain.yaml", "modules/app/data/common.yaml", "values/common.json", "values/common.yaml", "values/deep/under/the/ground.yaml", "values/hyphen.yaml", "values/line.json", "values/options.yaml"}
	if diff := cmp.Diff(want, p.Unread); diff != "" {
		t.Error(diff)
	}
	if len(p.WithoutHierarchy) != 1 {
		t.Fatalf("blind: %v", p.WithoutHierarchy)
	}
	isOfModule := func(name string) bool { return strings.HasPrefix(name, "modules/") } // orphan-data-file reports these
	if diff := cmp.Diff(slices.DeleteFunc(slices.Clone(want), isOfModule), p.WithoutHierarchy[0].Unread); diff != "" {
		t.Error(diff)
	}
	// Without a hierarchy, these files are still checked by themselves.
	if diff := cmp.Diff(want, paths(p)); diff != "" {
		t.Error(diff)
	}
}

// TestBlind checks which directories have data but no hierarchy that reads any of it.
func TestBlind(t *testing.T) {
	for name, test := range map[string]struct {
		files map[string]string
		want  int
	}{
		"a hierarchy":              {map[string]string{"hiera.yaml": v5, "data/common.yaml": "a: 1\n", "old/x.yaml": "app::port: 80\n"}, 0},
		"data directory elsewhere": {map[string]string{"environment.conf": "", "hiera.yaml": "version: 5\ndefaults: {datadir: /srv}\n", "old/x.yaml": "app::port: 80\n"}, 1},
		"data for tests":           {map[string]string{"environment.conf": "", "hieradata/test/common.yaml": "app::port: 80\n"}, 1},
		"a module with data":       {map[string]string{"metadata.json": `{"name": "a-app"}`, "hiera.yaml": v5, "data/common.yaml": "app::port: 80\n", "hieradata/x.yaml": "app::port: 80\n"}, 0},
		"no data":                  {map[string]string{"deploy/k8s.yaml": "kind: Deployment\n"}, 0},
		"several repositories, two without a hierarchy": {map[string]string{
			"a/hiera.yaml": v5, "a/data/common.yaml": "a: 1\n", "b/Puppetfile": "", "b/hieradata/x.yaml": "app::port: 80\n",
			"team/c/.git/HEAD": "", "team/c/hieradata/x.yaml": "app::port: 80\n", "docs/x.yaml": "app::port: 80\n",
		}, 2},
		"several repositories, one with the data of another": {map[string]string{
			"control/hiera.yaml": "version: 5\ndefaults: {datadir: ../hieradata}\nhierarchy: [{name: C, path: common.yaml}]\n", "control/.git/HEAD": "",
			"hieradata/.git/HEAD": "", "hieradata/common.yaml": "app::port: 80\n", "hieradata/old/x.yaml": "app::port: 80\n",
		}, 0},
		"a repository in another":  {map[string]string{".git/HEAD": "", "hiera.yaml": v5, "data/common.yaml": "a: 1\n", "lab/.git/HEAD": "", "lab/hieradata/x.yaml": "app::port: 80\n"}, 0},
		"a hierarchy with no data": {map[string]string{"environment.conf": "", "hiera.yaml": v5}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, test.files))
			if p := load(t, "."); len(p.WithoutHierarchy) != test.want {
				t.Errorf("blind: %+v", p.WithoutHierarchy)
			}
		})
	}
}

// TestFilesWithoutHierarchy checks that the summary mentions named files and directories that no
// hierarchy reads: only the files themselves are checked.
func TestFilesWithoutHierarchy(t *testing.T) {
	lost := map[string]string{"environment.conf": "", "hiera.yaml": v5, "data/common.yaml": "a: 1\n", "app/values/common.yaml": "app::port: 80\n"}
	bare := map[string]string{"environment.conf": "", "hieradata/a.yaml": "a: 1\n", "hieradata/b.yaml": "a: 1\n", "Rakefile": ""}
	for name, test := range map[string]struct {
		files map[string]string
		args  []string
		want  []string
	}{
		"no hierarchy":            {bare, []string{"hieradata/a.yaml"}, []string{"the hierarchy of `hieradata/a.yaml` (no hiera.yaml reads it)"}},
		"several files":           {bare, []string{"hieradata/b.yaml", "hieradata/a.yaml"}, []string{"the hierarchy of 2 files (no hiera.yaml reads them)"}},
		"with their directory":    {bare, []string{".", "hieradata/a.yaml"}, nil}, // hierarchy-not-found reports it
		"a hierarchy":             {map[string]string{"environment.conf": "", "hiera.yaml": v5, "data/common.yaml": "a: 1\n", "data/lost.yaml": "a: 1\n"}, []string{"data/lost.yaml"}, nil},
		"a module":                {map[string]string{"metadata.json": `{"name": "a-app"}`, "hiera.yaml": v5, "data/common.yaml": "app::port: 80\n"}, []string{"data/common.yaml"}, nil},
		"not in a data directory": {lost, []string{"app/values/common.yaml"}, []string{"the hierarchy of `app/values/common.yaml` (no hiera.yaml reads it)"}},
		"its directory":           {lost, []string{"app"}, []string{"Hiera data in `app` (no hiera.yaml reads its data: 1 file)"}},
		"beside a hierarchy":      {lost, []string{"."}, []string{"`app/values/common.yaml`, which looks like Hiera data (no hierarchy reads it)"}},
		"several of them": {map[string]string{"hiera.yaml": v5, "data/common.yaml": "a: 1\n", "data5/a.yaml": "app::port: 80\n", "data5/b.yaml": "app::port: 80\n"}, []string{".", "data5/../"},
			[]string{"2 files that look like Hiera data (no hierarchy reads them): `data5/a.yaml`, `data5/b.yaml`"}},
		"read by code": {map[string]string{
			"hiera.yaml": v5, "data/common.yaml": "a: 1\n", "modules/app/data/a.yaml": "app::port: 80\n",
			"modules/app/manifests/init.pp": "class app { $all = loadyaml(\"${module_path}/data/a.yaml\") }\n",
		}, []string{"."}, nil},
		"not a data file": {bare, []string{"Rakefile"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, test.files))
			if diff := cmp.Diff(test.want, notseen.Texts(load(t, test.args...).NotSeen)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestLacksConfig checks which files belong to a module without a hiera.yaml.
func TestLacksConfig(t *testing.T) {
	const metadata = `{"name": "a-app", "version": "1.0.0", "author": "a", "license": "MIT", "summary": "", "source": "", "dependencies": []}`
	for name, test := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"alone":             {map[string]string{"metadata.json": metadata, "manifests/init.pp": "class app {}\n", "data/common.yaml": "app::port: 80\n", "data/table.yaml": "red: 1\n"}, []string{"data/common.yaml"}},
		"in hieradata":      {map[string]string{"metadata.json": metadata, "manifests/init.pp": "class app {}\n", "hieradata/common.yaml": "app::port: 80\n"}, nil},
		"with a hiera.yaml": {map[string]string{"metadata.json": metadata, "hiera.yaml": v5, "data/common.yaml": "app::port: 80\n", "data/other.yaml": "app::port: 80\n"}, nil},
		"with a data provider": {map[string]string{
			"metadata.json": strings.Replace(metadata, `"name"`, `"data_provider": "hiera", "name"`, 1), "manifests/init.pp": "class app {}\n", "data/common.yaml": "app::port: 80\n",
		}, nil},
		"keys of another": {map[string]string{"metadata.json": metadata, "manifests/init.pp": "class app {}\n", "data/common.yaml": "ntp::port: 80\n"}, nil},
		"read by code": {map[string]string{
			"metadata.json": metadata, "manifests/tables/init.pp": "class app { $all = loadyaml(\"${module_path}/data/common.yaml\") }\n", "data/common.yaml": "app::port: 80\n",
		}, nil},
		"for module_data": {map[string]string{"metadata.json": metadata, "manifests/init.pp": "class app {}\n", "data/hiera.yaml": ":hierarchy: [common]\n", "data/common.yaml": "app::port: 80\n"}, nil},
		"installed":       {map[string]string{"environment.conf": "", "hiera.yaml": v5, "modules/ntp/checksums.json": "{}", "modules/ntp/manifests/init.pp": "class ntp {}\n", "modules/ntp/data/a.yaml": "ntp::port: 80\n"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, test.files))
			var lacking []string
			for _, f := range load(t, ".").Files {
				if f.LacksConfig != "" {
					lacking = append(lacking, f.Path)
				}
			}
			if diff := cmp.Diff(test.want, lacking); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestArrayThatCodeReads checks that a file that is no hash, and that code names, is not taken for data without a hierarchy.
func TestArrayThatCodeReads(t *testing.T) {
	class := "class profile::sites ($file = '/etc/puppetlabs/code/environments/production/data/sites.yaml') {\n  $all = loadyaml($file)\n}\n"
	for name, test := range map[string]struct {
		text, class string
		want        []string
	}{
		"an array":              {"---\n# sites\n- name: a\n", class, nil},
		"an array in JSON form": {"[{name: a}]\n", class, nil},
		"a hash":                {"---\nname: a\n", class, []string{"data/sites.yaml"}},
		"another name in code":  {"- name: a\n", strings.ReplaceAll(class, "sites.yaml", "mysites.yaml"), []string{"data/sites.yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, map[string]string{"environment.conf": "modulepath = site\n", "site/profile/manifests/sites.pp": test.class, "data/sites.yaml": test.text}))
			var found []string
			for _, f := range load(t, ".").Files {
				found = append(found, f.Path)
			}
			if diff := cmp.Diff(test.want, found); diff != "" {
				t.Error(diff)
			}
		})
	}
}

package discovery_test

import (
	"maps"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/project"
)

func TestMissingDatadir(t *testing.T) {
	level := func(datadir string) string {
		return "version: 5\nhierarchy:\n  - {name: A, datadir: \"" + datadir + "\", path: a.yaml}\n"
	}
	tests := []struct {
		name, config string
		files        map[string]string
		want         *project.MissingDatadir
	}{
		{"exists", level("data"), map[string]string{"data/a.yaml": ""}, nil},
		{"built in", "version: 5\n", nil, &project.MissingDatadir{Path: "data", Name: "data"}},
		{"misspelled", level("dta"), map[string]string{"data/a.yaml": ""}, &project.MissingDatadir{Path: "dta", Name: "dta", Nearest: "data"}},
		{"misspelled on the way", level("dta/%{environment}/more"), map[string]string{"data/prod/a.yaml": ""},
			&project.MissingDatadir{Path: "dta", Name: "dta", Nearest: "data"}},
		{"another usual name", level("data"), map[string]string{"hieradata/nodes/a.yaml": ""},
			&project.MissingDatadir{Path: "data", Name: "data", Nearest: "hieradata"}},
		{"another usual name, in use", level("secrets") + "  - {name: B, path: b.yaml}\n", map[string]string{"data/b.yaml": ""},
			&project.MissingDatadir{Path: "secrets", Name: "secrets"}},
		{"nothing near has data", level("dta"), map[string]string{"data/README": ""}, &project.MissingDatadir{Path: "dta", Name: "dta"}},
		{"in the Puppetfile", level("hieradata"), map[string]string{"Puppetfile": "mod 'hieradata',\n  :git => 'x', :install_path => '.'\n"},
			&project.MissingDatadir{Path: "hieradata", Name: "hieradata", Mentioned: true}},
		{"in .gitignore", level("private/data"), map[string]string{".gitignore": "*.swp\n/private/\n"},
			&project.MissingDatadir{Path: "private", Name: "private", Mentioned: true}},
		{"a variable first", level("%{environment}/data"), nil, nil},
		{"outside", level("../../hieradata"), nil, nil},
		{"on the server", level("/srv/hieradata"), nil, nil},
		{"a dangling symlink", level("data"), map[string]string{"data -> gone": ""}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := map[string]string{"environment.conf": "", "hiera.yaml": test.config}
			maps.Copy(files, test.files)
			t.Chdir(filetree.Write(t, files))
			root := load(t, ".").Roots[0]
			if diff := cmp.Diff(test.want, root.MissingDatadir(root.Config.Hierarchy[0])); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMatchesOf(t *testing.T) {
	repository(t, nil)
	p := load(t, ".")
	for path, want := range map[string]string{
		"data/common.yaml":        "Common",
		"data/nodes/new.yaml":     "Nodes",
		"data/nodes/../x.yaml":    "",
		"data/common.yml":         "",
		"data/nodes/new/one.yaml": "",
	} {
		got := ""
		for _, m := range p.MatchesOf(path) {
			got += m.Level.Name
		}
		if got != want {
			t.Errorf("%s: read by %q, want %q", path, got, want)
		}
	}
}

func TestDefinitions(t *testing.T) {
	repository(t, nil)
	p := load(t, ".")
	var got []string
	for _, d := range p.Definitions("a") {
		got = append(got, d.File.Path+" "+d.Key.Text()+" "+d.Value.Node().Text())
	}
	if diff := cmp.Diff([]string{"data/common.yaml a 1", "data/nodes/web01.yaml a 2"}, got); diff != "" {
		t.Error(diff)
	}
}

package settings_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/settings"
)

// TestMissing checks that paths in `environments` that do not exist are reported.
func TestMissing(t *testing.T) {
	t.Chdir(filetree.Write(t, map[string]string{
		"hiera.yaml": "", "data/": "", "site/": "",
		"right.yaml": "environments:\n  - {path: ., hiera_config: hiera.yaml, datadirs: {/srv/data: data}, modulepath: [site]}\n",
		"wrong.yaml": "environments:\n  - path: production\n    hiera_config: data\n    datadirs: {/srv/data: dta}\n    modulepath: [site, modules]\n",
	}))
	for name, want := range map[string][]string{
		"right.yaml": nil,
		"wrong.yaml": {
			"wrong.yaml:2:11: no directory `production`; paths are relative to the directory of the configuration",
			"wrong.yaml:3:19: no file `data`; paths are relative to the directory of the configuration",
			"wrong.yaml:4:27: no directory `dta`; paths are relative to the directory of the configuration",
			"wrong.yaml:5:24: no directory `modules`; paths are relative to the directory of the configuration",
		},
	} {
		s, err := settings.Finder{}.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, problem := range s.Missing() {
			got = append(got, problem.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

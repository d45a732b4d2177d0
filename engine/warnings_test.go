package engine_test

import (
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/oracle"
)

const (
	oldGlobal = ":backends: yaml\n:yaml:\n  :datadir: /nowhere\n"
	oldLevels = "version: 4\nhierarchy:\n  - {name: common, backend: yaml}\n"
)

var warningTests = []puppetCase{
	{"undefined variable", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: '%{nope}%{::nope}%{nope}'\n"}, "a"},
	{"undefined variable of a class", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: '%{no::such}%{::no::such}%{::facts::os}'\n"}, "a"},
	{"undefined variable of a class with an empty name", withData("a: '%{::::os}'\n"), "a"},
	{"undefined variable in a path", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: '%{nope}.yaml'}\n  - {name: B, path: '%{::no::such}.yaml'}\n"}, "a"},
	{"version 3 in the global layer", map[string]string{"GLOBAL/hiera.yaml": oldGlobal, "hiera.yaml": "version: 5\n"}, "a"},
	{"empty file in the global layer", map[string]string{"GLOBAL/hiera.yaml": "", "hiera.yaml": "version: 5\n"}, "a"},
	{"version 4 in the global layer", map[string]string{"GLOBAL/hiera.yaml": oldLevels, "hiera.yaml": "version: 5\n"}, "a"},
	{"invalid version 3 in the global layer", map[string]string{"GLOBAL/hiera.yaml": ":backends: [yaml, yaml]\n", "hiera.yaml": "version: 5\n"}, "a"},
	{"version 4 in the environment", map[string]string{"hiera.yaml": oldLevels}, "a"},
	{"version 3 in the environment", map[string]string{"hiera.yaml": "version: 3\n"}, "a"},
	{"string in the environment", map[string]string{"hiera.yaml": "text\n"}, "a"},
	{"version 3 in the module", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": "version: 3\n"}, "m::a"},
	{"version 3 and version 4: one warning", map[string]string{"GLOBAL/hiera.yaml": oldGlobal, "hiera.yaml": oldLevels, "modules/m/hiera.yaml": oldLevels}, "m::a"},
	{"two files of version 3", map[string]string{"hiera.yaml": "version: 3\n", "modules/m/hiera.yaml": "version: 3\n"}, "m::a"},
	{"file that is not a hash", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "- a\n"}, "a"},
	{"key of another module", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "n::a: 1\na: 2\n"}, "m::a"},
	{"environment_data_provider", map[string]string{"environment.conf": "environment_data_provider = hiera\n"}, "a"},
	{"environment_data_provider with version 5", map[string]string{"environment.conf": "environment_data_provider = none\n", "hiera.yaml": "version: 5\n"}, "a"},
}

// TestWarningsAgainstPuppet checks that warnings and errors are the same as in Puppet, for every value of
// strict.
func TestWarningsAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	for _, tt := range warningTests {
		for strict := range strictness {
			t.Run(tt.name+", "+strict, func(t *testing.T) {
				r, err, want := tt.ask(t, puppet, strict)
				slices.Sort(want.Warnings)
				slices.Sort(r.Warnings)
				want.Warnings = slices.Compact(want.Warnings) // the same file may be reported more than once
				if !slices.Equal(r.Warnings, want.Warnings) {
					t.Errorf("warnings\n got: %q\nwant: %q", r.Warnings, want.Warnings)
				}
				if (err != nil) != (want.Error != nil) || err != nil && err.Message != want.Error.Message {
					t.Errorf("got error %v, want %+v", err, want.Error)
				}
			})
		}
	}
}

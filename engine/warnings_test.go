package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/oracle"
)

const (
	oldGlobal = ":backends: yaml\n:yaml:\n  :datadir: /nowhere\n"
	oldLevels = "version: 4\nhierarchy:\n  - {name: common, backend: yaml}\n"
)

var warningTests = []struct {
	name  string
	files map[string]string // GLOBAL/hiera.yaml is that of the global layer
	key   string
}{
	{"undefined variable", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: '%{nope}%{::nope}%{nope}'\n"}, "a"},
	{"undefined variable of a class", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: '%{no::such}%{::no::such}%{::facts::os}'\n"}, "a"},
	{"undefined variable in a path", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: '%{nope}.yaml'}\n  - {name: B, path: '%{::no::such}.yaml'}\n"}, "a"},
	{"version 3 in the global layer", map[string]string{"GLOBAL/hiera.yaml": oldGlobal, "hiera.yaml": "version: 5\n"}, "a"},
	{"empty file in the global layer", map[string]string{"GLOBAL/hiera.yaml": "", "hiera.yaml": "version: 5\n"}, "a"},
	{"version 4 in the global layer", map[string]string{"GLOBAL/hiera.yaml": oldLevels, "hiera.yaml": "version: 5\n"}, "a"},
	{"wrong version 3 in the global layer", map[string]string{"GLOBAL/hiera.yaml": ":backends: [yaml, yaml]\n", "hiera.yaml": "version: 5\n"}, "a"},
	{"version 4 in the environment", map[string]string{"hiera.yaml": oldLevels}, "a"},
	{"version 3 in the environment", map[string]string{"hiera.yaml": "version: 3\n"}, "a"},
	{"text in the environment", map[string]string{"hiera.yaml": "text\n"}, "a"},
	{"version 3 in the module", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": "version: 3\n"}, "m::a"},
	{"version 3 and version 4: warned of once", map[string]string{"GLOBAL/hiera.yaml": oldGlobal, "hiera.yaml": oldLevels, "modules/m/hiera.yaml": oldLevels}, "m::a"},
	{"version 3 twice", map[string]string{"hiera.yaml": "version: 3\n", "modules/m/hiera.yaml": "version: 3\n"}, "m::a"},
	{"file that is no hash", map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "- a\n"}, "a"},
	{"key of another module", map[string]string{"hiera.yaml": "version: 5\n", "modules/m/hiera.yaml": "version: 5\n", "modules/m/data/common.yaml": "n::a: 1\na: 2\n"}, "m::a"},
	{"environment_data_provider", map[string]string{"environment.conf": "environment_data_provider = hiera\n"}, "a"},
	{"environment_data_provider beside version 5", map[string]string{"environment.conf": "environment_data_provider = none\n", "hiera.yaml": "version: 5\n"}, "a"},
}

// Puppet warns of the same, in the same words, with every value of strict.
func TestWarningsAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	for _, tt := range warningTests {
		for strict, setting := range map[string]engine.Strictness{"off": engine.Off, "warning": engine.Warning, "error": engine.Strict} {
			t.Run(tt.name+", "+strict, func(t *testing.T) {
				dir := oracle.WriteTree(t, tt.files)
				request := oracle.Request{EnvDir: dir, Key: tt.key, Facts: map[string]any{"os": "x"}, Settings: map[string]any{"strict": strict}}
				options := engine.Options{Puppet: 7, Strict: setting}
				if _, ok := tt.files["GLOBAL/hiera.yaml"]; ok {
					request.GlobalDir = filepath.Join(dir, "GLOBAL")
					options.GlobalConfig = filepath.Join(dir, "GLOBAL", "hiera.yaml")
				}
				want := puppet.Ask(request)
				facts := data.NewHash([]data.Entry{{Key: data.NewString("os"), Value: data.NewString("x")}})
				r, err := openDir(t, options, dir).Lookup(context.Background(), engine.NewScope(engine.ScopeData{Facts: facts}), engine.LookupOptions{}, tt.key)
				slices.Sort(want.Warnings)
				slices.Sort(r.Warnings)
				want.Warnings = slices.Compact(want.Warnings) // the same file may be told of more than once
				if !slices.Equal(r.Warnings, want.Warnings) {
					t.Errorf("warnings\n got: %q\nwant: %q", r.Warnings, want.Warnings)
				}
				var e *engine.Error
				switch {
				case errors.As(err, &e) != (want.Error != nil):
					t.Errorf("got error %v, want %+v", err, want.Error)
				case e != nil && e.Message != want.Error.Message:
					t.Errorf("error\n got: %s\nwant: %s", e.Message, want.Error.Message)
				}
			})
		}
	}
}

package engine_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/internal/filetree"
)

// TestUndefinedVariableInConfig checks the effect of an undefined variable in a location, as in Puppet 7.23
// and 8.11. With its default strictness, Puppet 8 continues only with a hiera.yaml of version 5.
func TestUndefinedVariableInConfig(t *testing.T) {
	const (
		version3 = ":backends: [yaml]\n:hierarchy:\n  - 'nodes/%{nope}'\n  - common\n:yaml:\n  :datadir: data\n"
		calling  = ":backends: [yaml]\n:hierarchy:\n  - '%{calling_module}/%{calling_class}/%{calling_class_path}'\n  - common\n:yaml:\n  :datadir: data\n"
		version4 = "version: 4\nhierarchy:\n  - {name: Node, backend: yaml, path: 'nodes/%{nope}'}\n  - {name: common, backend: yaml}\n"
		version5 = "version: 5\nhierarchy:\n  - {name: Node, path: 'nodes/%{nope}.yaml'}\n  - {name: Common, path: common.yaml}\n"
	)
	tests := []struct {
		name, config string
		puppet       int
		strict       engine.Strictness
		failure      string // "" if the value is found
		warning      string
	}{
		{"3, Puppet 7", version3, 7, engine.DefaultStrictness, "", "Undefined variable 'nope'; "},
		{"3, Puppet 7, strict", version3, 7, engine.Strict, "Undefined variable 'nope' (file: hiera.yaml, line: 3)", ""},
		{"3, Puppet 8", version3, 8, engine.DefaultStrictness, "Undefined variable 'nope' (file: hiera.yaml, line: 3)", ""},
		{"3, Puppet 8, lenient", version3, 8, engine.Warning, "", "Undefined variable 'nope'; "},
		{"3, variables of the calling class", calling, 8, engine.DefaultStrictness, "", ""},
		{"4, Puppet 7", version4, 7, engine.DefaultStrictness, "", "Undefined variable 'nope'; "},
		{"4, Puppet 8", version4, 8, engine.DefaultStrictness, "Undefined variable 'nope' (file: hiera.yaml, line: 3)", ""},
		{"4, Puppet 8, lenient", version4, 8, engine.Warning, "", "Undefined variable 'nope'; "},
		{"5, Puppet 7, strict", version5, 7, engine.Strict, "Undefined variable 'nope' (file: hiera.yaml, line: 3)", ""},
		{"5, Puppet 8", version5, 8, engine.DefaultStrictness, "", "Interpolation failed with 'nope', but compilation continuing; "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filetree.Write(t, map[string]string{"data/common.yaml": "a: 1\n"})
			o := engine.Options{Puppet: tt.puppet, Strict: tt.strict}
			if strings.HasPrefix(tt.config, ":backends") {
				filetree.Add(t, dir, map[string]string{"global/hiera.yaml": tt.config})
				o.GlobalConfig, o.WorkingDir = filepath.Join(dir, "global", "hiera.yaml"), dir
			} else {
				filetree.Add(t, dir, map[string]string{"hiera.yaml": tt.config})
			}
			result, err := openDir(t, o, dir).Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "a")
			said := func(text string) string {
				return strings.NewReplacer(filepath.ToSlash(dir)+"/global/", "", filepath.ToSlash(dir)+"/", "").Replace(text)
			}
			switch {
			case tt.failure == "" && err != nil:
				t.Errorf("got error %v, want none", err)
			case tt.failure != "" && (err == nil || said(err.Error()) != tt.failure):
				t.Errorf("got error %v", err)
			}
			if warnings := strings.Join(result.Warnings, "\n"); !strings.Contains(warnings, tt.warning) {
				t.Errorf("got warnings %s", warnings)
			}
		})
	}
}

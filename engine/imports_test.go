package engine_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/hieralint/hieralint/"

// rooms are those that a lookup goes through, from the top down. Each imports only those below it.
var rooms = []string{
	"engine", "engine/internal/search", "engine/internal/backend", "engine/internal/hierarchy", "engine/internal/interpolation",
	"engine/internal/invocation", "engine/internal/explain", "engine/internal/scope", "engine/outcome",
}

func TestImports(t *testing.T) {
	t.Parallel()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		room := slices.Index(rooms, filepath.ToSlash(filepath.Join("engine", filepath.Dir(path))))
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imported, own := strings.CutPrefix(name, module)
			if own && imported != "engine" && !strings.HasPrefix(imported, "engine/") && !mayImport(path, imported) {
				t.Errorf("%s imports %s, which is not part of the engine", path, imported)
			}
			if above := slices.Index(rooms, imported); room >= 0 && above >= 0 && above <= room {
				t.Errorf("%s imports %s, which is above it", path, imported)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mayImport reports whether a file may import a package outside the engine: one that knows nothing of linting.
func mayImport(path, imported string) bool {
	if imported == "internal/crash" || imported == "internal/lists" {
		return true
	}
	isForTests := strings.HasPrefix(filepath.ToSlash(path), "internal/typetest/")
	return isForTests && (imported == "internal/oracle" || imported == "internal/reference")
}

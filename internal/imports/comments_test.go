package imports_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// toName matches a reference to a name with a capital letter, such as "see Options.Paths".
var toName = regexp.MustCompile(`\bsee (?:[A-Za-z]\w*\.)?(\w*[A-Z]\w+)\b`)

// TestCommentsReferToNames checks that names to which comments refer exist.
func TestCommentsReferToNames(t *testing.T) {
	t.Parallel()
	root := reference.Root(t)
	declared := map[string]bool{"README": true, "SECURITY": true, "CONTRIBUTING": true}
	type comment struct{ place, name string }
	var references []comment
	fileSet := token.NewFileSet()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || filepath.Ext(path) != ".go":
			return nil
		}
		file, err := parser.ParseFile(fileSet, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok {
				declared[id.Name] = true
			}
			return true
		})
		for _, group := range file.Comments {
			for _, c := range group.List {
				for _, m := range toName.FindAllStringSubmatch(c.Text, -1) {
					references = append(references, comment{fileSet.Position(c.Pos()).String(), m[1]})
				}
			}
		}
		return nil
	})
	if err != nil || len(references) < 20 {
		t.Fatalf("%d references, %v", len(references), err)
	}
	for _, r := range references {
		if !declared[r.name] {
			t.Errorf("%s: there is no %s", r.place, r.name)
		}
	}
}

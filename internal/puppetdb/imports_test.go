package puppetdb

import (
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// TestOnlyHere holds that no other package can use the network, and that one command leads to this one.
func TestOnlyHere(t *testing.T) {
	t.Parallel()
	const module = "github.com/hieralint/hieralint/"
	allowed := map[string][]string{ // directories and files below the module, by what they may import
		"net": {"internal/puppetdb"}, "net/http": {"internal/puppetdb"}, "crypto/tls": {"internal/puppetdb"},
		"net/rpc": nil, "net/smtp": nil, "net/http/cgi": nil, "net/http/httputil": nil, "log/syslog": nil, "golang.org/x/net": nil,
		module + "internal/puppetdb": {"internal/fetch", "cmd/hieralint/nodes_fetch.go"},
		module + "internal/fetch":    {"cmd/hieralint/nodes_fetch.go"},
	}
	root, files := reference.Root(t), 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "puppetdbtest" || strings.HasPrefix(d.Name(), ".") && path != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		for _, spec := range file.Imports {
			name, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			places, limited := allowed[name]
			if limited && !slices.ContainsFunc(places, func(place string) bool { return relative == place || filepath.ToSlash(filepath.Dir(relative)) == place }) {
				t.Errorf("%s imports %s", relative, name)
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}

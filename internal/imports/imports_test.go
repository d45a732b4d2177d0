package imports_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

const module = "github.com/hieralint/hieralint/"

// folder is a directory in the table in docs/design.md, whose rows are in the order of imports:
// packages import only packages of lower rows.
type folder struct {
	path string
	row  int
}

// limits are the only packages of the module that a directory may import, although the table allows
// more.
var limits = map[string][]string{
	"engine":              {"engine", "internal/ascii", "internal/crash", "internal/lazyregexp", "internal/lists", "internal/memo", "internal/rooted"},
	"report":              {"engine/source", "internal/ascii", "internal/diagnostic", "internal/jsonlist", "internal/lazyregexp", "internal/lists", "internal/notseen", "internal/plural", "internal/rooted", "internal/timing", "internal/visible", "internal/wrap", "sarif"},
	"sarif":               {"internal/jsonlist", "internal/visible"},
	"internal/diagnostic": {"engine/source"},
}

// users are the only files and directories that may import a package, so that no other command can
// use the network.
var users = map[string][]string{
	"net": {"internal/puppetdb", "internal/modules"}, "net/http": {"internal/puppetdb", "internal/modules"}, "crypto/tls": {"internal/puppetdb"},
	"net/rpc": nil, "net/smtp": nil, "net/http/cgi": nil, "net/http/httputil": nil, "log/syslog": nil, "golang.org/x/net": nil,
	module + "internal/puppetdb": {"internal/fetch", "cmd/hieralint/nodes_fetch.go"},
	module + "internal/fetch":    {"cmd/hieralint/nodes_fetch.go"},
	module + "internal/modules":  {"cmd/hieralint/modules_fetch.go"},
}

// forTests are directories whose packages may only be imported by tests.
var forTests = []string{"engine/internal/typetest", "internal/puppetdb/puppetdbtest", "internal/rule/ruletest"}

func TestImports(t *testing.T) {
	t.Parallel()
	root := reference.Root(t)
	folders := folders(t, root)
	folderOf := func(directory string) folder {
		var longest folder
		for _, f := range folders {
			if isBelow(directory, f.path) && len(f.path) > len(longest.path) {
				longest = f
			}
		}
		if longest.path == "" {
			t.Errorf("docs/design.md does not list %s", directory)
		}
		return longest
	}
	files := 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "node_modules" || strings.HasPrefix(d.Name(), ".") && name != root):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		files++
		relative, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		file := filepath.ToSlash(relative)
		from := folderOf(path.Dir(file))
		imported, err := imports(name)
		if err != nil {
			return err
		}
		for _, p := range imported {
			if isAmong(path.Dir(file), forTests) {
				break
			}
			if allowed, limited := users[p]; limited && !slices.Contains(allowed, file) && !slices.Contains(allowed, path.Dir(file)) {
				t.Errorf("%s imports %s", file, p)
			}
			own, isOwn := strings.CutPrefix(p, module)
			if !isOwn {
				continue
			}
			if to := folderOf(own); to.path != from.path && to.row <= from.row {
				t.Errorf("%s imports %s, which docs/design.md does not list below %s", file, own, from.path)
			}
			for limited, allowed := range limits {
				if isBelow(path.Dir(file), limited) && !isAmong(own, allowed) {
					t.Errorf("%s imports %s, which %s must not import", file, own, limited)
				}
			}
		}
		return nil
	})
	if err != nil || files < 100 {
		t.Errorf("%d files, %v", files, err)
	}
}

// folders reads the table. Directories in one row must not import each other.
func folders(t *testing.T, root string) []folder {
	t.Helper()
	design, err := os.ReadFile(filepath.Join(root, "docs", "design.md"))
	if err != nil {
		t.Fatal(err)
	}
	var all []folder
	for row, line := range strings.Split(string(design), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) != 4 {
			continue
		}
		for name := range strings.SplitSeq(cells[1], ",") {
			all = append(all, folder{path: strings.TrimSpace(name), row: row})
		}
	}
	return all
}

func imports(name string) ([]string, error) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, spec := range file.Imports {
		p, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

func isAmong(directory string, parents []string) bool {
	return slices.ContainsFunc(parents, func(parent string) bool { return isBelow(directory, parent) })
}

func isBelow(directory, parent string) bool {
	return directory == parent || strings.HasPrefix(directory, parent+"/")
}

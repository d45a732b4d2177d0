package pp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// request is a request to testdata/dump.rb for the tree of a string.
type request struct {
	Text     string `json:"text"`
	Template bool   `json:"template,omitempty"`
	Plans    bool   `json:"plans,omitempty"`
	// Validate requests validation errors instead, and File is the path of the file.
	Validate bool   `json:"validate,omitempty"`
	File     string `json:"file,omitempty"`
}

// answer is the tree or error. Line and Column are 0 if the error has no position.
type answer struct {
	Tree   string `json:"tree"`
	Error  string `json:"error"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// puppet is a running testdata/dump.rb.
type puppet struct{ ruby *oracle.Ruby }

func startPuppet(t testing.TB) puppet {
	t.Helper()
	return puppet{oracle.StartRuby(t, "testdata/dump.rb")}
}

// read has Puppet parse a file.
func (p puppet) read(t testing.TB, path string) (a answer) {
	t.Helper()
	if err := json.Unmarshal(p.ruby.Line(t, []byte(path)), &a); err != nil {
		t.Fatal(err)
	}
	return a
}

// parse has Puppet parse a string.
func (p puppet) parse(t testing.TB, r request) (a answer) {
	t.Helper()
	p.ruby.Ask(t, r, &a)
	return a
}

// parse parses a string with this package.
func parse(path string, r request) answer {
	f := source.New(path, []byte(r.Text))
	read := pp.Parse
	if r.Template {
		read = pp.ParseTemplate
	}
	file, err := read(f, pp.Options{Plans: r.Plans})
	if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
		if wrong.Offset < 0 {
			return answer{Error: wrong.Text}
		}
		pos := f.Pos(wrong.Offset)
		return answer{Error: wrong.Text, Line: pos.Line, Column: pos.Column}
	}
	return answer{Tree: dump(file, r.Template)}
}

// manifests returns the files of the installed modules with one of the endings.
func manifests(t testing.TB, endings ...string) []string {
	t.Helper()
	var paths []string
	for _, dir := range reference.Modules(t) {
		err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			for _, ending := range endings {
				if strings.HasSuffix(path, ending) && d.Type().IsRegular() {
					paths = append(paths, path)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(paths) == 0 {
		t.Fatal("no such files in the modules")
	}
	return paths
}

// TestModules checks that manifests and templates of large modules have the same trees as in Puppet.
func TestModules(t *testing.T) {
	paths := reference.Sample(manifests(t, ".pp", ".epp"))
	puppet := startPuppet(t)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := puppet.read(t, path)
		got := parse(path, request{Text: string(text), Template: strings.HasSuffix(path, ".epp")})
		if got.Tree != want.Tree || got.Error != want.Error {
			t.Errorf("%s:\n%s", path, difference(got, want))
		}
	}
	t.Logf("%d files", len(paths))
}

// difference describes the first difference between two answers.
func difference(got, want answer) string {
	if got.Error != "" || want.Error != "" {
		return fmt.Sprintf("got error %s at %d:%d, want %s at %d:%d", got.Error, got.Line, got.Column, want.Error, want.Line, want.Column)
	}
	n := 0
	for n < len(got.Tree) && n < len(want.Tree) && got.Tree[n] == want.Tree[n] {
		n++
	}
	from := max(0, n-60)
	return "got  …" + got.Tree[from:min(n+60, len(got.Tree))] + "\nwant …" + want.Tree[from:min(n+60, len(want.Tree))]
}

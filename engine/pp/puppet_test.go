package pp_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// request asks testdata/dump.rb for the tree of a text.
type request struct {
	Text     string `json:"text"`
	Template bool   `json:"template,omitempty"`
	Plans    bool   `json:"plans,omitempty"`
}

// answer is what Puppet makes of it.
type answer struct {
	Tree   string `json:"tree"`
	Error  string `json:"error"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// puppet is a running testdata/dump.rb.
type puppet struct {
	t   testing.TB
	in  io.Writer
	out *bufio.Scanner
}

func startPuppet(t testing.TB) *puppet {
	t.Helper()
	cmd := exec.Command(reference.Ruby(t), "testdata/dump.rb")
	cmd.Stderr = io.Discard // warnings about escapes
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		in.Close()
		cmd.Wait()
	})
	scanner := bufio.NewScanner(out)
	scanner.Buffer(nil, 1<<26)
	return &puppet{t, in, scanner}
}

// ask sends a line and reads the answer to it.
func (p *puppet) ask(line string) answer {
	p.t.Helper()
	if _, err := io.WriteString(p.in, line+"\n"); err != nil {
		p.t.Fatal(err)
	}
	if !p.out.Scan() {
		p.t.Fatalf("Puppet does not answer: %v", p.out.Err())
	}
	var a answer
	if err := json.Unmarshal(p.out.Bytes(), &a); err != nil {
		p.t.Fatal(err)
	}
	return a
}

func (p *puppet) parse(r request) answer {
	p.t.Helper()
	line, err := json.Marshal(r)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.ask(string(line))
}

// parse is what we make of a text.
func parse(path string, r request) answer {
	f := source.New(path, []byte(r.Text))
	read := pp.Parse
	if r.Template {
		read = pp.ParseTemplate
	}
	file, err := read(f, pp.Options{Plans: r.Plans})
	if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
		pos := f.Pos(wrong.Span.Start)
		return answer{Error: wrong.Text, Line: pos.Line, Column: pos.Column}
	}
	return answer{Tree: dump(file, r.Template)}
}

// manifests are the files of the installed modules with one of the endings.
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
		t.Fatal("the modules have no such files")
	}
	return paths
}

// The trees of all manifests and templates of large modules are those that Puppet builds.
func TestModules(t *testing.T) {
	paths := manifests(t, ".pp", ".epp")
	puppet := startPuppet(t)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		want := puppet.ask(path)
		got := parse(path, request{Text: string(text), Template: strings.HasSuffix(path, ".epp")})
		if got.Tree != want.Tree || got.Error != want.Error {
			t.Errorf("%s:\n%s", path, difference(got, want))
		}
	}
	t.Logf("%d files", len(paths))
}

// difference shows where two answers part.
func difference(got, want answer) string {
	if got.Error != "" || want.Error != "" {
		return "got error " + got.Error + ", want " + want.Error
	}
	n := 0
	for n < len(got.Tree) && n < len(want.Tree) && got.Tree[n] == want.Tree[n] {
		n++
	}
	from := max(0, n-60)
	return "got  …" + got.Tree[from:min(n+60, len(got.Tree))] + "\nwant …" + want.Tree[from:min(n+60, len(want.Tree))]
}

package fix_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/fix"
	"github.com/hieralint/hieralint/internal/wholefile"
)

var (
	first  = &diagnostic.Descriptor{ID: "HL9901", Name: "first"}
	second = &diagnostic.Descriptor{ID: "HL9902", Name: "second"}
)

// replacing reports each occurrence of old in a file, with a fix that replaces it with new.
func replacing(rule *diagnostic.Descriptor, file *source.File, safe bool, old, new string) []diagnostic.Diagnostic {
	var found []diagnostic.Diagnostic
	for at := 0; ; {
		i := strings.Index(string(file.Text[at:]), old)
		if i < 0 {
			return found
		}
		span := source.Span{Start: at + i, End: at + i + len(old)}
		at = span.End
		found = append(found, diagnostic.Diagnostic{Rule: rule, File: file, Span: span, Fixes: []diagnostic.Fix{{
			Message: "x", Safe: safe, Edits: []diagnostic.TextEdit{{File: file, Span: span, New: new}},
		}}})
	}
}

// inMemory returns a fix.Look for a file that exists only in memory.
func inMemory(t *testing.T, text string, find func(*source.File) []diagnostic.Diagnostic) fix.CheckFunc {
	t.Helper()
	path, err := filepath.Abs("data/a.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return func(_ context.Context, changed map[string][]byte) ([]diagnostic.Diagnostic, error) {
		now := []byte(text)
		if other, ok := changed[path]; ok {
			now = other
		}
		return find(source.New("data/a.yaml", now)), nil
	}
}

func TestRun(t *testing.T) {
	edit := func(file *source.File, start, end int, new string) diagnostic.TextEdit {
		return diagnostic.TextEdit{File: file, Span: source.Span{Start: start, End: end}, New: new}
	}
	once := func(want string, diagnostics func(*source.File) []diagnostic.Diagnostic) func(*source.File) []diagnostic.Diagnostic {
		return func(f *source.File) []diagnostic.Diagnostic {
			if string(f.Text) != want {
				return nil
			}
			return diagnostics(f)
		}
	}
	both := func(rule *diagnostic.Descriptor, safe bool, edits ...diagnostic.TextEdit) diagnostic.Diagnostic {
		return diagnostic.Diagnostic{Rule: rule, File: edits[0].File, Fixes: []diagnostic.Fix{{Safe: safe, Edits: edits}}}
	}
	for _, tt := range []struct {
		name, text string
		find       func(*source.File) []diagnostic.Diagnostic
		options    fix.Options
		want       string
		fixed      int
		unsettled  bool
		refused    int
	}{
		{name: "all places at once", text: "a: x\nb: x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "yy") }, want: "a: yy\nb: yy\n", fixed: 2},
		{name: "nothing to do", text: "a: y\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "y") }, want: "a: y\n"},
		{name: "not without being asked", text: "a: x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, false, "x", "y") }, want: "a: x\n"},
		{name: "when asked", text: "a: x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, false, "x", "y") }, options: fix.Options{Unsafe: true}, want: "a: y\n", fixed: 1},
		{name: "not in this file", text: "a: x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "y") },
			options: fix.Options{May: func(path string) bool { return path != "data/a.yaml" }}, want: "a: x\n"},
		{name: "the safe one of several", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{{Rule: first, File: f, Fixes: []diagnostic.Fix{{Edits: []diagnostic.TextEdit{edit(f, 3, 4, "unsafe")}}, {Safe: true, Edits: []diagnostic.TextEdit{edit(f, 3, 4, "safe")}}}}}
		}), options: fix.Options{Unsafe: true}, want: "a: safe\n", fixed: 1},
		{name: "overlapping: the first, then what is left", text: "a: xyz\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "xy", "1"), replacing(second, f, true, "yz", "2")...)
		}, want: "a: 1z\n", fixed: 1},
		{name: "overlapping: both in turn", text: "a: xx\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "xx", "xy"), replacing(second, f, true, "xy", "z")...)
		}, want: "a: z\n", fixed: 2},
		{name: "beside each other", text: "a: xy\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "x", "1"), replacing(second, f, true, "y", "2")...)
		}, want: "a: 12\n", fixed: 2},
		{name: "insertions at one place", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 3, 3, "1")), both(second, true, edit(f, 3, 3, "2"))}
		}), want: "a: 1x\n", fixed: 1},
		{name: "an insertion beside a replacement", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 3, 4, "y")), both(second, true, edit(f, 4, 4, "!"))}
		}), want: "a: y\n", fixed: 1},
		{name: "in the middle of another", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 3, 3, `"`), edit(f, 4, 4, `"`)), both(second, true, edit(f, 3, 4, "y"))}
		}), want: "a: \"x\"\n", fixed: 1},
		{name: "edits in any order", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 4, 4, `"`), edit(f, 3, 3, `"`))}
		}), want: "a: \"x\"\n", fixed: 1},
		{name: "edits that overlap are no fix", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 2, 4, "y"), edit(f, 3, 4, "z"))}
		}), want: "a: x\n"},
		{name: "edits outside of the file are no fix", text: "a: x\n", find: once("a: x\n", func(f *source.File) []diagnostic.Diagnostic {
			return []diagnostic.Diagnostic{both(first, true, edit(f, 3, 9, "y")), both(first, true, edit(f, -1, 1, "y"))}
		}), want: "a: x\n"},
		{name: "a fix that changes nothing", text: "a: x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "x") }, want: "a: x\n"},
		{name: "back and forth", text: "a: x\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "x", "y"), replacing(second, f, true, "y", "x")...)
		}, want: "a: x\n", fixed: 20, unsettled: true},
		{name: "back and forth in parts", text: "a: x\n", options: fix.Options{Partial: func() bool { return true }}, find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "x", "y"), replacing(second, f, true, "y", "x")...)
		}, want: "a: y\n", fixed: 1, unsettled: true},
		{name: "what Puppet could not read", text: "a: x\nb: z\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "x", "[x"), replacing(second, f, true, "z", "y")...)
		}, want: "a: x\nb: y\n", fixed: 1, refused: 1},
		{name: "what Puppet cannot read now", text: "a: [x\n", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "y") }, want: "a: [y\n", fixed: 1},
		{name: "the last key stays", text: "a: x\nb: x\n", find: func(f *source.File) []diagnostic.Diagnostic {
			return append(replacing(first, f, true, "a: x\n", ""), replacing(second, f, true, "b: x\n", "")...)
		}, want: "b: x\n", fixed: 1},
		{name: "bytes that are not text", text: "a: \xff\xfe x\r\n\uFEFF\r", find: func(f *source.File) []diagnostic.Diagnostic { return replacing(first, f, true, "x", "y") }, want: "a: \xff\xfe y\r\n\uFEFF\r", fixed: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := fix.Run(context.Background(), inMemory(t, tt.text, tt.find), tt.options)
			if err != nil {
				t.Fatal(err)
			}
			got := tt.text
			for _, c := range r.Changes {
				got = string(c.New)
				if string(c.File.Text) != tt.text {
					t.Errorf("change of %q, want of the original file", c.File.Text)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if r.Fixed != tt.fixed || r.Unsettled != tt.unsettled || len(r.Refused) != tt.refused {
				t.Errorf("fixed %d, unsettled %t, refused %v", r.Fixed, r.Unsettled, r.Refused)
			}
		})
	}
}

func TestRunStopsAtErrors(t *testing.T) {
	broken := errors.New("broken")
	if _, err := fix.Run(context.Background(), func(context.Context, map[string][]byte) ([]diagnostic.Diagnostic, error) { return nil, broken }, fix.Options{}); !errors.Is(err, broken) {
		t.Errorf("got error %v", err)
	}
}

// change writes a file, and returns a change of it.
func change(t *testing.T, path, now, new string) *fix.Change {
	t.Helper()
	if err := os.WriteFile(path, []byte(now), 0o640); err != nil {
		t.Fatal(err)
	}
	return &fix.Change{File: source.New(path, []byte(now)), New: []byte(new)}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.yaml")
	c := change(t, path, "a: 1\r\n", "a: 2\r\n")
	if err := c.Write(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil || string(text) != "a: 2\r\n" {
		t.Errorf("got %q, %v", text, err)
	}
	info, err := os.Stat(path)
	if err != nil || runtime.GOOS != "windows" && info.Mode() != 0o640 {
		t.Errorf("got mode %v, %v", info.Mode(), err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestWriteBehindALink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "a.yaml"), filepath.Join(dir, "link.yaml")
	c := change(t, path, "a: 1\n", "a: 2\n")
	filetree.Symlink(t, "a.yaml", link)
	c.File = source.New(link, c.File.Text)
	if err := c.Write(); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(link); err != nil || target != "a.yaml" {
		t.Errorf("link target: got %q, %v", target, err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "a: 2\n" {
		t.Errorf("got %q, %v", text, err)
	}
}

// TestWriteChangedFile checks that Write leaves a file alone that was modified after it was read.
func TestWriteChangedFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.yaml")
	c := change(t, path, "a: 1\n", "a: 2\n")
	if err := os.WriteFile(path, []byte("a: 3\n"), 0o640); err != nil {
		t.Fatal(err)
	}
	if err := c.Write(); !errors.Is(err, wholefile.ErrChanged) {
		t.Errorf("got error %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "a: 3\n" {
		t.Errorf("got %q, %v", text, err)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func TestWriteReadOnlyFile(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write every file")
	}
	path := filepath.Join(t.TempDir(), "a.yaml")
	c := change(t, path, "a: 1\n", "a: 2\n")
	if err := os.Chmod(path, 0o440); err != nil {
		t.Fatal(err)
	}
	if err := c.Write(); !errors.Is(err, os.ErrPermission) {
		t.Errorf("got error %v", err)
	}
}

// TestDiff checks that `git apply` turns each file into the fixed one, given the diff.
func TestDiff(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	for _, tt := range []struct{ name, now, new string }{
		{"one line", "a: 1\nb: 2\n", "a: 1\nb: 3\n"},
		{"carriage returns", "a: 1\r\nb: 2\r\n", "a: 1\r\nb: 3\r\n"},
		{"no line break at the end", "a: 1\nb: 2", "a: 1\nb: 3"},
		{"byte order mark", "\uFEFFa: 1\n", "a: 1\n"},
		{"removed lines", "a: 1\nb: 2\nc: 3\n", "c: 3\n"},
		{"far apart", "a: 1\n" + strings.Repeat("x: y\n", 40) + "b: 2\n", "a: 2\n" + strings.Repeat("x: y\n", 40) + "b: 3\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			if err := os.MkdirAll("data", 0o755); err != nil {
				t.Fatal(err)
			}
			c := change(t, filepath.Join("data", "a.yaml"), tt.now, tt.new)
			apply := exec.Command(git, "apply", "--whitespace=nowarn", "-")
			apply.Stdin = strings.NewReader(string(c.Diff("data/a.yaml")))
			if out, err := apply.CombinedOutput(); err != nil {
				t.Fatalf("%v: %s\n%s", err, out, c.Diff("data/a.yaml"))
			}
			text, err := os.ReadFile(filepath.Join("data", "a.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.new, string(text)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestDiffOfPath checks that a path with a newline, or what else is not visible, is on one line, and that `git apply`
// reads it.
func TestDiffOfPath(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("git is not installed, or these names are invalid")
	}
	for _, tt := range []struct{ path, want string }{
		{"a b-\u00e4.yaml", "a/a b-\u00e4.yaml"},
		{"a\n@@ -9,1 +9,1 @@\n::error::x.yaml", `"a/a\012@@ -9,1 +9,1 @@\012::error::x.yaml"`},
		{"a\x1b[31m\u202eb.yaml", `"a/a\033[31m\342\200\256b.yaml"`},
		{`a"\b.yaml`, `"a/a\"\\b.yaml"`},
	} {
		t.Chdir(t.TempDir())
		c := change(t, tt.path, "a: 1\n", "a: 2\n")
		text := string(c.Diff(tt.path))
		if _, rest, _ := strings.Cut(text, "\n--- "); !strings.HasPrefix(rest, tt.want+"\n+++ ") {
			t.Errorf("%q: no %s in\n%s", tt.path, tt.want, text)
		}
		apply := exec.Command(git, "apply", "-")
		apply.Stdin = strings.NewReader(text)
		if out, err := apply.CombinedOutput(); err != nil {
			t.Errorf("%q: %v: %s\n%s", tt.path, err, out, text)
		}
		if now, err := os.ReadFile(tt.path); err != nil || string(now) != "a: 2\n" {
			t.Errorf("%q: %q, %v", tt.path, now, err)
		}
	}
}

// FuzzRun checks that Run terminates for arbitrary edits, and changes only the edited text.
func FuzzRun(f *testing.F) {
	f.Add("a: 1\nb: 2\n", 0, 1, "x", 3, 4, "y")
	f.Add("a: 1\n", 2, 2, "", 1, 3, "\n")
	f.Fuzz(func(t *testing.T, text string, start, end int, new string, otherStart, otherEnd int, other string) {
		looks := 0
		look := inMemory(t, text, func(file *source.File) []diagnostic.Diagnostic {
			looks++
			edit := func(rule *diagnostic.Descriptor, start, end int, new string) diagnostic.Diagnostic {
				return diagnostic.Diagnostic{Rule: rule, File: file, Fixes: []diagnostic.Fix{{Safe: true, Edits: []diagnostic.TextEdit{{File: file, Span: source.Span{Start: start, End: end}, New: new}}}}}
			}
			if looks > 1 {
				return nil
			}
			return []diagnostic.Diagnostic{edit(first, start, end, new), edit(second, otherStart, otherEnd, other)}
		})
		r, err := fix.Run(context.Background(), look, fix.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range r.Changes {
			if want := len(text) + len(new) - (end - start); r.Fixed == 1 && len(c.New) != want && len(c.New) != len(text)+len(other)-(otherEnd-otherStart) {
				t.Errorf("%q becomes %q", text, c.New)
			}
		}
	})
}

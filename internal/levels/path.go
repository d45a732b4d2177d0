// Package levels derives from the levels of a hierarchy the paths that they may read, and the formats
// in which they read them. It reads nothing from disk.
package levels

import (
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
)

// Path is a path or glob with holes in place of variables, which can be cleaned and cut
// like a path. A hole is a private-use character of Unicode, which does not occur in paths.
type Path struct {
	Text  string
	Holes []string // names of variables
	Wild  bool     // a glob
}

const firstHole = '\U000F0000'

// Add appends a template with a hole for each token; false if it is invalid. plain is the text if
// template is nil.
func (t *Path) Add(plain string, template *interpolate.Template) bool {
	if template == nil {
		t.Text += plain
		return true
	}
	end := 0
	for _, token := range template.Tokens {
		t.Text += template.Text[end:token.Span.Start]
		end = token.Span.End
		switch token.Kind {
		case interpolate.Empty:
		case interpolate.Variable:
			t.open(variableName(token.Key))
		default:
			// Puppet rejects function calls and invalid tokens here.
			return false
		}
	}
	t.Text += template.Text[end:]
	return true
}

func (t *Path) open(name string) {
	t.Text += string(firstHole + rune(len(t.Holes)))
	t.Holes = append(t.Holes, name)
}

// variableName returns the name of a variable as shown to users, without the leading ::, which
// makes no difference for facts.
func variableName(k key.Key) string {
	name := strings.TrimPrefix(k.Root, "::")
	for _, segment := range k.Sub {
		name += "." + segment.Text
	}
	return name
}

// Hole returns the hole that a character represents.
func (t *Path) Hole(r rune) (index int, ok bool) {
	index = int(r - firstHole)
	return index, index >= 0 && index < len(t.Holes)
}

// IsOpen reports whether a part of the text contains holes or wildcards.
func (t *Path) IsOpen(part string) bool {
	for _, r := range part {
		if _, ok := t.Hole(r); ok {
			return true
		}
	}
	return t.Wild && strings.ContainsAny(part, `*?[{\`)
}

// IsVariable reports whether a part of the text is a hole for a variable.
func (t *Path) IsVariable(part, name string) bool {
	r, size := utf8.DecodeRuneInString(part)
	hole, ok := t.Hole(r)
	return ok && size == len(part) && t.Holes[hole] == name
}

// Parts returns the parts of a pattern for the text below dir.
func (t *Path) Parts(dir string) []glob.Part {
	kind := glob.Plain
	if t.Wild {
		kind = glob.Wild
	}
	parts := []glob.Part{{Kind: glob.Plain, Text: strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"}}
	start := 0
	for i, r := range t.Text {
		if index, ok := t.Hole(r); ok {
			parts = append(parts, glob.Part{Kind: kind, Text: t.Text[start:i]})
			parts = append(parts, hole(t.Holes[index]))
			start = i + len(string(r))
		}
	}
	return append(parts, glob.Part{Kind: kind, Text: t.Text[start:]})
}

// AsGlob returns a glob for the possible paths below dir, if values contain no slashes.
func (t *Path) AsGlob(dir string) string {
	var b strings.Builder
	b.WriteString(quoter.Replace(strings.TrimSuffix(filepath.ToSlash(dir), "/")))
	b.WriteByte('/')
	for _, r := range t.Text {
		_, open := t.Hole(r)
		switch {
		case open:
			b.WriteByte('*')
		case t.Wild:
			b.WriteRune(r)
		default:
			b.WriteString(quoter.Replace(string(r)))
		}
	}
	return b.String()
}

// quoter escapes the special characters of a glob.
var quoter = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`, `\`, `\\`, `,`, `\,`)

// FixedDir returns the directory below dir that the text always leads through.
func (t *Path) FixedDir(dir string) string {
	fixed := 0
	for {
		name, _, found := strings.Cut(t.Text[fixed:], "/")
		if !found || t.IsOpen(name) {
			return filepath.Join(dir, t.Text[:fixed])
		}
		fixed += len(name) + len("/")
	}
}

// Clean resolves `.` and `..`, as far as they lead upwards in dir.
func (t *Path) Clean(dir string) string {
	t.Text = path.Clean(t.Text)
	for strings.HasPrefix(t.Text, "../") {
		dir, t.Text = filepath.Dir(dir), t.Text[len("../"):]
	}
	return dir
}

// Datadir returns the datadir of a level; false if it is invalid.
func Datadir(level *config.Level) (Path, bool) {
	t := Path{Wild: level.LocationKind == config.Glob}
	if level.Datadir.Base == config.CodeDir {
		// The location of the server's code directory does not matter, only what follows
		// `environments`.
		t.Text = "/"
	}
	datadir := level.Datadir.WithoutSetting()
	ok := t.Add(datadir.Text, datadir.Template)
	return t, ok
}

// Location returns a location of a level relative to its datadir, which does not affect
// absolute locations; false if it is invalid.
func Location(level *config.Level, datadir Path, location config.Location) (Path, bool) {
	t := Path{Wild: datadir.Wild}
	if !strings.HasPrefix(location.Text, "/") {
		t.Text, t.Holes = datadir.Text+"/", slices.Clone(datadir.Holes)
	}
	if !t.Add(location.Text, location.Template) {
		return Path{}, false
	}
	if !strings.HasSuffix(t.Text, level.Extension) {
		t.Text += level.Extension
	}
	return t, true
}

// AnyFile returns one of the files that a template below dir matches, for any values of its
// variables.
func (t *Path) AnyFile(dir string) string {
	path := strings.Map(func(r rune) rune {
		if _, open := t.Hole(r); open || t.Wild && strings.ContainsRune("*?[]{}", r) {
			return 'x'
		}
		return r
	}, t.Text)
	return filepath.Join(dir, filepath.FromSlash(path))
}

// Written returns a template below dir as in hiera.yaml.
func (t *Path) Written(dir string) string {
	var b strings.Builder
	for _, r := range t.Text {
		if i, open := t.Hole(r); open {
			b.WriteString("%{" + t.Holes[i] + "}")
		} else {
			b.WriteRune(r)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(b.String()))
}

// WrittenTo returns the path of a directory or file on the way to AnyFile, with the text of
// hiera.yaml instead of invented values.
func (t *Path) WrittenTo(dir, path string) string {
	below, err := filepath.Rel(dir, path)
	if err != nil || below == "." || strings.HasPrefix(below, "..") {
		return path
	}
	written := strings.TrimPrefix(strings.TrimPrefix(t.Written(dir), dir), string(filepath.Separator))
	names := strings.Split(written, string(filepath.Separator))
	return filepath.Join(append([]string{dir}, names[:min(len(names), strings.Count(below, string(filepath.Separator))+1)]...)...)
}

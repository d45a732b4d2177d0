package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
)

// pathTemplate is a path or glob with holes in place of variables, which can be cleaned and cut
// like a path. A hole is a private-use character of Unicode, which does not occur in paths.
type pathTemplate struct {
	text  string
	holes []string // names of variables
	wild  bool     // a glob
}

const firstHole = '\U000F0000'

// add appends a template with a hole for each token; false if it is invalid. plain is the text if
// template is nil.
func (t *pathTemplate) add(plain string, template *interpolate.Template) bool {
	if template == nil {
		t.text += plain
		return true
	}
	end := 0
	for _, token := range template.Tokens {
		t.text += template.Text[end:token.Span.Start]
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
	t.text += template.Text[end:]
	return true
}

func (t *pathTemplate) open(name string) {
	t.text += string(firstHole + rune(len(t.holes)))
	t.holes = append(t.holes, name)
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

// isHole returns the hole that a character represents.
func (t *pathTemplate) isHole(r rune) (index int, ok bool) {
	index = int(r - firstHole)
	return index, index >= 0 && index < len(t.holes)
}

// isOpen reports whether a part of the text contains holes or wildcards.
func (t *pathTemplate) isOpen(part string) bool {
	for _, r := range part {
		if _, ok := t.isHole(r); ok {
			return true
		}
	}
	return t.wild && strings.ContainsAny(part, `*?[{\`)
}

// parts returns the parts of a pattern for the text below dir.
func (t *pathTemplate) parts(dir string) []glob.Part {
	kind := glob.Plain
	if t.wild {
		kind = glob.Wild
	}
	parts := []glob.Part{{Kind: glob.Plain, Text: strings.TrimSuffix(filepath.ToSlash(dir), "/") + "/"}}
	start := 0
	for i, r := range t.text {
		if index, ok := t.isHole(r); ok {
			parts = append(parts, glob.Part{Kind: kind, Text: t.text[start:i]})
			parts = append(parts, hole(t.holes[index]))
			start = i + len(string(r))
		}
	}
	return append(parts, glob.Part{Kind: kind, Text: t.text[start:]})
}

// asGlob returns a glob for the possible paths below dir, if values contain no slashes.
func (t *pathTemplate) asGlob(dir string) string {
	var b strings.Builder
	b.WriteString(quoter.Replace(strings.TrimSuffix(filepath.ToSlash(dir), "/")))
	b.WriteByte('/')
	for _, r := range t.text {
		_, open := t.isHole(r)
		switch {
		case open:
			b.WriteByte('*')
		case t.wild:
			b.WriteRune(r)
		default:
			b.WriteString(quoter.Replace(string(r)))
		}
	}
	return b.String()
}

// quoter escapes the special characters of a glob.
var quoter = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`, `\`, `\\`, `,`, `\,`)

// fixedDir returns the directory below dir that the text always leads through.
func (t *pathTemplate) fixedDir(dir string) string {
	for rest := t.text; ; {
		name, after, found := strings.Cut(rest, "/")
		if !found || t.isOpen(name) {
			return dir
		}
		dir = filepath.Join(dir, name)
		rest = after
	}
}

// clean resolves `.` and `..`, as far as they lead upwards in dir.
func (t *pathTemplate) clean(dir string) string {
	t.text = path.Clean(t.text)
	for strings.HasPrefix(t.text, "../") {
		dir, t.text = filepath.Dir(dir), t.text[len("../"):]
	}
	return dir
}

// datadirText returns the datadir of a level; false if it is invalid.
func datadirText(level *config.Level) (pathTemplate, bool) {
	t := pathTemplate{wild: level.LocationKind == config.Glob}
	if level.Datadir.Base == config.CodeDir {
		// The location of the server's code directory does not matter, only what follows
		// `environments`.
		t.text = "/"
	}
	datadir := level.Datadir.WithoutSetting()
	ok := t.add(datadir.Text, datadir.Template)
	return t, ok
}

// locationText returns a location of a level relative to its datadir, which does not affect
// absolute locations; false if it is invalid.
func locationText(level *config.Level, datadir pathTemplate, location config.Location) (pathTemplate, bool) {
	t := pathTemplate{wild: datadir.wild}
	if !strings.HasPrefix(location.Text, "/") {
		t.text, t.holes = datadir.text+"/", slices.Clone(datadir.holes)
	}
	if !t.add(location.Text, location.Template) {
		return pathTemplate{}, false
	}
	if !strings.HasSuffix(t.text, level.Extension) {
		t.text += level.Extension
	}
	return t, true
}

// anyFile returns one of the files that a template below dir matches, for any values of its
// variables.
func (t *pathTemplate) anyFile(dir string) string {
	path := strings.Map(func(r rune) rune {
		if _, open := t.isHole(r); open || t.wild && strings.ContainsRune("*?[]{}", r) {
			return 'x'
		}
		return r
	}, t.text)
	return filepath.Join(dir, filepath.FromSlash(path))
}

// written returns a template below dir as in hiera.yaml.
func (t *pathTemplate) written(dir string) string {
	var b strings.Builder
	for _, r := range t.text {
		if i, open := t.isHole(r); open {
			b.WriteString("%{" + t.holes[i] + "}")
		} else {
			b.WriteRune(r)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(b.String()))
}

// writtenTo returns the path of a directory or file on the way to anyFile, with the text of
// hiera.yaml instead of invented values.
func (t *pathTemplate) writtenTo(dir, path string) string {
	below, err := filepath.Rel(dir, path)
	if err != nil || below == "." || strings.HasPrefix(below, "..") {
		return path
	}
	written := strings.TrimPrefix(strings.TrimPrefix(t.written(dir), dir), string(filepath.Separator))
	names := strings.Split(written, string(filepath.Separator))
	return filepath.Join(append([]string{dir}, names[:min(len(names), strings.Count(below, string(filepath.Separator))+1)]...)...)
}

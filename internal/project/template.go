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

// pathTemplate is a path or glob with holes where variables stand, which can be cleaned and cut like a path.
// A hole is a character of a private area of Unicode, which no path has.
type pathTemplate struct {
	text  string
	holes []string // names of variables
	wild  bool     // a glob
}

const firstHole = '\U000F0000'

// add appends a template, with what its tokens leave open; false when it cannot be read. Plain is
// template.Text where there is no template.
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
			// Puppet refuses calls of methods here, and what it cannot read.
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

// variableName is the name of a variable as people write it, without the leading :: that makes no
// difference for facts.
func variableName(k key.Key) string {
	name := strings.TrimPrefix(k.Root, "::")
	for _, segment := range k.Sub {
		name += "." + segment.Text
	}
	return name
}

// isHole reports which hole a character stands for.
func (t *pathTemplate) isHole(r rune) (index int, ok bool) {
	index = int(r - firstHole)
	return index, index >= 0 && index < len(t.holes)
}

// isOpen reports whether a part of the text is more than plain characters.
func (t *pathTemplate) isOpen(part string) bool {
	for _, r := range part {
		if _, ok := t.isHole(r); ok {
			return true
		}
	}
	return t.wild && strings.ContainsAny(part, `*?[{\`)
}

// parts are the parts of a pattern for the text below dir.
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

// asGlob is a glob for what the text may be below dir, as far as values have no slashes.
func (t *pathTemplate) asGlob(dir string) string {
	var b strings.Builder
	b.WriteString(quote(strings.TrimSuffix(filepath.ToSlash(dir), "/")))
	b.WriteByte('/')
	for _, r := range t.text {
		_, open := t.isHole(r)
		switch {
		case open:
			b.WriteByte('*')
		case t.wild:
			b.WriteRune(r)
		default:
			b.WriteString(quote(string(r)))
		}
	}
	return b.String()
}

// quote takes the special meaning from the characters of a glob.
func quote(text string) string {
	return quoter.Replace(text)
}

var quoter = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `]`, `\]`, `{`, `\{`, `}`, `\}`, `\`, `\\`, `,`, `\,`)

// fixedDir is the directory below dir that the text leads through for certain.
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

// clean settles `.` and `..`, as far as they lead upwards in dir.
func (t *pathTemplate) clean(dir string) string {
	t.text = path.Clean(t.text)
	for strings.HasPrefix(t.text, "../") {
		dir, t.text = filepath.Dir(dir), t.text[len("../"):]
	}
	return dir
}

// datadirText is the datadir of a level; false when it cannot be read.
func datadirText(level *config.Level) (pathTemplate, bool) {
	t := pathTemplate{wild: level.LocationKind == config.Glob}
	if level.Datadir.Base == config.CodeDir {
		// Where the code directory of the server is does not matter: what counts is what comes
		// behind `environments`.
		t.text = "/"
	}
	ok := t.add(level.Datadir.Text, level.Datadir.Template)
	if level.Datadir.Base == config.WorkingDir { // version 3; others are made absolute before they get values
		t.cutSetting()
	}
	return t, ok
}

// cutSetting takes a setting of the server off the start of a data directory, as in
// %{settings::confdir}/hieradata: what is behind it is looked for in the tree.
func (t *pathTemplate) cutSetting() {
	first, rest, found := strings.Cut(t.text, "/")
	if !found || len(t.holes) == 0 || first != string(firstHole) {
		return
	}
	switch name := t.holes[0]; {
	case name == "settings::environmentpath":
		t.text = "/environments/" + rest
	case strings.HasPrefix(name, "settings::"):
		t.text = "/" + rest
	}
}

// locationText is a location of a level below its datadir, which has no say in an absolute one; false
// when it cannot be read.
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

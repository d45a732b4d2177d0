package rule

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
)

// OneLine replaces whitespace, including line breaks, by single spaces, for use in messages.
func OneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// shownLength is the number of characters after which data is truncated in messages. Full names of keys seldom have
// more.
const shownLength = 80

// Shown formats data of the user on one line of limited length, for use in messages.
func Shown(text string) string {
	text = Quoted(text)
	if utf8.RuneCountInString(text) <= shownLength {
		return text
	}
	return string([]rune(text)[:shownLength]) + "…"
}

// maxQuoted is the number of bytes from which messages of Puppet are shortened.
const maxQuoted = 5 << 10

// Quoted returns a message of Puppet on one line: as a whole, so that people can search for it, unless it is very long.
func Quoted(text string) string {
	if len(text) > maxQuoted {
		text = strings.ToValidUTF8(text[:maxQuoted], "") + "…"
	}
	return strings.TrimRight(strings.ReplaceAll(OneLine(text), "`", "'"), "; ") // Puppet prints "; " even if no reason follows
}

// Names joins names as in a sentence.
func Names(names []string) string {
	return plural.And(lists.Map(names, func(name string) string { return "`" + Shown(name) + "`" }))
}

// KindOf returns the kind of a value, for use in a sentence.
func KindOf(v *data.Value) string {
	if v == nil {
		return "something else"
	}
	switch v.Kind() {
	case data.Undef:
		return "null"
	case data.Boolean:
		return "a boolean"
	case data.Integer, data.Float:
		return "a number"
	case data.String:
		return "a string"
	case data.Symbol:
		return "a symbol"
	case data.Array:
		return "an array"
	case data.Hash:
		return "a hash"
	}
	return "something else"
}

// IsParameterKey reports whether a name is the key of a class parameter, CLASS::PARAMETER.
func IsParameterKey(name string) bool {
	class, parameter, ok := manifest.CutParameter(name)
	if !ok || !pp.IsParameterName(parameter) {
		return false
	}
	return !lists.Any(strings.SplitSeq(class, "::"), func(segment string) bool { return !environment.ValidModuleName(segment) })
}

// IsPartlyKnown reports whether anything is known about the key that the code looks up.
func IsPartlyKnown(use *manifest.Lookup) bool {
	return strings.ContainsFunc(use.Key.String(), unicode.IsLetter)
}

type parametersID struct{ class *manifest.Definition }

// ParametersOf returns the parameters of a class, to find similar ones. They are prepared once for each class.
func (s *Site) ParametersOf(class *manifest.Definition) *nearest.Names {
	return Once(s, parametersID{class}, func() *nearest.Names { return nearest.NewNames(ParameterNames(class)) })
}

// ParameterNames returns the names of the parameters of a class.
func ParameterNames(d *manifest.Definition) []string {
	return lists.Map(d.Parameters, func(parameter *manifest.Parameter) string { return parameter.Name })
}

// LookupName returns the root key that contains n, for use in messages.
func LookupName(n *data.Node) string {
	path := n.Path()
	if len(path) == 0 {
		return "the key"
	}
	return "`" + Shown(path[0]) + "`"
}

// EveryLookup returns the subject of a sentence about the lookups that read the value at n, or a part of it: a lookup may
// find another value on all nodes.
func EveryLookup(n *data.Node) string {
	return "Every lookup of " + LookupName(n) + " that reads this value"
}

// KeyPath returns the path of keys to n, which may be nil.
func KeyPath(n *data.Node) diagnostic.KeyPath {
	if n == nil {
		return nil
	}
	names := n.Path()
	path := make(diagnostic.KeyPath, len(names))
	for i := len(names) - 1; i >= 0; i-- {
		path[i] = diagnostic.KeyStep{Name: names[i], IsIndex: n.Parent.Kind == data.Sequence}
		n = n.Parent
	}
	return path
}

// FirstLine returns the part of n on its first line, since reports do not underline blocks.
func FirstLine(n *data.Node) source.Span { return FirstLineOf(n.Doc.File, n.Span) }

// FirstLineOf returns the part of a span on its first line.
func FirstLineOf(file *source.File, span source.Span) source.Span {
	if i := bytes.IndexAny(file.Slice(span), "\r\n"); i >= 0 {
		span.End = span.Start + i
	}
	return span
}

// IsConfigVersion reports whether an entry of a data file is the version of a hiera.yaml, copied from there: nothing looks it up.
func IsConfigVersion(name string, v *data.Value) bool {
	return name == "version" && data.Eql(v, data.NewInteger(5))
}

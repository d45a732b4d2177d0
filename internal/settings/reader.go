package settings

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
)

// Problem is a mistake in a configuration.
type Problem struct {
	File *source.File
	Span source.Span
	// Message says what is wrong in one sentence without a full stop, and Help, which may be empty,
	// what to write instead.
	Message, Help string
}

// String returns the problem on one line, in the form `path:line:column: message; help`.
func (p *Problem) String() string {
	at := p.File.Pos(p.Span.Start)
	text := fmt.Sprintf("%s:%d:%d: %s", p.File.Path, at.Line, at.Column, p.Message)
	if p.Help != "" {
		text += "; " + p.Help
	}
	return text
}

// Doubts returns probable mistakes that do not make the configuration invalid: names of unknown
// rules.
func (s *Settings) Doubts() []*Problem {
	doubts := make([]*Problem, len(s.UnknownRules))
	for i, name := range s.UnknownRules {
		doubts[i] = &Problem{File: name.File, Span: name.Span, Message: "unknown rule `" + name.Name + "`"}
		if name.Near != "" {
			doubts[i].Help = nearest.Question(name.Near)
		}
	}
	return doubts
}

// InvalidError lists everything that is wrong with a configuration, ordered by position.
type InvalidError struct{ Problems []*Problem }

func (e *InvalidError) Error() string {
	return strings.Join(lists.Map(e.Problems, (*Problem).String), "\n")
}

// Parse parses a configuration, whose paths are relative to its directory. profile applies if the
// configuration specifies none. The error is an InvalidError.
func Parse(file *source.File, path string, profile Profile) (*Settings, error) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	r := &reader{file: file, dir: filepath.Dir(abs), dates: map[*data.Node]bool{}}
	doc := data.Parse(file, data.YAML)
	s := r.settings(doc, profile)
	r.unreadable(doc)
	if len(r.problems) > 0 {
		slices.SortStableFunc(r.problems, func(a, b *Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		if r.more > 0 {
			end := source.Span{Start: len(file.Text), End: len(file.Text)}
			r.problems = append(r.problems, &Problem{File: file, Span: end, Message: plural.Count(r.more, "more mistake")})
		}
		return nil, &InvalidError{r.problems}
	}
	return s, nil
}

// reader reads one file. It uses the text rather than YAML's interpretation: `2027-01-31` is a
// date, and `off` a word.
type reader struct {
	file     *source.File
	dir      string // that paths are relative to
	problems []*Problem
	more     int // problems beyond maxProblems
	unknown  []rule.Mention
	dates    map[*data.Node]bool // those that are allowed without quotes

	patterns map[string]int // the number of each kind that is limited, see mostPatterns
}

func (r *reader) settings(doc *data.Document, profile Profile) *Settings {
	s := Default(r.dir, profile)
	s.File = r.file
	root := doc.Root
	if root == nil || root.Kind == data.Scalar && root.Text() == "" {
		return s
	}
	if root.Kind == data.Mapping {
		// The profile determines the defaults of the other settings.
		if n := child(root, "profile"); n != nil {
			if p, ok := ParseProfile(n.Text()); ok {
				p.apply(s)
			}
		}
	}
	readFields(r, root, "the configuration", table, s)
	s.UnknownRules = r.unknown
	return s
}

// unreadable reports that the file is not valid YAML.
func (r *reader) unreadable(doc *data.Document) {
	for _, p := range doc.Problems {
		switch p.Code {
		case data.EmptyDocument, data.NotAHash:
			continue
		case data.ForbiddenClass:
			if r.dates[p.Node] {
				continue
			}
		}
		cause, help := mistake.InDocument(p)
		r.add(&Problem{File: r.file, Span: p.Span, Message: cause, Help: help})
	}
}

// fail reports a mistake at a node, or at its first line.
func (r *reader) fail(n *data.Node, message, help string) {
	span := n.Span
	span.End = min(span.End, r.file.Line(r.file.Pos(span.Start).Line).End)
	r.add(&Problem{File: r.file, Span: span, Message: message, Help: help})
}

// maxProblems is the maximum number of mistakes that are listed. The others are counted.
const maxProblems = 1000

func (r *reader) add(p *Problem) {
	if len(r.problems) == maxProblems {
		r.more++
		return
	}
	r.problems = append(r.problems, p)
}

// child returns the value of a key in a mapping; nil if it is missing.
func child(mapping *data.Node, name string) *data.Node {
	if value := mapping.Get(name); value != nil {
		return resolve(value)
	}
	return nil
}

// resolve returns the node itself, or the one that an alias refers to.
func resolve(n *data.Node) *data.Node {
	if n.Kind == data.Alias && n.Target != nil {
		return n.Target
	}
	return n
}

// entries visits the entries of a mapping.
func (r *reader) entries(n *data.Node, what string, visit func(key, value *data.Node)) {
	n = resolve(n)
	if n.Kind != data.Mapping {
		r.fail(n, what+" must be a hash, not "+kindOf(n), "")
		return
	}
	for key, value := range n.Entries() {
		if key.Kind != data.Scalar {
			r.fail(key, "a key must be a string, not "+kindOf(key), "")
			continue
		}
		visit(key, resolve(value))
	}
}

// noSuch reports an unknown name.
func (r *reader) noSuch(n *data.Node, what, where string, known []string) {
	help := "valid here: " + strings.Join(plural.Code(known), ", ")
	if near, ok := nearest.Name(n.Text(), known); ok && len(n.Text()) > 1 {
		help = nearest.Question(near)
	}
	r.fail(n, "unknown "+what+" `"+n.Text()+"` in "+where, help)
}

// notOneOf reports a value that is not one of some words.
func (r *reader) notOneOf(n *data.Node, what string, words []string) {
	help := ""
	if near, ok := nearest.Name(n.Text(), words); ok && n.Kind == data.Scalar && len(n.Text()) > 1 {
		help = nearest.Question(near)
	}
	r.fail(n, what+" must be "+plural.Or(plural.Code(words))+", not "+kindOf(n), help)
}

// short returns a node as written, if it is short.
func (r *reader) short(n *data.Node) string {
	const much = 40
	if n.Kind == data.Mapping || n.Span.Len() > much || n.Span.Len() == 0 {
		return "…"
	}
	return string(r.file.Slice(n.Span))
}

// isNothing reports whether a key has no value, for example because all its values are commented
// out.
func isNothing(n *data.Node) bool {
	return n.Kind == data.Scalar && n.Style == data.Plain && (n.Text() == "" || n.Text() == "~" || n.Text() == "null")
}

// maxQuoted is the maximum length of values that messages quote.
const maxQuoted = 60

// kindOf describes what is written, for use in a sentence. It quotes no text that is the whole file, or long: the file may
// be a link to one with secrets.
func kindOf(n *data.Node) string {
	switch {
	case n.Kind == data.Mapping:
		return "a hash"
	case n.Kind == data.Sequence:
		return "an array"
	case n.Kind == data.Alias:
		return "an alias"
	case isNothing(n):
		return "nothing"
	case n.Parent == nil, len(n.Text()) > maxQuoted:
		return "a string"
	}
	return "`" + n.Text() + "`"
}

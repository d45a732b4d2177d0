package rule

import (
	"cmp"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/mistake"
	"github.com/hieralint/hieralint/internal/project"
)

// OnlyModule returns the only module that the data belongs to; "" if there is none or more than
// one.
func (p *FilePass) OnlyModule() string {
	if module := p.Module(); module != "" && len(p.File.Modules()) == 1 {
		return module
	}
	return ""
}

// EveryLookupFails returns which lookups fail if Puppet rejects a whole lookup_options.
func (p *FilePass) EveryLookupFails() string {
	if module := p.Module(); module != "" {
		return "Every lookup of a key `" + module + "::…` fails"
	}
	return "Every lookup fails on every node that reads this file"
}

// BelowRoot returns the path of a file relative to the directory of its hiera.yaml.
func BelowRoot(f *project.File) string {
	root := f.Datadir
	if root == nil && len(f.Matches) > 0 {
		root = f.Matches[0].Root
	}
	if root == nil {
		return path.Base(f.Path)
	}
	return strings.TrimPrefix(f.Path, path.Dir(root.Path)+"/")
}

// IsExample reports whether the name of a file indicates that it is not, or no longer, meant for
// Hiera. Compliance profiles are read by SIMP's compliance engine.
func IsExample(name string) bool {
	return slices.Contains(strings.Split(name, "/"), "compliance_profiles") || hasWord(name, examples) || IsLeftover(name)
}

// IsUnreadExample reports whether no known level reads a file because it is an example. Where the
// hierarchy is unknown, roles and hosts may be called test or backup.
func IsUnreadExample(f *project.File) bool {
	switch f.Stray {
	case project.Example:
		return true
	case project.Orphan:
		return IsExample(BelowRoot(f))
	case project.Unclaimed:
		return hasWord(BelowRoot(f), samples)
	}
	return false
}

// IsLeftover reports whether the name of a file indicates that it is no longer meant for Hiera.
func IsLeftover(name string) bool { return hasWord(name, leftovers) }

// hasWord reports whether a part of a path contains one of the words. Those in host names, such as
// old.example.com, do not count.
func hasWord(name string, words map[string]bool) bool {
	for part := range strings.SplitSeq(name, "/") {
		name := strings.ToLower(strings.TrimSuffix(part, path.Ext(part)))
		if strings.Contains(name, ".") {
			continue
		}
		if slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_- ", r) }), func(word string) bool { return words[word] }) {
			return true
		}
	}
	return false
}

var (
	samples  = map[string]bool{"example": true, "examples": true, "sample": true, "samples": true}
	examples = map[string]bool{
		"dist": true, "example": true, "examples": true, "fixtures": true, "sample": true, "samples": true, "schema": true, "schemas": true,
		"skeleton": true, "template": true, "templates": true, "test": true, "tests": true,
	}
	leftovers = map[string]bool{"archive": true, "backup": true, "bak": true, "disabled": true, "old": true, "unused": true}
)

// ReportProblem reports a problem of the data file as d. If d has no detail, it is set to Puppet's
// message, so that people can search for it.
func (p *FilePass) ReportProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	if d.Detail == "" && problem.Message != "" && !problem.Code.IsLimit() {
		d.Detail = "Every lookup that reaches this file fails: `" + Quoted(problem.Message) + "`"
		switch {
		case p.File.Stray == project.Orphan:
			d.Detail = "No level reads this file, and Puppet cannot read it: `" + Quoted(problem.Message) + "`"
		case p.ReadByCode():
			d.Detail = "The function `" + p.File.Functions[0].Name + "` cannot read this file: `" + Quoted(problem.Message) + "`"
		case p.File.Stray == project.Unclaimed:
			d.Detail = "If Puppet reads this file, every lookup that reaches it fails: `" + Quoted(problem.Message) + "`"
		}
	}
	p.ReportDocumentProblem(problem, d)
}

// ReportDocumentProblem reports a problem of a document as d.
func (p *Pass) ReportDocumentProblem(problem *data.Problem, d diagnostic.Diagnostic) {
	d.Span = problem.Span
	d.Key = KeyPath(problem.Node)
	cause, help := mistake.InDocument(problem)
	d.Message = cmp.Or(d.Message, cause)
	d.Help = cmp.Or(d.Help, help)
	p.Report(d)
}

// ReadByCode reports whether the file is read only by custom functions, which may change its keys.
func (p *FilePass) ReadByCode() bool { return len(p.File.Functions) > 0 }

// Text is a string of a data file that Puppet interpolates.
type Text struct {
	Node     *data.Node
	Template *interpolate.Template
	// InOptions reports that it is part of the file's lookup_options.
	InOptions bool
}

// Span returns the position in the file of a range of the string, such as a token.
func (t *Text) Span(in source.Span) source.Span { return t.Node.SourceSpan(in.Start, in.End) }

// Slice returns a range of the string.
func (t *Text) Slice(in source.Span) string { return t.Template.Text[in.Start:in.End] }

// Tokens iterates over the tokens of Texts, with the strings that contain them.
func (p *FilePass) Tokens() iter.Seq2[*Text, *interpolate.Token] {
	return func(yield func(*Text, *interpolate.Token) bool) {
		texts := p.Texts()
		for i := range texts {
			text := &texts[i]
			for token := range text.Template.All() {
				if !yield(text, token) {
					return
				}
			}
		}
	}
}

// IsKey reports whether the key of a mapping is the string name.
func IsKey(n *data.Node, name string) bool {
	return n.Value.Is(data.String) && n.Value.Text() == name
}

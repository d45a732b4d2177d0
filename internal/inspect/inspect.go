// Package inspect answers questions about a position in a file, or about a key: what it refers to,
// where that is defined and read, its value on each node, and which edits rename or merge it. The
// language server shows the answers.
package inspect

import (
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/usage"
)

// Inspector determines what a place in a project is about, and what is known about it.
type Inspector struct {
	Project *project.Project
	// CodeOf and UsageOf hold the code of each environment, and what it reads; nil if it was not
	// read.
	CodeOf  map[*project.Environment]*manifest.Index
	UsageOf map[*project.Environment]*usage.Index
	// Inventory returns the nodes on which keys are evaluated.
	Inventory func() *nodes.Inventory

	documents secret.Documents
}

// AllCode iterates over the code of the environments, in their order.
func (x *Inspector) AllCode() iter.Seq[*manifest.Index] {
	return usage.AllCode(x.Project.Environments, x.CodeOf)
}

// Spot is a place in a file.
type Spot struct {
	File *source.File
	Span source.Span
}

// SubjectKind is the kind of a subject.
type SubjectKind uint8

// The kinds of subjects.
const (
	KeySubject       SubjectKind = iota // a key at the top level of a data file, or a hash key in its value
	ReferenceSubject                    // a key in a token, in a lookup in code, or in lookup_options
	ParameterSubject                    // a class parameter in code
	PatternSubject                      // an entry of lookup_options for several keys
	VariableSubject                     // a variable in a token
	LevelSubject                        // a level of a hierarchy
	ClassSubject                        // the name of a class in data
)

// Subject is what a place is about.
type Subject struct {
	Kind SubjectKind
	File *source.File
	Span source.Span
	// Name is the root key, also of a parameter, or the pattern, variable, level, or class.
	Name string
	// SubKey leads to a KeySubject in the value of a root key.
	SubKey []string
	// Root and Level are set for a LevelSubject, and for a VariableSubject in a level.
	Root  *project.Root
	Level *config.Level
	// Location is the location of the level that contains the place; nil for all.
	Location *data.Node

	node *data.Node // of a KeySubject
}

// Shown returns the path of a key as reports show it: the last key may be an element of a set of secrets rather than a name.
func (x *Inspector) Shown(s *Subject) string {
	path := lists.Map(append([]string{s.Name}, s.SubKey...), secret.Name)
	if s.node != nil && x.documents.IsSecret(s.node) {
		path[len(path)-1] = redact.Redacted
	}
	return strings.Join(path, ".")
}

// IsKey reports whether the subject is a key.
func (s *Subject) IsKey() bool {
	return s.Kind == KeySubject || s.Kind == ReferenceSubject || s.Kind == ParameterSubject
}

// File returns the project's file at an absolute path; nil if there is none.
func (x *Inspector) File(path string) *source.File {
	if doc := x.Document(path); doc != nil {
		return doc.File
	}
	for code := range x.AllCode() {
		for _, d := range code.Classes {
			if d.File.Abs() == path {
				return d.File
			}
		}
		for _, u := range code.Lookups {
			if u.File.Abs() == path {
				return u.File
			}
		}
	}
	return nil
}

// Document returns the data file or hiera.yaml at an absolute path; nil if there is none.
func (x *Inspector) Document(path string) *data.Document {
	if f := x.DataFile(path); f != nil {
		return f.Doc
	}
	if root := x.Root(path); root != nil {
		return root.Config.Doc
	}
	return nil
}

// DataFile returns the data file at an absolute path; nil if there is none.
func (x *Inspector) DataFile(path string) *project.File {
	return lists.Find(x.Project.Files, func(f *project.File) bool {
		return filepath.Base(f.Path) == filepath.Base(path) && f.Doc.File.Abs() == path
	})
}

// Root returns the hierarchy that the file at an absolute path configures; nil if there is none.
func (x *Inspector) Root(path string) *project.Root {
	return lists.Find(x.Project.Roots, func(r *project.Root) bool { return r.Config.Doc.File.Abs() == path && !r.Declared })
}

// SubjectAt returns the subject at an offset in the file at an absolute path; nil if there is none.
func (x *Inspector) SubjectAt(path string, offset int) *Subject {
	if f := x.DataFile(path); f != nil {
		return x.inData(f.Doc, offset)
	}
	if root := x.Root(path); root != nil {
		return inHierarchy(root, offset)
	}
	for code := range x.AllCode() {
		if s := inCode(code, path, offset); s != nil {
			return s
		}
	}
	return nil
}

// inData returns the subject at an offset in a data file.
func (x *Inspector) inData(doc *data.Document, offset int) *Subject {
	n := nodeAt(doc.Root, offset)
	if n == nil || n.Kind != data.Scalar {
		return nil
	}
	if s := inTokens(n, offset); s != nil {
		return s
	}
	path := n.Path()
	if !n.IsKey() {
		return x.className(n)
	}
	s := &Subject{Kind: KeySubject, File: doc.File, Span: n.Span, Name: path[0], SubKey: path[1:], node: n}
	if path[0] == lookupoptions.Key && len(path) == 2 { //nolint:mnd // an entry of lookup_options
		s.Kind, s.Name, s.SubKey = ReferenceSubject, path[1], nil
		if strings.HasPrefix(s.Name, "^") {
			s.Kind = PatternSubject
		}
	}
	return s
}

// className returns the class that a value names; nil if there is none.
func (x *Inspector) className(n *data.Node) *Subject {
	if n.Text() != "" {
		for class := range x.classesNamed(n.Text()) {
			return &Subject{Kind: ClassSubject, File: n.Doc.File, Span: n.Span, Name: class.Name}
		}
	}
	return nil
}

// nodeAt returns the innermost node that contains an offset, including its end, or nil.
func nodeAt(n *data.Node, offset int) *data.Node {
	if n == nil || offset < n.Span.Start || offset > n.Span.End {
		return nil
	}
	for _, child := range n.Children {
		if found := nodeAt(child, offset); found != nil {
			return found
		}
	}
	return n
}

// inTokens returns the key or variable in the token at an offset of a scalar; nil if there is none.
func inTokens(n *data.Node, offset int) *Subject {
	for t := range interpolate.Tokens(n.Text()) {
		if span := n.SourceSpan(t.Span.Start, t.Span.End); offset < span.Start || offset > span.End {
			continue
		}
		s := &Subject{File: n.Doc.File, Name: t.Key.Root}
		switch {
		case t.Kind == interpolate.Call && t.Method.TakesKey():
			s.Kind = ReferenceSubject
		case t.Kind == interpolate.Variable, t.Kind == interpolate.Call && t.Method == interpolate.Scope:
			s.Kind, s.Name = VariableSubject, strings.TrimPrefix(t.Key.Text, "::")
			s.Span = n.SourceSpan(t.KeyOffset, t.KeyOffset+len(t.Key.Text))
			return s
		default:
			return nil
		}
		s.Span = n.SourceSpan(t.KeyOffset+t.Key.RootSpan.Start, t.KeyOffset+t.Key.RootSpan.End)
		return s
	}
	return nil
}

// inHierarchy returns the subject at an offset in a hiera.yaml.
func inHierarchy(root *project.Root, offset int) *Subject {
	doc := root.Config.Doc
	n := nodeAt(doc.Root, offset)
	if n == nil {
		return nil
	}
	var found *Subject
	if n.Kind == data.Scalar {
		found = inTokens(n, offset)
	}
	for _, l := range root.Config.AllLevels() {
		if node := l.Node; node == nil || node.Doc != doc || !contains(node.Span, offset) {
			continue
		}
		if found == nil {
			span := n.Span
			if l.NameNode != nil {
				span = l.NameNode.Span
			}
			found = &Subject{Kind: LevelSubject, File: doc.File, Span: span, Name: l.Name}
		}
		found.Root, found.Level = root, l
		if slices.ContainsFunc(l.Locations, func(at config.Location) bool { return at.Node == n }) {
			found.Location = n
		}
		break
	}
	return found
}

// inCode returns the subject at an offset in a manifest.
func inCode(code *manifest.Index, path string, offset int) *Subject {
	for _, u := range code.Lookups {
		if contains(u.Span, offset) && u.File.Abs() == path {
			if name, known := u.Key.Text(); known {
				return &Subject{Kind: ReferenceSubject, File: u.File, Span: u.Span, Name: name}
			}
		}
	}
	for _, d := range code.Classes {
		if !contains(d.Span, offset) || d.File.Abs() != path {
			continue
		}
		span, name := variableAt(d.File, offset)
		if name != "" && d.Parameter(name) != nil {
			return &Subject{Kind: ParameterSubject, File: d.File, Span: span, Name: d.Name + "::" + name}
		}
		if contains(d.NameSpan, offset) {
			return &Subject{Kind: ClassSubject, File: d.File, Span: d.NameSpan, Name: d.Name}
		}
	}
	return nil
}

func contains(span source.Span, offset int) bool { return span.Start <= offset && offset <= span.End }

// variableAt returns the variable at an offset in Puppet code, with its dollar sign, and its name.
func variableAt(file *source.File, offset int) (span source.Span, name string) {
	isWord := func(c byte) bool { return ascii.IsWord(c) || c == ':' }
	start, end := offset, offset
	for start > 0 && isWord(file.Text[start-1]) {
		start--
	}
	for end < len(file.Text) && isWord(file.Text[end]) {
		end++
	}
	switch {
	case start > 0 && file.Text[start-1] == '$':
		start--
	case start < len(file.Text) && file.Text[start] == '$' && start == offset: // before the dollar sign
		return variableAt(file, offset+1)
	case start > 1 && file.Text[start-1] == '{' && file.Text[start-2] == '$':
		return source.Span{Start: start, End: end}, string(file.Text[start:end])
	default:
		return source.Span{}, ""
	}
	return source.Span{Start: start, End: end}, string(file.Text[start+1 : end])
}

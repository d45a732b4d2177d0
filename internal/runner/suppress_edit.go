package runner

import (
	"bytes"
	"cmp"
	"slices"
	"sort"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/settings"
)

// Suppressor writes comments that suppress findings in a document.
type Suppressor struct {
	doc         *data.Document
	comments    []source.Span
	needsReason bool
}

// NewSuppressor returns the Suppressor of a document.
func NewSuppressor(doc *data.Document, s *settings.Settings) *Suppressor {
	return &Suppressor{doc, commentsOf(doc), s.Suppressions.RequireReason}
}

// Suppress returns an edit that suppresses findings like d: those on its line, or those in the whole
// file. If the settings require a reason and none is given, the comment contains a placeholder. It
// returns false if a comment already names the rule.
func (s *Suppressor) Suppress(d *diagnostic.Diagnostic, wholeFile bool, reason string) (diagnostic.TextEdit, bool) {
	w := &suppressionWriter{Suppressor: s, rule: d.Rule.Name, opening: "# hieralint:"}
	if reason == "" && s.needsReason {
		reason = "reason"
	}
	if reason != "" {
		w.reason = " " + reasonMark + " " + reason
	}
	if s.doc.Format == data.JSON {
		w.opening = "// hieralint:"
	}
	if wholeFile {
		return w.atTop(), true
	}
	return w.at(d.Span.Start)
}

// suppressionWriter writes a comment that suppresses the findings of a rule.
type suppressionWriter struct {
	*Suppressor
	rule, opening, reason string
}

// atTop returns a comment above everything else in the file.
func (w *suppressionWriter) atTop() diagnostic.TextEdit {
	text := w.doc.File.Text
	start := len(text) - len(bytes.TrimPrefix(text, []byte("\uFEFF")))
	return diagnostic.Insert(w.doc.File, start, w.opening+ignoreFileWord+" "+w.rule+w.reason+w.doc.File.LineBreak())
}

// at returns a comment at the end of the line that contains an offset or, if that is impossible, on
// the line on which the scalar starts.
func (w *suppressionWriter) at(offset int) (diagnostic.TextEdit, bool) {
	file := w.doc.File
	line := file.Line(file.Pos(offset).Line)
	if n := scalarAcross(w.doc.Root, line.End); n != nil {
		line = file.Line(file.Pos(n.Span.Start).Line)
		if n.Style != data.Literal && n.Style != data.Folded { // otherwise, a comment may follow its header
			return w.above(line)
		}
	}
	if d := w.directiveIn(line); d != nil {
		return w.extended(d)
	}
	return diagnostic.Insert(w.doc.File, line.End, " "+w.opening+ignoreWord+" "+w.rule+w.reason), true
}

// above returns a comment on a line of its own.
func (w *suppressionWriter) above(line source.Span) (diagnostic.TextEdit, bool) {
	file := w.doc.File
	if n := file.Pos(line.Start).Line; n > 1 {
		before := file.Line(n - 1)
		if d := w.directiveIn(before); d != nil && len(bytes.Trim(file.Text[before.Start:d.Span.Start], blanks)) == 0 {
			return w.extended(d)
		}
	}
	text := w.doc.File.Slice(line)
	indentation := text[:len(text)-len(bytes.TrimLeft(text, " \t"))]
	return diagnostic.Insert(w.doc.File, line.Start, string(indentation)+w.opening+ignoreWord+" "+w.rule+w.reason+w.doc.File.LineBreak()), true
}

// directiveIn returns the comment for hieralint on a line that names rules; nil if there is none.
func (w *suppressionWriter) directiveIn(line source.Span) *directive {
	first, _ := slices.BinarySearchFunc(w.comments, line.Start, func(c source.Span, start int) int { return cmp.Compare(c.Start, start) })
	for _, comment := range w.comments[first:] {
		if comment.Start >= line.End {
			break
		}
		if d := parseDirective(w.doc.File, comment); d != nil && d.Mistake == nil && !d.file && len(d.Rules) > 0 {
			return d
		}
	}
	return nil
}

// extended adds the rule to a comment, unless it contains the rule already.
func (w *suppressionWriter) extended(d *directive) (diagnostic.TextEdit, bool) {
	for _, r := range d.Rules {
		if r.Rule != nil && r.Rule.Name == w.rule {
			return diagnostic.TextEdit{}, false
		}
	}
	return diagnostic.Insert(w.doc.File, d.Rules[len(d.Rules)-1].Span.End, ", "+w.rule), true
}

// scalarAcross returns the scalar that contains the end of a line, where a comment would be part of
// its text; nil if there is none.
func scalarAcross(n *data.Node, at int) *data.Node {
	if n == nil || at < n.Span.Start || at > n.Span.End {
		return nil
	}
	if n.Kind == data.Scalar {
		isBlock := n.Style == data.Literal || n.Style == data.Folded
		if n.Span.Start < at && (at < n.Span.End || isBlock) {
			return n
		}
		return nil
	}
	first := sort.Search(len(n.Children), func(i int) bool { return n.Children[i].Span.End >= at })
	for _, child := range n.Children[first:] {
		if child.Span.Start > at {
			break
		}
		if found := scalarAcross(child, at); found != nil {
			return found
		}
	}
	return nil
}

package lsp

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
)

// hover shows what is known about a place.
func (s *server) hover(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.answering(p.TextDocument.URI, func(ctx context.Context, q *question) (any, error) {
		if q.doc != nil { // the description of a rule needs no check
			if h := s.hoverOnRule(q.doc.file(), p.Position); h != nil {
				return h, nil
			}
		}
		ok, err := q.prepareSoon(ctx, p.Position)
		if err != nil || q.file == nil {
			return nil, err
		}
		if q.doc == nil {
			if h := s.hoverOnRule(q.file, p.Position); h != nil {
				return h, nil
			}
		}
		if !ok {
			return nil, nil
		}
		subject := q.subject(p.Position)
		if subject == nil {
			return nil, nil
		}
		return q.describe(ctx, subject)
	})
}

var ruleName = lazyregexp.New(`[a-z0-9]+(?:-[a-z0-9]+)+|HL[0-9]{4}`)

// hoverOnRule describes a rule in a comment or configuration; nil if there is none.
func (s *server) hoverOnRule(file *source.File, p protocol.Position) *protocol.Hover {
	offset := s.encoding.offset(file, p)
	line := file.Line(file.Pos(offset).Line)
	text := file.Slice(line)
	comment := bytes.Index(text, []byte("hieralint:"))
	if name := filepath.Base(file.Path); comment < 0 && name != ".hieralint.yaml" && name != ".hieralint.yml" {
		return nil
	}
	for _, at := range ruleName().FindAllIndex(text, -1) {
		span := source.Span{Start: line.Start + at[0], End: line.Start + at[1]}
		if at[0] < comment || offset < span.Start || offset > span.End {
			continue
		}
		if rule := session.FindRule(string(file.Slice(span))); rule != nil {
			e := rule.Explain()
			text := fmt.Sprintf("**%s** %s\n\n%s\n\n%s\n\n[%s](%s)", rule.Name, e.Title, e.What, e.Puppet, "Documentation", rule.URL)
			return s.hoverOf(file, span, text)
		}
	}
	return nil
}

func (s *server) hoverOf(file *source.File, span source.Span, text string) *protocol.Hover {
	r := s.encoding.rangeOf(file, span)
	kind := protocol.Markdown
	if formats := s.client.TextDocument.Hover.ContentFormat; len(formats) > 0 && !slices.Contains(formats, kind) {
		kind, text = protocol.PlainText, markdownMarks.Replace(markdownLink().ReplaceAllString(text, "$1"))
	}
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: kind, Value: text}, Range: &r}
}

var (
	markdownLink  = lazyregexp.New(`\[([^]]*)\]\((?:file|https):[^)]*\)`)
	markdownMarks = strings.NewReplacer("**", "", "`", "")
)

// describe describes what is known about a subject.
func (q *question) describe(ctx context.Context, subject *inspect.Subject) (any, error) {
	w := &writer{q: q}
	switch subject.Kind {
	case inspect.KeySubject, inspect.ReferenceSubject, inspect.ParameterSubject:
		facts, err := q.Key(ctx, subject.Name, subject.SubKey...)
		if err != nil {
			return nil, err
		}
		w.key(subject, facts)
	case inspect.PatternSubject:
		w.pattern(subject.Name, q.Matching(subject.Name))
	case inspect.VariableSubject:
		w.variable(subject.Name, q.Variable(subject.Name))
	case inspect.LevelSubject:
		w.level(subject.Name, q.Level(subject))
	case inspect.ClassSubject:
		w.line("**class** %s", code(subject.Name))
		w.text(q.ClassText(subject.Name))
	}
	if w.Len() == 0 {
		return nil, nil
	}
	return q.server.hoverOf(q.file, subject.Span, strings.TrimSpace(w.String())), nil
}

// writer writes Markdown.
type writer struct {
	strings.Builder
	q *question
}

// line writes a paragraph.
func (w *writer) line(format string, args ...any) { fmt.Fprintf(w, format+"\n\n", args...) }

// text writes a paragraph of text, unless it is empty.
func (w *writer) text(text string) {
	if text != "" {
		w.line("%s", text)
	}
}

func (w *writer) item(format string, args ...any) { fmt.Fprintf(w, "- "+format+"\n", args...) }

// code formats a text as code.
func code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if text = strings.ReplaceAll(text, "\n", " "); len(fence) > 1 {
		return fence + " " + text + " " + fence
	}
	return fence + text + fence
}

// place returns a link to a place.
func (w *writer) place(s inspect.Spot) string {
	path := s.File.Abs()
	name := path
	if rel, ok := rooted.Rel(w.q.root.dir, path); ok {
		name = rel
	}
	line := s.File.Pos(s.Span.Start).Line
	return fmt.Sprintf("[%s:%d](%s#L%d)", filepath.ToSlash(name), line, w.q.server.converter(w.q.view).uri(path), line)
}

// maxItems is the maximum number of items in a list.
const maxItems = 12

func (w *writer) key(subject *inspect.Subject, all []*inspect.KeyFacts) {
	for _, facts := range all {
		w.line("**%s**", code(w.q.Shown(subject)))
		if len(all) > 1 {
			w.line("In %s:", code(facts.Environment))
		}
		w.parameter(facts.Parameter)
		for i, o := range facts.Outcomes {
			if i == maxItems {
				w.item("and %d other values", len(facts.Outcomes)-i)
				break
			}
			w.outcome(o)
		}
		w.WriteString("\n")
		w.options(facts)
	}
}

func (w *writer) parameter(p *inspect.ParameterFacts) {
	if p == nil {
		return
	}
	text := fmt.Sprintf("Parameter of class %s", code(p.Class))
	if p.Release != "" {
		text += " of " + p.Release
	}
	if p.Type != "" {
		text += ": " + code(p.Type)
	}
	switch {
	case p.Withheld != "":
		text += ", by default " + code(p.Withheld.String())
	case p.Default != "":
		text += ", by default " + code(p.Default)
	}
	w.line("%s", text)
	w.text(p.Text)
}

func (w *writer) outcome(o *inspect.KeyOutcome) {
	text := code(o.Value)
	switch {
	case o.Withheld != "":
		text = "*" + string(o.Withheld) + "*"
	case o.Failure != "":
		text = "fails: " + o.Failure
	case o.NotFound:
		text = "not set"
	case o.Value == "" && len(o.Unknown) > 0:
		text = "unknown"
	}
	if len(o.Unknown) > 0 {
		text += " (" + strings.Join(o.Unknown, "; ") + ")"
	}
	from := lists.Map(o.Sources, func(s *inspect.ValueSource) string { return strings.TrimSpace(s.Level + " " + w.place(s.Spot)) })
	if len(from) > 0 {
		text += ", from " + plural.And(from)
	}
	w.item("%s: %s", o.Nodes, text)
}

func (w *writer) options(facts *inspect.KeyFacts) {
	var parts []string
	if facts.Merge != "" {
		parts = append(parts, "merged with "+code(facts.Merge))
	}
	if facts.ConvertTo != "" {
		parts = append(parts, "converted to "+code(facts.ConvertTo))
	}
	if len(parts) > 0 && facts.Options != nil {
		w.line("%s, as %s says", strings.Join(parts, ", "), w.place(*facts.Options))
	}
}

func (w *writer) pattern(pattern string, keys []string) {
	w.line("**%s** matches %d of the keys in data", code(pattern), len(keys))
	for i, name := range keys {
		if i == maxItems {
			w.item("and %d more", len(keys)-i)
			break
		}
		w.item("%s", code(name))
	}
}

func (w *writer) variable(name string, v *inspect.VariableFacts) {
	if v.Origin == "" && len(v.Values) == 0 {
		w.line("**%s**: nothing in the tree sets it", code(name))
		return
	}
	w.line("%s", strings.TrimSpace("**"+code(name)+"** "+v.Origin))
	if v.Instead != "" {
		w.line("Use %s instead", code("facts."+v.Instead))
	}
	values := lists.Map(v.Values[:min(len(v.Values), maxItems)], code)
	if more := len(v.Values) - len(values); more > 0 {
		values = append(values, fmt.Sprintf("and %d more", more))
	}
	if len(values) > 0 {
		w.line("Known values: %s", strings.Join(values, ", "))
	}
}

func (w *writer) level(name string, l *inspect.LevelFacts) {
	w.line("**%s** %s", code(name), l.Kind)
	for _, location := range l.Locations {
		switch files := location.Files; {
		case len(files) == 0:
			w.item("%s: no file", code(location.Text))
		case len(files) == 1 && strings.HasSuffix(files[0], "/"+location.Text):
			w.item("%s", code(location.Text))
		default:
			w.item("%s: %s", code(location.Text), plural.Count(len(files), "file"))
			top := rooted.CommonDir(files)
			for i, f := range files {
				if i == maxItems {
					w.WriteString("  - …\n")
					break
				}
				fmt.Fprintf(w, "  - %s\n", code(strings.TrimPrefix(f, top)))
			}
		}
	}
}

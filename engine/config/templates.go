package config

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/source"
)

// checkLocations checks the templates and URIs of a level.
func (r *reader) checkLocations(l *Level) {
	if l.Mapped != nil {
		r.checkMapped(l.Mapped)
		return
	}
	for _, at := range l.Locations {
		r.checkTemplate(at.Node, at.Template, at.Text)
		if l.LocationKind == URI && at.Template == nil {
			r.checkURI(at)
		}
	}
}

// checkDatadir checks the template of a datadir. Puppet makes the datadir absolute before
// interpolating it, so its messages contain the absolute path.
func (r *reader) checkDatadir(d *Datadir) {
	whole := d.Text
	if d.Base == ConfigDir && !strings.HasPrefix(whole, "/") {
		whole = r.file[:strings.LastIndexByte(r.file, '/')+1] + whole
	}
	r.checkTemplate(d.Node, d.Template, whole)
}

// checkTemplate checks the tokens of a string that Puppet interpolates. whole is the string in
// Puppet's messages.
func (r *reader) checkTemplate(node *data.Node, t *interpolate.Template, whole string) {
	if t == nil {
		return
	}
	r.Templates = append(r.Templates, Template{node, t})
	for token := range t.All() {
		p := templateProblem(node, t, token)
		if p == nil {
			continue
		}
		if text, issue := r.tokenError(t, token, whole); text != "" {
			r.fail(AtUse, issue, text, p)
		} else {
			r.note(p)
		}
	}
	r.checkUnclosed(node, t)
}

// tokenError returns Puppet's message for a token that it rejects; "" if it accepts the token.
func (r *reader) tokenError(t *interpolate.Template, token *interpolate.Token, whole string) (text string, issue bool) {
	err := t.Err(token, false)
	switch {
	case err == nil:
		return "", false
	case err.Issue:
		return err.Text + r.place(0), true
	case whole != t.Text && token.KeyErr.Number == "":
		return "Syntax error in string: " + whole, false
	}
	return err.Text, false
}

// templateProblem returns the reason why Puppet rejects a token in a hiera.yaml; nil if it accepts
// the token.
func templateProblem(node *data.Node, t *interpolate.Template, token *interpolate.Token) *Problem {
	p := &Problem{Node: node, Span: within(node, token.Span), Stage: AtUse, Token: token, Template: t}
	switch err := t.Err(token, false); {
	case err == nil:
		return nil
	case err.Issue:
		p.Code = MethodInTemplate
	default:
		p.Code = TemplateSyntax
	}
	return p
}

// maxUnclosed limits the unclosed tokens that are reported for a file. Reports show fewer findings of one rule.
const maxUnclosed = 20_000

// checkUnclosed reports each %{ that is not closed.
func (r *reader) checkUnclosed(node *data.Node, t *interpolate.Template) {
	for offset := range t.Unclosed() {
		if r.unclosed++; r.unclosed > maxUnclosed {
			return
		}
		r.note(&Problem{
			Code: UnclosedToken, Node: node, Span: within(node, source.Span{Start: offset, End: offset + len("%{")}), Stage: AtUse,
		})
	}
}

// checkStrings checks all strings of a value that Puppet interpolates as a whole: options, and the
// section of a backend in version 3.
func (r *reader) checkStrings(v *data.Value) {
	for text := range v.Strings() {
		r.checkTemplate(text.Node(), interpolate.Parse(text.Text()), text.Text())
	}
}

// checkMapped checks mapped_paths. Puppet reads the template only if the variable is set, so its
// problems may not occur.
func (r *reader) checkMapped(m *MappedPaths) {
	if strings.Contains(m.Variable, "%{") || strings.HasPrefix(m.Variable, "$") {
		r.note(&Problem{
			Code: VariableNotBare, Node: m.VariableNode, Stage: AtUse, Name: m.Variable,
		})
	}
	if _, err := key.Parse(m.Variable); err != nil {
		text := "Syntax error in string: mapped_path[0]"
		if number := err.(*key.SyntaxError).Number; number != "" {
			text = "Scope variable name " + number + " is a Integer, not a string"
		}
		r.fail(AtUse, false, text, &Problem{Code: TemplateSyntax, Node: m.VariableNode, Name: m.Variable})
	}
	t := m.Template.Template
	if t == nil {
		return
	}
	r.Templates = append(r.Templates, Template{m.Template.Node, t})
	for token := range t.All() {
		if p := templateProblem(m.Template.Node, t, token); p != nil {
			if text, _ := r.tokenError(t, token, t.Text); text != "" {
				p.Puppet7 = Outcome{Fails, text}
				p.Puppet8 = p.Puppet7
			}
			r.note(p)
		}
	}
	r.checkUnclosed(m.Template.Node, t)
}

// within maps a span of a scalar's value to a span of the file.
func within(node *data.Node, span source.Span) source.Span {
	if node == nil {
		return source.Span{}
	}
	return node.SourceSpan(span.Start, span.End)
}

package runner

import (
	"bytes"
	"strings"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

// directive is a comment with an instruction for hieralint:
//
//	# hieralint:ignore rule, other-rule until=2027-01-31 -- reason
//	# hieralint:ignore-file rule -- reason
type directive struct {
	rule.Suppression
	file bool // ignore-file
}

// The keywords of directives.
const (
	ignoreWord     = "ignore"
	ignoreFileWord = "ignore-file"
	untilOption    = "until="
	reasonMark     = "--"
)

// opening matches the start of a directive in a comment. Other text may precede it, but it must
// have its own comment sign. A directive without a colon matches if it is clearly meant as one.
var opening = lazyregexp.New(`(?:^|[ \t])(#|//|/\*)[ \t]*hieralint(?:[ \t]*(:)|[ \t-]+ignore(?:-file|\b))`)

// mayHaveDirectives reports whether a file may contain directives.
func mayHaveDirectives(text []byte) bool { return bytes.Contains(text, []byte("hieralint")) }

// parseDirective parses the directive in a comment; nil if there is none.
func parseDirective(file *source.File, comment source.Span) *directive {
	text := string(file.Slice(comment))
	m := opening().FindStringSubmatchIndex(text)
	if m == nil {
		return nil
	}
	end := len(strings.TrimRight(strings.TrimSuffix(text, "*/"), " \t"))
	d := &directive{Suppression: rule.Suppression{
		File: file, Span: source.Span{Start: comment.Start + m[2], End: comment.Start + end},
	}}
	d.Removal = removal(file, source.Span{Start: d.Span.Start, End: comment.End})
	if m[4] < 0 {
		d.mistake(d.Span, "malformed suppression: unexpected colon after `hieralint`", "write `# hieralint:ignore rule -- reason`")
		return d
	}
	p := &directiveParser{directive: d, text: text[:end], base: comment.Start, pos: m[5]}
	p.parse()
	return d
}

// removal returns the range to delete in order to remove a comment: with the whitespace before it
// or, if the line contains nothing else, the whole line.
func removal(file *source.File, comment source.Span) source.Span {
	for comment.Start > 0 && (file.Text[comment.Start-1] == ' ' || file.Text[comment.Start-1] == '\t') {
		comment.Start--
	}
	n := file.Pos(comment.Start).Line
	line := file.Line(n)
	if comment.Start > line.Start || comment.End < line.End || file.Pos(comment.End).Line > n {
		return comment
	}
	comment.End = len(file.Text)
	if n < file.Lines() {
		comment.End = file.Line(n + 1).Start
	}
	return comment
}

func (d *directive) mistake(span source.Span, message, help string) {
	if d.Mistake == nil {
		d.Mistake = &rule.SuppressionMistake{Span: span, Message: message, Help: help}
	}
}

// directiveParser parses what follows the colon.
type directiveParser struct {
	*directive
	text string // the comment up to its end
	base int    // the offset of the comment in the file
	pos  int
}

func (p *directiveParser) parse() {
	p.blanks()
	at := p.pos
	switch verb := p.word(); verb {
	case ignoreWord:
	case ignoreFileWord:
		p.file = true
	case "":
		p.mistake(p.Span, "empty suppression", "write `# hieralint:ignore rule -- reason`")
		return
	default:
		p.mistake(p.span(at), "unknown suppression `"+verb+"`", "write `# hieralint:ignore rule -- reason`, or `ignore-file` for the whole file")
		return
	}
	p.names()
	for p.blanks(); p.pos < len(p.text); p.blanks() {
		at := p.pos
		word := p.word()
		switch {
		case word == reasonMark:
			p.Reason = strings.TrimSpace(p.text[p.pos:])
			p.pos = len(p.text)
		case strings.HasPrefix(word, untilOption):
			p.Until = strings.TrimPrefix(word, untilOption)
			if _, err := time.Parse(time.DateOnly, p.Until); err != nil {
				p.mistake(p.span(at), "`"+p.Until+"` is not a date", "write year, month, and day: `until=2027-01-31`")
			}
		default:
			p.mistake(p.span(at), "`"+word+"` is unexpected here", "separate rule names with commas, and put the reason after ` -- `")
			return
		}
	}
	if len(p.Rules) == 0 {
		p.mistake(p.Span, "suppression without a rule", "name it: `# hieralint:ignore rule -- reason`")
	}
}

// names parses names of rules, separated by commas.
func (p *directiveParser) names() {
	for {
		p.blanks()
		at := p.pos
		if rest := p.text[p.pos:]; strings.HasPrefix(rest, reasonMark) || strings.HasPrefix(rest, untilOption) {
			return
		}
		name := p.word()
		if name == "" {
			return
		}
		span := p.span(at)
		r := &rule.SuppressedRule{Mention: rule.Mention{Name: name, File: p.File, Span: span}, Rule: rules.Find(name), Removal: span}
		if r.Rule == nil {
			r.Near = rules.Nearest(name)
		}
		if last := len(p.Rules) - 1; last >= 0 {
			// The comma is removed with the second of two names; for the first name, it is the one
			// after it.
			r.Removal.Start = p.Rules[last].Span.End
			if last == 0 {
				p.Rules[0].Removal.End = span.Start
			}
		}
		p.Rules = append(p.Rules, r)
		p.blanks()
		if p.pos == len(p.text) || p.text[p.pos] != ',' {
			return
		}
		p.pos++
	}
}

func (p *directiveParser) blanks() {
	for p.pos < len(p.text) && (p.text[p.pos] == ' ' || p.text[p.pos] == '\t') {
		p.pos++
	}
}

// word skips characters other than whitespace and commas.
func (p *directiveParser) word() string {
	start := p.pos
	for p.pos < len(p.text) && strings.IndexByte(" \t,", p.text[p.pos]) < 0 {
		p.pos++
	}
	return p.text[start:p.pos]
}

// span returns the range from an offset in the comment to the current position.
func (p *directiveParser) span(from int) source.Span {
	return source.Span{Start: p.base + from, End: p.base + max(p.pos, from+1)}
}

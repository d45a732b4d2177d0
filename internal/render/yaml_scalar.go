package render

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// style is the style of a scalar.
type style uint8

const (
	plain style = iota
	single
	double
	literal
)

func (e *emitter) scalar(v *data.Value, c position) {
	switch v.Kind() {
	case data.Undef:
		if c.simpleKey {
			e.indicator("! ''", false)
		}
		// A null is written as nothing, not even a space.
	case data.Boolean, data.Integer:
		e.indicator(rubytext.ToS(v), false)
	case data.Float:
		e.indicator(floatText(v.Float()), false)
	case data.Rich:
		if u, ok := v.Payload().(data.Unknown); ok {
			e.indicator("!unknown", false)
			e.text(u.UnknownReason(), c)
			return
		}
		e.text(rubytext.ToS(v), c)
	case data.Symbol:
		e.indicator(":"+v.Text(), false)
	default:
		e.text(rubytext.ToS(v), c)
	}
}

func floatText(f float64) string {
	switch {
	case math.IsNaN(f):
		return ".nan"
	case math.IsInf(f, 1):
		return ".inf"
	case math.IsInf(f, -1):
		return "-.inf"
	}
	return rubytext.Float(f)
}

var (
	// notWordFirst matches the lines that Psych looks for: those that start with neither a letter nor a digit, and
	// contain no double quote after the first character.
	notWordFirst = lazyregexp.New(`(?m)^[^\p{L}\p{M}\p{Nd}\p{Pc}][^"]*$`)
	oddOctal     = lazyregexp.New(`\A0[0-7]*[89]`)
)

// text writes a String in the style that Psych requests, unless libyaml requires another one.
func (e *emitter) text(s string, c position) {
	a := analyze(s)
	asked := plain
	switch {
	case s == "<<":
		e.indicator("!!str", false)
		asked = single
	case hasInnerBreak(s):
		asked = literal
	case s == "y" || s == "n":
		asked = double
	case notWordFirst().MatchString(s):
		asked = double
	case !a.plainAllowed || s == "" || !isPlainString(s) || oddOctal().MatchString(s):
		asked = single
	}
	if c.simpleKey && a.multiline {
		asked = double
	}
	if asked == single && !a.singleAllowed {
		asked = double
	}
	if asked == literal && (!a.blockAllowed || c.simpleKey) {
		asked = double
	}
	fold := !c.simpleKey
	switch asked {
	case plain:
		e.plain(s, fold)
	case single:
		e.single(s, fold)
	case double:
		e.double(s, fold)
	default:
		e.literal(s)
	}
}

// hasInnerBreak is Ruby's /\n(?!\Z)/: it reports whether a line break is neither the last character nor directly before
// it.
func hasInnerBreak(s string) bool {
	for i := range len(s) {
		if s[i] == '\n' && i+1 < len(s) && s[i+1:] != "\n" {
			return true
		}
	}
	return false
}

// isPlainString reports whether Psych reads s as the same string if it is written as a plain scalar, which must be
// allowed.
func isPlainString(s string) bool {
	if len(s) > longestWord && isWord(s) {
		return true
	}
	doc := data.Parse(source.New("", []byte("- "+s)), data.YAML)
	return doc.Err == nil && doc.Value.Items()[0].Kind() == data.String
}

// longestWord is the length of `false`. A longer word without digits and signs is always a string.
const longestWord = len("false")

// isWord reports whether a string consists of ASCII letters and underscores.
func isWord(s string) bool {
	for i := range len(s) {
		if !ascii.IsLetter(s[i]) && s[i] != '_' {
			return false
		}
	}
	return true
}

// analysis is libyaml's analysis of a string.
type analysis struct{ multiline, plainAllowed, singleAllowed, blockAllowed bool }

func analyze(s string) analysis {
	a := analysis{plainAllowed: true, singleAllowed: true, blockAllowed: true}
	if s == "" {
		a.blockAllowed = false
		return a
	}
	if strings.HasPrefix(s, "---") || strings.HasPrefix(s, "...") {
		a.plainAllowed = false
	}
	precededBySpace, previousSpace, previousBreak := true, false, false
	for i, r := range s {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			size = 1
		}
		followed := i+size >= len(s) || strings.ContainsAny(s[i+size:i+size+1], " \t\n\r")
		if i == 0 {
			if strings.ContainsRune("#,[]{}&*!|>'\"%@`", r) || followed && strings.ContainsRune("?:-", r) {
				a.plainAllowed = false
			}
		} else if r == ':' && followed || r == '#' && precededBySpace {
			a.plainAllowed = false
		}
		if !printable(r) {
			a.plainAllowed, a.singleAllowed, a.blockAllowed = false, false, false
		}
		last := i+size >= len(s)
		switch {
		case r == ' ':
			if i == 0 || last {
				a.plainAllowed = false
			}
			if last {
				a.blockAllowed = false
			}
			if previousBreak {
				a.plainAllowed, a.singleAllowed = false, false
			}
			previousSpace, previousBreak = true, false
		case isBreak(r):
			a.multiline = true
			a.plainAllowed = false
			if previousSpace {
				a.singleAllowed, a.blockAllowed = false, false
			}
			previousSpace, previousBreak = false, true
		default:
			previousSpace, previousBreak = false, false
		}
		precededBySpace = r == ' ' || r == '\t' || isBreak(r)
	}
	return a
}

func isBreak(r rune) bool {
	return r == '\n' || r == '\r' || r == '\u0085' || r == '\u2028' || r == '\u2029'
}

// printable reports whether libyaml writes a character unescaped. It escapes everything outside the basic multilingual
// plane.
func printable(r rune) bool {
	return r == '\n' || r >= ' ' && r <= '~' || r >= 0xA0 && r <= 0xD7FF || r >= 0xE000 && r <= 0xFFFD && r != 0xFEFF && r != utf8.RuneError
}

func (e *emitter) plain(s string, fold bool) {
	if !e.whitespace && s != "" {
		e.put(' ')
	}
	e.folded(s, fold, e.put)
	e.whitespace, e.indention = false, false
}

// folded writes s, and replaces single spaces after the best width by line breaks.
func (e *emitter) folded(s string, fold bool, put func(rune)) {
	spaces := false
	for i, r := range s {
		if r != ' ' {
			put(r)
			e.indention, spaces = false, false
			continue
		}
		if fold && !spaces && e.column > bestWidth && !strings.HasPrefix(s[i+1:], " ") {
			e.writeIndent()
		} else {
			e.put(' ')
		}
		spaces = true
	}
}

func (e *emitter) single(s string, fold bool) {
	e.indicator("'", false)
	spaces, breaks := false, false
	for i, r := range s {
		switch {
		case r == ' ':
			if fold && !spaces && e.column > bestWidth && i > 0 && i < len(s)-1 && s[i+1] != ' ' {
				e.writeIndent()
			} else {
				e.put(' ')
			}
			spaces = true
		case isBreak(r):
			if !breaks && r == '\n' {
				e.lineBreak()
			}
			e.writeBreak(r)
			e.indention, breaks = true, true
		default:
			if breaks {
				e.writeIndent()
			}
			if r == '\'' {
				e.put('\'')
			}
			e.put(r)
			e.indention, spaces, breaks = false, false, false
		}
	}
	if breaks {
		e.writeIndent()
	}
	e.out.WriteByte('\'')
	e.column++
	e.whitespace, e.indention = false, false
}

func (e *emitter) writeBreak(r rune) {
	if r == '\n' {
		e.lineBreak()
		return
	}
	e.out.WriteRune(r)
	e.column = 0
}

var shortEscapes = map[rune]string{
	0: `\0`, 7: `\a`, '\b': `\b`, '\t': `\t`, '\n': `\n`, '\v': `\v`, '\f': `\f`, '\r': `\r`, 0x1B: `\e`, '"': `\"`, '\\': `\\`,
	0x85: `\N`, 0xA0: `\_`, 0x2028: `\L`, 0x2029: `\P`,
}

func (e *emitter) double(s string, fold bool) {
	e.indicator(`"`, false)
	spaces := false
	for i, r := range s {
		switch {
		case !printable(r) || isBreak(r) || r == '"' || r == '\\':
			for _, c := range escaped(r) {
				e.put(c)
			}
			spaces = false
		case r == ' ':
			if fold && !spaces && e.column > bestWidth && i > 0 && i < len(s)-1 {
				e.writeIndent()
				if s[i+1] == ' ' {
					e.put('\\')
				}
			} else {
				e.put(' ')
			}
			spaces = true
		default:
			e.put(r)
			spaces = false
		}
	}
	e.out.WriteByte('"')
	e.column++
	e.whitespace, e.indention = false, false
}

func escaped(r rune) string {
	if short, ok := shortEscapes[r]; ok {
		return short
	}
	switch {
	case r <= 0xFF:
		return fmt.Sprintf(`\x%02X`, r)
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04X`, r)
	}
	return fmt.Sprintf(`\U%08X`, r)
}

func (e *emitter) literal(s string) {
	h := hints(s)
	e.openEnded = e.openEnded || strings.HasSuffix(h, "+")
	e.indicator("|"+h, false)
	e.lineBreak()
	e.indention, e.whitespace = true, true
	breaks := true
	for _, r := range s {
		if isBreak(r) {
			e.writeBreak(r)
			e.indention, breaks = true, true
			continue
		}
		if breaks {
			e.writeIndent()
		}
		e.put(r)
		e.indention, breaks = false, false
	}
}

// hints returns the indicators after | or > for the indentation of a block scalar and for the treatment of its last
// line break.
func hints(s string) string {
	hint := ""
	if s[0] == ' ' || s[0] == '\n' {
		hint = "2"
	}
	switch {
	case !strings.HasSuffix(s, "\n"):
		return hint + "-"
	case strings.HasSuffix(s, "\n\n"):
		return hint + "+"
	}
	return hint
}

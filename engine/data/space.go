package data

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// LooksLikeSpace reports whether a character looks like a space or like nothing, but is a letter in YAML: a no-break space,
// a space of another width, or a zero-width space.
func LooksLikeSpace(c rune) bool {
	return c == '\u200B' || c >= utf8.RuneSelf && unicode.Is(unicode.Zs, c)
}

// lookalikeNear explains an error by a character that only looks like a space at its position, in its line, or in the line
// above, if there is one.
func (t yamlText) lookalikeNear(x *explanation, e *syntaxError) {
	if c, width := utf8.DecodeRuneInString(t.slice(x.span)); LooksLikeSpace(c) {
		x.span.End, x.reason, x.subject = x.span.Start+width, SpaceLookalike, string(c)
		return
	}
	for _, line := range []source.Span{t.line(x.span.Start), t.line(e.at), t.contentAbove(e.at)} {
		if at, found := t.lookalike(line); found {
			x.span, x.reason, x.subject = at, SpaceLookalike, t.slice(at)
			return
		}
	}
}

// lookalike returns the first character of a line that only looks like a space, where YAML expects one: in the indentation,
// after a dash there, or after a colon.
func (t yamlText) lookalike(line source.Span) (at source.Span, found bool) {
	text := t.slice(line)
	for i, c := range text {
		switch {
		case c == '#' || c == '"' || c == '\'':
			return source.Span{}, false
		case !LooksLikeSpace(c):
			continue
		}
		before := strings.TrimFunc(text[:i], func(c rune) bool { return c == ' ' || LooksLikeSpace(c) })
		if strings.Trim(before, "- ") == "" || strings.HasSuffix(before, ":") {
			return source.Span{Start: line.Start + i, End: line.Start + i + utf8.RuneLen(c)}, true
		}
	}
	return source.Span{}, false
}

package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
)

// rubyCode searches for lookups in Ruby code, or in a template with such code. It does not parse
// Ruby, but searches for names of functions and for quoted strings.
type rubyCode struct {
	*collector
	text string
	// line is the start of the line that contains seen; see inComment.
	line, seen int
}

// scan searches the code.
func (r *rubyCode) scan() {
	r.literals()
	for _, word := range []string{"lookup", "hiera"} {
		for i := 0; ; {
			n := strings.Index(r.text[i:], word)
			if n < 0 {
				break
			}
			start := i + n
			i = start + len(word)
			for start > 0 && ascii.IsWord(r.text[start-1]) {
				start--
			}
			for i < len(r.text) && ascii.IsWord(r.text[i]) {
				i++
			}
			r.word(start, i)
		}
	}
}

// word checks a word that may be the name of a function: lookup('key'), function_hiera(['key']),
// call_function('lookup', 'key').
func (r *rubyCode) word(start, end int) {
	function, isFunction := strings.CutPrefix(r.text[start:end], "function_")
	if !lookups[function] || r.inComment(start) {
		return
	}
	at := end
	byName := start > 0 && strings.IndexByte(`'":`, r.text[start-1]) >= 0
	if byName {
		if !strings.HasSuffix(strings.TrimRight(r.text[:start-1], " ("), "call_function") {
			return
		}
		if quote := r.text[start-1 : start]; quote != ":" {
			if !strings.HasPrefix(r.text[end:], quote) {
				return
			}
			at++
		}
		at = r.skip(at, ",")
	}
	key := r.skip(at, "([")
	if key == end { // not followed by an argument
		return
	}
	pattern, length := rubyText(r.text[key:])
	switch {
	case length > 0:
	case byName || isFunction:
		pattern = anything // a computed key
	default:
		return
	}
	r.uses = append(r.uses, &Lookup{Function: function, Key: pattern.rootKey().clone(), Path: pattern.clone(), In: r.in, File: r.file,
		Span: source.Span{Start: key, End: key + length}, Call: source.Span{Start: start, End: key + length}})
}

// skip skips whitespace and the characters in set.
func (r *rubyCode) skip(at int, set string) int {
	for at < len(r.text) && strings.IndexByte(" \t\r\n"+set, r.text[at]) >= 0 {
		at++
	}
	return at
}

// inComment reports whether the line starts with a number sign.
func (r *rubyCode) inComment(at int) bool {
	if at < r.seen {
		r.line, r.seen = 0, 0
	}
	if newline := strings.LastIndexByte(r.text[r.seen:at], '\n'); newline >= 0 {
		r.line = r.seen + newline + 1
	}
	r.seen = at
	return strings.HasPrefix(strings.TrimLeft(r.text[r.line:at], " \t"), "#")
}

// maxRubyText is the maximum length of strings that may be keys.
const maxRubyText = 4096

// rubyText reads a quoted string, with anything in place of expressions; length is 0 if there is
// none.
func rubyText(text string) (p Pattern, length int) {
	if text == "" || text[0] != '\'' && text[0] != '"' {
		return anything, 0
	}
	text = text[:min(len(text), maxRubyText)]
	quote, part := text[0], 1
	p = literal("")
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == quote:
			return p.then(literal(text[part:i])), i + 1
		case text[i] == '\n':
			return anything, 0
		case quote == '"' && strings.HasPrefix(text[i:], "#{"):
			end := strings.IndexByte(text[i:], '}')
			if end < 0 {
				return anything, 0
			}
			p = p.then(literal(text[part:i])).then(anything)
			i += end
			part = i + 1
		}
	}
	return anything, 0
}

// literals records the words in quotes.
func (r *rubyCode) literals() {
	for i := 0; i < len(r.text); i++ {
		quote := r.text[i]
		if quote != '\'' && quote != '"' {
			continue
		}
		end := i + 1
		for end < len(r.text) && end-i <= maxKey+1 && r.text[end] != quote && r.text[end] > ' ' {
			end++
		}
		if end < len(r.text) && r.text[end] == quote {
			r.mention(r.text[i+1 : end])
			i = end
		}
	}
}

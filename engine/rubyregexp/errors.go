package rubyregexp

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// SyntaxError is a pattern that Ruby refuses.
type SyntaxError struct {
	Pattern string
	Options Options
	// Problem is what Ruby calls it: `end pattern with unmatched parenthesis`.
	Problem string
	// Offset is the byte in Pattern where a person should look.
	Offset int
}

// Error is the text of Ruby's RegexpError: `end pattern with unmatched parenthesis: /^x(/`.
func (e *SyntaxError) Error() string {
	return e.Problem + ": " + literal(e.Pattern, e.Options)
}

// UnsupportedError is a pattern that Ruby accepts, but whose matches cannot be told here.
type UnsupportedError struct {
	Pattern string
	// Construct names what is not supported: "`\X` (grapheme cluster)".
	Construct string
	// Offset is the byte in Pattern where it stands.
	Offset int
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("cannot tell what `%s` matches: %s is not supported; Ruby accepts it, so it is not an error",
		e.Pattern, e.Construct)
}

// MatchError tells why it is not known whether a pattern matches some text. It does not quote the
// text, which may be secret.
type MatchError struct {
	Pattern string
	Reason  string
}

func (e *MatchError) Error() string {
	return fmt.Sprintf("cannot tell whether `%s` matches: %s", e.Pattern, e.Reason)
}

// literal writes a pattern as Ruby quotes it in messages: verbatim when all of it can be printed
// and no slash is in it; otherwise slashes are escaped, as are control and non-ASCII characters,
// and what stands behind a backslash stays.
func literal(pattern string, options Options) string {
	var b strings.Builder
	b.WriteByte('/')
	if printable(pattern) {
		b.WriteString(pattern)
	} else {
		writeEscaped(&b, pattern)
	}
	b.WriteByte('/')
	b.WriteString(options.String())
	return b.String()
}

func printable(pattern string) bool {
	for _, r := range pattern {
		if r < ' ' || r == '/' || r == 0x7f {
			return false
		}
	}
	return utf8.ValidString(pattern)
}

func writeEscaped(b *strings.Builder, pattern string) {
	for i := 0; i < len(pattern); {
		r, size := utf8.DecodeRuneInString(pattern[i:])
		switch {
		case r == '\\' && i+1 < len(pattern):
			_, next := utf8.DecodeRuneInString(pattern[i+1:])
			size += next
			b.WriteString(pattern[i : i+size])
		case r == utf8.RuneError && size == 1, r < ' ' && !isSpace(r), r == 0x7f:
			fmt.Fprintf(b, `\x%02X`, pattern[i])
		case r == '/':
			b.WriteString(`\/`)
		case r > 0xffff:
			fmt.Fprintf(b, `\u{%X}`, r)
		case r >= utf8.RuneSelf:
			fmt.Fprintf(b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
}

// isSpace is isspace(3) of the C locale.
func isSpace(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }

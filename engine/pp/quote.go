package pp

import (
	"fmt"
	"strings"
)

// Quote returns s as a Puppet string literal: single-quoted, or double-quoted if it contains control characters.
func Quote(s string) string {
	b := make([]byte, 0, len(s)+2)
	b = append(b, '\'')
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < 0x20:
			return QuoteDouble(s)
		case c == '\\':
			// Puppet keeps a backslash together with the character after it, so \\ remains two characters, and \' is
			// not escaped again.
			if i+1 < len(s) {
				next := s[i+1]
				if next < 0x20 {
					return QuoteDouble(s)
				}
				b = append(b, '\\', next)
				i++
				continue
			}
			b = append(b, '\\')
		case c == '\'':
			b = append(b, '\\', '\'')
		default:
			b = append(b, c)
		}
	}
	return string(append(b, '\''))
}

// QuoteDouble returns s as a double-quoted string literal.
func QuoteDouble(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '\t':
			b.WriteString(`\t`)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '"' || r == '$' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < 0x20:
			fmt.Fprintf(&b, `\u{%X}`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}

package settings

import (
	"errors"
	"regexp"
	"strings"
)

// Pattern is a glob as .gitignore and most tools have them: `*` and `?` match within a name, `**`
// whole folders, `[a-z]` a character, `{a,b}` one of several. A pattern without a slash, but at its
// end, matches a name at any depth. What matches a folder matches all that is in it.
type Pattern struct {
	Text string
	expr *regexp.Regexp
}

// Patterns match what one of them matches.
type Patterns []Pattern

// Match reports whether one of the patterns matches.
func (p Patterns) Match(path string) bool {
	for i := range p {
		if p[i].expr.MatchString(path) {
			return true
		}
	}
	return false
}

// maxPattern is longer than any pattern that people write.
const maxPattern = 4096

// pathPattern compiles a pattern of paths, which are relative and have slashes.
func pathPattern(text string) (Pattern, error) {
	glob := strings.TrimPrefix(text, "./")
	anchored := strings.Contains(strings.TrimSuffix(glob, "/"), "/")
	glob = strings.Trim(glob, "/")
	if glob == "" || glob == "." {
		glob = "**"
	}
	expr, err := translate(glob, "[^/]")
	if err != nil {
		return Pattern{}, err
	}
	if !anchored {
		expr = "(?:.*/)?" + expr
	}
	return compile(text, expr+"(?:/.*)?")
}

// keyPattern compiles a pattern of keys, as `profile::web::*`. What matches a key matches the keys
// in its value: `profile::web::vhosts` also `profile::web::vhosts.docroot`.
func keyPattern(text string) (Pattern, error) {
	expr, err := translate(text, ".")
	if err != nil {
		return Pattern{}, err
	}
	return compile(text, expr+`(?:\..*)?`)
}

func compile(text, expr string) (Pattern, error) {
	if len(text) > maxPattern {
		return Pattern{}, errors.New("pattern is too long")
	}
	compiled, err := regexp.Compile(`(?s)\A` + expr + `\z`)
	if err != nil {
		return Pattern{}, errors.New("malformed pattern")
	}
	return Pattern{Text: text, expr: compiled}, nil
}

// translate makes a regular expression of a glob whose `?` stands for what one matches, and `*` for any
// number of that.
func translate(glob, one string) (string, error) {
	var b strings.Builder
	braces := 0
	for i := 0; i < len(glob); i++ {
		switch c := glob[i]; c {
		case '*':
			switch {
			case strings.HasPrefix(glob[i:], "**/") && (i == 0 || glob[i-1] == '/'):
				b.WriteString("(?:.*/)?")
				i += 2
			case strings.HasPrefix(glob[i:], "**"):
				b.WriteString(".*")
				i++
			default:
				b.WriteString(one + "*")
			}
		case '?':
			b.WriteString(one)
		case '[':
			end := strings.IndexByte(glob[i+1:], ']')
			if end <= 0 {
				return "", errors.New("unclosed `[` in the pattern")
			}
			b.WriteString(class(glob[i+1 : i+1+end]))
			i += end + 1
		case '{':
			braces++
			b.WriteString("(?:")
		case '}':
			if braces == 0 {
				return "", errors.New("unmatched `}` in the pattern")
			}
			braces--
			b.WriteByte(')')
		case ',':
			if braces > 0 {
				b.WriteByte('|')
			} else {
				b.WriteByte(',')
			}
		case '\\':
			if i++; i == len(glob) {
				return "", errors.New("pattern ends in a backslash")
			}
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		default:
			b.WriteString(regexp.QuoteMeta(glob[i : i+1]))
		}
	}
	if braces > 0 {
		return "", errors.New("unclosed `{` in the pattern")
	}
	return b.String(), nil
}

// class makes a regular expression of what stands in the brackets of a glob.
func class(text string) string {
	not := ""
	if text[0] == '!' || text[0] == '^' {
		not, text = "^", text[1:]
	}
	return "[" + not + strings.NewReplacer(`\`, `\\`, `[`, `\[`).Replace(text) + "]"
}

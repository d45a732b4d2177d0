package settings

import (
	"errors"
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// Pattern is a glob like those of .gitignore and most tools: `*` and `?` match within a name, `**`
// any number of directories, `[a-z]` a character, and `{a,b}` one of several alternatives. A
// pattern without a slash, other than at its end, matches a name at any depth. A pattern that
// matches a directory matches everything in it.
type Pattern struct {
	Text string
	// glob is the text without slashes and `./` around it, and isAnchored means that a path starts with it, both for patterns of paths.
	glob       string
	isAnchored bool
	// literals are contained, in this order, in everything that the pattern matches. Looking for them
	// is faster than expr.
	literals []string
	expr     func() *regexp.Regexp // compiled when it is first used, since there may be very many
}

// Patterns match what at least one of them matches.
type Patterns []Pattern

// Match reports whether one of the patterns matches.
func (p Patterns) Match(path string) bool {
	for i := range p {
		if p[i].Match(path) {
			return true
		}
	}
	return false
}

// Match reports whether the pattern matches.
func (p *Pattern) Match(path string) bool { return p.mayMatch(path) && p.expr().MatchString(path) }

// mayMatch reports whether a path contains the literals of the pattern.
func (p *Pattern) mayMatch(path string) bool {
	for _, literal := range p.literals {
		at := strings.Index(path, literal)
		if at < 0 {
			return false
		}
		path = path[at+len(literal):]
	}
	return true
}

// IsExact reports whether the pattern has no wildcards.
func (p *Pattern) IsExact() bool { return p.Start() == p.Text }

// Start returns the text before the first wildcard of a pattern of keys, with which all of them start.
func (p *Pattern) Start() string {
	if i := strings.IndexAny(p.Text, wildcards+","); i >= 0 {
		return p.Text[:i]
	}
	return p.Text
}

// wildcards are the characters that do not stand for themselves.
const wildcards = `*?[]{}\`

// maxPattern is the maximum length of a pattern.
const maxPattern = 4096

// pathPattern compiles a pattern for relative paths with slashes.
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
	p, err := compile(text, glob, expr+"(?:/.*)?")
	p.glob, p.isAnchored = glob, anchored
	return p, err
}

// keyPattern compiles a pattern for keys, such as `profile::web::*`. A pattern that matches a key
// also matches the keys in its value: `profile::web::vhosts` matches
// `profile::web::vhosts.docroot`.
func keyPattern(text string) (Pattern, error) {
	expr, err := translate(text, ".")
	if err != nil {
		return Pattern{}, err
	}
	return compile(text, text, expr+`(?:\..*)?`)
}

func compile(text, glob, expr string) (Pattern, error) {
	if len(text) > maxPattern {
		return Pattern{}, errors.New("pattern is too long")
	}
	expr = `(?s)\A` + expr + `\z`
	if strings.ContainsAny(glob, wildcards) || !utf8.ValidString(glob) {
		if _, err := syntax.Parse(expr, syntax.Perl); err != nil {
			return Pattern{}, errors.New("malformed pattern")
		}
	}
	return Pattern{Text: text, literals: literalsOf(glob), expr: lazyregexp.New(expr)}, nil
}

// translate converts a glob to a regular expression. `?` matches what one matches, and `*` any
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
			b.WriteString(gitignore.Class(glob[i+1 : i+1+end]))
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

// literalsOf returns the parts without special characters of a glob that translate accepts, except those in braces.
func literalsOf(glob string) []string {
	var literals []string
	from, braces := 0, 0
	for i := 0; i <= len(glob); i++ {
		if i < len(glob) && strings.IndexByte(`*?[{}\`, glob[i]) < 0 {
			continue
		}
		if braces == 0 && from < i {
			literals = append(literals, glob[from:i])
		}
		switch rest := glob[i:]; {
		case strings.HasPrefix(rest, "**/"):
			i += len("*/")
		case strings.HasPrefix(rest, "["):
			i += 1 + strings.IndexByte(rest[1:], ']')
		case strings.HasPrefix(rest, `\`):
			i++
		case strings.HasPrefix(rest, "{"):
			braces++
		case strings.HasPrefix(rest, "}"):
			braces--
		}
		from = i + 1
	}
	return literals
}

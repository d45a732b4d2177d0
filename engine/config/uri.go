package config

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// notURI finds what no URI may contain: white space, some punctuation, and a % that does not stand
// before two hexadecimal digits.
var notURI = regexp.MustCompile("[\\x00-\\x20\"<>\\\\^`{|}\\x7f]|%(?:$|[^0-9A-Fa-f]|[0-9A-Fa-f](?:$|[^0-9A-Fa-f]))")

// URIError is what Ruby's URI says of a text that is none, "" when it accepts it. Only characters
// are looked at: Ruby finds fault with the structure of few texts, and says the same of those.
func URIError(text string) string {
	switch {
	case strings.IndexFunc(text, func(c rune) bool { return c >= utf8.RuneSelf }) >= 0:
		return "URI must be ascii only " + dump(text)
	case notURI.MatchString(text):
		return "bad URI(is not URI?): " + dump(text)
	default:
		return ""
	}
}

// dump is String#dump: inspect, with all but ASCII by its code.
func dump(text string) string {
	var b strings.Builder
	for _, c := range rubytext.Inspect(data.NewString(text)) {
		switch {
		case c < utf8.RuneSelf:
			b.WriteRune(c)
		case c <= 0xffff:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			fmt.Fprintf(&b, `\u{%X}`, c)
		}
	}
	return b.String()
}

// checkURI refuses a location that is not a URI.
func (r *reader) checkURI(at Location) {
	if text := URIError(at.Text); text != "" {
		r.crash(AtUse, classURI, text, &Problem{
			Code: BadURI, Node: at.Node, Cause: "`" + at.Text + "` is not a URI",
			Help: "write other characters than letters, digits and punctuation as `%20`",
		})
	}
}

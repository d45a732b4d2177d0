package rubyregexp

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/rubytext"
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
	return e.Problem + ": " + rubytext.Regexp(e.Pattern) + e.Options.String()
}

// UnsupportedError is a pattern that Ruby accepts, but whose matches are unknown here.
type UnsupportedError struct {
	Pattern string
	// Construct names what is not supported: "`\X` (grapheme cluster)".
	Construct string
	// Offset is the byte in Pattern where it stands.
	Offset int
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("cannot tell what `%s` matches: %s is not supported", e.Pattern, e.Construct)
}

// MatchError says why it is unknown whether a pattern matches some text. It does not quote the
// text, which may be secret.
type MatchError struct {
	Pattern string
	Reason  string
}

func (e *MatchError) Error() string {
	return fmt.Sprintf("cannot tell whether `%s` matches: %s", e.Pattern, e.Reason)
}

package rubyregexp

import (
	"fmt"

	"github.com/hieralint/hieralint/engine/rubytext"
)

// SyntaxError is the error of a pattern that Ruby rejects.
type SyntaxError struct {
	Pattern string
	Options Options
	// Problem is Ruby's description: `end pattern with unmatched parenthesis`.
	Problem string
}

// Error returns the message of Ruby's RegexpError: `end pattern with unmatched parenthesis: /^x(/`.
func (e *SyntaxError) Error() string {
	return e.Problem + ": " + rubytext.Regexp(e.Pattern) + e.Options.String()
}

// UnsupportedError is the error of a pattern that Ruby accepts but this package cannot match reliably.
type UnsupportedError struct {
	Pattern string
	// Construct names what is unsupported: "`\X` (grapheme cluster)".
	Construct string
}

func (e *UnsupportedError) Error() string {
	return fmt.Sprintf("cannot tell what `%s` matches: %s is not supported", e.Pattern, e.Construct)
}

// MatchError is returned if it is unknown whether a pattern matches a text. It does not quote the text, which may be
// secret.
type MatchError struct {
	Pattern string
	Reason  string
}

func (e *MatchError) Error() string {
	return fmt.Sprintf("cannot tell whether `%s` matches: %s", e.Pattern, e.Reason)
}

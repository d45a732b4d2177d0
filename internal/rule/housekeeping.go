package rule

import "github.com/hieralint/hieralint/engine/source"

// Housekeeping is what the runner knows about a run besides the project, for the rules about the
// comments and the configuration that are meant for hieralint.
type Housekeeping struct {
	// Suppressions are those in the files that were checked and, when the whole tree was, those of
	// the configuration; in the order of files and places.
	Suppressions []*Suppression
	// UnknownRules are names in the configuration that are of no rule, in order.
	UnknownRules []Mention
}

// Mention is the name of a rule as somebody wrote it.
type Mention struct {
	Name string
	File *source.File
	Span source.Span
	// Near is, for a name that is of no rule, that of the rule it was probably meant for; may be
	// empty.
	Near string
}

// Suppression asks not to report findings of some rules: a comment in a file, or an entry of the
// configuration.
type Suppression struct {
	// File and Span are the place: of a comment, the part that is meant for hieralint.
	File *source.File
	Span source.Span
	// Removal is what goes when the comment is removed: with its line when it has one of its own.
	// It is empty for entries of the configuration.
	Removal source.Span
	Rules   []*SuppressedRule
	// Reason is why; may be empty.
	Reason string
	// Until is the last day on which it holds, as 2027-01-31; empty when it has no end.
	Until string
	// Expired means that this day is over: it has no effect any more.
	Expired bool
	// Mistake is why it has no effect; nil when it is right.
	Mistake *SuppressionMistake
}

// SuppressionMistake is what is wrong with a Suppression.
type SuppressionMistake struct {
	Span          source.Span
	Message, Help string
}

// SuppressedRule is one of the names in a Suppression.
type SuppressedRule struct {
	Mention
	// Removal is what goes when the name is removed from its list.
	Removal source.Span
	// Rule is the rule of that name; nil when there is none.
	Rule *Rule
	// Meant tells, where there is none, that the rule Near has findings there.
	Meant bool
	Use   Use
}

// Use is what a name in a Suppression is good for.
type Use uint8

// The uses.
const (
	Used      Use = iota // it keeps findings from being reported
	Unused               // the rule has looked and found nothing there
	Undecided            // the rule is off, or it did not get to an end
	Refused              // the configuration does not allow it, or it has no sense
)

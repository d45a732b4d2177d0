package rule

import "github.com/hieralint/hieralint/engine/source"

// Housekeeping is what rules about hieralint's own comments and configuration check.
type Housekeeping struct {
	// Suppressions are those in the files that were checked and, when the whole tree was, those of
	// the configuration; in the order of files and places.
	Suppressions []*Suppression
	// UnknownRules are the names in the configuration that no rule has, in order.
	UnknownRules []Mention
}

// Mention is a name of a rule in a comment or in the configuration.
type Mention struct {
	Name string
	File *source.File
	Span source.Span
	// Near is the name of the rule that was probably meant where no rule has the name; may be empty.
	Near string
}

// Suppression is a comment or an entry of the configuration that suppresses findings of some rules.
type Suppression struct {
	// File and Span are its place: of a comment, the part that hieralint reads.
	File *source.File
	Span source.Span
	// Removal is what a fix removes: the comment, with its line if there is nothing else on it. It is empty for entries of
	// the configuration.
	Removal source.Span
	Rules   []*SuppressedRule
	// Reason is the reason that its author gives; may be empty.
	Reason string
	// Until is the last day on which it applies, as 2027-01-31; empty if it does not expire.
	Until string
	// Expired means that this day has passed: it has no effect any more.
	Expired bool
	// Mistake is why it is invalid and has no effect; nil if it is valid.
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
	// Removal is what a fix removes to take the name out of its list.
	Removal source.Span
	// Rule is the rule of that name; nil when there is none.
	Rule *Rule
	// Meant means that the rule is unknown, and that the rule Near has findings there.
	Meant bool
	Use   Use
}

// Use says whether a name in a Suppression has an effect.
type Use uint8

// The uses.
const (
	Used      Use = iota // findings of the rule are suppressed
	Unused               // the rule has nothing to report there
	Undecided            // the rule is off, or it did not finish
	Refused              // the configuration protects the rule, or it cannot be suppressed
)

package rule

import "github.com/hieralint/hieralint/engine/source"

// Housekeeping is the input of rules about hieralint's own comments and configuration.
type Housekeeping struct {
	// Suppressions lists the suppressions in the checked files and, if the whole tree was checked,
	// in the configuration, ordered by file and position.
	Suppressions []*Suppression
	// UnknownRules lists names in the configuration that are not rules, in order.
	UnknownRules []Mention
}

// Mention is the name of a rule in a comment or in the configuration.
type Mention struct {
	Name string
	File *source.File
	Span source.Span
	// Near is the name of the rule that was probably intended, if Name is not a rule; may be empty.
	Near string
}

// Suppression is a comment or configuration entry that suppresses findings of some rules.
type Suppression struct {
	// File and Span are its position: in a comment, the part that hieralint reads.
	File *source.File
	Span source.Span
	// Removal is the part that a fix removes: the comment, and its line if it contains nothing
	// else. It is empty for configuration entries.
	Removal source.Span
	Rules   []*SuppressedRule
	// Reason is the author's reason; may be empty.
	Reason string
	// Until is the last day on which it applies, such as 2027-01-31; empty if it does not expire.
	Until string
	// Expired reports that this day has passed, so that the suppression has no effect.
	Expired bool
	// Mistake is the reason why the suppression is invalid and has no effect; nil if it is valid.
	Mistake *SuppressionMistake
}

// SuppressionMistake describes an invalid Suppression.
type SuppressionMistake struct {
	Span          source.Span
	Message, Help string
}

// SuppressedRule is the name of a rule in a Suppression.
type SuppressedRule struct {
	Mention
	// Removal is the part that a fix removes to delete the name from the list.
	Removal source.Span
	// Rule is the rule with that name; nil if there is none.
	Rule *Rule
	// Meant reports that the rule is unknown, but that the rule Near has findings there.
	Meant bool
	Use   Use
}

// Use says whether a name in a Suppression has an effect.
type Use uint8

// The uses.
const (
	Used      Use = iota // findings of the rule are suppressed
	Unused               // the rule has no findings there
	Undecided            // the rule is off, or did not finish
	Refused              // the configuration protects the rule, or it cannot be suppressed
)

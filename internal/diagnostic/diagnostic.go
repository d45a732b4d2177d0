// Package diagnostic is what a finding is: what is wrong, where, and how to fix it. Those who write reports and apply fixes
// know findings by it, and nothing of rules or of Hiera.
package diagnostic

import "github.com/hieralint/hieralint/engine/source"

// Severity says how bad a finding is.
type Severity uint8

// The severities, mildest first.
const (
	Note    Severity = iota + 1 // worth knowing
	Warning                     // probably not what was meant
	Error                       // Puppet fails or silently ignores the data
)

func (s Severity) String() string { return [...]string{"unset", "note", "warning", "error"}[s] }

// ParseSeverity reads what String prints.
func ParseSeverity(text string) (Severity, bool) {
	for s := Note; s <= Error; s++ {
		if s.String() == text {
			return s, true
		}
	}
	return 0, false
}

// Descriptor is what reports say about a rule.
type Descriptor struct {
	ID, Name string
	// Severity is that of a finding for which the rule does not say otherwise.
	Severity Severity
	// URL is the address of the page about the rule.
	URL string
	// Family is a word for what the rule checks, such as "interpolation", the same for all rules about it.
	Family string
	// GuardsSecrets reports whether the rule is about secrets: its findings may be at the secret itself, so no report shows
	// the source there.
	GuardsSecrets bool
	// Gap is what the run had to do without where the rule finds something.
	Gap Gap
	// Tag is how an editor shows the places of the findings.
	Tag Tag
	// Dead is why the data at the findings has no effect.
	Dead Dead
	// IsProjectWide reports whether the findings depend on the whole project, and not on one file only.
	IsProjectWide bool
	// Explain returns the documentation of the rule.
	Explain func() Explanation
}

// Dead is why data has no effect.
type Dead uint8

// The reasons.
const (
	NotDead     Dead = iota
	UnreadFile       // no level reads the file
	UnusedKey        // nothing looks up the key
	MisnamedKey      // nothing looks up the key, whose name the finding corrects
	HiddenValue      // a higher level always has a value
)

// Gap is what a run has to do without. A finding about a gap that was not there before decides the exit code.
type Gap uint8

// The gaps.
const (
	NoGap           Gap = iota
	UnreadableInput     // an input cannot be read: findings of severity Error only
	NoHierarchy         // no hierarchy reads the data
)

// Tag is what the findings of a rule say about the text that they stand on.
type Tag uint8

// The tags.
const (
	NoTag       Tag = iota
	Unnecessary     // data or a comment without effect: editors fade it out
	Deprecated      // still works, but has a successor: editors strike it through
)

// Explanation is the documentation of a rule, Markdown without headings but for Page.
type Explanation struct {
	// Title is one line without a full stop: what is wrong.
	Title string
	// What is what the rule reports, Why what it costs the user, Puppet what Puppet does with such data.
	What, Why, Puppet string
	// Page is the whole page about the rule.
	Page string
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule *Descriptor
	// Severity is filled in by Pass.Report where a rule leaves it out.
	Severity Severity
	// OnRequest means that the finding is only reported in the strict profile, or where a configuration
	// names the rule, although other findings of the rule are always reported.
	OnRequest bool
	// File and Span are the place, the exact token and no more.
	File *source.File
	Span source.Span
	// Message is a sentence without a full stop that says what is wrong; it is the first line of
	// every report. Code and data stand in backquotes.
	Message string
	// Detail is a sentence about what Puppet does with it, and where. May be empty.
	Detail string
	// Help is what to write instead, starting with a verb. May be empty.
	Help string
	// Related are other places that belong to the finding.
	Related []Related
	// Fixes are alternatives: at most one of them may be applied.
	Fixes []Fix
	// Instead is the name of a rule whose finding in the same place is left out, since this one says all that it does. May be
	// empty.
	Instead string
	// Cause names what many findings of the rule may have in common, such as a variable: a report shows a large number of the
	// same cause and severity as one. It is empty where each finding needs a look of its own.
	Cause string
	// Count is how many findings of one cause this one stands for in a report, the others being Related; 0 for one alone.
	Count int
	// Key is the path of keys to the place, as `profile::web::vhosts.docroot`: what a baseline and
	// fingerprints hold on to when lines move. May be empty.
	Key string
}

// Related is a place that helps to understand a Diagnostic.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// Fix is a set of edits that mends a finding.
type Fix struct {
	// Message says what the fix does, starting with a verb: "quote the value".
	Message string
	// Safe means that the fix keeps or restores what the author plainly meant. Other fixes are
	// offered but not applied without being asked for.
	Safe bool
	// Withheld means that the edits have a secret in them, which no report shows.
	Withheld bool
	// Edits do not overlap.
	Edits []TextEdit
}

// TextEdit replaces the bytes of Span by New.
type TextEdit struct {
	File *source.File
	Span source.Span
	New  string
}

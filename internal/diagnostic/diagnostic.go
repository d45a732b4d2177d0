// Package diagnostic defines a finding: what is wrong, where, and how to fix it. Code that writes
// reports or applies fixes needs to know only findings, and nothing about rules or Hiera.
package diagnostic

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/source"
)

// Severity is the severity of a finding.
type Severity uint8

// The severities, mildest first.
const (
	Note    Severity = iota + 1 // useful to know
	Warning                     // probably a mistake
	Error                       // Puppet fails or silently ignores the data
)

func (s Severity) String() string { return [...]string{"unset", "note", "warning", "error"}[s] }

// ParseSeverity parses the result of String.
func ParseSeverity(text string) (Severity, bool) {
	for s := Note; s <= Error; s++ {
		if s.String() == text {
			return s, true
		}
	}
	return 0, false
}

// Descriptor describes a rule in reports.
type Descriptor struct {
	ID, Name string
	// Severity is the default severity of the rule's findings.
	Severity Severity
	// URL is the address of the rule's page.
	URL string
	// Family is the subject of the rule in one word, such as "interpolation", which all rules about
	// it share.
	Family string
	// GuardsSecrets reports that the rule's findings may be located at a secret, so that no report
	// shows the source.
	GuardsSecrets bool
	// Gap is the kind of input that the run lacks if the rule has a finding.
	Gap Gap
	// Tag determines how editors display the findings.
	Tag Tag
	// Dead is the reason why the data at the findings has no effect.
	Dead Dead
	// IsAboutAbsence reports that the findings are about keys that are missing, of which there may be several at one place.
	IsAboutAbsence bool
	// FindsLegacyFacts reports that the findings are uses of facts that agents of Puppet 8 do not send.
	FindsLegacyFacts bool
	// IsProjectWide reports whether the findings depend on more than one file.
	IsProjectWide bool
	// Explain returns the documentation of the rule.
	Explain func() Explanation
}

// Dead is a reason why data has no effect.
type Dead uint8

// The reasons.
const (
	NotDead     Dead = iota
	UnreadFile       // no level reads the file
	UnusedKey        // nothing looks up the key
	MisnamedKey      // nothing looks up the key; the finding corrects its name
	HiddenValue      // a higher level always has a value
)

// Gap is a kind of input that a run lacks. A new finding with a Gap determines the exit code.
type Gap uint8

// The gaps.
const (
	NoGap           Gap = iota
	UnreadableInput     // an input cannot be read (only findings of severity Error)
	NoHierarchy         // no hierarchy was found for the data
)

// Tag characterizes the text at a rule's findings.
type Tag uint8

// The tags.
const (
	NoTag       Tag = iota
	Unnecessary     // data or a comment without effect, which editors fade out
	Deprecated      // still works, but has a replacement; editors strike it through
)

// Explanation is the documentation of a rule in Markdown, without headings except in Page.
type Explanation struct {
	// Title is the defect, on one line without a full stop.
	Title string
	// What says what the rule reports, Why what the defect costs the user, and Puppet what Puppet
	// does.
	What, Why, Puppet string
	// Page is the rule's whole page.
	Page string
}

// Diagnostic is a finding.
type Diagnostic struct {
	Rule *Descriptor
	// Severity defaults to that of the rule; Pass.Report sets it.
	Severity Severity
	// OnRequest reports that this finding, unlike others of the rule, is only reported in the
	// strict profile or if the configuration names the rule.
	OnRequest bool
	// File and Span are the exact position.
	File *source.File
	Span source.Span
	// Message is the first line of every report: a sentence without a full stop that says what is
	// wrong. Code and data are in backquotes.
	Message string
	// Detail is an optional sentence about what Puppet does, and where.
	Detail string
	// Help says what to write instead, starting with a verb; optional. If Meant is set, Pass.Report
	// replaces it by the question whether that was meant.
	Help string
	// Meant is what the author probably meant to write, such as the right spelling of a name; optional.
	Meant string
	// Related lists other places that are involved.
	Related []Related
	// Fixes are alternatives, of which at most one may be applied.
	Fixes []Fix
	// Instead are the names of rules whose findings in the span are dropped, because this finding
	// includes them; optional.
	Instead []string
	// Cause identifies a cause that many findings of the rule may have, such as a variable. Reports
	// combine findings with the same cause and severity if there are many. It is empty if each
	// finding has to be considered separately.
	Cause string
	// Kind is the same for findings of the rule that differ only in names and numbers. Pass.Report sets
	// it. Text combines findings in one file that are of the same kind if there are many.
	Kind string
	// Count is the number of findings that this one represents in a report, with the others in
	// Related; 0 if it represents only itself.
	Count int
	// StandsForRest means that the finding is in place of further ones of its rule, beyond a limit.
	StandsForRest bool
	// IsPublic means that the text at the place, and at the related ones, is no secret although the
	// rule guards secrets.
	IsPublic bool
	// Key is the path of keys to the place. Baselines and fingerprints use it to recognize findings when
	// lines move; optional.
	Key KeyPath
}

// HasSafeFix reports whether a fix is safe.
func (d *Diagnostic) HasSafeFix() bool {
	return slices.ContainsFunc(d.Fixes, func(f Fix) bool { return f.Safe })
}

// SafeFirst returns the fixes, the safe ones first.
func (d *Diagnostic) SafeFirst() []Fix {
	var safe, others []Fix
	for _, f := range d.Fixes {
		if f.Safe {
			safe = append(safe, f)
		} else {
			others = append(others, f)
		}
	}
	return append(safe, others...)
}

// Related is a place that helps to understand a Diagnostic.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// MaxEdits is the maximum number of edits of a fix for a value that is wrong in many places. With more, there is no fix.
const MaxEdits = 1000

// Fix is a set of edits that corrects a finding.
type Fix struct {
	// Message says what the fix does, starting with a verb: "quote the value".
	Message string
	// Writes is the name or value that the fix writes, if Message says only that it does; optional. It
	// may be quoted differently in the file.
	Writes string
	// Safe reports that the fix keeps or restores what the author clearly intended. Other fixes are
	// only applied on request.
	Safe bool
	// Withheld reports that the edits contain a secret, so that no report shows them.
	Withheld bool
	// Edits do not overlap.
	Edits []TextEdit
}

// TextEdit replaces the bytes in Span by New.
type TextEdit struct {
	File *source.File
	Span source.Span
	New  string
}

// Apply returns the bytes of a span of a file after edits in it, which do not overlap.
func Apply(file *source.File, span source.Span, edits []TextEdit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b TextEdit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	var b bytes.Buffer
	at := span.Start
	for _, e := range edits {
		b.Write(file.Text[at:e.Span.Start])
		b.WriteString(e.New)
		at = e.Span.End
	}
	b.Write(file.Text[at:span.End])
	return b.Bytes()
}

// Insert returns the edit that inserts text at an offset.
func Insert(file *source.File, at int, text string) TextEdit {
	return TextEdit{File: file, Span: source.Span{Start: at, End: at}, New: text}
}

// Suppressed is a finding that is not reported.
type Suppressed struct {
	Diagnostic
	By Suppressor
	// Reason is the reason given for it; optional.
	Reason string
}

// Suppressor is what suppresses a finding.
type Suppressor uint8

// The suppressors.
const (
	ByComment       Suppressor = iota // a comment in the file
	ByConfiguration                   // an entry in the configuration
	ByBaseline                        // the baseline
)

// Package rules holds what is checked: one file per rule, each a value of type Rule that a reader
// takes in at once. Rules see a project through a Pass and report through it; they read no files
// and know no output formats.
package rules

import (
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/source"
)

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

// Rule is one thing that is checked.
type Rule struct {
	// ID is the short name that never changes: HL and four digits, one thousand per family (1xxx
	// files and YAML, 2xxx interpolation, 3xxx lookup_options and merges, 4xxx hiera.yaml and
	// hierarchy, 5xxx keys and manifests, 6xxx secrets, 9xxx hieralint's own hygiene).
	ID string
	// Name is what people write in configuration and read in reports: words joined by hyphens.
	Name string
	// Severity is that of a finding for which the rule does not say otherwise.
	Severity Severity
	// Doc explains the rule; documentation, `hieralint explain` and tests are made from it.
	Doc Doc
	// Options are what a configuration can choose about the rule. May be empty.
	Options []Option
	// Scope says what Run is called for.
	Scope Scope
	// OnRequest tells that the rule only runs in the strict profile, or where a configuration names it.
	OnRequest bool
	// Run reports the findings. It is called once for each thing in the scope.
	Run func(*Pass)

	once       sync.Once
	descriptor *Descriptor
}

// Descriptor is what reports say about the rule: always the same pointer.
func (r *Rule) Descriptor() *Descriptor {
	r.once.Do(func() {
		r.descriptor = &Descriptor{
			ID: r.ID, Name: r.Name, Severity: r.Severity, URL: r.URL(), Family: r.family(),
			GuardsSecrets: r.GuardsSecrets(), IsProjectWide: r.Scope&Everything != 0,
			Explain: func() Explanation {
				return Explanation{Title: r.Doc.Title, What: r.Doc.What, Why: r.Doc.Why, Puppet: r.Doc.Puppet, Page: r.Markdown()}
			},
		}
	})
	return r.descriptor
}

// family is the word for rules of one thousand of ids.
func (r *Rule) family() string {
	families := map[byte]string{
		'1': "yaml", '2': "interpolation", '3': "lookup-options", '4': "hierarchy", '5': "keys", '6': "security", '9': "configuration",
	}
	return families[r.ID[2]]
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
	// IsProjectWide reports whether the findings depend on the whole project, and not on one file only.
	IsProjectWide bool
	// Explain returns the documentation of the rule.
	Explain func() Explanation
}

// Explanation is the documentation of a rule, Markdown without headings but for Page.
type Explanation struct {
	// Title is one line without a full stop: what is wrong.
	Title string
	// What is what the rule reports, Why what it costs the user, Puppet what Puppet does with such data.
	What, Why, Puppet string
	// Page is the whole page about the rule.
	Page string
}

// GuardsSecrets tells whether the rule is about secrets: findings often stand on the secret itself.
func (r *Rule) GuardsSecrets() bool { return strings.HasPrefix(r.ID, "HL6") }

// Scope is what a rule looks at in one call. A rule may have several.
type Scope uint8

// The scopes.
const (
	DataFile   Scope = 1 << iota // each data file: Pass.File
	ConfigFile                   // each hiera.yaml: Pass.Config
	Everything                   // the project as a whole
	Evaluation                   // each key with what it is worth on each node that differs: Pass.Key
	Hygiene                      // hieralint's own comments and configuration: Pass.Housekeeping
)

func (s Scope) String() string {
	var names []string
	for i, name := range []string{"each data file", "each hiera.yaml", "the whole project", "each key on each node", "comments and configuration of hieralint"} {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return strings.Join(names, " and ")
}

// Doc is the structured explanation of a rule. All texts are Markdown without headings.
type Doc struct {
	// Title is one line without a full stop: what is wrong.
	Title string
	// What says what the rule reports, Why what it costs the user.
	What, Why string
	// Puppet says what Puppet does with such data, and how that was verified.
	Puppet string
	// Examples are executed by tests: Avoid must be reported, Prefer must not be, and Puppet must
	// do what Fails and Value say.
	Examples []Example
}

// Example shows data that the rule reports beside data that does the job.
type Example struct {
	// Avoid and Prefer are small trees: path to content. A tree without a hiera.yaml gets one
	// with a single level, data/common.yaml. Lines with a finding end in a comment `# want`
	// (JSON: the whole file is meant).
	Avoid, Prefer map[string]string
	// Lookup is the key to look up; Fails is a part of Puppet's error text, Value the wrong value
	// (as JSON) that Puppet gives instead. Neither: Puppet does the right thing all the same.
	Lookup, Fails, Value string
	// Also names rules that report something in Avoid too, since one mistake leads to another.
	Also []string
	// PreferValue is the value (as JSON) that Prefer gives for Lookup; empty when it does not
	// matter.
	PreferValue string
}

// Diagnostic is one finding.
type Diagnostic struct {
	Rule *Descriptor
	// Severity is filled in by Pass.Report where a rule leaves it out.
	Severity Severity
	// OnRequest tells that the finding is only reported in the strict profile, or where a configuration
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
	// Instead are rules whose findings in the same place are left out, since this one says all that they do.
	Instead []*Descriptor
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
	// Safe tells that the fix keeps or restores what the author plainly meant. Other fixes are
	// offered but not applied without being asked for.
	Safe bool
	// Edits do not overlap.
	Edits []TextEdit
}

// TextEdit replaces the bytes of Span by New.
type TextEdit struct {
	File *source.File
	Span source.Span
	New  string
}

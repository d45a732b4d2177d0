// Package rule is what a rule is: its documentation and options, what it may look at, and where it reports. The rules
// themselves are in the package rules.
package rule

import (
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Rule is one thing that is checked.
type Rule struct {
	// ID is the short name that never changes: HL and four digits, one thousand per family.
	ID string
	// Name is what people write in configuration and read in reports: words joined by hyphens.
	Name   string
	Family *Family
	// Severity is that of a finding for which the rule does not say otherwise.
	Severity diagnostic.Severity
	// Doc explains the rule; documentation, `hieralint explain` and tests are made from it.
	Doc Doc
	// Options are what a configuration can choose about the rule. May be empty.
	Options []Option
	// OnRequest tells that the rule only runs in the strict profile, or where a configuration names it.
	OnRequest bool
	// Gap is what a run has to do without where the rule finds something.
	Gap diagnostic.Gap
	// Require returns the keys of an environment that the rule needs evaluated although no data may define them; nil
	// where it needs none.
	Require func(*manifest.Index, *nodes.Environment) []nodes.Requirement

	// The checks report the findings, one for each scope in which the rule looks for them; the others are nil.
	CheckFile    func(*FilePass)    // of each data file
	CheckConfig  func(*ConfigPass)  // of each hiera.yaml
	CheckProject func(*ProjectPass) // of the project as a whole
	CheckKey     func(*KeyPass)     // of each key with what it evaluates to on each node that differs
	CheckHygiene func(*HygienePass) // of hieralint's own comments and configuration

	once       sync.Once
	descriptor *diagnostic.Descriptor
}

// Descriptor is what reports say about the rule: always the same pointer.
func (r *Rule) Descriptor() *diagnostic.Descriptor {
	r.once.Do(func() {
		r.descriptor = &diagnostic.Descriptor{
			ID: r.ID, Name: r.Name, Severity: r.Severity, URL: r.URL(), Family: r.Family.Tag,
			GuardsSecrets: r.Family.GuardsSecrets, Gap: r.Gap, IsProjectWide: r.Scope()&WholeProject != 0,
			Explain: func() diagnostic.Explanation {
				return diagnostic.Explanation{Title: r.Doc.Title, What: r.Doc.What, Why: r.Doc.Why, Puppet: r.Doc.Puppet, Page: r.Markdown()}
			},
		}
	})
	return r.descriptor
}

// Family is what rules are about that belong together.
type Family struct {
	// Title is a heading for a list of the rules, Tag the word by which reports find them.
	Title, Tag string
	// GuardsSecrets reports whether the rules are about secrets: their findings may be at the secret itself.
	GuardsSecrets bool
}

// Scope is what a rule checks. A rule may have several.
type Scope uint8

// The scopes.
const (
	DataFile     Scope = 1 << iota // each data file
	ConfigFile                     // each hiera.yaml
	WholeProject                   // the project as a whole
	Evaluation                     // each key on each node that differs
	Hygiene                        // hieralint's own comments and configuration
)

// Scope returns the scopes that the rule has a check for.
func (r *Rule) Scope() Scope {
	var s Scope
	for _, c := range []struct {
		is    bool
		scope Scope
	}{
		{r.CheckFile != nil, DataFile}, {r.CheckConfig != nil, ConfigFile}, {r.CheckProject != nil, WholeProject},
		{r.CheckKey != nil, Evaluation}, {r.CheckHygiene != nil, Hygiene},
	} {
		if c.is {
			s |= c.scope
		}
	}
	return s
}

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

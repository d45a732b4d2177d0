// Package rule defines what a rule is: its documentation and options, what it can see, and how it reports. The rules
// themselves are in package rules.
package rule

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
)

// Width is what a rule about data files looks at besides the file that it checks.
type Width uint8

// The widths, each with those before it.
const (
	Narrow      Width = iota
	OtherKeys         // which files and keys there are, and what values mention
	OtherValues       // the values that other files give the keys of the file
)

// Widths are all of them.
const Widths = int(OtherValues) + 1

// Rule is one thing that is checked.
type Rule struct {
	// ID is the short name that never changes: HL and four digits, one thousand per family.
	ID string
	// Name is what people write in configuration and read in reports: words joined by hyphens.
	Name   string
	Family *Family
	// Severity is that of a finding for which the rule does not say otherwise.
	Severity diagnostic.Severity
	// Options are what a configuration can choose about the rule. May be empty.
	Options []Option
	// OnRequest means that the rule only runs in the strict profile, or where a configuration names it.
	OnRequest bool
	// Wide is what CheckFile looks at in other data files, so that what it finds in a file may change with them.
	Wide Width
	// Tag is how an editor shows the places of the findings.
	Tag diagnostic.Tag
	// Dead is why the data at the findings has no effect.
	Dead diagnostic.Dead
	// Gap is what a run could not check where the rule reports something.
	Gap diagnostic.Gap
	// Require returns the keys of an environment that the rule needs evaluated although no data may define them; nil
	// where it needs none.
	Require func(*manifest.Index, *nodes.Fleet) []nodes.Requirement

	// The checks report the findings, one for each scope in which the rule looks for them; the others are nil.
	CheckFile    func(*FilePass)    // of each data file
	CheckConfig  func(*ConfigPass)  // of each hiera.yaml
	CheckProject func(*ProjectPass) // of the project as a whole
	CheckKey     func(*KeyPass)     // of each key with what it evaluates to on each node that differs
	CheckHygiene func(*HygienePass) // of hieralint's own comments and configuration

	// NeedsPairs reports whether CheckKey may report more for a key on nodes that read two files with it than for nodes that read one of
	// them, where the values of both are merged without a conflict and refer to no other key; nil where it may. The pass has the key without
	// the former nodes.
	NeedsPairs func(*KeyPass) bool

	describe   sync.Once
	descriptor *diagnostic.Descriptor
	explain    sync.Once
	doc        *Doc
}

// Descriptor is what reports say about the rule: always the same pointer.
func (r *Rule) Descriptor() *diagnostic.Descriptor {
	r.describe.Do(func() {
		r.descriptor = &diagnostic.Descriptor{
			ID: r.ID, Name: r.Name, Severity: r.Severity, URL: r.URL(), Family: r.Family.Tag,
			GuardsSecrets: r.Family.GuardsSecrets, Gap: r.Gap, Tag: r.Tag, Dead: r.Dead, IsProjectWide: r.Scope()&WholeProject != 0,
			Explain: func() diagnostic.Explanation {
				d := r.Doc()
				return diagnostic.Explanation{Title: d.Title, What: d.What, Why: d.Why, Puppet: d.Puppet, Page: r.Markdown()}
			},
		}
	})
	return r.descriptor
}

// Family is a group of rules on one subject.
type Family struct {
	// Title is a heading for a list of the rules, Tag the word by which reports find them.
	Title, Tag string
	// GuardsSecrets reports whether the rules are about secrets: their findings may be at the secret itself.
	GuardsSecrets bool
	// Docs are the explanations of the rules, each in a file `name_with_underscores.txtar`: see ParseDoc.
	Docs fs.FS
}

// Doc explains the rule; documentation, `hieralint explain` and tests are made from it. It is read when it is first asked for.
func (r *Rule) Doc() *Doc {
	r.explain.Do(func() {
		text, err := fs.ReadFile(r.Family.Docs, strings.ReplaceAll(r.Name, "-", "_")+".txtar")
		if err == nil {
			r.doc, err = ParseDoc(text)
		}
		if err != nil {
			panic(fmt.Sprintf("the documentation of the rule %s: %v", r.Name, err))
		}
	})
	return r.doc
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

// Package rule defines rules: their documentation and options, their input, and how they report
// findings. The rules themselves are in package rules.
package rule

import (
	"fmt"
	"io/fs"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
)

// Reach determines which other data files a rule reads when it checks a data file.
type Reach uint8

// Values of Reach, each of which includes those before it.
const (
	OwnFile     Reach = iota
	OtherKeys         // the files and keys that exist, and the names that values mention
	OtherValues       // the values of the file's keys in other files
)

// Reaches is the number of values of Reach.
const Reaches = int(OtherValues) + 1

// Rule is a rule.
type Rule struct {
	// ID is the short, permanent name: HL and four digits, the first of which is the family.
	ID string
	// Name is the name in reports and in the configuration: words joined by hyphens.
	Name   string
	Family *Family
	// Severity is the default severity of the rule's findings.
	Severity diagnostic.Severity
	// Options are the options that the configuration can set; may be empty.
	Options []Option
	// OnRequest reports that the rule runs only in the strict profile, or if the configuration
	// names it.
	OnRequest bool
	// Reach determines which other data files affect the findings of CheckNode and CheckFile in a file.
	Reach Reach
	// Nodes chooses the nodes of data files that CheckNode checks, and Selectors those that CheckFile gets from
	// FilePass.Selected.
	Nodes     *Selector
	Selectors []*Selector
	// Tag determines how editors display the findings.
	Tag diagnostic.Tag
	// Dead is the reason why the data at the findings has no effect.
	Dead diagnostic.Dead
	// IsAboutAbsence reports that the findings are about keys that are missing, of which there may be several at one place.
	IsAboutAbsence bool
	// Gap is the kind of input that the run lacks if the rule has a finding.
	Gap diagnostic.Gap
	// FindsLegacyFacts reports that the findings are uses of facts that agents of Puppet 8 do not send.
	FindsLegacyFacts bool
	// Require returns the keys of an environment that must be evaluated for the rule even if no
	// data defines them; nil if there are none.
	Require func(*manifest.Index, *nodes.Fleet) []nodes.Requirement

	// The functions that check subjects and report findings, one for each scope that the rule has;
	// the others are nil.
	CheckNode    func(*FilePass, *data.Node) // a node of a data file
	CheckFile    func(*FilePass)             // a data file
	CheckConfig  func(*ConfigPass)           // a hiera.yaml
	CheckProject func(*ProjectPass)          // the whole project
	CheckKey     func(*KeyPass)              // a key, with its values on each distinct kind of node
	CheckHygiene func(*HygienePass)          // hieralint's own comments and configuration

	// NeedsPairs reports whether CheckKey may report more for a key if it is also evaluated on
	// nodes that read two of the files that define it. This concerns only files whose values merge
	// without a conflict and reference no other key. The pass has the key without these nodes. If
	// nil, CheckKey may always report more.
	NeedsPairs func(*KeyPass) bool
	// NeedsText reports whether CheckKey may report more for a key if other text is inserted into
	// the strings of its values. If nil, NeedsPairs determines it.
	NeedsText func(*KeyPass) bool

	describe   sync.Once
	descriptor *diagnostic.Descriptor
	explain    sync.Once
	doc        *Doc
}

// Descriptor describes the rule in reports. It always returns the same pointer.
func (r *Rule) Descriptor() *diagnostic.Descriptor {
	r.describe.Do(func() {
		r.descriptor = &diagnostic.Descriptor{
			ID: r.ID, Name: r.Name, Severity: r.Severity, URL: r.URL(), Family: r.Family.Tag,
			GuardsSecrets: r.Family.GuardsSecrets, Gap: r.Gap, Tag: r.Tag, Dead: r.Dead, IsAboutAbsence: r.IsAboutAbsence, FindsLegacyFacts: r.FindsLegacyFacts, IsProjectWide: r.Scope()&WholeProject != 0,
			Explain: func() diagnostic.Explanation {
				d := r.Doc()
				return diagnostic.Explanation{Title: d.Title, What: d.What, Why: d.Why, Puppet: d.Puppet, Page: r.Markdown()}
			},
		}
	})
	return r.descriptor
}

// Family is a group of rules about one subject.
type Family struct {
	// Title is the heading of lists of the rules, and Tag the family's name in reports.
	Title, Tag string
	// GuardsSecrets reports that findings may be located at a secret.
	GuardsSecrets bool
	// Docs contains the documentation of the rules in files called `name_with_underscores.txtar`;
	// see ParseDoc.
	Docs fs.FS
}

// Doc returns the documentation, from which pages, `hieralint explain`, and tests are generated. It
// is parsed by the first call.
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

// Scope is a set of subjects that a rule checks.
type Scope uint8

// The scopes.
const (
	DataFile     Scope = 1 << iota // each data file
	ConfigFile                     // each hiera.yaml
	WholeProject                   // the whole project
	Evaluation                     // each key
	Hygiene                        // hieralint's own comments and configuration
)

// Scope returns the scopes that the rule has a check for.
func (r *Rule) Scope() Scope {
	var s Scope
	for _, c := range []struct {
		is    bool
		scope Scope
	}{
		{r.CheckNode != nil || r.CheckFile != nil, DataFile}, {r.CheckConfig != nil, ConfigFile}, {r.CheckProject != nil, WholeProject},
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
	return plural.And(names)
}

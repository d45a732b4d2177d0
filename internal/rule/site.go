package rule

import (
	"sync"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Site is what all rules of a run can see: the project, and what is known of its nodes and of the code that uses its data.
type Site struct {
	Project *project.Project
	// PuppetVersion is the major version of Puppet whose behaviour counts: 7 or 8.
	PuppetVersion int
	// Facts are the names of the facts of the site, Variables those of its variables at top scope: from an external node
	// classifier or the main manifest. Where nothing is known they are nil, and a node may have any fact or variable;
	// otherwise they are complete.
	Facts, Variables map[string]bool
	// DefinedFacts and DefinedVariables are those that code in the tree defines. There may be more.
	DefinedFacts, DefinedVariables map[string]bool
	// CodeOf is the code of each environment: its manifests, functions and templates; nil where they were not read.
	CodeOf map[*project.Environment]*manifest.Index
	// UsageOf says what reads the keys of each environment; nil if its code was not read.
	UsageOf map[*project.Environment]*usage.Index
	// Memo caches what rules compute once for a run. Keys have a type of the rule's own.
	Memo sync.Map
}

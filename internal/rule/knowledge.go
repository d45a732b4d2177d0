package rule

import (
	"sync"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Knowledge is what is known of the nodes of a site besides what Puppet and Facter give every node.
type Knowledge struct {
	// Facts are the names of the facts of the site, Variables those of its variables at top scope: from
	// an external node classifier or the main manifest. Where nothing is known they are nil, and a node
	// may have any fact or variable; otherwise they are complete.
	Facts, Variables map[string]bool
	// DefinedFacts and DefinedVariables are those of which the code in the tree says that they are there. There
	// may be more.
	DefinedFacts, DefinedVariables map[string]bool
	// Code is what the manifests and templates of each environment say; nil where they were not read.
	Code map[*project.Environment]*manifest.Index
	// Usage is who reads the keys of each environment; nil where its code was not read.
	Usage map[*project.Environment]*usage.Index

	Parts sync.Map // of partKey to part
}

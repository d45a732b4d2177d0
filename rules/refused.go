package rules

import (
	"slices"

	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// isRefused tells whether Puppet gets no data by way of a hierarchy: it refuses the hiera.yaml, or ignores one of version 3
// that is not in the global layer. The file has a finding of its own then, and what follows from it has none.
func isRefused(p *rule.Site, root *project.Root) bool {
	return root != nil && (root.Config.Err(p.PuppetVersion) != nil || slices.ContainsFunc(root.Config.Problems, isOldVersion))
}

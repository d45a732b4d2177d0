package yaml

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/rule"
)

// isOptionProblem tells whether the engine finds something wrong with the lookup_options at n.
func isOptionProblem(p *rule.FilePass, n *data.Node) bool {
	return slices.ContainsFunc(p.OptionProblems(), func(problem lookupoptions.Problem) bool { return problem.Node == n })
}

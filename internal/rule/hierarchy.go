package rule

import (
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
)

// IsOldVersion reports whether a problem is that of a hiera.yaml of a version that its layer does not allow.
func IsOldVersion(problem *config.Problem) bool {
	return problem.Code == config.VersionMissing || problem.Code == config.VersionNotAllowed
}

// Levels are all levels of a hiera.yaml.
func Levels(c *config.Config) iter.Seq[*config.Level] {
	return func(yield func(*config.Level) bool) {
		for _, list := range [][]*config.Level{c.Hierarchy, c.DefaultHierarchy, c.PlanHierarchy} {
			for _, level := range list {
				if !yield(level) {
					return
				}
			}
		}
	}
}

// PlaceOf is where a level stands: its name, else its location.
func PlaceOf(level *config.Level) source.Span {
	for _, n := range []*data.Node{level.NameNode, level.LocationNode, level.Node} {
		if n != nil {
			return FirstLine(n)
		}
	}
	return source.Span{}
}

// IsRefused reports whether Puppet gets no data by way of a hierarchy: it refuses the hiera.yaml, or ignores one of version 3
// that is not in the global layer. The file has a finding of its own then, and what follows from it has none.
func (s *Site) IsRefused(root *project.Root) bool {
	return root != nil && (root.Config.Err(s.PuppetVersion) != nil || slices.ContainsFunc(root.Config.Problems, IsOldVersion))
}

package rule

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/project"
)

// IsOldVersion reports whether a problem is that the version of a hiera.yaml is not allowed in its
// layer.
func IsOldVersion(problem *config.Problem) bool {
	return problem.Code == config.VersionMissing || problem.Code == config.VersionNotAllowed
}

// PlaceOf returns the position of a level's name or, if it has none, of its location.
func PlaceOf(level *config.Level) source.Span {
	for _, n := range []*data.Node{level.NameNode, level.LocationNode, level.Node} {
		if n != nil {
			return FirstLine(n)
		}
	}
	return source.Span{}
}

// IsRefused reports whether Puppet gets no data from a hierarchy because it rejects the hiera.yaml,
// or because it ignores a version 3 file outside of the global layer. That is reported once; its
// consequences are not reported.
func (s *Site) IsRefused(root *project.Root) bool {
	return root != nil && (root.Config.Err(s.PuppetVersion) != nil || slices.ContainsFunc(root.Config.Problems, IsOldVersion))
}

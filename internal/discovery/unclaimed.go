package discovery

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// findUnclaimed assigns data that no level reads to the innermost environment that contains it, or
// to the only one next to it, if that has no hierarchy. Data next to a directory of environments
// belongs to their global layer. Files that only a function in the tree reads belong to the
// environments whose hierarchy names it.
func findUnclaimed(s *layout.Survey, files []*project.File) {
	for _, f := range files {
		if len(f.Matches) > 0 || f.Stray != project.Unclaimed {
			continue
		}
		if f.Datadir != nil {
			assignToFunctions(s, f)
			continue
		}
		path := s.Absolute(f.Path)
		home := s.EnclosingEnvironment(path)
		if home == nil {
			home = onlyEnvironmentBeside(s, path)
		}
		if home == nil {
			for _, env := range s.Environments {
				if classify.IsInEnvironments(env.Dir) && rooted.IsBelow(path, filepath.Dir(filepath.Dir(env.Dir))) && isUnknown(env.Global) {
					env.Unclaimed = append(env.Unclaimed, f)
				}
			}
		} else if isUnknown(home.Global) && isUnknown(home.Own) {
			home.Unclaimed = append(home.Unclaimed, f)
		}
	}
}

// onlyEnvironmentBeside returns the only environment next to a path; nil if there are several. A
// directory `environments` has a global layer instead.
func onlyEnvironmentBeside(s *layout.Survey, path string) *project.Environment {
	all := s.EnvironmentsBeside(path)
	if len(all) != 1 || classify.IsInEnvironments(all[0].Dir) || s.RepositoryOf(all[0].Dir) != s.RepositoryOf(path) {
		return nil
	}
	return all[0]
}

// assignToFunctions assigns a file that functions read to the environments whose hierarchy names
// them.
func assignToFunctions(s *layout.Survey, f *project.File) {
	if !slices.ContainsFunc(f.Functions, (*project.DataFunction).Known) {
		return
	}
	for _, env := range s.Environments {
		if env.Global == f.Datadir || env.Own == f.Datadir {
			env.Unclaimed = append(env.Unclaimed, f)
		}
	}
}

// isUnknown reports whether there is no hierarchy, or one that cannot be parsed.
func isUnknown(root *project.Root) bool { return root == nil || root.Config.Doc.Err != nil }

package discovery

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// findUnclaimed assigns data that no level reads to the innermost environment that contains it, or
// to the only one next to it, if that has no hierarchy. Data next to a directory of environments
// belongs to their global layer. Files that only a function in the tree reads belong to the
// environments whose hierarchy names it.
func findUnclaimed(d *worktree.Tree, y *layout.Layout, files []*project.File) {
	for _, f := range files {
		if len(f.Matches) > 0 || f.Stray != project.Unclaimed {
			continue
		}
		if f.Datadir != nil {
			assignToFunctions(y, f)
			continue
		}
		path := d.Absolute(f.Path)
		home := y.EnclosingEnvironment(path)
		if home == nil {
			home = onlyEnvironmentBeside(d, y, path)
		}
		if home == nil {
			for _, env := range y.Environments {
				if classify.IsInEnvironments(env.Dir) && rooted.IsBelow(path, filepath.Dir(filepath.Dir(env.Dir))) && isUnknown(env.Global) {
					env.Unclaimed = append(env.Unclaimed, f)
				}
			}
		} else if isUnknown(home.Global) && isUnknown(home.Own) {
			home.Unclaimed = append(home.Unclaimed, f)
		}
	}
}

// onlyEnvironmentBeside returns the only environment in the innermost directory around a path that
// contains environments, in the same repository; nil if there are several. A directory
// `environments` has a global layer instead.
func onlyEnvironmentBeside(d *worktree.Tree, y *layout.Layout, path string) *project.Environment {
	repository := d.RepositoryOf(path)
	for dir := range d.Upwards(filepath.Dir(path)) {
		if d.RepositoryOf(dir) != repository {
			break
		}
		if all := y.EnvironmentsBelow(dir); len(all) > 0 {
			if len(all) == 1 && !classify.IsInEnvironments(all[0].Dir) && d.RepositoryOf(all[0].Dir) == repository {
				return all[0]
			}
			break
		}
	}
	return nil
}

// assignToFunctions assigns a file that functions read to the environments whose hierarchy names
// them.
func assignToFunctions(y *layout.Layout, f *project.File) {
	if !slices.ContainsFunc(f.Functions, (*project.DataFunction).Known) {
		return
	}
	for _, env := range y.Environments {
		if env.Global == f.Datadir || env.Own == f.Datadir {
			env.Unclaimed = append(env.Unclaimed, f)
		}
	}
}

// isUnknown reports whether there is no hierarchy, or one that cannot be parsed.
func isUnknown(root *project.Root) bool { return root == nil || root.Config.Doc.Err != nil }

package discovery

import (
	"cmp"
	"path/filepath"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/project"
)

// findAround sets the repositories around environments. An environment without a hierarchy may be one of several that a server
// combines with the data of another, unless it is next to that in `environments`.
func findAround(s *layout.Survey) {
	around := map[string]*project.Around{} // by directory
	served := map[string]bool{}            // directories of environments, some of which have a hierarchy
	hasHierarchy := func(env *project.Environment) bool { return env.Global != nil || env.Own != nil }
	for _, env := range s.Environments {
		if env.Dir == "" {
			continue
		}
		dir := cmp.Or(s.RepositoryOf(env.Dir), s.Top(env.Dir), env.Dir)
		if around[dir] == nil {
			around[dir] = &project.Around{Dir: dir, Served: map[string]bool{}, Other: map[string]bool{}}
		}
		env.Around = around[dir]
		if hasHierarchy(env) && classify.IsInEnvironments(env.Dir) {
			served[filepath.Dir(env.Dir)] = true
		}
	}
	for _, env := range s.Environments {
		switch {
		case env.Dir == "":
		case hasHierarchy(env):
			env.Around.Served[env.Dir] = true
			for _, m := range env.Environment.Modules() {
				env.Around.Other[m.Dir] = true
			}
		case served[filepath.Dir(env.Dir)]:
			env.Around.Other[env.Dir] = true
		}
	}
}

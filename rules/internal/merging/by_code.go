package merging

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// MayHaveOptions reports whether lookup_options in a file that only a custom function reads may apply to the value of a case.
func MayHaveOptions(p *rule.KeyPass, c *nodes.Case) bool {
	return c.Entry == nil && slices.ContainsFunc(optionsByCode(p.Site, p.Key.Fleet.Project), func(o *lookupoptions.Options) bool {
		_, applies, err := o.For(p.Key.Name)
		return applies || err != nil
	})
}

type optionsByCodeID struct{ env *project.Environment }

// optionsByCode returns the lookup_options in the data directories of levels with a custom function that no other level of the
// environment reads.
func optionsByCode(s *rule.Site, env *project.Environment) []*lookupoptions.Options {
	return rule.Once(s, optionsByCodeID{env}, func() []*lookupoptions.Options {
		roots := lists.Filter(env.SiteRoots(), hasFunction)
		var all []*lookupoptions.Options
		for _, d := range s.Project.Definitions(lookupoptions.Key) {
			isNear := func(root *project.Root) bool {
				return slices.ContainsFunc(root.Datadirs, func(dir string) bool { return dir == "." || strings.HasPrefix(d.File.Path, dir+"/") })
			}
			if d.Value.Kind() != data.Hash || !slices.ContainsFunc(roots, isNear) || slices.ContainsFunc(usage.MatchesIn(env, d), isSeen) {
				continue
			}
			if options, err := lookupoptions.Compile(d.Value, ""); err == nil {
				all = append(all, options)
			}
		}
		return all
	})
}

// hasFunction reports whether a custom function serves a level.
func hasFunction(root *project.Root) bool {
	return slices.ContainsFunc(root.Config.Hierarchy, func(level *config.Level) bool { return root.Unseen(level) == project.ByCode })
}

func isSeen(m *project.Match) bool { return m.Root.Unseen(m.Level) == project.Seen }

package merging

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// MayHaveOptions reports whether lookup_options in a file that only a custom function reads may apply to the value of a case.
func MayHaveOptions(p *rule.KeyPass, c *nodes.Case) bool {
	return c.Entry == nil && slices.ContainsFunc(optionsByCode(p.Site), func(o *lookupoptions.Options) bool {
		_, applies, err := o.For(p.Key.Name)
		return applies || err != nil
	})
}

type optionsByCodeID struct{}

// optionsByCode returns the lookup_options in the files that only custom functions read.
func optionsByCode(s *rule.Site) []*lookupoptions.Options {
	return rule.Once(s, optionsByCodeID{}, func() []*lookupoptions.Options {
		var all []*lookupoptions.Options
		for _, d := range s.Project.Definitions(lookupoptions.Key) {
			if len(d.File.Functions) == 0 || d.Value.Kind() != data.Hash {
				continue
			}
			if options, err := lookupoptions.Compile(d.Value, ""); err == nil {
				all = append(all, options)
			}
		}
		return all
	})
}

package runner

import (
	"context"
	"maps"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/internal/usage"
)

// siteOf returns the input of rules: the project, what the configuration says about nodes, and the
// code of each environment. The error is that of the context; crashes are recorded in all.
func siteOf(ctx context.Context, p *project.Project, o *Options, before *recall, clock *timing.Clock, all *Result) (*rule.Site, error) {
	site := &rule.Site{
		Project: p, PuppetVersion: o.PuppetVersion, KeysBefore: o.KeysBefore, Selectors: rule.SelectorsOf(o.Rules),
		Facts: setOf(o.Settings.KnownFacts), Variables: setOf(o.Settings.KnownVariables),
		DefinedFacts: map[string]bool{}, DefinedVariables: map[string]bool{},
		UsageOf: map[*project.Environment]*usage.Index{},
	}
	var err error
	if before != nil {
		site.CodeOf, all.references = before.site.CodeOf, before.references.With(p)
	} else if site.CodeOf, err = usage.ReadCode(ctx, p); err != nil {
		return nil, err
	} else {
		all.references = usage.NewReferences(p)
	}
	classes := 0
	for _, env := range p.Environments {
		code := site.CodeOf[env]
		maps.Copy(site.DefinedFacts, code.Facts)
		maps.Copy(site.DefinedVariables, code.Variables)
		classes += len(code.Classes)
		if before != nil {
			if x := before.site.UsageOf[env]; x != nil {
				site.UsageOf[env] = x.With(p, all.references)
			}
			continue
		}
		for _, crashed := range code.Crashes {
			all.Crashes = append(all.Crashes, &CrashError{Cause: crashed})
		}
		all.guard("what reads the keys of "+env.Dir, func() { site.UsageOf[env] = usage.New(p, env, code, all.references) })
	}
	clock.Phase("read manifests", classes, "class")
	return site, nil
}

// setOf returns nil if there are no names.
func setOf(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	return lists.Set(names)
}

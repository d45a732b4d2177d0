package runner

import (
	"context"
	"maps"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/internal/usage"
)

// siteOf is what rules may look at: the project, what the configuration says about nodes, and the code of each environment. The
// error is that of the context; crashes are noted in all.
func siteOf(ctx context.Context, p *project.Project, o *Options, clock *timing.Clock, all *Result) (*rule.Site, error) {
	site := &rule.Site{
		Project: p, PuppetVersion: o.PuppetVersion,
		Facts: setOf(o.Settings.KnownFacts), Variables: setOf(o.Settings.KnownVariables),
		DefinedFacts: map[string]bool{}, DefinedVariables: map[string]bool{},
		CodeOf: map[*project.Environment]*manifest.Index{}, UsageOf: map[*project.Environment]*usage.Index{},
	}
	reader := manifest.NewIndexer(p.Store)
	references := usage.NewReferences(p)
	classes := 0
	for _, env := range p.Environments {
		code, err := reader.Index(ctx, env.Environment)
		if err != nil {
			return nil, err
		}
		for _, crashed := range code.Crashes {
			all.Crashes = append(all.Crashes, &CrashError{Cause: crashed})
		}
		site.CodeOf[env] = code
		maps.Copy(site.DefinedFacts, code.Facts)
		maps.Copy(site.DefinedVariables, code.Variables)
		all.guard("what reads the keys of "+env.Dir, func() { site.UsageOf[env] = usage.New(p, env, code, references) })
		classes += len(code.Classes)
	}
	clock.Phase("read manifests", classes, "class")
	return site, nil
}

// setOf is nil where there are no names.
func setOf(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	set := map[string]bool{}
	for _, name := range names {
		set[name] = true
	}
	return set
}

package runner

import (
	"context"
	"maps"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
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
		CodeOf: map[*project.Environment]*manifest.Index{}, UsageOf: map[*project.Environment]*usage.Index{},
	}
	reader := manifest.NewIndexer(p.Store)
	references := usage.NewReferences(p)
	if before != nil {
		references = before.references.With(p)
	}
	all.references = references
	classes := 0
	for _, env := range p.Environments {
		if before != nil {
			site.CodeOf[env] = before.site.CodeOf[env]
			if x := before.site.UsageOf[env]; x != nil {
				site.UsageOf[env] = x.With(p, references)
			}
		} else if err := readCode(ctx, site, env, reader, references, all); err != nil {
			return nil, err
		}
		code := site.CodeOf[env]
		maps.Copy(site.DefinedFacts, code.Facts)
		maps.Copy(site.DefinedVariables, code.Variables)
		classes += len(code.Classes)
	}
	clock.Phase("read manifests", classes, "class")
	return site, nil
}

// readCode reads the code of an environment, and determines which keys it reads.
func readCode(ctx context.Context, site *rule.Site, env *project.Environment, reader *manifest.Indexer, references *usage.References, all *Result) error {
	code, err := reader.Index(ctx, env.Environment)
	if err != nil {
		return err
	}
	for _, crashed := range code.Crashes {
		all.Crashes = append(all.Crashes, &CrashError{Cause: crashed})
	}
	site.CodeOf[env] = code
	all.guard("what reads the keys of "+env.Dir, func() { site.UsageOf[env] = usage.New(site.Project, env, code, references) })
	return nil
}

// setOf returns nil if there are no names.
func setOf(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	return lists.Set(names)
}

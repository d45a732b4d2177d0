package runner

import (
	"context"
	"maps"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// readSite determines the input of rules: the project, what the configuration says about nodes, and the code of each
// environment. The error is that of the context.
func (r *run) readSite(ctx context.Context) ([]*CrashError, error) {
	p := r.project
	r.site = &rule.Site{
		Project: p, PuppetVersion: r.PuppetVersion, KeysBefore: r.KeysBefore, Selectors: rule.SelectorsOf(r.Rules),
		Facts: setOf(r.Settings.KnownFacts), Variables: setOf(r.Settings.KnownVariables),
		DefinedFacts: map[string]bool{}, DefinedVariables: map[string]bool{},
		UsageOf: map[*project.Environment]*usage.Index{},
	}
	var err error
	if r.before != nil {
		r.site.CodeOf, r.site.OfCode, r.references = r.before.site.CodeOf, r.before.site.OfCode, r.before.references.With(p)
	} else if r.site.CodeOf, err = usage.ReadCode(ctx, p); err != nil {
		return nil, err
	} else {
		r.site.OfCode, r.references = &memo.Map[any, any]{}, usage.NewReferences(p)
	}
	classes := 0
	var found findings
	for _, env := range p.Environments {
		code := r.site.CodeOf[env]
		maps.Copy(r.site.DefinedFacts, code.Facts)
		maps.Copy(r.site.DefinedVariables, code.Variables)
		classes += len(code.Classes)
		if r.before != nil {
			if x := r.before.site.UsageOf[env]; x != nil {
				r.site.UsageOf[env] = x.With(p, r.references)
			}
			continue
		}
		for _, crashed := range code.Crashes {
			found.crashes = append(found.crashes, &CrashError{Cause: crashed})
		}
		found.guard("what reads the keys of "+env.Dir, func() { r.site.UsageOf[env] = usage.New(p, env, code, r.references) })
	}
	r.clock.Phase("read manifests", classes, "class")
	return found.crashes, nil
}

// setOf returns nil if there are no names.
func setOf(names []string) map[string]bool {
	if len(names) == 0 {
		return nil
	}
	return lists.Set(names)
}

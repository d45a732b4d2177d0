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

// knowledge is what is known of the site: what the configuration says, and what the code of each
// environment says. The error is that of the context; crashes are noted in all.
func knowledge(ctx context.Context, p *project.Project, o *Options, clock *timing.Clock, all *Result) (*rule.Knowledge, error) {
	known := &rule.Knowledge{
		Facts: setOf(o.Settings.KnownFacts), Variables: setOf(o.Settings.KnownVariables),
		DefinedFacts: map[string]bool{}, DefinedVariables: map[string]bool{},
		Code: map[*project.Environment]*manifest.Index{}, Usage: map[*project.Environment]*usage.Index{},
	}
	reader := manifest.NewReader(p.Store)
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
		known.Code[env] = code
		maps.Copy(known.DefinedFacts, code.Facts)
		maps.Copy(known.DefinedVariables, code.Variables)
		all.guard("what reads the keys of "+env.Dir, func() { known.Usage[env] = usage.New(p, env, code, references) })
		classes += len(code.Classes)
	}
	clock.Phase("read manifests", classes, "class")
	return known, nil
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

package runner

import (
	"context"
	"sync"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/timing"
)

// Prepare returns what a run would return as Result.Site and Result.Inventory, without running any
// rules, for questions about places in an edited project. It returns nil if Options.Memory is not
// sufficient, so that a run is required.
func Prepare(ctx context.Context, p *project.Project, o Options) (*rule.Site, func() *nodes.Inventory, error) {
	o.complete()
	before := o.recalled(p)
	o.Memory = nil
	if before == nil || before.inventory == nil {
		return nil, nil, nil
	}
	clock := timing.Start()
	site, err := siteOf(ctx, p, &o, before, clock, &Result{})
	if err != nil {
		return nil, nil, err
	}
	return site, o.inventory(p, site, before), nil
}

// inventory returns the nodes, which are created by the first call.
func (o *Options) inventory(p *project.Project, site *rule.Site, before *recall) func() *nodes.Inventory {
	quiet := *o
	quiet.Progress, quiet.Observe = nil, nil
	return sync.OnceValue(func() *nodes.Inventory { return newEvaluation(p, &quiet, site, timing.Start()).inventory(before) })
}

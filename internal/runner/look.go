package runner

import (
	"context"
	"sync"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/timing"
)

// Look is what there is to see in an edit of a project for those who ask about places in it, without running any rule: what a run
// would have as Result.Site and Result.Inventory. The site is nil where Options.Memory does not help to find it out: a run has to.
func Look(ctx context.Context, p *project.Project, o Options) (*rule.Site, func() *nodes.Inventory, error) {
	o.settle()
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

// inventory are the nodes, once they are asked for.
func (o *Options) inventory(p *project.Project, site *rule.Site, before *recall) func() *nodes.Inventory {
	quiet := *o
	quiet.Progress, quiet.Observe = nil, nil
	return sync.OnceValue(func() *nodes.Inventory { return newEvaluation(p, &quiet, site, timing.Start()).inventory(before) })
}

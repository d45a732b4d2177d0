package runner

import (
	"context"
	"sync"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// Prepare returns what a run would return as Result.Site and Result.Inventory, without running any
// rules, for questions about places in an edited project. It returns nil if Options.Memory is not
// sufficient, so that a run is required.
func Prepare(ctx context.Context, p *project.Project, o Options) (*rule.Site, func() *nodes.Inventory, error) {
	r := newRun(p, o)
	if r.before == nil || r.before.inventory == nil {
		return nil, nil, nil
	}
	if _, err := r.readSite(ctx); err != nil {
		return nil, nil, err
	}
	return r.site, r.lazyInventory(), nil
}

// lazyInventory returns the nodes, which are created by the first call.
func (r *run) lazyInventory() func() *nodes.Inventory {
	quiet := *r
	o := *r.Options
	o.Progress, o.Observe = nil, nil
	quiet.Options = &o
	return sync.OnceValue(func() *nodes.Inventory {
		defer func() { quiet.before = nil }() // the inventory refers to the run
		return newEvaluation(&quiet).newInventory()
	})
}

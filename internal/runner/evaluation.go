package runner

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/timing"
)

// evaluation is the part of a run that evaluates keys.
type evaluation struct {
	project *project.Project
	options *Options
	site    *rule.Site
	rules   []*rule.Rule // those about evaluated keys
	clock   *timing.Clock
	done    func() // called for each key

	mu     sync.Mutex // protects everything below, and the clock
	all    *Result
	unseen *unseen
	cases  int
	keys   []keysFindings // by environment
}

func newEvaluation(p *project.Project, o *Options, site *rule.Site, clock *timing.Clock) *evaluation {
	e := &evaluation{project: p, options: o, site: site, clock: clock, done: func() {}, all: &Result{}, unseen: newUnseen()}
	for _, r := range o.Rules {
		if r.CheckKey != nil {
			e.rules = append(e.rules, r)
		}
	}
	return e
}

// evaluated returns the findings of rules about evaluated keys. The error is that of the context.
func evaluated(ctx context.Context, p *project.Project, o *Options, site *rule.Site, before *recall, clock *timing.Clock) (*Result, error) {
	e := newEvaluation(p, o, site, clock)
	if len(e.rules) == 0 && o.Observe == nil {
		return e.all, nil
	}
	var err error
	e.all.guard("the evaluation of keys", func() { err = e.run(ctx, before) })
	slices.SortFunc(e.all.Crashes, func(a, b *CrashError) int { return cmp.Compare(a.Error(), b.Error()) })
	return e.all, err
}

func (e *evaluation) run(ctx context.Context, before *recall) error {
	o := e.options
	inventory := e.inventory(before)
	e.all.inventory = inventory
	e.clock.Phase("index references", len(inventory.Fleets), "environment")
	keys := 0
	names := make([][]string, len(inventory.Fleets))
	for i, env := range inventory.Fleets {
		if before == nil || before.inventory == nil {
			e.require(env)
		}
		names[i] = e.names(env)
		e.keys = append(e.keys, keysFindings{names[i], map[string]*keyFindings{}})
		if before != nil {
			again, kept := before.renew(e.site, env, i, names[i])
			before.forget(env, names[i], again)
			names[i] = again
			e.keep(i, kept)
		}
		keys += len(names[i])
	}
	if len(o.Nodes) == 0 {
		e.done = o.progress("evaluating keys", keys)
	}
	if err := inventory.Keys(ctx, names, e.check); err != nil {
		return err
	}
	e.clock.Phase("evaluate keys", e.cases, "evaluation")
	for _, env := range inventory.Fleets {
		e.unseen.noteModules(env.Project)
		e.unseen.noteCode(env.Project, e.site.CodeOf[env.Project])
	}
	e.all.NotSeen = e.unseen.all(len(inventory.Unplaced))
	e.all.Partial = e.unseen.expensive > 0
	e.all.Diagnostics, e.all.keys = distinct(e.diagnostics()), e.keys
	return nil
}

// inventory prepares the nodes.
func (e *evaluation) inventory(before *recall) *nodes.Inventory {
	o := nodes.Options{
		Puppet: e.options.PuppetVersion, Nodes: e.options.Nodes, Workers: e.options.workers(), PrivateKeys: e.options.Settings.PrivateKeys,
		Lenient: true, // the mistake in the hiera.yaml is reported, and what remains after its correction, too
		Done:    e.options.stepForNodes(), Crashed: e.crashed, KeepsFilesRead: e.options.KeepsFilesRead,
	}
	if e.options.Observe == nil {
		o.NeedsPairs, o.NeedsText = e.needs(rule.AnyNeedsPairs), e.needs(rule.AnyNeedsText)
		if !e.options.Settings.ReportsOnRequest(e.rules) {
			o.Finds = e.finds
		}
	}
	if before != nil && before.inventory != nil {
		return before.inventory.With(e.project, before.changes, o)
	}
	return nodes.New(e.project, o)
}

// needs returns a function that reports whether any of the rules needs something of a key. It is called from any
// goroutine.
func (e *evaluation) needs(anyNeeds func(*rule.Site, []*rule.Rule, *nodes.Key) bool) func(*nodes.Key) bool {
	return func(k *nodes.Key) (needed bool) {
		crashed := crash.Guard("the key "+k.Name, func() { needed = anyNeeds(e.site, e.rules, k) })
		return needed || crashed != nil
	}
}

// finds reports whether the rules have findings about a key. It is called from any goroutine.
func (e *evaluation) finds(k *nodes.Key) bool {
	found := &Result{}
	found.check(e.project, e.options, e.rules, named{"the key " + k.Name, rule.KeySubject(e.site, k), nil})
	return len(found.Diagnostics)+len(found.Crashes) > 0
}

// require adds the keys that rules need even if no data defines them.
func (e *evaluation) require(env *nodes.Fleet) {
	code := e.site.CodeOf[env.Project]
	if code == nil {
		return
	}
	for _, r := range e.rules {
		if r.Require != nil {
			env.Require(r.Require(code, env))
		}
	}
}

// names returns the keys to evaluate: those that can have reported findings, or all if the caller
// observes them.
func (e *evaluation) names(env *nodes.Fleet) []string {
	if e.options.Observe != nil {
		return env.Names()
	}
	names := env.NamesAt(e.project.Selected)
	if code := e.site.CodeOf[env.Project]; code != nil && code.HasFile(e.project.Selected) {
		if required := env.Required(); len(required) > 0 { // missing values are reported in the code
			names = slices.Concat(names, required)
			slices.Sort(names)
			names = slices.Compact(names)
		}
	}
	return names
}

// keep adds earlier findings about keys of an environment.
func (e *evaluation) keep(env int, kept map[string]*keyFindings) {
	for name, found := range kept {
		e.keys[env].found[name] = found
		e.unseen.add(&found.unseen)
	}
}

// check runs the rules on a key of an environment. It is called from any goroutine.
func (e *evaluation) check(env int, k *nodes.Key) {
	found := &Result{}
	if e.options.Observe != nil {
		found.guard("the description of the key "+k.Name, func() { e.options.Observe(k) })
	}
	found.check(e.project, e.options, e.rules, named{"the key " + k.Name, rule.KeySubject(e.site, k), nil})
	e.options.found.add(len(found.Diagnostics))
	e.done()
	unseen := unseenFor(k, e.site.CodeOf[k.Fleet.Project])
	e.mu.Lock()
	defer e.mu.Unlock()
	if found := (&keyFindings{found.Diagnostics, unseen, k.Answers()}); !found.isNothing() {
		e.keys[env].found[k.Name] = found
	}
	e.unseen.add(&unseen)
	e.clock.Add(found.spent)
	e.cases += len(k.Cases)
	e.all.Crashes = append(e.all.Crashes, found.Crashes...)
}

// diagnostics returns the findings about all keys.
func (e *evaluation) diagnostics() []diagnostic.Diagnostic {
	var parts [][]diagnostic.Diagnostic
	for _, keys := range e.keys {
		for _, found := range keys.found {
			parts = append(parts, found.diagnostics)
		}
	}
	return slices.Concat(parts...)
}

// crashed records a crash. It is called from any goroutine.
func (e *evaluation) crashed(crashed *crash.Error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.all.Crashes = append(e.all.Crashes, &CrashError{Cause: crashed})
}

// stepForNodes returns a function to call for each real node on which all keys have been evaluated.
func (o *Options) stepForNodes() func() {
	if len(o.Nodes) == 0 {
		return nil
	}
	return o.progress("evaluating keys on nodes", len(o.Nodes))
}

// distinct keeps one finding of each rule at each place, because a mistake in a value also breaks
// the keys that reference it. It keeps the most severe finding, and of several the one with the
// fewest related places.
func distinct(all []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	slices.SortFunc(all, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(
			comparePlaces(&a, &b),
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(len(a.Related), len(b.Related)),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Detail, b.Detail),
		)
	})
	return slices.CompactFunc(all, func(a, b diagnostic.Diagnostic) bool { return comparePlaces(&a, &b) == 0 })
}

func comparePlaces(a, b *diagnostic.Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.File.Path, b.File.Path),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Rule.ID, b.Rule.ID),
	)
}

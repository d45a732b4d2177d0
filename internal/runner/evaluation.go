package runner

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// evaluation is the part of a run that evaluates keys.
type evaluation struct {
	*run
	rules []*rule.Rule // those about evaluated keys
	done  func()       // called for each key

	mu        sync.Mutex       // protects everything below, and the clock
	findings                   // about all keys
	keys      []keysFindings   // by environment
	inventory *nodes.Inventory // nil if no key was evaluated
	unseen    *unseen
	notSeen   []notseen.Part // describes unseen
	cases     int
}

func newEvaluation(r *run) *evaluation {
	e := &evaluation{run: r, done: func() {}, unseen: newUnseen()}
	for _, of := range r.Rules {
		if of.CheckKey != nil {
			e.rules = append(e.rules, of)
		}
	}
	return e
}

// evaluate runs the rules about evaluated keys. The error is that of the context.
func (r *run) evaluate(ctx context.Context) (*evaluation, error) {
	e := newEvaluation(r)
	if len(e.rules) == 0 && r.Observe == nil {
		return e, nil
	}
	var err error
	e.guard("the evaluation of keys", func() { err = e.evaluateKeys(ctx) })
	slices.SortFunc(e.crashes, func(a, b *CrashError) int { return cmp.Compare(a.Error(), b.Error()) })
	return e, err
}

func (e *evaluation) evaluateKeys(ctx context.Context) error {
	e.inventory = e.newInventory()
	e.clock.Phase("index references", len(e.inventory.Fleets), "environment")
	keys := 0
	names := make([][]string, len(e.inventory.Fleets))
	for i, env := range e.inventory.Fleets {
		if !env.IsRequired() {
			e.require(env)
		}
		names[i] = e.names(env)
		e.keys = append(e.keys, keysFindings{names[i], map[string]*keyFindings{}})
		if e.before != nil {
			var kept map[string]*keyFindings
			names[i], kept = e.before.renew(e.site, env, i, names[i])
			e.keep(i, kept)
		}
		keys += len(names[i])
	}
	if len(e.Nodes) == 0 {
		e.done = e.progress("evaluating keys", keys)
	}
	if err := e.inventory.Keys(ctx, names, e.checkKey); err != nil {
		return err
	}
	e.clock.Phase("evaluate keys", e.cases, "evaluation")
	for _, env := range e.inventory.Fleets {
		e.unseen.noteModules(e.project, env.Project, e.site.UsageOf[env.Project])
		e.unseen.noteCode(env.Project, e.site.CodeOf[env.Project])
	}
	e.notSeen = e.unseen.all(len(e.inventory.Unplaced))
	e.diagnostics = distinct(e.gathered())
	return nil
}

// newInventory prepares the nodes.
func (e *evaluation) newInventory() *nodes.Inventory {
	o := nodes.Options{
		Puppet: e.PuppetVersion, Nodes: e.Nodes, Workers: e.workers(), PrivateKeys: e.Settings.PrivateKeys,
		IsNode:  isNodeIn(e.site),
		Lenient: true, // the mistake in the hiera.yaml is reported, and what remains after its correction, too
		Done:    e.stepForNodes(), Crashed: e.crashed,
	}
	if e.Observe == nil {
		o.NeedsPairs, o.NeedsText = e.needs(e.rules, rule.AnyNeedsPairs), e.needs(e.rules, rule.AnyNeedsText)
		// Findings that are only reported on request may be about pairs of values that no lookup uses together.
		requested := e.needs(lists.Filter(e.rules, e.Settings.Requests), rule.AnyNeedsPairs)
		o.Finds = func(k *nodes.Key) bool { return requested(k) || e.finds(k) }
	}
	if e.before != nil && e.before.inventory != nil {
		return e.before.inventory.With(e.project, e.before.changes, o)
	}
	return nodes.New(e.project, o)
}

// isNodeIn returns a function that reports whether a node definition applies, or may apply, to a certname. If no definitions with names
// are known, certnames are expected to have a domain, as usual.
func isNodeIn(site *rule.Site) func(*project.Environment, string) bool {
	return func(env *project.Environment, certname string) bool {
		code := site.CodeOf[env]
		switch {
		case code == nil || !slices.ContainsFunc(code.Nodes, func(d *manifest.Definition) bool { return len(d.Certnames()) > 0 }):
			return strings.Contains(certname, ".")
		case slices.ContainsFunc(code.Unreadable, func(u *manifest.Unreadable) bool { return u.Module == "" }):
			return true
		}
		host, _, _ := strings.Cut(certname, ".")
		return slices.ContainsFunc([]string{certname, host}, func(name string) bool {
			node, isKnown := code.Node(name)
			return !isKnown || node != nil && !node.IsDefault()
		})
	}
}

// needs returns a function that reports whether any of the rules needs something of a key. It is called from any
// goroutine.
func (e *evaluation) needs(rules []*rule.Rule, anyNeeds func(*rule.Site, []*rule.Rule, *nodes.Key) bool) func(*nodes.Key) bool {
	return func(k *nodes.Key) (needed bool) {
		crashed := crash.Guard("the key "+k.Name, func() { needed = anyNeeds(e.site, rules, k) })
		return needed || crashed != nil
	}
}

// finds reports whether the rules have findings about a key. It is called from any goroutine.
func (e *evaluation) finds(k *nodes.Key) bool {
	found := e.checkRules(k)
	return len(found.diagnostics)+len(found.crashes) > 0
}

func (e *evaluation) checkRules(k *nodes.Key) findings {
	return e.check(e.rules, named{path: "the key " + k.Name, subject: rule.KeySubject(e.site, k)})
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
	if e.Observe != nil {
		return env.Names()
	}
	names := env.NamesAt(e.project.Selected)
	// Missing values are reported in the code or in lists of classes.
	code := e.site.CodeOf[env.Project]
	if code == nil || !code.HasFile(e.project.Selected) && !env.ListsClassesIn(e.project.Selected) {
		return names
	}
	if required := env.Required(); len(required) > 0 {
		names = lists.Distinct(slices.Concat(names, required))
	}
	return names
}

// keep adds earlier findings about keys of an environment.
func (e *evaluation) keep(env int, kept map[string]*keyFindings) {
	for name, found := range kept {
		e.keys[env].found[name] = found
		e.unseen.add(name, &found.unseen)
	}
}

// checkKey runs the rules on a key of an environment. It is called from any goroutine.
func (e *evaluation) checkKey(env int, k *nodes.Key) {
	found := e.checkRules(k)
	if e.Observe != nil {
		found.guard("the description of the key "+k.Name, func() { e.Observe(k) })
	}
	e.found.add(len(found.diagnostics))
	e.done()
	unseen := unseenFor(k, e.site.CodeOf[k.Fleet.Project])
	e.mu.Lock()
	defer e.mu.Unlock()
	if found := (&keyFindings{found.diagnostics, unseen, k.Answers()}); !found.isNothing() {
		e.keys[env].found[k.Name] = found
	}
	e.unseen.add(k.Name, &unseen)
	e.clock.Add(found.spent)
	e.cases += len(k.Cases)
	e.crashes = append(e.crashes, found.crashes...)
}

// gathered returns the findings about each key.
func (e *evaluation) gathered() []diagnostic.Diagnostic {
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
	e.crashes = append(e.crashes, &CrashError{Cause: crashed})
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
			cmp.Compare(a.Help, b.Help),
			slices.CompareFunc(a.Related, b.Related, compareRelated),
			slices.CompareFunc(a.Fixes, b.Fixes, func(a, b diagnostic.Fix) int { return cmp.Compare(a.Message, b.Message) }),
		)
	})
	return slices.CompactFunc(all, func(a, b diagnostic.Diagnostic) bool { return comparePlaces(&a, &b) == 0 })
}

func compareRelated(a, b diagnostic.Related) int {
	return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Message, b.Message))
}

// compareAbsent compares the keys of findings about missing keys.
func compareAbsent(a, b *diagnostic.Diagnostic) int {
	if !a.Rule.IsAboutAbsence || !b.Rule.IsAboutAbsence {
		return 0
	}
	return cmp.Compare(a.Key.String(), b.Key.String())
}

func comparePlaces(a, b *diagnostic.Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.File.Path, b.File.Path),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Rule.ID, b.Rule.ID),
		compareAbsent(a, b),
	)
}

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

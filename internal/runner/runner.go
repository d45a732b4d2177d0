// Package runner runs rules over a project: it schedules them over files and workers, and puts what
// they find in order. It knows neither what the rules look for nor how findings are printed.
package runner

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"time"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/internal/usage"
)

// Options say how a project is checked.
type Options struct {
	// Rules are those that run.
	Rules []*rule.Rule
	// PuppetVersion is the major version of Puppet whose behaviour counts: 7 or 8.
	PuppetVersion int
	// Workers is how many subjects are checked at a time; 0 means one for each processor.
	Workers int
	// Settings say which rules are on and where, and what is suppressed; the defaults when nil.
	Settings *settings.Settings
	// Today decides which suppressions have come to their end; none has when it is zero.
	Today time.Time
	// Baseline is the findings that are known and not reported; may be nil.
	Baseline *Baseline
	// Before is the findings that the tree had before a change: only those that it did not have are
	// reported. May be nil.
	Before *Baseline
	// SingleFiles means that only files were asked for: nothing is said about the configuration.
	SingleFiles bool
	// Nodes are real nodes to evaluate keys on; without any they are derived from the tree.
	Nodes []*facts.Node
	// Observe is called with each key that is evaluated, from any goroutine; may be nil. The overview of an
	// html report is made of what it sees.
	Observe func(*nodes.Key)
	// Memory is what a run found out over the project as it was before some edits; may be nil.
	Memory *Memory
	// Early is called with what is known of the edited files before keys are evaluated, where Memory saves little of that; may be nil.
	Early func(*Early)
	// Seen is called with what there is to see, as Look finds it, when the code is read and before any rule runs. It is not where Memory saves that;
	// may be nil.
	Seen func(*rule.Site, func() *nodes.Inventory)
	// Measure asks for Result.Statistics.
	Measure bool
	// Progress is called as the run goes on; may be nil.
	Progress Progress

	fileRules [rule.Widths][]*rule.Rule // those for data files
}

// Progress shows how far a run is.
type Progress interface {
	// Phase begins a part with so many steps.
	Phase(name string, steps int)
	// Step is called, from any goroutine, when n more of them are done.
	Step(n int)
}

// Result is what a run found.
type Result struct {
	// Diagnostics are in the order of paths, places and rule ids, and do not depend on Workers.
	Diagnostics []diagnostic.Diagnostic
	// Suppressed are findings that comments, the configuration or the baseline keep from being
	// reported.
	Suppressed []diagnostic.Suppressed
	// Older is how many findings are left out since the tree had them before the change.
	Older int
	// Stale is what the baseline knows and is not there any more.
	Stale []KnownFinding
	// NotSeen says in a few words each what could not be seen when keys were evaluated, in order.
	NotSeen []string
	// Statistics is set where Options.Measure asks for it.
	Statistics *timing.Statistics
	// Crashes are mistakes in hieralint: what crashed. Everything else ran all the same.
	Crashes []*CrashError
	// Site is what the rules could see.
	Site *rule.Site
	// Memory is for a run over an edit of the project; nil where something crashed.
	Memory *Memory

	references *usage.References                        // see Memory
	keys       []keysFindings                           // likewise
	inventory  *nodes.Inventory                         // likewise
	spent      map[*diagnostic.Descriptor]time.Duration // by each rule, where that is measured
}

// Inventory are the nodes on which keys were evaluated; nil where none was.
func (all *Result) Inventory() *nodes.Inventory { return all.inventory }

// CrashError is a mistake in hieralint.
type CrashError struct {
	Cause *crash.Error
	// Rule is the rule that crashed; nil where it was none.
	Rule *rule.Rule
}

func (c *CrashError) Error() string { return c.Cause.Error() }

// Run checks the project. The error is that of the context.
func Run(ctx context.Context, p *project.Project, o Options) (*Result, error) {
	o.settle()
	clock := timing.Start()
	all := &Result{}
	before := o.recalled(p)
	o.Memory = nil // what is kept of this run does not keep the one before
	site, err := siteOf(ctx, p, &o, before, clock, all)
	if err != nil {
		return nil, err
	}
	switch {
	case before != nil:
		before.judge(site)
	case o.Seen != nil:
		o.Seen(site, o.inventory(p, site, nil))
	}
	subjects := subjectsOf(site, before)
	for _, r := range o.Rules {
		o.fileRules[r.Wide] = append(o.fileRules[r.Wide], r)
	}
	done := o.progress("checking files", len(subjects))
	found := make([]Result, len(subjects))
	inFiles := make([]fileFindings, len(subjects))
	edited := o.checkEdited(p, before, subjects, found, inFiles)
	work := pool.New().WithMaxGoroutines(o.workers()).WithContext(ctx)
	for i, s := range subjects {
		if edited[i] || found[i].recall(before, s, &inFiles[i]) {
			done()
			continue
		}
		work.Go(func(ctx context.Context) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if s.data == nil {
				found[i].check(p, &o, o.Rules, s)
			} else {
				inFiles[i] = found[i].checkFile(p, &o, before, s)
			}
			done()
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	clock.Phase("check files", len(subjects), "subject")
	ofKeys, err := evaluated(ctx, p, &o, site, before, clock)
	if err != nil {
		return nil, err
	}
	all.gather(found)
	all.Site = site
	all.keys, all.inventory = ofKeys.keys, ofKeys.inventory
	all.unite(ofKeys)
	for i := range found {
		clock.Add(found[i].spent)
	}
	all.remember(&o, site, before, subjects, inFiles)
	o.suppress(site, all)
	all.sort()
	o.compare(p, all)
	clock.Phase("sort out findings", len(all.Diagnostics), "finding")
	if o.Measure {
		all.Statistics = clock.Statistics()
	}
	return all, nil
}

// settle completes the options, and leaves the rules that are on.
func (o *Options) settle() {
	if o.Settings == nil {
		o.Settings = settings.Default("", settings.Recommended)
	}
	o.Rules = slices.DeleteFunc(slices.Clone(o.Rules), o.Settings.IsOff)
}

// workers is how many subjects are checked at a time.
func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// progress is a function to call for each of so many things that are done.
func (o *Options) progress(phase string, of int) func() {
	if o.Progress == nil {
		return func() {}
	}
	o.Progress.Phase(phase, of)
	return func() { o.Progress.Step(1) }
}

// unite adds what evaluating keys found. What a rule finds in a place both in the file and by evaluation
// is kept once, as the more severe of the two.
func (all *Result) unite(evaluated *Result) {
	places := make(map[place]int, len(all.Diagnostics))
	for i := range all.Diagnostics {
		places[placeOf(&all.Diagnostics[i])] = i
	}
	for _, d := range evaluated.Diagnostics {
		i, known := places[placeOf(&d)]
		switch {
		case !known:
			all.Diagnostics = append(all.Diagnostics, d)
		case d.Severity > all.Diagnostics[i].Severity:
			all.Diagnostics[i] = d
		}
	}
	all.Crashes = append(all.Crashes, evaluated.Crashes...)
	all.NotSeen = evaluated.NotSeen
	all.leaveOutCovered()
	all.sort()
}

// leaveOutCovered leaves out the findings in whose place another one says all that they do.
func (all *Result) leaveOutCovered() {
	covered := map[place]bool{}
	for i := range all.Diagnostics {
		if d := &all.Diagnostics[i]; d.Instead != "" {
			covered[place{d.Instead, d.File, d.Span}] = true
		}
	}
	all.Diagnostics = slices.DeleteFunc(all.Diagnostics, func(d diagnostic.Diagnostic) bool { return covered[placeOf(&d)] })
}

// place is where a finding of a rule stands.
type place struct {
	rule string // its name
	file *source.File
	span source.Span
}

func placeOf(d *diagnostic.Diagnostic) place { return place{d.Rule.Name, d.File, d.Span} }

// compare takes out the findings that are known from before.
func (o *Options) compare(p *project.Project, all *Result) {
	if o.Before != nil {
		fresh, known, _ := o.Before.split(all.Diagnostics)
		all.Diagnostics, all.Older = fresh, len(known)
	}
	if o.Baseline != nil {
		fresh, known, left := o.Baseline.split(all.Diagnostics)
		all.Diagnostics = fresh
		for _, d := range known {
			all.Suppressed = append(all.Suppressed, diagnostic.Suppressed{Diagnostic: d, By: diagnostic.ByBaseline})
		}
		if o.Before == nil {
			all.Stale = o.Baseline.stale(p, o, left)
		}
	}
}

// named is a subject with the path that stands for it in messages about crashes.
type named struct {
	path    string
	subject *rule.Subject
	data    *project.File // nil where it is no data file
}

// file is the file that the subject is; "" when it is more than one.
func (s *named) file() string {
	if !s.subject.IsFile() {
		return ""
	}
	return s.path
}

func subjectsOf(site *rule.Site, before *recall) []named {
	p := site.Project
	var subjects []named
	for _, f := range p.Files {
		if p.Selected(f.Path) {
			subjects = append(subjects, named{f.Path, before.subject(site, f), f})
		}
	}
	for _, r := range p.Roots {
		if p.Selected(r.Path) {
			subjects = append(subjects, named{r.Path, rule.ConfigSubject(site, r), nil})
		}
	}
	return append(subjects, named{"the project", rule.ProjectSubject(site), nil})
}

// check runs those of the rules on a subject that concern it and are on.
func (all *Result) check(p *project.Project, o *Options, checked []*rule.Rule, s named) {
	if o.Measure && all.spent == nil {
		all.spent = map[*diagnostic.Descriptor]time.Duration{}
	}
	var reported []diagnostic.Diagnostic
	effective := o.Settings.At(s.file())
	for _, r := range checked {
		setting := effective.Rule(r)
		if setting.Off || !r.Concerns(s.subject) {
			continue
		}
		before := len(reported)
		crashed := all.run(r, s.subject, setting.Chosen, func(d diagnostic.Diagnostic) {
			d.Severity = o.Settings.At(d.File.Path).SeverityOf(r, &d)
			if d.Severity != 0 && (p.Selected(d.File.Path) || r.Scope() == rule.Hygiene) {
				reported = append(reported, d)
			}
		})
		if crashed != nil {
			crashed.During = "rule " + r.Name + " on " + s.path
			all.Crashes = append(all.Crashes, &CrashError{crashed, r})
			reported = reported[:before]
		}
	}
	all.Diagnostics = append(all.Diagnostics, reported...)
}

// recall takes over what the rules find in a data file. It is false where not all of that is known.
func (all *Result) recall(before *recall, s named, in *fileFindings) bool {
	if s.data == nil {
		return false
	}
	found, known := before.inFile(s.data)
	if known < rule.Widths {
		return false
	}
	*in = found
	all.Diagnostics = found.all()
	return true
}

// checkFile runs the rules on a data file, as far as it is not known what they find.
func (all *Result) checkFile(p *project.Project, o *Options, before *recall, s named) fileFindings {
	found, known := before.inFile(s.data)
	part := func(rules []*rule.Rule) []diagnostic.Diagnostic {
		one := &Result{}
		one.check(p, o, rules, s)
		all.Crashes = append(all.Crashes, one.Crashes...)
		for r, spent := range one.spent {
			if all.spent == nil {
				all.spent = map[*diagnostic.Descriptor]time.Duration{}
			}
			all.spent[r] += spent
		}
		return one.Diagnostics
	}
	for i := known; i < rule.Widths; i++ {
		found.found[i] = part(o.fileRules[i])
	}
	all.Diagnostics = found.all()
	return found
}

// run runs one rule. When it crashes, what it reported does not count, and the run goes on.
func (all *Result) run(r *rule.Rule, s *rule.Subject, chosen rule.Chosen, report func(diagnostic.Diagnostic)) *crash.Error {
	if all.spent != nil {
		start := time.Now()
		defer func() { all.spent[r.Descriptor()] += time.Since(start) }()
	}
	return crash.Guard("a rule", func() { s.Check(r, chosen, report) })
}

// gather joins what was found, in an order that does not depend on who found it first.
func (all *Result) gather(found []Result) {
	for _, f := range found {
		all.Diagnostics = append(all.Diagnostics, f.Diagnostics...)
		all.Crashes = append(all.Crashes, f.Crashes...)
	}
	all.sort()
}

// guard calls f, and notes it when that crashes.
func (all *Result) guard(during string, f func()) {
	if crashed := crash.Guard(during, f); crashed != nil {
		all.Crashes = append(all.Crashes, &CrashError{Cause: crashed})
	}
}

// sort puts the findings in order.
func (all *Result) sort() {
	slices.SortStableFunc(all.Diagnostics, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(comparePlaces(&a, &b), cmp.Compare(a.Message, b.Message))
	})
}

// Package runner runs rules over a project: it distributes them over files and workers, and sorts
// their findings. It knows neither what the rules check nor how findings are printed.
package runner

import (
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/timing"
	"github.com/hieralint/hieralint/internal/usage"
)

// Options are the options of a run.
type Options struct {
	// Rules are the rules to run.
	Rules []*rule.Rule
	// PuppetVersion is the major version of Puppet to assume, 7 or 8.
	PuppetVersion int
	// Workers is the number of subjects that are checked concurrently; 0 means one per processor.
	Workers int
	// Settings determines which rules are on and where, and what is suppressed; nil means the
	// defaults.
	Settings *settings.Settings
	// Today determines which suppressions have expired; if zero, none have.
	Today time.Time
	// Baseline holds known findings, which are not reported; may be nil.
	Baseline *Baseline
	// Before holds the findings of the tree before a change, which are not reported; may be nil.
	Before *Baseline
	// KeysBefore are the keys that data defined before that change.
	KeysBefore map[string]bool
	// SingleFiles reports that only single files were requested, so that nothing is reported about
	// the configuration.
	SingleFiles bool
	// Nodes are the real nodes on which keys are evaluated; if there are none, nodes are derived
	// from the tree.
	Nodes []*facts.Node
	// KeepsFilesRead enables FilesRead of the inventory.
	KeepsFilesRead bool
	// Observe is called with each evaluated key, from any goroutine; may be nil. The overview of
	// HTML reports is built from these keys.
	Observe func(*nodes.Key)
	// Memory holds the results of a run before an edit; may be nil.
	Memory *Memory
	// Early is called with what is known about the edited files before keys are evaluated, if that
	// may take long; may be nil.
	Early func(*EarlyFindings)
	// Seen is called once the code has been read and before any rule runs, unless the results are known
	// from Memory; may be nil.
	Seen func(*rule.Site, func() *nodes.Inventory)
	// Measure enables Result.Statistics.
	Measure bool
	// Progress is notified of the progress of the run; may be nil.
	Progress Progress

	fileRules [rule.Reaches][]*rule.Rule // the rules for data files
	found     *counter
}

// Progress displays the progress of a run.
type Progress interface {
	// Phase starts a phase with a number of steps.
	Phase(name string, steps int)
	// Step is called, from any goroutine, when n more steps are done.
	Step(n int)
}

// Result is the result of a run.
type Result struct {
	// Diagnostics are ordered by path, position, and rule id, and do not depend on Workers.
	Diagnostics []diagnostic.Diagnostic
	// Suppressed are the findings that comments, the configuration, or the baseline suppress.
	Suppressed []diagnostic.Suppressed
	// Older is the number of findings that are omitted because the tree already had them before the
	// change.
	Older int
	// Stale lists entries of the baseline whose findings no longer exist.
	Stale []KnownFinding
	// NotSeen lists, in a few words each, what could not be seen when keys were evaluated, sorted.
	NotSeen []notseen.Part
	// Partial means that a limit was reached: of findings, or of the evaluation of keys.
	Partial bool
	// Statistics is set if Options.Measure is.
	Statistics *timing.Statistics
	// Crashes lists crashes of hieralint. Everything else was completed.
	Crashes []*CrashError
	// Site is the input of the rules.
	Site *rule.Site
	// Memory is for a run after an edit of the project; nil if something crashed.
	Memory *Memory

	references *usage.References                        // see Memory
	keys       []keysFindings                           // see Memory
	inventory  *nodes.Inventory                         // see Memory
	spent      map[*diagnostic.Descriptor]time.Duration // by rule, if measured
}

// Inventory returns the nodes on which keys were evaluated; nil if there are none.
func (all *Result) Inventory() *nodes.Inventory { return all.inventory }

// CrashError is a crash of hieralint.
type CrashError struct {
	Cause *crash.Error
	// Rule is the rule that crashed; nil if it was not a rule.
	Rule *rule.Rule
}

func (c *CrashError) Error() string { return c.Cause.Error() }

// Run checks the project. The error is that of the context, or a *TooManyError.
func Run(ctx context.Context, p *project.Project, o Options) (*Result, error) {
	o.complete()
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	o.found = newCounter(p, &o, stop)
	all, err := o.run(ctx, p)
	if tooMany := (*TooManyError)(nil); errors.As(context.Cause(ctx), &tooMany) { // even if the last finding exceeds the limit
		return nil, tooMany
	}
	return all, err
}

func (o *Options) run(ctx context.Context, p *project.Project) (*Result, error) {
	clock := timing.Start()
	all := &Result{}
	before := o.recalled(p)
	o.Memory = nil // the results of this run must not keep those of the previous one alive
	site, err := siteOf(ctx, p, o, before, clock, all)
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
		o.fileRules[r.Reach] = append(o.fileRules[r.Reach], r)
	}
	found, inFiles, err := o.checkSubjects(ctx, p, before, subjects)
	if err != nil {
		return nil, err
	}
	clock.Phase("check files", len(subjects), "subject")
	ofKeys, err := evaluated(ctx, p, o, site, before, clock)
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
	all.remember(o, site, before, subjects, inFiles)
	o.suppress(site, all)
	all.sort()
	o.compare(p, all)
	clock.Phase("collect findings", len(all.Diagnostics), "finding")
	if o.Measure {
		all.Statistics = clock.Statistics()
	}
	return all, nil
}

// checkSubjects checks the subjects that have changed, and recalls the findings in the others. The
// results are in the order of the subjects; findings in data files are also returned separately.
func (o *Options) checkSubjects(ctx context.Context, p *project.Project, before *recall, subjects []named) ([]Result, []fileFindings, error) {
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
				found[i].check(p, o, o.Rules, s)
			} else {
				inFiles[i] = found[i].checkFile(p, o, before, s)
			}
			o.found.add(len(found[i].Diagnostics))
			done()
			return nil
		})
	}
	return found, inFiles, work.Wait()
}

// complete sets defaults, and removes the rules that are off.
func (o *Options) complete() {
	if o.Settings == nil {
		o.Settings = settings.Default("", settings.Recommended)
	}
	o.Rules = slices.DeleteFunc(slices.Clone(o.Rules), o.Settings.IsOff)
}

// workers returns the number of subjects that are checked concurrently.
func (o *Options) workers() int {
	if o.Workers > 0 {
		return o.Workers
	}
	return runtime.GOMAXPROCS(0)
}

// progress starts a phase and returns a function to call for each of its steps.
func (o *Options) progress(phase string, of int) func() {
	if o.Progress == nil {
		return func() {}
	}
	o.Progress.Phase(phase, of)
	return func() { o.Progress.Step(1) }
}

// unite adds the findings about evaluated keys. If a rule has findings at the same place both in
// the file and by evaluation, only the more severe one is kept.
func (all *Result) unite(evaluated *Result) {
	places := make(map[place]int, len(all.Diagnostics))
	for i := range all.Diagnostics {
		places[placeOf(&all.Diagnostics[i])] = i
	}
	all.Diagnostics = slices.Grow(all.Diagnostics, len(evaluated.Diagnostics))
	for n := range evaluated.Diagnostics {
		d := &evaluated.Diagnostics[n]
		i, known := places[placeOf(d)]
		switch {
		case !known:
			all.Diagnostics = append(all.Diagnostics, *d)
		case d.Severity > all.Diagnostics[i].Severity:
			all.Diagnostics[i] = *d
		}
	}
	all.Crashes = append(all.Crashes, evaluated.Crashes...)
	all.NotSeen = evaluated.NotSeen
	all.Partial = evaluated.Partial || slices.ContainsFunc(all.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.StandsForRest })
	all.leaveOutCovered()
	all.sort()
}

// leaveOutCovered removes the findings that another finding at the same place includes.
func (all *Result) leaveOutCovered() {
	covered := map[place]bool{}
	for i := range all.Diagnostics {
		if d := &all.Diagnostics[i]; d.Instead != "" {
			covered[place{d.Instead, d.File, d.Span}] = true
		}
	}
	all.Diagnostics = slices.DeleteFunc(all.Diagnostics, func(d diagnostic.Diagnostic) bool { return covered[placeOf(&d)] })
}

// place is the place of a finding of a rule.
type place struct {
	rule string // the rule's name
	file *source.File
	span source.Span
}

func placeOf(d *diagnostic.Diagnostic) place { return place{d.Rule.Name, d.File, d.Span} }

// compare removes the known findings.
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

// named is a subject with the path that represents it in messages about crashes.
type named struct {
	path    string
	subject *rule.Subject
	data    *project.File // nil if it is not a data file
}

// file returns the path of the subject; "" if it is more than one file.
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

// maxFindings limits the findings of a rule in one file, or for one key. Real ones have far fewer; a
// report of hundreds of thousands takes longer than everything else, and nobody reads it.
const maxFindings = 10_000

// check runs the rules on a subject that concern it and are on.
func (all *Result) check(p *project.Project, o *Options, checked []*rule.Rule, s named) {
	if o.Measure && all.spent == nil {
		all.spent = map[*diagnostic.Descriptor]time.Duration{}
	}
	effective := o.Settings.At(s.file())
	limited := s.subject.IsFile() || s.subject.IsKey()
	var current *rule.Rule
	var reported []diagnostic.Diagnostic // by the current rule
	report := func(d diagnostic.Diagnostic) {
		if limited && len(reported) > maxFindings {
			panic(enough{})
		}
		d.Severity = o.Settings.At(d.File.Path).SeverityOf(current, &d)
		if d.Severity == 0 || !p.Selected(d.File.Path) && current.Scope() != rule.Hygiene {
			return
		}
		if limited && len(reported) == maxFindings {
			d = s.withoutRest(d)
		}
		reported = append(reported, d)
	}
	for _, current = range checked {
		setting := effective.Rule(current)
		if setting.Off || !current.Concerns(s.subject) {
			continue
		}
		reported = reported[:0]
		if crashed := crash.Guard("a rule", func() { all.runLimited(current, s.subject, setting.Chosen, report) }); crashed != nil {
			crashed.During = "rule " + current.Name + " on " + s.path
			all.Crashes = append(all.Crashes, &CrashError{crashed, current})
			continue
		}
		all.Diagnostics = append(all.Diagnostics, reported...)
	}
}

// withoutRest returns a finding in place of d and all further findings of its rule, in a file or for a
// key with too many of them.
func (s *named) withoutRest(d diagnostic.Diagnostic) diagnostic.Diagnostic {
	subject, help := "the file", "correct those that are reported, or exclude the file"
	if s.subject.IsKey() {
		subject, help = "the key", "correct those that are reported"
	}
	return diagnostic.Diagnostic{
		Rule: d.Rule, Severity: d.Severity, OnRequest: d.OnRequest, File: d.File, Span: d.Span,
		Message: subject + " has more than 10,000 findings of this rule; the others are not reported", Help: help, StandsForRest: true,
	}
}

// recall reuses the earlier findings in a data file. It returns false unless all of them are still
// valid.
func (all *Result) recall(before *recall, s named, in *fileFindings) bool {
	if s.data == nil {
		return false
	}
	found, known := before.inFile(s.data)
	if known < rule.Reaches {
		return false
	}
	*in = found
	all.Diagnostics = found.all()
	return true
}

// checkFile runs the rules on a data file, unless their findings are known.
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
	for i := known; i < rule.Reaches; i++ {
		found.found[i] = part(o.fileRules[i])
	}
	all.Diagnostics = found.all()
	return found
}

// enough is the panic that stops a rule with too many findings.
type enough struct{}

// runLimited runs one rule until report panics with enough.
func (all *Result) runLimited(r *rule.Rule, s *rule.Subject, chosen rule.OptionValues, report func(diagnostic.Diagnostic)) {
	defer func() {
		if cause := recover(); cause != nil && cause != (enough{}) {
			panic(cause)
		}
	}()
	all.run(r, s, chosen, report)
}

// run runs one rule.
func (all *Result) run(r *rule.Rule, s *rule.Subject, chosen rule.OptionValues, report func(diagnostic.Diagnostic)) {
	if all.spent != nil {
		start := time.Now()
		defer func() { all.spent[r.Descriptor()] += time.Since(start) }()
	}
	s.Check(r, chosen, report)
}

// gather joins findings in an order that does not depend on the goroutines.
func (all *Result) gather(found []Result) {
	n := 0
	for _, f := range found {
		n += len(f.Diagnostics)
	}
	all.Diagnostics = slices.Grow(all.Diagnostics, n)
	for _, f := range found {
		all.Diagnostics = append(all.Diagnostics, f.Diagnostics...)
		all.Crashes = append(all.Crashes, f.Crashes...)
	}
	all.sort()
}

// guard calls f, and records a crash.
func (all *Result) guard(during string, f func()) {
	if crashed := crash.Guard(during, f); crashed != nil {
		all.Crashes = append(all.Crashes, &CrashError{Cause: crashed})
	}
}

// sort sorts the findings.
func (all *Result) sort() {
	slices.SortStableFunc(all.Diagnostics, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(comparePlaces(&a, &b), cmp.Compare(a.Message, b.Message))
	})
}

// Package runner runs rules over a project: it distributes them over files and workers, and sorts
// their findings. It knows neither what the rules check nor how findings are printed.
package runner

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"runtime"
	"slices"
	"sort"
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
	"github.com/hieralint/hieralint/internal/secret"
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
	// Inventory has the nodes on which keys were evaluated; nil if there are none.
	Inventory *nodes.Inventory
}

// CrashError is a crash of hieralint.
type CrashError struct {
	Cause *crash.Error
	// Rule is the rule that crashed; nil if it was not a rule.
	Rule *rule.Rule
}

// Error contains no secret, even if the name of a key does.
func (c *CrashError) Error() string { return secret.Redact(c.Cause.Error()) }

// Run checks the project. The error is that of the context, or a *TooManyError.
func Run(ctx context.Context, p *project.Project, o Options) (*Result, error) {
	r := newRun(p, o)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	r.found = newCounter(p, r.Options, stop)
	all, err := r.result(ctx)
	if tooMany := (*TooManyError)(nil); errors.As(context.Cause(ctx), &tooMany) { // even if the last finding exceeds the limit
		return nil, tooMany
	}
	return all, err
}

// run is the state of a run.
type run struct {
	*Options
	project *project.Project
	clock   *timing.Clock
	found   *counter
	// before holds the earlier results that are still valid; nil if there are none.
	before *recall
	// site is the input of the rules, and references are the references in the data. They are nil until the code has been
	// read.
	site       *rule.Site
	references *usage.References
	fileRules  [rule.Reaches][]*rule.Rule // the rules for data files
}

func newRun(p *project.Project, o Options) *run {
	o.complete()
	r := &run{Options: &o, project: p, clock: timing.Start(), before: o.recalled(p)}
	o.Memory = nil // the results of this run must not keep those of the previous one alive
	for _, of := range o.Rules {
		r.fileRules[of.Reach] = append(r.fileRules[of.Reach], of)
	}
	return r
}

func (r *run) result(ctx context.Context) (*Result, error) {
	all := &Result{}
	var err error
	if all.Crashes, err = r.readSite(ctx); err != nil {
		return nil, err
	}
	switch {
	case r.before != nil:
		r.before.judge(r.site)
	case r.Seen != nil:
		r.Seen(r.site, r.lazyInventory())
	}
	subjects := r.subjects()
	found, inFiles, err := r.checkSubjects(ctx, subjects)
	if err != nil {
		return nil, err
	}
	r.clock.Phase("check files", len(subjects), "subject")
	ofKeys, err := r.evaluate(ctx)
	if err != nil {
		return nil, err
	}
	all.gather(found)
	for i := range found {
		r.clock.Add(found[i].spent)
	}
	all.Site, all.Inventory = r.site, ofKeys.inventory
	all.Crashes = append(all.Crashes, ofKeys.crashes...)
	all.NotSeen, all.Partial = ofKeys.notSeen, len(ofKeys.unseen.expensive) > 0
	all.unite(ofKeys.diagnostics)
	if len(all.Crashes) == 0 && r.Observe == nil {
		all.Memory = r.remember(ofKeys, subjects, inFiles)
	}
	r.before = nil // the inventory refers to the run
	r.suppress(all)
	all.sort()
	r.compare(all)
	r.clock.Phase("collect findings", len(all.Diagnostics), "finding")
	if r.Measure {
		all.Statistics = r.clock.Statistics()
	}
	return all, nil
}

// checkSubjects checks the subjects that have changed, and recalls the findings in the others. The
// results are in the order of the subjects; findings in data files are also returned separately.
func (r *run) checkSubjects(ctx context.Context, subjects []named) ([]findings, []fileFindings, error) {
	done := r.progress("checking files", len(subjects))
	found := make([]findings, len(subjects))
	inFiles := make([]fileFindings, len(subjects))
	edited := r.checkEdited(subjects, found, inFiles)
	work := pool.New().WithMaxGoroutines(r.workers()).WithContext(ctx)
	for i, s := range slices.Backward(subjects) { // rules about the project take the longest
		if edited[i] {
			done()
			continue
		}
		if inFile, ok := r.before.allInFile(s.data); ok {
			inFiles[i], found[i].diagnostics = inFile, inFile.all()
			done()
			continue
		}
		work.Go(func(ctx context.Context) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			if s.data == nil {
				found[i] = r.check(s.rules, s)
			} else {
				found[i], inFiles[i] = r.checkFile(s)
			}
			r.found.add(len(found[i].diagnostics))
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
func (all *Result) unite(ofKeys []diagnostic.Diagnostic) {
	places := make(map[place]int, len(all.Diagnostics))
	for i := range all.Diagnostics {
		places[placeOf(&all.Diagnostics[i])] = i
	}
	all.Diagnostics = slices.Grow(all.Diagnostics, len(ofKeys))
	for n := range ofKeys {
		d := &ofKeys[n]
		i, known := places[placeOf(d)]
		switch {
		case !known:
			all.Diagnostics = append(all.Diagnostics, *d)
		case d.Severity > all.Diagnostics[i].Severity:
			all.Diagnostics[i] = *d
		}
	}
	all.Partial = all.Partial || slices.ContainsFunc(all.Diagnostics, func(d diagnostic.Diagnostic) bool { return d.StandsForRest })
	all.sort()
	all.leaveOutCovered()
}

// leaveOutCovered removes the findings that another finding at the same place includes. The findings
// are sorted.
func (all *Result) leaveOutCovered() {
	type ruleInFile struct {
		rule string
		file *source.File
	}
	covered := map[ruleInFile][]source.Span{}
	for i := range all.Diagnostics {
		d := &all.Diagnostics[i]
		for _, name := range d.Instead {
			in := ruleInFile{name, d.File}
			covered[in] = append(covered[in], d.Span)
		}
	}
	all.Diagnostics = slices.DeleteFunc(all.Diagnostics, func(d diagnostic.Diagnostic) bool {
		spans := covered[ruleInFile{d.Rule.Name, d.File}]
		after := sort.Search(len(spans), func(i int) bool { return spans[i].Start > d.Span.Start })
		return after > 0 && d.Span.End <= spans[after-1].End
	})
}

// place is the place of a finding of a rule.
type place struct {
	rule string // the rule's name
	file *source.File
	span source.Span
}

func placeOf(d *diagnostic.Diagnostic) place { return place{d.Rule.Name, d.File, d.Span} }

// compare removes the known findings.
func (r *run) compare(all *Result) {
	if r.Before != nil {
		fresh, known, _ := r.Before.split(all.Diagnostics)
		all.Diagnostics, all.Older = fresh, len(known)
	}
	if r.Baseline != nil {
		fresh, known, left := r.Baseline.split(all.Diagnostics)
		all.Diagnostics = fresh
		for _, d := range known {
			all.Suppressed = append(all.Suppressed, diagnostic.Suppressed{Diagnostic: d, By: diagnostic.ByBaseline})
		}
		if r.Before == nil {
			all.Stale = r.Baseline.stale(r, left)
		}
	}
}

// named is a subject with the path that represents it in messages about crashes.
type named struct {
	path    string
	subject *rule.Subject
	data    *project.File // nil if it is not a data file
	rules   []*rule.Rule  // to run on anything else
}

// file returns the path of the subject; "" if it is more than one file.
func (s *named) file() string {
	if !s.subject.IsFile() {
		return ""
	}
	return s.path
}

func (r *run) subjects() []named {
	var subjects []named
	for _, f := range r.project.Files {
		if r.project.Selected(f.Path) {
			subjects = append(subjects, named{path: f.Path, subject: r.before.subject(r.site, f), data: f})
		}
	}
	for _, root := range r.project.Roots {
		if r.project.Selected(root.Path) && !root.Declared {
			subjects = append(subjects, named{path: root.Path, subject: rule.ConfigSubject(r.site, root), rules: r.Rules})
		}
	}
	for _, of := range r.Rules {
		if s := rule.ProjectSubject(r.site); of.Concerns(s) {
			subjects = append(subjects, named{path: "the project", subject: s, rules: []*rule.Rule{of}})
		}
	}
	return subjects
}

// maxFindings limits the findings of a rule in one file, or for one key. Real ones have far fewer; a
// report of hundreds of thousands takes longer than everything else, and nobody reads it.
const maxFindings = 10_000

// findings is what rules find in a subject, or in several.
type findings struct {
	diagnostics []diagnostic.Diagnostic
	crashes     []*CrashError
	spent       map[*diagnostic.Descriptor]time.Duration // by rule, if measured
}

// guard calls f, and records a crash.
func (all *findings) guard(during string, f func()) {
	if crashed := crash.Guard(during, f); crashed != nil {
		all.crashes = append(all.crashes, &CrashError{Cause: crashed})
	}
}

// check runs those of some rules on a subject that concern it and are on.
func (r *run) check(rules []*rule.Rule, s named) (all findings) {
	if r.Measure {
		all.spent = map[*diagnostic.Descriptor]time.Duration{}
	}
	effective := r.Settings.At(s.file())
	limited := s.subject.IsFile() || s.subject.IsKey()
	var current *rule.Rule
	var reported []diagnostic.Diagnostic // by the current rule
	report := func(d diagnostic.Diagnostic) {
		if limited && len(reported) > maxFindings {
			panic(enough{})
		}
		d.Severity = r.Settings.At(d.File.Path).SeverityOf(current, &d)
		if d.Severity == 0 || !r.project.Selected(d.File.Path) && current.Scope() != rule.Hygiene {
			return
		}
		if limited && len(reported) == maxFindings {
			d = s.withoutRest(d)
		}
		reported = append(reported, d)
	}
	for _, current = range rules {
		setting := effective.Rule(current)
		if setting.Off || !current.Concerns(s.subject) {
			continue
		}
		reported = reported[:0]
		if crashed := crash.Guard("a rule", func() { all.runLimited(current, s.subject, setting.Chosen, report) }); crashed != nil {
			crashed.During = "rule " + current.Name + " on " + s.path
			all.crashes = append(all.crashes, &CrashError{crashed, current})
			continue
		}
		all.diagnostics = append(all.diagnostics, reported...)
	}
	return all
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

// checkFile runs the rules on a data file, except those whose findings are known.
func (r *run) checkFile(s named) (all findings, inFile fileFindings) {
	inFile, known := r.before.inFile(s.data)
	for i := known; i < rule.Reaches; i++ {
		found := r.check(r.fileRules[i], s)
		inFile.found[i] = found.diagnostics
		all.crashes = append(all.crashes, found.crashes...)
		if all.spent == nil {
			all.spent = found.spent
		} else {
			maps.Copy(all.spent, found.spent)
		}
	}
	all.diagnostics = inFile.all()
	return all, inFile
}

// enough is the panic that stops a rule with too many findings.
type enough struct{}

// runLimited runs one rule until report panics with enough.
func (all *findings) runLimited(r *rule.Rule, s *rule.Subject, chosen rule.OptionValues, report func(diagnostic.Diagnostic)) {
	defer func() {
		if cause := recover(); cause != nil && cause != (enough{}) {
			panic(cause)
		}
	}()
	all.runRule(r, s, chosen, report)
}

// runRule runs one rule.
func (all *findings) runRule(r *rule.Rule, s *rule.Subject, chosen rule.OptionValues, report func(diagnostic.Diagnostic)) {
	if all.spent != nil {
		start := time.Now()
		defer func() { all.spent[r.Descriptor()] += time.Since(start) }()
	}
	s.Check(r, chosen, report)
}

// gather joins findings in an order that does not depend on the goroutines.
func (all *Result) gather(found []findings) {
	n := 0
	for _, f := range found {
		n += len(f.diagnostics)
	}
	all.Diagnostics = slices.Grow(all.Diagnostics, n)
	for _, f := range found {
		all.Diagnostics = append(all.Diagnostics, f.diagnostics...)
		all.Crashes = append(all.Crashes, f.crashes...)
	}
	all.sort()
}

// sort sorts the findings.
func (all *Result) sort() {
	slices.SortStableFunc(all.Diagnostics, func(a, b diagnostic.Diagnostic) int {
		return cmp.Or(comparePlaces(&a, &b), cmp.Compare(a.Message, b.Message))
	})
}

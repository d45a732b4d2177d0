// Package lint runs rules over a project: it schedules them over files and workers, and puts what
// they find in order. It knows neither what the rules look for nor how findings are printed.
package lint

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/project"
	"github.com/hieralint/hieralint/rules"
)

// Options say how a project is checked.
type Options struct {
	// Rules are those that run.
	Rules []*rules.Rule
	// PuppetVersion is the major version of Puppet whose behaviour counts: 7 or 8.
	PuppetVersion int
	// Workers is how many subjects are checked at a time; 0 means one for each processor.
	Workers int
}

// Result is what a run found.
type Result struct {
	// Diagnostics are in the order of paths, places and rule ids, and do not depend on Workers.
	Diagnostics []rules.Diagnostic
	// Crashes are rules that crashed. All others ran all the same.
	Crashes []*CrashError
}

// CrashError is a mistake in hieralint: a rule that crashed on a subject.
type CrashError struct {
	Rule  *rules.Rule
	Path  string
	Value any
	Stack []byte
}

func (f *CrashError) Error() string {
	return fmt.Sprintf("internal error: rule %s crashed on %s: %v", f.Rule.Name, f.Path, f.Value)
}

// Run checks the project. The error is that of the context.
func Run(ctx context.Context, p *project.Project, o Options) (*Result, error) {
	subjects := subjectsOf(p)
	found := make([]Result, len(subjects))
	workers := o.Workers
	if workers <= 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	work := pool.New().WithMaxGoroutines(workers).WithContext(ctx)
	for i, s := range subjects {
		work.Go(func(ctx context.Context) error {
			if err := ctx.Err(); err != nil {
				return err
			}
			for _, r := range o.Rules {
				if r.Concerns(s.subject) {
					found[i].check(p, o.PuppetVersion, r, s)
				}
			}
			return nil
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	return gather(found), nil
}

// named is a subject with the path that stands for it in messages about crashes.
type named struct {
	path    string
	subject *rules.Subject
}

func subjectsOf(p *project.Project) []named {
	var subjects []named
	for _, f := range p.Files {
		if p.Selected(f.Path) {
			subjects = append(subjects, named{f.Path, &rules.Subject{File: f}})
		}
	}
	for _, r := range p.Roots {
		if p.Selected(r.Path) {
			subjects = append(subjects, named{r.Path, &rules.Subject{Root: r}})
		}
	}
	return append(subjects, named{"the project", &rules.Subject{}})
}

// check runs one rule on one subject. A rule that crashes loses what it reports, the run goes on.
func (found *Result) check(p *project.Project, puppetVersion int, r *rules.Rule, s named) {
	var reported []rules.Diagnostic
	defer func() {
		if value := recover(); value != nil {
			found.Crashes = append(found.Crashes, &CrashError{Rule: r, Path: s.path, Value: value, Stack: debug.Stack()})
			return
		}
		found.Diagnostics = append(found.Diagnostics, reported...)
	}()
	r.Check(p, puppetVersion, s.subject, func(d rules.Diagnostic) {
		if p.Selected(d.File.Path) {
			reported = append(reported, d)
		}
	})
}

// gather joins what was found, in an order that does not depend on who found it first.
func gather(found []Result) *Result {
	all := &Result{}
	for _, f := range found {
		all.Diagnostics = append(all.Diagnostics, f.Diagnostics...)
		all.Crashes = append(all.Crashes, f.Crashes...)
	}
	slices.SortStableFunc(all.Diagnostics, func(a, b rules.Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Rule.ID, b.Rule.ID),
			cmp.Compare(a.Message, b.Message),
		)
	})
	return all
}

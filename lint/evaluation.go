package lint

import (
	"cmp"
	"context"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/evaluate"
	"github.com/hieralint/hieralint/project"
	"github.com/hieralint/hieralint/rules"
)

// evaluation runs the rules about evaluated keys.
func evaluation(ctx context.Context, p *project.Project, o Options, known *rules.Knowledge, workers int, clock *clock) (*Result, error) {
	var concerned []*rules.Rule
	for _, r := range o.Rules {
		if r.Concerns(&rules.Subject{Key: &evaluate.Key{}}) {
			concerned = append(concerned, r)
		}
	}
	all := &Result{}
	if len(concerned) == 0 && o.Observe == nil {
		return all, nil
	}
	var mu sync.Mutex
	var unseen unseen
	nodes := evaluate.New(p, evaluate.Options{Puppet: o.PuppetVersion, Nodes: o.Nodes, Workers: workers, PrivateKeys: o.Settings.PrivateKeys, Done: o.stepForNodes()})
	clock.phase("find out what keys refer to", len(nodes.Environments), "environment")
	keys := 0
	for _, env := range nodes.Environments {
		if code := known.Code[env.Project]; code != nil && slices.Contains(concerned, rules.MissingRequiredData) {
			env.Require(rules.Required(code, env.Certnames()))
		}
		keys += env.Count()
	}
	done := func() {}
	if len(o.Nodes) == 0 {
		done = o.progress("evaluating keys", keys)
	}
	cases := 0
	for _, env := range nodes.Environments {
		err := env.Keys(ctx, func(k *evaluate.Key) {
			if o.Observe != nil {
				o.Observe(k)
			}
			found := &Result{}
			subject := named{"the key " + k.Name, &rules.Subject{Key: k, Known: known}}
			found.check(p, &o, concerned, subject)
			done()
			mu.Lock()
			defer mu.Unlock()
			unseen.note(k)
			clock.add(found.spent)
			cases += len(k.Cases)
			all.Diagnostics = append(all.Diagnostics, found.Diagnostics...)
			all.Crashes = append(all.Crashes, found.Crashes...)
		})
		if err != nil {
			return nil, err
		}
	}
	clock.phase("evaluate keys", cases, "evaluation")
	for _, env := range nodes.Environments {
		unseen.noteModules(env.Project)
	}
	all.NotSeen = unseen.texts(len(nodes.Unplaced))
	all.Diagnostics = distinct(all.Diagnostics)
	slices.SortFunc(all.Crashes, func(a, b *CrashError) int { return cmp.Compare(a.Error(), b.Error()) })
	return all, nil
}

// stepForNodes is a function to call for each real node on which all keys are evaluated.
func (o *Options) stepForNodes() func() {
	if len(o.Nodes) == 0 {
		return nil
	}
	return o.progress("evaluating keys on nodes", len(o.Nodes))
}

// distinct keeps one finding of each rule in each place: a mistake in a value fails the keys that
// refer to it too. The one kept is the most severe, and that which needs the fewest related places.
func distinct(all []rules.Diagnostic) []rules.Diagnostic {
	slices.SortFunc(all, func(a, b rules.Diagnostic) int {
		return cmp.Or(
			comparePlaces(&a, &b),
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(len(a.Related), len(b.Related)),
			cmp.Compare(a.Message, b.Message),
			cmp.Compare(a.Detail, b.Detail),
		)
	})
	return slices.CompactFunc(all, func(a, b rules.Diagnostic) bool { return comparePlaces(&a, &b) == 0 })
}

func comparePlaces(a, b *rules.Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.File.Path, b.File.Path),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Rule.ID, b.Rule.ID),
	)
}

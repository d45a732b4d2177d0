package engine

import (
	"context"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/search"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/engine/types"
)

// LookupOptions holds the arguments of a lookup other than its keys.
type LookupOptions struct {
	// Merge is the merge argument, the name of a strategy or a hash; nil if not given.
	Merge *data.Value
	// Default is returned if the key is not found. Nil means that no default is given; undef is a
	// default.
	Default *data.Value
	// Type is the type that the value must be an instance of; nil if not given.
	Type types.Type
	// Override and DefaultValues are hashes by key that are searched before and after all layers;
	// nil if empty.
	Override, DefaultValues *data.Value

	Mode Mode
	// ClassicOverride lists the additional levels of a ClassicLookup.
	ClassicOverride []string
	// GlobalOnly restricts the lookup to the global layer.
	GlobalOnly bool

	// Origins enables Result.Origins. Trace enables Result.Reads, too, so that lookups share less with those for other
	// nodes.
	Origins, Trace bool
	// Explain enables Result.Explanation. ExplainOptions limits it to lookup_options.
	Explain, ExplainOptions bool
	// LowBudget limits the lookup to a cost that nearly all lookups stay below, and to about MaxCost
	// unless that is 0; see Result.Cost. Result.Exceeded reports that the limit was reached.
	LowBudget bool
	MaxCost   int
	// Budget is a limit shared by several lookups; nil if there is none. When it is spent, the
	// remaining lookups have a LowBudget, so results depend on the order of the lookups.
	Budget *Budget
	// ShowSecrets leaves decrypted strings in the explanation.
	ShowSecrets bool
}

// Mode is what performs a lookup in Puppet.
type Mode uint8

// The modes.
const (
	FunctionLookup  Mode = iota // the function lookup
	ParameterLookup             // automatic parameter lookup, which searches only the layers: Merge, Default, and Type do not apply
	ClassicLookup               // the functions hiera, hiera_array, and hiera_hash, which Merge distinguishes
)

// Result is the result of a lookup.
type Result struct {
	// Key is the key that was found, or the first key if the default was used.
	Key string
	// Value is the value that was found; nil if there is none. If Puppet would have a value that
	// the engine cannot know, Value or a part of it is outcome.Unknown.
	Value *data.Value
	// Default reports that no layer has the key and that Value is the given default.
	Default bool
	// Entry is the lookup_options entry that applies to the last key searched; nil if there is
	// none. It is also set if the lookup fails.
	Entry *lookupoptions.Entry
	// Unknown lists why the value or parts of it are unknown, and which levels were skipped.
	Unknown []*outcome.Unknown
	// Warnings lists what Puppet would log, without repetitions.
	Warnings []string
	// Observations is set if Options.Observe is.
	Observations []*outcome.Observation
	// Origins lists where the value came from, and Reads the variables that were read. They are set
	// only if LookupOptions.Origins or Trace is.
	Origins []outcome.Origin
	Reads   []outcome.Read
	// Exceeded reports that the lookup was abandoned because of LookupOptions.LowBudget or Budget.
	Exceeded bool
	// Cost is what the lookup has cost, in units of work: a few hundred nanoseconds each.
	Cost int
	// Explanation is set if requested, also if the lookup fails.
	Explanation *Explanation
}

// Budget is a limit shared by several lookups. The zero value is ready to use.
type Budget struct{ shared budget.Shared }

// IsSpent reports whether the limit is spent.
func (b *Budget) IsSpent() bool { return b.shared.IsSpent() }

// Lookup returns the value of the first of keys that any layer has. Errors are of type
// *outcome.Error; if ctx has ended, they wrap its error. The result is never nil; if the lookup fails,
// it still has the warnings and the explanation.
func (e *Engine) Lookup(ctx context.Context, s *Scope, o LookupOptions, keys ...string) (*Result, error) {
	n := e.nodeOf(s, o.Trace)
	so := o.search()
	if o.Explain || o.ExplainOptions {
		n = n.Fresh() // Puppet clears its lookup_options cache, so that the explanation shows them
		so.Explain, so.OnlyExplainOptions = explain.NewRecorder(), !o.Explain
	}
	l := n.Begin(ctx, so)
	defer l.End()
	r := new(Result)
	err := r.lookup(l, &o, keys)
	if r.Explanation != nil && o.ShowSecrets {
		r.Explanation.secrets = nil
	}
	return r, err
}

// LookupEach looks up each of keys as Lookup does for a single key, and calls f with each result
// until f returns false. It is faster than separate calls of Lookup. The Result is only valid until
// f returns, since it is reused for the next key; the values that it refers to remain valid.
func (e *Engine) LookupEach(ctx context.Context, s *Scope, o LookupOptions, keys []string, f func(key string, r *Result, err error) bool) {
	if o.Explain || o.ExplainOptions {
		for _, key := range keys {
			if r, err := e.Lookup(ctx, s, o, key); !f(key, r, err) {
				return
			}
		}
		return
	}
	so := o.search()
	l := e.nodeOf(s, o.Trace).Begin(ctx, so)
	defer l.End()
	var r Result
	for i := range keys {
		if i > 0 {
			l.Again(ctx, so)
		}
		if err := r.lookup(l, &o, keys[i:i+1]); !f(keys[i], &r, err) {
			return
		}
	}
}

// search returns the options of the search.
func (o *LookupOptions) search() search.Options {
	var shared *budget.Shared
	if o.Budget != nil {
		shared = &o.Budget.shared
	}
	return search.Options{
		Override: o.Override, Defaults: o.DefaultValues, GlobalOnly: o.GlobalOnly, ClassicOverrides: o.ClassicOverride, Origins: o.Origins || o.Trace,
		Budget: shared, LowBudget: o.LowBudget, MaxCost: o.MaxCost,
	}
}

// lookup performs a lookup and stores the result in r.
func (r *Result) lookup(l *search.Lookup, o *LookupOptions, keys []string) error {
	var answer invocation.Answer
	var err *outcome.Error
	if o.Mode == ParameterLookup {
		answer, err = l.Parameter(keys)
	} else {
		answer, err = l.Function(keys, invocation.Arguments{Merge: o.Merge, Type: o.Type, Default: o.Default, Classic: o.Mode == ClassicLookup})
	}
	if err != nil && err.IsLookup() {
		l.Invocation().Explain.Text(err.Message)
	}
	return r.set(l, answer, err)
}

// InterpolateOptions holds the arguments of Interpolate other than the value.
type InterpolateOptions struct {
	// Override and DefaultValues are hashes of variables and keys that are searched before and
	// after all others.
	Override, DefaultValues *data.Value
	// NoMethods disallows interpolation functions such as lookup, as in hiera.yaml.
	NoMethods bool
}

// Interpolate replaces the interpolation tokens in all strings of v as if v had been read from a
// data file.
func (e *Engine) Interpolate(ctx context.Context, s *Scope, v *data.Value, o InterpolateOptions) (*Result, error) {
	l := e.nodeOf(s, false).Begin(ctx, search.Options{Override: o.Override, Defaults: o.DefaultValues})
	defer l.End()
	inv := l.Invocation()
	inv.Standalone = true
	replaced, err := interpolation.Value(inv, v, !o.NoMethods)
	r := new(Result)
	return r, r.set(l, invocation.Answer{Value: replaced}, err)
}

// set stores the result of a lookup in r. If err is set, answer is ignored.
func (r *Result) set(l *search.Lookup, answer invocation.Answer, err *outcome.Error) error {
	if err != nil {
		answer = invocation.Answer{}
	}
	yielded := &l.Record
	if yielded.HasUnknown {
		for _, u := range outcome.UnknownParts(answer.Value) {
			yielded.AddUnknown(u)
		}
	}
	yielded.WithholdWarnings()
	*r = Result{
		Key: answer.Key, Value: answer.Value, Default: answer.Default, Entry: yielded.Entry,
		Unknown: yielded.Unknown, Warnings: slices.Clone(yielded.Warnings), Observations: yielded.Observations,
		Origins: yielded.Origins, Reads: l.Reads(), Exceeded: l.Exceeded(), Cost: l.Cost(),
	}
	if explained := l.Explanation(); explained != nil {
		r.Explanation = &Explanation{explained, yielded.Secrets()}
	}
	if err != nil {
		return yielded.Withhold(err).WithContext(l.Invocation().Context)
	}
	return nil
}

// Explanation describes how a lookup came to its result, as printed by `puppet lookup --explain`.
// Decrypted strings are redacted unless LookupOptions.ShowSecrets is set.
type Explanation struct {
	root    *explain.Node
	secrets *redact.Secrets
}

// Text returns the explanation as Puppet prints it.
func (e *Explanation) Text() string { return e.TextWith(nil) }

// TextWith is like Text, but prints what show returns instead of each value and each string with a token, given the key or
// subkey that has it.
func (e *Explanation) TextWith(show func(key string, v *data.Value) *data.Value) string {
	return e.secrets.Redact(explain.Text(e.root, show))
}

// Tree returns the explanation as data, as `--render-as json` prints it.
func (e *Explanation) Tree() *data.Value { return e.secrets.RedactValue(explain.Tree(e.root, false)) }

// SymbolTree is like Tree, but with Ruby's symbols, as `--render-as yaml` prints it.
func (e *Explanation) SymbolTree() *data.Value {
	return e.secrets.RedactValue(explain.Tree(e.root, true))
}

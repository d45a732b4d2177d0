package engine

import (
	"context"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/search"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
)

// LookupOptions are the arguments of a lookup besides its keys.
type LookupOptions struct {
	// Merge is the merge argument: the name of a strategy or a Hash; nil when not given.
	Merge *data.Value
	// Default is the value when nothing is found; nil when not given (undef counts as given).
	Default *data.Value
	// Type is what the value must be an instance of; nil when not given.
	Type types.Type
	// Override and DefaultValues are Hashes by key, before and after all layers; nil when empty.
	Override, DefaultValues *data.Value

	// Parameter makes it the automatic lookup of a class parameter: only the layers count.
	Parameter bool
	// GlobalOnly leaves out all layers but the global one.
	GlobalOnly bool
	// Classic makes it a call of hiera, hiera_array or hiera_hash, which differ by the merge that
	// they ask for. ClassicOverride are their extra hierarchy levels.
	Classic         bool
	ClassicOverride []string

	// Trace asks for Result.Origins and Result.Reads.
	Trace bool
	// Explain asks for an explanation, ExplainOptions for one of lookup_options only.
	Explain, ExplainOptions bool
	// Modest allows only what nearly all lookups cost. Result.Exceeded reports that this one costs more.
	Modest bool
	// Run is what several lookups may cost together; nil for no such limit. Once it is spent, those that are left are Modest, so
	// the order of the lookups matters. They are made one at a time.
	Run *Run
	// ShowSecrets leaves strings that were decrypted in the explanation.
	ShowSecrets bool
}

// Result is what a lookup found.
type Result struct {
	// Key is the one of the keys that was found; the first when the default was used.
	Key string
	// Value is what was found; nil when nothing was. Where Puppet could know the value and the engine
	// cannot, it is an outcome.Unknown, as a whole or in parts.
	Value *data.Value
	// Default reports that no layer has the key: the value is the default that was given.
	Default bool
	// Entry is what lookup_options say about the key that was searched last, also beside an error;
	// nil when they say nothing.
	Entry *lookupoptions.Entry
	// Unknown are the reasons why the value, or a part of it, is unknown, and the levels that could not be
	// asked.
	Unknown []*outcome.Unknown
	// Warnings are what Puppet would log, each once.
	Warnings []string
	// Observations are set when Options.Observe asks for them.
	Observations []*outcome.Observation
	// Origins are where the value came from, and Reads the variables that were looked at, when asked
	// for.
	Origins []outcome.Origin
	Reads   []outcome.Read
	// Exceeded reports that the lookup was given up because it was to be Modest, or because the Run was spent.
	Exceeded bool
	// Explanation is set when asked for, also beside an error.
	Explanation *Explanation
}

// Run is what several lookups may cost together. The zero value is a new one.
type Run = budget.Run

// Lookup finds the value of one of keys, the first that any layer has. The error is an *outcome.Error;
// the result beside it still has the warnings and the explanation.
func (e *Engine) Lookup(ctx context.Context, s *Scope, o LookupOptions, keys ...string) (*Result, error) {
	n := e.nodeOf(s, o.Trace)
	so := search.Options{
		Override: o.Override, Defaults: o.DefaultValues, GlobalOnly: o.GlobalOnly, ClassicOverrides: o.ClassicOverride, Trace: o.Trace,
		Run: o.Run, Modest: o.Modest,
	}
	if o.Explain || o.ExplainOptions {
		n = n.Fresh() // Puppet forgets lookup_options, so that the explanation shows them
		so.Explain, so.OnlyExplainOptions = explain.NewRecorder(), !o.Explain
	}
	l := n.Begin(ctx, so)
	defer l.End()
	var answer invocation.Answer
	var err *outcome.Error
	if o.Parameter {
		answer, err = l.Parameter(keys[0])
	} else {
		answer, err = l.Function(keys, invocation.Arguments{Merge: o.Merge, Type: o.Type, Default: o.Default, Classic: o.Classic})
	}
	if err != nil && err.IsLookup() {
		so.Explain.Text(err.Message)
	}
	r, failure := result(l, answer, err)
	if r.Explanation != nil && o.ShowSecrets {
		r.Explanation.secrets = nil
	}
	return r, failure
}

// InterpolateOptions are the arguments of Interpolate besides the value.
type InterpolateOptions struct {
	// Override and DefaultValues are Hashes of variables and keys, before and after all others.
	Override, DefaultValues *data.Value
	// NoMethods disallows lookup and its like, as in hiera.yaml.
	NoMethods bool
}

// Interpolate replaces the tokens in all strings of v, as if v had been found in data.
func (e *Engine) Interpolate(ctx context.Context, s *Scope, v *data.Value, o InterpolateOptions) (*Result, error) {
	l := e.nodeOf(s, false).Begin(ctx, search.Options{Override: o.Override, Defaults: o.DefaultValues})
	defer l.End()
	inv := l.Invocation()
	inv.Standalone = true
	replaced, err := interpolation.Value(inv, v, !o.NoMethods)
	return result(l, invocation.Answer{Value: replaced}, err)
}

// result is what a lookup answered, and what it yielded besides; only the latter counts with an error.
func result(l *search.Lookup, answer invocation.Answer, err *outcome.Error) (*Result, error) {
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
	r := &Result{
		Key: answer.Key, Value: answer.Value, Default: answer.Default, Entry: yielded.Entry,
		Unknown: yielded.Unknown, Warnings: yielded.Warnings, Observations: yielded.Observations,
		Origins: yielded.Origins, Reads: yielded.Reads, Exceeded: l.Exceeded(),
	}
	if explained := l.Explanation(); explained != nil {
		r.Explanation = &Explanation{explained, yielded.Secrets()}
	}
	if err != nil {
		return r, yielded.Withhold(err)
	}
	return r, nil
}

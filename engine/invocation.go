package engine

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
)

// invocation is one search for one key: the search that was asked for, or one that a token in a
// value asks for in turn. A nested invocation starts with the state of the one around it.
type invocation struct {
	ctx  context.Context
	node *node
	out  *record
	// budget is what the lookup may still cost, with all that it asks for.
	budget *budget
	// collected are the lookup_options that the lookup has collected so far.
	collected *collectedOptions
	// objects are the values that merges write into.
	objects *merge.Objects

	// key is what is searched for, module the module of its name.
	key       string
	module    string
	hasModule bool

	// stack are the names that are being evaluated, to detect recursion: keys, `scope:` and the
	// text of variables, the arguments of literal.
	stack []string
	// hops are the references that led here, for errors.
	hops []outcome.Hop

	override, defaults *data.Value // Hashes; nil when empty
	explain            *explain.Recorder
	onlyExplainOptions bool

	globalOnly bool
	// collectingGlobal tells that lookup_options of the global layer are being collected.
	collectingGlobal bool
	// hiera3 holds what only matters to the classic functions and the version 3 configuration.
	hiera3 hiera3State
	// place is where tokens are interpolated, which decides what an undefined variable does.
	place place
	// locals are variables that hide those of the scope: the element of mapped_paths.
	locals map[string]*data.Value
}

// place is where a token stands.
type place uint8

const (
	inData     place = iota
	inLocation       // of a hierarchy of version 5
	inSetting        // a datadir, an option, or a location of version 3 or 4
)

// hiera3State is the part of an invocation that classic Hiera needs.
type hiera3State struct {
	call          bool     // the search was started by hiera, hiera_array or hiera_hash
	mergeBehavior bool     // merge_behavior of hiera.yaml applies
	overrides     []string // extra locations in front of all others
	scope         bool     // variables are read as classic Hiera does: '' counts as missing
}

// record gathers what a lookup yields besides its value.
type record struct {
	warnings     []string
	unknown      []*outcome.Unknown
	observations []*outcome.Observation
	trace        trace
	// entry is what lookup_options say about the key that was asked for.
	entry *lookupoptions.Entry
	// secrets are texts that were decrypted, which no message may show.
	secrets []string
	// hasUnknown tells that something was not known, whether it matters for the outcome or not.
	hasUnknown bool
	// unsettled are keys of lookup_options that are not known.
	unsettled []unsettledKey
	// gap is the last unknown that a merge left out; a merge of merges looks there whether one of
	// its variants is incomplete.
	gap *data.Value
	// passed counts how often something that cannot be asked was looked past.
	passed int
}

// toldOnce are parts of warnings that Puppet logs once, whichever file they are about.
var toldOnce = []string{": Use of 'hiera.yaml' version ", "Using of legacy data provider function "}

func (o *record) warn(text string) {
	told := slices.ContainsFunc(o.warnings, func(other string) bool {
		return other == text || slices.ContainsFunc(toldOnce, func(part string) bool {
			return strings.Contains(text, part) && strings.Contains(other, part)
		})
	})
	if !told {
		o.warnings = append(o.warnings, text)
	}
}

// unsettledKey is a key of lookup_options with a variable that is not known.
type unsettledKey struct {
	text    string // as it is written
	unknown *data.Value
}

// mayBe tells whether the key could be name: its text begins and ends as what is written.
func (k *unsettledKey) mayBe(name string) bool {
	start, _, _ := strings.Cut(k.text, "%{")
	return strings.HasPrefix(name, start) && strings.HasSuffix(name, k.text[strings.LastIndex(k.text, "}")+1:])
}

func (o *record) unsettle(text string, unknown *data.Value) {
	if !slices.ContainsFunc(o.unsettled, func(k unsettledKey) bool { return k.text == text }) {
		o.unsettled = append(o.unsettled, unsettledKey{text, unknown})
	}
}

func (o *record) noteUnknown(u *outcome.Unknown) {
	for _, known := range o.unknown {
		if *known == *u {
			return
		}
	}
	o.unknown = append(o.unknown, u)
}

// include adds what a part that was evaluated before, and kept, yielded.
func (o *record) include(other *record) {
	for _, w := range other.warnings {
		o.warn(w)
	}
	o.trace.include(&other.trace)
	o.secrets = append(o.secrets, other.secrets...)
	o.hasUnknown = o.hasUnknown || other.hasUnknown
	for _, k := range other.unsettled {
		o.unsettle(k.text, k.unknown)
	}
	for _, u := range other.unknown {
		o.noteUnknown(u)
	}
	for _, observed := range other.observations {
		o.observe(observed)
	}
}

// nested is the invocation for a search that value text asks for.
func (inv *invocation) nested() *invocation {
	sub := new(invocation)
	inv.nestIn(sub)
	return sub
}

func (inv *invocation) nestIn(sub *invocation) {
	*sub = *inv
	sub.stack = slices.Clip(inv.stack)
	sub.place = inData
}

// invocations serve for references again, as most lookups with tokens have some.
var invocations = sync.Pool{New: func() any { return new(invocation) }}

// give returns sub, which nothing may refer to any more.
func give(sub *invocation) {
	*sub = invocation{}
	invocations.Put(sub)
}

// meta is the invocation that collects lookup_options: overrides and defaults do not count there.
func (inv *invocation) meta() *invocation {
	sub := inv.nested()
	sub.override, sub.defaults = nil, nil
	sub.key = lookupOptionsKey
	return sub
}

// maxDepth bounds references from value to value. Ruby's stack ends at less.
const maxDepth = 1000

// enter puts name on the stack; leave takes it off again.
func (inv *invocation) enter(name string) *outcome.Error {
	if slices.Contains(inv.stack, name) {
		e := outcome.Errorf("Recursive lookup detected in [%s]", strings.Join(inv.stack, ", "))
		e.Class, e.Cause = outcome.ClassRecursive, outcome.Recursion
		return e
	}
	if len(inv.stack) >= maxDepth {
		return outcome.Crashf(outcome.ClassStack, "stack level too deep")
	}
	if err := inv.ctx.Err(); err != nil {
		return &outcome.Error{Class: outcome.ClassPuppet, Message: err.Error()}
	}
	inv.stack = append(inv.stack, name)
	return nil
}

func (inv *invocation) leave() { inv.stack = inv.stack[:len(inv.stack)-1] }

// check evaluates f with name on the stack. Like Ruby's, it makes a LookupError of any other
// error of Puppet.
func (inv *invocation) check(name string, f func() (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if err := inv.enter(name); err != nil {
		return nil, false, err
	}
	v, found, err := f()
	inv.leave()
	return v, found, checked(err)
}

func checked(err *outcome.Error) *outcome.Error {
	if err == nil || err.IsLookup() || !err.IsPuppet() {
		return err
	}
	e := *err
	e.Class, e.Issue = outcome.ClassLookup, false
	return &e
}

// with evaluates f with a node of the explanation for it.
func (inv *invocation) with(n explain.Node, f func() (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if inv.explain == nil {
		return f()
	}
	kept := n
	inv.explain.Push(&kept)
	v, found, err := f()
	inv.explain.Pop()
	return v, found, err
}

// fold applies strategy to n variants. A variant that is unknown makes the first value unknown; in
// a merge the others still count: what it cannot override stays as it is, and the outcome notes
// that something may be missing.
func (inv *invocation) fold(strategy *merge.Strategy, n int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if strategy.First() {
		for i := range n {
			if v, found, err := variant(i); err != nil || found {
				return v, found, err
			}
		}
		return nil, false, nil
	}
	if n < 2 || inv.explain == nil {
		return inv.foldMerge(strategy, n, variant)
	}
	inv.explain.Push(&explain.Node{Kind: explain.Merge, Strategy: strategy})
	defer inv.explain.Pop()
	v, found, err := inv.foldMerge(strategy, n, variant)
	if found {
		inv.explain.Result(v)
	}
	return v, found, err
}

func (inv *invocation) foldMerge(strategy *merge.Strategy, n int, variant func(int) (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	// What the levels that can be asked say of lookup_options is taken to be all: that those which
	// cannot have none is the rule.
	cautious := inv.key != lookupOptionsKey
	outer := inv.out.gap
	inv.out.gap = nil
	v, found, err := strategy.FoldObjects(n, func(i int) (*data.Value, bool, error) {
		above := inv.out.gap
		v, found, err := variant(i)
		switch {
		case err != nil:
			return nil, false, err
		case found && v.IsUnknown():
			inv.noteGap(v)
			return nil, false, nil
		case found && cautious && above != nil:
			v = strategy.Below(v, above)
		}
		return v, found, nil
	}, inv.objects)
	gap := inv.out.gap
	if gap == nil {
		inv.out.gap = outer
	}
	switch {
	case err != nil:
		return nil, false, outcome.From(err)
	case gap == nil:
		return v, found, nil
	case !found || v.IsUnknown():
		return gap, true, nil
	case cautious:
		return strategy.Above(v, gap), true, nil
	default:
		return v, true, nil
	}
}

// noteGap notes a level or location that would take part in a merge, but what it has is not known.
func (inv *invocation) noteGap(v *data.Value) {
	u, _ := outcome.AsUnknown(v)
	inv.out.noteUnknown(u)
	inv.out.gap = v
}

// dig follows the sub key of k into v.
func (inv *invocation) dig(k key.Key, v *data.Value) (*data.Value, bool, *outcome.Error) {
	if len(k.Sub) == 0 {
		return v, true, nil
	}
	if inv.explain == nil {
		return inv.digSteps(k, v)
	}
	texts := make([]string, len(k.Sub))
	for i, s := range k.Sub {
		texts[i] = s.String()
	}
	inv.explain.Push(&explain.Node{Kind: explain.SubKey, Name: strings.Join(texts, ".")})
	defer inv.explain.Pop()
	return inv.digSteps(k, v)
}

func (inv *invocation) digSteps(k key.Key, v *data.Value) (*data.Value, bool, *outcome.Error) {
	for i, segment := range k.Sub {
		if v.IsUnknown() {
			return v, true, nil
		}
		if inv.explain != nil {
			inv.explain.Push(&explain.Node{Kind: explain.Segment})
		}
		next, found, err := k.Step(i, v)
		if inv.explain != nil {
			if found {
				inv.explain.Found(segment.String(), next)
			} else if err == nil {
				inv.explain.NotFound(segment.String())
			}
			inv.explain.Pop()
		}
		if err != nil {
			return nil, false, outcome.From(err).At(v.Node())
		}
		if inv.out.gap != nil && (!found || v.Kind() == data.Array) {
			return inv.out.gap, true, nil // it may be in what is missing, or elsewhere in the list
		}
		if !found {
			return nil, false, nil
		}
		v = next
	}
	return v, true, nil
}

// Package invocation is the state of one search for a key, which all that takes part in it shares, from
// the search through the layers to the interpolation of a value.
//
// Values and functions that refer to other keys go back to the search through the interface Lookup. It
// is the only way upwards: everything else in the engine calls downwards.
package invocation

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// Lookup is a lookup, as seen by what it finds: it finds other keys that a value or a function refers to.
type Lookup interface {
	// Search finds the first of keys for inv, which is nested in the invocation that refers to them. The
	// Answer has no value when there is none.
	Search(inv *Invocation, keys []string, a Arguments) (Answer, *outcome.Error)
}

// Arguments are those of the function lookup, besides the keys and what the Invocation has.
type Arguments struct {
	// Merge is the merge argument: the name of a strategy or a Hash; nil when not given.
	Merge *data.Value
	// Type is what the value must be an instance of; nil when not given.
	Type types.Type
	// Default is the value when nothing is found; nil when not given (undef counts as given).
	Default *data.Value
	// Classic makes it a call of hiera, hiera_array or hiera_hash.
	Classic bool
}

// NotFound is the error of the function lookup when it finds none of keys.
func NotFound(keys []string) *outcome.Error {
	quoted := lists.Map(keys, func(k string) string { return "'" + k + "'" })
	e := &outcome.Error{Class: outcome.ClassLookup, NotFound: true}
	if len(quoted) == 1 {
		e.Message = "Function lookup() did not find a value for the name " + quoted[0]
	} else {
		e.Message = "Function lookup() did not find a value for any of the names [" + strings.Join(quoted, ", ") + "]"
	}
	return e
}

// Answer is what a search found.
type Answer struct {
	// Key is the key that was found; the first one for a default that is for all.
	Key string
	// Value is nil when nothing was found.
	Value *data.Value
	// Default reports that no layer has the key: the value is a default of the lookup.
	Default bool
}

// Invocation is one search for a key: the one that was asked for, or one that a value refers to. A
// nested invocation starts with the state of the one around it.
type Invocation struct {
	Context context.Context
	Shared  *Shared
	Scope   *scope.Scope
	// Lookup is the lookup that the search is part of, Budget what that may still cost.
	Lookup Lookup
	Budget *budget.Lookup
	Record *Record
	// Objects are the values that merges write into.
	Objects *merge.Objects
	// Explain is nil unless an explanation is asked for.
	Explain *explain.Recorder

	// Key is what is searched for.
	Key string

	// Override and Defaults are Hashes of keys and variables, before and after all others; nil when empty.
	Override, Defaults *data.Value
	GlobalOnly         bool
	// CollectingGlobal reports that the lookup_options of the global layer are being collected.
	CollectingGlobal bool
	Hiera3           Hiera3
	// Place is where tokens are interpolated, which decides what an undefined variable does.
	Place Place
	// Locals are variables that hide those of the scope: the element of mapped_paths.
	Locals map[string]*data.Value

	// Standalone reports that it is no search, but the interpolation of a value from elsewhere. The searches that this
	// leads to start without the names that it is evaluating.
	Standalone bool

	// hops are the references that led here, the last one first; hop is room for that last one.
	hops *hop
	hop  hop
	// stack are the names that are being evaluated, to detect recursion: keys, `scope:` and the
	// text of variables, the arguments of literal. Nested invocations, of which one at a time goes on, share the array.
	stack []string
	// keys is room for the key of a reference.
	keys [1]string
}

// hop is a reference, and those before it.
type hop struct {
	outcome.Hop
	before *hop
	number int
}

// all are the hops, the first one first.
func (h *hop) all() []outcome.Hop {
	if h == nil {
		return nil
	}
	hops := make([]outcome.Hop, h.number)
	for ; h != nil; h = h.before {
		hops[h.number-1] = h.Hop
	}
	return hops
}

// leads adds a reference to those that led here.
func (inv *Invocation) leads(key string, from *data.Node) {
	inv.hop = hop{Hop: outcome.Hop{Key: key, Node: from}, before: inv.hops, number: 1}
	if inv.hops != nil {
		inv.hop.number = inv.hops.number + 1
	}
	inv.hops = &inv.hop
}

// Hiera3 is what only matters to the classic functions and to configurations of version 3.
type Hiera3 struct {
	Call      bool     // the search was started by hiera, hiera_array or hiera_hash
	Overrides []string // extra locations before all others
	Scope     bool     // variables are read as classic Hiera does: '' counts as missing
}

// Place is where a token is.
type Place uint8

// The places.
const (
	InData     Place = iota
	InLocation       // of a hierarchy of version 5
	InSetting        // a datadir, an option, or a location of version 3 or 4
)

// Start gives inv, which nothing is nested in yet, room for the names that are being evaluated.
func (inv *Invocation) Start(room []string) { inv.stack = room[:0] }

// Nested is the invocation for a search that inv leads to.
func (inv *Invocation) Nested() *Invocation {
	sub := new(Invocation)
	inv.nest(sub)
	return sub
}

func (inv *Invocation) nest(sub *Invocation) {
	*sub = *inv
	if inv.Standalone {
		sub.stack, sub.Standalone = nil, false
	}
	sub.Place = InData
}

// invocations serve for references again, as most lookups with tokens have some.
var invocations = sync.Pool{New: func() any { return new(Invocation) }}

// Refer searches for the key, which must be valid, that the string at from refers to. found is false when there is none.
func (inv *Invocation) Refer(name string, from *data.Node) (_ *data.Value, found bool, _ *outcome.Error) {
	if err := inv.Budget.Reference(); err != nil {
		return nil, false, err
	}
	sub := invocations.Get().(*Invocation)
	defer func() {
		*sub = Invocation{}
		invocations.Put(sub)
	}()
	inv.nest(sub)
	sub.leads(name, from)
	if sub.Hiera3.Scope && !sub.GlobalOnly {
		sub.Hiera3.Scope = false
	}
	sub.keys[0] = name
	answer, err := inv.Lookup.Search(sub, sub.keys[:], Arguments{})
	if err != nil {
		return nil, false, sub.led(err)
	}
	if answer.Value == nil {
		return nil, false, nil
	}
	if err := inv.Budget.Value(answer.Value); err != nil {
		return nil, false, err
	}
	return answer.Value, true, nil
}

// led is an error with the references that led to it, unless it has them already.
func (inv *Invocation) led(err *outcome.Error) *outcome.Error {
	if len(err.Hops) > 0 {
		return err
	}
	return err.By(inv.hops.all())
}

// IsOutermost reports whether nothing is being evaluated yet.
func (inv *Invocation) IsOutermost() bool { return len(inv.stack) == 0 }

// maxDepth bounds references from value to value. Ruby's stack ends at less.
const maxDepth = 1000

// Enter notes that name is being evaluated, until Leave.
func (inv *Invocation) Enter(name string) *outcome.Error {
	if slices.Contains(inv.stack, name) {
		e := outcome.Errorf("Recursive lookup detected in [%s]", strings.Join(inv.stack, ", "))
		e.Class, e.Cause = outcome.ClassRecursive, outcome.Recursion
		return e
	}
	if len(inv.stack) >= maxDepth {
		return outcome.Crashf(outcome.ClassStack, "stack level too deep")
	}
	if err := inv.Context.Err(); err != nil {
		return &outcome.Error{Class: outcome.ClassPuppet, Message: err.Error()}
	}
	inv.stack = append(inv.stack, name)
	return nil
}

// Check is what Enter and Leave return for a name, prefix included, while which nothing is evaluated.
func (inv *Invocation) Check(prefix, name string) *outcome.Error {
	for _, other := range inv.stack {
		if len(other) == len(prefix)+len(name) && strings.HasPrefix(other, prefix) && strings.HasSuffix(other, name) {
			return inv.enterAndLeave(prefix + name)
		}
	}
	if len(inv.stack) >= maxDepth || inv.Context.Err() != nil {
		return inv.enterAndLeave(prefix + name)
	}
	return nil
}

func (inv *Invocation) enterAndLeave(name string) *outcome.Error {
	if err := inv.Enter(name); err != nil {
		return err
	}
	return inv.Leave(nil)
}

// Leave ends what Enter began. It returns the error of the evaluation, which Ruby makes a LookupError if
// it is one of Puppet.
func (inv *Invocation) Leave(err *outcome.Error) *outcome.Error {
	inv.stack = inv.stack[:len(inv.stack)-1]
	if err == nil || err.IsLookup() || !err.IsPuppet() {
		return err
	}
	e := *err
	e.Class, e.Issue = outcome.ClassLookup, false
	return &e
}

// Explained evaluates f as a step of the explanation.
func (inv *Invocation) Explained(n explain.Node, f func() (*data.Value, bool, *outcome.Error)) (*data.Value, bool, *outcome.Error) {
	if inv.Explain == nil {
		return f()
	}
	kept := n
	inv.Explain.Push(&kept)
	v, found, err := f()
	inv.Explain.Pop()
	return v, found, err
}

// AddOrigin notes where a value was found.
func (inv *Invocation) AddOrigin(key string, node *data.Node) {
	if o := (outcome.Origin{Key: key, Node: node}); inv.Record.Traced && inv.Record.isNewOrigin(&o) {
		o.Hops = inv.hops.all()
		inv.Record.Origins = append(inv.Record.Origins, o)
	}
}

// Observe notes an observation, if such are asked for.
func (inv *Invocation) Observe(o outcome.Observation) {
	if inv.Shared.Observe && o.Node != nil && inv.Record.isNewObservation(&o) {
		observed := o // so that only what is kept is allocated
		observed.Hops = inv.hops.all()
		inv.Record.Observations = append(inv.Record.Observations, &observed)
	}
}

// Dig follows the subkey of k into v.
func (inv *Invocation) Dig(k key.Key, v *data.Value) (*data.Value, bool, *outcome.Error) {
	if len(k.Sub) == 0 {
		return v, true, nil
	}
	if inv.Explain == nil {
		return inv.digSteps(k, v)
	}
	texts := lists.Map(k.Sub, key.Segment.String)
	inv.Explain.Push(&explain.Node{Kind: explain.SubKey, Name: strings.Join(texts, ".")})
	defer inv.Explain.Pop()
	return inv.digSteps(k, v)
}

func (inv *Invocation) digSteps(k key.Key, v *data.Value) (*data.Value, bool, *outcome.Error) {
	for i, segment := range k.Sub {
		if v.IsUnknown() {
			return v, true, nil
		}
		if inv.Explain != nil {
			inv.Explain.Push(&explain.Node{Kind: explain.Segment})
		}
		next, found, err := k.Step(i, v)
		if inv.Explain != nil {
			if found {
				inv.Explain.Found(segment.String(), next)
			} else if err == nil {
				inv.Explain.NotFound(segment.String())
			}
			inv.Explain.Pop()
		}
		if err != nil {
			return nil, false, outcome.From(err).At(v.Node())
		}
		if gap := inv.Record.Gap; gap != nil && (!found || v.Kind() == data.Array) {
			return gap, true, nil // it may be in what is missing, or elsewhere in the array
		}
		if !found {
			return nil, false, nil
		}
		v = next
	}
	return v, true, nil
}

// CannotAsk is the answer of a level or layer that cannot be asked.
func (inv *Invocation) CannotAsk(u *outcome.Unknown) (*data.Value, bool, *outcome.Error) {
	if inv.Shared.LookPast {
		inv.Record.AddUnknown(u)
		inv.Record.passed++
		return nil, false, nil
	}
	inv.Explain.Text("Unknown: " + u.String())
	return inv.Unknown(u), true, nil
}

// CannotAskFor is CannotAsk for a level that turns out to be unknown when it is asked for a key. What
// it would answer for lookup_options is taken to be nothing.
func (inv *Invocation) CannotAskFor(k key.Key, u *outcome.Unknown) (*data.Value, bool, *outcome.Error) {
	if k.Root == lookupoptions.Key && inv.Key == lookupoptions.Key {
		return nil, false, nil
	}
	return inv.CannotAsk(u)
}

// Passed counts the levels and layers so far that cannot be asked and were looked past.
func (inv *Invocation) Passed() int { return inv.Record.passed }

// Unknown is the value in the place of one that is unknown.
func (inv *Invocation) Unknown(u *outcome.Unknown) *data.Value {
	inv.Record.HasUnknown = true
	v := data.NewRich(u)
	if u.Node != nil {
		return v.WithNode(u.Node)
	}
	return v
}

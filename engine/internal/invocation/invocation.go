// Package invocation holds the state of one search for a key, from the search of the layers to the
// interpolation of a value.
//
// Values and functions that reference other keys return to the search through the interface Lookup.
// It is the only upward call in the engine.
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

// Lookup is a lookup as seen by values and functions that reference other keys.
type Lookup interface {
	// Search looks up the first of keys that is found, for inv, which is nested in the invocation
	// that references them. If none is found, the Answer has no value.
	Search(inv *Invocation, keys []string, a Arguments) (Answer, *outcome.Error)
}

// Arguments are the arguments of the function lookup other than the keys and those in the
// Invocation.
type Arguments struct {
	// Merge is the merge argument, the name of a strategy or a hash; nil if not given.
	Merge *data.Value
	// Type is the type that the value must be an instance of; nil if not given.
	Type types.Type
	// Default is the value if nothing is found. Nil means that it is not given; undef is a value.
	Default *data.Value
	// Classic selects a call of hiera, hiera_array, or hiera_hash.
	Classic bool
}

// NotFound returns the error of the function lookup if it finds none of keys.
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

// Answer is the result of a search.
type Answer struct {
	// Key is the key that was found, or the first key if Value is the default for all.
	Key string
	// Value is nil if nothing was found.
	Value *data.Value
	// Default reports that no layer has the key and that Value is a default of the lookup.
	Default bool
}

// Invocation is one search, for the requested key or for one that a value references. A nested
// invocation starts with the state of the outer one.
type Invocation struct {
	Context context.Context
	Shared  *Shared
	Scope   *scope.Scope
	// Lookup is the lookup that the search is part of, and Budget its remaining budget.
	Lookup Lookup
	Budget *budget.Lookup
	Record *Record
	// Objects records the values that merges modify.
	Objects *merge.Objects
	// Own caches the results that depend on Override or Defaults.
	Own *OwnValues
	// Explain is nil unless an explanation is requested.
	Explain *explain.Recorder

	// Key is the key that is searched for.
	Key string

	// Override and Defaults are hashes of keys and variables that are searched before and after all
	// others; nil if empty.
	Override, Defaults *data.Value
	GlobalOnly         bool
	// CollectingGlobal reports that the lookup_options of the global layer are being collected.
	CollectingGlobal bool
	Hiera3           Hiera3
	// Place is where tokens are interpolated, which determines the effect of an undefined variable.
	Place Place
	// Locals are variables that hide those of the scope: the element of mapped_paths.
	Locals map[string]*data.Value

	// Standalone reports that a value from elsewhere is being interpolated. Searches for its
	// references start without the names that are being evaluated.
	Standalone bool

	// hops points to the last reference that led here, which is stored in hop.
	hops *hop
	hop  hop
	// stack lists the names that are being evaluated, to detect recursion: keys, `scope:` followed
	// by a variable, and the arguments of literal. Nested invocations, only one of which is active
	// at a time, share the array.
	stack []string
	// keys is memory for the key of a reference.
	keys [1]string
}

// hop is a reference and the preceding ones.
type hop struct {
	outcome.Hop
	before *hop
	number int
}

// all returns the hops in order.
func (h *hop) all() []outcome.Hop {
	hops := make([]outcome.Hop, h.number)
	for ; h != nil; h = h.before {
		hops[h.number-1] = h.Hop
	}
	return hops
}

// begin reports whether hops begin with h and the preceding ones.
func (h *hop) begin(hops []outcome.Hop) bool {
	if len(hops) < h.number {
		return false
	}
	for ; h != nil; h = h.before {
		if hops[h.number-1] != h.Hop {
			return false
		}
	}
	return true
}

// path returns the references that led here, in order. Nested searches share the memory: in a chain of references, each
// may be observed.
func (inv *Invocation) path() []outcome.Hop {
	if inv.hops == nil {
		return nil
	}
	if !inv.hops.begin(inv.Record.path) {
		inv.Record.path = inv.hops.all()
	}
	return slices.Clip(inv.Record.path[:inv.hops.number])
}

// addHop adds a reference.
func (inv *Invocation) addHop(to outcome.Hop) {
	inv.hop = hop{Hop: to, before: inv.hops, number: 1}
	if inv.hops != nil {
		inv.hop.number = inv.hops.number + 1
	}
	inv.hops = &inv.hop
}

// Hiera3 holds what matters only to the classic functions and to version 3 configurations.
type Hiera3 struct {
	Call      bool     // the search was started by hiera, hiera_array, or hiera_hash
	Overrides []string // additional locations, searched before all others
	Scope     bool     // variables are read as by classic Hiera: '' is treated as missing
}

// Place is where a token is interpolated.
type Place uint8

// The places.
const (
	InData     Place = iota
	InLocation       // of a version 5 hierarchy
	InSetting        // a datadir, an option, or a location of version 3 or 4
)

// Start provides memory for the names that are being evaluated. inv must be new.
func (inv *Invocation) Start(room []string) { inv.stack = room[:0] }

// Nested returns the invocation of a search that inv leads to.
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

// invocations are reused, because most lookups with tokens need some.
var invocations = sync.Pool{New: func() any { return new(Invocation) }}

// Refer searches for the key of a reference, which must be valid. found is false if it does not exist.
func (inv *Invocation) Refer(to outcome.Hop) (_ *data.Value, found bool, _ *outcome.Error) {
	if err := inv.Budget.Reference(inv.Depth()); err != nil {
		return nil, false, err
	}
	sub := invocations.Get().(*Invocation)
	defer func() {
		*sub = Invocation{}
		invocations.Put(sub)
	}()
	inv.nest(sub)
	sub.addHop(to)
	if sub.Hiera3.Scope && !sub.GlobalOnly {
		sub.Hiera3.Scope = false
	}
	sub.keys[0] = to.Key
	answer, err := inv.Lookup.Search(sub, sub.keys[:], Arguments{})
	if err != nil {
		return nil, false, sub.withHops(err)
	}
	if answer.Value == nil {
		return nil, false, nil
	}
	if err := inv.Budget.Value(answer.Value); err != nil {
		return nil, false, err
	}
	return answer.Value, true, nil
}

// withHops adds the references that led to an error, unless it has some already.
func (inv *Invocation) withHops(err *outcome.Error) *outcome.Error {
	if len(err.Hops) > 0 {
		return err
	}
	return err.WithHops(inv.path())
}

// Depth returns the number of keys that are being evaluated.
func (inv *Invocation) Depth() int { return len(inv.stack) }

// IsOutermost reports whether nothing is being evaluated yet.
func (inv *Invocation) IsOutermost() bool { return len(inv.stack) == 0 }

// maxDepth limits the depth of references. Ruby's stack overflows earlier.
const maxDepth = 1000

// Enter marks name as being evaluated until Leave.
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

// Check is equivalent to Enter followed by Leave, without allocating the name prefix+name.
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

// Leave ends the evaluation started by Enter. It returns the error of the evaluation, which Ruby
// converts to a LookupError if it is a Puppet error.
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

// AddOrigin records where a value was found.
func (inv *Invocation) AddOrigin(key string, node *data.Node) {
	if o := (outcome.Origin{Key: key, Node: node}); inv.Record.Traced && inv.Record.isNewOrigin(&o) {
		o.Hops = inv.path()
		inv.Record.Origins = append(inv.Record.Origins, o)
	}
}

// Observe records an observation if observations are enabled.
func (inv *Invocation) Observe(o outcome.Observation) {
	if inv.Shared.Observe && o.Node != nil && inv.Record.isNewObservation(&o) {
		observed := o // allocated only if it is kept
		observed.Hops = inv.path()
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
			return nil, false, outcome.From(err).WithNode(v.Node())
		}
		if gap := inv.Record.Gap; gap != nil && (!found || v.Kind() == data.Array) {
			return gap, true, nil // it may be in the missing part, or at another index of the array
		}
		if !found {
			return nil, false, nil
		}
		v = next
	}
	return v, true, nil
}

// CannotAsk returns the answer of a level or layer that turns out to be unknown when it is searched for k. It is assumed
// to have no lookup_options.
func (inv *Invocation) CannotAsk(k key.Key, u *outcome.Unknown) (*data.Value, bool, *outcome.Error) {
	if k.Root == lookupoptions.Key && inv.Key == lookupoptions.Key {
		return nil, false, nil
	}
	if inv.Shared.SkipUnknown {
		inv.Record.AddUnknown(u)
		inv.Record.passed++
		return nil, false, nil
	}
	inv.Explain.Text("Unknown: " + u.String())
	return inv.Unknown(u), true, nil
}

// Passed returns the number of levels and layers that were skipped because they cannot be searched.
func (inv *Invocation) Passed() int { return inv.Record.passed }

// Unknown returns the value that stands for an unknown one.
func (inv *Invocation) Unknown(u *outcome.Unknown) *data.Value {
	inv.Record.HasUnknown = true
	v := data.NewRich(u)
	if u.Node != nil {
		return v.WithNode(u.Node)
	}
	return v
}

package search

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/key"
)

// variants is the hierarchy of one layer as nodes have it. A level is resolved once for all nodes on which the variables
// that its templates ask for have the same values.
type variants struct {
	space  *Space
	layer  *hierarchy.Layer
	hiera3 bool
	// partial reports that nodes are only known in part, elsewhere that what is unknown leads to no file.
	partial, elsewhere bool

	variables        []*variable
	levels, defaults []levelVariants
}

// variantsKey distinguishes what decides, besides the values of variables, how a hierarchy is resolved.
type variantsKey struct {
	layer                                 *hierarchy.Layer
	hiera3, partial, manifests, elsewhere bool
}

// levelVariants are the variants of one level, in parts for its locations: most of them depend on few variables.
type levelVariants struct {
	config *config.Level
	parts  []*part
}

// part is a level, or one location of it.
type part struct {
	config *config.Level
	// variables are the indices of those that the part depends on, mask are the same as bits.
	variables []int
	mask      uint64
	// needed are the indices of those without whose values the location is unknown, whatever the other variables are.
	needed []int
	known  cache.Cache[variantKey, *variant]
	absent atomic.Pointer[absence] // nil as long as there is none
}

// maxVariables is how many variables a part may depend on; one with more is resolved for each node.
const maxVariables = 4

// variantKey are the states of the variables of a part.
type variantKey [maxVariables]state

// nowhere is the key of a part whose location is unknown.
var nowhere = variantKey{missing, missing, missing, missing}

// variant is a part of a level as it is for certain values of variables.
type variant struct {
	// level is nil where it does not count.
	level  *backend.Level
	record *invocation.Record
	// failed reports that the level cannot be resolved.
	failed bool
	id     uint32
}

// variantsOf are the variants of a layer for nodes with such a scope.
func (s *Space) variantsOf(l *hierarchy.Layer, hiera3 bool, variables *scope.Scope) *variants {
	k := variantsKey{l, hiera3, variables.Partial, variables.Manifests, variables.Elsewhere}
	if known, ok := s.variants.Load(k); ok {
		return known
	}
	v := &variants{space: s, layer: l, hiera3: hiera3, partial: variables.Partial, elsewhere: variables.Elsewhere}
	v.levels, v.defaults = v.levelsOf(l.Config.Hierarchy), v.levelsOf(l.Config.DefaultHierarchy)
	return s.variants.Store(k, v)
}

func (v *variants) levelsOf(levels []*config.Level) []levelVariants {
	all := make([]levelVariants, len(levels))
	for i, c := range levels {
		all[i].config = c
		for _, partial := range partsOf(c) {
			p := &part{config: partial}
			for _, k := range hierarchy.Variables(partial) {
				at := v.variable(k)
				p.variables = append(p.variables, at)
				p.mask |= 1 << at
			}
			for _, k := range v.needed(partial) {
				p.needed = append(p.needed, v.variable(k))
			}
			all[i].parts = append(all[i].parts, p)
		}
	}
	return all
}

// needed are the variables without whose values the location of a part is unknown, whatever else it depends on.
func (v *variants) needed(c *config.Level) []key.Key {
	if !v.partial || v.layer.Config.Version == 3 || c.LocationKind == config.Mapped || len(c.Locations) != 1 || c.Options != nil && interpolation.HasTokens(c.Options) {
		return nil
	}
	return slices.DeleteFunc(hierarchy.LocationVariables(c), func(k key.Key) bool {
		return scope.IsSetting(k.Root) || scope.IsAlwaysDefined(k.Root)
	})
}

// partsOf are levels with one of the locations of the level each.
func partsOf(c *config.Level) []*config.Level {
	if len(c.Locations) < 2 || c.Options != nil && interpolation.HasTokens(c.Options) {
		return []*config.Level{c}
	}
	parts := make([]*config.Level, len(c.Locations))
	for i := range c.Locations {
		partial := *c
		partial.Locations = c.Locations[i : i+1]
		parts[i] = &partial
	}
	return parts
}

// find is the index of a variable; -1 where the hierarchy does not depend on it.
func (v *variants) find(k key.Key) int {
	return slices.IndexFunc(v.variables, func(known *variable) bool { return known.key.Text == k.Text })
}

func (v *variants) variable(k key.Key) int {
	at := v.find(k)
	if at < 0 {
		at = len(v.variables)
		v.variables = append(v.variables, &variable{key: k})
	}
	return at
}

// outline is a hierarchy as a node has it, before its levels are put together.
type outline struct {
	states []state // of the variables
	// levels and defaults are the variants of the parts of all levels, in order.
	levels, defaults []*variant
	// joined and joinedDefaults are the levels that they make, for other nodes with the same; nil for one without parts.
	joined, joinedDefaults []*backend.Level
}

// resolve makes the hierarchy of a node. ok is false where it fails, or must be resolved as a whole.
func (v *variants) resolve(n *Node) (r resolved, ok bool) {
	o := n.outline(v.layer, v.hiera3)
	if o == nil {
		return resolved{}, false
	}
	r.record = invocation.NewPlain(false)
	r.optionsShape.fixed = true
	var before [2]*outline // of nodes that may have the same levels
	for i, like := range n.like {
		if like != nil {
			like.hierarchy(v.layer, v.hiera3)
			before[i] = like.outline(v.layer, v.hiera3)
		}
	}
	o.joined = v.add(&r, &r.levels, v.levels, o.levels, func(level, from, to int) *backend.Level {
		return same(before, func(b *outline) ([]*variant, []*backend.Level) { return b.levels, b.joined }, o.levels, level, from, to)
	})
	shape := r.optionsShape
	o.joinedDefaults = v.add(&r, &r.defaults, v.defaults, o.defaults, func(level, from, to int) *backend.Level {
		return same(before, func(b *outline) ([]*variant, []*backend.Level) { return b.defaults, b.joinedDefaults }, o.defaults, level, from, to)
	})
	r.optionsShape = shape
	return r, true
}

// outline is what the hierarchy of a node is made of. ok is false where it fails, or must be resolved as a whole.
func (v *variants) outline(n *Node) (o *outline, ok bool) {
	if !v.layer.IsUsable() {
		return nil, false
	}
	if n.like[0] != nil {
		return v.join(n)
	}
	o = &outline{states: make([]state, len(v.variables))}
	for i, of := range v.variables {
		o.states[i] = of.state(n.Scope(), v.hiera3)
	}
	choose := func(of *config.Level, p *part, _ int) *variant { return v.variant(of, p, o.states, n) }
	if o.levels, ok = chooseAll(v.levels, choose); ok {
		o.defaults, ok = chooseAll(v.defaults, choose)
	}
	return o, ok
}

// chooseAll are the variants of all parts of levels. ok is false where one fails.
func chooseAll(levels []levelVariants, choose func(of *config.Level, p *part, at int) *variant) (chosen []*variant, ok bool) {
	count := 0
	for i := range levels {
		count += len(levels[i].parts)
	}
	chosen = make([]*variant, 0, count)
	for i := range levels {
		for _, p := range levels[i].parts {
			of := choose(levels[i].config, p, len(chosen))
			if of.failed {
				return nil, false
			}
			chosen = append(chosen, of)
		}
	}
	return chosen, true
}

// same is the level of another node that is made of the same variants and serves more nodes; nil where there is none.
func same(before [2]*outline, of func(*outline) ([]*variant, []*backend.Level), chosen []*variant, level, from, to int) *backend.Level {
	for _, b := range before {
		if b == nil {
			continue
		}
		if parts, joined := of(b); joined != nil && slices.Equal(parts[from:to], chosen[from:to]) && joined[level] != nil && joined[level].IsShared() {
			return joined[level]
		}
	}
	return nil
}

// add puts levels together from the variants of their parts, and returns them with nil for those that do not count. known is a level that
// was put together from the same variants; nil where there is none.
func (v *variants) add(r *resolved, to *backend.Levels, levels []levelVariants, chosen []*variant, known func(level, from, to int) *backend.Level) []*backend.Level {
	if len(levels) == 0 {
		return nil
	}
	to.All = make([]*backend.Level, 0, len(levels))
	joined := make([]*backend.Level, len(levels))
	var parts []*backend.Level
	end := 0
	for i := range levels {
		start := end
		end += len(levels[i].parts)
		parts = parts[:0]
		for _, of := range chosen[start:end] {
			r.include(of.record)
			if of.level == nil {
				continue
			}
			parts = append(parts, of.level)
			if of.level.IsLive() {
				r.optionsShape.add(of)
			}
		}
		switch len(parts) {
		case 0:
			continue
		case 1:
			joined[i] = parts[0].ForNode()
		default:
			if joined[i] = known(i, start, end); joined[i] == nil {
				joined[i] = backend.Join(parts...)
			}
		}
		to.Add(joined[i])
	}
	return joined
}

// include adds what resolving a level yielded.
func (r *resolved) include(record *invocation.Record) {
	isOwn := !r.record.IsPlain()
	switch {
	case record == nil || record.IsPlain() && (!record.HasUnknown || r.record.HasUnknown):
	case record.IsPlain() && !isOwn:
		r.record = invocation.NewPlain(true)
	default:
		if !isOwn {
			r.record = &invocation.Record{HasUnknown: r.record.HasUnknown}
		}
		r.record.Include(record)
	}
}

// variant is a part of a level for a node.
func (v *variants) variant(of *config.Level, p *part, states []state, n *Node) *variant {
	k, ok := p.key(states)
	if !ok {
		return v.newVariant(of, p, n)
	}
	if known, ok := p.known.Load(k); ok {
		return known
	}
	absent := p.absent.Load()
	if absent != nil && absent.isFor(v, states) {
		return absent.variant
	}
	made := p.known.Store(k, v.newVariant(of, p, n))
	if absent == nil {
		if absent = v.newAbsence(p, made, states); absent != nil {
			p.absent.CompareAndSwap(nil, absent)
		}
	}
	return made
}

// key is false where the part is to be resolved for each node.
func (p *part) key(states []state) (k variantKey, ok bool) {
	for _, at := range p.needed {
		if states[at] == missing || states[at] == missingPart {
			return nowhere, true
		}
	}
	if len(p.variables) > maxVariables {
		return k, false
	}
	for i, at := range p.variables {
		if k[i] = states[at]; k[i] == varying {
			return k, false
		}
	}
	return k, true
}

func (v *variants) newVariant(of *config.Level, p *part, n *Node) *variant {
	variables := n.Scope()
	level, record, ok := v.layer.ResolveLevel(variables, v.hiera3, p.config)
	made := &variant{record: record, failed: !ok, id: v.space.variantCount.Add(1)}
	if level != nil {
		level.Config = of
		made.level = v.space.Backends.Level(level, variables.Elsewhere)
	}
	return made
}

// variable is a variable that levels depend on.
type variable struct {
	key    key.Key
	states cache.Cache[string, state] // by the text of the value
	texts  cache.Cache[state, string] // of those that stand for a text
	count  atomic.Uint32
}

// state stands for the value of a variable, and for the ways in which it has none.
type state uint32

const (
	varying state = iota // it may matter more than what stands here
	missing
	missingPart
	undef
	isTrue
	isFalse
	firstText
)

// state is that of the variable on a node. hiera3 says that variables are read as classic Hiera does.
func (v *variable) state(s *scope.Scope, hiera3 bool) state {
	if hiera3 && v.key.Root == "calling_module" {
		return varying // it is read from another variable
	}
	value, ok := s.Variable(v.key.Root)
	switch {
	case !ok:
		return missing
	case value.IsUndef():
		return undef
	}
	for i := range v.key.Sub {
		next, found, err := v.key.Step(i, value)
		switch {
		case err != nil || value.IsUnknown():
			return varying
		case !found:
			return missingPart
		}
		value = next
	}
	switch value.Kind() {
	case data.Undef:
		return undef
	case data.Boolean:
		if value.Bool() {
			return isTrue
		}
		return isFalse
	case data.String:
		return v.text(value.Text())
	default:
		return varying
	}
}

// text is the state for a string. What tokens in it ask for may be different on each node.
func (v *variable) text(text string) state {
	if known, ok := v.states.Load(text); ok {
		return known
	}
	if strings.Contains(text, "%{") {
		return varying
	}
	s := firstText + state(v.count.Add(1))
	v.texts.Store(s, text)
	return v.states.Store(text, s)
}

// textOf is the text that a state stands for; ok is false where it stands for none.
func (v *variable) textOf(s state) (text string, ok bool) {
	if s < firstText {
		return "", false
	}
	return v.texts.Load(s)
}

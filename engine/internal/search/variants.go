package search

import (
	"slices"
	"strings"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/memo"
)

// variants is the hierarchy of one layer for many nodes. A level is resolved once for all nodes on
// which the variables in its templates have the same values.
type variants struct {
	space  *Space
	layer  *hierarchy.Layer
	hiera3 bool
	// partial reports that nodes are partially known, and elsewhere that unknown variables lead to
	// no file.
	partial, elsewhere bool

	variables []*variable
	levels    []levelVariants // those of the default_hierarchy come last
}

// variantsKey identifies everything other than variables that determines how a hierarchy is
// resolved.
type variantsKey struct {
	layer                                 *hierarchy.Layer
	hiera3, partial, manifests, elsewhere bool
}

// levelVariants holds the variants of one level, separately for each location, since most locations
// depend on few variables.
type levelVariants struct {
	config *config.Level
	parts  []*part
}

// part is a level, or one location of it.
type part struct {
	config    *config.Level
	isDefault bool // the level is in the default_hierarchy
	// variables are the indexes of the variables that the part depends on, and mask is the same as
	// bits.
	variables []int
	mask      uint64
	// needed are the indexes of the variables whose values must be known for the location to be
	// known, whatever the others are.
	needed []int
	known  memo.Map[variantKey, *variant]
	absent atomic.Pointer[absence] // nil if there is none yet
}

// maxVariables is the maximum number of variables of a part. A part with more is resolved for each
// node.
const maxVariables = 4

// variantKey holds the states of the variables of a part.
type variantKey [maxVariables]state

// nowhere is the key of a part whose location is unknown.
var nowhere = variantKey{missing, missing, missing, missing}

// variant is a part of a level for certain values of its variables.
type variant struct {
	// level is nil if the level has no locations.
	level  *backend.Level
	record *invocation.Record
	// failed reports that the level cannot be resolved.
	failed    bool
	isDefault bool
	id        uint32
}

// variantsOf returns the variants of a layer for nodes with such a scope.
func (s *Space) variantsOf(l *hierarchy.Layer, hiera3 bool, variables *scope.Scope) *variants {
	k := variantsKey{l, hiera3, variables.Partial, variables.Manifests, variables.NoFileForUnknown}
	if known, ok := s.variants.Load(k); ok {
		return known
	}
	v := &variants{space: s, layer: l, hiera3: hiera3, partial: variables.Partial, elsewhere: variables.NoFileForUnknown}
	for i, c := range l.Config.Levels() {
		level := levelVariants{config: c}
		for _, partial := range partsOf(c) {
			p := &part{config: partial, isDefault: i >= len(l.Config.Hierarchy)}
			for _, k := range hierarchy.Variables(partial) {
				at := v.variable(k)
				p.variables = append(p.variables, at)
				p.mask |= 1 << at
			}
			for _, k := range v.needed(partial) {
				p.needed = append(p.needed, v.variable(k))
			}
			level.parts = append(level.parts, p)
		}
		v.levels = append(v.levels, level)
	}
	return s.variants.Store(k, v)
}

// needed returns the variables whose values must be known for the location of a part to be known.
func (v *variants) needed(c *config.Level) []key.Key {
	if !v.partial || v.layer.Config.Version == 3 || c.LocationKind == config.Mapped || len(c.Locations) != 1 || c.Options != nil && interpolate.HasTokens(c.Options) {
		return nil
	}
	return slices.DeleteFunc(hierarchy.LocationVariables(c), func(k key.Key) bool {
		return scope.IsSetting(k.Root) || scope.IsAlwaysDefined(k.Root)
	})
}

// partsOf splits a level into levels with one location each.
func partsOf(c *config.Level) []*config.Level {
	if len(c.Locations) < 2 || c.Options != nil && interpolate.HasTokens(c.Options) {
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

// find returns the index of a variable; -1 if the hierarchy does not depend on it.
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

// outline is the hierarchy of a node before its levels are combined.
type outline struct {
	states []state // of the variables
	// parts are the variants of the parts of all levels, in order.
	parts []*variant
	// levels are the combined levels, for other nodes with the same variants; nil for one without
	// parts.
	levels []*backend.Level
}

// resolve returns the hierarchy of a node. ok is false if it fails, or must be resolved as a whole.
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
	r.levels.All = make([]*backend.Level, 0, len(v.layer.Config.Hierarchy))
	o.levels = make([]*backend.Level, len(v.levels))
	end := 0
	for i := range v.levels {
		start := end
		end += len(v.levels[i].parts)
		o.levels[i] = r.join(o.parts[start:end], func() *backend.Level { return same(before, o.parts, i, start, end) })
	}
	return r, true
}

// outline returns the outline of a node's hierarchy. ok is false if it fails, or must be resolved
// as a whole.
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
	return o, o.choose(v, func(of *config.Level, p *part, _ int) *variant { return v.variant(of, p, o.states, n) })
}

// choose chooses the variants of all parts. It returns false if one fails.
func (o *outline) choose(v *variants, choose func(of *config.Level, p *part, at int) *variant) bool {
	count := 0
	for i := range v.levels {
		count += len(v.levels[i].parts)
	}
	o.parts = make([]*variant, 0, count)
	for i := range v.levels {
		for _, p := range v.levels[i].parts {
			of := choose(v.levels[i].config, p, len(o.parts))
			if of.failed {
				return false
			}
			o.parts = append(o.parts, of)
		}
	}
	return true
}

// same returns a level of another node that consists of the same variants; nil if there is none.
func same(before [2]*outline, parts []*variant, level, from, to int) *backend.Level {
	for _, b := range before {
		if b != nil && b.levels != nil && slices.Equal(b.parts[from:to], parts[from:to]) && b.levels[level] != nil && b.levels[level].IsShared() {
			return b.levels[level]
		}
	}
	return nil
}

// join adds the level that variants of its parts form, and returns it; nil for one without
// locations. known returns a level that was combined from the same variants; nil if there is none.
func (r *resolved) join(parts []*variant, known func() *backend.Level) (joined *backend.Level) {
	levels := make([]*backend.Level, 0, 8)
	for _, of := range parts {
		r.include(of.record)
		if of.level == nil {
			continue
		}
		levels = append(levels, of.level)
		if of.level.IsLive() && !of.isDefault {
			r.optionsShape.levels = append(r.optionsShape.levels, of)
		}
	}
	switch len(levels) {
	case 0:
		return nil
	case 1:
		joined = levels[0].ForNode()
	default:
		if joined = known(); joined == nil {
			joined = backend.Join(levels...)
		}
	}
	if parts[0].isDefault {
		r.defaults.Add(joined)
	} else {
		r.levels.Add(joined)
	}
	return joined
}

// include adds what was observed while resolving a level.
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

// variant returns a part of a level for a node.
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

// key returns false if the part must be resolved for each node.
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
	made := &variant{record: record, failed: !ok, isDefault: p.isDefault, id: v.space.variantCount.Add(1)}
	if level != nil {
		level.Config = of
		made.level = v.space.Backends.Level(level, variables.NoFileForUnknown)
	}
	return made
}

// variable is a variable that levels depend on.
type variable struct {
	key    key.Key
	states memo.Map[string, state] // by the string value
	texts  memo.Map[state, string] // of states that represent a string
	count  atomic.Uint32
}

// state represents the value of a variable, or the way in which it has none.
type state uint32

const (
	varying state = iota // the level may depend on more than the value
	missing
	missingPart
	undef
	isTrue
	isFalse
	firstText
)

// state returns the state of the variable on a node. hiera3 means that variables are read as by
// classic Hiera.
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
	}
	return varying
}

// text returns the state for a string. Strings that contain tokens may have a different value on
// each node.
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

// textOf returns the string that a state represents; ok is false if it represents none.
func (v *variable) textOf(s state) (text string, ok bool) {
	if s < firstText {
		return "", false
	}
	return v.texts.Load(s)
}

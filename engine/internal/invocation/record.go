package invocation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// Record collects what is observed during a lookup.
type Record struct {
	Warnings     []string
	Unknown      []*outcome.Unknown
	Observations []*outcome.Observation
	// Traced enables Origins and Reads.
	Traced  bool
	Origins []outcome.Origin
	Reads   []outcome.Read
	// Entry is the lookup_options entry for the requested key.
	Entry *lookupoptions.Entry
	// HasUnknown reports that something was unknown, whether or not it affects the value.
	HasUnknown bool
	// Gap is the last unknown value that a merge omitted. Outer merges use it to determine whether
	// one of their variants is incomplete.
	Gap *data.Value

	passed    int            // number of levels and layers that were skipped
	unsettled []unsettledKey // unknown keys of lookup_options
	secrets   []string       // decrypted strings, which messages must not contain
	path      []outcome.Hop  // see Invocation.path

	// The contents of lists that are too long to search.
	knownWarnings     seen[string]
	knownUnknown      seen[outcome.Unknown]
	knownReads        seen[string]
	knownOrigins      seen[originKey]
	knownObservations seen[observationKey]
}

// originKey and observationKey identify origins and observations.
type (
	originKey struct {
		node *data.Node
		key  string
	}
	observationKey struct {
		kind  outcome.ObservationKind
		token *interpolate.Token
		node  *data.Node
		by    *data.Node
	}
)

// seen is the content of a list that is too long to search.
type seen[K comparable] map[K]struct{}

// few is the length up to which lists are searched.
const few = 32

// isNew reports whether k is not among the n entries of the list, whose keys keyOf returns, and
// records it.
func (s *seen[K]) isNew(n int, keyOf func(i int) K, k K) bool {
	if *s == nil {
		if n < few {
			for i := range n {
				if keyOf(i) == k {
					return false
				}
			}
			return true
		}
		*s = seen[K]{}
		for i := range n {
			(*s)[keyOf(i)] = struct{}{}
		}
	}
	_, known := (*s)[k]
	(*s)[k] = struct{}{}
	return !known
}

// Kept is a value that was computed for a node, with what was observed.
type Kept struct {
	Value  *data.Value
	Record Record
	// Work is the cost of computing it. Each lookup that uses the value pays for it, so that
	// results do not depend on previous lookups.
	Work int
}

// NewKept returns an empty Kept. traced enables Origins and Reads.
func NewKept(traced bool) *Kept { return &Kept{Record: Record{Traced: traced}} }

// Values caches results by key.
type Values = memo.Map[string, *Kept]

// OwnValues caches the results of one lookup that depend on its overrides or defaults: other lookups cannot use them, but Puppet
// computes them only once. The zero value is empty, and nil keeps nothing.
type OwnValues struct{ kept map[ownKey]*Kept }

// ownKey is a key in a cache for all lookups.
type ownKey struct {
	of  *Values
	key string
}

// Load returns the result for a key that would otherwise be in the cache of.
func (o *OwnValues) Load(of *Values, key string) (*Kept, bool) {
	if o == nil {
		return nil, false
	}
	kept, ok := o.kept[ownKey{of, key}]
	return kept, ok
}

// Store adds such a result.
func (o *OwnValues) Store(of *Values, key string, kept *Kept) {
	if o == nil {
		return
	}
	lists.Put(&o.kept, ownKey{of, key}, kept)
}

// loggedOnce lists parts of warnings that Puppet logs once for all files.
var loggedOnce = []string{": Use of 'hiera.yaml' version ", "Using of legacy data provider function "}

// NoPlace is what Puppet appends to a warning without a position.
const NoPlace = "\n   (file & line not available)"

// Warn adds a warning unless it is there already.
func (r *Record) Warn(text string) {
	for _, part := range loggedOnce {
		if strings.Contains(text, part) && slices.ContainsFunc(r.Warnings, func(other string) bool { return strings.Contains(other, part) }) {
			return
		}
	}
	if r.knownWarnings.isNew(len(r.Warnings), func(i int) string { return r.Warnings[i] }, text) {
		r.Warnings = append(r.Warnings, text)
	}
}

// WarnAll adds several warnings.
func (r *Record) WarnAll(texts []string) {
	for _, t := range texts {
		r.Warn(t)
	}
}

// AddUnknown adds a reason why something is unknown.
func (r *Record) AddUnknown(u *outcome.Unknown) {
	if r.knownUnknown.isNew(len(r.Unknown), func(i int) outcome.Unknown { return *r.Unknown[i] }, *u) {
		r.Unknown = append(r.Unknown, u)
	}
}

// AddGap records that a level or location cannot take part in a merge because its value is unknown.
func (r *Record) AddGap(v *data.Value) {
	u, _ := outcome.AsUnknown(v)
	r.AddUnknown(u)
	r.Gap = v
}

// AddRead records that a variable was read.
func (r *Record) AddRead(read outcome.Read) {
	if r.Traced && r.knownReads.isNew(len(r.Reads), func(i int) string { return r.Reads[i].Name }, read.Name) {
		r.Reads = append(r.Reads, read)
	}
}

// isNewOrigin reports whether an origin is new, and records it.
func (r *Record) isNewOrigin(o *outcome.Origin) bool {
	keyOf := func(o *outcome.Origin) originKey { return originKey{o.Node, o.Key} }
	return r.knownOrigins.isNew(len(r.Origins), func(i int) originKey { return keyOf(&r.Origins[i]) }, keyOf(o))
}

// isNewObservation reports whether an observation is new, and records it.
func (r *Record) isNewObservation(observed *outcome.Observation) bool {
	keyOf := func(o *outcome.Observation) observationKey { return observationKey{o.Kind, o.Token, o.Node, o.By} }
	return r.knownObservations.isNew(len(r.Observations), func(i int) observationKey { return keyOf(r.Observations[i]) }, keyOf(observed))
}

// Observe adds an observation.
func (r *Record) Observe(observed *outcome.Observation) {
	if r.isNewObservation(observed) {
		r.Observations = append(r.Observations, observed)
	}
}

// IsPlain reports whether the record is empty, except that something may have been unknown.
func (r *Record) IsPlain() bool {
	return len(r.Warnings)+len(r.Unknown)+len(r.Observations)+len(r.Origins)+len(r.Reads)+len(r.unsettled)+len(r.secrets) == 0
}

// The shared records of parts that were evaluated without any effects.
var plain, plainUnknown = &Record{}, &Record{HasUnknown: true}

// NewPlain returns a record that is empty, except for HasUnknown. It is shared and must not be
// modified.
func NewPlain(hasUnknown bool) *Record {
	if hasUnknown {
		return plainUnknown
	}
	return plain
}

// Settled returns a complete record in a form that Include adds quickly.
func (r *Record) Settled() *Record {
	if r.IsPlain() {
		return NewPlain(r.HasUnknown)
	}
	return r
}

// Include adds what was observed when a cached part was evaluated.
func (r *Record) Include(other *Record) {
	switch other {
	case plain:
	case plainUnknown:
		r.HasUnknown = true
	default:
		r.include(other)
	}
}

func (r *Record) include(other *Record) {
	if len(r.Warnings) == 0 {
		r.Warnings = slices.Clip(other.Warnings)
	} else {
		r.WarnAll(other.Warnings)
	}
	if r.Traced {
		for i := range other.Origins {
			if r.isNewOrigin(&other.Origins[i]) {
				r.Origins = append(r.Origins, other.Origins[i])
			}
		}
		for _, read := range other.Reads {
			r.AddRead(read)
		}
	}
	r.secrets = append(r.secrets, other.secrets...)
	r.HasUnknown = r.HasUnknown || other.HasUnknown
	for _, k := range other.unsettled {
		r.AddUnsettled(k.text, k.unknown)
	}
	for _, u := range other.Unknown {
		r.AddUnknown(u)
	}
	for _, observed := range other.Observations {
		r.Observe(observed)
	}
}

// unsettledKey is a key of lookup_options with an unknown variable.
type unsettledKey struct {
	text    string // as written
	unknown *data.Value
}

// AddUnsettled adds an unknown key of lookup_options. text is the key as written.
func (r *Record) AddUnsettled(text string, unknown *data.Value) {
	if !slices.ContainsFunc(r.unsettled, func(k unsettledKey) bool { return k.text == text }) {
		r.unsettled = append(r.unsettled, unsettledKey{text, unknown})
	}
}

// Unsettled returns the unknown key of lookup_options that may be name, because its literal start
// and end match; nil if there is none.
func (r *Record) Unsettled(name string) *data.Value {
	for i := range r.unsettled {
		k := &r.unsettled[i]
		start, _, _ := strings.Cut(k.text, "%{")
		if strings.HasPrefix(name, start) && strings.HasSuffix(name, k.text[strings.LastIndex(k.text, "}")+1:]) {
			return k.unknown
		}
	}
	return nil
}

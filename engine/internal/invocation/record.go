package invocation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Record gathers what a lookup yields besides its value.
type Record struct {
	Warnings     []string
	Unknown      []*outcome.Unknown
	Observations []*outcome.Observation
	// Traced asks for Origins and Reads.
	Traced  bool
	Origins []outcome.Origin
	Reads   []outcome.Read
	// Entry is what lookup_options say about the key that was asked for.
	Entry *lookupoptions.Entry
	// HasUnknown reports that something was unknown, whether it matters to the value or not.
	HasUnknown bool
	// Gap is the last unknown value that a merge left out; a merge of merges looks here whether one of
	// its variants is incomplete.
	Gap *data.Value

	passed    int            // how often something that cannot be asked was looked past
	unsettled []unsettledKey // keys of lookup_options that are unknown
	secrets   []string       // strings that were decrypted, which no message may show
}

// Kept is a value that was computed for a node, and what computing it yielded besides.
type Kept struct {
	Value  *data.Value
	Record Record
	// Work is what computing it cost; each lookup that it serves pays for it, so that what a lookup comes to does not
	// depend on those before it.
	Work int
}

// NewKept is an empty Kept. traced asks for Origins and Reads.
func NewKept(traced bool) *Kept { return &Kept{Record: Record{Traced: traced}} }

// loggedOnce are parts of warnings that Puppet logs once, whichever file they are about.
var loggedOnce = []string{": Use of 'hiera.yaml' version ", "Using of legacy data provider function "}

// NoPlace is what Puppet logs after a warning that has no place.
const NoPlace = "\n   (file & line not available)"

// Warn adds what Puppet logs, unless it is there already.
func (r *Record) Warn(text string) {
	known := slices.ContainsFunc(r.Warnings, func(other string) bool {
		return other == text || slices.ContainsFunc(loggedOnce, func(part string) bool {
			return strings.Contains(text, part) && strings.Contains(other, part)
		})
	})
	if !known {
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
	for _, known := range r.Unknown {
		if *known == *u {
			return
		}
	}
	r.Unknown = append(r.Unknown, u)
}

// AddGap adds a level or location that would take part in a merge if its value were known.
func (r *Record) AddGap(v *data.Value) {
	u, _ := outcome.AsUnknown(v)
	r.AddUnknown(u)
	r.Gap = v
}

// AddRead adds a variable that was looked at.
func (r *Record) AddRead(read outcome.Read) {
	if r.Traced && !slices.ContainsFunc(r.Reads, func(known outcome.Read) bool { return known.Name == read.Name }) {
		r.Reads = append(r.Reads, read)
	}
}

func (r *Record) addOrigin(o outcome.Origin) {
	if !slices.ContainsFunc(r.Origins, func(known outcome.Origin) bool { return known.Node == o.Node && known.Key == o.Key }) {
		r.Origins = append(r.Origins, o)
	}
}

// Observe adds an observation.
func (r *Record) Observe(observed *outcome.Observation) {
	if !slices.ContainsFunc(r.Observations, func(known *outcome.Observation) bool {
		return known.Kind == observed.Kind && known.Token == observed.Token && known.Node == observed.Node
	}) {
		r.Observations = append(r.Observations, observed)
	}
}

// IsPlain reports whether the record has nothing but that something may have been unknown.
func (r *Record) IsPlain() bool {
	return len(r.Warnings)+len(r.Unknown)+len(r.Observations)+len(r.Origins)+len(r.Reads)+len(r.unsettled)+len(r.secrets) == 0
}

// Include adds what a part yielded that was evaluated before, and kept.
func (r *Record) Include(other *Record) {
	r.WarnAll(other.Warnings)
	if r.Traced {
		for _, o := range other.Origins {
			r.addOrigin(o)
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
	text    string // as it is written
	unknown *data.Value
}

// AddUnsettled adds a key of lookup_options that is unknown: text is how it is written.
func (r *Record) AddUnsettled(text string, unknown *data.Value) {
	if !slices.ContainsFunc(r.unsettled, func(k unsettledKey) bool { return k.text == text }) {
		r.unsettled = append(r.unsettled, unsettledKey{text, unknown})
	}
}

// Unsettled is the unknown key of lookup_options that may be name: it begins and ends with what is written;
// nil when there is none.
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

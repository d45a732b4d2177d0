package impact

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/secret"
)

// Kind is the kind of a change.
type Kind string

// The kinds of changes.
const (
	Added   Kind = "added"   // the key had no value
	Removed Kind = "removed" // the key no longer has a value
	Changed Kind = "changed" // the value has changed
	Failing Kind = "failing" // the lookup fails, and did not, or failed differently
	Working Kind = "fixed"   // the lookup failed, and no longer does
	Default Kind = "default" // the key has no value, and the default in the class has changed
	Moved   Kind = "moved"   // the value is the same, but comes from different files
)

// Change is a change of one key.
type Change struct {
	Key  string
	Kind Kind
	// Before and After are the outcomes on the first of the nodes. Differences between nodes are
	// not in Edits.
	Before, After Outcome
	// Edits are the differences in the value.
	Edits []Edit
	// Class is the class whose parameter the key sets; empty for other keys.
	Class string

	id, opposite string // see IDs
}

// IDs returns strings that identify the change and the opposite change, whatever is withheld: two
// changes are opposites if each has the other's.
func (c *Change) IDs() (id, opposite string) { return c.id, c.opposite }

// identify determines the IDs.
func (c *Change) identify() {
	id := func(c *Change) string {
		var parts []string
		for _, e := range c.Edits {
			parts = append(parts, (&Change{Key: c.Key, Kind: c.Kind, Edits: []Edit{e}}).identity())
		}
		if parts == nil {
			parts = []string{c.identity()}
		}
		slices.Sort(parts)
		return digest(append(parts, c.Key)...)
	}
	c.id, c.opposite = id(c), id(c.reverse())
}

// reverse returns the opposite change.
func (c *Change) reverse() *Change {
	r := &Change{Key: c.Key, Kind: c.Kind, Before: c.After, After: c.Before, Class: c.Class}
	switch {
	case c.Kind == Added:
		r.Kind = Removed
	case c.Kind == Removed:
		r.Kind = Added
	case c.Kind == Failing && c.Before.Failure == "":
		r.Kind = Working
	case c.Kind == Working:
		r.Kind = Failing
	}
	for _, e := range c.Edits {
		switch e.Before, e.After = e.After, e.Before; e.Operation {
		case Add:
			e.Operation = Remove
		case Remove:
			e.Operation = Add
		}
		r.Edits = append(r.Edits, e)
	}
	return r
}

// Sides returns the outcomes on the given side and on the other one.
func (c *Change) Sides(before bool) (one, other *Outcome) {
	if before {
		return &c.Before, &c.After
	}
	return &c.After, &c.Before
}

// omit replaces the values by placeholders.
func (c *Change) omit() {
	placeholder := secret.IsTooLarge.Value()
	for _, o := range []*Outcome{&c.Before, &c.After} {
		if o.Value != nil {
			o.Value = placeholder
		}
	}
	if c.Kind == Changed {
		c.Edits = []Edit{{Operation: Replace, Before: placeholder, After: placeholder}}
	}
}

// identity returns the same string for changes of one key with the same description.
func (c *Change) identity() string {
	var b strings.Builder
	b.WriteString(string(c.Kind))
	part := func(v *data.Value) {
		b.WriteByte(0)
		if v != nil {
			b.WriteString(Identity(v))
		}
	}
	switch c.Kind {
	case Changed:
		for i := range c.Edits {
			e := &c.Edits[i]
			fmt.Fprintf(&b, "\x00%s\x00%q", e.Operation, indices().ReplaceAllString(strings.Join(e.Path, "\x00"), "[]"))
			part(e.Before)
			part(e.After)
		}
		return b.String()
	case Moved:
		fmt.Fprintf(&b, "\x00%v\x00%v", c.Before.Places, c.After.Places)
	default:
		part(c.Before.Value)
		part(c.After.Value)
		fmt.Fprintf(&b, "\x00%s\x00%s\x00%s\x00%s", c.Before.Failure, c.After.Failure, c.Before.Default, c.After.Default)
	}
	return b.String()
}

// indices matches array indexes in a path, which differ between nodes.
var indices = lazyregexp.New(`\[\d+\]`)

// Outcome is the result of a lookup.
type Outcome struct {
	// Value is nil if there is none.
	Value *data.Value
	// Failure is the reason why the lookup fails.
	Failure string
	// Default is the default of the class parameter as written, if the key has no value.
	Default string
	// Places are where the value comes from, where the lookup fails, or where a Default that differs
	// is declared.
	Places []place.Place
	// Responsible are the places that cause the change: the sources of this value whose content is
	// not a source of the other one; may be empty.
	Responsible []place.Place

	// Options are the lookup_options of the key if they differ between the outcomes; nil if there
	// are none.
	Options *Options

	isNew     bool // a part of it is written at a place that has something else on the other side
	decrypted bool // a part of the value is encrypted in the file

	referenced []outcome.Origin // the places that references lead to
}

// identity returns the same string for equal outcomes, wherever they come from.
func (o *Outcome) identity() string {
	if o.Value != nil {
		return "=" + Identity(o.Value)
	}
	return fmt.Sprintf("%q %q", o.Failure, o.Default)
}

// Options are the lookup_options of a key.
type Options struct {
	// Merge and ConvertTo are the options as written; nil if there are none.
	Merge, ConvertTo *data.Value
	place.Place
}

func (o *Options) equal(other *Options) bool {
	if o == nil || other == nil {
		return o == other
	}
	return Equal(o.Merge, other.Merge) && Equal(o.ConvertTo, other.ConvertTo)
}

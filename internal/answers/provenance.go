package answers

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/internal/visible"
)

// Provenance is the value of a key on some nodes, and where it comes from.
type Provenance struct {
	Key string `json:"key"`
	// Where describes the nodes.
	Where string `json:"where"`
	// Value is the value as text, and Failure the reason why there is none.
	Value   string `json:"value,omitempty"`
	Failure string `json:"failure,omitempty"`
	// Merge is the strategy that combines the values of levels, Convert what the value is converted
	// to, and Options where both are defined.
	Merge   string      `json:"merge,omitempty"`
	Convert string      `json:"convert,omitempty"`
	Options place.Place `json:"options,omitzero"`
	// Levels are the levels that have the key, highest priority first.
	Levels []ProvenanceLevel `json:"levels"`
	// References are places of other keys that the value references.
	References []place.Place `json:"references,omitempty"`
}

// ProvenanceLevel is the value of one level.
type ProvenanceLevel struct {
	Name  string `json:"name"`
	Layer string `json:"layer"`
	place.Place
	Value string `json:"value"`
	// Wins reports that the result contains this value.
	Wins bool `json:"wins"`
	// Change is the commit that last changed the line.
	Change string `json:"change,omitempty"`
}

// Provenances returns the distinct provenances of a key on the selected nodes; k is nil if there are none.
// shown returns a value as it is to be shown, given the places that it comes from, and option one in lookup_options.
func Provenances(k *nodes.Key, shown func([]outcome.Origin, *data.Value) *data.Value, option func(*data.Value) *data.Value) []*Provenance {
	if k == nil {
		return nil
	}
	var all []*Provenance
	for _, c := range k.Cases {
		if !c.NotFound && k.Concerns(c) {
			all = append(all, provenance(k, c, shown, option))
		}
	}
	return all
}

func provenance(k *nodes.Key, c *nodes.Case, shown func([]outcome.Origin, *data.Value) *data.Value, option func(*data.Value) *data.Value) *Provenance {
	a := &Provenance{Key: k.Name, Where: k.ExtentOf(c).Text, Levels: []ProvenanceLevel{}}
	if e := c.Entry; e != nil {
		if e.Merge != nil {
			a.Merge = valuetext.Literal(option(e.Merge))
		}
		if e.ConvertTo != nil {
			a.Convert = valuetext.Literal(option(e.ConvertTo))
		}
		if e.KeyNode != nil {
			a.Options = place.OfNode(e.KeyNode)
		}
	}
	wins := map[*data.Node]bool{}
	if c.Err != nil {
		a.Failure = c.Err.Message
	} else {
		for _, o := range c.Result.Origins {
			switch {
			case o.Node == nil:
			case len(o.Hops) > 0:
				a.References = append(a.References, place.OfNode(o.Node))
			default:
				wins[o.Node] = true
			}
		}
		a.Value = valuetext.OrNone(shown(c.Result.Origins, c.Result.Value))
	}
	for _, v := range c.Values {
		n := v.Value.Node()
		level := ProvenanceLevel{Name: v.Level.Name, Layer: v.Layer.String(), Value: valuetext.OrNone(shown([]outcome.Origin{{Key: k.Name, Node: n}}, v.Value)), Wins: n != nil && wins[n]}
		if at := cmp.Or(v.Key.Node(), n); at != nil {
			level.Place = place.OfNode(at)
		}
		a.Levels = append(a.Levels, level)
	}
	return a
}

// WriteProvenances writes provenances as text.
func WriteProvenances(w io.Writer, all []*Provenance) error {
	var b strings.Builder
	for i, a := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, line := range a.lines() {
			b.WriteString(visible.Text(line) + "\n")
		}
	}
	return visible.WriteLines(w, b.String())
}

func (a *Provenance) lines() []string {
	lines := []string{fmt.Sprintf("%s: %s", a.Where, a.Value)}
	if a.Failure != "" {
		lines[0] = fmt.Sprintf("%s: lookup fails: %s", a.Where, a.Failure)
	}
	var won, hidden []ProvenanceLevel
	for _, level := range a.Levels {
		if level.Wins {
			won = append(won, level)
		} else {
			hidden = append(hidden, level)
		}
	}
	switch {
	case len(won) > 1:
		lines = append(lines, fmt.Sprintf("  the values of %s are merged:", plural.Count(len(won), "level")))
	case len(won) == 1:
		lines = append(lines, "  the value comes from the level:")
	}
	for _, level := range won {
		lines = append(lines, level.lines()...)
	}
	if len(hidden) > 0 && a.Failure == "" {
		lines = append(lines, fmt.Sprintf("  %s hidden:", plural.Count(len(hidden), "level")))
	}
	for _, level := range hidden {
		lines = append(lines, level.lines()...)
	}
	if a.Merge != "" {
		lines = append(lines, fmt.Sprintf("  merge strategy: %s, by lookup_options at %s", a.Merge, a.Options))
	}
	if a.Convert != "" {
		lines = append(lines, fmt.Sprintf("  converted to: %s, by lookup_options at %s", a.Convert, a.Options))
	}
	return append(lines, referring(a.References)...)
}

// referring says which places a value refers to, with one line for each file.
func referring(places []place.Place) []string {
	var lines []string
	for i, at := range places {
		if slices.ContainsFunc(places[:i], func(p place.Place) bool { return p.Path == at.Path }) {
			continue
		}
		var numbers []int
		for _, p := range places[i:] {
			if p.Path == at.Path {
				numbers = append(numbers, p.Line)
			}
		}
		numbers = lists.Distinct(numbers)
		lines = append(lines, fmt.Sprintf("  refers to the %s at %s:%s", plural.Noun(len(numbers), "value"), at.Path, strings.Join(lists.Map(numbers, strconv.Itoa), ", ")))
	}
	return lines
}

func (l *ProvenanceLevel) lines() []string {
	name := l.Name
	if l.Layer != "environment" {
		name += " (" + l.Layer + " layer)"
	}
	lines := []string{fmt.Sprintf("    %s, %s: %s", name, l.Place, l.Value)}
	if l.Change != "" {
		lines = append(lines, "      last change: "+l.Change)
	}
	return lines
}

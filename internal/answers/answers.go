// Package answers presents the value of one key on many nodes, each distinct one once: for `hieralint
// lookup --nodes` as answers, and for `hieralint why` with the levels that it comes from.
package answers

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/internal/visible"
)

// Answer is the result of a lookup on some of many nodes.
type Answer struct {
	// Environment is the hierarchy; empty if there is only one.
	Environment string
	// Where describes the nodes. Nodes are the names of real nodes, sorted.
	Where string
	Nodes []string
	// Value is nil if there is none: Failure is the reason why the lookup fails, or empty if no
	// level has the key.
	Value   *data.Value
	Failure string
	// Default reports that no level has the key and that the value is the given default.
	Default bool
	// Unknown lists the reasons why the value, or a part of it, is unknown.
	Unknown []string
	// Places are the places that the value comes from.
	Places []place.Place
	// Explanation is the explanation for the first of the nodes, if requested.
	Explanation string

	origins   []outcome.Origin
	unknown   []*outcome.Unknown
	explained *engine.Explanation
}

// Find returns the distinct answers to a question, most common first; k is nil if there are
// none. byPlaces distinguishes equal values by the places that they come from.
func Find(k *nodes.Key, environment string, byPlaces bool) []*Answer {
	if k == nil {
		return nil
	}
	type group struct {
		*Answer
		cases  []*nodes.Case
		chosen bool
	}
	var all []*group
	known := map[string]*group{}
	for _, c := range k.Cases {
		f := answerOn(c)
		id := f.Failure + "\x00"
		if f.Value != nil {
			id += impact.Identity(f.Value)
		}
		if byPlaces {
			id += fmt.Sprint("\x00", f.Places)
		}
		g := known[id]
		if g == nil {
			g = &group{Answer: f}
			known[id] = g
			all = append(all, g)
		}
		g.cases = append(g.cases, c)
		g.chosen = g.chosen || k.Concerns(c)
		for _, at := range f.Places {
			if !slices.Contains(g.Places, at) {
				g.Places = append(g.Places, at)
			}
		}
		for _, n := range c.Nodes {
			if n.Name != "" {
				g.Nodes = append(g.Nodes, n.Name)
			}
		}
	}
	var found []*Answer
	for _, g := range all {
		if g.chosen {
			slices.Sort(g.Nodes)
			g.Environment, g.Where = environment, k.ExtentOf(g.cases...).Text
			found = append(found, g.Answer)
		}
	}
	slices.SortStableFunc(found, func(a, b *Answer) int { return len(b.Nodes) - len(a.Nodes) })
	return found
}

func answerOn(c *nodes.Case) *Answer {
	f := &Answer{}
	switch {
	case c.Err != nil:
		f.Failure = c.Err.Message
		if c.Err.Node != nil {
			f.Places = []place.Place{place.OfNode(c.Err.Node)}
		}
	case !c.NotFound:
		f.Value, f.Default = c.Result.Value, c.Result.Default
		f.origins = c.Result.Origins
		f.unknown = c.Result.Unknown
		f.Unknown = lists.Map(f.unknown, (*outcome.Unknown).String)
		for _, o := range c.Result.Origins {
			if o.Node == nil {
				continue
			}
			if at := place.OfNode(o.Node); !slices.Contains(f.Places, at) {
				f.Places = append(f.Places, at)
			}
		}
	}
	if x := c.Result.Explanation; x != nil {
		f.Explanation, f.explained = x.Text(), x
	}
	return f
}

// Withhold removes secrets from the answer: value from the value, ofKey from the values of other keys in the explanation, and
// text from messages.
func (f *Answer) Withhold(value func([]outcome.Origin, *data.Value) *data.Value, ofKey func(string, *data.Value) *data.Value, text func(string) string) {
	if f.Value != nil {
		f.Value = value(f.origins, f.Value)
	}
	f.Unknown = lists.Map(f.unknown, secret.Reason)
	if f.explained != nil {
		f.Explanation = text(f.explained.TextWith(ofKey))
	}
	f.Failure = text(f.Failure)
}

// answer returns the value, or the reason why there is none, on one line.
func (f *Answer) answer() string {
	switch {
	case f.Failure != "":
		return "lookup fails: " + f.Failure
	case f.Value == nil:
		return "not found"
	case f.Default:
		return valuetext.Literal(f.Value) + ", the given default"
	}
	return valuetext.Literal(f.Value)
}

// Writer writes answers as text.
type Writer struct {
	// AsStrings writes values as Puppet interpolates them.
	AsStrings bool
	// Where writes the places that values come from instead of the values.
	Where bool
}

// Write writes each answer on a line, followed by its explanation, if any.
func (o Writer) Write(w io.Writer, all []*Answer) error {
	var b strings.Builder
	for i, f := range all {
		if f.Explanation != "" && i > 0 {
			b.WriteByte('\n')
		}
		line := f.Where + ": "
		if f.Environment != "" {
			line = f.Environment + ", " + line
		}
		switch {
		case o.Where && len(f.Places) > 0:
			line += plural.And(lists.Map(f.Places, place.Place.String))
		case o.AsStrings && f.Value != nil:
			line += rubytext.ToS(valuetext.Written(f.Value))
		default:
			line += f.answer()
		}
		b.WriteString(visible.Text(line) + "\n")
		for line := range strings.Lines(f.Explanation) {
			b.WriteString("  " + visible.Text(strings.TrimSuffix(line, "\n")) + "\n")
		}
	}
	return visible.WriteLines(w, b.String())
}

// jsonAnswer is the JSON form of an answer, which docs/schemas/lookup.schema.json describes.
type jsonAnswer struct {
	Environment string          `json:"environment,omitempty"`
	Where       string          `json:"where"`
	Nodes       []string        `json:"nodes,omitempty"`
	Found       bool            `json:"found"`
	Value       json.RawMessage `json:"value,omitempty"`
	Failure     string          `json:"failure,omitempty"`
	Default     bool            `json:"default,omitempty"`
	Unknown     []string        `json:"unknown,omitempty"`
	Places      []place.Place   `json:"places"`
	Explanation string          `json:"explanation,omitempty"`
}

// WriteJSON writes answers as JSON.
func WriteJSON(w io.Writer, all []*Answer) error {
	return jsonlist.Write(w, "answers", lists.Map(all, func(f *Answer) jsonAnswer {
		return jsonAnswer{
			f.Environment, f.Where, f.Nodes, f.Value != nil, valuetext.JSON(f.Value), f.Failure, f.Default, f.Unknown, append([]place.Place{}, f.Places...), f.Explanation,
		}
	}))
}

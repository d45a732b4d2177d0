package views

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// Answer is the value of a key on some nodes, and the reasons for it.
type Answer struct {
	Key string `json:"key"`
	// Where describes the nodes.
	Where string `json:"where"`
	// Value is the value as text, and Failure the reason why there is none.
	Value   string `json:"value,omitempty"`
	Failure string `json:"failure,omitempty"`
	// Merge is the strategy that combines the values of levels, Convert what the value is converted
	// to, and Options where both are defined.
	Merge   string `json:"merge,omitempty"`
	Convert string `json:"convert,omitempty"`
	Options Place  `json:"options,omitzero"`
	// Levels are the levels that have the key, highest priority first.
	Levels []AnswerLevel `json:"levels"`
	// References are places of other keys that the value references.
	References []Place `json:"references,omitempty"`
}

// AnswerLevel is the value of one level.
type AnswerLevel struct {
	Name  string `json:"name"`
	Layer string `json:"layer"`
	Place
	Value string `json:"value"`
	// Wins reports that the result contains this value.
	Wins bool `json:"wins"`
	// Change is the commit that last changed the line.
	Change string `json:"change,omitempty"`
}

// Answers returns the distinct answers for a key on the selected nodes; k is nil if there are none.
// shown returns a value as it is to be shown, given its node.
func Answers(k *nodes.Key, shown func(*data.Node, *data.Value) *data.Value) []*Answer {
	if k == nil {
		return nil
	}
	var all []*Answer
	for _, c := range k.Cases {
		if c.NotFound || !k.Concerns(c) {
			continue
		}
		a := &Answer{Key: k.Name, Where: k.ExtentOf(c).Text, Levels: []AnswerLevel{}}
		if e := c.Entry; e != nil {
			if e.Merge != nil {
				a.Merge = literal(e.Merge)
			}
			if e.ConvertTo != nil {
				a.Convert = literal(e.ConvertTo)
			}
			if e.KeyNode != nil {
				a.Options = placeAt(e.KeyNode)
			}
		}
		wins := map[*data.Node]bool{}
		if c.Err != nil {
			a.Failure = c.Err.Message
		} else {
			decrypted := (*data.Node)(nil)
			for _, o := range c.Result.Origins {
				switch {
				case o.Node == nil:
				case len(o.Hops) > 0:
					a.References = append(a.References, placeAt(o.Node))
				default:
					wins[o.Node], decrypted = true, cmp.Or(decrypted, o.Node)
				}
			}
			a.Value = value(shown(decrypted, c.Result.Value))
		}
		for _, v := range c.Values {
			n := v.Value.Node()
			level := AnswerLevel{Name: v.Level.Name, Layer: v.Layer.String(), Value: value(shown(n, v.Value)), Wins: n != nil && wins[n]}
			if at := cmp.Or(v.Key.Node(), n); at != nil {
				level.Place = placeAt(at)
			}
			a.Levels = append(a.Levels, level)
		}
		all = append(all, a)
	}
	return all
}

func placeAt(n *data.Node) Place { return Place{n.Doc.File.Path, n.Position().Line} }

// WriteAnswers writes answers as text.
func WriteAnswers(w io.Writer, all []*Answer) error {
	var b strings.Builder
	for i, a := range all {
		if i > 0 {
			b.WriteByte('\n')
		}
		for _, line := range a.lines() {
			b.WriteString(visible.Text(line) + "\n")
		}
	}
	return writeText(w, b.String())
}

func (a *Answer) lines() []string {
	lines := []string{fmt.Sprintf("%s: %s", a.Where, a.Value)}
	if a.Failure != "" {
		lines[0] = fmt.Sprintf("%s: lookup fails: %s", a.Where, a.Failure)
	}
	var won, hidden []AnswerLevel
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
	for _, at := range a.References {
		lines = append(lines, "  refers to the value at "+at.String())
	}
	return lines
}

func (l *AnswerLevel) lines() []string {
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

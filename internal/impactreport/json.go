package impactreport

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/internal/visible"
)

// The JSON form of an impact, which docs/schemas/diff.schema.json describes.
type (
	jsonStart struct {
		Version int          `json:"version"`
		Before  jsonRevision `json:"before"`
		After   jsonRevision `json:"after"`
		Nodes   int          `json:"nodes"`
		Keys    int          `json:"keys"`
	}
	jsonEnd struct {
		NewFindings  []jsonFinding `json:"newFindings"`
		Fixed        []jsonFinding `json:"fixedFindings"`
		Changed      []jsonFinding `json:"changedFindings,omitempty"`
		Dead         []jsonDead    `json:"deadData"`
		Environments []string      `json:"environments"`
		NotSeen      []string      `json:"notSeen"`
	}
	jsonRevision struct {
		Name   string `json:"name"`
		Commit string `json:"commit,omitempty"`
	}
	jsonGroup struct {
		Environment string   `json:"environment,omitempty"`
		Where       string   `json:"where"`
		Count       int      `json:"count,omitempty"`
		Nodes       []string `json:"nodes"`
	}
	jsonChange struct {
		Key    string      `json:"key"`
		Kind   string      `json:"kind"`
		Class  string      `json:"class,omitempty"`
		Before jsonOutcome `json:"before"`
		After  jsonOutcome `json:"after"`
		Edits  []jsonPart  `json:"edits,omitempty"`
	}
	jsonOutcome struct {
		Value   json.RawMessage `json:"value,omitempty"`
		Failure string          `json:"failure,omitempty"`
		Default string          `json:"default,omitempty"`
		Places  []place.Place   `json:"places"`
		Options *jsonOptions    `json:"lookupOptions,omitempty"`
	}
	jsonOptions struct {
		Merge     json.RawMessage `json:"merge,omitempty"`
		ConvertTo json.RawMessage `json:"convertTo,omitempty"`
		place.Place
	}
	jsonPart struct {
		Operation string          `json:"operation"`
		Path      []string        `json:"path"`
		Before    json.RawMessage `json:"before,omitempty"`
		After     json.RawMessage `json:"after,omitempty"`
	}
	jsonFinding struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		Was      string `json:"previousSeverity,omitempty"`
		Message  string `json:"message"`
		Path     string `json:"path"`
		Line     int    `json:"line"`
	}
	jsonDead struct {
		Kind string `json:"kind"`
		Key  string `json:"key,omitempty"`
		Path string `json:"path"`
		Line int    `json:"line"`
	}
)

// deadNames are the names of the reasons why data has no effect.
var deadNames = map[diagnostic.Dead]string{
	diagnostic.UnreadFile: "unread-file", diagnostic.UnusedKey: "unused-key", diagnostic.MisnamedKey: "unused-key", diagnostic.HiddenValue: "hidden-value",
}

// WriteJSON writes the effect of a change as JSON. Changes are written one after the other, because all of them
// together may be very large.
func WriteJSON(w io.Writer, i *impact.Impact) error {
	buffered := bufio.NewWriter(visible.JSON(w))
	out := &jsonWriter{out: buffered}
	out.object("", jsonStart{1, jsonRevision(i.Before), jsonRevision(i.After), i.Nodes, i.Keys}, func() {
		for _, part := range []struct {
			name   string
			groups []*impact.Group
		}{{"groups", i.Groups}, {"moved", i.Moved}} {
			writeList(out, "  ", part.name, part.groups, func(g *impact.Group) {
				out.object("    ", jsonGroup{g.Environment, g.Where, g.Count, g.Nodes}, func() {
					writeList(out, "      ", "changes", g.Changes, func(c *impact.Change) { out.value("        ", jsonChangeOf(c)) })
				})
			})
		}
		out.text(",")
		out.members("", jsonEnd{
			NewFindings: lists.Map(i.New, jsonFindingOf), Fixed: lists.Map(i.Fixed, jsonFindingOf), Changed: lists.Map(i.Changed, jsonFindingOf),
			Dead:         lists.Map(i.Dead(), func(d impact.Dead) jsonDead { return jsonDead{deadNames[d.Rule.Dead], d.Key, d.Path, d.Line} }),
			Environments: append([]string{}, i.Environments...), NotSeen: append([]string{}, i.NotSeen...),
		})
	})
	out.text("\n")
	return cmp.Or(out.err, buffered.Flush())
}

// jsonWriter writes a document in parts, whose lines start with a prefix.
type jsonWriter struct {
	out io.Writer
	err error // the first one; nothing is written after it
}

func (w *jsonWriter) text(text string) {
	if w.err == nil {
		_, w.err = io.WriteString(w.out, text)
	}
}

// encode returns a value without white space around it.
func (w *jsonWriter) encode(prefix string, v any) string {
	text, err := jsonlist.Encode(prefix, "  ", v)
	w.err = cmp.Or(w.err, err)
	return text
}

func (w *jsonWriter) value(prefix string, v any) { w.text(w.encode(prefix, v)) }

// members writes the members of an object without its braces.
func (w *jsonWriter) members(prefix string, v any) {
	w.text(strings.TrimSuffix(strings.TrimPrefix(w.encode(prefix, v), "{"), "\n"+prefix+"}"))
}

// object writes an object whose last members more writes.
func (w *jsonWriter) object(prefix string, v any, more func()) {
	w.text("{")
	w.members(prefix, v)
	more()
	w.text("\n" + prefix + "}")
}

// writeList writes a list as a member of an object, after others.
func writeList[T any](w *jsonWriter, prefix, name string, all []T, write func(T)) {
	w.text(",\n" + prefix + `"` + name + `": [`)
	for i, one := range all {
		if i > 0 {
			w.text(",")
		}
		w.text("\n" + prefix + "  ")
		write(one)
	}
	if len(all) > 0 {
		w.text("\n" + prefix)
	}
	w.text("]")
}

func jsonChangeOf(c *impact.Change) jsonChange {
	return jsonChange{c.Key, string(c.Kind), c.Class, jsonOutcomeOf(c.Before), jsonOutcomeOf(c.After), lists.Map(c.Edits, func(e impact.Edit) jsonPart {
		return jsonPart{string(e.Operation), append([]string{}, e.Path...), valuetext.JSON(e.Before), valuetext.JSON(e.After)}
	})}
}

func jsonOutcomeOf(o impact.Outcome) jsonOutcome {
	out := jsonOutcome{Value: valuetext.JSON(o.Value), Failure: o.Failure, Default: o.Default, Places: append([]place.Place{}, o.Places...)}
	if is := o.Options; is != nil {
		out.Options = &jsonOptions{valuetext.JSON(is.Merge), valuetext.JSON(is.ConvertTo), is.Place}
	}
	return out
}

func jsonFindingOf(f impact.Finding) jsonFinding {
	was := ""
	if f.Was != 0 {
		was = f.Was.String()
	}
	return jsonFinding{f.Rule.Name, f.Severity.String(), was, f.Message, f.Path, f.Line}
}

package impactreport

import (
	"encoding/json"
	"io"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/internal/visible"
)

// The JSON form of an impact, which docs/schemas/diff.schema.json describes.
type (
	jsonImpact struct {
		Version      int           `json:"version"`
		Before       jsonRevision  `json:"before"`
		After        jsonRevision  `json:"after"`
		Nodes        int           `json:"nodes"`
		Keys         int           `json:"keys"`
		Groups       []jsonGroup   `json:"groups"`
		Moved        []jsonGroup   `json:"moved"`
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
		Environment string       `json:"environment,omitempty"`
		Where       string       `json:"where"`
		Count       int          `json:"count,omitempty"`
		Nodes       []string     `json:"nodes"`
		Changes     []jsonChange `json:"changes"`
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

// WriteJSON writes the effect of a change as JSON.
func WriteJSON(w io.Writer, i *impact.Impact) error {
	out := jsonImpact{
		Version: 1, Before: jsonRevision(i.Before), After: jsonRevision(i.After), Nodes: i.Nodes, Keys: i.Keys,
		Groups: lists.Map(i.Groups, jsonGroupOf), Moved: lists.Map(i.Moved, jsonGroupOf),
		NewFindings: lists.Map(i.New, jsonFindingOf), Fixed: lists.Map(i.Fixed, jsonFindingOf), Changed: lists.Map(i.Changed, jsonFindingOf),
		Dead:         lists.Map(i.Dead(), func(d impact.Dead) jsonDead { return jsonDead{string(d.Kind), d.Key, d.Path, d.Line} }),
		Environments: append([]string{}, i.Environments...), NotSeen: append([]string{}, i.NotSeen...),
	}
	e := json.NewEncoder(visible.JSON(w))
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}

func jsonGroupOf(g *impact.Group) jsonGroup {
	return jsonGroup{g.Environment, g.Where, g.Count, g.Nodes, lists.Map(g.Changes, jsonChangeOf)}
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

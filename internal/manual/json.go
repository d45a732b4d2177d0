package manual

import (
	"io"

	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// jsonRule is a rule as JSON.
type jsonRule struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Family   string `json:"family"`
	Severity string `json:"severity"`
	// OnRequest means that the rule runs only in the strict profile, or if it is selected.
	OnRequest bool         `json:"onRequest"`
	Title     string       `json:"title"`
	URL       string       `json:"url"`
	Options   []jsonOption `json:"options"`
}

type jsonOption struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Default     any      `json:"default"`
	Choices     []string `json:"choices,omitempty"`
}

// jsonExplanation is a rule with its documentation in Markdown.
type jsonExplanation struct {
	jsonRule
	What     string        `json:"what"`
	Why      string        `json:"why"`
	Puppet   string        `json:"puppet"`
	Examples []jsonExample `json:"examples"`
}

// jsonExample is an example of data that the rule reports, and of what to write instead: contents of files by path.
type jsonExample struct {
	Avoid  map[string]string `json:"avoid"`
	Prefer map[string]string `json:"prefer"`
}

func ruleJSON(r *rule.Rule) jsonRule {
	out := jsonRule{
		ID: r.ID, Name: r.Name, Family: r.Family.Tag, Severity: r.Severity.String(), OnRequest: r.OnRequest, Title: r.Doc().Title, URL: r.URL(),
		Options: []jsonOption{},
	}
	for _, o := range r.Options {
		out.Options = append(out.Options, jsonOption{Name: o.Name, Description: o.Doc, Default: o.Default, Choices: o.Choices})
	}
	return out
}

// WriteRulesJSON writes rules as JSON, as described by docs/schemas/rules.schema.json.
func WriteRulesJSON(w io.Writer, all []*rule.Rule) error {
	return jsonlist.Write(w, "rules", lists.Map(all, ruleJSON))
}

// WriteExplanationJSON writes a rule as JSON, as described by docs/schemas/explain.schema.json.
func WriteExplanationJSON(w io.Writer, r *rule.Rule) error {
	d := r.Doc()
	out := jsonExplanation{jsonRule: ruleJSON(r), What: d.What, Why: d.Why, Puppet: d.Puppet, Examples: make([]jsonExample, len(d.Examples))}
	for i := range d.Examples {
		out.Examples[i] = jsonExample{Avoid: shownFiles(d.Examples[i].Avoid), Prefer: shownFiles(d.Examples[i].Prefer)}
	}
	return jsonlist.Fill(w, map[string]any{"version": 1, "rule": out}, 0, nil)
}

// shownFiles returns the files of an example as shown to readers.
func shownFiles(files map[string]string) map[string]string {
	shown := map[string]string{}
	for path, text := range files {
		shown[path] = rule.WithoutWant(text)
	}
	return shown
}

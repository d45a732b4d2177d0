package report

import (
	"io"
	"slices"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/timing"
)

// JSON writes a report as one JSON object, whose form docs/schemas/lint-report.schema.json
// describes. Members may be added; other changes require a new version. Paths are relative to the
// working directory; lines and columns are counted from 1, and columns in Unicode code points; ends
// are exclusive. Invalid UTF-8 becomes U+FFFD.
func JSON(w io.Writer, r *Report, _ Options) error {
	out := jsonReport{
		Version:     1,
		Diagnostics: []jsonDiagnostic{},
		Summary: jsonSummary{
			Files: r.Summary.Files, Errors: r.Summary.Errors, Warnings: r.Summary.Warnings, Notes: r.Summary.Notes,
			Fixable: r.Summary.Fixable, Hidden: r.Summary.Hidden.Warnings + r.Summary.Hidden.Notes, Fixed: r.Summary.Fixed, Suppressed: r.Summary.Suppressed, Baseline: r.Summary.Known,
			Older: r.Summary.Older, Stale: r.Summary.Stale, NotSeen: append([]string{}, notseen.Texts(r.Summary.NotSeen)...),
		},
	}
	if r.Statistics != nil {
		out.Summary.Seconds = r.Summary.Duration.Seconds()
		out.Statistics = r.jsonStatistics()
	}
	return jsonlist.Fill(w, out, len(r.Diagnostics), func(i int) any { return r.jsonDiagnostic(&r.Diagnostics[i]) })
}

type jsonReport struct {
	Version     int              `json:"version"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Summary     jsonSummary      `json:"summary"`
	Statistics  *jsonStatistics  `json:"statistics,omitempty"`
}

type jsonStatistics struct {
	Phases []jsonPhase       `json:"phases"`
	Rules  []jsonRuleNumbers `json:"rules"`
}

type jsonPhase struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Count   int     `json:"count,omitempty"`
	Of      string  `json:"of,omitempty"`
}

type jsonRuleNumbers struct {
	Rule       string  `json:"rule"`
	ID         string  `json:"id"`
	Findings   int     `json:"findings"`
	Suppressed int     `json:"suppressed"`
	Seconds    float64 `json:"seconds"`
}

type jsonDiagnostic struct {
	Rule     string        `json:"rule"`
	ID       string        `json:"id"`
	Severity string        `json:"severity"`
	Message  string        `json:"message"`
	Detail   string        `json:"detail,omitempty"`
	Help     string        `json:"help,omitempty"`
	Key      string        `json:"key,omitempty"`
	Count    int           `json:"count,omitempty"`
	Path     string        `json:"path"`
	Range    jsonRange     `json:"range"`
	Related  []jsonRelated `json:"related"`
	Fixes    []jsonFix     `json:"fixes"`
	URL      string        `json:"url"`
}

type jsonRelated struct {
	Message string    `json:"message"`
	Path    string    `json:"path"`
	Range   jsonRange `json:"range"`
}

type jsonFix struct {
	Message string     `json:"message"`
	Safe    bool       `json:"safe"`
	Edits   []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Path    string    `json:"path"`
	Range   jsonRange `json:"range"`
	NewText string    `json:"newText"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type jsonSummary struct {
	Files    int `json:"files"`
	Errors   int `json:"errors"`
	Warnings int `json:"warnings"`
	Notes    int `json:"notes"`
	Fixable  int `json:"fixable"`
	// The following members are omitted if they are zero.
	Hidden     int      `json:"hidden,omitempty"`
	Fixed      int      `json:"fixed,omitempty"`
	Suppressed int      `json:"suppressed,omitempty"`
	Baseline   int      `json:"baseline,omitempty"`
	Older      int      `json:"older,omitempty"`
	Stale      int      `json:"stale,omitempty"`
	Seconds    float64  `json:"seconds,omitempty"`
	NotSeen    []string `json:"notSeen"`
}

func (r *Report) jsonDiagnostic(d *diagnostic.Diagnostic) jsonDiagnostic {
	out := jsonDiagnostic{
		Rule: d.Rule.Name, ID: d.Rule.ID, Severity: d.Severity.String(),
		Message: d.Message, Detail: d.Detail, Help: d.Help, Key: d.Key.String(), Count: d.Count,
		Path: r.path(d.File.Path), Range: makeJSONRange(d.File, d.Span), URL: d.Rule.URL,
		Fixes: []jsonFix{},
		Related: lists.Map(d.Related, func(related diagnostic.Related) jsonRelated {
			return jsonRelated{Message: related.Message, Path: r.path(related.File.Path), Range: makeJSONRange(related.File, related.Span)}
		}),
	}
	for _, fix := range d.Fixes {
		if !writable(fix) {
			continue
		}
		edits := lists.Map(fix.Edits, func(edit diagnostic.TextEdit) jsonEdit {
			return jsonEdit{Path: r.path(edit.File.Path), Range: makeJSONRange(edit.File, edit.Span), NewText: edit.New}
		})
		out.Fixes = append(out.Fixes, jsonFix{Message: fix.Message, Safe: fix.Safe, Edits: edits})
	}
	return out
}

func (r *Report) jsonStatistics() *jsonStatistics {
	return &jsonStatistics{
		Phases: lists.Map(r.Statistics.Phases, func(p timing.Phase) jsonPhase {
			return jsonPhase{Name: p.Name, Seconds: p.Duration.Seconds(), Count: p.Count, Of: p.Of}
		}),
		Rules: lists.Map(r.ruleNumbers(), func(n ruleNumbers) jsonRuleNumbers {
			return jsonRuleNumbers{Rule: n.rule.Name, ID: n.rule.ID, Findings: n.findings, Suppressed: n.suppressed, Seconds: n.duration.Seconds()}
		}),
	}
}

func makeJSONRange(file *source.File, span source.Span) jsonRange {
	at := file.Range(span)
	return jsonRange{jsonPosition{at.Start.Line, at.Start.Column}, jsonPosition{at.End.Line, at.End.Column}}
}

// writable reports whether a report can contain the fix. It must not contain a secret, nor invalid
// UTF-8, which JSON would change, so that applying the fix would corrupt the file.
func writable(fix diagnostic.Fix) bool {
	return !fix.Withheld && !slices.ContainsFunc(fix.Edits, func(e diagnostic.TextEdit) bool { return !utf8.ValidString(e.New) })
}

package report

import (
	"cmp"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/jsonlist"
	"github.com/hieralint/hieralint/internal/visible"
)

// RDJSON writes the diagnostic format of reviewdog, which posts findings as comments on pull
// requests of GitHub, GitLab, Gitea, Bitbucket, and Gerrit. Its schema is proto/rdf/reviewdog.proto
// in reviewdog/reviewdog: lines and columns are counted from 1, and columns in bytes; ends are
// exclusive. Paths are relative to the working directory, from which reviewdog derives those in the
// repository.
func RDJSON(w io.Writer, r *Report, _ Options) error {
	out := rdResult{Source: rdSource{Name: "hieralint", URL: "https://github.com/hieralint/hieralint"}, Diagnostics: []rdDiagnostic{}}
	secrets := r.secrets()
	return jsonlist.Fill(w, out, len(r.Diagnostics), func(i int) any { return r.rdDiagnostic(&r.Diagnostics[i], secrets) })
}

type rdResult struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	// Original is what reviewdog prints in a log. Without it, that is a dump of its own data.
	Original string      `json:"original_output"`
	Related  []rdRelated `json:"related_locations,omitempty"`
}

type rdCode struct {
	Value string `json:"value"`
	URL   string `json:"url"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

// rdPosition without a column means a whole line, which is included at the end of a range.
type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column,omitempty"`
}

func (r *Report) rdDiagnostic(d *diagnostic.Diagnostic, secrets *secrets) rdDiagnostic {
	out := rdDiagnostic{
		// A comment is Markdown, in which each sentence becomes a paragraph.
		Message:     strings.Join(sentences(d), "\n\n"),
		Location:    r.rdLocation(d.File, d.Span),
		Severity:    rdSeverity(d.Severity),
		Code:        rdCode{Value: d.Rule.Name, URL: d.Rule.URL},
		Suggestions: rdSuggestions(d, secrets),
		Original:    place(r.path(d.File.Path), d.File, d.Span) + ": " + d.Severity.String() + ": " + visible.Text(d.Message) + " [" + d.Rule.Name + "]",
	}
	for i := range d.Related {
		related := &d.Related[i]
		out.Related = append(out.Related, rdRelated{Message: related.Message, Location: r.rdLocation(related.File, related.Span)})
	}
	return out
}

func rdSeverity(s diagnostic.Severity) string {
	if s == diagnostic.Note {
		return "INFO"
	}
	return strings.ToUpper(s.String())
}

func (r *Report) rdLocation(file *source.File, span source.Span) rdLocation {
	return rdLocation{Path: r.path(file.Path), Range: rdRange{rdPositionOf(file, span.Start), rdPositionOf(file, span.End)}}
}

func rdPositionOf(file *source.File, offset int) rdPosition {
	line := file.Pos(offset).Line
	return rdPosition{Line: line, Column: 1 + offset - file.Line(line).Start}
}

// rdSuggestions returns the fixes that reviewdog can offer, the safe ones first. It places a
// comment on the lines of the first suggestion, and rejects suggestions for other lines
// (service/github/github.go, buildSingleSuggestion), which are therefore omitted.
func rdSuggestions(d *diagnostic.Diagnostic, secrets *secrets) []rdSuggestion {
	var all []rdSuggestion
	for _, fix := range d.SafeFirst() {
		s, ok := rdSuggestionOf(d, &fix, secrets)
		if ok && (len(all) == 0 || s.Range.Start.Line == all[0].Range.Start.Line && s.Range.End.Line == all[0].Range.End.Line) {
			all = append(all, s)
		}
	}
	return all
}

// rdSuggestionOf combines the edits of a fix to one replacement, with the unchanged text between
// them. They must be in one file, without a secret between them.
func rdSuggestionOf(d *diagnostic.Diagnostic, fix *diagnostic.Fix, secrets *secrets) (s rdSuggestion, ok bool) {
	edits := slices.SortedFunc(slices.Values(fix.Edits), func(a, b diagnostic.TextEdit) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	if !writable(*fix) || len(edits) == 0 || slices.ContainsFunc(edits, func(e diagnostic.TextEdit) bool { return e.File != d.File }) {
		return s, false
	}
	span := source.Span{Start: edits[0].Span.Start, End: edits[len(edits)-1].Span.End}
	if len(edits) > 1 && secrets.on(d.File, span) {
		return s, false
	}
	s = rdSuggestion{Range: rdRange{rdPositionOf(d.File, span.Start), rdPositionOf(d.File, span.End)}, Text: string(diagnostic.Apply(d.File, span, edits))}
	if s.Text == "" && s.Range.Start.Column == 1 && s.Range.End.Column == 1 && s.Range.End.Line > s.Range.Start.Line {
		// Whole lines are removed. With columns, the next line would also have to be in the diff.
		s.Range = rdRange{rdPosition{Line: s.Range.Start.Line}, rdPosition{Line: s.Range.End.Line - 1}}
	}
	return s, utf8.ValidString(s.Text)
}

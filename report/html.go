package report

import (
	"bufio"
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// HTML writes an HTML page with the findings, and the Overview as a diagram and a table. The page
// is a single file that loads nothing. Its script creates elements only for what is visible, from
// JSON data in the page; without the script, findings are a list with one line each. Its content
// security policy forbids all other scripts, whatever the data contains.
//
// Of very large reports, which browsers cannot show, the least important part is omitted, and the
// page says so.
func HTML(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	h := &htmlReport{Report: r, options: o, secrets: r.secrets(), files: map[string]int{}}
	page := template.Must(template.New("page").Parse(pageText))
	if err := page.Execute(b, h.page()); err != nil {
		return err
	}
	return b.Flush()
}

// The limits of a page.
const (
	maxFindings     = 10_000 // findings with their source
	maxPlain        = 500    // findings shown without the script
	maxChips        = 24     // files of a level in the diagram
	maxLevelFiles   = 300    // files of a level in the list below it
	maxLevels       = 20_000 // levels of all hierarchies
	maxSharedKeys   = 5000   // keys that are defined at several places
	maxSingleKeys   = 5000   // keys that are defined once
	maxCellSettings = 20     // files that define a key at one level
	maxUnread       = 200    // files that no level reads
)

var (
	//go:embed page/page.html
	pageText string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string
)

// htmlReport holds what is computed once for a page.
type htmlReport struct {
	*Report
	options Options
	secrets *secrets
	data    pageData
	files   map[string]int // indexes in data.Files, by path as reports show it
	levels  int            // of all hierarchies
}

// htmlPage is the input of the template. All texts are plain; the template escapes them.
type htmlPage struct {
	Title      string
	Policy     string
	Style      template.CSS
	Script     template.JS
	Version    string
	Revision   string
	Counts     []htmlCount
	Verdict    string
	NotSeen    []htmlNotSeen
	Stale      []htmlText
	Plain      []htmlPlain
	Total      int
	Rules      []htmlRule
	Silent     int // rules without findings
	Scopes     []htmlScope
	Effects    []htmlEffect
	Unread     []string
	UnreadText string
	MoreUnread int
	Data       *pageData
}

// pageData is the input of the script. In texts, code is in backquotes.
type pageData struct {
	Files    []string      `json:"files"`
	Rules    []pageRule    `json:"rules"`
	Findings []pageFinding `json:"findings"` // most severe first
	Total    int           `json:"total"`    // number of findings, including omitted ones
	Scopes   []pageScope   `json:"scopes"`
	Effects  []htmlEffect  `json:"effects"`
}

type pageRule struct {
	Name  string `json:"name"`
	URL   string `json:"url"`
	Title string `json:"title"`
}

type pageFinding struct {
	Severity string        `json:"severity"`
	Rule     int           `json:"rule"`
	File     int           `json:"file"`
	At       string        `json:"at"`
	Message  string        `json:"message"`
	Detail   string        `json:"detail,omitempty"`
	Help     string        `json:"help,omitempty"`
	Source   []pageRow     `json:"source,omitempty"`
	Fixes    []pageFix     `json:"fixes,omitempty"`
	Related  []pageRelated `json:"related,omitempty"`
	More     int           `json:"more,omitempty"` // number of omitted related places
}

type pageFix struct {
	Label string `json:"label"`
	Text  string `json:"text"`
	Safe  bool   `json:"safe"`
}

type pageRelated struct {
	At     string    `json:"at"`
	Text   string    `json:"text"`
	Source []pageRow `json:"source,omitempty"`
}

// pageRow is a line of source: its number, and its text before, in, and after the mark. One without
// a number represents omitted lines.
type pageRow []any

// htmlPlain is a finding in the page without the script.
type htmlPlain struct {
	Severity, Place, Rule string
	Message               []htmlText
}

// htmlNotSeen is what could not be checked. Of a long list, only the start is shown.
type htmlNotSeen struct {
	Start, Rest []htmlText
	More        int
}

// htmlCount is the number of findings of a severity.
type htmlCount struct {
	Class, Text string
}

// htmlText is a part of a sentence, which is code if it was in backquotes.
type htmlText struct {
	Text string
	Code bool
}

// htmlRule is a rule with the numbers of its findings.
type htmlRule struct {
	Name, URL             string
	Title                 []htmlText
	Severity              string
	Count                 int
	SafeFixes, OtherFixes int
}

func (h *htmlReport) page() *htmlPage {
	s := &h.Summary
	p := &htmlPage{
		Title: h.title(), Policy: policy, Style: template.CSS(pageStyle), Script: template.JS(pageScript), //nolint:gosec // they are ours
		Version: visible.Text(h.options.Version), Total: len(h.Diagnostics),
		Counts: counts(s.Errors, s.Warnings, s.Notes),
	}
	p.NotSeen = lists.Map(s.NotSeen, func(n notseen.Part) htmlNotSeen {
		start, rest, more := folded(n)
		return htmlNotSeen{texts(start), texts(rest), more}
	})
	p.Verdict = strings.TrimLeft(strings.ReplaceAll(s.circumstances(h.options.CanFix), " s)", "\u00A0s)"), "; ")
	if len(p.Counts) == 0 {
		p.Verdict = "No findings " + p.Verdict
	}
	if s.Stale > 0 {
		p.Stale = texts(s.stale())
	}
	if r := h.options.Repository; r != nil {
		p.Revision = visible.Text(r.Revision)
	}
	h.fillFindings(p)
	h.fillRules(p)
	h.fillOverview(p)
	p.Data = &h.data
	return p
}

// title returns the name of what was checked or, if there are several directories or files, of the working directory.
func (h *htmlReport) title() string {
	dir := cmp.Or(h.Name, h.Dir, h.options.Root)
	if dir == "" {
		return "hieralint"
	}
	return visible.Text(path.Base(strings.ReplaceAll(dir, `\`, "/")))
}

// policy forbids all styles and scripts other than those of the page.
var policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
	fingerprint(pageStyle), fingerprint(pageScript))

func fingerprint(text string) string {
	sum := sha256.Sum256([]byte(text))
	return base64.StdEncoding.EncodeToString(sum[:])
}

func counts(errors, warnings, notes int) []htmlCount {
	var all []htmlCount
	for _, c := range []struct {
		n     int
		class string
	}{{errors, "error"}, {warnings, "warning"}, {notes, "note"}} {
		if c.n > 0 {
			all = append(all, htmlCount{c.class, plural.Count(c.n, c.class)})
		}
	}
	return all
}

// fillFindings adds the findings, most severe first.
func (h *htmlReport) fillFindings(p *htmlPage) {
	h.data.Total = len(h.Diagnostics)
	sorted := worstFirst(h.Diagnostics)
	rules := map[*diagnostic.Descriptor]int{}
	for i, d := range sorted[:min(len(sorted), maxFindings)] {
		rule, known := rules[d.Rule]
		if !known {
			rule = len(h.data.Rules)
			rules[d.Rule] = rule
			h.data.Rules = append(h.data.Rules, pageRule{Name: d.Rule.Name, URL: d.Rule.URL, Title: visible.Text(d.Rule.Explain().Title)})
		}
		f := h.finding(d)
		f.Rule = rule
		h.data.Findings = append(h.data.Findings, f)
		if i < maxPlain {
			p.Plain = append(p.Plain, htmlPlain{Severity: f.Severity, Place: place(h.path(d.File.Path), d.File, d.Span), Rule: d.Rule.Name, Message: texts(f.Message)})
		}
	}
}

// file returns the index of a file in the data of the script.
func (h *htmlReport) file(name string) int {
	shown := visible.Text(h.path(name))
	i, known := h.files[shown]
	if !known {
		i = len(h.data.Files)
		h.files[shown] = i
		h.data.Files = append(h.data.Files, shown)
	}
	return i
}

func (h *htmlReport) finding(d *diagnostic.Diagnostic) pageFinding {
	f := pageFinding{
		Severity: d.Severity.String(), File: h.file(d.File.Path), At: linePlace(d.File, d.Span), Message: visible.Text(strings.TrimSuffix(sentence(d.Message), ".")),
		Detail: visible.Text(sentence(d.Detail)), Help: visible.Text(sentence(d.Help)), Source: h.source(d.File, d.Span, true),
	}
	for i, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, pageFix{Label: fixLabels[min(i, 1)], Text: visible.Text(fix.Message), Safe: fix.Safe})
	}
	for i := range d.Related {
		if i == maxRelated {
			f.More = len(d.Related) - i
			break
		}
		related := &d.Related[i]
		f.Related = append(f.Related, pageRelated{
			At: place(h.path(related.File.Path), related.File, related.Span), Text: visible.Text(related.Message), Source: h.source(related.File, related.Span, false),
		})
	}
	return f
}

func linePlace(file *source.File, span source.Span) string {
	at := file.Pos(span.Start)
	return fmt.Sprintf("%d:%d", at.Line, at.Column)
}

// texts returns the segments of a text.
func texts(text string) []htmlText {
	var all []htmlText
	for part, isCode := range diagnostic.Segments(visible.Text(text)) {
		all = append(all, htmlText{Text: part, Code: isCode})
	}
	return all
}

// around is the number of cells of a line shown on each side of a span; a page scrolls.
const around = 240

// source returns an excerpt with the span marked.
func (h *htmlReport) source(file *source.File, span source.Span, context bool) []pageRow {
	excerpt := rows(file, span, context)
	h.secrets.redact(file, excerpt)
	return lists.Map(excerpt, func(r row) pageRow {
		if r.number == 0 {
			return pageRow{}
		}
		before, mark, behind := parts(r)
		return pageRow{r.number, before, mark, behind}
	})
}

// parts splits a line at the start and end of its mark; a line without a mark is entirely in
// behind. A long line is cut around the mark.
func parts(r row) (before, mark, behind string) {
	all := r.cells
	first, last := 0, 0 // the marked cells
	if r.mark {
		first = slices.IndexFunc(all, func(c visible.Cell) bool { return c.End > r.marked.Start })
		if first < 0 {
			first = len(all)
		}
		last = first
		for last < len(all) && all[last].Start < r.marked.End {
			last++
		}
		last = min(max(last, first+1), len(all)) // an empty span takes one cell
	}
	text := func(cells []visible.Cell) string {
		return strings.Join(lists.Map(cells, func(c visible.Cell) string { return c.Text }), "")
	}
	from, to := max(first-around, 0), min(max(last+around, 2*around), len(all))
	before = text(all[from:first])
	if from > 0 {
		before = "…" + before
	}
	switch {
	case first < last && last-first > 2*around:
		return before, text(all[first:first+2*around]) + "…", ""
	case first < last:
		mark = text(all[first:last])
	case r.mark:
		mark = " " // the end of a line
	}
	behind = text(all[last:max(to, last)])
	if to < len(all) {
		behind += "…"
	}
	return before, mark, behind
}

// fillRules adds the rules with findings.
func (h *htmlReport) fillRules(p *htmlPage) {
	found := map[*diagnostic.Descriptor]bool{}
	for _, k := range kinds(h.Diagnostics) {
		found[k.rule] = true
		p.Rules = append(p.Rules, htmlRule{
			Name: k.rule.Name, URL: k.rule.URL, Title: texts(k.rule.Explain().Title), Severity: k.severity.String(),
			Count: k.findings, SafeFixes: k.safeFixes, OtherFixes: k.moreFixes,
		})
	}
	for _, r := range h.Rules {
		if !found[r] {
			p.Silent++
		}
	}
}

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
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// HTML writes a page for people: the findings by file and by rule, and the Overview as a picture and
// a table. The page is one file that loads nothing. It can be read without its script, and its content security policy
// forbids all other scripts, whatever the data.
//
// Of very large reports, which browsers cannot show, the least important part is left out, and the page says so.
func HTML(w io.Writer, r *Report, o Options) error {
	b := bufio.NewWriter(w)
	h := &htmlReport{Report: r, options: o, secrets: r.secrets(), files: map[string]string{}, findings: map[*diagnostic.Diagnostic]string{}}
	if err := pageTemplate.Execute(b, h.page()); err != nil {
		return err
	}
	return b.Flush()
}

// The limits of a page.
const (
	maxFindings     = 2000 // findings with their source
	maxPlaces       = 100  // places that are listed for a rule
	maxChips        = 24   // files of a level in the picture
	maxLevelFiles   = 300  // and in the list below it
	maxSharedKeys   = 1000 // keys that are set at several places
	maxSingleKeys   = 1000 // keys that are set once
	maxCellSettings = 20   // files that set a key at one level
	maxUnread       = 200  // files that no level reads
	openFiles       = 40   // files whose findings are shown without a click
)

var (
	//go:embed page/page.html
	pageText string
	//go:embed page/page.css
	pageStyle string
	//go:embed page/page.js
	pageScript string

	pageTemplate = template.Must(template.New("page").Parse(pageText))
)

// htmlReport carries what is computed once for a page.
type htmlReport struct {
	*Report
	options  Options
	secrets  *secrets
	files    map[string]string                 // anchors of the files whose findings are shown, by path
	findings map[*diagnostic.Diagnostic]string // anchors of the findings that are shown
}

// htmlPage is what the template sees. All texts are plain; the template escapes them.
type htmlPage struct {
	Title      string
	Policy     string
	Style      template.CSS
	Script     template.JS
	Version    string
	Revision   string
	Counts     []htmlCount
	Verdict    string
	NotSeen    [][]htmlText
	Stale      []htmlText
	Files      []htmlFile
	Shown      int
	Total      int
	Rules      []htmlRule
	Silent     int // rules without a finding
	Scopes     []htmlScope
	Effects    []htmlEffect
	Unread     []string
	UnreadText string
	MoreUnread int
}

// htmlCount is the number of findings of a severity.
type htmlCount struct {
	Class, Text string
}

// htmlFile is a file with its findings.
type htmlFile struct {
	Anchor    string
	Dir, Name string
	Counts    []htmlCount
	Findings  []htmlFinding
	More      int // findings that are not shown
	Open      bool
}

// htmlFinding is a finding.
type htmlFinding struct {
	Anchor   string
	Severity string
	Place    string
	Message  []htmlText
	Rule     string
	URL      string
	Source   []htmlRow
	Withheld bool
	Detail   []htmlText
	Help     []htmlText
	Fixes    []htmlFix
	Related  []htmlRelated
	More     int // related places that are not shown
}

type htmlFix struct {
	Label string
	Text  []htmlText
	Safe  bool
}

type htmlRelated struct {
	Place string
	Text  []htmlText
	Rows  []htmlRow
}

// htmlText is a part of a sentence: what stands in backquotes is code.
type htmlText struct {
	Text string
	Code bool
}

// htmlRow is a line of source; one without a number stands for lines that are left out.
type htmlRow struct {
	Number int
	Parts  []htmlPart
}

type htmlPart struct {
	Text string
	Mark bool
}

// htmlRule is a rule with its findings.
type htmlRule struct {
	Name, URL string
	Title     []htmlText
	Severity  string
	Count     int
	Places    []htmlPlace
	More      int // that are not listed
}

type htmlPlace struct {
	Anchor, Text string
}

func (h *htmlReport) page() *htmlPage {
	s := &h.Summary
	p := &htmlPage{
		Title: h.title(), Policy: policy, Style: template.CSS(pageStyle), Script: template.JS(pageScript), //nolint:gosec // they are ours
		Version: visible.Text(h.options.Version), Total: len(h.Diagnostics),
		Counts: counts(s.Errors, s.Warnings, s.Notes),
	}
	p.NotSeen = lists.Map(s.NotSeen, texts)
	p.Verdict = strings.ReplaceAll(s.circumstances(h.options.CanFix), " s)", "\u00A0s)")
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
	return p
}

// title is the name of the folder that was checked.
func (h *htmlReport) title() string {
	dir := cmp.Or(h.Dir, h.options.Root)
	if dir == "" {
		return "hieralint"
	}
	return visible.Text(path.Base(strings.ReplaceAll(dir, `\`, "/")))
}

// policy lets no other style and script work than those of the page.
var policy = fmt.Sprintf("default-src 'none'; style-src 'sha256-%s'; script-src 'sha256-%s'; base-uri 'none'; form-action 'none'",
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

// fillFindings fills in what is shown by file.
func (h *htmlReport) fillFindings(p *htmlPage) {
	groups := byFile(h.Report)
	shown := worthShowing(groups, maxFindings)
	p.Shown = len(shown)
	for i, group := range groups {
		dir, name := path.Split(visible.Text(h.path(group.path)))
		file := htmlFile{Anchor: fmt.Sprintf("file%d", i+1), Dir: dir, Name: name, Open: len(groups) <= openFiles}
		bySeverity := map[diagnostic.Severity]int{}
		for _, d := range group.diagnostics {
			bySeverity[d.Severity]++
			if shown[d] {
				h.findings[d] = fmt.Sprintf("f%d", len(h.findings)+1)
				file.Findings = append(file.Findings, h.finding(d))
			}
		}
		if len(file.Findings) > 0 {
			h.files[group.path] = file.Anchor
			file.Counts = counts(bySeverity[diagnostic.Error], bySeverity[diagnostic.Warning], bySeverity[diagnostic.Note])
			file.More = len(group.diagnostics) - len(file.Findings)
			p.Files = append(p.Files, file)
		}
	}
}

// worthShowing returns at most n findings: the most severe one of each file, then a few of each, then the others; in each of these
// rounds the most severe first.
func worthShowing(groups []*fileGroup, n int) map[*diagnostic.Diagnostic]bool {
	type candidate struct {
		d     *diagnostic.Diagnostic
		round int
	}
	var all []candidate
	for _, group := range groups {
		sorted := slices.SortedStableFunc(slices.Values(group.diagnostics), func(a, b *diagnostic.Diagnostic) int { return cmp.Compare(b.Severity, a.Severity) })
		for i, d := range sorted {
			round := slices.IndexFunc([]int{1, 5, 20, len(sorted)}, func(end int) bool { return i < end })
			all = append(all, candidate{d, round})
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.round, b.round), cmp.Compare(b.d.Severity, a.d.Severity))
	})
	shown := make(map[*diagnostic.Diagnostic]bool, min(n, len(all)))
	for _, c := range all[:min(n, len(all))] {
		shown[c.d] = true
	}
	return shown
}

func (h *htmlReport) finding(d *diagnostic.Diagnostic) htmlFinding {
	f := htmlFinding{
		Anchor: h.findings[d], Severity: d.Severity.String(), Place: linePlace(d.File, d.Span),
		Message: texts(sentenceCase(d.Message)), Rule: d.Rule.Name, URL: d.Rule.URL,
		Detail: texts(sentence(d.Detail)), Help: texts(sentence(d.Help)),
	}
	f.Source = h.source(d.File, d.Span, true)
	for i, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, htmlFix{Label: fixLabels[min(i, 1)], Text: texts(fix.Message), Safe: fix.Safe})
	}
	for i := range d.Related {
		if i == maxRelated {
			f.More = len(d.Related) - i
			break
		}
		related := &d.Related[i]
		f.Related = append(f.Related, htmlRelated{
			Place: place(h.path(related.File.Path), related.File, related.Span), Text: texts(related.Message), Rows: h.source(related.File, related.Span, false),
		})
	}
	return f
}

func linePlace(file *source.File, span source.Span) string {
	at := file.Pos(span.Start)
	return fmt.Sprintf("%d:%d", at.Line, at.Column)
}

// sentenceCase gives a headline a capital letter.
func sentenceCase(text string) string {
	return strings.TrimSuffix(sentence(text), ".")
}

// texts splits a sentence at its backquotes.
func texts(text string) []htmlText {
	var all []htmlText
	text = visible.Text(text)
	for text != "" {
		before, rest, _ := strings.Cut(text, "`")
		code, after, found := strings.Cut(rest, "`")
		if !found {
			return append(all, htmlText{Text: text})
		}
		if before != "" {
			all = append(all, htmlText{Text: before})
		}
		all = append(all, htmlText{Text: code, Code: true})
		text = after
	}
	return all
}

// around is how many cells of a line are shown on each side of a span; a page scrolls.
const around = 240

// source is an excerpt with the span marked.
func (h *htmlReport) source(file *source.File, span source.Span, context bool) []htmlRow {
	excerpt := rows(file, span, context)
	h.secrets.redact(file, excerpt)
	return lists.Map(excerpt, func(r row) htmlRow { return htmlRow{Number: r.number, Parts: parts(r)} })
}

// parts cuts a line where its mark starts and ends. Of a long line it keeps what is around the mark.
func parts(r row) []htmlPart {
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
	from, to := max(first-around, 0), min(max(last+around, 2*around), len(all))
	var out []htmlPart
	add := func(mark bool, cells []visible.Cell, more string) {
		var b strings.Builder
		for _, c := range cells {
			b.WriteString(c.Text)
		}
		if text := b.String() + more; text != "" {
			out = append(out, htmlPart{text, mark})
		}
	}
	if from > 0 {
		out = append(out, htmlPart{Text: "…"})
	}
	add(false, all[from:first], "")
	switch {
	case first < last && last-first > 2*around:
		add(true, all[first:first+2*around], "…")
		return out
	case first < last:
		add(true, all[first:last], "")
	case r.mark:
		add(true, nil, " ") // the end of a line
	}
	more := ""
	if to < len(all) {
		more = "…"
	}
	add(false, all[last:max(to, last)], more)
	return out
}

// fillRules fills in what is shown by rule: those with findings, the most severe and most frequent
// first.
func (h *htmlReport) fillRules(p *htmlPage) {
	index := map[*diagnostic.Descriptor]int{}
	worst := map[string]diagnostic.Severity{}
	for i := range h.Diagnostics {
		d := &h.Diagnostics[i]
		n, known := index[d.Rule]
		if !known {
			n = len(p.Rules)
			index[d.Rule] = n
			p.Rules = append(p.Rules, htmlRule{Name: d.Rule.Name, URL: d.Rule.URL, Title: texts(d.Rule.Explain().Title)})
		}
		r := &p.Rules[n]
		r.Count++
		worst[r.Name] = max(worst[r.Name], d.Severity)
		r.Severity = worst[r.Name].String()
		if anchor := h.findings[d]; anchor != "" && len(r.Places) < maxPlaces {
			r.Places = append(r.Places, htmlPlace{anchor, place(h.path(d.File.Path), d.File, d.Span)})
		} else {
			r.More++
		}
	}
	slices.SortStableFunc(p.Rules, func(a, b htmlRule) int {
		return cmp.Or(cmp.Compare(worst[b.Name], worst[a.Name]), cmp.Compare(b.Count, a.Count))
	})
	for _, r := range h.Rules {
		if _, found := index[r]; !found {
			p.Silent++
		}
	}
}

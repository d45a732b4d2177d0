package impactreport

import (
	"bufio"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
)

// page is a self-contained page. Lines are colored by their sign.
var page = template.Must(template.New("impact").Funcs(template.FuncMap{
	"heading": headingOf, "guesses": guesses, "text": htmlText,
	"guessTitle": func(all []*shownGroup) string {
		changes := 0
		for _, g := range all {
			changes += len(g.Changes)
		}
		return guessTitle(changes)
	},
	"nodes": func(all []string) string { return plural.Count(len(all), "node") },
	"moved": movedLines, "movedTitle": movedTitle,
	"visible": visible.Text, "findingLine": findingLine, "deadData": deadData, "parts": findingParts,
	"findingClass": func(kind string) string { return map[string]string{"new": "fail", "fixed": "add"}[kind] },
	"mark":         func(l line) string { return map[sign]string{'+': "add", '-': "remove", '!': "fail"}[l.sign] },
}).Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{heading .Impact | visible}}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
pre { border: 1px solid #8884; border-radius: 6px; padding: .75rem; white-space: pre-wrap }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
.add { color: light-dark(#116329, #7ee787) } .remove { color: light-dark(#a40e26, #ff9492) } .fail { color: light-dark(#953800, #ffa657); font-weight: 600 }
.from { opacity: .65 }
</style>
<main>
<h1>{{heading .Impact | visible}}</h1>
{{define "group"}}<section>
{{range .Titles}}<h2>{{text .}}</h2>
{{end}}{{if .Count}}<details><summary>{{nodes .Nodes}}</summary><p>{{range .Nodes}}{{visible .}} {{end}}</p></details>
{{end}}<pre>{{range .Changes}}{{range .Lines}}<span class="{{mark .}}">{{visible .String}}</span>
{{end}}{{with .From}}    <span class="from">{{visible .}}</span>
{{end}}{{end}}</pre>
</section>
{{end}}{{range .Shown}}{{if not .IsGuess}}{{template "group" .}}{{end}}{{end}}{{with guesses .Shown}}<details><summary>{{guessTitle .}}</summary>
{{range .}}{{template "group" .}}{{end}}</details>
{{end}}{{with .Omitted}}<p>{{.}}</p>
{{end}}{{if .Moved}}<h2>{{movedTitle .Impact}}, with the same values</h2>
<pre>{{range moved .Impact}}{{visible .}}
{{end}}</pre>
{{end}}{{range parts .Impact}}{{if .Found}}<h2>{{.Title "hieralint lint"}}</h2>
<ul>{{$class := findingClass .Kind}}{{range .Found}}<li class="{{$class}}">{{text (findingLine .)}}</li>
{{end}}</ul>
{{end}}{{end}}{{range deadData .Impact}}<p>{{visible .}}</p>
{{end}}{{range .Environments}}<p>{{visible .}}</p>
{{end}}{{range .NotSeen}}<p>{{visible .}}</p>
{{end}}</main>
</html>
`))

// htmlText returns a text as HTML, with code in backquotes.
func htmlText(text string) template.HTML {
	var b strings.Builder
	for part, isCode := range diagnostic.Segments(visible.Text(text)) {
		part = template.HTMLEscapeString(part)
		if isCode {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String()) //nolint:gosec // escaped
}

// guesses returns the groups of nodes that may not exist.
func guesses(all []*shownGroup) []*shownGroup {
	return lists.Filter(all, func(g *shownGroup) bool { return g.IsGuess })
}

// maxOnPage is the maximum number of changes on a page. Browsers do not show many more.
const maxOnPage = 5000

// WriteHTML writes the effect of a change as an HTML page. Of very many changes, it omits some, and says so.
func WriteHTML(w io.Writer, i *impact.Impact) error {
	shown, omitted := firstChanges(shownGroups(i), maxOnPage)
	note := ""
	if omitted > 0 {
		note = "and " + plural.Count(omitted, "more change") + " (the page shows " + fmt.Sprint(maxOnPage) + "; --format text lists all)"
	}
	b := bufio.NewWriter(w)
	err := page.Execute(b, struct {
		*impact.Impact
		Shown   []*shownGroup
		Omitted string
	}{i, shown, note})
	if err != nil {
		return err
	}
	return b.Flush()
}

// firstChanges returns the groups with the first changes, at most a number of them together, and how many it omits.
func firstChanges(groups []*shownGroup, most int) (first []*shownGroup, omitted int) {
	for _, g := range groups {
		if kept := min(len(g.Changes), most); kept < len(g.Changes) {
			omitted += len(g.Changes) - kept
			part := *g
			part.Changes = g.Changes[:kept]
			g = &part
		}
		if most -= len(g.Changes); len(g.Changes) > 0 {
			first = append(first, g)
		}
	}
	return first, omitted
}

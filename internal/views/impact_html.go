package views

import (
	"html/template"
	"io"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/visible"
)

// impactPage is a self-contained page. Marked lines are colored by their first character.
var impactPage = template.Must(template.New("impact").Funcs(template.FuncMap{
	"title": impactTitle, "groups": shownGroups, "moved": movedLines, "movedTitle": movedTitle,
	"visible": visible.Text, "findingLine": findingLine, "deadData": deadData, "parts": findingParts,
	"findingClass": func(kind string) string { return map[string]string{"new": "fail", "fixed": "add"}[kind] },
	"mark": func(line string) string {
		switch strings.TrimLeft(line, " ")[:1] {
		case "+":
			return "add"
		case "-":
			return "remove"
		case "!":
			return "fail"
		}
		return ""
	},
}).Parse(`<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{{title . | visible}}</title>
<style>
:root { color-scheme: light dark }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
pre { overflow-x: auto; border: 1px solid #8884; border-radius: 6px; padding: .75rem; white-space: pre-wrap }
h1 { font-size: 1.4rem } h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
.add { color: light-dark(#116329, #7ee787) } .remove { color: light-dark(#a40e26, #ff9492) } .fail { color: light-dark(#953800, #ffa657); font-weight: 600 }
.from { opacity: .65 }
</style>
<h1>{{title . | visible}}</h1>
{{range groups .}}<section>
{{range .Titles}}<h2>{{visible .}}</h2>
{{end}}{{if .Count}}<details><summary>{{len .Nodes}} nodes</summary><p>{{range .Nodes}}{{visible .}} {{end}}</p></details>
{{end}}<pre>{{range .Changes}}{{range .Lines}}<span class="{{mark .}}">{{visible .}}</span>
{{end}}{{with .From}}    <span class="from">{{visible .}}</span>
{{end}}{{end}}</pre>
</section>
{{end}}{{if .Moved}}<h2>{{movedTitle .}}, with the same values</h2>
<pre>{{range moved .}}{{visible .}}
{{end}}</pre>
{{end}}{{range parts .}}{{if .Found}}<h2>{{.Title "hieralint lint"}}</h2>
<ul>{{$class := findingClass .Kind}}{{range .Found}}<li class="{{$class}}">{{visible (findingLine .)}}</li>
{{end}}</ul>
{{end}}{{end}}{{range deadData .}}<p>{{visible .}}</p>
{{end}}{{range .Environments}}<p>{{visible .}}</p>
{{end}}{{range .NotSeen}}<p>{{visible .}}</p>
{{end}}</html>
`))

// WriteImpactHTML writes the effect of a change as an HTML page.
func WriteImpactHTML(w io.Writer, i *impact.Impact) error { return impactPage.Execute(w, i) }

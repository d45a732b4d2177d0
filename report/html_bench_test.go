package report

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
)

// large returns a report with ten thousand findings and eight thousand keys.
func large() *Report {
	const files, lines, keys = 100, 100, 8000
	r := &Report{Rules: exampleRules, Overview: &Overview{}}
	scope := Scope{Name: "environment production", Columns: []Column{{Name: "Nodes"}, {Name: "Roles"}, {Name: "Common"}}}
	level := Level{Name: "Nodes", Locations: [][]Piece{{{Text: "data/nodes/"}, {Text: "%{trusted.certname}", Variable: true}, {Text: ".yaml"}}}}
	var sources []*source.File
	for i := range files {
		var text strings.Builder
		for n := range lines {
			fmt.Fprintf(&text, "profile::class%d::parameter%d: \"/srv/%%{alias('profile::web::base')}/ü\"\n", i, n)
		}
		file := source.New(fmt.Sprintf("data/nodes/node%02d.example.com.yaml", i), []byte(text.String()))
		sources = append(sources, file)
		level.Files = append(level.Files, LevelFile{Path: file.Path, Keys: lines, When: [][]Condition{{{Variable: "trusted.certname", Value: fmt.Sprintf("node%02d.example.com", i)}}}})
		for n := range lines {
			line := file.Line(n + 1)
			r.Diagnostics = append(r.Diagnostics, diagnostic.Diagnostic{
				Rule: aliasRule, Severity: diagnostic.Error, File: file, Span: source.Span{Start: line.Start + 5, End: line.End - 2},
				Message: "`alias` must be the whole value", Detail: "Puppet fails every lookup of it",
				Help: "use `%{lookup('profile::web::base')}`", Key: diagnostic.RootKey(fmt.Sprintf("profile::class%d::parameter%d", i, n)),
			})
		}
	}
	scope.Hierarchies = []Hierarchy{{Name: "environment layer", Path: "hiera.yaml", Levels: []Level{level}}}
	for n := range keys {
		key := Key{Name: fmt.Sprintf("profile::class%d::parameter%d", n/20, n%20)}
		for i := range 1 + n%12 {
			file := sources[(n+i)%files]
			key.Settings = append(key.Settings, Setting{Column: i % 3, File: file, Span: file.Line(n%lines + 1), Value: "/srv/www/some/where", Effect: Effect(n % 4)})
		}
		scope.Keys = append(scope.Keys, key)
	}
	r.Overview.Scopes = []Scope{scope}
	r.Summary = Count(files, r.Diagnostics)
	return r
}

func BenchmarkHTML(b *testing.B) {
	r := large()
	for b.Loop() {
		if err := HTML(io.Discard, r, Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

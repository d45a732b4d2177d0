package binding

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// FalseAsText reports the string `false` for parameters without a type that the class tests for truth, and strings of keys that are
// booleans in nearly all files.
var FalseAsText = &rule.Rule{
	ID: "HL5017", Name: "false-as-text", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		reportAmongBooleans(p)
		t, ok := boundTarget(p)
		if !ok || t.parameter.Type() != "" || t.parameter.Check != nil || t.parameter.Default() != "true" && t.parameter.Default() != "false" {
			return
		}
		isWrong := func(c *nodes.Case) bool {
			return c.Result != nil && c.Result.Value.Is(data.String) && strings.EqualFold(c.Result.Value.Text(), "false")
		}
		if !slices.ContainsFunc(p.Key.Cases, isWrong) || !t.class.TestsTruth(t.parameter.Name) {
			return
		}
		t.eachMisfit(p, isWrong, func(m *misfit, extent nodes.Extent) {
			n := m.place
			d := diagnostic.Diagnostic{
				File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n),
				Message: "`" + rule.Shown(m.value.Text()) + "` is a string here, and every string counts as true",
				Detail:  "Class `" + t.class.Name + "` tests `$" + t.parameter.Name + "`, which is true instead of false " + rule.On(extent),
				Help:    "write `false` without quotes",
			}
			isBoolean := func(v *data.Value) bool { return v.Kind() == data.Boolean }
			if fix, ok := useAlias(p.Project, n, isBoolean); ok {
				d.Help, d.Fixes = fix.Message, []diagnostic.Fix{fix}
			} else if m.source != nil {
				d.Related = []diagnostic.Related{{File: m.source.Doc.File, Span: rule.FirstLine(m.source), Message: "this is the value"}}
			} else if n.Value == nil || !data.Eql(n.Value, m.value) {
				d.Help = "use a value that is a boolean, without inserting it into a string"
			} else if n.Kind == data.Scalar {
				d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, "false")}
			}
			p.Report(d)
		})
	},
}

const (
	// minBooleans is the number of files with a boolean from which a key is expected to be one, and booleansForEach the number
	// of them for each file with a string.
	minBooleans, booleansForEach = 10, 10
)

// reportAmongBooleans reports strings with the name of a boolean if the key is one in nearly all other files, and no code in the tree
// is known to accept strings.
func reportAmongBooleans(p *rule.KeyPass) {
	if len(p.Project.Definitions(p.Key.Name)) <= minBooleans {
		return
	}
	odd, booleans := namesAmongBooleans(p.Site, p.Key.Name)
	if len(odd) == 0 || booleans < max(minBooleans, booleansForEach*len(odd)) || mayAcceptStrings(p, odd) {
		return
	}
	for _, at := range odd {
		if binds(p, at) {
			reportNameOfBoolean(p, at, booleans)
		}
	}
}

// namesAmongBooleans returns the definitions of a key in the whole project that are strings with the name of a boolean, and the number of those
// that are booleans.
func namesAmongBooleans(s *rule.Site, key string) (odd []project.Definition, booleans int) {
	type id struct{ key string }
	type found struct {
		odd      []project.Definition
		booleans int
	}
	all := rule.Once(s, id{key}, func() (f found) { // for all environments
		for _, at := range s.Project.Definitions(key) {
			switch {
			case at.Value.Kind() == data.Boolean:
				f.booleans++
			case isNameOfBoolean(at.Value):
				f.odd = append(f.odd, at)
			}
		}
		return f
	})
	return all.odd, all.booleans
}

var booleanNames = map[string]bool{"false": false, "no": false, "off": false, "true": true, "yes": true, "on": true}

// isNameOfBoolean reports whether a value is a string that would be a boolean without quotes.
func isNameOfBoolean(v *data.Value) bool {
	if v.Kind() != data.String {
		return false
	}
	_, ok := booleanNames[strings.ToLower(v.Text())]
	return ok
}

// mayAcceptStrings reports whether code may treat strings like booleans: it has a parameter for the key, requires a type, contains
// one of the strings in quotes, or converts something to a boolean; or the key is inserted into a string.
func mayAcceptStrings(p *rule.KeyPass, all []project.Definition) bool {
	name := p.Key.Name
	if _, parameter := p.Parameter(name); parameter != nil || p.Project.Refers(name) {
		return true
	}
	return lists.Any(p.AllCode(), func(code *manifest.Index) bool {
		return slices.ContainsFunc(code.LookupsOf(name), func(use *manifest.Lookup) bool {
			return use.Type() != "" || bytes.Contains(use.File.Text, []byte("bool")) || bytes.Contains(use.File.Text, []byte("Boolean(")) ||
				slices.ContainsFunc(all, func(at project.Definition) bool { return code.Quotes(use.In.Module, at.Value.Text()) })
		})
	})
}

func reportNameOfBoolean(p *rule.KeyPass, at project.Definition, booleans int) {
	n := at.Key.Counterpart()
	text := at.Value.Text()
	d := diagnostic.Diagnostic{
		File: at.Key.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n),
		Message: "`" + rule.Shown(text) + "` is a string here, and a boolean in " + plural.Count(booleans, "other file"),
		Detail:  "Every string counts as true in a condition",
		Help:    "remove the quotes",
	}
	if isTrue := booleanNames[strings.ToLower(text)]; isTrue {
		d.Severity, d.Detail = diagnostic.Note, "A string is not equal to a boolean"
	}
	if n.Kind == data.Scalar && n.Tag == "" && n.Style != data.Plain {
		d.Fixes = []diagnostic.Fix{edit.Write(n.Doc.File, n.Span, strconv.FormatBool(booleanNames[strings.ToLower(text)]))}
	}
	p.Report(d)
}

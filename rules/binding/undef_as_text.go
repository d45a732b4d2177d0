package binding

import (
	"bytes"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// UndefAsText reports strings that were meant as undef.
var UndefAsText = &rule.Rule{
	ID: "HL5010", Name: "undef-as-text", Family: family, Severity: diagnostic.Warning,
	CheckFile:  undefInFile,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		t, ok := boundTarget(p)
		if !ok {
			return
		}
		isWrong := func(c *nodes.Case) bool {
			return c.Result != nil && c.Result.Value != nil && isUndefText(p.Site, c.Result.Value, t)
		}
		t.eachMisfit(p, isWrong, func(m *misfit, extent nodes.Extent) { reportUndefText(p, t, m, extent) })
	},
}

func reportUndefText(p *rule.KeyPass, t target, m *misfit, extent nodes.Extent) {
	d := diagnostic.Diagnostic{
		File: m.place.Doc.File, Span: valueSpan(m.place), Key: rule.KeyPath(m.place),
		Message: "`" + rule.Shown(m.value.Text()) + "` is a string here, not an undefined value",
		Detail:  "Puppet passes the string to the class " + rule.On(extent),
		Help:    "write `~`, or remove the key",
	}
	switch {
	case !types.Instance(t.typ, m.value):
		d.Severity = rule.SeverityOf(extent)
		d.Detail = "Every catalog with the class fails to compile " + rule.On(extent) + ": the parameter accepts `" + cut(t.parameter.Type()) + "`"
	case p.Code().Quotes(t.class.Module, m.value.Text()):
		d.Severity = diagnostic.Note
	}
	switch n := m.place; {
	case !t.parameter.HasDefault() && !types.Instance(t.typ, data.NewUndef()):
		d.Help = "write the value that is meant: the parameter has no default, and its type `" + cut(t.parameter.Type()) + "` does not accept `~`"
	case m.source == nil && n.Kind == data.Scalar && n.Value != nil && data.Eql(n.Value, m.value):
		d.Fixes = []diagnostic.Fix{writeNothing(n)}
	}
	p.Report(d)
}

// writeNothing returns the fix that replaces a value with undef.
func writeNothing(n *data.Node) diagnostic.Fix {
	nothing := "~"
	if n.Doc.Format == data.JSON {
		nothing = "null"
	}
	return edit.Write(n.Doc.File, n.Span, nothing)
}

// isUndefText reports whether a string was meant as undef: the parameter is optional or the string is unquoted, the
// class does not mention the string, and the type does not list it.
func isUndefText(s *rule.Site, v *data.Value, t target) bool {
	if v.Kind() != data.String || !isUndefWord(v.Text()) {
		return false
	}
	fits := types.Instance(t.typ, v)
	if fits && !types.Instance(t.typ, data.NewString("any other string")) {
		return false
	}
	canDoWithout := types.Instance(t.typ, data.NewUndef())
	isAny := types.Instance(t.typ, data.NewArray(nil)) && fits && t.parameter.Default() != "undef"
	if (!canDoWithout || isAny) && (!fits || !isPlain(v.Node())) {
		return false // required, or of type Any
	}
	return !isQuotedIn(s, t.class.File, v.Text())
}

// isUndefWord reports whether the string is a usual spelling of undef.
func isUndefWord(text string) bool { return text == "undef" || text == ":undef" || text == "nil" }

// isPlain reports whether a value is an unquoted YAML scalar.
func isPlain(n *data.Node) bool {
	return n != nil && n.Kind == data.Scalar && n.Style == data.Plain && n.Tag == "" && n.Doc.Format == data.YAML
}

// undefInFile reports strings that are not values of parameters: those nested in other values, and those of keys
// without a class in the tree.
func undefInFile(p *rule.FilePass) {
	environments := environmentsOf(p.Site, p.File)
	if len(environments) == 0 {
		return
	}
	for key, value := range p.Doc().Root.Entries() {
		if key.Value.Is(data.String) && key.Value.Text() != lookupoptions.Key {
			undefIn(p, key.Value.Text(), value, environments)
		}
	}
}

func undefIn(p *rule.FilePass, key string, n *data.Node, environments []*project.Environment) {
	for _, child := range n.Children {
		if !child.IsKey() {
			undefIn(p, key, child, environments)
		}
	}
	if !isPlain(n) || !n.Value.Is(data.String) && !n.Value.Is(data.Symbol) {
		return
	}
	text, isSymbol := n.Value.Text(), n.Value.Kind() == data.Symbol
	if isSymbol && text != "undef" || !isSymbol && !isUndefWord(text) {
		return
	}
	isNested := len(n.Path()) > 1
	severity := diagnostic.Note
	for _, env := range environments {
		code := p.CodeOf[env]
		if code == nil {
			continue
		}
		class, parameter := code.Parameter(key)
		if parameter == nil {
			class = nil
		}
		switch {
		case isQuoted(p.Site, code, class, key, text):
			return
		case class != nil && !isNested && !isSymbol && !isUndefOfFunction(p, n, code, target{key: key, class: class, parameter: parameter}):
			return // reported where nodes use the value
		case class != nil && !isSymbol && text != "nil" && !code.Quotes(class.Module, text):
			severity = diagnostic.Warning
		}
	}
	d := diagnostic.Diagnostic{
		Span: valueSpan(n), Key: rule.KeyPath(n), Severity: severity,
		Message: "`" + rule.Shown(text) + "` is a string here, not an undefined value",
		Detail:  "Puppet uses the string as the value",
		Help:    "write `~`, or remove the key",
		Fixes:   []diagnostic.Fix{writeNothing(n)},
	}
	if isSymbol {
		d.Message = "`:undef` is a symbol here, not an undefined value"
		d.Detail = "Data types accept it as Undef, but it is not equal to `undef`, and the parameter does not get its default"
	}
	p.Report(d)
}

// isUndefOfFunction reports whether a value that only lookup functions read was meant as undef. It is not known to be
// the value of any node.
func isUndefOfFunction(p *rule.FilePass, n *data.Node, code *manifest.Index, t target) bool {
	if len(p.File.Functions) == 0 {
		return false
	}
	var err error
	t.typ, err = code.ParameterType(t.parameter)
	return err == nil && isUndefText(p.Site, n.Value, t)
}

// isQuoted reports whether the code that uses a key, its class or a lookup, contains the string as a literal.
func isQuoted(s *rule.Site, code *manifest.Index, class *manifest.Definition, key, text string) bool {
	if class != nil && isQuotedIn(s, class.File, text) {
		return true
	}
	return slices.ContainsFunc(code.LookupsOf(key), func(u *manifest.Lookup) bool { return isQuotedIn(s, u.File, text) })
}

type quotedID struct {
	file *source.File
	text string
}

// isQuotedIn reports whether a file contains a spelling of undef in quotes.
func isQuotedIn(s *rule.Site, f *source.File, text string) bool {
	return rule.Once(s, quotedID{f, text}, func() bool {
		return bytes.Contains(f.Text, []byte("'"+text+"'")) || bytes.Contains(f.Text, []byte(`"`+text+`"`))
	})
}

// environmentsOf returns the environments whose hierarchies read a file, directly or through functions.
func environmentsOf(p *rule.Site, f *project.File) []*project.Environment {
	var found []*project.Environment
	for _, env := range p.Project.Environments {
		at := project.Definition{File: f}
		if len(usage.MatchesIn(env, at)) > 0 || len(f.Functions) > 0 && usage.BelongsTo(env, at) {
			found = append(found, env)
		}
	}
	return found
}

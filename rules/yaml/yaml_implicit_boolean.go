package yaml

import (
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/misread"
)

// YAMLImplicitBoolean reports unquoted yes, no, on, and off where a string is expected.
var YAMLImplicitBoolean = &rule.Rule{
	ID: "HL1010", Name: "yaml-implicit-boolean", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	Nodes: implicit,
	CheckNode: func(p *rule.FilePass, n *data.Node) {
		if misread.IsImplicitBoolean(n) {
			reportImplicitBoolean(p.Pass, n)
		}
	},
}

func reportImplicitBoolean(p *rule.Pass, n *data.Node) {
	word, value := n.Text(), strconv.FormatBool(n.Value.Bool())
	d := diagnostic.Diagnostic{
		Span:    n.Span,
		Message: "unquoted `" + word + "` is the boolean " + value,
		Detail:  "Puppet reads `yes`, `no`, `on`, and `off` as booleans, in any case",
		Key:     rule.KeyPath(n),
	}
	asString := edit.Quote(p.Source(), n.Span)
	asString.Safe = false
	if e, ok := expectedString(p.Site, n); ok {
		d.Message += ", but " + e.reason
		d.Help = "quote the value"
		d.Related = e.related
		d.Fixes = []diagnostic.Fix{asString}
		if e.isWeak {
			d.Severity = diagnostic.Note
			d.Help = "quote the value if it must be a string"
		}
	} else {
		d.Severity, d.OnRequest = diagnostic.Note, true
		d.Help = "quote it if it is a string, or write `" + value + "`"
		// Both are the same to Puppet, but people who write `PermitRootLogin: no` do not mean false.
		asBoolean := edit.Write(p.Source(), n.Span, value)
		d.Fixes = []diagnostic.Fix{asBoolean, asString}
	}
	p.Report(d)
}

// evidence is the reason why a string is expected in place of a boolean. It is weak if booleans may be accepted too.
type evidence struct {
	reason  string
	related []diagnostic.Related
	isWeak  bool
}

// expectedString returns the evidence that a string is expected in place of an implicit boolean, if there is any.
func expectedString(p *rule.Site, n *data.Node) (e evidence, ok bool) {
	path := n.Path()
	if len(path) == 1 {
		class, parameter := p.Parameter(path[0])
		switch {
		case parameter == nil:
		case parameter.Type() != "":
			return evidence{}, false // value-type-mismatch reports it
		case stringLiteral().MatchString(parameter.Default()):
			span := source.Span{Start: parameter.NameSpan.Start, End: max(parameter.NameSpan.End, parameter.DefaultSpan.End)}
			return evidence{"the default of the parameter is a string", []diagnostic.Related{{File: class.File, Span: span, Message: "the parameter is defined here"}}, false}, true
		}
	}
	if other := wordBeside(n); other != nil {
		return evidence{"the same hash has `" + other.Text() + "` quoted", []diagnostic.Related{{File: other.Doc.File, Span: other.Span, Message: "this is a string"}}, false}, true
	}
	if list := n.Parent; list != nil && list.Kind == data.Sequence && slices.ContainsFunc(list.Children, isString) {
		return evidence{"other elements of the array are strings", nil, false}, true
	}
	if other := stringElsewhere(p, n, path); other != nil {
		text := strings.ToLower(other.Text())
		isWeak := !isBooleanWord(text) && text != "true" && text != "false" // `UsePrivilegeSeparation: sandbox`
		return evidence{"the same key is a string in `" + other.Doc.File.Path + "`", []diagnostic.Related{{File: other.Doc.File, Span: rule.FirstLine(other), Message: "the string is here"}}, isWeak}, true
	}
	if isNameOfCode(path[len(path)-1]) {
		return evidence{"values of `" + rule.Shown(path[len(path)-1]) + "` are usually abbreviations", nil, false}, true
	}
	return evidence{}, false
}

// stringLiteral matches a string of the Puppet language without interpolation.
var stringLiteral = lazyregexp.New(`^(?:'[^']+'|"[^"$]+")$`)

// wordBeside returns an entry of the same hash whose value is a quoted `yes`, `no`, `on`, or `off`, or nil.
func wordBeside(n *data.Node) *data.Node {
	if n.Parent == n.Doc.Root {
		return nil // root keys are unrelated
	}
	for _, other := range n.Parent.Entries() {
		if isString(other) && other.Style != data.Plain && isBooleanWord(other.Text()) {
			return other
		}
	}
	return nil
}

// isBooleanWord reports whether YAML reads a word as a boolean if unquoted, other than true and false.
func isBooleanWord(text string) bool {
	switch strings.ToLower(text) {
	case "yes", "no", "on", "off":
		return true
	}
	return false
}

// isString reports whether a node is a string that is more than an interpolation token.
func isString(n *data.Node) bool {
	return n.Kind == data.Scalar && n.Value.Is(data.String) && n.Value.Text() != "" && !strings.Contains(n.Value.Text(), "%{")
}

// stringElsewhere returns a string that another file sets for the same key as n, or nil. Elements of arrays have no
// keys.
func stringElsewhere(p *rule.Site, n *data.Node, path []string) *data.Node {
	if pathOfKeys(n) == nil {
		return nil
	}
	first := rule.Once(p, stringsID{strings.Join(path, "\x00")}, func() []*data.Node { return firstStrings(p, path) })
	return lists.Find(first, func(other *data.Node) bool { return other.Doc != n.Doc })
}

// stringsID identifies the strings that files set for a key, given the names that lead to it.
type stringsID struct{ path string }

// firstStrings returns the first two strings in different files that are set for the same key, or fewer.
func firstStrings(p *rule.Site, path []string) []*data.Node {
	var found []*data.Node
	for _, d := range p.Project.Definitions(path[0]) {
		value := valueAt(d.Value, path[1:])
		if value == nil || value.Node() == nil || value.Node().Doc != d.File.Doc || !isString(value.Node()) || isMisspelled(value.Node()) || len(found) > 0 && found[0].Doc == d.File.Doc {
			continue
		}
		if found = append(found, value.Node()); len(found) == 2 {
			break
		}
	}
	return found
}

// isMisspelled reports whether a string was probably meant as a boolean.
func isMisspelled(n *data.Node) bool {
	meant, _ := booleanMeant(n.Text())
	return meant != "" && isUnquoted(n)
}

// pathOfKeys returns the keys that lead to a node; nil if one of its parents is an array.
func pathOfKeys(n *data.Node) []string {
	for at := n; at.Parent != nil; at = at.Parent {
		if at.Parent.Kind == data.Sequence {
			return nil
		}
	}
	return n.Path()
}

// valueAt returns the value that keys lead to, or nil.
func valueAt(value *data.Value, path []string) *data.Value {
	for _, name := range path {
		if value == nil || !value.Is(data.Hash) {
			return nil
		}
		value, _ = value.Get(name)
	}
	return value
}

// isNameOfCode reports whether a key is the name of an abbreviation, such as a country code: no is Norway or Norwegian,
// on is Ontario.
func isNameOfCode(name string) bool {
	if i := strings.LastIndexAny(name, ":_-. "); i >= 0 {
		name = name[i+1:]
	}
	return slices.Contains(namesOfCodes, strings.TrimSuffix(strings.ToLower(name), "s"))
}

var namesOfCodes = strings.Fields("country countrie countrycode lang language locale nationality province tld keymap xkblayout")

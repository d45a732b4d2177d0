package yaml

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// YAMLTrailingComma reports unquoted values that end with a comma left over from JSON or Puppet code.
var YAMLTrailingComma = &rule.Rule{
	ID: "HL1013", Name: "yaml-trailing-comma", Family: family, Severity: diagnostic.Warning,
	Selectors: []*rule.Selector{trailingCommas},
	CheckFile: func(p *rule.FilePass) {
		checked := map[*data.Node]bool{}
		for _, n := range p.Selected(trailingCommas) {
			if !checked[n.Parent] {
				checked[n.Parent] = true
				checkCommas(p, n.Parent)
			}
		}
	},
}

// trailingCommas chooses the unquoted strings, including keys of nested hashes, that end in a comma.
var trailingCommas = &rule.Selector{Parts: rule.Strings, NotOptions: true, Choose: endsInComma}

// endsInComma reports whether a node is an unquoted string that ends in a comma.
func endsInComma(n *data.Node) bool { return isUnquoted(n) && strings.HasSuffix(n.Text(), ",") }

// checkCommas reports values of a hash or array that end with a comma. Numbers, booleans, and null are always reported,
// since the comma makes them strings, and so are names with digits, such as hosts and versions. Other words are
// reported only if neighboring values also have commas. Prose may end with a comma.
func checkCommas(p *rule.FilePass, collection *data.Node) {
	values := valuesOf(collection)
	isList := isCommaList(values, collection.Kind == data.Mapping)
	for _, n := range values {
		text, ok := beforeComma(n)
		if !ok {
			continue
		}
		full := "`" + rule.Shown(n.Text()) + "`"
		switch {
		case isScalar().MatchString(text):
			reportComma(p, n, "the trailing comma makes "+full+" a string")
		case isWord().MatchString(text) && (isList || strings.ContainsAny(text, "0123456789")):
			reportComma(p, n, "the trailing comma is part of the string "+full)
		}
	}
}

func reportComma(p *rule.FilePass, n *data.Node, message string) {
	comma := n.Span
	comma.Start = comma.End - 1
	p.Report(diagnostic.Diagnostic{
		Span:    n.Span,
		Message: message,
		Detail:  "In YAML, commas separate values only within brackets and braces. Puppet reads this one as part of the value",
		Help:    "remove the comma, or quote the value if the comma belongs to it",
		Fixes:   []diagnostic.Fix{edit.Replace("remove the comma", n.Doc.File, comma, "")},
		Key:     rule.KeyPath(n),
	})
}

var (
	isScalar = lazyregexp.New(`^(?:[-+]?[0-9]+(?:\.[0-9]+)?|(?i:true|false|yes|no|on|off|null)|~)$`)
	isWord   = lazyregexp.New(`^[\w.:/@+~-]+$`)
)

// isCommaList reports whether the commas separate values, because
//
//   - one of them follows a number, boolean, or null;
//   - two of them follow the words of a hash; or
//   - all of at least three values are words with a comma, except perhaps the last.
func isCommaList(values []*data.Node, isHash bool) bool {
	words := 0
	for _, n := range values {
		text, ok := beforeComma(n)
		switch {
		case ok && isScalar().MatchString(text):
			return true
		case ok && isWord().MatchString(text):
			words++
		}
	}
	if isHash && words >= 2 {
		return true
	}
	if _, ok := beforeComma(values[len(values)-1]); !ok {
		words++
	}
	return words >= 3 && words == len(values)
}

// valuesOf returns the values of a hash or the elements of an array.
func valuesOf(collection *data.Node) []*data.Node {
	if collection.Kind == data.Sequence {
		return collection.Children
	}
	return slices.Collect(lists.Values(collection.Entries()))
}

// beforeComma returns an unquoted string without the comma at its end.
func beforeComma(n *data.Node) (string, bool) {
	if !endsInComma(n) {
		return "", false
	}
	return strings.CutSuffix(n.Text(), ",")
}

package rules

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// TypeDiffersBetweenLevels reports values of a key that are of another kind than those of other levels.
var TypeDiffersBetweenLevels = &rule.Rule{
	ID: "HL3012", Name: "type-differs-between-levels", Family: optionsFamily, Severity: diagnostic.Warning,
	CheckKey: func(p *rule.KeyPass) {
		if hasParameterType(p) {
			return
		}
		seen := map[*data.Node]bool{}
		for _, c := range p.Key.Cases {
			higher, lower := otherKind(p, c)
			if higher == nil {
				continue
			}
			wrong, other := rarer(p, higher, lower)
			n := wrong.Key.Node()
			if n == nil || n.Doc == nil || other.Key.Node() == nil || seen[n] {
				continue
			}
			seen[n] = true
			extent := p.Key.Extent(func(o *nodes.Case) bool {
				a, b := otherKind(p, o)
				return a != nil && (a.Key.Node() == n || b.Key.Node() == n)
			})
			d := diagnostic.Diagnostic{
				File: n.Doc.File, Span: n.Span, Key: keyPath(n),
				Message: "`" + shown(p.Key.Name) + "` is " + kindOf(wrong.Value) + " here and " + kindOf(other.Value) + " in " + other.Key.Node().Doc.File.Path,
				Detail:  "Puppet takes the value of the higher level, " + kindOf(higher.Value) + ", on " + extent.Text + guess(extent),
				Help:    "write " + kindOf(other.Value) + " here too",
				Related: []diagnostic.Related{{File: other.Key.Node().Doc.File, Span: other.Key.Node().Span, Message: "the other value"}},
			}
			if !extent.Certain || shape(wrong.Value) != data.Hash && shape(other.Value) != data.Hash {
				d.Severity = diagnostic.Note
			}
			p.Report(d)
		}
	},
}

// hasParameterType tells whether the key is that of a class parameter with a type, which then decides
// what goes and what does not.
func hasParameterType(p *rule.KeyPass) bool {
	code := p.Code()
	if code == nil {
		return false
	}
	_, parameter := code.Parameter(p.Key.Name)
	if parameter == nil || parameter.Type() == "" {
		return false
	}
	_, err := code.ParameterType(parameter)
	return err == nil
}

// otherKind finds the first value of a case and one below it that is of another kind; nil when there
// are none.
func otherKind(p *rule.KeyPass, c *nodes.Case) (higher, lower *nodes.Value) {
	if c.Err != nil || c.Entry != nil && (c.Entry.Merge != nil || c.Entry.ConvertTo != nil) {
		return nil, nil
	}
	for i := range c.Values {
		v := &c.Values[i]
		switch {
		case !hasKind(v.Value):
		case higher == nil:
			higher = v
		case shape(v.Value) == shape(higher.Value):
		// What looks up a key without :: may take a single value for a list of one, as
		// hiera_include('classes') does.
		case strings.Contains(p.Key.Name, "::") || shape(v.Value) == data.Hash || shape(higher.Value) == data.Hash:
			return higher, v
		}
	}
	return nil, nil
}

// hasKind tells whether a value is certainly of the kind that it has in the file, and meant as one.
func hasKind(v *data.Value) bool {
	if _, unknown := outcome.AsUnknown(v); unknown {
		return false
	}
	switch v.Kind() {
	case data.Undef, data.Boolean:
		return false
	case data.String:
		switch strings.ToLower(v.Text()) {
		case "", "absent", "none", "undef", "unset", "default", "disabled", "false", "true", "nil", "null", "all", "any", "*":
			return false
		}
		return !strings.Contains(v.Text(), "%{")
	default:
		return true
	}
}

// rarer is the one of two values whose kind fewer files have, and the other; the higher one where that
// does not tell.
func rarer(p *rule.KeyPass, higher, lower *nodes.Value) (wrong, other *nodes.Value) {
	balance := 0
	for _, d := range p.Key.Definitions() {
		switch shape(d.Value) {
		case shape(higher.Value):
			balance++
		case shape(lower.Value):
			balance--
		}
	}
	if balance > 0 {
		return lower, higher
	}
	return higher, lower
}

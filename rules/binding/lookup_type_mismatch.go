package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupTypeMismatch reports values that do not match the type that a lookup in code requires.
var LookupTypeMismatch = &rule.Rule{
	ID: "HL5015", Name: "lookup-type-mismatch", Family: family, Severity: diagnostic.Warning,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		code := p.Code()
		if code == nil {
			return
		}
		if _, parameter := code.Parameter(p.Key.Name); parameter != nil {
			return // value-type-mismatch checks it
		}
		seen := map[*data.Node]bool{}
		for _, u := range code.UsesOf(p.Key.Name) {
			typ, ok := requiredType(p, code, u)
			if !ok {
				continue
			}
			for _, c := range p.Key.Cases {
				n, m := mistyped(p, typ, c)
				if n == nil || seen[n] {
					continue
				}
				seen[n] = true
				reportMistyped(p, u, typ, n, m)
			}
		}
	},
}

// requiredType returns the type that a lookup requires of the value of the key itself, merged as the key's
// `lookup_options` say. ok is false if it requires none.
func requiredType(p *rule.KeyPass, code *manifest.Index, u *manifest.Use) (typ types.Type, ok bool) {
	path, isExact := u.Path.Text()
	if !isExact || path != p.Key.Name || !u.Plain || u.Merge != "" || u.Type() == "" {
		return nil, false
	}
	typ, err := code.UseType(u)
	return typ, err == nil && code.IsAffordable(typ, p.Key.Written())
}

// mistyped returns the written value in a case that does not match a type, and the first mismatch; nil if there is none.
func mistyped(p *rule.KeyPass, typ types.Type, c *nodes.Case) (*data.Node, *types.Mismatch) {
	if c.Err != nil || c.NotFound || c.Result == nil || c.Result.Value == nil {
		return nil, nil
	}
	v := c.Result.Value
	if v.IsUndef() || types.Instance(typ, v) || len(outcome.UnknownParts(v)) > 0 || isComputed(v) {
		return nil, nil
	}
	all := types.Mismatches(typ, v)
	if len(all) == 0 || all[0].Kind == types.UnknownType {
		return nil, nil
	}
	for _, part := range []*data.Value{all[0].Value, v} {
		if isWritten(p, part) && (part == v || !isVariant(&all[0])) {
			return part.Node(), &all[0]
		}
	}
	return nil, nil
}

// reportMistyped reports the value at a node. m is the mismatch.
func reportMistyped(p *rule.KeyPass, u *manifest.Use, typ types.Type, n *data.Node, m *types.Mismatch) {
	name := rule.Shown(p.Key.Name)
	message := "lookup of `" + name + "` in code " + cut(m.Text())
	if isVariant(m) {
		message = "`" + name + "` does not match the type `" + cut(typ.String()) + "` that code requires"
	}
	extent := p.Key.Extent(func(c *nodes.Case) bool {
		at, _ := mistyped(p, typ, c)
		return at == n
	})
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n),
		Message: message,
		Detail:  "Every catalog that evaluates the lookup fails to compile " + rule.On(extent) + ": `Found value has wrong type`",
		Help:    "use a value of type `" + cut(u.Type()) + "`",
		Related: []diagnostic.Related{{File: u.File, Span: rule.FirstLineOf(u.File, u.Span), Message: "the lookup is here"}},
	}
	if slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool { return isFitting(typ, c) }) {
		d.Severity = diagnostic.Note // the nodes with this value may not evaluate the lookup
	}
	p.Report(d)
}

// isFitting reports whether the nodes of a case have a value of a type.
func isFitting(typ types.Type, c *nodes.Case) bool {
	return c.Err == nil && !c.NotFound && c.Result != nil && c.Result.Value != nil && types.Instance(typ, c.Result.Value)
}

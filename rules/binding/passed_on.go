package binding

import (
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// passedOn is a parameter, or an attribute of one of Puppet's resource types, to which classes pass on the value of a key.
type passedOn struct {
	attribute *manifest.Attribute  // that sets it
	first     *manifest.Definition // the class that reads the key

	// of a parameter
	of        *manifest.Definition
	parameter *manifest.Parameter
	typ       types.Type

	accepted *attributeValue // what the resource type accepts; nil for a parameter
}

// maxPassed is the number of times that a value is followed from parameter to parameter.
const maxPassed = 3

// passedOnBy returns the parameters and attributes to which classes pass on the value of the key of the pass, if it is known what they
// accept, up to maxRequiredTypes.
func passedOnBy(p *rule.KeyPass, code *manifest.Index) []passedOn {
	if len(code.Attributes[p.Key.Name]) == 0 {
		return nil // as for most keys
	}
	class, own := code.Parameter(p.Key.Name)
	if own != nil && isGiven(p.Site, code, class.Name, own.Name) {
		return nil // the value may not be used
	}
	if own == nil && slices.ContainsFunc(code.ExactLookupsOf(p.Key.Name), func(u *manifest.Lookup) bool { return u.Merge != "" }) {
		return nil // it may not be the value that is looked up
	}
	var all []passedOn
	seen := map[string]bool{p.Key.Name: true}
	var follow func(key string, from *passedOn, left int)
	follow = func(key string, from *passedOn, left int) {
		for _, a := range code.Attributes[key] {
			to := passedOn{attribute: a, first: a.In}
			if from != nil {
				to.first = from.first
			}
			if left == 0 || len(all) == maxRequiredTypes || from != nil && from.of != a.In {
				continue
			}
			if to.accepted = attributeValues()[a.Type+"."+a.Name]; to.accepted != nil {
				all = append(all, to)
				continue
			}
			if !to.find(code) {
				continue
			}
			name := to.of.Name + "::" + to.parameter.Name
			if seen[name] {
				continue
			}
			seen[name] = true
			var err error
			if to.typ, err = checkedType(code, to.parameter); err == nil && code.IsAffordable(to.typ, p.Key.Written()) {
				all = append(all, to)
			}
			if to.of.Kind == manifest.Class {
				follow(name, &to, left-1)
			}
		}
	}
	follow(p.Key.Name, nil, maxPassed)
	return all
}

// find finds the parameter.
func (to *passedOn) find(code *manifest.Index) bool {
	if to.attribute.Type == "class" {
		to.of = code.Known(manifest.Class, to.attribute.Class)
	} else {
		to.of = code.Known(manifest.DefinedType, to.attribute.Type)
	}
	if to.of != nil {
		to.parameter = to.of.Parameter(to.attribute.Name)
	}
	return to.parameter != nil
}

// accepts reports whether a value matches the type, or the resource type accepts it.
func (to *passedOn) accepts(v *data.Value) bool {
	if to.accepted != nil {
		return len(to.accepted.rejected(v)) == 0
	}
	return types.Instance(to.typ, v)
}

// rejected returns the written value that is not accepted, that of a case or a part of it, and how it does not match a type; nil if there is
// none.
func (to *passedOn) rejected(p *rule.KeyPass, c *nodes.Case, described *int) (*data.Node, *types.Mismatch) {
	if to.accepted == nil {
		return mistyped(p, to.typ, c, merging.ByOptions(c) != "", described)
	}
	if v := to.accepted.rejected(c.Result.Value)[0]; isWritten(p, v) {
		return v.Node(), nil
	}
	return nil, nil
}

// checkPassedOn reports values that parameters and attributes to which classes pass them on do not accept.
func checkPassedOn(p *rule.KeyPass) {
	code := p.Code()
	if code == nil {
		return
	}
	passed := passedOnBy(p, code)
	if len(passed) == 0 {
		return
	}
	own, isOwn := boundTarget(p)
	seen := map[*data.Node]bool{}
	for _, to := range passed {
		var found mistypedValues
		isFitting, described := false, code.Described()
		for _, c := range p.Key.Cases {
			if c.Err != nil || c.NotFound || c.Result == nil || c.Result.Value == nil || isOwn && !types.Instance(own.typ, c.Result.Value) {
				continue
			}
			if to.accepts(c.Result.Value) {
				isFitting = true
				continue
			}
			if c.Result.Value.IsUndef() {
				continue // the parameter gets its default
			}
			if n, m := to.rejected(p, c, &described); n != nil && !seen[n] {
				found.add(n, m, c)
			}
		}
		for _, n := range found.places {
			seen[n] = true
			d := to.finding(p, n, found.mismatches[n], p.Key.ExtentOf(found.having[n]...))
			if isFitting {
				d.Severity = diagnostic.Note // the nodes may not include the class
			}
			p.Report(d)
		}
	}
}

// finding returns the finding for the value at a node, which the nodes of an extent have.
func (to *passedOn) finding(p *rule.KeyPass, n *data.Node, m *types.Mismatch, extent nodes.Extent) diagnostic.Diagnostic {
	if to.accepted != nil {
		return to.findingOfAttribute(p, n, extent)
	}
	kind := "class"
	if to.of.Kind == manifest.DefinedType {
		kind = "defined type"
	}
	name := "parameter `" + rule.Shown(to.parameter.Name) + "` of " + kind + " `" + rule.Shown(to.of.Name) + "`" + ofRelease(to.of)
	fails := "Every catalog with class `" + rule.Shown(to.first.Name) + "` fails to compile " + rule.On(extent)
	if mayBeOverridden(p, n) {
		fails += ", unless a level outside the tree has another value"
	}
	typ, check := to.parameter.Type(), to.parameter.Check
	if check != nil {
		typ = to.typ.String()
		fails += ": " + rejection(check)
	}
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n), Severity: diagnostic.Warning,
		Message: "`" + rule.Shown(p.Key.Name) + "` is passed on to " + name + ", which " + cut(m.Text()),
		Detail:  fails,
		Help:    "use a value of type `" + cut(typ) + "`",
		Related: []diagnostic.Related{
			{File: to.attribute.File, Span: rule.FirstLineOf(to.attribute.File, to.attribute.Span), Message: "the value is passed on here"},
		},
	}
	if to.of.Release == "" {
		d.Related = append(d.Related, parameterOf(to.of, to.parameter))
	}
	if check != nil {
		d.Related = append(d.Related, checkOf(to.of, check))
	}
	if isVariant(m) {
		d.Message = "`" + rule.Shown(p.Key.Name) + "` does not match the type of " + name + ", to which it is passed on"
	}
	if n.Value.Is(data.String) && n.Value.Text() == "" && types.Instance(to.typ, data.NewString("x")) {
		d.Help = "write a string that is not empty"
	}
	if isEncrypted(n) {
		d.Message = "value of `" + rule.Shown(p.Key.Name) + "` does not match the type of " + name + ", to which it is passed on"
	}
	return d
}

// findingOfAttribute returns the finding for a value that a resource type does not accept for an attribute.
func (to *passedOn) findingOfAttribute(p *rule.KeyPass, n *data.Node, extent nodes.Extent) diagnostic.Diagnostic {
	fails := "Catalogs with class `" + rule.Shown(to.first.Name) + "` cannot be applied " + rule.On(extent)
	if mayBeOverridden(p, n) {
		fails += ", unless a level outside the tree has another value"
	}
	d := diagnostic.Diagnostic{
		File: n.Doc.File, Span: valueSpan(n), Key: rule.KeyPath(n), Severity: diagnostic.Warning,
		Message: "`" + rule.Shown(p.Key.Name) + "` is passed on to `" + to.attribute.Name + "` of " + resourceOf(to.attribute.Type) + ", which " +
			to.accepted.why(to.attribute.Name, n.Value),
		Detail:  fails,
		Help:    to.accepted.help,
		Instead: alsoReported,
		Related: []diagnostic.Related{
			{File: to.attribute.File, Span: rule.FirstLineOf(to.attribute.File, to.attribute.Span), Message: "the value is passed on here"},
		},
	}
	to.accepted.correct(&d, n, n.Value)
	return d
}

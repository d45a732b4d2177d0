package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/rule"
)

// target is the class parameter that a key sets.
type target struct {
	key       string
	class     *manifest.Definition
	parameter *manifest.Parameter
	typ       types.Type
}

// boundTarget returns the parameter that the key of the pass sets; ok is false if there is none, or its type is unknown.
func boundTarget(p *rule.KeyPass) (t target, ok bool) {
	code := p.Code()
	if code == nil {
		return t, false
	}
	t.key = p.Key.Name
	if t.class, t.parameter = code.Parameter(t.key); t.parameter == nil {
		return t, false
	}
	var err error
	if t.typ, err = code.ParameterType(t.parameter); err != nil {
		return t, false
	}
	return t, true
}

// resource returns the class as Puppet's messages name it.
func (t *target) resource() string {
	segments := strings.Split(t.class.Name, "::")
	for i, s := range segments {
		if s != "" {
			segments[i] = strings.ToUpper(s[:1]) + s[1:]
		}
	}
	return "Class[" + strings.Join(segments, "::") + "]"
}

// unfit is one mismatch between a value and the type of its parameter.
type unfit struct {
	// text is what Puppet says without the class. rest is that without the parameter; empty when there are several
	// reasons, of which it would have been enough that one did not apply.
	text, rest string
	kind       types.MismatchKind
	missing    string   // the key that is, for MissingKey
	allowed    []string // what an Enum allows, for NoMatch
	// value is the value at fault, a part of whole. place is where it stands, or what it comes from; source is its
	// place in data of another key.
	value, whole  *data.Value
	place, source *data.Node
}

// misfits returns the mismatches of the value of a case, as far as it is known.
func (t *target) misfits(c *nodes.Case) []unfit {
	if c.Err != nil || c.Result == nil || c.Result.Value == nil {
		return nil
	}
	v := c.Result.Value
	if c.Entry == nil && t.isAnyText(v) {
		v = data.NewString(string(v.Node().Doc.File.Slice(v.Node().Span))).WithNode(v.Node())
	}
	if v.IsUndef() && (t.parameter.HasDefault() || passesUnseen(c)) || types.Instance(t.typ, v) || len(outcome.UnknownParts(v)) > 0 {
		return nil
	}
	given := data.NewHash([]data.Entry{{Key: data.NewString(t.parameter.Name), Value: v}})
	all := types.CheckParameters([]types.ClassParameter{{Name: t.parameter.Name, Type: t.typ}}, given)
	var found []unfit
	for i := range all {
		m := &all[i]
		if m.Kind == types.UnknownType {
			return nil
		}
		one := unfit{text: m.Text, rest: strings.TrimPrefix(m.Text, "parameter '"+t.parameter.Name+"' "), kind: m.Kind, missing: m.Key, allowed: m.AllowedStrings(), value: m.Value, whole: v}
		if alternatives(m.Path) {
			// No single part is at fault: the value matches none of several types.
			one = unfit{text: strings.TrimPrefix(types.ParametersText("", all), ":"), kind: types.WrongType, value: v, whole: v}
			t.locate(&one, c)
			return []unfit{one}
		}
		t.locate(&one, c)
		found = append(found, one)
	}
	return found
}

// passesUnseen reports whether a level that could not be asked may have another value.
func passesUnseen(c *nodes.Case) bool {
	return slices.ContainsFunc(c.Result.Unknown, func(u *outcome.Unknown) bool { return u.Reason != outcome.UnknownVariable })
}

// isAnyText reports whether a value is a string with unknown content, such as that of a fact, and the parameter takes no string at
// all: Puppet converts no string to a number, whatever the fact is.
func (t *target) isAnyText(v *data.Value) bool {
	u, ok := outcome.AsUnknown(v)
	if !ok || u.Reason != outcome.UnknownVariable || u.Node == nil || u.Node != v.Node() || u.Node.Value == nil || u.Node.Value.Kind() != data.String {
		return false
	}
	template := interpolate.Parse(u.Node.Value.Text())
	if path := u.Node.Path(); template == nil || len(path) != 1 || path[0] != t.key || slices.ContainsFunc(template.Tokens, func(token interpolate.Token) bool { return token.Method == interpolate.Alias }) {
		return false
	}
	return !types.Assignable(t.typ, types.String) && takesNoText(types.Mismatches(t.typ, data.NewString("")))
}

// takesNoText reports whether the type accepts no string, so that the content of the string does not matter.
func takesNoText(all []types.Mismatch) bool {
	return len(all) == 1 && all[0].Kind == types.WrongType && all[0].ExcludesStrings()
}

// alternatives reports whether a path leads into one of several types.
func alternatives(path []types.Step) bool {
	for _, step := range path {
		if step.Kind == types.VariantStep {
			return true
		}
	}
	return false
}

// locate finds the node of the value at fault.
func (t *target) locate(m *unfit, c *nodes.Case) {
	for _, v := range []*data.Value{m.value, m.whole} {
		n := v.Node()
		if n == nil || n.Doc == nil {
			continue
		}
		if path := n.Path(); len(path) > 0 && path[0] == t.key {
			m.place = n
			return
		}
		if m.source == nil {
			m.source = n // an alias led there
		}
	}
	if len(c.Values) > 0 {
		m.place = c.Values[0].Value.Node()
		if m.place == nil {
			m.place = c.Values[0].Key.Node()
		}
	} else {
		m.place, m.source = m.source, nil
	}
}

// isDeclaredWith reports whether code declares the class like a resource and sets the parameter, which overrides data.
func isDeclaredWith(p *rule.KeyPass, t target) bool {
	return anyInclusion(p.Code(), func(i *manifest.Inclusion) bool {
		return i.Class.Matches(t.class.Name) && (slices.Contains(i.Given, t.parameter.Name) || slices.Contains(i.Given, "*"))
	})
}

// anyInclusion reports whether one of the inclusions in code is as wanted.
func anyInclusion(code *manifest.Index, wanted func(*manifest.Inclusion) bool) bool {
	if slices.ContainsFunc(code.Site, wanted) {
		return true
	}
	for _, list := range [][]*manifest.Definition{code.Classes, code.DefinedTypes, code.Functions, code.Nodes} {
		for _, d := range list {
			if slices.ContainsFunc(d.Inclusions, wanted) {
				return true
			}
		}
	}
	return false
}

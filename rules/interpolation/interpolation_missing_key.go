package interpolation

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// InterpolationMissingKey reports references to undefined keys.
var InterpolationMissingKey = &rule.Rule{
	ID: "HL2008", Name: "interpolation-missing-key", Family: family, Severity: diagnostic.Error,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		for _, kind := range []outcome.ObservationKind{outcome.MissingKey, outcome.UncertainKey} {
			for _, o := range p.Observations(kind) {
				if d, ok := missingKey(p, o); ok {
					o.Conceal(&d, "reference to an undefined key")
					p.Report(d)
				}
			}
		}
	},
}

func missingKey(p *rule.KeyPass, o rule.Observed) (diagnostic.Diagnostic, bool) {
	env := p.Key.Fleet
	k, err := key.Parse(o.Name)
	if err != nil || k.Root == lookupoptions.Key {
		return diagnostic.Diagnostic{}, false
	}
	isUncertain := o.Kind == outcome.UncertainKey
	if isUncertain && env.Defines(k.Root) {
		return diagnostic.Diagnostic{}, false
	}
	settled := env.Settled(o.Node.Doc, k.Root)
	near := ""
	if !env.Defines(k.Root) {
		near = env.MeantKey(k.Root)
		if len(k.Sub) > 0 && !env.IsStructure(near) {
			near = ""
		}
	}
	presence := env.Presence(k.Root)
	mayBeElsewhere := isUncertain || env.MayBeElsewhere(o.Node.Doc, k.Root)
	variable, isCertain := "", false
	if near == "" && !env.Defines(k.Root) && (presence != project.Present || !strings.Contains(k.Root, "::")) {
		variable, isCertain = variableMeant(k)
	}
	part := subKeyNear(k, valuesOf(p.Project, k, settled))
	isTypo := nearest.IsTypo(k.Root, near) || part != "" && nearest.IsTypo(k.Sub[0].String(), part)
	if mayBeElsewhere && !isCertain && !isTypo && !isOptional(p, k.Root) && !isOwnTypo(p, k.Root, near) {
		return diagnostic.Diagnostic{}, false
	}
	extent := o.Extent()
	if extent.Hypothetical && env.Defines(k.Root) {
		return diagnostic.Diagnostic{}, false
	}
	d := diagnostic.Diagnostic{
		File: o.Node.Doc.File, Span: o.Node.SourceSpan(o.Token.ArgumentSpan.Start, o.Token.ArgumentSpan.End), Key: rule.KeyPath(o.Node),
		Detail: "Puppet inserts the empty string " + rule.On(extent),
	}
	switch {
	case settled != nil && isMissingWhereUsed(p, o):
		d.Severity = rule.SeverityOf(extent)
		d.Message = lacksSubKey(k)
	case !extent.Everywhere && env.Defines(k.Root):
		d.Severity = diagnostic.Warning
		if mayBeElsewhere {
			d.Detail += unlessElsewhere
		}
		d.Message = "`" + rule.Shown(o.Name) + "` is undefined on some nodes that use this value"
		if isMissingWhereUsed(p, o) {
			d.Message = "`" + rule.Shown(o.Name) + "` is undefined on the nodes that use this value"
		}
	case env.Defines(k.Root) && len(k.Sub) == 0:
		return d, false // the key is only in files that no known node reads
	case env.Defines(k.Root):
		if mayBeElsewhere {
			d.Severity = diagnostic.Warning
			d.Detail += unlessElsewhere
		}
		d.Message = lacksSubKey(k)
	default:
		if presence == project.Possible && near == "" && variable == "" || mayBeElsewhere {
			d.Severity = diagnostic.Warning
		}
		if mayBeElsewhere {
			d.Detail += unlessElsewhere
		}
		d.Message = "undefined key `" + rule.Shown(k.Root) + "`"
	}
	switch {
	case near != "":
		span := o.Node.SourceSpan(o.Token.KeyOffset+k.RootSpan.Start, o.Token.KeyOffset+k.RootSpan.End)
		d.Meant, d.Fixes = near, []diagnostic.Fix{edit.Write(d.File, span, near)}
	case variable != "":
		token := "%{" + variable + "}"
		d.Help = "write `" + token + "` for the variable"
		if o.Token.Method != interpolate.Alias {
			d.Fixes = []diagnostic.Fix{edit.Write(d.File, o.Node.SourceSpan(o.Token.Span.Start, o.Token.Span.End), token)}
		}
	case part != "":
		d.Meant = part
	case extent.Everywhere || settled != nil || !env.Defines(k.Root):
		d.Help = "define the key, or remove the reference"
	default:
		d.Help = "define the key in a level that those nodes also read"
	}
	return d, true
}

// unlessElsewhere restricts a detail if data may be missing from the tree.
const unlessElsewhere = ", unless data that is not in the tree defines the key"

// isOptional reports whether a key is for a parameter with a default of a standalone module, so that data need not define
// it. A reference does not see the default.
func isOptional(p *rule.KeyPass, name string) bool {
	if !p.Key.Fleet.LacksEnvironment() || p.Code() == nil {
		return false
	}
	_, parameter := p.Code().Parameter(name)
	return parameter != nil && parameter.HasDefault()
}

// isOwnTypo reports whether a key is in the namespace of a standalone module, but no parameter, and similar to a key of the
// module's data.
func isOwnTypo(p *rule.KeyPass, name, near string) bool {
	alone := p.Key.Fleet.Project.ModuleAlone()
	if alone == "" || near == "" || p.Code() == nil || !strings.HasPrefix(name, alone+"::") || nearest.DifferInDigits(name, near) {
		return false
	}
	_, parameter := p.Code().Parameter(name)
	return parameter == nil
}

// variableMeant returns the variable that was probably meant by a key, `facts.os.family` by
// `facts::os::family`; "" if there is none. isCertain reports that data hardly has such a key.
func variableMeant(k key.Key) (variable string, isCertain bool) {
	name, isTopScope := strings.CutPrefix(strings.Trim(k.Text, `"'`), "::")
	first, rest, hasParts := strings.Cut(strings.ReplaceAll(name, "::", "."), ".")
	replacement, isLegacy := facter.Legacy(name)
	switch {
	case hasParts && (first == "facts" || first == "trusted" || first == "server_facts"):
		return first + "." + rest, true
	case isLegacy && replacement.Exact:
		return "facts." + replacement.Path, false
	case isTopScope && facter.IsVariable(name):
		return name, false
	case len(k.Sub) > 0 && facter.Core(append([]string{k.Root}, subNames(k)...)...) != nil:
		return "facts." + name, false
	}
	return "", false
}

// subNames returns the subkeys of a key.
func subNames(k key.Key) []string {
	return lists.Map(k.Sub, func(s key.Segment) string { return s.String() })
}

// isMissingWhereUsed reports whether the observation holds on all nodes that use a value of the file.
func isMissingWhereUsed(p *rule.KeyPass, o rule.Observed) bool {
	return !slices.ContainsFunc(p.Key.Cases, func(c *nodes.Case) bool {
		if c.Result == nil {
			return false
		}
		used := c.Values
		if !p.Key.Merged() && len(used) > 1 {
			used = used[:1]
		}
		return slices.ContainsFunc(used, func(v nodes.Value) bool { return v.Key.Node() != nil && v.Key.Node().Doc == o.Node.Doc }) &&
			!slices.ContainsFunc(c.Result.Observations, func(other *outcome.Observation) bool {
				return other.Kind == o.Kind && other.Node == o.Node && other.Token.Span == o.Token.Span
			})
	})
}

// lacksSubKey returns a message that a key does not have a subkey.
func lacksSubKey(k key.Key) string {
	return "`" + rule.Shown(k.Root) + "` has no `" + rule.Shown(k.Sub[0].String()) + "`" + subKeyRest(k)
}

// valuesOf returns the values in which a reference may find its subkey: the settled one or, if there is none, all values
// of the root key.
func valuesOf(of *project.Project, k key.Key, settled *data.Value) []*data.Value {
	if settled != nil {
		return []*data.Value{settled}
	}
	return lists.Map(of.Definitions(k.Root), func(d project.Definition) *data.Value { return d.Value })
}

// subKeyNear returns the subkey of a hash that was probably meant, or "".
func subKeyNear(k key.Key, values []*data.Value) string {
	if len(k.Sub) == 0 {
		return ""
	}
	var names []string
	for _, v := range values {
		if v.Kind() != data.Hash {
			continue
		}
		for _, e := range v.Entries() {
			if e.Key.Kind() == data.String {
				names = append(names, e.Key.Text())
			}
		}
	}
	if slices.Contains(names, k.Sub[0].String()) {
		return ""
	}
	near, _ := nearest.Name(k.Sub[0].String(), names)
	return near
}

// subKeyRest names the whole dotted key if it has more than one subkey.
func subKeyRest(k key.Key) string {
	if len(k.Sub) == 1 {
		return ""
	}
	return " on the way to `" + rule.Shown(k.Text) + "`"
}

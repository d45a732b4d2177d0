package binding

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownClassParameter reports keys for parameters that their class does not have.
var UnknownClassParameter = &rule.Rule{
	ID: "HL5005", Name: "unknown-class-parameter", Family: family, Severity: diagnostic.Warning, Dead: diagnostic.MisnamedKey,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := classKeyOf(p)
		if k.binding != noParameter {
			return
		}
		if k.release != nil {
			reportReleased(p, &k)
			return
		}
		d := diagnostic.Diagnostic{
			Message: "class `" + rule.Shown(k.class) + "` has no parameter `" + rule.Shown(k.name) + "`",
			Related: []diagnostic.Related{definition(k.definition, "class")},
		}
		if k.describeHashOfParameters(p, &d) {
			reportDead(p, &k, d)
			return
		}
		if near, ok := p.ParametersOf(k.definition).Nearest(k.name, nil); ok {
			if k.code.IsMisnamed(k.definition, near, k.name) {
				d.Help = "rename the parameter `" + near + "` to `" + k.name + "`, the name of the variable that the class uses"
				d.Related = []diagnostic.Related{parameterOf(k.definition, k.definition.Parameter(near))}
				reportDead(p, &k, d)
				return
			}
			d.Meant = k.class + "::" + near
		} else {
			d.Meant = meantLookup(p)
		}
		if d.Meant == "" && !k.describeNamesake(p, &d) {
			if longer, ok := nearest.Longer(k.name, rule.ParameterNames(k.definition)); ok {
				d.Meant = k.class + "::" + longer
			} else {
				d.Help = k.helpForParameter()
			}
		}
		reportDead(p, &k, d)
	},
}

// helpForParameter returns the help if no parameter has a similar name; see also suggest.
func (k *classKey) helpForParameter() string {
	parent := k.definition.Parent
	for range maxParents {
		class, _ := k.code.Class(parent)
		if class == nil {
			break
		}
		if class.Parameter(k.name) != nil {
			k.inherited = class.Name + "::" + k.name
			break
		}
		parent = class.Parent
	}
	if k.inherited == "" && slices.Contains(metaparameters, k.name) {
		return "set it where the class is declared; metaparameters cannot be set in data"
	}
	others := k.relatedWith(k.name)
	if len(others) == 0 && len(k.name) >= minDistinctive {
		if others = k.classesWith(k.name); len(others) == 1 && !isSibling(k.class, others[0]) {
			others = nil
		}
	}
	if len(others) == 1 {
		k.related = others[0] + "::" + k.name
	}
	return "remove the key, or add the parameter to the class"
}

// maxParents limits the parents that are searched for a parameter, as classes may inherit from each other in a cycle.
const maxParents = 100

// metaparameters can be set on any class. Puppet 7.23 looks up none of them.
var metaparameters = []string{"alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag"}

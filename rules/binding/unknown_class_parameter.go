package binding

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownClassParameter reports keys of classes that have no such parameter.
var UnknownClassParameter = &rule.Rule{
	ID: "HL5005", Name: "unknown-class-parameter", Family: family, Severity: diagnostic.Warning, Dead: diagnostic.MisnamedKey,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := classKeyOf(p)
		if k.binding != noParameter {
			return
		}
		d := diagnostic.Diagnostic{
			Message: "class `" + rule.Shown(k.class) + "` has no parameter `" + rule.Shown(k.name) + "`",
			Related: []diagnostic.Related{definedHere(k.definition)},
		}
		instead := ""
		if near, ok := nearest.Name(k.name, rule.ParameterNames(k.definition)); ok {
			instead = k.class + "::" + near
			d.Help = rule.DidYouMean(rule.Shown(instead))
		} else if instead = meantLookup(p); instead != "" {
			d.Help = rule.DidYouMean(rule.Shown(instead))
		} else {
			d.Help = k.helpForParameter()
		}
		reportDead(p, &k, d, instead)
	},
}

// helpForParameter is the help for a parameter without a similar name.
func (k *classKey) helpForParameter() string {
	seen := map[string]bool{}
	for parent := k.definition.Parent; parent != "" && !seen[parent]; {
		seen[parent] = true
		class, _ := k.code.Class(parent)
		if class == nil {
			break
		}
		if class.Parameter(k.name) != nil {
			return "write `" + rule.Shown(class.Name+"::"+k.name) + "`: inherited parameters are looked up under the parent class"
		}
		parent = class.Parent
	}
	switch others := k.relatedWith(k.name); {
	case slices.Contains(metaparameters, k.name):
		return "set it where the class is declared; metaparameters cannot be set in data"
	case len(others) == 1:
		return "write `" + rule.Shown(others[0]+"::"+k.name) + "` if you mean that class's parameter, or remove the key"
	default:
		return "remove the key, or add the parameter to the class"
	}
}

// metaparameters are those that any class can be declared with. Puppet 7.23 looks none of them up.
var metaparameters = []string{"alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag"}

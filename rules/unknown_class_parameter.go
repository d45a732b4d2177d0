package rules

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownClassParameter reports keys of classes that have no such parameter.
var UnknownClassParameter = &rule.Rule{
	ID: "HL5005", Name: "unknown-class-parameter", Family: bindingFamily, Severity: diagnostic.Warning,
	Doc: rule.Doc{
		Title: "The class has no parameter of this name",
		What: "Keys `class::parameter` whose class is in the tree and has no such parameter, and which nothing looks up: no call of `lookup` or `hiera` in manifests, functions, templates and Ruby " +
			"code, no reference in data. Keys whose name stands anywhere in code or data as a text are not reported, nor those that a lookup may ask for whose key is only partly known, " +
			"as in `lookup(\"profile::${name}\")`. A note where code looks up a key of which nothing is known, unless there is a similar name.",
		Why:    "The parameter that was meant keeps its default, and the line in the data looks right. Or the parameter is gone since the last version of the module, and its data is not.",
		Puppet: "Puppet asks for a key for each parameter that a class has, and never looks at what else is in the data: there is no warning. A class has only the parameters in its own header: those of the class that it inherits from have the keys of that class. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
			{
				Avoid: map[string]string{
					"modules/ntp/manifests/init.pp": "class ntp(Array[String] $servers = [], Boolean $restrict = true) { }\n",
					"data/common.yaml":              "ntp::server: [ntp1.example.com] # want\nntp::restrict: false\n",
				},
				Prefer: map[string]string{
					"modules/ntp/manifests/init.pp": "class ntp(Array[String] $servers = [], Boolean $restrict = true) { }\n",
					"data/common.yaml":              "ntp::servers: [ntp1.example.com]\nntp::restrict: false\n",
				},
				Lookup: "ntp::servers", Fails: "did not find a value for the name 'ntp::servers'", PreferValue: `["ntp1.example.com"]`,
			},
			{
				Avoid: map[string]string{
					"modules/app/manifests/init.pp":   "class app(Integer $port = 80) { }\n",
					"modules/app/manifests/secure.pp": "class app::secure(String $cipher = 'HIGH') inherits app { }\n",
					"data/common.yaml":                "app::secure::port: 443 # want\napp::secure::cipher: MEDIUM\n",
				},
				Prefer: map[string]string{
					"modules/app/manifests/init.pp":   "class app(Integer $port = 80) { }\n",
					"modules/app/manifests/secure.pp": "class app::secure(String $cipher = 'HIGH') inherits app { }\n",
					"data/common.yaml":                "app::port: 443\napp::secure::cipher: MEDIUM\n",
				},
			},
		},
	},
	CheckKey: func(p *rule.KeyPass) {
		k := classKeyOf(p)
		if k.binding != noParameter {
			return
		}
		d := diagnostic.Diagnostic{
			Message: "the class `" + shown(k.class) + "` has no parameter `" + shown(k.name) + "`",
			Related: []diagnostic.Related{definedHere(k.definition)},
		}
		instead := ""
		if near, ok := nearest.Name(k.name, parameterNames(k.definition)); ok {
			instead = k.class + "::" + near
			d.Help = "did you mean `" + shown(instead) + "`?"
		} else {
			d.Help = k.helpForParameter()
		}
		reportDead(p, &k, d, instead)
	},
}

func parameterNames(d *manifest.Definition) []string {
	names := make([]string, len(d.Parameters))
	for i, parameter := range d.Parameters {
		names[i] = parameter.Name
	}
	return names
}

// helpForParameter says what to do about a parameter that has no similar name.
func (k *classKey) helpForParameter() string {
	seen := map[string]bool{}
	for parent := k.definition.Parent; parent != "" && !seen[parent]; {
		seen[parent] = true
		class, _ := k.code.Class(parent)
		if class == nil {
			break
		}
		if class.Parameter(k.name) != nil {
			return "write `" + shown(class.Name+"::"+k.name) + "`: a class does not take over the parameters of the one it inherits from"
		}
		parent = class.Parent
	}
	switch others := k.relatedWith(k.name); {
	case slices.Contains(metaparameters, k.name):
		return "set it where the class is declared: no metaparameter comes from data"
	case len(others) == 1:
		return "write `" + shown(others[0]+"::"+k.name) + "` if the parameter of that class is meant, or remove the key"
	default:
		return "remove the key, or add the parameter to the class"
	}
}

// metaparameters are those that any class can be declared with. Puppet 7.23 looks none of them up.
var metaparameters = []string{"alias", "audit", "before", "loglevel", "noop", "notify", "require", "schedule", "stage", "subscribe", "tag"}

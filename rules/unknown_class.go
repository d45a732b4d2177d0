package rules

import (
	"strings"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// UnknownClass reports keys of classes that their module does not define.
var UnknownClass = &rule.Rule{
	ID: "HL5004", Name: "unknown-class", Family: bindingFamily, Severity: diagnostic.Warning,
	Doc: rule.Doc{
		Title: "The module has no class of this name",
		What: "Keys `module::class::parameter` whose module is in the tree and defines no such class, and which nothing looks up: no call of `lookup` or `hiera` in manifests, functions, templates and " +
			"Ruby code, no reference in data. A note for classes that code or data include although the module lacks them, and for modules of which neither the tree nor the Puppetfile has any trace. Nothing is said of other modules that are not in the tree, of a module that lacks more of the classes that data has values for than it has, nor where a manifest in which the class may be cannot be read. Keys whose name stands " +
			"anywhere in code or data as a string are not reported, nor those that a lookup may ask for whose key is only partly known. A note where code looks up a key of which nothing is known, unless there is a similar name.",
		Why:    "The class was renamed or removed, or its name is misspelt, and what the data says is done nowhere.",
		Puppet: "Puppet asks for a key for each parameter of each class in the catalog, and never looks at what else is in the data: there is no warning. It looks up no parameters of defined types. (Puppet 7.23 and 8.11)",
		Examples: []rule.Example{
			{
				Avoid: map[string]string{
					"modules/profile/manifests/database.pp": "class profile::database(Integer $port = 5432) { }\n",
					"data/common.yaml":                      "profile::databse::port: 5433 # want\n",
				},
				Prefer: map[string]string{
					"modules/profile/manifests/database.pp": "class profile::database(Integer $port = 5432) { }\n",
					"data/common.yaml":                      "profile::database::port: 5433\n",
				},
				Lookup: "profile::database::port", Fails: "did not find a value for the name 'profile::database::port'", PreferValue: "5433",
			},
			{
				Avoid: map[string]string{
					"modules/web/manifests/vhost.pp": "define web::vhost(Integer $port = 80) { }\n",
					"data/common.yaml":               "web::vhost::port: 8080 # want\n",
				},
				Prefer: map[string]string{
					"modules/web/manifests/vhost.pp": "define web::vhost(Integer $port = 80) { }\n",
					"modules/web/manifests/init.pp":  "class web(Hash $vhosts = {}) {\n  create_resources('web::vhost', $vhosts)\n}\n",
					"data/common.yaml":               "web::vhosts:\n  www.example.com: {port: 8080}\n",
				},
			},
		},
	},
	CheckKey: func(p *rule.KeyPass) {
		k := classKeyOf(p)
		switch k.binding {
		case noModule:
			reportNoModule(p, &k)
			return
		case noClass:
		default:
			return
		}
		d := diagnostic.Diagnostic{Message: "there is no class `" + shown(k.class) + "` in the module `" + shown(k.module) + "`"}
		if k.class == k.module {
			d.Message = "the module `" + shown(k.module) + "` has no class of its own name"
		}
		instead := ""
		defined, presence := k.code.DefinedType(k.class)
		switch {
		case presence == manifest.Unknown:
			return
		case defined != nil:
			d.Message = "`" + shown(k.class) + "` is a defined type, and those get no values from data"
			d.Help = "set the value where resources of the type are declared, or hand it over through a parameter of a class"
			d.Related = []diagnostic.Related{{File: defined.File, Span: defined.NameSpan, Message: "the type is defined here"}}
		default:
			instead, d.Help = k.meantClass()
		}
		reportDead(p, &k, d, instead)
	},
}

// reportNoModule reports a key of a module that is not deployed with the tree. It is a note: the server may have more modules.
func reportNoModule(p *rule.KeyPass, k *classKey) {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Note,
		Message:  "no module `" + shown(k.module) + "` in the modulepath, nor in the Puppetfile",
		Help:     "remove the key, or correct the name of the module",
	}
	if k.absence == usage.Unmentioned {
		d.Message = "no module `" + shown(k.module) + "` in the modulepath"
	}
	instead := k.inMeantModule()
	if instead != "" {
		d.Severity, d.Help = diagnostic.Warning, "did you mean `"+shown(instead)+"`?"
	}
	reportDead(p, k, d, instead)
}

// inMeantModule is the key with the module that was probably meant: one that has the class and the parameter; "" when there is none.
func (k *classKey) inMeantModule() string {
	rest := strings.TrimPrefix(k.class, k.module)
	var modules []string
	for _, c := range k.code.Classes {
		if module, found := strings.CutSuffix(c.Name, rest); found && module == c.Module && c.Parameter(k.name) != nil {
			modules = append(modules, module)
		}
	}
	if near, ok := nearest.Name(k.module, modules); ok {
		return near + rest + "::" + k.name
	}
	return ""
}

// meantClass is the key that was probably meant, and what to say of it.
func (k *classKey) meantClass() (instead, help string) {
	if near := meant(k.class, k.classesWith(k.name)); near != "" {
		instead = near + "::" + k.name
		return instead, "did you mean `" + shown(instead) + "`?"
	}
	if class, _ := k.code.Class(k.class + "::" + k.name); class != nil {
		return "", "name a parameter: `" + shown(class.Name) + "` is a class itself"
	}
	if i := strings.LastIndex(k.class, "::"); i > 0 {
		if class, _ := k.code.Class(k.class[:i]); class != nil && class.Parameter(k.class[i+2:]) != nil {
			return "", "make it the entry `" + shown(k.name) + "` of a hash `" + shown(k.class) + "`, which is a parameter"
		}
	}
	if others := k.relatedWith(k.name); len(others) == 1 {
		return "", "write `" + shown(others[0]+"::"+k.name) + "` if the parameter of that class is meant, or remove the key"
	}
	var classes []string
	for _, c := range k.code.Classes {
		if c.Module == k.module {
			classes = append(classes, c.Name)
		}
	}
	if near := meant(k.class, classes); near != "" {
		return "", "did you mean the class `" + shown(near) + "`?"
	}
	return "", "remove the key, or write the name of the class as the module has it"
}

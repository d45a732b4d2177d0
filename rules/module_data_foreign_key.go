package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// ModuleDataForeignKey reports keys in the data of a module that are not the module's.
var ModuleDataForeignKey = &rule.Rule{
	ID: "HL5003", Name: "module-data-foreign-key", Family: bindingFamily, Severity: diagnostic.Error,
	Doc: rule.Doc{
		Title: "The data of a module sets a key of another namespace",
		What: "Keys in the data of a module that do not begin with the name of the module and `::`. Keys whose value is an anchor for others are a warning, since the data " +
			"itself is not lost.",
		Why: "A module only has a say in its own parameters. People set those of another module here and wonder why nothing happens.",
		Puppet: "The key is never found, and each lookup of a key of the module warns `must use keys qualified with the name of the module`. Where `eyaml_lookup_key` reads the file there is no warning " +
			"either. (Puppet 7.23 and 8.11, hiera-semantics §13)",
		Examples: []rule.Example{{
			Avoid: map[string]string{
				"modules/web/hiera.yaml":       "version: 5\n",
				"modules/web/data/common.yaml": "web::port: 80\nntp::servers: [a] # want\n",
			},
			Prefer: map[string]string{
				"data/common.yaml":             "ntp::servers: [a]\n",
				"modules/web/hiera.yaml":       "version: 5\n",
				"modules/web/data/common.yaml": "web::port: 80\n",
			},
			Lookup: "ntp::servers", Fails: "did not find a value for the name 'ntp::servers'", PreferValue: `["a"]`,
		}},
	},
	CheckFile: func(p *rule.FilePass) {
		module := onlyModule(p)
		if module == "" || readByCode(p) || isOfVersion3(p) {
			return
		}
		for _, key := range p.RootKeys() {
			if key.Kind != data.Scalar || key.Value == nil || key.Value.Kind() != data.String && key.Value.Kind() != data.Symbol || !isForeign(key.Value.Text(), module) {
				continue
			}
			foreignKey(p, key, module)
		}
	},
}

// onlyModule is the one module that the file is data of; "" when there is none, or more than one.
func onlyModule(p *rule.FilePass) string {
	if module := p.Module(); module != "" && len(p.File.Modules()) == 1 {
		return module
	}
	return ""
}

// isOfVersion3 tells whether a hiera.yaml of version 3 leads to the file. Puppet refuses that in a module: it is meant for a server.
func isOfVersion3(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Readers, func(r project.Reader) bool { return r.Root.Config.Version == 3 }) ||
		p.File.Datadir != nil && p.File.Datadir.Config.Version == 3
}

// isForeign tells whether a key at the root is one that a module has no say in.
func isForeign(name, module string) bool {
	return module != "" && name != rule.OptionsKey && name != mergeKey && !strings.HasPrefix(name, module+"::")
}

func foreignKey(p *rule.FilePass, key *data.Node, module string) {
	name := key.Value.Text()
	d := diagnostic.Diagnostic{
		Span:    firstLine(key),
		Message: "`" + shown(name) + "` is not a key of the module `" + module + "`",
		Detail:  "Puppet does not find it, and warns at every lookup of a key of the module",
		Help:    "set it in the data of the environment",
		Key:     keyPath(key),
	}
	if !readAsHash(p) {
		d.Detail = "Puppet never asks this module for it"
	}
	namespace, rest, qualified := strings.Cut(strings.TrimLeft(name, ":"), ":")
	rest = strings.TrimLeft(rest, ":")
	switch {
	case isAnchorOnly(p, key):
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet warns at every lookup of a key of the module"
		d.Help = "write the anchor where it is first used, or name the key `" + module + "::…`"
	case !qualified:
		d.Help = "write `" + module + "::" + shown(name) + "`, or set it in the data of the environment"
		d.Fixes = []diagnostic.Fix{rename(p.Pass, key, module+"::"+name)}
	case namespace == module, nearest.Distance(namespace, module, 1) == 1:
		d.Help = "did you mean `" + module + "::" + shown(rest) + "`?"
		d.Fixes = []diagnostic.Fix{rename(p.Pass, key, module+"::"+rest)}
	}
	p.Report(d)
}

// rename is the fix that gives a key another name.
func rename(p *rule.Pass, key *data.Node, name string) diagnostic.Fix {
	return diagnostic.Fix{
		Message: "write `" + shown(name) + "`",
		Edits:   []diagnostic.TextEdit{{File: p.Source(), Span: key.SourceSpan(0, len(key.Text())), New: name}},
	}
}

// readAsHash tells whether Puppet reads the whole file at once and looks at all of its keys.
func readAsHash(p *rule.FilePass) bool {
	for _, r := range p.File.Readers {
		if kind := r.Level.Function.Kind; kind == config.DataHash || kind == config.V4DataHash {
			return true
		}
	}
	return false
}

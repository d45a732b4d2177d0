package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// ModuleDataForeignKey reports keys in module data outside the module's namespace.
var ModuleDataForeignKey = &rule.Rule{
	ID: "HL5003", Name: "module-data-foreign-key", Family: family, Severity: diagnostic.Error,
	CheckFile: func(p *rule.FilePass) {
		module := p.OnlyModule()
		if module == "" || p.ReadByCode() || isOfVersion3(p) {
			return
		}
		for _, key := range p.RootKeys() {
			if key.Kind != data.Scalar || !key.Value.Is(data.String) && !key.Value.Is(data.Symbol) || !isForeign(key.Value.Text(), module) {
				continue
			}
			foreignKey(p, key, module)
		}
	},
}

// isOfVersion3 reports whether the file is read by a version 3 hiera.yaml. Puppet rejects it in a module, so it is
// meant for a server.
func isOfVersion3(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Matches, func(m project.Match) bool { return m.Root.Config.Version == 3 }) ||
		p.File.Datadir != nil && p.File.Datadir.Config.Version == 3
}

// isForeign reports whether a root key is outside the module's namespace.
func isForeign(name, module string) bool {
	return module != "" && name != lookupoptions.Key && name != mergeKey && !strings.HasPrefix(name, module+"::")
}

func foreignKey(p *rule.FilePass, key *data.Node, module string) {
	name := key.Value.Text()
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(key),
		Message: "`" + rule.Shown(name) + "` is outside the namespace of module `" + module + "`",
		Detail:  "Puppet never finds it, and warns on every lookup of the module's keys",
		Help:    "set it in the environment's data",
		Key:     rule.KeyPath(key),
	}
	if !readAsHash(p) {
		d.Detail = "Puppet never looks it up in this module"
	}
	namespace, rest, qualified := strings.Cut(strings.TrimLeft(name, ":"), ":")
	rest = strings.TrimLeft(rest, ":")
	instead := ""
	switch meant := separated(p, name, module); {
	case isAnchorOnly(key):
		d.Severity = diagnostic.Warning
		d.Detail = "Puppet warns on every lookup of the module's keys"
		d.Help = "define the anchor where it is first used, or rename the key to `" + module + "::…`"
	case meant != "":
		instead = meant
		d.Meant = meant
	case !qualified && edit.Sibling(key, module+"::"+name) != nil:
	case !qualified:
		instead = module + "::" + name
		d.Help = "write `" + rule.Shown(instead) + "`, or set it in the environment's data"
	case namespace == module, nearest.Distance(namespace, module, 1) == 1:
		instead = module + "::" + rest
		d.Meant = instead
	}
	if instead != "" {
		renameRoot(p, &d, key, instead)
	}
	p.Report(d)
}

type separatedKey struct{ module string }

// separated returns the key of a class parameter of the module that is written with _ instead of ::, or "" if there is
// none or there are several.
func separated(p *rule.FilePass, name, module string) string {
	known := rule.Once(p.Site, separatedKey{module}, func() map[string]string {
		keys := map[string]string{}
		for code := range p.AllCode() {
			for _, class := range code.ClassesIn(module) {
				for _, parameter := range class.Parameters {
					key := class.Name + "::" + parameter.Name
					flat := strings.ReplaceAll(key, "::", "_")
					if other, ok := keys[flat]; ok && other != key {
						key = ""
					}
					keys[flat] = key
				}
			}
		}
		return keys
	})
	return known[name]
}

// renameRoot suggests another name for a root key; see edit.Rename. There is no fix if the class is known to lack the parameter, or
// is missing itself, or if the parameter does not accept the value.
func renameRoot(p *rule.FilePass, d *diagnostic.Diagnostic, key *data.Node, name string) {
	edit.Rename(d, key, name)
	isRefused := func(code *manifest.Index) bool {
		v := key.Counterpart().Value
		return v != nil && !mayHave(p.Site, code, name, v)
	}
	if len(d.Fixes) > 0 && (lacksParameter(p, name) || lists.Any(p.AllCode(), isRefused)) {
		d.Fixes = nil
	}
}

// lacksParameter reports whether the class of a key is missing in its module or does not have the parameter, and nothing else
// looks up the key.
func lacksParameter(p *rule.FilePass, name string) bool {
	class, parameter, ok := manifest.CutParameter(name)
	if !ok {
		return false
	}
	lacks := false
	for code := range p.AllCode() {
		switch definition, presence := code.Class(class); {
		case presence == manifest.Found && definition.Parameter(parameter) != nil:
			return false
		case presence == manifest.Found, presence == manifest.Missing && code.HasCode():
			lacks = true
		}
	}
	return lacks && !isLookedUp(p.Site, name)
}

// readAsHash reports whether Puppet reads the whole file at once and checks all of its keys.
func readAsHash(p *rule.FilePass) bool {
	return slices.ContainsFunc(p.File.Matches, func(m project.Match) bool {
		kind := m.Level.Function.Kind
		return kind == config.DataHash || kind == config.V4DataHash
	})
}

package binding

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// UnusedKey reports keys without a namespace that nothing looks up.
var UnusedKey = &rule.Rule{
	ID: "HL5008", Name: "unused-key", Family: family, Severity: diagnostic.Note, Tag: diagnostic.Unnecessary, Dead: diagnostic.UnusedKey,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		name := p.Key.Name
		if name == mergeKey || reportHashOfMissingClass(p, name) || strings.ContainsAny(name, ":.") {
			return
		}
		use, wanted := askedFor(p, name)
		isAskedFor := use != nil // nothing shows which of the two names is misspelled
		if !isAskedFor {
			use, wanted = overriddenBy(p, name)
		}
		class := classMeant(p, name)
		isVersion := lists.All(p.Project.Definitions(name), func(d project.Definition) bool { return rule.IsConfigVersion(name, d.Value) })
		isUnread := (*usage.Index).IsUnread
		switch {
		case isVersion: // a common word, which scripts contain for other reasons
			isUnread = func(x *usage.Index, key string) bool { return x.HasCode() && !x.IsRead(key) }
		case use != nil || class != nil || isParameterWithoutClass(p, name):
			isUnread = (*usage.Index).IsUnreadInTree
		}
		if !isUnused(p.Site, name, isUnread) || p.Project.Misrefers(name) { // the reference is reported
			return
		}
		places := placesOf(p, name)
		if len(places) == 0 || slices.ContainsFunc(places, isForOthers) {
			return
		}
		d := diagnostic.Diagnostic{
			Message: "unused key `" + rule.Shown(name) + "`",
			Detail:  "No lookup in code uses this name, and no value references it" + exceptUnseen(p),
			Help:    "remove it, or check its name",
		}
		if isVersion {
			d.Help = "remove it; only hiera.yaml has a version"
		}
		if use != nil {
			d.Severity = diagnostic.Warning
			d.Related = []diagnostic.Related{*use}
			if d.Meant = wanted; isAskedFor {
				d.Meant, d.Help = "", "write `"+rule.Shown(wanted)+"` here, or `"+rule.Shown(name)+"` in the lookup"
			}
		}
		if class != nil && use == nil {
			d.Severity = diagnostic.Warning
			d.Detail = "Puppet looks up each parameter of the class as `" + rule.Shown(name) + "::…`, and no code looks up this hash"
			d.Help = "write the parameters as separate keys, such as `" + rule.Shown(name) + "::" + rule.Shown(places[0].Value.Entries()[0].Key.Text()) + "`"
			d.Related = []diagnostic.Related{definition(class, "class")}
		}
		parameter := ""
		if use == nil && class == nil {
			if parameter = parameterNamed(p.Site, p.Code(), name); parameter == "" && p.Code() != nil {
				parameter = readKeysOf(p.Site, p.Code()).byWords[wordsOf(name)]
			}
		}
		for _, at := range places {
			here := d
			here.File, here.Span, here.Key = at.Key.Doc.File, rule.FirstLine(at.Key), rule.KeyPath(at.Key)
			if parameter != "" && edit.Sibling(at.Key, parameter) == nil && mayHave(p.Site, p.Code(), parameter, at.Value) {
				here.Help = "remove it, or write `" + rule.Shown(parameter) + "` if you mean that " + kindOfKey(p.Code(), parameter)
			}
			if listsClasses(p.Code(), at.Value) {
				here.Help = "include the classes in the main manifest with `lookup('" + rule.Shown(name) + "', Array[String], 'unique', []).include`, or remove the key"
			} else if fix, ok := edit.RemoveEntry(at.Key); ok && d.Severity != diagnostic.Warning {
				fix.Message, fix.Safe = "remove the key", false
				here.Fixes = []diagnostic.Fix{fix}
			}
			p.Report(here)
		}
	},
}

// isParameterWithoutClass reports whether a key is the name of a parameter of one class, no data sets the parameter, and it
// accepts the values of the key.
func isParameterWithoutClass(p *rule.KeyPass, name string) bool {
	parameter := parameterNamed(p.Site, p.Code(), name)
	return parameter != "" && len(p.Project.Definitions(parameter)) == 0 && lists.All(p.Project.Definitions(name), func(d project.Definition) bool {
		return mayHave(p.Site, p.Code(), parameter, d.Value)
	})
}

// listsClasses reports whether a value is an array with the names of classes in the tree.
func listsClasses(code *manifest.Index, v *data.Value) bool {
	return code != nil && v.Kind() == data.Array && v.Len() > 0 && lists.All(v.Items(), func(item *data.Value) bool {
		if item.Kind() != data.String {
			return false
		}
		class, _ := code.Class(strings.TrimPrefix(item.Text(), "::"))
		return class != nil
	})
}

type parameterNames struct{ code *manifest.Index }

// parameterNamed returns the key of the only parameter with a name in the code, or "".
func parameterNamed(s *rule.Site, code *manifest.Index, name string) string {
	if code == nil {
		return ""
	}
	keys := rule.Once(s, parameterNames{code}, func() map[string]string {
		keys := map[string]string{}
		for _, class := range code.Classes {
			for i := range class.Parameters {
				parameter := class.Parameters[i].Name
				if _, isAmbiguous := keys[parameter]; isAmbiguous {
					keys[parameter] = ""
				} else {
					keys[parameter] = class.Name + "::" + parameter
				}
			}
		}
		return keys
	})
	return keys[name]
}

// classMeant returns the class of which a hash probably sets the parameters: it has the name of the key, and its
// parameters have those of all entries. It returns nil if there is none.
func classMeant(p *rule.KeyPass, name string) *manifest.Definition {
	code := p.Code()
	if code == nil {
		return nil
	}
	class, _ := code.Class(name)
	if class == nil || !lists.All(p.Project.Definitions(name), func(d project.Definition) bool {
		return d.Value.Kind() == data.Hash && d.Value.Len() > 0 && lists.All(d.Value.Entries(), func(e data.Entry) bool {
			return e.Key.Kind() == data.String && class.Parameter(e.Key.Text()) != nil
		})
	}) {
		return nil
	}
	return class
}

// reportHashOfMissingClass reports a hash that probably sets the parameters of a class that is included, but not in the tree.
// It is a note if the module may look up the key, because it is not one of the Forge. It returns false for other keys.
func reportHashOfMissingClass(p *rule.KeyPass, name string) bool {
	code := p.Code()
	index := p.UsageOf[p.Key.Fleet.Project]
	if code == nil || index == nil || !pp.IsDefinitionName(name) || index.LacksProfiles() {
		return false
	}
	if _, presence := code.Class(name); presence != manifest.Elsewhere || code.Mentions(name) {
		return false
	}
	mayBe := func() bool {
		return lists.All(p.Project.Definitions(name), func(d project.Definition) bool { return mayBeParameters(d.Value) })
	}
	if len(p.Project.Environments) > 1 { // they share the files of the key
		if !rule.Once(p.Site, parametersID{name}, mayBe) {
			return false
		}
	} else if !mayBe() {
		return false
	}
	included, ok := placeOfInclusion(p, code, name)
	if !ok || !isUnused(p.Site, name, (*usage.Index).IsUnreadExceptMentions) || p.Project.Misrefers(name) {
		return false
	}
	module, _, _ := strings.Cut(name, "::")
	shown := rule.Shown(name)
	d := diagnostic.Diagnostic{
		Message: "unused key `" + shown + "`",
		Detail:  "Puppet looks up each parameter of the class as `" + shown + "::…`, and no code in the tree looks up this hash",
		Related: []diagnostic.Related{included},
	}
	if p.Key.Fleet.Project.FromForge(module) {
		d.Severity = diagnostic.Warning
	}
	places := placesOf(p, name)
	for _, at := range places {
		d.File, d.Span, d.Key = at.Key.Doc.File, rule.FirstLine(at.Key), rule.KeyPath(at.Key)
		d.Help = "write the parameters as separate keys, such as `" + shown + "::" + rule.Shown(at.Value.Entries()[0].Key.Text()) + "`"
		p.Report(d)
	}
	return len(places) > 0
}

// mayBeParameters reports whether a value is a hash of parameters, rather than one of resources.
func mayBeParameters(v *data.Value) bool {
	return v.Kind() == data.Hash && v.Len() > 0 &&
		lists.All(v.Entries(), func(e data.Entry) bool { return e.Key.Kind() == data.String && pp.IsParameterName(e.Key.Text()) }) &&
		slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return e.Value.Kind() != data.Hash })
}

// parametersID identifies a key whose values may be those of parameters.
type parametersID struct{ key string }

// placeOfInclusion returns the place that includes a class by its name: code, or the value of a key whose value code includes.
func placeOfInclusion(p *rule.KeyPass, code *manifest.Index, class string) (diagnostic.Related, bool) {
	all := inclusionsOf(p.Site, code)
	module, _, _ := strings.Cut(class, "::")
	for _, i := range all.byModule[module] {
		if name, known := i.Class.Text(); known && name == class {
			return inclusionOf(i), true
		}
	}
	for _, key := range slices.Sorted(maps.Keys(all.byKey)) {
		for _, at := range p.Project.Definitions(key) {
			for _, in := range byPath(all.byKey[key]) {
				for _, v := range in.listed(at.Value) {
					if n := v.Node(); n != nil && n.Doc != nil && strings.TrimPrefix(v.Text(), "::") == class {
						return diagnostic.Related{File: n.Doc.File, Span: rule.FirstLine(n), Message: "the class is included here"}, true
					}
				}
			}
		}
	}
	return diagnostic.Related{}, false
}

// isUnused reports whether a key is unread in each environment that sets it.
func isUnused(p *rule.Site, name string, isUnread func(x *usage.Index, name string) bool) bool {
	for _, env := range p.Project.EnvironmentsWith(name) {
		x := p.UsageOf[env]
		if x == nil || !isUnread(x, name) {
			return false
		}
	}
	return true
}

// placesOf returns the places where data of the environment sets a key, or nil if one of them has another use.
func placesOf(p *rule.KeyPass, name string) []project.Definition {
	var places []project.Definition
	for _, d := range p.Project.Definitions(name) {
		matches := usage.MatchesIn(p.Key.Fleet.Project, d)
		if len(matches) == 0 {
			continue
		}
		if d.Key.Parent == nil || d.Key.Parent != d.File.Doc.Root {
			return nil // its anchor is merged into the top level
		}
		for _, m := range matches {
			if m.Hierarchy == project.Plan || m.Root.Installed || m.Root.Layer == config.Module {
				return nil
			}
		}
		places = append(places, d)
	}
	return places
}

// isForOthers reports whether a key is not meant for lookups: it defines anchors for other keys, or is SOPS metadata of an encrypted
// file.
func isForOthers(at project.Definition) bool {
	if value := at.Key.Counterpart(); at.Key.Anchor != "" || value.HasAnchor() && isReferredToFromOutside(value) {
		return true
	}
	_, sealed := at.Value.Get("mac")
	return sealed && at.Key.Value.Text() == "sops"
}

// exceptUnseen returns what follows a sentence about the code that is not in the tree.
func exceptUnseen(p *rule.KeyPass) string {
	unseen := p.UsageOf[p.Key.Fleet.Project].Unseen()
	if i := slices.IndexFunc(unseen, func(u usage.Unseen) bool { return !u.Forge }); i >= 0 {
		return ". Not seen: " + unseen[i].What
	}
	switch n := len(unseen); n {
	case 0:
		return ""
	case 1:
		return ". The code of 1 Forge module was not searched, since it is not installed"
	default:
		return fmt.Sprintf(". The code of %d Forge modules was not searched, since they are not installed", n)
	}
}

// askedFor returns the place of a lookup that finds no data and whose key is similar to this one; nil if there is none.
func askedFor(p *rule.KeyPass, name string) (use *diagnostic.Related, wanted string) {
	usage := p.UsageOf[p.Key.Fleet.Project]
	near, ok := usage.NearestWanted(name)
	if !ok {
		return nil, ""
	}
	lookup := usage.Wanted()[near]
	return &diagnostic.Related{File: lookup.File, Span: lookup.Span, Message: "this key is looked up, but no data defines it"}, near
}

// overriddenBy returns the place of a lookup or reference whose key other files define, and this key was probably meant to override:
// its name is a misspelling or abbreviation of it. It returns nil if there is none.
func overriddenBy(p *rule.KeyPass, name string) (use *diagnostic.Related, wanted string) {
	reader, wanted := p.UsageOf[p.Key.Fleet.Project].Overridable(name)
	if wanted == "" || slices.ContainsFunc(p.Project.Definitions(wanted), func(known project.Definition) bool {
		return slices.ContainsFunc(p.Project.Definitions(name), func(d project.Definition) bool { return d.File == known.File })
	}) {
		return nil, ""
	}
	use = &diagnostic.Related{File: reader.File, Span: rule.FirstLineOf(reader.File, reader.Span), Message: "this key is looked up, and other files define it"}
	if reader.Kind == usage.Reference {
		use.Message = "this key is referenced, and other files define it"
	}
	return use, wanted
}

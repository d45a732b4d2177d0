package binding

import (
	"cmp"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// UnknownClass reports keys for parameters of undefined classes.
var UnknownClass = &rule.Rule{
	ID: "HL5004", Name: "unknown-class", Family: family, Severity: diagnostic.Warning, Dead: diagnostic.MisnamedKey,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		k := classKeyOf(p)
		switch {
		case k.binding == noModule:
			reportNoModule(p, &k)
			return
		case k.binding != noClass:
			return
		case k.release != nil:
			reportReleased(p, &k)
			return
		}
		d := diagnostic.Diagnostic{Message: "no class `" + rule.Shown(k.class) + "` in module `" + rule.Shown(k.module) + "`"}
		if k.class == k.module {
			d.Message = "module `" + rule.Shown(k.module) + "` has no main class"
		}
		defined, presence := k.code.DefinedType(k.class)
		switch {
		case presence == manifest.Unknown:
			return
		case defined != nil:
			d.Message = "`" + rule.Shown(k.class) + "` is a defined type, whose parameters are not looked up in data"
			d.Help = "set the value where the type is declared, or pass it through a class parameter"
			d.Related = []diagnostic.Related{definition(defined, "type")}
		case k.describeHashOfParameters(p, &d), k.misplaced(&d):
		default:
			if d.Meant, d.Help = k.meantClass(p); d.Meant == "" && k.describeNamesake(p, &d) {
				k.related = ""
			}
		}
		reportDead(p, &k, d)
	},
}

// reportNoModule reports a key of a missing module as a note, since the server may have more modules.
func reportNoModule(p *rule.KeyPass, k *classKey) {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Note,
		Message:  k.noModule(),
		Help:     "remove the key, or correct the module name",
	}
	d.Meant = cmp.Or(k.inMeantModule(), meantLookup(p))
	if module := k.withMeantModule(); d.Meant == "" && module != "" {
		d.Meant = module + "::" + k.name
	}
	other := lookupsByNamespace(p.Site, k.code)[k.module]
	switch {
	case d.Meant != "":
		d.Severity = diagnostic.Warning
	case p.UsageOf[p.Key.Fleet.Project].LacksProfiles():
		return // profiles look up keys of any name
	case other != nil:
		d.Message = "code looks up other keys of `" + rule.Shown(k.module) + "`, but not `" + rule.Shown(p.Key.Name) + "`"
		d.Help = "remove the key, or check its name"
		d.Related = []diagnostic.Related{{File: other.File, Span: other.Span, Message: "another key is looked up here"}}
	default:
		d.Cause = k.module
	}
	reportDead(p, k, d)
}

type lookupsByNamespaceID struct{ code *manifest.Index }

// lookupsByNamespace returns a lookup in code of a key that data defines, by the first part of the key's name. If there is no
// such module, it is a namespace that the site made up for keys that are not parameters.
func lookupsByNamespace(s *rule.Site, code *manifest.Index) map[string]*manifest.Lookup {
	return rule.Once(s, lookupsByNamespaceID{code}, func() map[string]*manifest.Lookup {
		lookups := map[string]*manifest.Lookup{}
		for _, use := range code.Lookups {
			key, exact := use.Key.Text()
			namespace, _, ok := strings.Cut(key, "::")
			if exact && ok && lookups[namespace] == nil && s.Project.HasKey(key) {
				lookups[namespace] = use
			}
		}
		return lookups
	})
}

// inMeantModule returns the key in the module that was probably meant, if that has the class and the parameter, and ""
// otherwise.
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

// misplaced describes the class if it is in the wrong file, and reports whether it is.
func (k *classKey) misplaced(d *diagnostic.Diagnostic) bool {
	class, path := k.code.Misplaced(k.class)
	if class == nil {
		return false
	}
	d.Message = "class `" + rule.Shown(k.class) + "` is in a file where Puppet does not look for it"
	d.Help = "move the class to `" + rule.Shown(path) + "`"
	meant := strings.TrimSuffix(filepath.Base(class.File.Path), ".pp")
	if above, last, ok := cutLast(k.class); ok && strings.HasSuffix(filepath.ToSlash(class.File.Path), strings.TrimSuffix(path, last+".pp")+meant+".pp") && nearest.IsTypo(last, meant) {
		d.Help = "rename the class to `" + rule.Shown(above+meant) + "`, like its file, or move it to `" + rule.Shown(path) + "`"
	}
	d.Related = append(d.Related, diagnostic.Related{File: class.File, Span: class.NameSpan, Message: "the class is here"})
	return true
}

// cutLast cuts the name of a class before its last segment.
func cutLast(class string) (above, last string, ok bool) {
	at := strings.LastIndex(class, "::")
	if at < 0 {
		return "", "", false
	}
	return class[:at+2], class[at+2:], true
}

// mayBeHash reports whether the type of a parameter may have hashes among its values.
func mayBeHash(code *manifest.Index, parameter *manifest.Parameter) bool {
	typ, err := code.ParameterType(parameter)
	return err != nil || types.Instance(typ, data.NewHash(nil)) || types.Assignable(types.HashOf(types.Any, types.Any), typ)
}

// meantClass returns the key that was probably meant, or help if there is none; see also suggest.
func (k *classKey) meantClass(p *rule.KeyPass) (meant, help string) {
	if near, ok := k.namesWith(p.Site, k.name).Meant(k.class, nil); ok {
		return near + "::" + k.name, ""
	}
	if meant = meantLookup(p); meant != "" {
		return meant, ""
	}
	if above, last, ok := manifest.CutParameter(k.class); ok {
		if class, _ := k.code.Class(above); class != nil {
			switch parameter := class.Parameter(last); {
			case parameter == nil:
			case class.Parameter(k.name) != nil:
				return class.Name + "::" + k.name, ""
			case mayBeHash(k.code, parameter):
				return "", "set `" + rule.Shown(k.name) + "` in the hash `" + rule.Shown(k.class) + "`, which is a parameter"
			}
		}
	}
	if others := k.relatedWith(k.name); len(others) == 1 && k.couldBe(p, others[0]) {
		k.related = others[0] + "::" + k.name
	}
	if near, ok := k.namesWith(p.Site, "").Meant(k.class, nil); ok {
		return "", "did you mean the class `" + rule.Shown(near) + "`?"
	}
	return "", "remove the key, or correct the class name"
}

type couldBeKey struct {
	code           *manifest.Index
	missing, other string
}

// couldBe reports whether another class has parameters for all keys of the missing class that data sets. Otherwise, the
// class was removed rather than misspelled.
func (k *classKey) couldBe(p *rule.KeyPass, other string) bool {
	return rule.Once(p.Site, couldBeKey{k.code, k.class, other}, func() bool {
		class, _ := k.code.Class(other)
		prefix := k.class + "::"
		return lists.All(lists.WithPrefix(p.Key.Fleet.Defined(), prefix), func(key string) bool {
			name := strings.TrimPrefix(key, prefix)
			return strings.Contains(name, "::") || class.Parameter(name) != nil
		})
	})
}

package binding

import (
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/releases"
	"github.com/hieralint/hieralint/internal/rule"
)

// inRelease returns the binding of a key by what the release of its module has; the zero binding if it has the parameter, or may look
// up the key.
func (k *classKey) inRelease(r releases.Release) binding {
	k.release = &r
	switch {
	case r.MayRead(k.class, k.name):
		return 0
	case r.HasClass(k.class):
		return noParameter
	}
	return noClass
}

// reportReleased reports a key for a class or parameter that the release of its module does not have.
func reportReleased(p *rule.KeyPass, k *classKey) {
	r := k.release
	var d diagnostic.Diagnostic
	what := "the parameter"
	removed, added := r.AroundParameter(k.class, k.name)
	near, isNear := "", false
	switch {
	case k.binding == noParameter:
		d.Message = "class `" + rule.Shown(k.class) + "` of " + r.String() + " has no parameter `" + rule.Shown(k.name) + "`"
		if near, isNear = parametersOf(p.Site, *r, k.class).Nearest(k.name, nil); isNear {
			near = k.class + "::" + near
		}
	case r.HasType(k.class):
		d.Message = "`" + rule.Shown(k.class) + "` of " + r.String() + " is a defined type, whose parameters are not looked up in data"
		d.Help = "set the value where the type is declared"
	default:
		d.Message = r.String() + " has no class `" + rule.Shown(k.class) + "`"
		what = "the class"
		removed, added = r.AroundClass(k.class)
		if near, isNear = nearest.NewNames(classesWith(p.Site, *r, k.name)).Meant(k.class, nil); isNear {
			near += "::" + k.name
		}
	}
	isOld := r.EverHad(k.class, k.name)
	switch {
	case d.Help != "":
	case isNear && !isOld:
		d.Meant = near
	case !isOld && areMadeUp(p.Site, p.Key.Fleet.Project):
		return
	case removed != "":
		d.Help = "remove the key: version " + removed + " of the module removed " + what
	case added != "":
		d.Help = "remove the key, or use version " + added + " of the module, which added " + what
	default:
		isOther := func(class string) bool { return class != k.class && isRelated(k.class, class) }
		if related := lists.Filter(classesWith(p.Site, *r, k.name), isOther); len(related) == 1 {
			k.related = related[0] + "::" + k.name
		}
		d.Help = "remove the key, or correct its name"
	}
	reportDead(p, k, d)
}

type parametersKey struct {
	release releases.Release
	class   string
}

// parametersOf returns the names of the parameters of a class.
func parametersOf(s *rule.Site, r releases.Release, class string) *nearest.Names {
	return rule.Once(s, parametersKey{r, class}, func() *nearest.Names { return nearest.NewNames(r.Parameters(class)) })
}

type classesWithKey struct {
	release   releases.Release
	parameter string // "" for all classes
}

// classesWith returns the names of the classes with a parameter.
func classesWith(s *rule.Site, r releases.Release, parameter string) []string {
	return rule.Once(s, classesWithKey{r, parameter}, func() []string {
		all := rule.Once(s, classesWithKey{release: r}, r.Classes)
		return lists.Filter(all, func(class string) bool { return r.HasParameter(class, parameter) })
	})
}

type madeUpKey struct{ env *project.Environment }

// areMadeUp reports whether most keys in data that are named like parameters of known releases are not those of any release: they are
// for other code.
func areMadeUp(s *rule.Site, env *project.Environment) bool {
	return rule.Once(s, madeUpKey{env}, func() bool {
		known, unknown := 0, 0
		for _, module := range env.NotInstalled() {
			r, ok := env.Release(module)
			if !ok {
				continue
			}
			for _, key := range lists.WithPrefix(s.Project.Keys(), module+"::") {
				if class, name, _ := manifest.CutParameter(key); r.EverHad(class, name) {
					known++
				} else {
					unknown++
				}
			}
		}
		return unknown > known
	})
}

// describeUnreleased describes a class that a release does not have, and that is included.
func describeUnreleased(s *rule.Site, d *diagnostic.Diagnostic, r releases.Release, class string) {
	d.Severity, d.Message, d.Help = diagnostic.Warning, r.String()+" has no class `"+rule.Shown(class)+"`", "remove it, or correct its name"
	if r.HasType(class) {
		d.Message, d.Help = "`"+rule.Shown(class)+"` of "+r.String()+" is a defined type, not a class", "remove it, and declare the defined type in a manifest"
		return
	}
	switch removed, added := r.AroundClass(class); {
	case removed != "":
		d.Help = "remove it: version " + removed + " of the module removed the class"
	case added != "":
		d.Help = "remove it, or use version " + added + " of the module, which added the class"
	default:
		type classesKey struct{ release releases.Release }
		known := rule.Once(s, classesKey{r}, func() *nearest.Names { return nearest.NewNames(r.Classes()) })
		d.Meant, _ = known.Meant(class, nil)
	}
}

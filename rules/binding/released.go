package binding

import (
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
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
		if near, isNear = nearest.Name(k.name, r.Parameters(k.class)); isNear {
			near = k.class + "::" + near
		}
	case r.HasType(k.class):
		d.Message = "`" + rule.Shown(k.class) + "` of " + r.String() + " is a defined type, whose parameters are not looked up in data"
		d.Help = "set the value where the type is declared"
	default:
		d.Message = r.String() + " has no class `" + rule.Shown(k.class) + "`"
		what = "the class"
		removed, added = r.AroundClass(k.class)
		with := lists.Filter(r.Classes(), func(class string) bool { return r.HasParameter(class, k.name) })
		if near, isNear = nearest.Name(k.class, with); isNear {
			near += "::" + k.name
		}
	}
	isOld := r.EverHad(k.class, k.name)
	switch {
	case d.Help != "":
	case isNear && !isOld:
		d.Meant = near
	case !isOld && isOtherCode(p.Site, r.Module):
		return
	case removed != "":
		d.Help = "remove the key: version " + removed + " of the module removed " + what
	case added != "":
		d.Help = "remove the key, or use version " + added + " of the module, which added " + what
	default:
		if related := slices.DeleteFunc(r.Classes(), func(class string) bool {
			return class == k.class || !r.HasParameter(class, k.name) || !isRelated(k.class, class)
		}); len(related) == 1 {
			k.related = related[0] + "::" + k.name
		}
		d.Help = "remove the key, or correct its name"
	}
	reportDead(p, k, d)
}

type otherCodeKey struct{ module *releases.Module }

// isOtherCode reports whether most keys in data that are named like parameters of a module are not those of any release: they are for other
// code with this name.
func isOtherCode(s *rule.Site, m *releases.Module) bool {
	return rule.Once(s, otherCodeKey{m}, func() bool {
		known, unknown := 0, 0
		for _, key := range lists.WithPrefix(s.Project.Keys(), m.Name+"::") {
			if class, name, _ := manifest.CutParameter(key); m.EverHad(class, name) {
				known++
			} else {
				unknown++
			}
		}
		return unknown > known
	})
}

// describeUnreleased describes a class that a release does not have, and that is included.
func describeUnreleased(d *diagnostic.Diagnostic, r releases.Release, class string) {
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
		d.Meant, _ = nearest.Name(class, r.Classes())
	}
}

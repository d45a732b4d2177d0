package usage

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

// MeantModule returns the module that was probably meant by the one in the name of a class or, if
// parameter is not "", in the name of a key; "" if there is none. It is a module in the tree or the
// Puppetfile whose name differs in one letter.
//
// Many modules have similar names, such as user and users, or syslog and rsyslog. Unless the letter
// is clearly a mistake, the class or key must therefore exist in the other module. In addition,
// something must list the modules, or the class must have a namespace.
func (x *Index) MeantModule(class, parameter string) string {
	module, rest, _ := strings.Cut(class, "::")
	if rest != "" {
		rest = "::" + rest
	}
	presence := x.env.Presence(module)
	if presence == project.Present || presence == project.Expected {
		return ""
	}
	near := x.near(module)
	if len(near) == 0 || x.env.Dir == "" || x.env.ComputesModules() || !x.HasCode() || x.code.HasModule(module) || isBundled(module) || x.codeSpeaksOf(module) {
		return ""
	}
	for _, known := range near {
		isComparable := rest != "" || presence == project.Absent && parameter != ""
		if nearest.IsMeant(module, known) || isComparable && x.isKnown(known+rest, parameter) {
			return known
		}
	}
	return ""
}

// near returns the modules in the tree and the Puppetfile whose names differ in one letter other
// than a digit.
func (x *Index) near(module string) []string {
	return x.nearModules.Of(module, func() []string {
		return lists.Filter(x.modules().Within(module, 1), func(known string) bool { return isNear(module, known) })
	})
}

// MayMean reports whether a key may turn out to be mistyped because another key is in the data.
func MayMean(key, other string) bool {
	module, rest, _ := strings.Cut(key, "::")
	known, otherRest, _ := strings.Cut(other, "::")
	return rest == otherRest && isNear(module, known)
}

func isNear(module, known string) bool {
	return len(module) >= 4 && nearest.Distance(module, known, 1) == 1 && !nearest.DifferInDigits(module, known)
}

// isKnown reports whether code has a class or, if parameter is not "", code or data has a key.
func (x *Index) isKnown(class, parameter string) bool {
	definition, _ := x.code.Class(class)
	if parameter == "" {
		return definition != nil
	}
	return definition != nil && definition.Parameter(parameter) != nil || x.project.HasKey(class+"::"+parameter)
}

// findModules returns the names of the modules in the tree and the Puppetfile.
func (s *surroundings) findModules() *nearest.Names {
	installed := lists.Map(s.env.Environment.Modules(), func(m *environment.Module) string { return m.Name })
	return nearest.NewNames(lists.Distinct(slices.Concat(installed, s.env.NotInstalled())))
}

package hierarchy

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// minRoles is the number of files for roles from which another one is expected to be for a role, too.
const minRoles = 3

// ofNoRole reports a file such as role/vhst.yaml if all other files of the level are named after a class of the module `role`, and
// a class without a file has nearly the same name.
func ofNoRole(p *rule.FilePass) {
	value, meant := "", ""
	for i := range p.File.Matches {
		m := &p.File.Matches[i]
		if len(m.Vars) != 1 || !isRole(m.Vars[0].Name) || value != "" && value != m.Vars[0].Text {
			return
		}
		value = m.Vars[0].Text
		if meant = rolesAt(p.Site, m).meant(value); meant == "" {
			return
		}
	}
	p.Report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning,
		Message:  "no class for role `" + rule.Shown(value) + "`, but one for `" + rule.Shown(meant) + "`; all other files of the level are named after classes",
		Detail:   "Puppet opens the file only for nodes with this value",
		Help:     "rename the file",
		Meant:    meant,
	})
}

// isRole reports whether a variable is for the role of a node: `role`, `facts.server_role`, or `trusted.extensions.pp_role`.
func isRole(variable string) bool {
	name := variable[strings.LastIndexAny(variable, ".:")+1:]
	return name == "role" || strings.HasSuffix(name, "_role")
}

// roles holds the files at a location that is for roles, and the classes that they are named after.
type roles struct {
	files   map[string]bool // by role
	classes map[string]bool // by name, without the module
}

// rolesAt returns the roles at the location of a match. They are determined once.
func rolesAt(s *rule.Site, m *project.Match) *roles {
	type key struct {
		level    *config.Level
		location int
	}
	return rule.Once(s, key{m.Level, m.Location}, func() *roles {
		all := &roles{files: map[string]bool{}, classes: map[string]bool{}}
		for _, f := range s.Project.FilesOf(m.Root) {
			for i := range f.Matches {
				if other := &f.Matches[i]; other.Level == m.Level && other.Location == m.Location && len(other.Vars) == 1 {
					all.files[other.Vars[0].Text] = true
				}
			}
		}
		for code := range s.AllCode() {
			for _, module := range []string{"role", "roles"} {
				for _, class := range code.ClassesIn(module) {
					if _, name, ok := strings.Cut(class.Name, "::"); ok {
						all.classes[name] = true
					}
				}
			}
		}
		return all
	})
}

// meant returns the role that was probably meant by one that has a file, but no class; "" if there is none, or several.
func (r *roles) meant(role string) string {
	if len(r.files) <= minRoles || r.classes[role] {
		return ""
	}
	for other := range r.files {
		if other != role && !r.classes[other] {
			return ""
		}
	}
	similar := lists.Filter(slices.Collect(maps.Keys(r.classes)), func(class string) bool { return !r.files[class] && isNearlyRole(role, class) })
	if len(similar) != 1 {
		return ""
	}
	return similar[0]
}

// isNearlyRole reports whether two roles differ in one letter, but not in a number or a plural.
func isNearlyRole(a, b string) bool {
	return nearest.IsTypo(a, b) || nearest.Distance(a, b, 1) == 1 && min(len(a), len(b)) >= minRole && a[0] == b[0] && !nearest.DifferInDigits(a, b) &&
		a+"s" != b && b+"s" != a
}

// minRole is the length of a role from which a different letter is probably a mistake.
const minRole = 4

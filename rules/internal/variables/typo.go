package variables

import (
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// shortestName is the length from which a letter too many, too few, or swapped makes no other name.
const shortestName = 4

// IsTypo reports whether a variable differs from another one only by what is probably a typing error: a letter other
// than the first is missing, added, or swapped with the next. Digits and plurals are other names.
func IsTypo(name, other string) bool {
	if nearest.IsTypo(name, other) {
		return true
	}
	if len(name) > len(other) {
		name, other = other, name
	}
	at, edit := nearest.SingleEdit(name, other)
	if len(other) < shortestName || at == 0 || at < len(name) && ascii.IsDigit(name[at]) || at < len(other) && ascii.IsDigit(other[at]) {
		return false
	}
	return edit == nearest.Swapped || edit == nearest.Missing && other[at:] != "s"
}

// hierarchyVariables holds the variables of all hierarchies except those of modules.
type hierarchyVariables struct {
	known map[string]bool
	names *nearest.Names
}

func variablesOfHierarchies(p *rule.Site) *hierarchyVariables {
	type key struct{}
	return rule.Once(p, key{}, func() *hierarchyVariables {
		v := &hierarchyVariables{known: map[string]bool{}}
		for _, root := range p.Project.Roots {
			if root.Layer == config.Module {
				continue
			}
			for variable := range inHierarchy(root.Config) {
				v.known[strings.TrimPrefix(variable.Text, "::")] = true
			}
		}
		v.names = nearest.NewNames(slices.Sorted(maps.Keys(v.known)))
		return v
	})
}

// MayBeTypo reports whether nothing is known about a variable, so that it may be a misspelling of another.
func MayBeTypo(p *rule.Site, v key.Key) bool {
	name := strings.TrimPrefix(v.Text, "::")
	fact := strings.TrimPrefix(name, "facts.")
	if IsKnown(p, name) || IsKnown(p, fact) || facter.IsVariable(name) {
		return false
	}
	_, legacy := facter.Legacy(fact)
	return !legacy && facter.Core(strings.Split(fact, ".")...) == nil
}

// MeantOfHierarchy returns the variable in a hierarchy of which a variable in data is probably a misspelling, or "".
func MeantOfHierarchy(p *rule.Site, v key.Key) string {
	name := strings.TrimPrefix(v.Text, "::")
	fact := strings.TrimPrefix(name, "facts.")
	of := variablesOfHierarchies(p)
	if of.known[name] || of.known[fact] || of.known["facts."+name] {
		return ""
	}
	meant, _ := of.names.Nearest(name, func(known string) bool { return !IsTypo(name, known) })
	return meant
}

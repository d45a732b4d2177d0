package variables

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
)

// shortestSlip is the length from which a letter too many, too few, or swapped makes no other name.
const shortestSlip = 4

// IsSlip reports whether a variable differs from another one only by what is probably a typing error: a letter other
// than the first is missing, added, or swapped with the next. Digits and plurals are other names.
func IsSlip(name, other string) bool {
	if nearest.IsTypo(name, other) {
		return true
	}
	if len(name) > len(other) {
		name, other = other, name
	}
	if len(other) < shortestSlip || nearest.Distance(name, other, 1) != 1 {
		return false
	}
	at := 0
	for at < len(name) && name[at] == other[at] {
		at++
	}
	switch {
	case at == 0 || at < len(name) && isDigit(name[at]) || isDigit(other[at]):
		return false
	case len(name) < len(other):
		return other[at:] != "s"
	}
	return at+1 < len(name) && name[at] == other[at+1] && name[at+1] == other[at]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

type hierarchyNames struct{}

// inHierarchies returns the variables of all hierarchies except those of modules, sorted.
func inHierarchies(p *rule.Site) []string {
	if known, ok := p.Memo.Load(hierarchyNames{}); ok {
		return known.([]string)
	}
	var names []string
	for _, root := range p.Project.Roots {
		if root.Layer == config.Module {
			continue
		}
		for v := range InHierarchy(root.Config) {
			names = append(names, strings.TrimPrefix(v.Text, "::"))
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	p.Memo.Store(hierarchyNames{}, names)
	return names
}

// MeantOfHierarchy returns the variable in a hierarchy of which a variable in data is probably a misspelling, or "".
func MeantOfHierarchy(p *rule.Site, v key.Key) string {
	name := strings.TrimPrefix(v.Text, "::")
	fact := strings.TrimPrefix(name, "facts.")
	if IsKnown(p, name) || IsKnown(p, fact) || facter.IsVariable(name) || strings.HasPrefix(v.Root, "calling_") {
		return ""
	}
	if _, legacy := facter.Legacy(fact); legacy || facter.Core(strings.Split(fact, ".")...) != nil {
		return ""
	}
	names := inHierarchies(p)
	if slices.Contains(names, name) || slices.Contains(names, fact) || slices.Contains(names, "facts."+name) {
		return ""
	}
	i := slices.IndexFunc(names, func(other string) bool { return IsSlip(name, other) })
	if i < 0 {
		return ""
	}
	return names[i]
}

package rules

import (
	"slices"

	"github.com/hieralint/hieralint/internal/rule"
)

// Named returns the rules that name selects: a single rule by its name or id, or all rules of a family by its tag. It
// returns nil if nothing matches.
func Named(name string) []*rule.Rule {
	if r := Find(name); r != nil {
		return []*rule.Rule{r}
	}
	return slices.DeleteFunc(All(), func(r *rule.Rule) bool { return r.Family.Tag != name })
}

// Families returns the tags of all families, in the order of their rules.
func Families() []string {
	var tags []string
	for _, r := range All() {
		if !slices.Contains(tags, r.Family.Tag) {
			tags = append(tags, r.Family.Tag)
		}
	}
	return tags
}

// NearestNamed returns the rule or family closest to a mistyped name, or "" if none is close.
func NearestNamed(name string) string {
	known := Families()
	for _, r := range All() {
		known = append(known, r.Name)
	}
	return meant(name, known)
}

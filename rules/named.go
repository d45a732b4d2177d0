package rules

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/rule"
)

// Named returns the rules that a name stands for: one by its name or id, or those of a family by its tag. It is empty when there
// are none.
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

// NearestNamed is the rule or family that a mistyped name was probably meant for; empty when there is none like it.
func NearestNamed(name string) string {
	known := Families()
	for _, r := range All() {
		known = append(known, r.Name)
	}
	return meant(name, known)
}

// normal is a name in the letters that names of rules have.
func normal(name string) string { return strings.ReplaceAll(strings.ToLower(name), "_", "-") }

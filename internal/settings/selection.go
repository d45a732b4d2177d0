package settings

import (
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

// Selection limits a run to some rules. With the zero value, the configuration determines the
// rules.
type Selection struct {
	selects        bool
	selected       []*rule.Rule
	named, ignored []*rule.Rule
}

// UnknownRuleError reports a name that is neither a rule nor a family.
type UnknownRuleError struct {
	Name string
	Near string // the name that was probably meant; may be empty
}

func (e *UnknownRuleError) Error() string {
	text := fmt.Sprintf("no rule or family `%s`", e.Name)
	if e.Near != "" {
		return text + "; " + nearest.Question(e.Near)
	}
	return text + "; `hieralint rules` lists them"
}

// Select adds a rule, or those of a family, to the selection. A rule that is selected by its own
// name runs even if the configuration turns it off.
func (s *Selection) Select(name string) error {
	found, err := named(name)
	if err != nil {
		return err
	}
	s.selects = true
	s.selected = append(s.selected, found...)
	if rules.Find(name) != nil {
		s.named = append(s.named, found...)
	}
	return nil
}

// Ignore excludes a rule, or those of a family.
func (s *Selection) Ignore(name string) error {
	found, err := named(name)
	s.ignored = append(s.ignored, found...)
	return err
}

func named(name string) ([]*rule.Rule, error) {
	if found := rules.Named(name); len(found) > 0 {
		return found, nil
	}
	return nil, &UnknownRuleError{name, rules.NearestNamed(name)}
}

// leavesOut reports whether a rule is excluded. Rules about input that a run lacks are only
// excluded if they are ignored explicitly.
func (s *Selection) leavesOut(r *rule.Rule) bool {
	return slices.Contains(s.ignored, r) || s.selects && r.Gap == diagnostic.NoGap && !slices.Contains(s.selected, r)
}

// names reports whether a rule was selected by its own name.
func (s *Selection) names(r *rule.Rule) bool { return slices.Contains(s.named, r) }

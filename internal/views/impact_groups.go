package views

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
)

// shownGroup is a group of changes under headings that describe the nodes on which they happen.
type shownGroup struct {
	// Titles describe the nodes, one for each environment.
	Titles []string
	// Count is the number of real nodes; 0 for derived nodes.
	Count   int
	Nodes   []string
	Changes []shownChange
}

// shownChange is the description of a change, and its cause.
type shownChange struct {
	key   string
	Lines []string
	From  string // may be empty
}

// maxTitles is the maximum number of headings of a group.
const maxTitles = 5

// shownGroups returns the groups as displayed: derived nodes with the same description have one
// heading, and groups with the same changes are combined.
func shownGroups(i *impact.Impact) []*shownGroup {
	var all []*shownGroup
	derived := map[string]*shownGroup{}
	group := func(environment, where string, count int, nodes []string) *shownGroup {
		title := groupTitle(environment, where)
		s := derived[title]
		if s == nil || count > 0 {
			s = &shownGroup{Titles: []string{title}, Count: count, Nodes: nodes}
			all = append(all, s)
			if count == 0 {
				derived[title] = s
			}
		}
		return s
	}
	folded := map[*impact.Change]bool{}
	for _, f := range folds(i) {
		s := group(f.environment, f.where, 0, f.nodes)
		s.Changes = append(s.Changes, f.shown())
		for _, c := range f.changes {
			folded[c] = true
		}
	}
	for _, g := range i.Groups {
		shown := slices.DeleteFunc(slices.Clone(g.Changes), func(c *impact.Change) bool { return folded[c] })
		if len(shown) > 0 {
			s := group(g.Environment, g.Where, g.Count, g.Nodes)
			for _, c := range shown {
				s.Changes = append(s.Changes, shownChange{c.Key, changeLines(c), responsible(c)})
			}
		}
	}
	var distinct []*shownGroup
	known := map[string]*shownGroup{}
	for _, s := range all {
		slices.SortStableFunc(s.Changes, func(a, b shownChange) int { return strings.Compare(a.key, b.key) })
		same := known[s.identity()]
		if same == nil {
			known[s.identity()] = s
			distinct = append(distinct, s)
			continue
		}
		same.Titles = append(same.Titles, s.Titles...)
		same.Count += s.Count
		same.Nodes = slices.Concat(same.Nodes, s.Nodes)
	}
	for _, s := range distinct {
		if more := len(s.Titles) - maxTitles; more > 0 {
			s.Titles = append(s.Titles[:maxTitles:maxTitles], fmt.Sprintf("and %d more groups of nodes", more))
		}
	}
	return distinct
}

// identity returns the same string for groups with the same changes.
func (s *shownGroup) identity() string {
	var b strings.Builder
	for _, c := range s.Changes {
		fmt.Fprintf(&b, "%q %q\n", c.Lines, c.From)
	}
	return b.String()
}

package impactreport

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
)

// shownGroup is a group of changes under headings that describe the nodes on which they happen.
type shownGroup struct {
	// Titles describe the nodes, one for each environment.
	Titles []string
	// Count is the number of real nodes; 0 for derived nodes.
	Count   int
	Nodes   []string
	Changes []shownChange
	// IsGuess reports that there may be no such nodes.
	IsGuess bool
}

// shownChange is the description of a change, and its cause.
type shownChange struct {
	key   string
	Lines []line
	From  string // may be empty
	// onlyBefore reports that From has only places of the old value.
	onlyBefore bool

	id, opposite string // identify the change and its opposite
}

// maxTitles is the maximum number of headings of a group.
const maxTitles = 5

// shownGroups returns the groups as displayed: derived nodes with the same description have one
// heading, and groups with the same changes are combined.
func shownGroups(i *impact.Impact) []*shownGroup {
	distinct := distinctGroups(titledGroups(i))
	for _, s := range distinct {
		if more := len(s.Titles) - maxTitles; more > 0 {
			s.Titles = append(s.Titles[:maxTitles:maxTitles], fmt.Sprintf("and %d more groups of nodes", more))
		}
	}
	distinct = withoutReverse(distinct)
	slices.SortStableFunc(distinct, func(a, b *shownGroup) int { return lists.CompareBool(a.IsGuess, b.IsGuess) })
	return distinct
}

// titledGroups returns the outages, folds, and remaining changes of each description of nodes, sorted
// by key.
func titledGroups(i *impact.Impact) []*shownGroup {
	var all []*shownGroup
	derived := map[string]*shownGroup{}
	group := func(environment, where string, count int, nodes []string, isGuess bool) *shownGroup {
		title := groupTitle(environment, where)
		s := derived[title]
		if s == nil || count > 0 {
			s = &shownGroup{Titles: []string{title}, Count: count, Nodes: nodes, IsGuess: isGuess}
			all = append(all, s)
			if count == 0 {
				derived[title] = s
			}
		}
		return s
	}
	folded := map[*impact.Change]bool{}
	for _, o := range i.Outages {
		s := group(o.Environment, o.Where, o.Count, o.Nodes, o.IsGuess)
		s.Changes = append(s.Changes, shownOutage(o))
		for _, c := range o.Changes {
			folded[c] = true
		}
	}
	for _, f := range folds(i) {
		if slices.ContainsFunc(f.Changes, func(c *impact.Change) bool { return folded[c] }) {
			continue
		}
		s := group(f.Environment, f.Where, 0, f.Nodes, f.IsGuess)
		s.Changes = append(s.Changes, f.shown())
		for _, c := range f.Changes {
			folded[c] = true
		}
	}
	for _, g := range i.Groups {
		shown := slices.DeleteFunc(slices.Clone(g.Changes), func(c *impact.Change) bool { return folded[c] })
		if len(shown) > 0 {
			s := group(g.Environment, g.Where, g.Count, g.Nodes, g.IsGuess)
			for _, c := range shown {
				change := shownChange{key: c.Key, Lines: changeLines(c)}
				change.id, change.opposite = c.IDs()
				change.From, change.onlyBefore = responsible(c)
				s.Changes = append(s.Changes, change)
			}
		}
	}
	for _, s := range all {
		slices.SortStableFunc(s.Changes, func(a, b shownChange) int { return strings.Compare(a.key, b.key) })
	}
	return all
}

// distinctGroups combines groups with the same changes.
func distinctGroups(all []*shownGroup) []*shownGroup {
	var distinct []*shownGroup
	known := map[string]*shownGroup{}
	for _, s := range all {
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
	return distinct
}

// shownOutage returns the lines for a failure of many keys.
func shownOutage(o *impact.Outage) shownChange {
	s, verb := sign('!'), " fail"
	if o.IsBefore {
		s, verb = '~', " no longer fail"
	}
	what := plural.Count(len(o.Keys), "key") + verb
	if o.Elsewhere > 0 {
		what += fmt.Sprintf(", %d of them on other nodes, or on only some of these", o.Elsewhere)
	}
	what += ": " + o.Failure()
	return shownChange{
		Lines: []line{{sign: s, text: what}, {isPart: true, text: plural.More(o.Keys, maxNames)}},
		id:    s.prefix() + what, opposite: "the opposite of " + s.prefix() + what,
	}
}

// identity returns the same string for groups with the same changes.
func (s *shownGroup) identity() string {
	var b strings.Builder
	for _, c := range s.Changes {
		fmt.Fprintf(&b, "%q %q\n", c.Lines, c.From)
	}
	return b.String()
}

// withoutReverse combines groups of derived nodes with opposite changes: those that a renamed file
// causes.
func withoutReverse(all []*shownGroup) []*shownGroup {
	byChanges := map[string]*shownGroup{}
	var rest []*shownGroup
	for _, s := range all {
		if s.Count > 0 {
			rest = append(rest, s)
			continue
		}
		opposite := s.ids(func(c *shownChange) string { return c.opposite })
		if other := byChanges[opposite]; other != nil && other.IsGuess == s.IsGuess {
			if s.gains() > other.gains() {
				s.Titles, other.Titles = other.Titles, s.Titles
				s.Changes, other.Changes = other.Changes, s.Changes
			}
			for _, title := range s.Titles {
				other.Titles = append(other.Titles, "the opposite on "+title)
			}
			other.Nodes = slices.Concat(other.Nodes, s.Nodes)
			continue
		}
		rest = append(rest, s)
		if id := s.ids(func(c *shownChange) string { return c.id }); id != opposite {
			byChanges[id] = s
		}
	}
	return rest
}

// gains is the number of changes whose value is written after the change.
func (s *shownGroup) gains() int {
	return len(lists.Filter(s.Changes, func(c shownChange) bool { return !c.onlyBefore }))
}

// ids returns the same string for the same changes in any order.
func (s *shownGroup) ids(of func(*shownChange) string) string {
	var all []string
	for i := range s.Changes {
		all = append(all, of(&s.Changes[i]))
	}
	slices.Sort(all)
	return fmt.Sprintf("%q", all)
}

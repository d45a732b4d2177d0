package runner

import (
	"slices"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/settings"
)

// coverage finds the suppressions that apply to a finding, among those that name its rule. All must be added before it
// is searched.
type coverage struct {
	comments map[*source.File][]extent // in order
	entries  []*suppression
	paths    *settings.PathIndex // of entries
	anywhere []int               // the numbers of entries without paths
	byPath   map[string]*entriesOf
	known    map[string]*entriesOf // by the ID of their paths
	groups   []*group
}

// group is suppressions that apply to the same findings, in order. There may be so many that they are not visited for
// each finding.
type group struct {
	all  []*suppression
	used bool
}

// add adds a suppression, once. Suppressions are added in order.
func (c *coverage) add(s *suppression) {
	if s.entry != nil {
		if n := len(c.entries); n == 0 || c.entries[n-1] != s {
			c.entries = append(c.entries, s)
		}
		return
	}
	of := c.comments[s.File]
	if n := len(of); n == 0 || of[n-1].Span != s.extent { // otherwise, both comments are for the whole file
		of = append(of, extent{s.extent, c.newGroup()})
		lists.Put(&c.comments, s.File, of)
	}
	of[len(of)-1].add(s)
}

// extent is a part of a file that comments apply to.
type extent struct {
	source.Span
	*group
}

func (c *coverage) newGroup() *group {
	g := &group{}
	c.groups = append(c.groups, g)
	return g
}

func (g *group) add(s *suppression) {
	if n := len(g.all); n == 0 || g.all[n-1] != s {
		g.all = append(g.all, s)
	}
}

// use marks the suppressions that apply to a finding as used, and returns the first; nil if there is none.
func (c *coverage) use(o *Options, d *diagnostic.Diagnostic) (first *suppression) {
	if c == nil {
		return nil
	}
	found := func(g *group) {
		g.used = true
		if s := g.all[0]; first == nil || s.order < first.order {
			first = s
		}
	}
	for _, e := range c.comments[d.File] {
		if e.Start <= d.Span.Start && d.Span.Start <= e.End {
			found(e.group)
		}
	}
	if len(c.entries) > 0 {
		c.at(o, d.File.Path).visit(d.Key.String(), found)
	}
	return first
}

// used returns the suppressions that applied to a finding.
func (c *coverage) used() []*suppression {
	var all []*suppression
	for _, g := range c.groups {
		if g.used {
			all = append(all, g.all...)
		}
	}
	return all
}

// prepare prepares the search for entries.
func (c *coverage) prepare() {
	c.byPath, c.known = map[string]*entriesOf{}, map[string]*entriesOf{}
	c.paths = settings.NewPathIndex(lists.Map(c.entries, func(s *suppression) settings.Patterns { return s.entry.Paths })...)
	for i, s := range c.entries {
		if len(s.entry.Paths) == 0 {
			c.anywhere = append(c.anywhere, i)
		}
	}
}

// at returns the entries of the configuration for a path.
func (c *coverage) at(o *Options, path string) *entriesOf {
	if e := c.byPath[path]; e != nil {
		return e
	}
	if c.byPath == nil {
		c.prepare()
	}
	e := c.newEntries(nil)
	if relative, ok := o.Settings.Relative(path); ok {
		applying := c.paths.Find(relative)
		e = lists.GetOrPut(c.known, settings.ID(applying), func() *entriesOf {
			numbers := slices.Concat(settings.Lists(applying), c.anywhere)
			slices.Sort(numbers)
			return c.newEntries(lists.Map(numbers, func(i int) *suppression { return c.entries[i] }))
		})
	}
	c.byPath[path] = e
	return e
}

// entriesOf are entries of the configuration: those for all keys, those for a key and the keys in its value, and those
// with patterns of keys, by the text before the first wildcard.
type entriesOf struct {
	all     *group
	exact   map[string]*group
	matched map[string][]keyPattern
}

// keyPattern is a pattern of keys in one entry.
type keyPattern struct {
	*settings.Pattern
	group *group
}

func (c *coverage) newEntries(entries []*suppression) *entriesOf {
	e := &entriesOf{exact: map[string]*group{}, matched: map[string][]keyPattern{}}
	for _, s := range entries {
		if len(s.entry.Keys) == 0 {
			if e.all == nil {
				e.all = c.newGroup()
			}
			e.all.add(s)
		}
		var own *group
		for k := range s.entry.Keys {
			key := &s.entry.Keys[k]
			if key.IsExact() {
				g := lists.GetOrPut(e.exact, key.Text, c.newGroup)
				g.add(s)
				continue
			}
			if own == nil {
				own = c.newGroup()
				own.add(s)
			}
			e.matched[key.Start()] = append(e.matched[key.Start()], keyPattern{key, own})
		}
	}
	return e
}

// visit calls found for the entries that apply to a key.
func (e *entriesOf) visit(key string, found func(*group)) {
	if e.all != nil {
		found(e.all)
	}
	for i := range len(key) + 1 {
		if i == len(key) || key[i] == '.' {
			if g := e.exact[key[:i]]; g != nil {
				found(g)
			}
		}
		for _, p := range e.matched[key[:i]] {
			if p.Match(key) {
				found(p.group)
			}
		}
	}
}

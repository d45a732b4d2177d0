package impact

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/secret"
)

// Comparer compares the outcomes of the lookups of one environment and collects changes. It is safe
// for concurrent use.
type Comparer struct {
	// Environment is its name in Groups.
	Environment string
	// Before and After describe the sides.
	Before, After Side
	// MaxSize is the maximum size, in terms of data.Value.Size, of the large values that differ, of all
	// keys together. The values of further keys are neither compared in detail nor kept. Zero means
	// MaxSize.
	MaxSize int

	equal  equality
	size   atomic.Int64 // of the large values of pairs that were observed
	mu     sync.Mutex
	groups map[string]*Group
	moved  map[string]*Group
	folds  []*Fold
	failed map[failure]map[string]*Outage // by the nodes on which the keys fail
	large  map[string]bool                // see TooLarge
}

const (
	// MaxSize is the default of Comparer.MaxSize.
	MaxSize = 32 << 20
	// largeValue is the size from which a value is large.
	largeValue = 4 << 10
)

// TooLarge returns the keys whose values differ, but are omitted because of MaxSize, sorted.
func (c *Comparer) TooLarge() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(maps.Keys(c.large))
}

// omits reports whether to omit the values of a key, and charges for them otherwise.
func (c *Comparer) omits(key string, p *nodes.Pair) bool {
	size := 0
	for _, outcome := range []*nodes.Case{p.Before, p.After} {
		if outcome.Err == nil && !outcome.NotFound {
			size += outcome.Result.Value.Size()
		}
	}
	if size < largeValue || c.size.Add(int64(size)) <= int64(cmp.Or(c.MaxSize, MaxSize)) {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.large == nil {
		c.large = map[string]bool{}
	}
	c.large[key] = true
	return true
}

// Side is what is known about one side in addition to its evaluation.
type Side struct {
	// Name returns the name of a path. Same returns the name under which both sides have a file:
	// for one that was moved, the new name. If nil, it is Name.
	Name, Same func(path string) string
	// IsNew reports whether a file has something else for a root key than on the other side.
	IsNew func(path, key string) bool
	// Root is the directory of the tree, which failures contain.
	Root string
	// Code is the code of the environment; nil if there is none.
	Code *manifest.Index
}

// Differ reports whether the outcomes of a lookup differ.
func (c *Comparer) Differ(name string, before, after *nodes.Case) bool {
	return c.kind(name, before, after) != ""
}

// kind returns what differs between outcomes; "" for nothing.
func (c *Comparer) kind(name string, before, after *nodes.Case) Kind {
	switch {
	case before.Err != nil && after.Err != nil:
		if c.Before.message(before.Err.Message) == c.After.message(after.Err.Message) {
			return ""
		}
		return Failing
	case after.Err != nil:
		return Failing
	case before.Err != nil:
		return Working
	case before.NotFound && after.NotFound:
		if was, is := c.Before.parameterOf(name), c.After.parameterOf(name); was != nil && is != nil && was.Default() != is.Default() {
			return Default
		}
		return ""
	case before.NotFound:
		return Added
	case after.NotFound:
		return Removed
	case !c.equal.of(before.Result.Value, after.Result.Value):
		return Changed
	case before.Result.Value.HasUnknown() && isOther(c.Before.written(before), c.After.written(after)):
		return Changed
	case !slices.Equal(c.Before.files(before), c.After.files(after)):
		return Moved
	}
	return ""
}

// places matches the positions in a message, which edits change.
var places = lazyregexp.New(`\(?(?:\bfile: [^,)]*, )?\bline:? \d+(?:,? column:? \d+)?\)?|:\d+(?::\d+)?\b`)

// message returns a failure without what differs between trees.
func (s *Side) message(text string) string {
	return places().ReplaceAllString(s.shown(text), "")
}

// shown returns a failure with the paths of the tree.
func (s *Side) shown(text string) string {
	if s.Root == "" {
		return text
	}
	return strings.ReplaceAll(text, strings.TrimSuffix(filepath.ToSlash(s.Root), "/")+"/", "")
}

// parameterOf returns the class parameter that a key sets; nil if there is none.
func (s *Side) parameterOf(key string) *manifest.Parameter {
	if s.Code == nil {
		return nil
	}
	_, p := s.Code.Parameter(key)
	return p
}

// written returns the values that a value consists of, as written, by key. They are compared if a
// part of it is unknown.
func (s *Side) written(c *nodes.Case) map[string][]string {
	all := map[string][]string{}
	for _, o := range c.Result.Origins {
		all[o.Key] = append(all[o.Key], identities{}.written(o.Node))
	}
	return all
}

// isOther reports whether some key is written differently. A key that only one side has does not
// count: which references are followed in a hash with an unknown key depends on its order.
func isOther(before, after map[string][]string) bool {
	for key, was := range before {
		is, ok := after[key]
		slices.Sort(was)
		slices.Sort(is)
		if ok && !slices.Equal(was, is) {
			return true
		}
	}
	return false
}

// files returns the files that a value comes from.
func (s *Side) files(c *nodes.Case) []string {
	var all []string
	for _, o := range c.Result.Origins {
		if o.Node != nil {
			all = append(all, s.same(o.Node))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// same returns the name of a node's file on both sides.
func (s *Side) same(n *data.Node) string {
	if s.Same == nil {
		return s.Name(n.Doc.File.Path)
	}
	return s.Same(n.Doc.File.Path)
}

// Observe adds a key whose outcomes differ.
func (c *Comparer) Observe(k *nodes.Compared) {
	byEdits := map[string]*alike{}
	var all []*alike
	for _, p := range k.Pairs {
		change := c.change(k.Name, p)
		id := change.identity()
		same := byEdits[id]
		if same == nil {
			same = &alike{change: change, known: map[knownPlace]bool{}}
			byEdits[id] = same
			all = append(all, same)
		}
		same.pairs = append(same.pairs, p)
		for _, isBefore := range []bool{true, false} {
			same.join(change, isBefore)
		}
	}
	for _, same := range all {
		same.change.identify()
		c.add(k, same.change, same.pairs)
	}
	for _, isBefore := range []bool{true, false} {
		c.observeFailures(k, all, isBefore)
	}
	for _, isBefore := range []bool{true, false} {
		all = c.fold(k, all, isBefore)
	}
}

// alike are the pairs of a key with the same change.
type alike struct {
	change *Change
	pairs  []*nodes.Pair
	known  map[knownPlace]bool
}

// knownPlace is a place in one of the lists of a change.
type knownPlace struct {
	isBefore, isResponsible bool
	place.Place
}

// join adds the places of the change on other nodes.
func (same *alike) join(other *Change, isBefore bool) {
	outcome, _ := same.change.Sides(isBefore)
	of, _ := other.Sides(isBefore)
	add := func(places, others []place.Place, isResponsible bool) []place.Place {
		if outcome == of {
			places = nil
		}
		for _, at := range others {
			if k := (knownPlace{isBefore, isResponsible, at}); !same.known[k] {
				same.known[k] = true
				places = append(places, at)
			}
		}
		return places
	}
	outcome.Places, outcome.Responsible = add(outcome.Places, of.Places, false), add(outcome.Responsible, of.Responsible, true)
}

// fold adds the folds with a single outcome on one side. It returns the other changes.
func (c *Comparer) fold(k *nodes.Compared, all []*alike, isBefore bool) (rest []*alike) {
	if len(all) <= MaxOutcomes {
		return all
	}
	bySingle := map[string][]*alike{}
	var singles []string
	for _, same := range all {
		single, several := same.change.Sides(isBefore)
		if same.change.Kind == Moved || several.isNew {
			rest = append(rest, same)
			continue
		}
		id := fmt.Sprint(single.isNew, single.identity())
		if bySingle[id] == nil {
			singles = append(singles, id)
		}
		bySingle[id] = append(bySingle[id], same)
	}
	for _, id := range singles {
		f := &Fold{Environment: c.Environment, IsBefore: isBefore}
		outcomes := map[string]bool{}
		var pairs []*nodes.Pair
		for _, same := range bySingle[id] {
			_, several := same.change.Sides(isBefore)
			outcomes[several.identity()] = true
			f.Changes, pairs = append(f.Changes, same.change), append(pairs, same.pairs...)
		}
		if len(outcomes) > MaxOutcomes {
			w := k.Where(pairs)
			single, _ := f.Changes[0].Sides(isBefore)
			if f.Where, f.Nodes, f.IsGuess = w.Text, w.Names, w.IsGuess; w.Real == 0 && (single.isNew || haveCommonValue(w.Names)) {
				c.mu.Lock()
				c.folds = append(c.folds, f)
				c.mu.Unlock()
				continue
			}
		}
		rest = append(rest, bySingle[id]...)
	}
	return rest
}

// haveCommonValue reports whether all of the derived nodes have the same value of some variable.
func haveCommonValue(nodes []string) bool {
	var common []string
	for i, n := range nodes {
		parts := strings.Split(n, " and ")
		if i == 0 {
			common = parts
			continue
		}
		common = slices.DeleteFunc(common, func(part string) bool { return !slices.Contains(parts, part) })
	}
	return slices.ContainsFunc(common, func(part string) bool { return strings.Contains(part, "` = `") })
}

// Sides returns the outcomes on the given side and on the other one.
func (c *Change) Sides(before bool) (one, other *Outcome) {
	if before {
		return &c.Before, &c.After
	}
	return &c.After, &c.Before
}

// identity returns the same string for equal outcomes, wherever they come from.
func (o *Outcome) identity() string {
	if o.Value != nil {
		return "=" + Identity(o.Value)
	}
	return fmt.Sprintf("%q %q", o.Failure, o.Default)
}

func (c *Comparer) add(k *nodes.Compared, change *Change, pairs []*nodes.Pair) {
	w := k.Where(pairs)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.groups == nil {
		c.groups, c.moved = map[string]*Group{}, map[string]*Group{}
	}
	groups := c.groups
	if change.Kind == Moved {
		groups = c.moved
	}
	g := groups[w.ID]
	if g == nil {
		g = &Group{Environment: c.Environment, Where: w.Text, Count: w.Real, Nodes: w.Names, isGuess: w.IsGuess}
		groups[w.ID] = g
	}
	g.Changes = append(g.Changes, change)
}

// change returns the change of a pair.
func (c *Comparer) change(name string, p *nodes.Pair) *Change {
	change := &Change{Key: name, Kind: c.kind(name, p.Before, p.After), Before: c.Before.outcome(name, p.Before), After: c.After.outcome(name, p.After)}
	switch {
	case c.omits(name, p):
		change.omit()
	case change.Kind == Changed:
		change.Edits = Edits(change.Before.Value, change.After.Value)
		before, after := c.Before.sources(p.Before), c.After.sources(p.After)
		change.Before.Responsible, change.After.Responsible = without(before, after), without(after, before)
	}
	if before, after := c.Before.options(p.Before), c.After.options(p.After); !before.equal(after) {
		change.Before.Options, change.After.Options = before, after
	}
	if change.Kind == Default {
		change.Before.Places, change.After.Places = c.Before.declaration(name), c.After.declaration(name)
	}
	for _, s := range []Side{c.After, c.Before} {
		if s.parameterOf(name) != nil {
			class, _ := s.Code.Parameter(name)
			change.Class = class.Name
			break
		}
	}
	return change
}

// omit replaces the values by placeholders.
func (c *Change) omit() {
	placeholder := secret.IsTooLarge.Value()
	for _, o := range []*Outcome{&c.Before, &c.After} {
		if o.Value != nil {
			o.Value = placeholder
		}
	}
	if c.Kind == Changed {
		c.Edits = []Edit{{Operation: Replace, Before: placeholder, After: placeholder}}
	}
}

// options returns the lookup_options of a key; nil if there are none.
func (s *Side) options(c *nodes.Case) *Options {
	e := c.Entry
	if e == nil || e.KeyNode == nil || e.Merge == nil && e.ConvertTo == nil {
		return nil
	}
	return &Options{e.Merge, e.ConvertTo, s.place(e.KeyNode)}
}

func (o *Options) equal(other *Options) bool {
	if o == nil || other == nil {
		return o == other
	}
	return Equal(o.Merge, other.Merge) && Equal(o.ConvertTo, other.ConvertTo)
}

// declaration returns the place that declares the class parameter that a key sets.
func (s *Side) declaration(name string) []place.Place {
	path, line := s.parameterOf(name).Line()
	return []place.Place{{Path: s.Name(path), Line: line}}
}

// sources returns the places that a value comes from, by their content.
func (s *Side) sources(c *nodes.Case) map[string]place.Place {
	all := map[string]place.Place{}
	for _, o := range c.Result.Origins {
		if o.Node != nil {
			all[o.Key+"\x00"+s.same(o.Node)+"\x00"+identities{}.written(o.Node)] = s.place(o.Node)
		}
	}
	return all
}

// without returns the places of sources that are not in others, sorted.
func without(sources, others map[string]place.Place) []place.Place {
	var all []place.Place
	for id, at := range sources {
		if _, ok := others[id]; !ok {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, place.Compare)
	return slices.Compact(all)
}

func (s *Side) outcome(name string, c *nodes.Case) Outcome {
	var o Outcome
	switch {
	case c.Err != nil:
		o.Failure = strings.TrimRight(s.shown(c.Err.Message), "; ") // Puppet prints "; " even if no reason follows
		if c.Err.Node != nil {
			o.Places = []place.Place{s.place(c.Err.Node)}
		}
		return o
	case c.NotFound:
		if p := s.parameterOf(name); p != nil {
			o.Default = p.Default()
		}
		return o
	}
	o.Value = c.Result.Value
	for _, origin := range c.Result.Origins {
		if origin.Node != nil {
			o.decrypted = o.decrypted || isDecrypted(origin.Node)
			o.isNew = o.isNew || s.IsNew != nil && s.IsNew(origin.Node.Doc.File.Path, origin.Key)
			if at := s.place(origin.Node); !slices.Contains(o.Places, at) {
				o.Places = append(o.Places, at)
			}
		}
	}
	return o
}

func (s *Side) place(n *data.Node) place.Place {
	return place.Place{Path: s.Name(n.Doc.File.Path), Line: n.Position().Line}
}

// identity returns the same string for changes of one key with the same description.
func (c *Change) identity() string {
	var b strings.Builder
	b.WriteString(string(c.Kind))
	part := func(v *data.Value) {
		b.WriteByte(0)
		if v != nil {
			b.WriteString(Identity(v))
		}
	}
	switch c.Kind {
	case Changed:
		for i := range c.Edits {
			e := &c.Edits[i]
			fmt.Fprintf(&b, "\x00%s\x00%q", e.Operation, indices().ReplaceAllString(strings.Join(e.Path, "\x00"), "[]"))
			part(e.Before)
			part(e.After)
		}
		return b.String()
	case Moved:
		fmt.Fprintf(&b, "\x00%v\x00%v", c.Before.Places, c.After.Places)
	default:
		part(c.Before.Value)
		part(c.After.Value)
		fmt.Fprintf(&b, "\x00%s\x00%s\x00%s\x00%s", c.Before.Failure, c.After.Failure, c.Before.Default, c.After.Default)
	}
	return b.String()
}

// indices matches array indexes in a path, which differ between nodes.
var indices = lazyregexp.New(`\[\d+\]`)

// Groups returns the changes, sorted: those of the most nodes first, and those of nodes that may
// not exist last. moved are those that concern only places.
func (c *Comparer) Groups() (groups, moved []*Group) { return sorted(c.groups), sorted(c.moved) }

// Folds returns the changes that may be shown together, sorted by key.
func (c *Comparer) Folds() []*Fold {
	slices.SortFunc(c.folds, func(a, b *Fold) int {
		return cmp.Or(cmp.Compare(a.Changes[0].Key, b.Changes[0].Key), lists.CompareBool(a.IsBefore, b.IsBefore), cmp.Compare(a.Where, b.Where))
	})
	return c.folds
}

func sorted(all map[string]*Group) []*Group {
	groups := make([]*Group, 0, len(all))
	for _, g := range all {
		slices.SortFunc(g.Changes, func(a, b *Change) int {
			if a.Key != b.Key {
				return cmp.Compare(a.Key, b.Key)
			}
			return cmp.Compare(a.identity(), b.identity())
		})
		groups = append(groups, g)
	}
	slices.SortFunc(groups, func(a, b *Group) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), lists.CompareBool(a.isGuess, b.isGuess), cmp.Compare(len(b.Nodes), len(a.Nodes)), cmp.Compare(a.Where, b.Where), slices.Compare(a.Nodes, b.Nodes))
	})
	return groups
}

// Parameters returns the keys of the class parameters whose defaults differ, sorted.
func (c *Comparer) Parameters() []string {
	if c.Before.Code == nil || c.After.Code == nil {
		return nil
	}
	var keys []string
	for _, class := range c.After.Code.Classes {
		before, _ := c.Before.Code.Class(class.Name)
		if before == nil {
			continue
		}
		for _, p := range class.Parameters {
			if was := before.Parameter(p.Name); was != nil && was.Default() != p.Default() {
				keys = append(keys, class.Name+"::"+p.Name)
			}
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

package overview

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/valuetext"
	"github.com/hieralint/hieralint/report"
)

// KeyCollector collects the keys of a project while they are evaluated. The zero value is ready to
// use.
type KeyCollector struct {
	mu   sync.Mutex
	envs map[*project.Environment]*environmentKeys
}

// environmentKeys are the keys of one environment.
type environmentKeys struct {
	env     *nodes.Fleet
	columns *columns
	keys    []report.Key
}

// Observe adds a key. It may be called from any goroutine.
func (k *KeyCollector) Observe(key *nodes.Key) {
	k.mu.Lock()
	if k.envs == nil {
		k.envs = map[*project.Environment]*environmentKeys{}
	}
	of := lists.GetOrPut(k.envs, key.Fleet.Project, func() *environmentKeys {
		return &environmentKeys{env: key.Fleet, columns: columnsOf(key.Fleet.Project)}
	})
	k.mu.Unlock()
	if out := keyOf(key, of.columns); len(out.Settings) > 0 {
		k.mu.Lock()
		defer k.mu.Unlock()
		of.keys = append(of.keys, out)
	}
}

// of returns the keys of an environment in order.
func (k *KeyCollector) of(env *project.Environment) []report.Key {
	of := k.envs[env]
	if of == nil {
		return nil
	}
	slices.SortFunc(of.keys, func(a, b report.Key) int { return strings.Compare(a.Name, b.Name) })
	return of.keys
}

// nodes returns the known nodes of an environment, by the files that they read, and their number.
func (k *KeyCollector) nodes(env *project.Environment) (byFile map[string][]string, n int) {
	of := k.envs[env]
	if of == nil || len(of.env.Real) == 0 {
		return nil, 0
	}
	byFile = map[string][]string{}
	for _, node := range of.env.Real {
		for _, doc := range node.Files() {
			byFile[doc.File.Path] = append(byFile[doc.File.Path], node.Name)
		}
	}
	for _, names := range byFile {
		slices.Sort(names)
	}
	return byFile, len(of.env.Real)
}

// setting is a value of a key in a file, as read by the level of a column.
type setting struct {
	file   *project.File
	column int
}

// fate is the effect of a setting in all cases.
type fate struct {
	value                  nodes.Value
	column                 int
	matches                []project.Match // locations of its level that match it
	location               int             // of the level, at which the file is found
	counts, hidden, merged bool
}

// keyOf returns a key with the effects of its settings on all distinct nodes.
func keyOf(k *nodes.Key, c *columns) report.Key {
	fates, merges := fatesOf(k, c)
	var all []*fate
	for s, f := range fates {
		if f.column >= 0 && s.file != nil && f.value.Key.Node() != nil {
			f.matches = c.matches(s.file, f.column)
			f.location = firstLocation(f)
			all = append(all, f)
		}
	}
	slices.SortFunc(all, compareFates)
	named := secret.IsNamed(k.Name)
	key := report.Key{Name: secret.Name(k.Name), Merge: mergeText(merges), Settings: make([]report.Setting, len(all))}
	for i, f := range all {
		value, withheld := valuetext.Short(named || secret.IsUnder(f.value.Value.Node()), f.value.Value)
		key.Settings[i] = report.Setting{
			Column: f.column, File: f.value.File.Doc.File, Span: spanOf(&f.value), Aliased: aliased(f.value.Value.Node()), Value: value, Withheld: string(withheld), Effect: f.effect(),
		}
		if len(k.Fleet.Real) == 0 && key.Merge == "" {
			key.Settings[i].Effect = possibleEffect(all[:i], f)
		}
	}
	return key
}

// maxShown is more than the number of nodes of which the short form of a value can show anything.
const maxShown = 100

// aliased returns the spans of the nodes that aliases in a node refer to, directly or through others, as far as the short form
// of its value can show them.
func aliased(n *data.Node) []source.Span {
	var spans []source.Span
	shown := 0
	var visit func(n *data.Node)
	visit = func(n *data.Node) {
		if shown++; shown > maxShown {
			return
		}
		if n.Kind == data.Alias && n.Target != nil {
			spans = append(spans, n.Target.Span)
			visit(n.Target)
		}
		for _, child := range n.Children[:min(len(n.Children), maxShown)] {
			visit(child)
		}
	}
	if n != nil {
		visit(n)
	}
	return spans
}

// fatesOf returns the effect of each setting of a key, and the ways in which they are merged.
func fatesOf(k *nodes.Key, c *columns) (fates map[setting]*fate, merges []string) {
	fates = map[setting]*fate{}
	for _, each := range k.Cases {
		merge := ""
		if e := each.Entry; e != nil && e.Strategy != nil && !e.Strategy.First() {
			merge = e.Strategy.Name()
		}
		for i, value := range each.Values {
			s := setting{value.File, c.of(value.Level)}
			f := lists.GetOrPut(fates, s, func() *fate { return &fate{value: value, column: s.column} })
			switch {
			case merge != "" && len(each.Values) > 1:
				f.merged = true
			case i == 0:
				f.counts = true
			default:
				f.hidden = true
			}
		}
		if len(each.Values) > 0 && !slices.Contains(merges, merge) {
			merges = append(merges, merge)
		}
	}
	if len(k.Fleet.Real) > 0 {
		for _, d := range k.Definitions() {
			for _, m := range d.File.Matches {
				s := setting{d.File, c.of(m.Level)}
				if m.Root == d.Root && m.Hierarchy == project.Regular && fates[s] == nil {
					fates[s] = &fate{value: nodes.Value{File: d.File, Level: m.Level, Key: d.Key, Value: d.Value}, column: s.column}
				}
			}
		}
	}
	return fates, merges
}

// compareFates sorts settings by priority, highest first, and those that no node reads together by
// path.
func compareFates(a, b *fate) int {
	return cmp.Or(cmp.Compare(a.column, b.column), cmp.Compare(a.location, b.location), strings.Compare(a.value.File.Path, b.value.File.Path))
}

func (f *fate) effect() report.Effect {
	switch {
	case f.merged:
		return report.Merged
	case f.counts && f.hidden:
		return report.UsedInPart
	case f.hidden:
		return report.Unused
	case f.counts:
		return report.Used
	}
	return report.Unread
}

// matches returns the locations of a column's level that match a file.
func (c *columns) matches(f *project.File, column int) []project.Match {
	return lists.Filter(f.Matches, func(m project.Match) bool { return m.Hierarchy == project.Regular && c.of(m.Level) == column })
}

// firstLocation returns the first location of the level at which the file is found.
func firstLocation(f *fate) int {
	location := len(f.value.Level.Locations)
	for _, m := range f.matches {
		location = min(location, m.Location)
	}
	return location
}

// maxPairs is the maximum number of pairs of files that are compared for a setting. Beyond that,
// some node is assumed to read both of a pair.
const maxPairs = 1000

// possibleEffect returns the possible effect of a setting if no nodes are known. Without facts,
// only nodes that certainly exist are evaluated, none of which has both its own file and one for
// its role. more are the settings with a higher priority.
func possibleEffect(more []*fate, f *fate) report.Effect {
	effect := report.Used
	pairs := 0
	for _, m := range more {
		if alternatives(m, f) {
			continue
		}
		if pairs += len(m.matches) * len(f.matches); pairs > maxPairs {
			return report.UsedInPart
		}
		switch {
		case hides(m, f):
			return report.Unused
		case meet(m, f):
			effect = report.UsedInPart
		}
	}
	return effect
}

// alternatives reports whether the files are found at the same path of a level, for different
// values of a variable, of which a node has only one.
func alternatives(a, b *fate) bool {
	return a.column == b.column && a.value.Level == b.value.Level && a.location == b.location && a.value.Level.LocationKind == config.Path
}

// hides reports whether every node that reads one file also reads the one with higher priority.
func hides(more, f *fate) bool {
	return len(f.matches) > 0 && !slices.ContainsFunc(f.matches, func(m project.Match) bool {
		return !slices.ContainsFunc(more.matches, func(higher project.Match) bool { return m.Vars.Include(higher.Vars) })
	})
}

// meet reports whether a node can read both.
func meet(a, b *fate) bool {
	return slices.ContainsFunc(a.matches, func(m project.Match) bool {
		return slices.ContainsFunc(b.matches, func(other project.Match) bool { return !m.Vars.Contradict(other.Vars) })
	})
}

// mergeText describes how a key is merged, which may differ between nodes.
func mergeText(merges []string) string {
	slices.Sort(merges)
	if len(merges) == 1 {
		return merges[0]
	}
	for i, m := range merges {
		if m == "" {
			merges[i] = "first"
		}
	}
	return strings.Join(merges, " or ")
}

// spanOf returns the span from the key to the end of its value, as far as they are in the same
// place.
func spanOf(v *nodes.Value) source.Span {
	span := v.Key.Node().Span
	if n := v.Value.Node(); n != nil && n.Doc == v.Key.Node().Doc && n.Span.Start >= span.End {
		span.End = n.Span.End
	}
	return span
}

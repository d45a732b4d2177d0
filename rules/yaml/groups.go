package yaml

import (
	"hash/maphash"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rule"
)

// rootCollections iterates over the root keys of a file whose values are hashes or arrays, except for lookup_options.
func rootCollections(p *rule.FilePass) iter.Seq2[string, *data.Node] {
	return func(yield func(string, *data.Node) bool) {
		for key, value := range p.Doc().Root.Entries() {
			if key.Kind == data.Scalar && value.Kind != data.Scalar && key.Text() != lookupoptions.Key && !yield(key.Text(), value) {
				return
			}
		}
	}
}

// group is the hashes at one place in the entries of a root key, in all files: the entries themselves, or those that the
// same attributes lead to.
type group struct {
	path   []string // the names of the attributes
	hashes []member
}

// member is a hash of a group.
type member struct {
	*data.Node
	root   *data.Node // the value of the root key
	isCopy bool       // in an entry that another file has under the same name with the same text
}

type groupsKey struct{ root string }

// groupsOf returns the hashes in the entries of a root key. The entries of a hash or array are the hashes in it.
func groupsOf(p *rule.FilePass, root string) []*group {
	return rule.Once(p.Site, groupsKey{root}, func() []*group {
		var entries []member
		seen, seed := map[uint64]bool{}, maphash.MakeSeed()
		for _, d := range p.Project.Definitions(root) {
			value := d.Key.Counterpart()
			for entry := range entriesOf(value) {
				text := maphash.Bytes(seed, textOf(entry))
				entries = append(entries, member{entry, value, seen[text]})
				seen[text] = true
			}
		}
		return appendGroups(nil, &group{hashes: entries})
	})
}

// others describes several other hashes of the group.
func (g *group) others(count int, root string) string {
	if len(g.path) == 0 {
		return strconv.Itoa(count) + " other entries of `" + rule.Shown(root) + "`"
	}
	if len(g.path) == 1 && g.path[0] == "*" {
		return strconv.Itoa(count) + " other hashes in the entries of `" + rule.Shown(root) + "`"
	}
	return strconv.Itoa(count) + " other hashes at `" + rule.Shown(strings.Join(g.path, ".")) + "` in `" + rule.Shown(root) + "`"
}

// ofTitles returns the group of the hashes in hashes that have only hashes, and so are titles with attributes; nil if there are other
// values, or few titles.
func (g *group) ofTitles() *group {
	inner := &group{path: append(slices.Clip(g.path), "*")}
	titles := map[string]bool{}
	for _, hash := range g.hashes {
		for name, value := range hash.Entries() {
			if name.Kind != data.Scalar || value.Kind != data.Mapping {
				return nil
			}
			titles[name.Text()] = true
			if !has(value, "<<") {
				inner.hashes = append(inner.hashes, member{value, hash.root, hash.isCopy})
			}
		}
	}
	if len(titles) < timesAsOften {
		return nil
	}
	return inner
}

// appendGroups appends a group and those of the hashes in it, but none that are too small to compare.
func appendGroups(all []*group, g *group) []*group {
	if len(g.hashes) >= timesAsOften {
		all = append(all, g)
	}
	var inner map[string][]member
	for _, hash := range g.hashes {
		for name, value := range hash.Entries() {
			if name.Kind != data.Scalar || value.Kind == data.Scalar {
				continue
			}
			add := func(n *data.Node) {
				lists.Put(&inner, name.Text(), append(inner[name.Text()], member{n, hash.root, hash.isCopy}))
			}
			if value.Kind == data.Mapping && !has(value, "<<") {
				add(value)
			} else if value.Kind == data.Sequence {
				for entry := range entriesOf(value) {
					add(entry)
				}
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(inner)) {
		all = appendGroups(all, &group{append(slices.Clip(g.path), name), inner[name]})
	}
	return all
}

// entriesOf iterates over the hashes in a hash or array. Those that merge another hash are excluded, since they have its
// attributes.
func entriesOf(value *data.Node) iter.Seq[*data.Node] {
	return func(yield func(*data.Node) bool) {
		for _, n := range value.Children {
			if n.Kind == data.Mapping && !n.IsKey() && !has(n, "<<") && !yield(n) {
				return
			}
		}
	}
}

// textOf returns an entry as written, with its name if it has one.
func textOf(entry *data.Node) []byte {
	span := entry.Span
	if name := entry.Counterpart(); name != nil {
		span.Start = name.Span.Start
	}
	return entry.Doc.File.Slice(span)
}

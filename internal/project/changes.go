package project

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
)

// Changes describes how a project differs from an earlier state; see With.
type Changes struct {
	// Files lists the data files with different contents.
	Files []FileChange
	// Keys are the root keys whose entries differ, and Beside those of adjacent entries: fixes of
	// an entry include surrounding comments and lines.
	Keys, Beside map[string]bool
	// Defined are the root keys that are defined only before or only after the change, or whose
	// value is of a different kind.
	Defined map[string]bool
	// Known are those of Defined that some hierarchy has, or has with a value of some kind, only before or only after
	// the change.
	Known map[string]bool
	// Guessed are the keys for which the result of MayDefine may differ.
	Guessed map[string]bool
	// Named are the keys that values reference, were probably meant to reference, or mention, only
	// before or only after the change.
	Named map[string]bool
	// Words are the values that name the module of a key only before or only after the change.
	Words map[string]bool
	// AddedOrRemoved reports whether files were added or removed.
	AddedOrRemoved bool
	// Options reports whether lookup_options differ.
	Options bool
	// Broken reports whether lookups fail at one of the files, before or after the change. Files at
	// which they fail in the same way before and after are StillBroken instead. Breaking are those
	// files, unless they were added or removed.
	Broken                bool
	Breaking, StillBroken []FileChange
}

// FileChange is a change of a data file. Before is nil if the file was added, and After if it was
// removed.
type FileChange struct{ Before, After *File }

// Path returns the path of the file as shown to users.
func (f FileChange) Path() string {
	if f.After == nil {
		return f.Before.Path
	}
	return f.After.Path
}

// Sides returns the existing ones of Before and After.
func (f FileChange) Sides() []*File {
	return slices.DeleteFunc([]*File{f.Before, f.After}, func(f *File) bool { return f == nil })
}

// IsEdit reports whether only the content of the file changed: it was neither added nor removed,
// and the same levels read it.
func (f FileChange) IsEdit() bool {
	return f.Before != nil && f.After != nil && slices.EqualFunc(f.Before.Matches, f.After.Matches, sameMatch)
}

// IsEditOf reports whether the projects differ only in data files: in their contents, or because
// some were added or removed.
func (p *Project) IsEditOf(before *Project) bool { return p.load != nil && p.load == before.load }

// Since returns how the project differs from one that it is an edit of.
func (p *Project) Since(before *Project) *Changes {
	c := &Changes{Keys: map[string]bool{}, Beside: map[string]bool{}, Defined: map[string]bool{}, Known: map[string]bool{}, Guessed: map[string]bool{}, Named: map[string]bool{}, Words: map[string]bool{}}
	p.indexNames()
	before.indexNames()
	for i, j := 0, 0; i < len(before.Files) || j < len(p.Files); {
		switch order := comparePaths(before.Files[i:], p.Files[j:]); {
		case order < 0:
			c.add(FileChange{Before: before.Files[i]})
			i++
		case order > 0:
			c.add(FileChange{After: p.Files[j]})
			j++
		default:
			if before.Files[i] != p.Files[j] {
				c.add(FileChange{before.Files[i], p.Files[j]})
			}
			i, j = i+1, j+1
		}
	}
	if c.AddedOrRemoved {
		c.addNames(p, before)
	}
	for name := range c.Defined {
		if !maps.Equal(p.readingsOf(name), before.readingsOf(name)) {
			c.Known[name] = true
		}
	}
	for word := range c.Words {
		if !p.names.sets[namespaces][word] && !before.names.sets[namespaces][word] && !p.isModule(word) {
			delete(c.Words, word)
		}
	}
	return c
}

// comparePaths compares the paths of the first files of two lists, of which one may be empty.
func comparePaths(a, b []*File) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return strings.Compare(a[0].Path, b[0].Path)
}

// isModule reports whether an environment has a module with this name.
func (p *Project) isModule(name string) bool {
	return slices.ContainsFunc(p.Environments, func(env *Environment) bool { return env.Environment != nil && env.Module(name) != nil })
}

func (c *Changes) add(f FileChange) {
	c.Files = append(c.Files, f)
	if !f.IsEdit() {
		c.addOther(f)
		return
	}
	for i, was := range f.Before.names.sets() {
		addDifferent(c.namesIn(i), was, f.After.names.sets()[i])
	}
	addDifferent(c.Words, f.Before.names.words(), f.After.names.words())
	switch {
	case isStillBroken(f.Before.Doc, f.After.Doc):
		c.StillBroken = append(c.StillBroken, f)
	case isBroken(f.Before.Doc) || isBroken(f.After.Doc):
		c.Broken, c.Breaking = true, append(c.Breaking, f)
	}

	kinds, kindsAfter := kindsOf(f.Before), kindsOf(f.After)
	for name, kind := range kinds {
		if after, ok := kindsAfter[name]; !ok || kind != after {
			c.Defined[name] = true
		}
	}
	for name := range kindsAfter {
		if _, ok := kinds[name]; !ok {
			c.Defined[name] = true
		}
	}
	c.addEntries(f.Before.Doc, f.After.Doc)
	c.Options = c.Options || c.Keys[lookupoptions.Key] || c.Beside[lookupoptions.Key]
}

// namesIn returns the changed names of one of the nameSets.
func (c *Changes) namesIn(set int) map[string]bool {
	switch set {
	case namespaces:
		return c.Words
	case unparsed:
		return c.Guessed
	}
	return c.Named
}

// addOther adds a file that was added or removed, or that other levels read now.
func (c *Changes) addOther(change FileChange) {
	c.AddedOrRemoved = true
	for _, f := range change.Sides() {
		c.Broken = c.Broken || f.Doc.Err != nil || f.Doc.Root != nil && isBroken(f.Doc) // an empty file has no effect
		for name := range f.definitions() {
			c.Keys[name] = true
		}
		c.Options = c.Options || c.Keys[lookupoptions.Key]
	}
}

// reading is a hierarchy that has a value of some kind for a key; the root is nil if none has.
type reading struct {
	root      *Root
	hierarchy Hierarchy
	kind      data.Kind
}

// readingsOf returns the readings of a key.
func (p *Project) readingsOf(name string) map[reading]bool {
	all := map[reading]bool{}
	for _, d := range p.Definitions(name) {
		kind := d.Value.Kind()
		if len(d.File.Matches) == 0 {
			all[reading{kind: kind}] = true
		}
		for i := range d.File.Matches {
			m := &d.File.Matches[i]
			all[reading{m.Root, m.Hierarchy, kind}] = true
		}
	}
	return all
}

// addNames records the names in added and removed files that only one of the projects has: keys
// that the files set, or set to values of another type, and words and keys in their values.
func (c *Changes) addNames(p, before *Project) {
	p.indexKeys()
	before.indexKeys()
	kinds := func(all []Definition) map[data.Kind]bool {
		return lists.Set(lists.Map(all, func(d Definition) data.Kind { return d.Value.Kind() }))
	}
	for _, change := range c.Files {
		if change.IsEdit() {
			continue
		}
		for _, f := range change.Sides() {
			for name := range f.definitions() {
				if len(p.Environments) > 1 || !maps.Equal(kinds(p.definitions[name]), kinds(before.definitions[name])) {
					c.Defined[name] = true
				}
			}
			for i, names := range f.names.sets() {
				for name := range names {
					if p.names.sets[i][name] != before.names.sets[i][name] {
						c.namesIn(i)[name] = true
					}
				}
			}
			for word := range f.names.words() {
				if p.Names(word) != before.Names(word) {
					c.Words[word] = true
				}
			}
		}
	}
}

// isBroken reports whether lookups fail, or may fail, at a file.
func isBroken(doc *data.Document) bool {
	if doc.Err != nil || !doc.Value.Is(data.Hash) {
		return true
	}
	return slices.ContainsFunc(doc.Value.Entries(), func(e data.Entry) bool { return e.Key.Kind() != data.String })
}

// isStillBroken reports whether Puppet already failed to read the file before, for the same kind of
// reason.
func isStillBroken(before, after *data.Document) bool {
	return before.Err != nil && after.Err != nil && before.Err.Code == after.Err.Code && before.Value == nil && after.Value == nil
}

// addDifferent adds the names that are in exactly one of two sets.
func addDifferent(all, a, b map[string]bool) {
	for name := range a {
		if !b[name] {
			all[name] = true
		}
	}
	for name := range b {
		if !a[name] {
			all[name] = true
		}
	}
}

func kindsOf(f *File) map[string]data.Kind {
	kinds := map[string]data.Kind{}
	for name, d := range f.definitions() {
		kinds[name] = d.Value.Kind()
	}
	return kinds
}

// addEntries adds the root keys whose entries differ. If the entries of a file may depend on each
// other, these are all keys.
func (c *Changes) addEntries(was, is *data.Document) {
	from, to := lists.Common(was.File.Text, is.File.Text)
	if dependsOnItself(was) || dependsOnItself(is) || hasReturn(was) != hasReturn(is) {
		from, to = 0, 0
	}
	c.addWithin(was.Root, from, len(was.File.Text)-to)
	c.addWithin(is.Root, from, len(is.File.Text)-to)
}

func hasReturn(doc *data.Document) bool { return bytes.IndexByte(doc.File.Text, '\r') >= 0 }

// fewEntries is the number of entries up to which fixes may leave a file empty.
const fewEntries = 2

// dependsOnItself reports whether an entry at the top level may depend on other entries: because of
// anchors, directives, mistakes, or a format in which lines have no meaning.
func dependsOnItself(doc *data.Document) bool {
	return doc.Err != nil || len(doc.Problems) > 0 || doc.Format != data.YAML || doc.Root == nil || doc.Root.Kind != data.Mapping || doc.Root.Style != data.Block ||
		len(doc.Root.Children) <= 2*fewEntries || bytes.HasPrefix(doc.File.Text, []byte("%")) || bytes.Contains(doc.File.Text, []byte("\n%")) || doc.Root.HasAnchor()
}

// addWithin adds the keys of a hash whose entries overlap a range of the text, and those of
// adjacent entries.
func (c *Changes) addWithin(root *data.Node, from, to int) {
	if root == nil || root.Kind != data.Mapping {
		return
	}
	key := func(i int) string { return strings.Clone(root.Children[i].Text()) }
	first, last := len(root.Children), -1
	for i := 0; i+1 < len(root.Children); i += 2 {
		end := len(root.Doc.File.Text)
		if i+2 < len(root.Children) {
			end = root.Children[i+2].Span.Start
		}
		if end < from || root.Children[i].Span.Start > to {
			continue
		}
		c.Keys[key(i)] = true
		first, last = min(first, i), max(last, i)
	}
	if last < 0 {
		first, last = 0, -2 // before the first entry
	}
	for _, i := range []int{first - 2, last + 2} {
		if i >= 0 && i+1 < len(root.Children) {
			c.Beside[key(i)] = true
		}
	}
}

package inspect

import (
	"context"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/yamledit"
)

// Merge is a merge that can be added to lookup_options.
type Merge struct {
	Key, Strategy string
	Edit          diagnostic.TextEdit
}

// strategiesOf lists the merge strategies that are intended for values of a kind, the most common
// first.
var strategiesOf = map[data.Kind][]string{data.Hash: {"deep", "hash"}, data.Array: {"unique", "deep"}}

// Merges returns the merges that can be added for a key: there are some if several files that a
// node can read define it as hashes or as arrays, and no merge is in force.
func (x *Inspector) Merges(ctx context.Context, s *Subject) ([]Merge, error) {
	if !s.IsKey() || len(s.SubKey) > 0 || s.Name == lookupoptions.Key {
		return nil, nil
	}
	all := x.Project.Definitions(s.Name)
	if len(all) < 2 { //nolint:mnd // a merge takes two
		return nil, nil
	}
	kind := all[0].Value.Kind()
	if slices.ContainsFunc(all, func(d project.Definition) bool { return d.Value.Kind() != kind }) {
		return nil, nil
	}
	facts, err := x.Key(ctx, s.Name)
	if err != nil || slices.ContainsFunc(facts, func(f *KeyFacts) bool { return f.Merge != "" && f.Merge != "first" }) {
		return nil, err
	}
	var merges []Merge
	for _, strategy := range strategiesOf[kind] {
		if edit, ok := x.mergeEdit(all, s.Name, strategy); ok {
			merges = append(merges, Merge{s.Name, strategy, edit})
		}
	}
	return merges, nil
}

// mergeEdit returns the edit that adds an entry to the lookup_options of the lowest-priority file that every node
// reads, in the hierarchy that contains the key: preferably to a file that already has
// lookup_options. It returns false if there is no such file, or if the lookup_options already have
// an entry for the key.
func (x *Inspector) mergeEdit(definitions []project.Definition, key, strategy string) (edit diagnostic.TextEdit, ok bool) {
	root := rootOf(definitions)
	if root == nil || x.hasOptions(key) {
		return edit, false
	}
	var best *project.File
	var existing *data.Node
	rank := -1
	for _, f := range x.Project.Files {
		for _, m := range f.Matches {
			if m.Root != root || m.Hierarchy != project.Regular || len(m.Vars) > 0 || f.Doc.Format != data.YAML || f.Doc.Root == nil {
				continue
			}
			options := f.Doc.Root.Get(lookupoptions.Key)
			at := slices.Index(root.Config.Hierarchy, m.Level)
			if (options != nil) == (existing != nil) && at > rank || options != nil && existing == nil {
				best, existing, rank = f, options, at
			}
		}
	}
	if best == nil {
		return edit, false
	}
	return yamledit.AddMerge(best.Doc, key, strategy)
}

// rootOf returns the hiera.yaml whose hierarchy contains a key; nil if there are several.
func rootOf(definitions []project.Definition) *project.Root {
	var root *project.Root
	for _, d := range definitions {
		for _, m := range d.File.Matches {
			if root != nil && m.Root != root {
				return nil
			}
			root = m.Root
		}
	}
	return root
}

// hasOptions reports whether an entry of lookup_options in any layer applies to a key.
func (x *Inspector) hasOptions(key string) bool {
	for _, d := range x.Project.Definitions(lookupoptions.Key) {
		for _, e := range d.Value.Entries() {
			if name := e.Key.Text(); name == key || strings.HasPrefix(name, "^") && rubyregexp.Matches(name, key) {
				return true
			}
		}
	}
	return false
}

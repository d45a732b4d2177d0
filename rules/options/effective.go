package options

import (
	"cmp"
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// hiddenBy returns the entry that Puppet uses instead of an entry of this file's lookup_options on every node that
// reads the file: a higher-priority entry with the same name, or, for a pattern, the one that matches first for each
// key in the project. It returns nil if the entry applies, or may apply, to some key.
//
// Only files that are certainly read together with this one are considered, that is, files that depend on no further
// variable. The engine merges, compiles, and matches their options.
func hiddenBy(p *rule.FilePass, entry string) *data.Node {
	var winner *data.Node
	for i := range p.File.Matches {
		used := usedInstead(p, entry, certain(p.Site, &p.File.Matches[i]))
		if used == nil {
			return nil
		}
		winner = used
	}
	return winner
}

// usedInstead returns the entry that takes precedence over an entry of this file in the merged options of all files, or
// nil if the entry itself applies to some key.
func usedInstead(p *rule.FilePass, entry string, files []*project.File) *data.Node {
	var values []*data.Value
	for _, f := range files {
		if value, ok := f.Doc.Value.Get(rule.OptionsKey); ok && value.Kind() == data.Hash {
			values = append(values, value)
		}
	}
	merged, err := lookupoptions.Collect(values)
	if err != nil {
		return nil
	}
	options, err := lookupoptions.Compile(merged, "")
	if err != nil {
		return nil
	}
	keys := []string{entry}
	if merging.IsPattern(entry) {
		keys = slices.Collect(matching(p.Site, entry))
	}
	var winner *data.Node
	for _, key := range keys {
		used, ok, err := options.For(key)
		if err != nil || !ok || used.KeyNode == nil || used.Key == entry && used.Node != nil && used.Node.Doc == p.Doc() {
			return nil
		}
		winner = used.KeyNode
	}
	return winner
}

// matching returns the keys of the project that a pattern on its own would match, or none if matching is expensive.
func matching(p *rule.Site, pattern string) iter.Seq[string] {
	return func(yield func(string) bool) {
		re, err := rubyregexp.Compile(pattern)
		if err != nil || re.IsForgetful() { // the regular expression may take exponential time
			return
		}
		for _, key := range p.Project.Keys() {
			if found, err := re.MatchString(key); err == nil && found && !yield(key) {
				return
			}
		}
	}
}

// matchesKey reports whether a pattern on its own would match a key of the project.
func matchesKey(p *rule.Site, pattern string) bool {
	for range matching(p, pattern) {
		return true
	}
	return false
}

// certain returns the files whose lookup_options Puppet collects whenever it reads the file of a match: those of the
// same hierarchy and, for a module, of the environment. The files with the highest priority come first.
func certain(p *rule.Site, m *project.Match) []*project.File {
	type ranked struct {
		file                   *project.File
		layer, level, location int
	}
	var found []ranked
	for _, f := range p.Project.Files {
		if f.Doc.Value == nil {
			continue
		}
		for i := range f.Matches {
			other := &f.Matches[i]
			above := m.Root.Layer == config.Module && environmentOf(p, m.Root) == other.Root
			if (other.Root != m.Root || other.Hierarchy != m.Hierarchy) && !above || !implied(other, m) {
				continue
			}
			levels := other.Root.Config.Hierarchy
			if other.Hierarchy != project.Regular {
				levels = other.Root.Config.DefaultHierarchy
			}
			layer := 1
			if above {
				layer = 0
			}
			found = append(found, ranked{f, layer, slices.Index(levels, other.Level), other.Location})
			break
		}
	}
	slices.SortStableFunc(found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(a.level, b.level), cmp.Compare(a.location, b.location))
	})
	return lists.Map(found, func(f ranked) *project.File { return f.file })
}

// implied reports whether the conditions under which Puppet reads one file imply that it reads another.
func implied(other, m *project.Match) bool {
	if other.Assumed != m.Assumed {
		return false
	}
	for name, value := range other.Vars {
		if given, ok := m.Vars[name]; !ok || given != value {
			return false
		}
	}
	return true
}

// environmentOf returns the hierarchy of the environment that a module belongs to, or nil if there is none or more than
// one.
func environmentOf(p *rule.Site, module *project.Root) *project.Root {
	var own *project.Root
	for _, e := range p.Project.Environments {
		if !slices.Contains(e.Modules, module) {
			continue
		}
		if e.Own == nil || own != nil {
			return nil
		}
		own = e.Own
	}
	return own
}

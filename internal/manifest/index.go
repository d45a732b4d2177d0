package manifest

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/nearest"
)

// newIndex combines what was found in the code of an environment.
func newIndex(modules []*module) *Index {
	x := &Index{
		classes: map[string]*Definition{}, classesIn: map[string][]*Definition{}, definedTypes: map[string]*Definition{}, modules: map[string]*module{},
		exact: map[string][]*Lookup{}, misplaced: map[string]*Definition{}, again: map[string][]*Definition{}, byCertname: map[string]*Definition{}, definedAliases: map[string]*types.AliasDefinition{}, Facts: map[string]bool{}, Variables: map[string]bool{},
		Titles:     map[string][]*Titles{},
		Attributes: map[string][]*Attribute{}, EntryAttributes: map[string][]*EntryAttribute{},
	}
	for _, m := range modules {
		if m.name != "" {
			x.modules[m.name] = m
		} else {
			x.own = m
		}
		for i := range m.found {
			x.add(m, &m.found[i])
		}
	}
	x.Creations = append(x.Creations, x.passedOn()...)
	byName(x.Classes)
	for _, c := range x.Classes {
		x.classesIn[c.Module] = append(x.classesIn[c.Module], c)
	}
	byName(x.DefinedTypes)
	byName(x.Functions)
	slices.SortStableFunc(x.Unreadable, func(a, b *Unreadable) int { return cmp.Compare(a.File.Path, b.File.Path) })
	x.mentions = textsOf(modules, func(f *found) []string { return f.mentions })
	x.filesWith = sync.OnceValue(func() map[string][]int { return filesWith(modules) })
	x.paths = textsOf(modules, func(f *found) []string { return f.paths })
	x.assembled = sync.OnceValue(func() []Pattern {
		var all []Pattern
		for text := range textsOf(modules, func(f *found) []string { return f.assembled })() {
			all = append(all, Pattern{strings.Split(text, "*")})
		}
		return all
	})
	x.passed = textsOf(modules, func(f *found) []string { return f.passed })
	x.adjusted = textsOf(modules, func(f *found) []string { return f.adjusted })
	x.qualifiedNames = sync.OnceValue(x.findQualifiedNames)
	x.lookups = sync.OnceValue(func() *nearest.Names {
		var keys []string
		for key := range x.exact {
			if strings.Contains(key, "::") {
				keys = append(keys, key)
			}
		}
		slices.Sort(keys)
		return nearest.NewNames(keys)
	})
	x.computed = sync.OnceValue(func() *patternIndex { return newPatternIndex(x.patterns) })
	x.keysOf = sync.OnceValue(x.countKeys)
	x.aliases = types.NewAliases(x.findType)
	x.costly = sync.OnceValue(x.countCostly)
	x.alternatives = sync.OnceValue(func() int {
		return x.countTypes(func(t types.Type) bool { return types.Visits(t) >= alternatives })
	})
	return x
}

// filesWith returns the numbers of the files that contain a name: as a literal string, or as a parameter.
func filesWith(modules []*module) map[string][]int {
	files := map[string][]int{}
	number := 0
	add := func(name string) {
		if in := files[name]; len(in) == 0 || in[len(in)-1] != number {
			files[name] = append(in, number)
		}
	}
	for _, m := range modules {
		for i := range m.found {
			for _, text := range m.found[i].mentions {
				add(text)
			}
			for _, d := range m.found[i].definitions {
				for _, p := range d.Parameters {
					add(p.Name)
				}
			}
			number++
		}
	}
	return files
}

// textsOf returns a function that collects strings of all files once.
func textsOf(modules []*module, of func(*found) []string) func() map[string]struct{} {
	return sync.OnceValue(func() map[string]struct{} {
		all := map[string]struct{}{}
		for _, m := range modules {
			for i := range m.found {
				for _, text := range of(&m.found[i]) {
					all[text] = struct{}{}
				}
			}
		}
		return all
	})
}

// HasFile reports whether a condition holds for the path of any code file.
func (x *Index) HasFile(holds func(path string) bool) bool {
	for _, m := range x.modules {
		if m.holds(holds) {
			return true
		}
	}
	return x.own != nil && x.own.holds(holds)
}

func (m *module) holds(holds func(path string) bool) bool {
	return slices.ContainsFunc(m.files, func(f codeFile) bool { return holds(f.path) })
}

// add adds what was found in a file.
func (x *Index) add(m *module, f *found) {
	for _, d := range f.definitions {
		switch d.Kind {
		case Class:
			if m.name == "" && x.classes[d.Name] != nil {
				x.again[d.Name] = append(x.again[d.Name], d)
			}
			x.Classes = define(x.Classes, x.classes, d)
		case DefinedType:
			x.DefinedTypes = define(x.DefinedTypes, x.definedTypes, d)
		case Function:
			x.Functions = append(x.Functions, d)
		case Node:
			if m.name == "" { // Puppet rejects them in modules
				x.addNode(d)
			}
		}
	}
	for _, d := range f.misplaced {
		if d.Kind == Class {
			x.misplaced[d.Name] = d
		}
	}
	if m.name == "" {
		x.Site = append(x.Site, f.site...)
		for _, name := range f.setForNodes {
			x.Variables[name] = true
		}
	}
	for _, name := range f.facts {
		x.Facts[name] = true
	}
	for _, a := range f.aliases {
		x.definedAliases[typeKey(a.Name)] = a
	}
	x.Creations = append(x.Creations, f.creations...)
	for _, t := range f.titles {
		key, _ := t.Key.Text()
		x.Titles[key] = append(x.Titles[key], t)
	}
	for _, a := range f.attributes {
		x.Attributes[a.Key] = append(x.Attributes[a.Key], a)
	}
	for _, a := range f.entryAttributes {
		x.EntryAttributes[a.Key] = append(x.EntryAttributes[a.Key], a)
	}
	x.Lookups = append(x.Lookups, f.uses...)
	for _, u := range f.uses {
		if key, known := u.Key.Text(); known {
			x.exact[key] = append(x.exact[key], u)
		} else {
			x.patterns = append(x.patterns, u)
		}
	}
	if f.unreadable != nil {
		x.Unreadable = append(x.Unreadable, f.unreadable)
	}
	if f.crashed != nil {
		x.Crashes = append(x.Crashes, f.crashed)
	}
}

// define adds a definition. Of several with the same name, the first is used: that of the
// environment, then the one in the file in which Puppet looks for it.
func define(list []*Definition, byName map[string]*Definition, d *Definition) []*Definition {
	if byName[d.Name] == nil {
		byName[d.Name] = d
	}
	return append(list, d)
}

package inspect

import (
	"cmp"
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Definitions returns the places at which data defines a key, in the order of environments,
// hierarchies, and levels.
func (x *Inspector) Definitions(key string) []Spot {
	type ranked struct {
		spot Spot
		rank int
	}
	var all []ranked
	for _, d := range x.Project.Definitions(key) {
		rank := len(d.File.Matches)
		for _, m := range d.File.Matches {
			if i := slices.Index(m.Root.Config.Hierarchy, m.Level); i >= 0 {
				rank = i
				break
			}
		}
		all = append(all, ranked{Spot{d.Key.Doc.File, d.Key.Span}, rank})
	}
	slices.SortStableFunc(all, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	return lists.Map(all, func(r ranked) Spot { return r.spot })
}

// Target returns the places at which a subject is defined:
//
//   - for a key in data, the class parameter;
//   - for a parameter or a referenced key, the data;
//   - for a level, its files, and for a variable, the files of the location that contains it;
//   - for a pattern, the keys that it matches;
//   - for a class that data names, the class.
func (x *Inspector) Target(s *Subject) []Spot {
	switch s.Kind {
	case KeySubject:
		if spots := x.parameters(s.Name); len(spots) > 0 {
			return spots
		}
		return x.Definitions(s.Name)
	case ReferenceSubject, ParameterSubject:
		if spots := x.Definitions(s.Name); len(spots) > 0 {
			return spots
		}
		return x.parameters(s.Name)
	case PatternSubject:
		return lists.FlatMap(x.Matching(s.Name), x.Definitions)
	case LevelSubject, VariableSubject:
		return x.filesOf(s)
	case ClassSubject:
		return x.classes(s.Name)
	}
	return nil
}

// parameters returns the parameters that a key sets.
func (x *Inspector) parameters(key string) []Spot {
	var spots []Spot
	for _, env := range x.Project.Environments {
		if p := x.parameter(env, key); p != nil && !slices.Contains(spots, p.Spot) {
			spots = append(spots, p.Spot)
		}
	}
	return spots
}

func (x *Inspector) classes(name string) []Spot {
	var spots []Spot
	for class := range x.classesNamed(name) {
		if spot := (Spot{class.File, class.NameSpan}); !slices.Contains(spots, spot) {
			spots = append(spots, spot)
		}
	}
	return spots
}

// classesNamed iterates over the classes with a name, one of each environment.
func (x *Inspector) classesNamed(name string) iter.Seq[*manifest.Definition] {
	return func(yield func(*manifest.Definition) bool) {
		for code := range x.AllCode() {
			if class, _ := code.Class(name); class != nil && !yield(class) {
				return
			}
		}
	}
}

// filesOf returns the files that a level reads, or those at a location; several levels may share it
// through an alias.
func (x *Inspector) filesOf(s *Subject) []Spot {
	reads := func(m project.Match) bool {
		if s.Location != nil && m.Location < len(m.Level.Locations) {
			return m.Level.Locations[m.Location].Node == s.Location
		}
		return m.Level == s.Level
	}
	var spots []Spot
	for _, f := range x.Project.Files {
		if s.Level != nil && slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == s.Root && reads(m) }) {
			spots = append(spots, Spot{f.Doc.File, source.Span{}})
		}
	}
	return spots
}

// Matching returns the keys in data that match a pattern of lookup_options, sorted; none if it is
// not a valid regular expression.
func (x *Inspector) Matching(pattern string) []string {
	r, err := rubyregexp.Compile(pattern)
	if err != nil {
		return nil
	}
	return lists.Filter(x.Project.Keys(), func(name string) bool {
		ok, err := r.MatchString(name)
		return err == nil && ok && name != lookupoptions.Key
	})
}

// References returns the places that read a key, the certain ones first, and with definitions, the
// places at which data defines it.
func (x *Inspector) References(key string, definitions bool) []Spot {
	var spots []Spot
	seen := map[Spot]bool{}
	add := func(s Spot) {
		if s.File != nil && !seen[s] {
			seen[s] = true
			spots = append(spots, s)
		}
	}
	if definitions {
		for _, s := range x.Definitions(key) {
			add(s)
		}
	}
	for _, env := range x.Project.Environments {
		u := x.UsageOf[env]
		if u == nil {
			continue
		}
		for _, r := range u.Readers(key) {
			if r.Kind == usage.Parameter {
				if p := x.parameter(env, key); p != nil {
					add(p.Spot)
					continue
				}
			}
			add(Spot{r.File, r.Span})
		}
	}
	for _, e := range x.optionEntries(key) {
		add(e)
	}
	return spots
}

// optionEntries returns the entries of lookup_options that name a key.
func (x *Inspector) optionEntries(key string) []Spot {
	var spots []Spot
	for _, d := range x.Project.Definitions(lookupoptions.Key) {
		for _, e := range d.Value.Entries() {
			if n := e.Key.Node(); n != nil && e.Key.Text() == key {
				spots = append(spots, Spot{n.Doc.File, n.Span})
			}
		}
	}
	return spots
}

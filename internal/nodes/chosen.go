package nodes

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
	"github.com/hieralint/hieralint/internal/project"
)

// NamesAt returns those of Names whose evaluation depends on the chosen files: the keys that they set, those that their
// lookup_options apply to, and all that reference such a key. Every finding in a chosen data file or hiera.yaml results
// from one of them. The list may be shared and must not be modified.
func (fleet *Fleet) NamesAt(chosen func(path string) bool) []string {
	if touched := fleet.rootsAt(chosen); touched != nil {
		return fleet.index.NamesOf(touched)
	}
	return fleet.Names()
}

// Required returns those of Names that are required.
func (fleet *Fleet) Required() []string {
	required := map[*index.Root]bool{}
	for i := range fleet.required {
		if r := fleet.index.Find(fleet.required[i].Key); r != nil && r.IsWanted {
			required[r] = true
		}
	}
	return fleet.index.NamesOf(required)
}

// rootsAt returns the root keys for NamesAt, or nil for all of them.
func (fleet *Fleet) rootsAt(chosen func(path string) bool) map[*index.Root]bool {
	x := fleet.index
	structures := fleet.structures()
	mayHaveFinding := func(r *project.Root) bool { return chosen(r.Path) && fleet.mayFindIn(r, structures) }
	if slices.ContainsFunc(fleet.roots, mayHaveFinding) || slices.ContainsFunc(fleet.Real, (*Node).hasToken) {
		return nil
	}
	var files []*project.File
	for _, f := range x.Files {
		if chosen(f.Path) {
			files = append(files, f)
		}
	}
	if len(files) == len(x.Files) && len(files) > 0 {
		return nil
	}
	touched := map[*index.Root]bool{}
	var options []*data.Value
	for _, f := range files {
		for _, e := range f.Doc.Value.Entries() {
			if e.Key.Kind() != data.String {
				continue
			}
			switch r := x.Find(e.Key.Text()); {
			case e.Key.Text() != lookupoptions.Key:
				if r != nil {
					touched[r] = true
				}
			default:
				options = append(options, e.Value)
			}
		}
	}
	if !x.AddOptionKeys(touched, options) {
		return nil
	}
	x.AddReferring(touched)
	return touched
}

// mayFindIn reports whether evaluating keys may find anything in a hiera.yaml. It cannot if the file is
// valid, calls only functions whose failures are those of data, and interpolates only strings into paths.
func (fleet *Fleet) mayFindIn(r *project.Root, structures []string) bool {
	if r.Config.Version < 5 || len(r.Config.Problems) > 0 || len(fleet.Real) > 0 {
		return true
	}
	for _, level := range r.Config.Levels() {
		if readingOf(level) != final || level.LocationKind != config.Path && level.LocationKind != config.Glob ||
			!insertsStrings(level.Datadir.Template, structures) || level.Options != nil && interpolate.HasTokens(level.Options) {
			return true
		}
		for i := range level.Locations {
			at := &level.Locations[i]
			if !insertsStrings(at.Template, structures) || level.LocationKind == config.Glob && mayMatchDirectories(at.Text) {
				return true
			}
		}
	}
	return false
}

// mayMatchDirectories reports whether a glob may match several directories, which may be more than lookups search.
func mayMatchDirectories(glob string) bool {
	glob = strings.ReplaceAll(glob, "%{", "%") // a token
	return strings.ContainsAny(path.Dir(glob), `*?[\`) || strings.Contains(glob, "{")
}

// insertsStrings reports whether the tokens of a template, which may be nil, are variables that are not arrays or
// hashes on any derived node; see structures.
func insertsStrings(t *interpolate.Template, structures []string) bool {
	return t == nil || !slices.ContainsFunc(t.Tokens, func(token interpolate.Token) bool { return !insertsString(&token, structures) })
}

func insertsString(t *interpolate.Token, structures []string) bool {
	if t.Kind != interpolate.Variable || t.KeyErr != nil {
		return false
	}
	part := facter.Canonical(t.Key.Text) + "."
	i, _ := slices.BinarySearch(structures, part)
	return i == len(structures) || !strings.HasPrefix(structures[i], part)
}

// structures returns the names of variables that are parts of others, and names with a dot at the end of those that
// mapped_paths iterates over, sorted.
func (fleet *Fleet) structures() []string {
	names := slices.Collect(maps.Keys(fleet.variables))
	for _, of := range fleet.needs {
		names = append(names, of.variables...)
	}
	for _, r := range fleet.roots {
		for _, level := range r.Config.Levels() {
			if m := level.Mapped; m != nil {
				names = append(names, facter.Canonical(m.Variable)+".")
			}
		}
	}
	slices.Sort(names)
	return names
}

// hasToken reports whether the facts of a real node contain an interpolation token, which may reference any key.
func (n *Node) hasToken() bool {
	return interpolate.HasTokens(orEmpty(n.facts.Facts)) || interpolate.HasTokens(orEmpty(n.facts.Trusted)) || interpolate.HasTokens(orEmpty(n.facts.Vars))
}

// NamesFor returns those of Names whose evaluation depends on some root keys or on the values of
// some lookup_options: these keys, the keys that the options apply to, and all that reference one
// of them.
func (fleet *Fleet) NamesFor(keys map[string]bool, options []*data.Value) []string {
	touched := map[*index.Root]bool{}
	for name := range keys {
		if r := fleet.index.Find(name); r != nil {
			touched[r] = true
		}
	}
	if !fleet.index.AddOptionKeys(touched, options) {
		return fleet.Names()
	}
	fleet.index.AddReferring(touched)
	return fleet.index.NamesOf(touched)
}

// Dangling returns those of Names whose values reference keys that no data file of the environment sets.
func (fleet *Fleet) Dangling() []string {
	x := fleet.index
	dangling := map[*index.Root]bool{}
	for _, r := range x.All() {
		if slices.ContainsFunc(r.References, func(name string) bool { return len(x.Find(name).Definitions) == 0 }) {
			dangling[r] = true
		}
	}
	return fleet.index.NamesOf(dangling)
}

// NamesReading returns those of Names that are evaluated on a derived node that may read one of the
// files. An edit after which lookups fail at the file, or of its lookup_options, can affect them,
// whatever keys the file defines. It returns false if this may be any key. before is the fleet
// before an edit of the files.
func (fleet *Fleet) NamesReading(files []*project.File, before *Fleet) (names []string, ok bool) {
	x := fleet.index
	if len(fleet.Real) > 0 || fleet.isNested || len(x.Broken) > 0 != (len(before.index.Broken) > 0) || slices.ContainsFunc(fleet.roots, mayReadOther) {
		return nil, false
	}
	ways := lists.FlatMap(files, func(f *project.File) []*assigned { return fleet.assignmentsOf(index.MatchesOf(f)) })
	if slices.ContainsFunc(ways, func(a *assigned) bool { return a.IsEmpty() }) {
		return nil, false // every node reads it
	}
	reading := map[*index.Root]bool{}
	for _, r := range x.All() {
		if fleet.need(r) != nil || r.Closure.TooLarge {
			reading[r] = true
			continue
		}
		known := map[uint64]bool{}
		for _, a := range fleet.candidates(r).alone() {
			for i := range a.Values {
				known[a.Values[i].Hash] = true
			}
		}
		isUnknown := func(v vars.Value) bool { return !known[v.Hash] }
		if slices.ContainsFunc(ways, func(a *assigned) bool { return !slices.ContainsFunc(a.Values, isUnknown) }) {
			reading[r] = true
		}
	}
	return fleet.index.NamesOf(reading), true
}

// mayReadOther reports whether lookups may read files of a hierarchy on nodes on which they do not
// read them according to the values of variables.
func mayReadOther(r *project.Root) bool {
	for _, level := range r.Config.Levels() {
		if readingOf(level) == open || level.Mapped != nil || !hasOnlyVariables(level.Datadir.Template) ||
			slices.ContainsFunc(level.Locations, func(at config.Location) bool { return !hasOnlyVariables(at.Template) }) {
			return true
		}
	}
	return false
}

// hasOnlyVariables reports whether all tokens of a template, which may be nil, are variables.
func hasOnlyVariables(t *interpolate.Template) bool {
	return t == nil || !slices.ContainsFunc(t.Tokens, func(token interpolate.Token) bool { return token.Kind != interpolate.Variable || token.KeyErr != nil })
}

package views

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Keys are the keys of an environment, and who reads each.
type Keys struct {
	// Environment is its hiera.yaml.
	Environment string `json:"environment"`
	// Code means that Puppet code of the environment was read. Without any it is not known what reads a key,
	// apart from other data.
	Code bool `json:"code"`
	// NotSeen names code that may read keys and is not here, and data that cannot be parsed.
	NotSeen []string `json:"notSeen"`
	Keys    []*Key   `json:"keys"`

	invalid []string // those of NotSeen that are data
}

// State is what is known of the use of a key.
type State string

// The states.
const (
	Read     State = "read"     // something reads it
	Possible State = "possible" // something may read it
	Unread   State = "unread"   // nothing reads it
	Unknown  State = "unknown"  // no code was read
)

// Key is a key at the root of data files.
type Key struct {
	Name        string        `json:"key"`
	State       State         `json:"state"`
	Definitions []*Definition `json:"definitions"`
	Readers     []*KeyReader  `json:"readers"`
}

// Place is a line of a file.
type Place struct {
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Definition is where a key is set.
type Definition struct {
	Place
	// Layer is global, environment or module; Levels are the levels that read the file, and Hierarchy is which of
	// the lists of levels in hiera.yaml they are in.
	Layer     string   `json:"layer"`
	Hierarchy string   `json:"hierarchy"`
	Levels    []string `json:"levels"`
}

// KeyReader is something that reads a key, or may.
type KeyReader struct {
	// Kind is one of parameter, lookup, reference, hiera; and of those that may read it: computed, mention, script,
	// not-seen.
	Kind string `json:"kind"`
	// Certain means that it does.
	Certain bool `json:"certain"`
	// Name is the class of a parameter, the function of a lookup, the key whose value refers to this one, what was
	// not seen.
	Name string `json:"name,omitempty"`
	Place
}

var readerKinds = map[usage.Kind]string{
	usage.Parameter: "parameter", usage.Lookup: "lookup", usage.Reference: "reference", usage.Hiera: "hiera",
	usage.Computed: "computed", usage.Mention: "mention", usage.ElsewhereInTree: "script", usage.NotSeen: "not-seen",
}

// KeyFilter chooses keys.
type KeyFilter struct {
	// Match reports whether a key of this name is wanted; all are when it is nil.
	Match func(name string) bool
	// File is a data file that sets the keys; "" for any.
	File string
	// Unused leaves out what anything reads, or may read.
	Unused bool
}

// MatchKeys is a function for KeyFilter.Match: it reports whether a key is one of those that are wanted, or matches one that begins
// with ^, a regular expression. It is nil where none are.
func MatchKeys(wanted []string) (func(string) bool, error) {
	if len(wanted) == 0 {
		return nil, nil
	}
	var names []string
	var patterns []*regexp.Regexp
	for _, text := range wanted {
		if !strings.HasPrefix(text, "^") {
			names = append(names, text)
			continue
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			return nil, fmt.Errorf("invalid regular expression `%s`: %w", text, err)
		}
		patterns = append(patterns, pattern)
	}
	return func(name string) bool {
		return slices.Contains(names, name) || slices.ContainsFunc(patterns, func(r *regexp.Regexp) bool { return r.MatchString(name) })
	}, nil
}

// UnreadData says in a line each which data files and directories of a project could not be read, in the order of their paths. Links to what is kept
// elsewhere are not among them.
func UnreadData(p *project.Project) []string {
	var all []string
	for _, u := range p.Unreadable {
		if !u.Harmless {
			all = append(all, u.File.Path+": "+u.Reason)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// FindKeys lists the keys of a project that its own data sets, by environments and in order.
func FindKeys(ctx context.Context, p *project.Project, filter KeyFilter) ([]*Keys, error) {
	all := []*Keys{}
	reader := manifest.NewIndexer(p.Store)
	refs := usage.NewReferences(p)
	for _, env := range p.Environments {
		name := hierarchyOf(env)
		if name == "" {
			continue
		}
		code, err := reader.Index(ctx, env.Environment)
		if err != nil {
			return nil, err
		}
		x := usage.New(p, env, code, refs)
		keys := &Keys{Environment: name, Code: x.HasCode(), NotSeen: []string{}, Keys: []*Key{}}
		for _, u := range x.Unseen() {
			keys.NotSeen = append(keys.NotSeen, u.What)
		}
		for _, f := range p.Files {
			if f.Doc != nil && f.Doc.Err != nil && len(usage.MatchesIn(env, project.Definition{File: f})) > 0 {
				keys.invalid = append(keys.invalid, "data in `"+f.Path+"` (it cannot be parsed)")
			}
		}
		keys.NotSeen = append(keys.NotSeen, keys.invalid...)
		for _, name := range p.Keys() {
			if filter.Match != nil && !filter.Match(name) {
				continue
			}
			k := &Key{Name: name, Definitions: definitions(env, p.Definitions(name))}
			if len(k.Definitions) == 0 || filter.File != "" && !slices.ContainsFunc(k.Definitions, func(d *Definition) bool { return d.Path == filter.File }) {
				continue
			}
			k.read(x, keys.Code)
			if !filter.Unused || k.State == Unread {
				keys.Keys = append(keys.Keys, k)
			}
		}
		all = append(all, keys)
	}
	return all, nil
}

// hierarchyOf is the hiera.yaml that stands for an environment; "" when it has none.
func hierarchyOf(env *project.Environment) string {
	for _, r := range append([]*project.Root{env.Own, env.Global}, env.Modules...) {
		if r != nil && !r.Installed {
			return r.Path
		}
	}
	return ""
}

var hierarchyNames = map[project.Hierarchy]string{project.Regular: "hierarchy", project.Default: "default_hierarchy", project.Plan: "plan_hierarchy"}

// definitions are the places in which the environment has a key; none when only modules from elsewhere set it.
func definitions(env *project.Environment, all []project.Definition) []*Definition {
	var found []*Definition
	own := false
	for _, d := range all {
		var at *Definition
		var root *project.Root
		var hierarchy project.Hierarchy
		for _, m := range usage.MatchesIn(env, d) {
			if at == nil || m.Root != root || m.Hierarchy != hierarchy {
				at = &Definition{Place: placeOf(d.Key.Doc.File, d.Key.Span), Layer: m.Root.Layer.String(), Hierarchy: hierarchyNames[m.Hierarchy]}
				root, hierarchy = m.Root, m.Hierarchy
				found = append(found, at)
				own = own || !m.Root.Installed
			}
			if !slices.Contains(at.Levels, m.Level.Name) {
				at.Levels = append(at.Levels, m.Level.Name)
			}
		}
	}
	if !own {
		return nil
	}
	return found
}

// read finds out who reads the key.
func (k *Key) read(x *usage.Index, code bool) {
	k.Readers = []*KeyReader{}
	k.State = Unread
	if !code {
		k.State = Unknown
	}
	for _, r := range x.Readers(k.Name) {
		reader := &KeyReader{Kind: readerKinds[r.Kind], Certain: r.Certain(), Name: r.Name}
		if r.File != nil {
			reader.Place = placeOf(r.File, r.Span)
		}
		switch {
		case r.Certain():
			k.State = Read
		case k.State == Unread:
			k.State = Possible
		}
		k.Readers = append(k.Readers, reader)
	}
}

func placeOf(file *source.File, span source.Span) Place {
	return Place{Path: file.Path, Line: file.Pos(span.Start).Line}
}

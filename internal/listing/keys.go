package listing

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/place"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/usage"
)

// Keys are the keys of an environment with their readers.
type Keys struct {
	// Environment is its hiera.yaml.
	Environment string `json:"environment"`
	// Code reports that Puppet code of the environment was read. Without any, only readers in data
	// are known.
	Code bool `json:"code"`
	// NotSeen lists missing code that may read keys, and data that cannot be parsed.
	NotSeen []string `json:"notSeen"`
	Keys    []*Key   `json:"keys"`

	// missing is the code in NotSeen, and invalid the data.
	missing []usage.Unseen
	invalid []string
}

// State is what is known about the use of a key.
type State string

// The states.
const (
	Read     State = "read"     // something reads it
	Possible State = "possible" // something may read it
	Unread   State = "unread"   // nothing reads it
	Unknown  State = "unknown"  // no code was read
)

// Key is a root key of data files.
type Key struct {
	Name        string        `json:"key"`
	State       State         `json:"state"`
	Definitions []*Definition `json:"definitions"`
	Readers     []*KeyReader  `json:"readers"`
}

// Definition is a place at which a key is defined.
type Definition struct {
	place.Place
	// Layer is global, environment, or module. Levels are the levels that read the file, and
	// Hierarchy is the list in hiera.yaml that contains them.
	Layer     string   `json:"layer"`
	Hierarchy string   `json:"hierarchy"`
	Levels    []string `json:"levels"`
}

// KeyReader is something that reads or may read a key.
type KeyReader struct {
	// Kind is parameter, lookup, reference, or hiera; or, if it may read the key, computed,
	// mention, script, or not-seen.
	Kind string `json:"kind"`
	// Certain reports that it certainly reads the key.
	Certain bool `json:"certain"`
	// Name is the class of a parameter, the function of a lookup, the key of a value with a
	// reference, or what is missing.
	Name string `json:"name,omitempty"`
	place.Place

	unseen usage.Unseen // of not-seen
}

var readerKinds = map[usage.Kind]string{
	usage.Parameter: "parameter", usage.Lookup: "lookup", usage.Reference: "reference", usage.Hiera: "hiera",
	usage.Computed: "computed", usage.Mention: "mention", usage.ElsewhereInTree: "script", usage.NotSeen: "not-seen",
}

// KeyFilter selects keys.
type KeyFilter struct {
	// Match reports whether a key with this name is selected; if nil, all are.
	Match func(name string) bool
	// Names are the selected keys of which each must be defined.
	Names []string
	// File is a data file that defines the keys; "" for any.
	File string
	// Unused excludes keys that something reads or may read.
	Unused bool
}

// MatchKeys returns a function for KeyFilter.Match that selects the given keys, and keys that match
// one starting with ^, a regular expression. It also returns the others as names. match is nil if none
// are given.
func MatchKeys(wanted []string) (match func(string) bool, names []string, err error) {
	if len(wanted) == 0 {
		return nil, nil, nil
	}
	var patterns []*regexp.Regexp
	for _, text := range wanted {
		if !strings.HasPrefix(text, "^") {
			names = append(names, text)
			continue
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			return nil, nil, fmt.Errorf("invalid regular expression `%s`: %w", text, err)
		}
		patterns = append(patterns, pattern)
	}
	return func(name string) bool {
		return slices.Contains(names, name) || slices.ContainsFunc(patterns, func(r *regexp.Regexp) bool { return r.MatchString(name) })
	}, names, nil
}

// UnreadData describes the data files and directories of a project that could not be read, one per
// line, in the order of their paths. Links to what is kept elsewhere are excluded.
func UnreadData(p *project.Project) []string {
	var all []string
	for _, u := range p.Unreadable {
		if !u.Harmless {
			all = append(all, u.File.Path+": "+u.Reason)
		}
	}
	return lists.Distinct(all)
}

// FindKeys lists the keys that a project's own data defines, by environment and sorted.
func FindKeys(ctx context.Context, p *project.Project, filter KeyFilter) ([]*Keys, error) {
	all := []*Keys{}
	codeOf, err := usage.ReadCode(ctx, p)
	if err != nil {
		return nil, err
	}
	refs := usage.NewReferences(p)
	for _, env := range p.Environments {
		name := env.ConfigPath()
		if name == "" {
			continue
		}
		x := usage.New(p, env, codeOf[env], refs)
		keys := &Keys{Environment: name, Code: x.HasCode(), NotSeen: []string{}, Keys: []*Key{}}
		keys.missing = x.Unseen()
		for _, u := range keys.missing {
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
			k.read(x, keys.Code, max(fewUnseen, maxUnseen/len(p.Keys())))
			k.Name = secret.Name(name)
			if !filter.Unused || k.State == Unread {
				keys.Keys = append(keys.Keys, k)
			}
		}
		all = append(all, keys)
	}
	return all, nil
}

var hierarchyNames = map[project.Hierarchy]string{project.Regular: "hierarchy", project.Default: "default_hierarchy", project.Plan: "plan_hierarchy"}

// definitions returns the places at which the environment defines a key; none if only installed
// modules define it.
func definitions(env *project.Environment, all []project.Definition) []*Definition {
	var found []*Definition
	own := false
	for _, d := range all {
		var at *Definition
		var root *project.Root
		var hierarchy project.Hierarchy
		for _, m := range usage.MatchesIn(env, d) {
			if at == nil || m.Root != root || m.Hierarchy != hierarchy {
				at = &Definition{Place: place.Of(d.Key.Doc.File, d.Key.Span), Layer: m.Root.Layer.String(), Hierarchy: hierarchyNames[m.Hierarchy]}
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

const (
	// maxUnseen limits the missing code that is listed for all keys, except that so much of it is listed for each: a Puppetfile
	// may contain many modules that may read every key.
	maxUnseen, fewUnseen = 300_000, 2
)

// read finds the readers of the key, and at most so many that were not seen.
func (k *Key) read(x *usage.Index, code bool, unseen int) {
	k.Readers = []*KeyReader{}
	k.State = Unread
	if !code {
		k.State = Unknown
	}
	readers, more := x.FirstReaders(k.Name, unseen)
	for _, r := range readers {
		reader := &KeyReader{Kind: readerKinds[r.Kind], Certain: r.Certain(), Name: cmp.Or(secret.Name(r.Name), r.Unseen.What), unseen: r.Unseen}
		if r.File != nil {
			reader.Place = place.Of(r.File, r.Span)
		}
		switch {
		case r.Certain():
			k.State = Read
		case k.State == Unread:
			k.State = Possible
		}
		k.Readers = append(k.Readers, reader)
	}
	if more > 0 {
		others := usage.Unseen{What: plural.Count(more, "other")}
		k.Readers = append(k.Readers, &KeyReader{Kind: readerKinds[usage.NotSeen], Name: others.What, unseen: others})
	}
}

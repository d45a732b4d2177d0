package rule

import (
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// Site is the input that all rules of a run share: the project, and what is known about its nodes
// and the code that uses its data.
type Site struct {
	Project *project.Project
	// PuppetVersion is the major version of Puppet to assume, 7 or 8.
	PuppetVersion int
	// KeysBefore are the keys that data defined at the revision that the project is compared with; nil if there is none.
	KeysBefore map[string]bool
	// Selectors are those of the rules.
	Selectors []*Selector
	// Facts and Variables list the names of all custom facts and of all top-scope variables, which
	// come from an external node classifier or the main manifest. If nil, they are unknown, and a
	// node may have any.
	Facts, Variables map[string]bool
	// DefinedFacts and DefinedVariables list those that code in the tree defines. There may be
	// more.
	DefinedFacts, DefinedVariables map[string]bool
	// CodeOf is the code of each environment: its manifests, functions, and templates; nil if it
	// was not read.
	CodeOf map[*project.Environment]*manifest.Index
	// UsageOf lists what reads the keys of each environment; nil if its code was not read.
	UsageOf map[*project.Environment]*usage.Index

	// OfCode are the results of OnceOfCode, for all sites with the same CodeOf.
	OfCode *memo.Map[any, any]
	once   sync.Map // functions that return the results of Once, by key
}

// AllCode iterates over the code of the environments, in their order.
func (s *Site) AllCode() iter.Seq[*manifest.Index] {
	return usage.AllCode(s.Project.Environments, s.CodeOf)
}

// Parameter returns the parameter of a class that a key sets, in the first environment that has it; nil if there is none.
func (s *Site) Parameter(key string) (class *manifest.Definition, parameter *manifest.Parameter) {
	for code := range s.AllCode() {
		if class, parameter = code.Parameter(key); parameter != nil {
			return class, parameter
		}
	}
	return nil, nil
}

// LookupOf returns a lookup in code of a root key by its complete name; nil if there is none.
func (s *Site) LookupOf(key string) *manifest.Lookup {
	for code := range s.AllCode() {
		for _, use := range code.LookupsOf(key) {
			if _, exact := use.Key.Text(); exact {
				return use
			}
		}
	}
	return nil
}

// IsRemoved reports whether data defined a key at the revision that the project is compared with, and no data defines it now.
func (s *Site) IsRemoved(key string) bool {
	return s.KeysBefore[key] && !s.Project.HasKey(key) && !s.Project.MayDefine(key)
}

// Once returns the result of compute, which is called only once in a run for each key. Each caller has a key
// type of its own, so that it knows the type of the result.
func Once[V any](s *Site, key any, compute func() V) V {
	once, ok := s.once.Load(key)
	if !ok {
		once, _ = s.once.LoadOrStore(key, sync.OnceValue(compute))
	}
	return once.(func() V)()
}

// OnceOfCode is Once for results that only depend on the code: it is also called only once for all runs after edits of data.
func OnceOfCode[V any](s *Site, key any, compute func() V) V {
	return s.OfCode.Of(key, func() any { return compute() }).(V)
}

// SelectorsOf returns the selectors of rules, each once.
func SelectorsOf(rules []*Rule) []*Selector {
	var all []*Selector
	for _, r := range rules {
		for _, s := range append(slices.Clip(r.Selectors), r.Nodes) {
			if s != nil && !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// IsRead reports whether something is known to look up a key in any environment.
func (s *Site) IsRead(key string) bool {
	return lists.Any(maps.Values(s.UsageOf), func(index *usage.Index) bool { return index != nil && index.IsRead(key) })
}

// IsOldVersion reports whether a problem is that the version of a hiera.yaml is not allowed in its
// layer.
func IsOldVersion(problem *config.Problem) bool {
	return problem.Code == config.VersionMissing || problem.Code == config.VersionNotAllowed
}

// PlaceOf returns the position of a level's name or, if it has none, of its location.
func PlaceOf(level *config.Level) source.Span {
	for _, n := range []*data.Node{level.NameNode, level.LocationNode, level.Node} {
		if n != nil {
			return FirstLine(n)
		}
	}
	return source.Span{}
}

// IsRefused reports whether Puppet gets no data from a hierarchy because it rejects the hiera.yaml,
// or because it ignores a version 3 file outside of the global layer. That is reported once; its
// consequences are not reported.
func (s *Site) IsRefused(root *project.Root) bool {
	return root != nil && (root.Config.Err(s.PuppetVersion) != nil || slices.ContainsFunc(root.Config.Problems, IsOldVersion))
}

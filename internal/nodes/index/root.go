package index

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/project"
)

// Root is a root key of data files, or one that values reference or code requires.
type Root struct {
	Name, Module string
	Hash         uint64 // of the name
	// own reports that data other than that of installed modules defines it.
	own         bool
	Definitions []*Definition
	// IsWanted reports that it is evaluated even if no data defines it.
	IsWanted bool

	Asks // what its values directly reference and read

	Closure *Closure
	// Merged reports that lookup_options may merge its values on some node. Merges are the merges that lookups in code
	// request.
	Merged bool
	Merges []*data.Value

	To         []*Root // the keys that its values directly reference
	isReferred bool    // values of some key refer to it
}

// Definition is a value of a key in one file.
type Definition struct {
	File    *project.File
	Matches []*project.Match
	Key     *data.Value
	Value   *data.Value
	Asks    *Asks // what the value references and reads
}

// OptionsFile is a file with lookup_options that some nodes read.
type OptionsFile struct {
	File    *project.File
	Matches []*project.Match
	Options *lookupoptions.Options
}

// Closure holds everything that an evaluation of a key may read: keys, starting with itself, and
// variables.
type Closure struct {
	Roots     []*Root
	Variables []key.Key
	// Modules are those whose data may define one of the keys.
	Modules     []string
	Definitions int // of all roots
	// TooLarge reports that the closure is too large to compute, so that the key is not evaluated.
	TooLarge bool
}

// IsIn reports whether a key is searched for in a layer.
func (r *Root) IsIn(layer config.Layer, module string) bool {
	return layer != config.Module || r.Module != "" && r.Module == module
}

// Counts reports whether the key is to be evaluated.
func (r *Root) Counts() bool { return r.own || r.IsWanted }

// Closures of keys that reference each other take quadratic space. Small ones are all kept. The
// others share a limited space, and keys with even larger ones are not evaluated.
const (
	smallClosure = 256
	maxClosures  = 2_000_000
	// manyVariables is the number of variables in lookup_options, which every key depends on, that
	// do not count.
	manyVariables = 1000
)

// finish computes the closure of a key, and whether it may be merged.
func (x *Index) finish(r *Root) {
	r.Closure = x.closureOf(r)
	r.Merged = slices.ContainsFunc(x.MergesFor(r.Name), func(o *lookupoptions.Options) bool { return mayMerge(o, r.Name) })
}

// closureOf computes the closure of a key.
func (x *Index) closureOf(r *Root) *Closure {
	c := &Closure{Roots: []*Root{r}}
	variables := Asks{Variables: slices.Clip(x.OptionAsks.Variables)}
	var seen map[*Root]bool // only used for many keys, for speed
	isNew := func(to *Root) bool {
		if len(c.Roots) <= few {
			return !slices.Contains(c.Roots, to)
		}
		if seen == nil {
			seen = make(map[*Root]bool, 2*len(c.Roots))
			for _, r := range c.Roots {
				seen[r] = true
			}
		}
		is := !seen[to]
		seen[to] = true
		return is
	}
	passed := max(0, len(variables.Variables)-manyVariables)
	for i := 0; i < len(c.Roots); i++ { // the list grows during the iteration
		next := c.Roots[i]
		c.Definitions += len(next.Definitions)
		if x.Modules[next.Module] {
			c.Modules = appendNew(c.Modules, next.Module)
		}
		if passed += 1 + len(next.Variables) + len(next.To); passed > x.maxClosure {
			return &Closure{Roots: []*Root{r}, TooLarge: true}
		}
		for _, k := range next.Variables {
			variables.AddVariable(k)
		}
		for _, to := range next.To {
			if isNew(to) {
				c.Roots = append(c.Roots, to)
			}
		}
	}
	c.Variables = variables.Variables
	return c
}

// mayMerge reports whether options merge the values of the key.
func mayMerge(o *lookupoptions.Options, name string) bool {
	entry, ok, err := o.For(name)
	return err != nil || ok && (entry.Err != nil || entry.Strategy != nil && !entry.Strategy.First())
}

func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

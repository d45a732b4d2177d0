package impact

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
)

// Side is what is known about one side in addition to its evaluation.
type Side struct {
	// Name returns the name of a path. Same returns the name under which both sides have a file:
	// for one that was moved, the new name. If nil, it is Name.
	Name, Same func(path string) string
	// IsNew reports whether a file has something else for a root key than on the other side.
	IsNew func(path, key string) bool
	// Root is the directory of the tree, which failures contain.
	Root string
	// Code is the code of the environment; nil if there is none.
	Code *manifest.Index
}

// places matches the positions in a message, which edits change.
var places = lazyregexp.New(`\(?(?:\bfile: [^,)]*, )?\bline:? \d+(?:,? column:? \d+)?\)?|:\d+(?::\d+)?\b`)

// message returns a failure without what differs between trees.
func (s *Side) message(text string) string {
	return places().ReplaceAllString(s.shown(text), "")
}

// shown returns a failure with the paths of the tree.
func (s *Side) shown(text string) string {
	if s.Root == "" {
		return text
	}
	return strings.ReplaceAll(text, strings.TrimSuffix(filepath.ToSlash(s.Root), "/")+"/", "")
}

// parameterOf returns the class parameter that a key sets; nil if there is none.
func (s *Side) parameterOf(key string) *manifest.Parameter {
	if s.Code == nil {
		return nil
	}
	_, p := s.Code.Parameter(key)
	return p
}

// written returns the values that a value consists of, as written, by key. They are compared if a
// part of it is unknown.
func (s *Side) written(c *nodes.Case) map[string][]string {
	all := map[string][]string{}
	for _, o := range c.Result.Origins {
		all[o.Key] = append(all[o.Key], identities{}.written(o.Node))
	}
	return all
}

// isOther reports whether some key is written differently. A key that only one side has does not
// count: which references are followed in a hash with an unknown key depends on its order.
func isOther(before, after map[string][]string) bool {
	for key, was := range before {
		is, ok := after[key]
		slices.Sort(was)
		slices.Sort(is)
		if ok && !slices.Equal(was, is) {
			return true
		}
	}
	return false
}

// files returns the files that a value comes from.
func (s *Side) files(c *nodes.Case) []string {
	var all []string
	for _, o := range c.Result.Origins {
		if o.Node != nil {
			all = append(all, s.same(o.Node))
		}
	}
	return lists.Distinct(all)
}

// same returns the name of a node's file on both sides.
func (s *Side) same(n *data.Node) string {
	if s.Same == nil {
		return s.Name(n.Doc.File.Path)
	}
	return s.Same(n.Doc.File.Path)
}

// options returns the lookup_options of a key; nil if there are none.
func (s *Side) options(c *nodes.Case) *Options {
	e := c.Entry
	if e == nil || e.KeyNode == nil || e.Merge == nil && e.ConvertTo == nil {
		return nil
	}
	return &Options{e.Merge, e.ConvertTo, s.place(e.KeyNode)}
}

// declaration returns the place that declares the class parameter that a key sets.
func (s *Side) declaration(name string) []place.Place {
	path, line := s.parameterOf(name).Line()
	return []place.Place{{Path: s.Name(path), Line: line}}
}

// sources returns the places that a value comes from, by their content.
func (s *Side) sources(c *nodes.Case) map[string]place.Place {
	all := map[string]place.Place{}
	for _, o := range c.Result.Origins {
		if o.Node != nil {
			all[o.Key+"\x00"+s.same(o.Node)+"\x00"+identities{}.written(o.Node)] = s.place(o.Node)
		}
	}
	return all
}

// without returns the places of sources that are not in others, sorted.
func without(sources, others map[string]place.Place) []place.Place {
	var all []place.Place
	for id, at := range sources {
		if _, ok := others[id]; !ok {
			all = append(all, at)
		}
	}
	slices.SortFunc(all, place.Compare)
	return slices.Compact(all)
}

func (s *Side) outcome(name string, c *nodes.Case) Outcome {
	var o Outcome
	switch {
	case c.Err != nil:
		o.Failure = strings.TrimRight(s.shown(c.Err.Message), "; ") // Puppet prints "; " even if no reason follows
		if c.Err.Node != nil {
			o.Places = []place.Place{s.place(c.Err.Node)}
		}
		return o
	case c.NotFound:
		if p := s.parameterOf(name); p != nil {
			o.Default = p.Default()
		}
		return o
	}
	o.Value, o.referenced = c.Result.Value, referenced(c.Result.Origins)
	for _, origin := range c.Result.Origins {
		if origin.Node != nil {
			o.decrypted = o.decrypted || isDecrypted(origin.Node)
			o.isNew = o.isNew || s.IsNew != nil && s.IsNew(origin.Node.Doc.File.Path, origin.Key)
			if at := s.place(origin.Node); !slices.Contains(o.Places, at) {
				o.Places = append(o.Places, at)
			}
		}
	}
	return o
}

func (s *Side) place(n *data.Node) place.Place {
	return place.Place{Path: s.Name(n.Doc.File.Path), Line: n.Position().Line}
}

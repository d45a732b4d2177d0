package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubyregexp"
)

// match is what a node definition compares the name of a node with.
type match struct {
	name      string // in lower case
	isDefault bool
	pattern   *rubyregexp.Regexp
	unknown   bool // a regular expression that only Ruby can judge
}

func matches(list []pp.Expression) []match {
	var matches []match
	for _, e := range list {
		switch e := e.(type) {
		case *pp.Default:
			matches = append(matches, match{isDefault: true})
		case *pp.String:
			matches = append(matches, match{name: strings.Clone(strings.ToLower(e.Value))})
		case *pp.Regexp:
			re, err := rubyregexp.Compile(e.Pattern)
			matches = append(matches, match{pattern: re, unknown: err != nil})
		}
	}
	return matches
}

// maxForgetful is how many regular expressions of node definitions that are costly to search for are tried for one node.
const maxForgetful = 5

// Node is the node definition that Puppet evaluates for a node: the one with its name, else the first with a
// regular expression that matches, else the default. It is nil when there is none, or when known is false,
// because it is not known which (Puppet 7.23).
func (x *Index) Node(certname string) (d *Definition, known bool) {
	certname = strings.ToLower(certname)
	known = true
	var byPattern, byDefault *Definition
	forgetful := 0
	for _, d := range x.Nodes {
		for _, m := range d.matches {
			switch {
			case m.isDefault:
				byDefault = d
			case m.unknown:
				known = false
			case m.pattern == nil:
				if m.name == certname {
					return d, true
				}
			case byPattern == nil && known:
				if m.pattern.IsForgetful() {
					forgetful++
				}
				if forgetful > maxForgetful {
					known = false
					continue
				}
				found, err := m.pattern.MatchString(certname)
				if err != nil {
					known = false
				} else if found {
					byPattern = d
				}
			}
		}
	}
	switch {
	case byPattern != nil:
		return byPattern, true
	case !known:
		return nil, false
	}
	return byDefault, true
}

// Included are the classes that are certainly in every catalog in which the given inclusions happen: those that
// they name and, again and again, those that the code of these includes without a condition. Each is given with the
// inclusion that brings it. Classes whose names come from data are not among them.
func (x *Index) Included(inclusions []*Inclusion) map[string]*Inclusion {
	included := map[string]*Inclusion{}
	for _, i := range x.Certain(inclusions) {
		if name, known := i.Class.Text(); known && included[name] == nil {
			included[name] = i
		}
	}
	return included
}

// Certain are the inclusions that certainly happen where the given ones do: these, and those in the code of their classes,
// as far as they have no condition.
func (x *Index) Certain(inclusions []*Inclusion) []*Inclusion {
	var certain []*Inclusion
	seen := map[string]bool{}
	todo := slices.Clone(inclusions)
	for at := 0; at < len(todo); at++ {
		i := todo[at]
		if i.Conditional {
			continue
		}
		certain = append(certain, i)
		name, known := i.Class.Text()
		if class := x.classes[name]; known && class != nil && !seen[name] {
			seen[name] = true
			todo = append(todo, class.Inclusions...)
		}
	}
	return certain
}

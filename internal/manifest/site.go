package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubyregexp"
)

// match is a name or regular expression in a node definition.
type match struct {
	name      string // in lower case
	isDefault bool
	pattern   *rubyregexp.Regexp
	unknown   bool // a regular expression that is not supported
}

func matches(list []pp.Expression) []match {
	var matches []match
	for _, e := range list {
		switch e := e.(type) {
		case *pp.Default:
			matches = append(matches, match{isDefault: true})
		case *pp.String:
			if name := strings.ToLower(e.Value); name == "default" { // quotes make no difference (Puppet 7.23)
				matches = append(matches, match{isDefault: true})
			} else {
				matches = append(matches, match{name: strings.Clone(name)})
			}
		case *pp.Regexp:
			re, err := rubyregexp.Compile(e.Pattern)
			matches = append(matches, match{pattern: re, unknown: err != nil})
		}
	}
	return matches
}

// Certnames returns the names in a node definition, in lower case, without regular expressions.
func (d *Definition) Certnames() []string {
	var names []string
	for _, m := range d.matches {
		if m.name != "" {
			names = append(names, m.name)
		}
	}
	return names
}

// IsDefault reports whether a node definition is the default one.
func (d *Definition) IsDefault() bool {
	return slices.ContainsFunc(d.matches, func(m match) bool { return m.isDefault })
}

// HasPattern reports whether a node definition has a regular expression.
func (d *Definition) HasPattern() bool {
	return slices.ContainsFunc(d.matches, func(m match) bool { return m.pattern != nil })
}

// maxForgetful is the maximum number of expensive regular expressions that are tried for one node.
const maxForgetful = 5

// Node returns the node definition that Puppet evaluates for a node: the one with its name,
// otherwise the first whose regular expression matches, otherwise the default (Puppet 7.23). It is
// nil if there is none or if known is false, because it is unknown which one it is.
func (x *Index) Node(certname string) (d *Definition, known bool) {
	certname = strings.ToLower(certname)
	if d := x.byCertname[certname]; d != nil {
		return d, true
	}
	known = true
	var byPattern, byDefault *Definition
	forgetful := 0
	for _, d := range x.unnamed {
		for _, m := range d.matches {
			switch {
			case m.isDefault:
				byDefault = d
			case m.unknown:
				known = false
			case byPattern == nil && known && m.pattern != nil:
				if m.pattern.CannotMemoize() {
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

// addNode adds a node definition.
func (x *Index) addNode(d *Definition) {
	x.Nodes = append(x.Nodes, d)
	isUnnamed := false
	for _, m := range d.matches {
		if m.pattern != nil || m.unknown || m.isDefault {
			isUnnamed = true
		} else if x.byCertname[m.name] == nil {
			x.byCertname[m.name] = d
		}
	}
	if isUnnamed {
		x.unnamed = append(x.unnamed, d)
	}
}

// Included returns the classes that are certainly in every catalog with the given inclusions: those
// that they name, and, recursively, those that the code of these classes includes unconditionally.
// Each is mapped to its inclusion. Classes whose names come from data are not included.
func (x *Index) Included(inclusions []*Inclusion, settings Settings) map[string]*Inclusion {
	included, _ := x.IncludedBesides(inclusions, settings, nil, "", "")
	return included
}

// IncludedBesides is Included without the classes in known, which Included has returned. Unless variable is empty, it adds the
// inclusions that are certain on nodes where the variable has the value. visited is the number of inclusions that it visited:
// classes may include the same ones many times.
func (x *Index) IncludedBesides(inclusions []*Inclusion, settings Settings, known map[string]*Inclusion, variable, value string) (included map[string]*Inclusion, visited int) {
	_, included, visited = x.certain(inclusions, settings, known, variable, value)
	return included, visited
}

// Certain returns the given inclusions, and, recursively, the unconditional inclusions in the code
// of their classes: of each class, only the first one.
func (x *Index) Certain(inclusions []*Inclusion, settings Settings) []*Inclusion {
	certain, _, _ := x.certain(inclusions, settings, nil, "", "")
	return certain
}

// certain is Certain with the further arguments and the results of IncludedBesides.
func (x *Index) certain(inclusions []*Inclusion, settings Settings, known map[string]*Inclusion, variable, value string) (certain []*Inclusion, included map[string]*Inclusion, visited int) {
	included = map[string]*Inclusion{}
	todo := [][]*Inclusion{inclusions}
	for at := 0; at < len(todo); at++ {
		visited += len(todo[at])
		for _, i := range todo[at] {
			if i.Conditional && !i.holds(settings) {
				continue
			}
			if i.Variable != "" && isSame(i.Variable, variable) && i.IsFor(value) {
				i = i.With(value)
			}
			if name, ok := i.Class.Text(); ok && i.Variable == "" {
				if included[name] != nil || known[name] != nil {
					continue
				}
				included[name] = i
				if class := x.classes[name]; class != nil {
					todo = append(todo, class.Inclusions)
				}
			}
			certain = append(certain, i)
		}
	}
	return certain, included, visited
}

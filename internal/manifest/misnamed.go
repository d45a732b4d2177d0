package manifest

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
)

// IsMisnamed reports whether a class probably misspells the name of a parameter, given its intended name: no code of its module uses
// the parameter, but the class, or a template in it, uses a variable with the intended name, which the class does not set, or the
// default of the parameter is such a variable of another class. The file is parsed again.
func (x *Index) IsMisnamed(d *Definition, parameter, intended string) bool {
	m := x.modules[d.Module]
	if m == nil || d.HasVariable(intended) {
		return false
	}
	v := variableUses{class: d, parameter: parameter, intended: intended}
	isMentioned := hasWord(d.File.Text, intended, "")
	for _, f := range m.files {
		code, err := m.store.File(f.path)
		switch {
		case err != nil || code.Path == d.File.Path:
		case f.role == templateRole && hasWord(code.Text, intended, "@$"):
			v.templates, isMentioned = append(v.templates, path.Base(f.name)), true
			fallthrough
		default:
			v.isUsed = v.isUsed || hasWord(code.Text, parameter, "")
		}
	}
	if v.isUsed || !isMentioned {
		return false
	}
	file, err := pp.Parse(d.File, pp.Options{})
	if err != nil {
		return false
	}
	pp.Walk(file.Body, v.visit)
	if v.isUsed || !v.isMeant {
		return false
	}
	for f := range x.Files() {
		if hasWord(f.Text, d.Name+"::"+parameter, "") {
			return false
		}
	}
	return true
}

// variableUses collects how a file uses a parameter of a class, and a class its intended name.
type variableUses struct {
	class               *Definition
	parameter, intended string
	templates           []string // with variables that have the intended name, without directories
	isUsed, isMeant     bool
}

func (v *variableUses) visit(n pp.Node) bool {
	span := n.Span()
	isMeant := false
	switch n := n.(type) {
	case *pp.Parameter:
		name, ok := n.Default.(*pp.Variable)
		isMeant = ok && n.Name == v.parameter && strings.HasSuffix(name.Name, "::"+v.intended)
	case *pp.Variable:
		name := strings.TrimPrefix(strings.TrimPrefix(n.Name, "::"), v.class.Name+"::")
		v.isUsed = v.isUsed || name == v.parameter
		isMeant = name == v.intended
	case *pp.String:
		v.isUsed = v.isUsed || hasWord([]byte(n.Value), v.parameter, "")
		isMeant = slices.Contains(v.templates, path.Base(n.Value))
	}
	v.isMeant = v.isMeant || isMeant && span.Start >= v.class.Span.Start && span.End <= v.class.Span.End
	return true
}

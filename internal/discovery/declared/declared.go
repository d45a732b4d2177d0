// Package declared reads hierarchies that code writes. The module puppet/hiera has a class `hiera` that writes the
// server's hiera.yaml:
//
//	class { 'hiera':
//	  hierarchy => ['nodes/%{trusted.certname}', 'common'],
//	  datadir   => '/etc/puppetlabs/code/environments/%{environment}/hieradata',
//	  eyaml     => true,
//	}
//
// Other manifests, and scripts that install a server, contain the text of the file.
package declared

import (
	"bytes"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/recognize"
)

// IsManifest reports whether a file is a manifest by its name.
func IsManifest(path string) bool { return strings.HasSuffix(path, ".pp") }

// MayDeclare reports whether the text of a file mentions what a declaration consists of.
func MayDeclare(text []byte) bool {
	return bytes.Contains(text, []byte("hierarchy"))
}

// Document returns the hiera.yaml that a manifest or script writes; nil if it writes none, or computes the levels.
// Positions in it are those of the file, except of settings of class `hiera` other than the hierarchy.
func Document(file *source.File) *data.Document {
	if IsManifest(file.Path) {
		if text, ok := hieraYAML(file); ok {
			return data.Parse(source.New(file.Path, text), data.YAML)
		}
	}
	return embedded(file)
}

func hieraYAML(file *source.File) (text []byte, ok bool) {
	parsed, err := pp.Parse(file, pp.Options{})
	if err != nil {
		return nil, false
	}
	d := find(parsed.Body, nil)
	if d == nil {
		return nil, false
	}
	return d.render(file.Text)
}

// declaration is a declaration of class `hiera`.
type declaration struct {
	attributes map[string]pp.Expression
	// variables are the values of parameters and assigned variables of the class around it.
	variables map[string]pp.Expression
	// steps is the number of expressions that may still be evaluated.
	steps int
}

// maxSteps limits the evaluation of variables that stand for each other.
const maxSteps = 10_000

// maxText is the maximum length of a string in bytes: that of a path on Linux.
const maxText = 4096

// find returns the first declaration with a hierarchy in n; nil if there is none. around is the class that contains n.
func find(n pp.Node, around *pp.Class) (d *declaration) {
	pp.Walk(n, func(n pp.Node) bool {
		switch n := n.(type) {
		case *pp.Class:
			if n != around {
				if inside := find(n, n); d == nil {
					d = inside
				}
				return false
			}
		case *pp.Resource:
			if name, ok := n.Type.(*pp.Name); ok && name.Value == "class" {
				for _, body := range n.Bodies {
					if d == nil && isHiera(body.Title) {
						d = newDeclaration(body, around)
					}
				}
			}
		}
		return d == nil
	})
	return d
}

func isHiera(title pp.Expression) bool {
	s, ok := title.(*pp.String)
	return ok && (s.Value == "hiera" || s.Value == "::hiera")
}

// newDeclaration returns the declaration in a body; nil if it has no hierarchy.
func newDeclaration(body *pp.ResourceBody, around *pp.Class) *declaration {
	d := &declaration{map[string]pp.Expression{}, map[string]pp.Expression{}, maxSteps}
	for _, a := range body.Attributes {
		d.attributes[a.Name] = a.Value
	}
	if d.attributes["hierarchy"] == nil {
		return nil
	}
	if around == nil {
		return d
	}
	for _, p := range around.Parameters {
		d.variables[p.Name] = p.Default
	}
	for _, statement := range around.Body.Statements {
		if a, ok := statement.(*pp.Assignment); ok && a.Operator == pp.Assign {
			if v, ok := a.Left.(*pp.Variable); ok {
				d.variables[v.Name] = a.Right
			}
		}
	}
	return d
}

// resolved returns an expression, or what the variable that it consists of stands for; nil if that is unknown.
func (d *declaration) resolved(e pp.Expression) pp.Expression {
	for d.steps > 0 {
		d.steps--
		switch v := e.(type) {
		case *pp.Parenthesized:
			e = v.Inner
		case *pp.Variable:
			e = d.variables[v.Name]
		default:
			return e
		}
	}
	return nil
}

// text returns the value of a string. Unknown parts of it are those of a template of a hiera.yaml.
func (d *declaration) text(e pp.Expression) (text string, ok bool) {
	switch e := d.resolved(e).(type) {
	case *pp.String:
		return e.Value, true
	case *pp.Name:
		return e.Value, true
	case *pp.Integer:
		return decimal(e.Value), true
	case *pp.Interpolated:
		for i, part := range e.Parts {
			inserted, known := d.text(part)
			switch {
			case known && len(text)+len(inserted) > maxText:
				return "", false
			case known:
				text += inserted
			case i > 0 || !startsWithSlash(e.Parts[1:]): // otherwise it is a directory of the server
				text += unknown
			}
		}
		return text, true
	}
	return "", false
}

func startsWithSlash(parts []pp.Expression) bool {
	if len(parts) == 0 {
		return false
	}
	s, ok := parts[0].(*pp.String)
	return ok && strings.HasPrefix(s.Value, "/")
}

// unknown replaces the unknown parts of a string.
const unknown = recognize.TemplateToken

// setting returns the text of an attribute that is a string or number; "" if it is missing.
func (d *declaration) setting(name string) string {
	e := d.attributes[name]
	if e == nil {
		return ""
	}
	if _, isUndef := d.resolved(e).(*pp.Undef); isUndef {
		return ""
	}
	if text, ok := d.text(e); ok {
		return text
	}
	return unknown
}

// isSet reports whether an attribute is true.
func (d *declaration) isSet(name string) bool {
	b, ok := d.resolved(d.attributes[name]).(*pp.Boolean)
	return ok && b.Value
}

// texts returns the strings of an attribute that is an array; nil if it is missing or unknown.
func (d *declaration) texts(name string) []string {
	array, ok := d.resolved(d.attributes[name]).(*pp.Array)
	if !ok {
		return nil
	}
	var all []string
	for _, e := range array.Elements {
		text, ok := d.text(e)
		if !ok {
			return nil
		}
		all = append(all, text)
	}
	return all
}

// entries returns the values of a hash by their keys, as far as these are known; hash may be nil.
func (d *declaration) entries(hash *pp.Hash) map[string]pp.Expression {
	values := map[string]pp.Expression{}
	if hash == nil {
		return values
	}
	for _, e := range hash.Entries {
		if name, ok := d.text(e.Key); ok {
			values[name] = d.resolved(e.Value)
		}
	}
	return values
}

// settings returns the entries of a hash that are strings; hash may be nil.
func (d *declaration) settings(hash *pp.Hash) map[string]string {
	all := map[string]string{}
	for name, value := range d.entries(hash) {
		if text, ok := d.text(value); ok {
			all[name] = text
		}
	}
	return all
}

package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/releases"
)

// release returns the release of the module that a name is in, if the module is not in the tree. ok is false if the release is unknown, or
// may be a newer one.
func (x *Index) release(name string) (r releases.Release, ok bool) {
	module, _, _ := strings.Cut(name, "::")
	if x.ReleaseOf == nil || x.HasModule(module) {
		return r, false
	}
	r, ok = x.ReleaseOf(module)
	return r, ok && !r.IsLatest
}

// released identifies a class or defined type of a release.
type released struct {
	kind Kind
	name string
}

// Released returns the class or defined type with a name that a known release of a module that is not in the tree has; nil if there is
// none. Its parameters have no type if it is unknown. Whether they have a default is unknown, too; each counts as one with a default.
func (x *Index) Released(kind Kind, name string) *Definition {
	return x.releasedDefinitions.Of(released{kind, name}, func() *Definition {
		r, ok := x.release(name)
		if !ok || x.classes[name] != nil || x.definedTypes[name] != nil {
			return nil
		}
		parameters := r.ParametersOfType(name)
		if kind == Class {
			parameters = r.ParametersOfClass(name)
		}
		if parameters == nil {
			return nil
		}
		d := &Definition{Kind: kind, Name: name, Module: r.Name, Release: r.String(), byName: map[string]*Parameter{}}
		var text strings.Builder
		for _, of := range parameters {
			p := &Parameter{Name: of.Name, typ: parsedType(of.Type)}
			if p.typ != nil {
				p.TypeSpan = write(&text, of.Type)
				text.WriteString(" ")
			}
			p.NameSpan = write(&text, "$"+of.Name)
			text.WriteString(" = ")
			p.DefaultSpan = write(&text, assumedDefault)
			text.WriteString("\n")
			d.Parameters = append(d.Parameters, p)
			d.byName[of.Name] = p
		}
		d.File = source.New(r.String(), []byte(text.String()))
		for _, p := range d.Parameters {
			p.file = d.File
		}
		return d
	})
}

// Known returns the class or defined type with a name that is in the tree or in a known release, ignoring leading colons; nil if there is none.
func (x *Index) Known(kind Kind, name string) *Definition {
	find := x.DefinedType
	if kind == Class {
		find = x.Class
	}
	if d, _ := find(name); d != nil {
		return d
	}
	return x.Released(kind, strings.TrimPrefix(name, "::"))
}

// assumedDefault stands for the default of a released parameter.
const assumedDefault = "undef"

// write appends a text, and returns where it is.
func write(to *strings.Builder, text string) source.Span {
	start := to.Len()
	to.WriteString(text)
	return source.Span{Start: start, End: to.Len()}
}

// ReleasedParameter is like Parameter for the classes that Released returns.
func (x *Index) ReleasedParameter(key string) (class *Definition, parameter *Parameter) {
	name, last, ok := CutParameter(key)
	if !ok {
		return nil, nil
	}
	if class = x.Released(Class, name); class == nil {
		return nil, nil
	}
	return class, class.Parameter(last)
}

// releasedAlias returns the definition of an alias in a known release of a module that is not in the tree, or nil.
func (x *Index) releasedAlias(name string) *types.AliasDefinition {
	key := typeKey(name)
	return x.releasedAliases.Of(key, func() *types.AliasDefinition {
		r, ok := x.release(key)
		if !ok {
			return nil
		}
		if typ := parsedType(r.AliasType(key)); typ != nil {
			return &types.AliasDefinition{Name: name, Type: typ}
		}
		return nil
	})
}

// parsedType parses a type of a release; nil if there is none.
func parsedType(text string) *types.Expression {
	if text == "" {
		return nil
	}
	typ, err := types.ParseExpression(text)
	if err != nil {
		return nil
	}
	return typ
}

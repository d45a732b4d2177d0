package convert

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// objectConstructor returns the constructor of a type with attributes that Puppet defines.
func objectConstructor(t types.Type, name string) (*constructor, error) {
	switch c := objectConstructors()[name]; {
	case t != types.Builtin(name):
	case c != nil:
		return c, nil
	case name == "Object":
		// Puppet requires the name of a type that has none.
		return nil, noName.On(rubytext.NilReceiver)
	}
	return nil, &UnsupportedError{Type: t}
}

// attribute is an attribute of an Object; an Optional one may be omitted.
type attribute struct {
	name string
	typ  string
}

var objectAttributes = map[string][]attribute{
	"Deferred": {{"name", `Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]`}, {"arguments", "Optional[Array]"}},
	"Error":    {{"msg", "String[1]"}, {"kind", "Optional[String[1]]"}, {"details", "Optional[Hash[String[1], Data]]"}, {"issue_code", "Optional[String[1]]"}},
}

// objectConstructors create the instances of types with attributes: from a hash of them, or from
// one after the other.
var objectConstructors = sync.OnceValue(func() map[string]*constructor {
	constructors := map[string]*constructor{}
	for title, attributes := range objectAttributes {
		params := make([]types.Parameter, len(attributes))
		members := make([]types.Member, len(attributes))
		for i, a := range attributes {
			t := types.MustParse(a.typ)
			params[i] = types.Parameter{Name: a.name, Type: t, Optional: types.Name(t) == "Optional"}
			members[i] = types.Member{Key: a.name, Type: t}
		}
		constructors[title] = &constructor{name: "new_" + title, overloads: []overload{
			{
				signature: takes(1, param("hash", types.StructOf(members...))),
				call: func(args []*data.Value) (*data.Value, error) {
					return instance(title, lists.Map(attributes, func(a attribute) *data.Value { return member(args[0], a.name) })), nil
				},
			},
			{
				signature: types.NewSignature(params...),
				call:      func(args []*data.Value) (*data.Value, error) { return instance(title, args), nil },
			},
		}}
	}
	return constructors
})

// instance returns an Object with values for its attributes; undef and nil represent the default.
func instance(title string, values []*data.Value) *data.Value {
	var given []data.Entry
	for i, v := range values {
		if v != nil && !isUndef(v) {
			given = append(given, data.NewEntry(objectAttributes[title][i].name, v))
		}
	}
	return data.NewRich(types.NewObject(title, given))
}

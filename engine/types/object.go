package types

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
)

// Object is an instance of a type with attributes that Puppet defines: an Error or a Deferred.
type Object struct {
	typ        *objectType
	attributes []data.Entry // those that differ from their defaults
}

// String is the Object as Puppet prints it: "Error({'msg' => 'no'})".
func (o *Object) String() string {
	p := printer{}
	p.literal(data.NewHash(o.attributes))
	return o.typ.title + "(" + p.String() + ")"
}

// Eql tells whether other is an Object of the same type with the same attributes.
func (o *Object) Eql(other any) bool {
	b, ok := other.(*Object)
	return ok && o.typ == b.typ && data.Eql(data.NewHash(o.attributes), data.NewHash(b.attributes))
}

// RubyClass is the name of its class in Ruby; that of a Deferred has none.
func (o *Object) RubyClass() string {
	if o.typ.title == "Error" {
		return "Puppet::DataTypes::Error"
	}
	return ""
}

// attribute is one of an Object; an Optional one may be left out.
type attribute struct {
	name string
	typ  string
}

var objectAttributes = map[string][]attribute{
	"Deferred": {{"name", `Pattern[/\A[$]?[a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*\z/]`}, {"arguments", "Optional[Array]"}},
	"Error":    {{"msg", "String[1]"}, {"kind", "Optional[String[1]]"}, {"details", "Optional[Hash[String[1], Data]]"}, {"issue_code", "Optional[String[1]]"}},
}

// newObject is the constructor for the instances of a type: from a hash of its attributes, or from
// one after the other.
var newObject = sync.OnceValue(func() map[string]*constructor {
	constructors := map[string]*constructor{}
	for title, attributes := range objectAttributes {
		typ := knownTypes[lowerName(title)].(*objectType)
		params := make([]parameter, len(attributes))
		members := make([]Member, len(attributes))
		required := 0
		for i, a := range attributes {
			t := MustParse(a.typ)
			params[i] = parameter{a.name, t}
			members[i] = Member{Key: a.name, Type: t}
			if !isWrapper(t, optionalT) {
				required++
			}
		}
		constructors[title] = &constructor{name: "new_" + title, ways: []way{
			{
				params:   []parameter{{"hash", StructOf(members...)}},
				required: 1,
				call: func(args []*data.Value) (*data.Value, error) {
					given := make([]*data.Value, len(params))
					for i, p := range params {
						given[i] = member(args[0], p.name)
					}
					return typ.instance(params, given), nil
				},
			},
			{
				params:   params,
				required: required,
				call:     func(args []*data.Value) (*data.Value, error) { return typ.instance(params, args), nil },
			},
		}}
	}
	return constructors
})

// instance is an Object with values for its attributes; undef and nil stand for the default.
func (t *objectType) instance(attributes []parameter, values []*data.Value) *data.Value {
	o := &Object{typ: t}
	for i, v := range values {
		if v != nil && !isUndef(v) {
			o.attributes = append(o.attributes, data.Entry{Key: data.NewString(attributes[i].name), Value: v})
		}
	}
	return data.NewRich(o)
}

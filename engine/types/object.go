package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
)

// Object is an instance of a type with attributes that Puppet defines: an Error or a Deferred.
type Object struct {
	typ        *objectType
	attributes []data.Entry // those that differ from their defaults
}

// String returns the Object as Puppet prints it: "Error({'msg' => 'no'})".
func (o *Object) String() string {
	p := printer{}
	p.literal(data.NewHash(o.attributes))
	return o.typ.title + "(" + p.String() + ")"
}

// Eql reports whether other is an Object of the same type with the same attributes.
func (o *Object) Eql(other any) bool {
	b, ok := other.(*Object)
	return ok && o.typ == b.typ && data.Eql(data.NewHash(o.attributes), data.NewHash(b.attributes))
}

// RubyClass returns the name of its Ruby class; that of a Deferred has none.
func (o *Object) RubyClass() string {
	if o.typ.title == "Error" {
		return "Puppet::DataTypes::Error"
	}
	return ""
}

// NewObject returns an instance of the type called title, with the attributes that differ from
// their defaults.
func NewObject(title string, attributes []data.Entry) *Object {
	return &Object{typ: knownTypes[pp.LowerName(title)].(*objectType), attributes: attributes}
}

package types

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// rubyClassName returns the Ruby class of a parameter, which some messages contain.
func rubyClassName(a arg) string {
	if a.t != nil {
		return "Puppet::Pops::Types::P" + simpleName(a.t) + "Type"
	}
	return rubytext.Class(a.v)
}

// rubyShow returns Ruby's description of the receiver of a missing method.
func rubyShow(a arg) string {
	if a.t != nil {
		return a.t.String() + ":" + rubyClassName(a)
	}
	return rubytext.Receiver(a.v)
}

// RubyReceiver returns Ruby's description of v as the receiver of a missing method.
func RubyReceiver(v *data.Value) string { return rubyShow(argOf(v)) }

// RubyImplicit returns Ruby's description of a value that it does not convert implicitly.
func RubyImplicit(v *data.Value) string { return rubyImplicit(argOf(v)) }

// rubyImplicit returns Ruby's description of a value that cannot be converted.
func rubyImplicit(a arg) string {
	if a.t != nil {
		return rubyClassName(a)
	}
	return rubytext.Implicit(a.v)
}

// notComparable returns Ruby's error if argument i is not a number and is compared with the other
// one.
func (p *params) notComparable(i int) error {
	switch {
	case i == 1:
		from := "Float" // default represents infinity
		if p.args[0].isInteger() {
			from = "Integer"
		}
		return errors.New("comparison of " + from + " with " + rubyCompared(p.args[1]) + " failed")
	case p.args[0].isLimit():
		return noOrder.On("false:FalseClass") // Puppet treats 'default' as no limit
	case p.args[0].isString():
		return errors.New("comparison of String with " + rubyCompared(p.args[1]) + " failed")
	}
	if p.args[0].v != nil && p.args[0].v.Kind() == data.Hash {
		return rubytext.NoImplicitConversion(rubyImplicit(p.args[1]), "Hash") // hashes are ordered by inclusion
	}
	return noOrder.On(rubyShow(p.args[0]))
}

// rubyCompared returns Ruby's description of what something cannot be compared with.
func rubyCompared(a arg) string {
	switch {
	case a.t != nil || a.isString():
		return rubyClassName(a)
	case a.isDefault() || a.isUndef():
		return "Infinity"
	}
	switch a.v.Kind() {
	case data.Boolean, data.Integer, data.Float:
		return rubytext.Inspect(a.v)
	}
	return rubyClassName(a)
}

// Places where Puppet 7.23 calls a missing method, with Ruby 3.1's message.
var (
	noOrder = rubytext.MissingMethod{
		Method: ">", Mark: ">",
		Line: `    raise ArgumentError, "'from' must be less or equal to 'to'. Got (#{from}, #{to}" if from > to`,
	}
	noSub = rubytext.MissingMethod{
		Method: "sub", Mark: ".sub",
		Line:  `      PClassType.new(class_name.sub(/^::/, ''))`,
		Meant: map[string]string{"Integer": "succ", "Symbol": "succ", "Array": "sum", "Hash": "sum"},
	}
	noGsub = rubytext.MissingMethod{
		Method: "gsub", Mark: ".gsub",
		Line: `      range_set = range_string.gsub(/([><=~^])(?:\s+|\s*v)/, '\1')`,
	}
	noMinus = rubytext.MissingMethod{
		Method: "-@", Mark: "-",
		Line:  `    -@type_transformer.visit_this_1(self, o.expr, context)`,
		Meant: map[string]string{"Array": "-"},
	}
	noCharacter = rubytext.MissingMethod{Method: ">=", Mark: ">=", Line: `          if la2 >= 'A' && la2 <= 'Z'`}
)

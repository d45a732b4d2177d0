package types

import (
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// rubyClassName is the class of a parameter in Ruby, which some messages name.
func rubyClassName(a arg) string {
	if a.t != nil {
		return "Puppet::Pops::Types::P" + simpleName(a.t) + "Type"
	}
	return rubytext.Class(a.v)
}

// rubyShow is how Ruby names the receiver of a method that does not exist.
func rubyShow(a arg) string {
	if a.t != nil {
		return a.t.String() + ":" + rubyClassName(a)
	}
	return rubytext.Inspect(a.v) + ":" + rubyClassName(a)
}

// RubyReceiver is how Ruby names v as the receiver of a method that does not exist.
func RubyReceiver(v *data.Value) string { return rubyShow(argOf(v)) }

// RubyImplicit is how Ruby names a value that it does not convert by itself.
func RubyImplicit(v *data.Value) string { return rubyImplicit(argOf(v)) }

// rubyImplicit is how Ruby names a value that cannot be converted.
func rubyImplicit(a arg) string {
	if a.v != nil {
		switch a.v.Kind() {
		case data.Undef:
			return "nil"
		case data.Boolean:
			return strconv.FormatBool(a.v.Bool())
		}
	}
	return rubyClassName(a)
}

// notComparable is what Ruby says about argument i, which is no number, when it compares the two.
func (p *params) notComparable(i int) string {
	switch {
	case i == 1:
		from := "Float" // the infinity that default stands for
		if p.args[0].isInteger() {
			from = "Integer"
		}
		return "comparison of " + from + " with " + rubyCompared(p.args[1]) + " failed"
	case p.args[0].isLimit():
		return noOrder.On("false:FalseClass") // Puppet takes 'default' for no limit at all
	case p.args[0].isString():
		return "comparison of String with " + rubyCompared(p.args[1]) + " failed"
	}
	if p.args[0].v != nil && p.args[0].v.Kind() == data.Hash {
		return "no implicit conversion of " + rubyImplicit(p.args[1]) + " into Hash" // a Hash has an order: that of sets
	}
	return noOrder.On(rubyShow(p.args[0]))
}

// rubyCompared is how Ruby names what something cannot be compared with.
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

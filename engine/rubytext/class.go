package rubytext

import (
	"strconv"

	"github.com/hieralint/hieralint/engine/data"
)

// Class returns the name of v's Ruby class, as in Ruby's error messages.
func Class(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return "NilClass"
	case data.Boolean:
		if v.Bool() {
			return "TrueClass"
		}
		return "FalseClass"
	case data.Default:
		return "Symbol"
	case data.Sensitive:
		return "Puppet::Pops::Types::PSensitiveType::Sensitive"
	case data.Rich:
		if p, ok := v.Payload().(interface{ RubyClass() string }); ok {
			return p.RubyClass()
		}
		return "Object"
	}
	return v.Kind().String()
}

// Implicit names v as Ruby does in the message that it does not convert v implicitly.
func Implicit(v *data.Value) string {
	switch v.Kind() {
	case data.Undef:
		return "nil"
	case data.Boolean:
		return strconv.FormatBool(v.Bool())
	}
	return Class(v)
}

// Receiver names v as Ruby does in the message that it lacks a method.
func Receiver(v *data.Value) string { return Inspect(v) + ":" + Class(v) }

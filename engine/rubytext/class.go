package rubytext

import "github.com/hieralint/hieralint/engine/data"

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

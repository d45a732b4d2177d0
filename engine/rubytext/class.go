package rubytext

import "github.com/hieralint/hieralint/engine/data"

// Class is the name of Ruby's class of v, as it stands in Ruby's own error messages.
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
	default:
		return v.Kind().String()
	}
}

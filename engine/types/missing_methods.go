package types

import "github.com/hieralint/hieralint/engine/rubytext"

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

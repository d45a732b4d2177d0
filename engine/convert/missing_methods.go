package convert

import "github.com/hieralint/hieralint/engine/rubytext"

// Places where Puppet 7.23 calls a missing method, with Ruby 3.1's message.
var (
	noPut = rubytext.MissingMethod{
		Method: "[]=", Mark: "[path[-1]]=",
		Line:  `            r[path[-1]]= (all_hashes ? PHashType.array_as_hash(value) : value)`,
		Meant: map[string]string{"Integer": "[]"},
	}
	noHasKey = rubytext.MissingMethod{
		Method: "has_key?", Mark: ".has_key?",
		Line: `            r = path[0..-2].reduce(result) {|memo, idx| (memo.is_a?(Array) || memo.has_key?(idx)) ? memo[idx] : memo[idx] = {}}`,
	}
	noCasecmp = rubytext.MissingMethod{
		Method: "casecmp", Mark: ".casecmp",
		Line: `            if from[0] == '0' && from[1].casecmp('b').zero?`,
	}
	noNewFunction = rubytext.MissingMethod{Method: "new_function", Mark: ".new_function", Line: `    optional_type.new_function`}
	noName        = rubytext.MissingMethod{Method: "sub", Mark: ".sub", Line: `          substituted = name.sub(*subst)`}
)

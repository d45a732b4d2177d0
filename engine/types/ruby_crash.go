package types

import "strings"

// crashSite is a place in Puppet's code where a method is called on something that does not have it.
// Puppet passes Ruby's message on to the user, and since version 3.1 Ruby quotes the line of its source
// (error_highlight) and suggests a method (did_you_mean). Read off the messages of Puppet 7.23 on
// Ruby 3.1.
type crashSite struct {
	method string
	// line is the line of the source, mark the part of it that Ruby underlines.
	line, mark string
	// meant is the method that Ruby suggests, by the class of the receiver.
	meant map[string]string
}

var (
	noOrder = crashSite{
		method: ">", mark: ">",
		line: `    raise ArgumentError, "'from' must be less or equal to 'to'. Got (#{from}, #{to}" if from > to`,
	}
	noSub = crashSite{
		method: "sub", mark: ".sub",
		line:  `      PClassType.new(class_name.sub(/^::/, ''))`,
		meant: map[string]string{"Integer": "succ", "Symbol": "succ", "Array": "sum", "Hash": "sum"},
	}
	noGsub = crashSite{
		method: "gsub", mark: ".gsub",
		line: `      range_set = range_string.gsub(/([><=~^])(?:\s+|\s*v)/, '\1')`,
	}
	noMinus = crashSite{
		method: "-@", mark: "-",
		line:  `    -@type_transformer.visit_this_1(self, o.expr, context)`,
		meant: map[string]string{"Array": "-"},
	}
	noPut = crashSite{
		method: "[]=", mark: "[path[-1]]=",
		line:  `            r[path[-1]]= (all_hashes ? PHashType.array_as_hash(value) : value)`,
		meant: map[string]string{"Integer": "[]"},
	}
	noHasKey = crashSite{
		method: "has_key?", mark: ".has_key?",
		line: `            r = path[0..-2].reduce(result) {|memo, idx| (memo.is_a?(Array) || memo.has_key?(idx)) ? memo[idx] : memo[idx] = {}}`,
	}
	noCasecmp = crashSite{
		method: "casecmp", mark: ".casecmp",
		line: `            if from[0] == '0' && from[1].casecmp('b').zero?`,
	}
	noNewFunction = crashSite{method: "new_function", mark: ".new_function", line: `    optional_type.new_function`}
	noName        = crashSite{method: "sub", mark: ".sub", line: `          substituted = name.sub(*subst)`}
	noCharacter   = crashSite{method: ">=", mark: ">=", line: `          if la2 >= 'A' && la2 <= 'Z'`}
	noSingleton   = crashSite{
		method: "SINGLETON", mark: ".SINGLETON",
		line:  `      return AllRange.SINGLETON unless major`,
		meant: map[string]string{"Class": "singleton_class"},
	}
)

// nilObject is how Ruby names what is not there.
const nilObject = "nil:NilClass"

// on is Ruby's message for a receiver, shown with its class behind a colon.
func (c crashSite) on(receiver string) string {
	text := "undefined method `" + c.method + "' for " + receiver + "\n\n" + c.line + "\n" +
		strings.Repeat(" ", strings.LastIndex(c.line, c.mark)) + strings.Repeat("^", len(c.mark))
	if meant := c.meant[receiver[strings.LastIndex(receiver, ":")+1:]]; meant != "" {
		text += "\nDid you mean?  " + meant
	}
	return text
}

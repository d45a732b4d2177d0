package types

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParse has types as printed by Puppet 7.23, and its errors with the text in their spans.
func TestParse(t *testing.T) {
	tests := []struct{ text, want, at string }{
		{text: "Integer", want: "Integer"},
		{text: " Integer ", want: "Integer"},
		{text: "::Integer", want: "Integer"},
		{text: "ARRAY[TimeSpan]", want: "Array[Timespan]"},
		{text: "Integer[0x1F, 042]", want: "Integer[31, 34]"},
		{text: "Integer[1, 1]", want: "Integer[1, 1]"},
		{text: "Integer[default, 5]", want: "Integer[default, 5]"},
		{text: "Float[1, 2.5]", want: "Float[1.0, 2.5]"},
		{text: "String[-1]", want: "String[0]"},
		{text: "Array[1,2]", want: "Array[Default, 1, 2]"},
		{text: "Array[1]", want: "Array[Any, 1]"},
		{text: "Hash[1,2]", want: "Hash[Default, Default, 1, 2]"},
		{text: "Tuple[1]", want: "Tuple"},
		{text: "Variant[Integer, Variant[String, Integer]]", want: "Variant[Integer, String]"},
		{text: "Enum[b, 'a', a]", want: "Enum['a', 'b']"},
		{text: `Enum["it's"]`, want: `Enum['it\'s']`},
		{text: `Enum["a\nb$"]`, want: `Enum["a\nb\$"]`},
		{text: "Pattern[/a\\/b/, 'c']", want: "Pattern[/a\\/b/, /c/]"},
		{text: "Struct[a => Integer, Optional['b'] => String, 'c' => Optional[String]]", want: "Struct[{'a' => Integer, Optional['b'] => String, 'c' => Optional[String]}]"},
		{text: "Struct[{NotUndef[a] => Any}]", want: "Struct[{NotUndef['a'] => Any}]"},
		{text: "Sensitive[Integer[1]]", want: "Sensitive[Integer]"},
		{text: "Foo", want: "TypeReference['Foo']"},
		{text: "Foo[1,2]", want: "TypeReference['Foo[1,2]']"},
		{text: "Array[ Stdlib::Port ]", want: "Array[TypeReference['Stdlib::Port']]"},
		{text: "File['/a']", want: "File['/a']"},
		{text: "Integer # the number\n", want: "Integer"},
		{text: "Array[String,]", want: "Array[String]"},
		{text: "SemVer['>=1.0.0 <2.0.0']", want: "SemVer['>=1.0.0 <2.0.0']"},
		{text: "Timestamp['2020-01-01']", want: "Timestamp['2020-01-01T00:00:00.000000000 UTC']"},

		{text: "integer", want: "The expression <integer> is not a valid type specification.", at: "integer"},
		{text: "", want: "The expression <> is not a valid type specification.", at: ""},
		{text: "$x", want: "The expression <$x> is not a valid type specification.", at: "$x"},
		{text: "Array[1 + 1]", want: "The expression <1 + 1> is not a valid type specification.", at: "1 + 1"},
		{text: "Array[integer]", want: "The expression <Array[integer]> is not a valid type specification.", at: "Array[integer]"},
		{text: "Integer[1][2]", want: "The expression <Integer[1][2]> is not a valid type specification.", at: "Integer[1][2]"},
		{text: "Integer[", want: "Syntax error at end of input", at: ""},
		{text: "Variant[]", want: "Syntax error at ']' (line: 1, column: 9)", at: "]"},
		{text: "Array[\n String String]", want: "Syntax error at 'String' (line: 2, column: 9)", at: "String"},
		{text: "Integer, String", want: "illegal comma separated argument list (line: 1, column: 8)", at: ","},
		{text: "Foo::bar", want: "Illegal class reference (line: 1, column: 5)", at: "Foo::"},
		{text: "Hash[String]", want: "Invalid number of type parameters specified: Hash requires 2 to 4, 1 provided", at: "Hash[String]"},
		{text: "Array[Data[1]]", want: "Not a parameterized type <Data>", at: "Data"},
		{text: "Integer[10, 1]", want: "'from' must be less or equal to 'to'. Got (10, 1", at: "10"},
		{text: "Boolean[yes]", want: "Boolean parameter must be true or false", at: "yes"},
		{text: "Enum[a, 1]", want: "Enum parameters must be identifiers or strings", at: "1"},
		{text: "Pattern[/a/, /(/]", want: "end pattern with unmatched parenthesis: /(/", at: "/(/"},
		{text: "Pattern[1]", want: "Only String, Regexp, Pattern-Type, and Regexp-Type are allowed: got 'Integer", at: "1"},
		{text: "SemVer['bad']", want: `Unparsable version range: "bad"`, at: "'bad'"},
		{text: "Struct[{1 => Integer}]", want: "Illegal Struct member key type. Expected NotUndef, Optional, String, or Enum. Got: Integer", at: "{1 => Integer}"},
		{text: "Enum['a", want: `Unclosed quote after "'" followed by 'a...' (line: 1, column: 7)`, at: "'"},
		{text: "Integer[08]", want: "Not a valid octal number 08 (line: 1, column: 9)", at: "08"},
		{text: "é", want: "Syntax error at '' (line: 1, column: 1)", at: "é"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			typ, err := Parse(tt.text)
			if err == nil {
				if typ.String() != tt.want {
					t.Errorf("got %s, want %s", typ, tt.want)
				}
				return
			}
			if err.Error() != tt.want {
				t.Errorf("got error %s, want %s", err, tt.want)
			}
			var parse *ParseError
			if !errors.As(err, &parse) {
				t.Fatalf("got a %T, want a *ParseError", err)
			}
			if at := tt.text[parse.Span.Start:parse.Span.End]; at != tt.at {
				t.Errorf("got the span of `%s`, want `%s`", at, tt.at)
			}
		})
	}
}

func TestParseErrorClass(t *testing.T) {
	tests := []struct{ text, want string }{
		{"Integer[1, a]", "ArgumentError"},
		{"Integer[{a => 1}, true]", "TypeError"},
		{"Float[true, 1]", "TypeError"},
		{"Regexp[1]", "TypeError"},
		{"Class[1]", "NoMethodError"},
		{"-true", "NoMethodError"},
		{"::", "NoMethodError"},
		{"SemVer['<=*']", "NoMethodError"},
		{"SemVer['1.0.0 - 2.0.0 || 1.5.0 - 2.0.0']", "NameError"},
		{"Regexp['(']", "RegexpError"},
		{"Runtime[1, 2]", "Puppet::Pops::Types::TypeAssertionError"},
		{"URI[{foo => 1}]", "Puppet::Pops::Types::TypeAssertionError"},
		{"URI['a/b']", "Puppet::Pops::Types::TypeAssertionError"}, // no scheme
		{"URI['http://a b']", "URI::InvalidURIError"},
		{"URI['mailto:']", "URI::InvalidComponentError"},
		{"Timestamp[{string => '2000-01-01', format => true}]", "TypeError"},
		{"Timestamp[{string => '2000-01-01', timezone => 3}]", "NoMethodError"},
		{"Timespan[{string => '1', format => 3}]", "ArgumentError"},
		{"integer", "Puppet::ParseError"},
		{"Array[,]", "Puppet::ParseErrorWithIssue"},
	}
	for _, tt := range tests {
		_, err := Parse(tt.text)
		if parse := (*ParseError)(nil); !errors.As(err, &parse) || parse.Err.Class != tt.want {
			t.Errorf("%s: got %#v, want %s", tt.text, err, tt.want)
		}
	}
}

// TestPrintedTypesParse checks that printed types can be parsed to the same type.
func TestPrintedTypesParse(t *testing.T) {
	for _, text := range parseTexts {
		typ, err := Parse(text)
		if err != nil || !rereadable(typ) {
			continue
		}
		again, err := Parse(typ.String())
		if err != nil {
			t.Errorf("%s, printed for %s: got error %v", typ, text, err)
			continue
		}
		if again.String() != typ.String() {
			t.Errorf("%s is parsed as %s", typ, again)
		}
	}
}

// rereadable reports whether the printed form of a type is Puppet code for the same type. There are exceptions.
func rereadable(t Type) bool {
	for _, odd := range []string{"TypeReference", "Object[", "TypeSet[", "Runtime[", "[0, 0]", "Default", " = ",
		"URI[{", ".500000000", "Foo", "e+", "(?-mix:", `\']`} {
		if strings.Contains(t.String(), odd) {
			return false
		}
	}
	return true
}

func TestReferences(t *testing.T) {
	text := "Variant[Foo, Struct[{a => ::Bar::Baz[Foo]}], Integer]"
	e, err := ParseExpression(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, r := range e.References() {
		got = append(got, r.Name+" at "+text[r.Span.Start:r.Span.End])
	}
	want := []string{"Foo at Foo", "Bar::Baz at ::Bar::Baz", "Foo at Foo"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

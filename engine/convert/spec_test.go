package convert

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
)

func TestCheckSpec(t *testing.T) {
	aliases := moduleAliases()
	type want struct {
		code    SpecCode
		element int
		at      string // the underlined part of the type
		text    string
	}
	tests := []struct {
		name string
		spec *data.Value
		want []want
	}{
		{"off", typetest.Value(nil), nil},
		{"valid", typetest.Value("Integer"), nil},
		{"valid with arguments", typetest.List("Integer", 16, true), nil},
		{"alias", typetest.Value("M::Port"), nil},
		{"wrapped", typetest.List("Array", true), nil},
		{"tree", typetest.List("Hash", "tree"), nil},
		{"format", typetest.List("String", "%#x"), nil},
		{"time zone", typetest.List("Timestamp", "%F", "CET"), nil},
		{"init", typetest.Value("Init[Integer, 16]"), nil},
		{"not a type", typetest.Value("integer"), []want{{SpecNotAType, 0, "integer", "The expression <integer> is not a valid type specification."}}},
		{"quoted", typetest.Value("'Integer'"), []want{{SpecNotAType, 0, "'Integer'", "The expression <'Integer'> is not a valid type specification."}}},
		{"parameters", typetest.Value("string[1]"), []want{{SpecNotAType, 0, "string[1]", "The expression <string[1]> is not a valid type specification."}}},
		{"blank line", typetest.Value("Foo[1\n\n+ 2]"), []want{{SpecNotAType, 0, "1\n\n+ 2", "The expression <1\n\n+ 2> is not a valid type specification."}}},
		{"missing method", typetest.Value("Class[1]"), []want{{SpecNotAType, 0, "1", "undefined method `sub' for 1:Integer"}}},
		{"syntax", typetest.Value("Array[,]"), []want{{SpecNotAType, 0, ",", "Syntax error at ',' (line: 1, column: 7)"}}},
		{"unknown", typetest.Value("Integr"), []want{{SpecUnknownType, 0, "Integr", "Creation of new instance of type 'TypeReference['Integr']' is not supported"}}},
		{"unknown nested type", typetest.Value("Array[Stdlib::Port]"), []want{{SpecUnknownType, 0, "Stdlib::Port", "references an unresolved type 'Stdlib::Port'"}}},
		{"number", typetest.Value(5), []want{{SpecNotText, 0, "", "'new' parameter 'type' expects a Type value, got Integer"}}},
		{"hash", typetest.Hash("a", 1), []want{{SpecNotText, 0, "", "'new' parameter 'type' expects a Type value, got Struct"}}},
		{"empty", typetest.List(), []want{{SpecNotText, 0, "", "'new' parameter 'type' expects a Type value, got Undef"}}},
		{"asserts", typetest.Value("Enum[a, b]"), []want{{SpecAssertsOnly, 0, "", "Creation of new instance of type 'Enum['a', 'b']' is not supported"}}},
		{"asserts with arguments", typetest.List("Enum", 1), []want{{SpecCannotConvert, 0, "", "Creation of new instance of type 'Enum' is not supported"}}},
		{"bad init", typetest.Value("Init[Integer, 'x']"), []want{{SpecCannotConvert, 0, "", "The type 'Init[Integer, 'x']' does not represent a valid set of parameters for Integer.new()"}}},
		{"too many", typetest.List("Integer", 10, true, 3), []want{{SpecBadArguments, 3, "", "'new' expects between 1 and 3 arguments, got 4"}}},
		{"no arguments allowed", typetest.List("Boolean", 1), []want{{SpecBadArguments, 1, "", "'new_boolean' expects 1 argument, got 2"}}},
		{"radix", typetest.List("Integer", 99), []want{{SpecBadArguments, 1, "", "Illegal radix: 99, expected 2, 8, 10, 16, or default"}}},
		{"type of an argument", typetest.List("Array", 1), []want{{SpecBadArguments, 1, "", "'new_array' parameter 'wrap' expects a Boolean value, got Integer"}}},
		{"type of the second argument", typetest.List("Float", true, 1), []want{{SpecBadArguments, 2, "", "'new_float' expects between 1 and 2 arguments, got 3"}}},
		{"bad format", typetest.List("String", "d"), []want{{SpecBadArguments, 1, "", "The format 'd' is not a valid format on the form '%<flags><width>.<prec><format>'"}}},
		{"bad letter", typetest.List("String", "%z"), []want{{SpecBadArguments, 1, "", "Illegal format 'z' specified for value of String type - expected one of the characters 'cCudspt'"}}},
		{"bad zone", typetest.List("Timestamp", "%F", "nowhere"), []want{{SpecBadArguments, 1, "", "Illegal timezone 'nowhere'"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := CheckSpec(tt.spec, aliases)
			if len(got) != len(tt.want) {
				t.Fatalf("got %+v", got)
			}
			for i, w := range tt.want {
				p := got[i]
				at := ""
				if p.Code == SpecNotAType || p.Code == SpecUnknownType {
					at = p.Value.Text()[p.Span.Start:p.Span.End]
				}
				if p.Code != w.code || p.Element != w.element || at != w.at || p.Text != w.text {
					t.Errorf("got %+v (at `%s`)", p, at)
				}
			}
		})
	}
}

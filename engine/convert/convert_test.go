package convert

import (
	"errors"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// TestNew checks conversions that were verified with Puppet 7.23. A want that starts with ! is an error.
func TestNew(t *testing.T) {
	tests := []struct {
		typ  string
		args []*data.Value
		want string
	}{
		{"Integer", typetest.Texts("0x1F"), "31"},
		{"Integer", typetest.Texts("042"), "34"},
		{"Integer", typetest.Texts(" 5"), "5"},
		{"Integer", typetest.Texts("- 5"), "-5"},
		{"Integer", typetest.Texts("5 "), "!'new' The string '5 ' cannot be converted to Integer"},
		{"Integer", typetest.Texts("08"), `!invalid value for Integer(): "08"`},
		{"Integer", typetest.List("042", 10).Items(), "42"},
		{"Integer", typetest.List("0b1", 16).Items(), "177"},
		{"Integer", typetest.List("1F", 16).Items(), "!'new' The string '1F' cannot be converted to Integer"},
		{"Integer", typetest.List("5", 99).Items(), "!Illegal radix: 99, expected 2, 8, 10, 16, or default"},
		{"Integer", typetest.List(-1.9).Items(), "-1"},
		{"Integer", typetest.List(typetest.List("0xFF", 16)).Items(), "!'new' Value of type Array[ScalarData] cannot be converted to Integer"},
		{"Integer", typetest.List("5", 10, true, 3).Items(), "!'new' expects between 1 and 3 arguments, got 4"},
		{"Integer[0, 3]", typetest.List("5").Items(), "!Converted value from Integer[0, 3].new() has wrong type, expects an Integer[0, 3] value, got Integer[5, 5]"},
		{"Float", typetest.Texts("017"), "17.0"},
		{"Float", typetest.Texts("1.5e+3"), "!'new_float' The string '1.5e+3' cannot be converted to Float"},
		{"Numeric", typetest.Texts("017"), "15"},
		{"Numeric", typetest.Texts("1e3"), "1000.0"},
		{"Boolean", typetest.Texts("YES"), "true"},
		{"Boolean", typetest.Texts("on"), "!'new_boolean' The string 'on' cannot be converted to Boolean"},
		{"String", typetest.List(1.5).Items(), `"1.500000"`},
		{"String", typetest.List(typetest.List(1, "it's", nil, 1.5)).Items(), `"[1, 'it\\'s', undef, 1.5]"`},
		{"String", typetest.List(typetest.Hash("a", typetest.List("x"))).Items(), `"{'a' => ['x']}"`},
		{"String", typetest.List(42, "%#x").Items(), `"0x2a"`},
		{"String", typetest.List(typetest.List("a", "b"), "%(a").Items(), `"('a', 'b')"`},
		{"String", typetest.List(typetest.Hash("a", typetest.Hash("b", 1)), "%#h").Items(), `"{\n  'a' => {\n    'b' => 1\n  }\n}"`},
		{"String", typetest.List(42, "%q").Items(), "!Illegal format 'q' specified for value of Integer type - expected one of the characters 'dxXobBeEfgGaAspc'"},
		{"Array", typetest.Texts("abc"), `["a", "b", "c"]`},
		{"Array", typetest.List(3).Items(), "[0, 1, 2]"},
		{"Array", typetest.List("abc", true).Items(), `["abc"]`},
		{"Array", typetest.List(1.5).Items(), "!'new_array' Value of type Float cannot be converted to Array"},
		{"Array", typetest.List(10_000_000).Items(), "!a list of more than 1000000 numbers is too long"},
		{"Array[Integer]", typetest.List(typetest.List("5")).Items(), "!Converted value from Array[Integer].new() has wrong type, index 0 expects an Integer value, got String"},
		{"Hash", typetest.List(typetest.List("a", 1, "b", 2)).Items(), `{"a"=>1, "b"=>2}`},
		{"Hash", typetest.List(typetest.List(typetest.List(typetest.List("a", "b"), 1), typetest.List(typetest.List("a", "c"), 2)), "tree").Items(), `{"a"=>{"b"=>1, "c"=>2}}`},
		{"Hash", typetest.Texts("abc"), "!odd number of arguments for Hash"},
		{"Sensitive", typetest.Texts("s"), "#<Sensitive [value redacted]>"},
		{"Timestamp", typetest.Texts("2016-08-28T12:30:27.4 PST"), "2016-08-28T20:30:27.400000000 UTC"},
		{"Timestamp", typetest.List(1.5).Items(), "1970-01-01T00:00:01.500000000 UTC"},
		{"Timestamp", typetest.List("28.08.2016", "%d.%m.%Y", "+01:00").Items(), "2016-08-27T23:00:00.000000000 UTC"},
		{"Timespan", typetest.Texts("1-02:03:04.5"), "1-02:03:04.5"},
		{"Timespan", typetest.List("90m", "%Mm").Items(), "0-01:30:00.0"},
		{"Timespan", typetest.Texts("02:03"), "!Unable to parse '02:03' using any of the formats %D-%H:%M:%S.%-N, %H:%M:%S.%-N, %M:%S.%-N, %S.%-N, %D-%H:%M:%S, %H:%M:%S, %D-%H:%M, %S"},
		{"SemVer", typetest.Texts("1.2.3-rc.1"), "1.2.3-rc.1"},
		{"SemVer", typetest.Texts("v1"), "!'new_Version' The string 'v1' cannot be converted to a SemVer"},
		{"SemVerRange", typetest.Texts("~1.2"), ">=1.2.0 <1.3.0"},
		{"Regexp", typetest.List("a.b", true).Items(), `/a\.b/`},
		{"Regexp", typetest.Texts("a("), "!end pattern with unmatched parenthesis: /a(/"},
		{"Binary", typetest.Texts("YmluYXI="), "YmluYXI="},
		{"Binary", typetest.Texts("YmluYXI"), "!invalid base64"},
		{"URI", typetest.Texts("HTTP://u@H:80/a?b c#d"), "http://u@H/a?b%20c#d"},
		{"URI", typetest.List(typetest.Hash("scheme", "mailto")).Items(), "!bad component(expected opaque component): "},
		{"URI", typetest.List(typetest.Hash("scheme", "ldap")).Items(), "ldap:?"},
		{"URI", typetest.List(typetest.Hash("scheme", "ldap", "opaque", "x")).Items(), "!bad LDAP URL"},
		{"URI", typetest.List(typetest.Hash("scheme", "ftp")).Items(), "!undefined method `sub' for nil:NilClass\n\n        args[:path] = '/' + args[:path].sub(/^\\//, '%2F')\n                                       ^^^^"},
		{"URI", typetest.List(typetest.Hash("scheme", "ftp", "host", "h", "path", "/a")).Items(), "ftp://h/%2Fa"},
		{"URI", typetest.List(typetest.Hash("scheme", "file", "opaque", "x")).Items(), "!can not set opaque with host, port, userinfo or path"},
		{"URI", typetest.List(typetest.Hash("opaque", "//x", "query", "%zz")).Items(), "!invalid percent escape: %zz"},
		{"URI", typetest.List(typetest.Hash("host", "h", "fragment", "a b")).Items(), "//h#a%20b"},
		{"URI", typetest.Texts("a b"), `!bad URI(is not URI?): "a b"`},
		{"Type", typetest.Texts("Array[String]"), "Array[String]"},
		{"Type", typetest.Texts("Integer["), "!Syntax error at end of input"},
		{"Init[Integer, 16]", typetest.Texts("0xff"), "255"},
		{"Optional[Integer]", typetest.List(nil).Items(), "nil"},
		{"Error", typetest.Texts("boom"), "Error({'msg' => 'boom'})"},
		{"Enum[a, b]", typetest.Texts("a"), `"a"`},
		{"Enum[a, b]", typetest.Texts("z"), "!Creation of new instance of type 'Enum['a', 'b']' is not supported"},
		{"Foo", typetest.Texts("z"), "!Creation of new instance of type 'TypeReference['Foo']' is not supported"},
		{"Data", typetest.List(typetest.Hash(1, 2)).Items(), "!Creation of new instance of type 'Variant[ScalarData, Undef, Hash[String, Data], Array[Data]]' is not supported"},
		{"Regexp", typetest.List("a", true, 1).Items(), "!'new_float' expects between 1 and 2 arguments, got 3"},
		{"Object", typetest.Texts("x"), "!undefined method `sub' for nil:NilClass\n\n          substituted = name.sub(*subst)\n                            ^^^^"},
	}
	for _, tt := range tests {
		t.Run(tt.typ+" of "+ToString(tt.args[0]), func(t *testing.T) {
			v, err := New(types.TypeValue(types.MustParse(tt.typ)), tt.args...)
			want, fails := strings.CutPrefix(tt.want, "!")
			switch {
			case err != nil && (!fails || err.Error() != want):
				t.Errorf("got error %v, want %s", err, tt.want)
			case err == nil && rubytext.Inspect(v) != tt.want:
				t.Errorf("got %s, want %s", rubytext.Inspect(v), tt.want)
			}
		})
	}
}

// TestNewKeepsInstances checks that New returns a value that is already an instance unchanged, with its node.
func TestNewKeepsInstances(t *testing.T) {
	v := typetest.List(1, 2)
	got, err := New(types.TypeValue(types.MustParse("Array[Integer]")), v)
	if err != nil || got != v {
		t.Errorf("got %v, %v; want the same value", got, err)
	}
}

// TestNewLargeHash checks that a large integer is converted to a hash, and that a larger one overflows Ruby's
// stack.
func TestNewLargeHash(t *testing.T) {
	v, err := New(types.TypeValue(types.MustParse("Hash")), data.NewInteger(120_000))
	if err != nil || v.Len() != 60_000 {
		t.Fatalf("got %d entries, %v", v.Len(), err)
	}
	if last, ok := v.GetKey(data.NewInteger(119_998)); !ok || rubytext.Inspect(last) != "119999" {
		t.Errorf("got last value %v, want 119999", last)
	}
	if _, err := New(types.TypeValue(types.MustParse("Hash")), data.NewInteger(685_230)); !errors.Is(err, ErrStack) {
		t.Errorf("got %v, want ErrStack", err)
	}
}

// TestStringOfLongList formats an array that is so long that quadratic time would exceed the test timeout.
func TestStringOfLongList(t *testing.T) {
	t.Parallel()
	items := make([]*data.Value, 200_000)
	for i := range items {
		items[i] = data.NewInteger(7)
	}
	if got, want := ToString(data.NewArray(items)), "["+strings.Repeat("7, ", len(items)-1)+"7]"; got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}

// TestOptionalOfItself has a recursive alias that overflows the stack of Puppet 7.23.
func TestOptionalOfItself(t *testing.T) {
	aliases := types.NewAliases(func(string) (types.Type, *types.AliasDefinition, error) {
		definition, err := types.ParseAlias(source.New("", []byte("type A = Optional[Variant[A, Optional[A]]]")))
		return nil, definition, err
	})
	typ, err := aliases.ResolveType("A")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(types.TypeValue(typ), data.NewString("x")); !errors.Is(err, ErrStack) {
		t.Errorf("got %v, want %v", err, ErrStack)
	}
	if err := types.AssertInstance("the value", typ, data.NewString("x")); err == nil {
		t.Error("got no error, want a mismatch: a String is not an instance")
	}
}

// TestStringOfDeepList formats nested arrays in alternative format (#), which overflows Ruby's stack if they
// are nested too deeply.
func TestStringOfDeepList(t *testing.T) {
	t.Parallel()
	v := data.NewInteger(1)
	for range maxFormatted {
		v = data.NewArray([]*data.Value{v})
	}
	if _, err := formatValue(v, "%#a"); err != nil {
		t.Error(err)
	}
	if _, err := formatValue(data.NewArray([]*data.Value{v}), "%#a"); !errors.Is(err, ErrStack) {
		t.Errorf("got %v, want %v", err, ErrStack)
	}
}

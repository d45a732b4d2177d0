package types

import "testing"

func TestIgnoresText(t *testing.T) {
	for text, want := range map[string]bool{
		"Any":                                 true,
		"Data":                                true,
		"String":                              true,
		"String[1]":                           false, // an unknown variable inserts nothing
		"Integer[1, 5]":                       true,
		"Boolean":                             true,
		"Hash":                                true,
		"Hash[String[1], Data]":               true,
		"Hash[String, Enum[a, b]]":            false,
		"Array[String]":                       true,
		"Array[Pattern[/a/]]":                 false,
		"Optional[Array[String]]":             true,
		"Optional['a']":                       false,
		"Struct[{a => String, b => Hash}]":    true,
		"Struct[{a => String, b => Enum[x]}]": false,
		"Tuple[String, Integer]":              true,
		"Variant[Integer, String]":            true,
		"Variant[Integer, Enum[a]]":           false,
		"Sensitive[String]":                   false,
	} {
		if got := IgnoresText(MustParse(text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

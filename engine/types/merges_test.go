package types

import "testing"

func TestKeepsMerges(t *testing.T) {
	for text, want := range map[string]bool{
		"Array[String[1]]":                       true,
		"Array[String, 1]":                       true,
		"Array[String, 2]":                       false,
		"Array[String, 0, 3]":                    false,
		"Hash":                                   true,
		"Hash[String, Hash[String, Data]]":       true,
		"Hash[String, Integer, 1, 2]":            false,
		"Hash[String, Array[String, 0, 1]]":      false,
		"Struct[{a => Integer, b => Array}]":     true,
		"Optional[Array[Integer]]":               true,
		"Tuple[String, String]":                  false,
		"Variant[Array[String], Array[Integer]]": false,
		"Any":                                    true,
		"Data":                                   true,
	} {
		if got := KeepsMerges(MustParse(text)); got != want {
			t.Errorf("%s: got %v, want %v", text, got, want)
		}
	}
}

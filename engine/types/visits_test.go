package types

import (
	"strings"
	"testing"
)

// TestVisits checks that Visits counts the types that apply to one value, and not those that apply to its parts.
func TestVisits(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{
		"Integer":                          1,
		"Optional[Integer]":                2,
		"Variant[Integer, Array[Integer]]": 3,
		"Tuple[Variant[Integer, String], Integer, Integer, Integer]":             3,
		"Struct[{a => Integer, b => Variant[Integer, Optional[String], Float]}]": 5,
		"Data": 1,
		"Array[Variant[" + strings.Repeat("Integer[1, 2], ", 500) + "String]]": 3, // equal types are one
	} {
		if got := Visits(MustParse(text)); got != want {
			t.Errorf("%.80s: %d, want %d", text, got, want)
		}
	}
}

// TestVisitsOfAliases checks aliases in chains, aliases that refer to others twice, and those that contain themselves.
func TestVisitsOfAliases(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		define string
		n      int
		want   int
	}{
		{"M::A#", 10, 11 + 1},
		{"Variant[Integer[0, 0], M::A#]", 10, 10*3 + 2},
		{"Hash[String, M::A#]", 10, 12},
		{"Variant[Array[M::A#], Tuple[M::A#]]", 60, maxVisits},
		{"Variant[Integer, Array[M::A0], M::A#]", 10, 1},
	} {
		typ, err := numberedAliases(tt.n, func(int) string { return tt.define }, "Integer").ResolveType("M::A0")
		if err != nil {
			t.Fatal(err)
		}
		if got := Visits(typ); got != tt.want {
			t.Errorf("%s: %d, want %d", tt.define, got, tt.want)
		}
	}
}

package types

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// numberedAliases returns a resolver for aliases M::A0, M::A1, and so on. define returns the definition of an
// alias, in which # is replaced by the next number; last is the definition of M::An.
func numberedAliases(n int, define func(i int) string, last string) *Aliases {
	return NewAliases(func(name string) (Type, *AliasDefinition, error) {
		i, err := strconv.Atoi(strings.TrimPrefix(strings.ToLower(name), "m::a"))
		if err != nil {
			return nil, nil, err
		}
		text := last
		if i < n {
			text = strings.ReplaceAll(define(i), "#", fmt.Sprint(i+1))
		}
		definition, err := ParseAlias(source.New("", []byte(fmt.Sprintf("type M::A%d = %s", i, text))))
		return nil, definition, err
	})
}

// TestAliasesThatReferToEachOtherOften has aliases that expand exponentially, and checks that all operations
// terminate.
func TestAliasesThatReferToEachOtherOften(t *testing.T) {
	t.Parallel()
	const levels = 60
	nested := func(open, leaf, end string) string {
		return strings.Repeat(open, levels) + leaf + strings.Repeat(end, levels)
	}
	for _, tt := range []struct{ define, last, value string }{
		{"Variant[Array[M::A#], Array[M::A#], Tuple[M::A#]]", "Integer", nested("[", "x", "]")},
		{"Variant[Struct[{a => M::A#}], Hash[String, M::A#]]", "Integer", nested("{a: ", "x", "}")},
		{"Variant[Array[M::A#], Optional[Array[M::A#]], NotUndef[Array[M::A#]]]", "Integer", nested("[", "x", "]")},
		{"Struct[{a => M::A#, b => M::A#, Optional[c] => M::A#}]", "Integer", "{a: x}"},
		{"Variant[M::A#, Array[M::A#]]", "Integer", nested("[", "x", "]")},
		{"Variant[Tuple[M::A#], Array[M::A0], Array[M::A#]]", "Integer", nested("[", "x", "]")},
		{"Variant[Array[M::A#], Array[M::A0]]", "M::A0", nested("[", "x", "]")},
	} {
		all := numberedAliases(levels, func(int) string { return tt.define }, tt.last)
		typ, err := all.ResolveType("M::A0")
		if err != nil {
			t.Errorf("%s: got error %v", tt.define, err)
			continue
		}
		doc := data.Parse(source.New("x.yaml", []byte(tt.value)), data.YAML)
		found := Mismatches(typ, doc.Value)
		if !Instance(typ, doc.Value) && len(found) == 0 {
			t.Errorf("%s: got no mismatches", tt.define)
		}
		for _, m := range found[:min(len(found), 100)] {
			_ = m.Text()
			_ = m.AllowedStrings()
			_ = m.ExcludesStrings()
		}
		_ = KeepsMerges(typ)
		_ = Choices(typ)
		_ = Assignable(typ, typ)
		_ = typ.String()
	}
}

// TestLongChainsOfAliases has a long chain and a long cycle of aliases.
func TestLongChainsOfAliases(t *testing.T) {
	t.Parallel()
	const n = 1500
	for last, recursive := range map[string]bool{"Integer": false, "Array[M::A0]": true} {
		all := numberedAliases(n, func(int) string { return "M::A#" }, last)
		for i := range n {
			typ, err := all.ResolveType(fmt.Sprintf("M::A%d", i))
			if err != nil {
				t.Fatal(err)
			}
			if typ.(*aliasType).recursive != recursive {
				t.Fatalf("M::A%d of %s: want recursive %v", i, last, recursive)
			}
		}
	}
}

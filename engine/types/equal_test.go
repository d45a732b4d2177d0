package types

import (
	"fmt"
	"testing"
)

// TestHashes checks that equal types have the same hash, and that types of which there may be very many have different
// ones, without which a Hash of them would take quadratic time.
func TestHashes(t *testing.T) {
	t.Parallel()
	const n = 1000
	for _, format := range []string{
		"Integer[%d]", "Integer[0, %d]", "Enum[a%d]", "Regexp[/a%d/]", "Array[Enum[a%d]]", "Hash[Enum[a%d], Any]", "Hash[String, Integer[%d]]", "Optional[Enum[a%d]]",
		"Class['a%d']", "File['/a%d']", "A%d", "M::T%d", "Object[{name => 'A%d'}]",
	} {
		hashes := map[uint64]bool{}
		for i := range n {
			hashes[TypeValue(MustParse(fmt.Sprintf(format, i))).Hash()] = true
		}
		if len(hashes) < n*9/10 {
			t.Errorf("%d types like %s have %d hashes", n, format, len(hashes))
		}
	}
	for _, equal := range [][2]string{
		{"File['/a']", "FILE['/a']"}, {"Enum[b, a]", "Enum[a, b]"}, {"Enum[a]", "Enum[a, a]"}, {"Array", "Array[Any]"}, {"Integer", "Integer[default, default]"}, {"Variant[String, Integer]", "Variant[Integer, String]"},
	} {
		a, b := TypeValue(MustParse(equal[0])), TypeValue(MustParse(equal[1]))
		if !eql(MustParse(equal[0]), MustParse(equal[1])) || a.Hash() != b.Hash() {
			t.Errorf("%s and %s are not equal, or have different hashes", equal[0], equal[1])
		}
	}
}

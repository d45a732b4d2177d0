package convert

import (
	"testing"

	"github.com/hieralint/hieralint/engine/internal/typetest"
	"github.com/hieralint/hieralint/engine/types"
)

func BenchmarkNew(b *testing.B) {
	typ, value := types.TypeValue(types.Integer), typetest.Value("042")
	b.ReportAllocs()
	for range b.N {
		if _, err := New(typ, value); err != nil {
			b.Fatal(err)
		}
	}
}

package types

import (
	"testing"

	"github.com/hieralint/hieralint/engine/internal/typetest"
)

const benchType = "Hash[String[1], Variant[Integer[1, 65535], Array[Struct[{name => String, Optional[port] => Integer, tags => Optional[Array[Enum[a, b, c]]]}], 1]]]"

func BenchmarkParse(b *testing.B) {
	b.Run("simple", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := Parse("Array[String]"); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("nested", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			if _, err := Parse(benchType); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkInstance(b *testing.B) {
	value := typetest.Hash("web", typetest.List(typetest.Hash("name", "a", "port", 80, "tags", typetest.List("a", "b")), typetest.Hash("name", "b", "tags", nil)), "port", 8080, "more", typetest.List(typetest.Hash("name", "c", "tags", typetest.List())))
	for _, text := range []string{benchType, "Data", "RichData"} {
		typ := MustParse(text)
		b.Run(typ.name(), func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if !Instance(typ, value) {
					b.Fatal("not an instance")
				}
			}
		})
	}
}

func BenchmarkMismatches(b *testing.B) {
	typ := MustParse(benchType)
	value := typetest.Hash("web", typetest.List(typetest.Hash("name", "a", "port", "80"), typetest.Hash("tags", typetest.List("x"))))
	b.ReportAllocs()
	for range b.N {
		if len(Mismatches(typ, value)) == 0 {
			b.Fatal("no mismatch")
		}
	}
}

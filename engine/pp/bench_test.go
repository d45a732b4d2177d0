package pp_test

import (
	"os"
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// BenchmarkParse parses the manifests of large modules in one goroutine. Thousands of manifests must take no
// more than a few tenths of a second.
func BenchmarkParse(b *testing.B) {
	var files []*source.File
	size := 0
	for _, path := range manifests(b, ".pp") {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		files = append(files, source.New(path, text))
		size += len(text)
	}
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		for _, f := range files {
			if _, err := pp.Parse(f, pp.Options{}); err != nil {
				b.Fatal(f.Path, err)
			}
		}
	}
	b.ReportMetric(float64(len(files)), "files/op")
}

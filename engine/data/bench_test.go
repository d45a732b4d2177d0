package data

import (
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/source"
)

// BenchmarkParse parses the YAML files of the corpus. The metric "ratio" compares its time with that of
// yaml.v3 alone (see BenchmarkBareYAML), using the fastest round of each to exclude other load on the
// machine.
func BenchmarkParse(b *testing.B) {
	texts, size := benchmarkTexts(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	bare, parse := time.Hour, time.Hour
	for b.Loop() {
		start := time.Now()
		for _, text := range texts {
			Parse(source.New("f.yaml", text), YAML)
		}
		parse = min(parse, time.Since(start))
		b.StopTimer()
		start = time.Now()
		bareYAML(b, texts)
		bare = min(bare, time.Since(start))
		b.StartTimer()
	}
	b.ReportMetric(float64(parse)/float64(bare), "ratio")
}

// BenchmarkBareYAML parses the same files with yaml.v3 only.
func BenchmarkBareYAML(b *testing.B) {
	texts, size := benchmarkTexts(b)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		bareYAML(b, texts)
	}
}

func bareYAML(b *testing.B, texts [][]byte) {
	for _, text := range texts {
		var n yaml.Node
		if err := yaml.Unmarshal(text, &n); err != nil {
			b.Fatal(err)
		}
	}
}

func benchmarkTexts(b *testing.B) (texts [][]byte, size int) {
	for _, text := range sorted(corpus(b, ".yaml", ".yml", ".eyaml")) {
		var n yaml.Node
		if yaml.Unmarshal([]byte(text), &n) == nil {
			texts = append(texts, []byte(text))
			size += len(text)
		}
	}
	return texts, size
}

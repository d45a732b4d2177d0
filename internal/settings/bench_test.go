package settings

import (
	"fmt"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/rules"
)

// BenchmarkAt determines the settings of every rule for each of many files.
func BenchmarkAt(b *testing.B) {
	for name, text := range map[string]string{
		"without overrides": "rules: {encoding: note}\n",
		"with overrides":    "overrides:\n  - {paths: ['data/nodes/**'], rules: {encoding: off}}\n  - {paths: ['*.json'], rules: {encoding: note}}\n",
	} {
		b.Run(name, func(b *testing.B) {
			files := make([]string, 1000)
			for i := range files {
				files[i] = fmt.Sprintf("data/nodes/%d.yaml", i)
			}
			all := rules.All()
			b.ReportAllocs()
			for b.Loop() {
				s, err := Parse(source.New(Name, []byte(text)), Name, Recommended)
				if err != nil {
					b.Fatal(err)
				}
				for _, file := range files {
					for _, r := range all {
						s.At(file).Rule(r)
					}
				}
			}
		})
	}
}

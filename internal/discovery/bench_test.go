package discovery_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/filetree"
)

// BenchmarkLoad loads projects with more and more small files in a hierarchy of twenty levels. The
// time per file should not grow with their number.
func BenchmarkLoad(b *testing.B) {
	for _, files := range []int{100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("%d files", files), func(b *testing.B) {
			var hiera strings.Builder
			hiera.WriteString("version: 5\nhierarchy:\n  - name: Nodes\n    path: nodes/%{trusted.certname}.yaml\n")
			for i := range 18 {
				fmt.Fprintf(&hiera, "  - name: Level %d\n    path: level%d/%%{site}/%%{facts.os.name}-%%{facts.os.release.major}.yaml\n", i, i)
			}
			hiera.WriteString("  - name: Common\n    path: common.yaml\n")
			tree := map[string]string{"hiera.yaml": hiera.String(), "data/common.yaml": "a: 1\n"}
			for i := range files - 1 {
				if i%2 == 0 {
					tree[fmt.Sprintf("data/nodes/node%d.example.com.yaml", i)] = "a: 1\n"
				} else {
					tree[fmt.Sprintf("data/level%d/site%d/Debian-%d.yaml", i%18, i%7, i)] = "a: 1\n"
				}
			}
			dir := filetree.Write(b, tree)
			b.ResetTimer()
			for range b.N {
				p, err := discovery.Load(context.Background(), []string{dir}, discovery.Options{})
				if err != nil {
					b.Fatal(err)
				}
				for _, f := range p.Files {
					if len(f.Matches) == 0 {
						b.Fatalf("no level reads %s", f.Path)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*files), "µs/file")
		})
	}
}

package manifest_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/manifest"
)

// BenchmarkIndex indexes 3,000 manifests, with the templates and Ruby code of their modules, made
// of copies of large modules. The target is 0.3 s on two processors.
func BenchmarkIndex(b *testing.B) {
	const wanted = 3000
	var copies []*environment.Module
	manifests := 0
	for i := 0; manifests < wanted; i++ {
		for _, m := range installed(b).Modules() {
			if manifests >= wanted {
				break
			}
			name := fmt.Sprintf("%s_%d", m.Name, i)
			dir := filepath.Join(b.TempDir(), name)
			if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
				b.Fatal(err)
			}
			manifests += count(b, filepath.Join(dir, "manifests"))
			copies = append(copies, &environment.Module{Name: name, Dir: dir})
		}
	}
	env := environment.New("production", data.NewStore(), copies...)
	b.ReportAllocs()
	classes := 0
	for b.Loop() {
		index, err := manifest.NewIndexer(data.NewStore()).Index(context.Background(), env)
		if err != nil {
			b.Fatal(err)
		}
		classes = len(index.Classes)
	}
	seconds := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(float64(manifests), "manifests")
	b.ReportMetric(float64(classes), "classes")
	b.ReportMetric(seconds/0.3, "of-0.3s")
}

// count returns the number of manifests below dir.
func count(b *testing.B, dir string) int {
	b.Helper()
	n := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(path, ".pp") {
			n++
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return n
}

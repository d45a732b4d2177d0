package reference

import (
	"os"
	"runtime"
	"testing"
	"time"

	"github.com/sourcegraph/conc/pool"
	"gopkg.in/yaml.v3"
)

// BareParse returns how long yaml.v3 takes to parse files on all processors. Benchmarks report
// multiples of it.
func BareParse(b *testing.B, files []string) time.Duration {
	b.Helper()
	start := time.Now()
	work := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0))
	for _, path := range files {
		work.Go(func() {
			text, err := os.ReadFile(path)
			if err != nil {
				b.Error(err)
			}
			var n yaml.Node
			_ = yaml.Unmarshal(text, &n) // invalid files take time, too
		})
	}
	work.Wait()
	return time.Since(start)
}

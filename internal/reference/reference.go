// Package reference locates what tests compare hieralint with: recorded answers of Puppet, real
// control repos, and Puppet itself. It is only for tests.
package reference

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/conc/pool"
	"gopkg.in/yaml.v3"
)

// Dir returns the directory with reference data that is not in the repository:
// $HIERALINT_REFERENCE, or `shared` beside the repository. It skips the test if there is none.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Find(t)
	if !ok {
		t.Skip("needs reference data that is not in the repository (HIERALINT_REFERENCE)")
	}
	return dir
}

// Find looks for the directory of Dir. The directory in HIERALINT_REFERENCE must exist.
func Find(t testing.TB) (dir string, ok bool) {
	t.Helper()
	named := os.Getenv("HIERALINT_REFERENCE")
	dir = named
	if dir == "" {
		dir = filepath.Join(filepath.Dir(Root(t)), "shared")
	}
	_, err := os.Stat(filepath.Join(dir, "conformance"))
	if err != nil && named != "" {
		t.Fatalf("HIERALINT_REFERENCE: %v", err)
	}
	return dir, err == nil
}

// Root returns the root directory of the repository.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the working directory")
		}
		dir = parent
	}
}

// puppetInstalled reports whether Ruby finds Puppet, without loading it, which takes a second.
var puppetInstalled = sync.OnceValue(func() bool {
	const find = `exit !!$LOAD_PATH.resolve_feature_path("puppet") || Gem::Specification.find_all_by_name("puppet").any?`
	return exec.Command("ruby", "-e", find).Run() == nil
})

// Ruby returns the ruby command that can load Puppet. If there is none, it skips the test, or fails
// it if HIERALINT_TEST_REQUIRE_ORACLE=1 is set.
func Ruby(t testing.TB) string {
	t.Helper()
	if !puppetInstalled() {
		missing(t, "Ruby with Puppet is not installed (Debian: apt-get install puppet-agent)")
	}
	return "ruby"
}

func missing(t testing.TB, why string) {
	t.Helper()
	if IsRequired() {
		t.Fatal(why)
	}
	t.Skip(why)
}

// Modules returns the directories with third-party modules: those in $HIERALINT_TEST_MODULES,
// separated as in PATH, and Debian's. It skips the test if there are none.
func Modules(t testing.TB) []string {
	t.Helper()
	var dirs []string
	for _, dir := range append(filepath.SplitList(os.Getenv("HIERALINT_TEST_MODULES")), "/usr/share/puppet/modules.available", "/usr/share/puppet/modules") {
		if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
			dirs = append(dirs, dir)
		}
	}
	if len(dirs) == 0 {
		missing(t, "no Puppet modules are installed (Debian: apt-get install puppet-module-puppetlabs-stdlib and others), nor is HIERALINT_TEST_MODULES set")
	}
	return dirs
}

// IsRequired reports whether tests fail instead of being skipped if something that they compare
// with is not installed, as in CI.
func IsRequired() bool { return os.Getenv("HIERALINT_TEST_REQUIRE_ORACLE") == "1" }

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

// Long reports whether comparisons run at length, as in CI: HIERALINT_TEST_LONG=1 is set, or 2 for
// the nightly tests.
func Long() bool { return os.Getenv("HIERALINT_TEST_LONG") == "1" || nightly() }

func nightly() bool { return os.Getenv("HIERALINT_TEST_LONG") == "2" }

// The divisors for the number of comparisons. They are prime, so that a sample from a table of
// combinations includes some of each.
const (
	few  = 11 // unless Long is set
	some = 3  // of slow ones in CI
)

// Cases returns how many of n random cases to try.
func Cases(n int) int {
	if Long() {
		return n
	}
	return (n + few - 1) / few
}

// SlowCases is Cases for cases that take seconds each. All of them run in the nightly tests.
func SlowCases(n int) int {
	if nightly() {
		return n
	}
	return Cases((n + some - 1) / some)
}

// Sample returns the cases to try, in order.
func Sample[T any](all []T) []T {
	if Long() {
		return all
	}
	return each(few, all)
}

// SlowSample is Sample for comparisons that take a minute. All of them run in the nightly tests.
func SlowSample[T any](all []T) []T {
	if nightly() {
		return all
	}
	return Sample(each(some, all))
}

func each[T any](step int, all []T) []T {
	var kept []T
	for i := 0; i < len(all); i += step {
		kept = append(kept, all[i])
	}
	return kept
}

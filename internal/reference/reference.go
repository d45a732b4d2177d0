// Package reference locates what tests compare hieralint with: recorded answers of Puppet, real
// control repos, and Puppet itself. It is only for tests.
package reference

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
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

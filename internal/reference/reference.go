// Package reference finds the material that tests compare hieralint with: recorded answers of
// Puppet, real control repos, and Puppet itself. It is for tests only.
package reference

import (
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Dir is the folder with reference data that is not in the repository: $HIERALINT_REFERENCE, or `shared` beside the
// repository. A test that asks for it is skipped where there is none.
func Dir(t testing.TB) string {
	t.Helper()
	dir, ok := Find(t)
	if !ok {
		t.Skip("needs reference data that is not in the repository (HIERALINT_REFERENCE)")
	}
	return dir
}

// Find looks for the folder of Dir. A folder that HIERALINT_REFERENCE names must exist.
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

// Root is the top folder of the repository.
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

// puppetInstalled reports whether Ruby finds Puppet, without the second that loading it takes.
var puppetInstalled = sync.OnceValue(func() bool {
	const find = `exit !!$LOAD_PATH.resolve_feature_path("puppet") || Gem::Specification.find_all_by_name("puppet").any?`
	return exec.Command("ruby", "-e", find).Run() == nil
})

// Ruby is the ruby command that can load Puppet. A test that asks for it is skipped where there
// is none, and fails instead under HIERALINT_TEST_REQUIRE_ORACLE=1.
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

// Modules are the folders with modules of others: those in $HIERALINT_TEST_MODULES, separated as in PATH, and where Debian
// installs them. A test that asks for them is skipped where there are none.
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

// IsRequired reports whether tests fail, and do not skip, where something that they compare with is not installed, as in CI.
func IsRequired() bool { return os.Getenv("HIERALINT_TEST_REQUIRE_ORACLE") == "1" }

// Package golden compares the output of tests with golden files. It is for tests only.
//
// With the flag -update, tests rewrite the files:
//
//	go test ./report -update
package golden

import (
	"bytes"
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files instead of comparing with them")

// Update reports whether golden files are rewritten.
func Update() bool { return *update }

// Check compares got with testdata/NAME.golden of the package under test; name may contain slashes.
func Check(t testing.TB, name string, got []byte) {
	t.Helper()
	CheckFile(t, filepath.Join("testdata", filepath.FromSlash(name)+".golden"), got)
}

// CheckFile compares got with a file, such as a page of the documentation.
func CheckFile(t testing.TB, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("%s does not exist; write it with -update", file)
	}
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s (-want +got); rewrite it with -update:\n%s", file, cmp.Diff(string(want), string(got)))
	}
}

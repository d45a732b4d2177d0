//go:build linux

package main

import (
	"os"
	"strings"
	"testing"
)

// TestRemovedWorkingDirectory checks that commands in a directory that was removed say so.
func TestRemovedWorkingDirectory(t *testing.T) {
	for _, args := range [][]string{{"lint"}, {"lint", "."}, {"lint", "--no-config"}, {"lookup", "k"}, {"keys"}, {"nodes"}, {"diff"}, {"why", "k"}, {"environments"}, {"baseline"}} {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			dir := t.TempDir()
			t.Chdir(dir)
			if err := os.Remove(dir); err != nil {
				t.Fatal(err)
			}
			var out, errs strings.Builder
			code := run(t.Context(), append([]string{"hieralint"}, args...), strings.NewReader(""), &out, &errs)
			if want := "hieralint: the working directory no longer exists\n"; code != exitInternal || errs.String() != want {
				t.Errorf("exit code %d: %q, want %q", code, errs.String(), want)
			}
		})
	}
}

package main

import (
	"context"
	"os"
	"strings"
	"testing"
)

// TestFullDisk has commands write to a disk without space: all fail with the same message and exit code.
func TestFullDisk(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	t.Chdir(canaryTree(t))
	for _, args := range [][]string{
		{"lint", "--format", "json"}, {"lint", "--format", "html"}, {"lint", "--diff"}, {"keys"}, {"nodes"}, {"environments"},
		{"why", "profile::a::token"}, {"rules"}, {"explain", "yaml-duplicate-key"}, {"config", "show"}, {"man"}, {"completion", "bash"}, {"version"}, {"help"},
	} {
		var stderr strings.Builder
		if code := run(context.Background(), append([]string{"hieralint"}, args...), strings.NewReader(""), full, &stderr); code != exitInternal || !strings.Contains(stderr.String(), "no space left on device") {
			t.Errorf("%q: exit code %d, %q", args, code, stderr.String())
		}
	}
}

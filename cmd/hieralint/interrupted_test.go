package main

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

// TestInterrupted checks that canceled commands print one line, and have the same exit code.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy: [{name: a, glob: '**/*.yaml'}]\n", "data/a.yaml": "a::b: 1\n", "data/b.yaml": "a::c: 1\n",
		"facts/web01.yaml": "os: {name: Debian}\n",
	})
	filetree.Commit(t, dir)
	facts := filepath.Join(dir, "facts")
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, args := range [][]string{
		{"lint", dir}, {"lint", "--fix", dir}, {"lint", "--new-from-rev", "HEAD", dir}, {"lint", "--facts", facts, dir}, {"baseline", dir},
		{"diff", "--path", dir, "HEAD"}, {"diff", "--path", dir, "HEAD", "HEAD"}, {"diff", "--path", dir, "--puppet-version", "7,8"},
		{"why", "--path", dir, "a::b"}, {"lookup", "--path", dir, "--nodes", "*", "a::b"}, {"keys", dir}, {"environments", dir}, {"nodes", dir},
		{"nodes", "fetch", "--puppetdb", "http://127.0.0.1:1", "--output", filepath.Join(dir, "out"), dir},
	} {
		var stderr strings.Builder
		code := run(ctx, append([]string{"hieralint"}, args...), strings.NewReader(""), io.Discard, &stderr)
		if want := "hieralint: interrupted\n"; code != exitInternal || stderr.String() != want {
			t.Errorf("%q: exit code %d, %q", args, code, stderr.String())
		}
	}
}

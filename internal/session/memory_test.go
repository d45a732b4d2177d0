package session_test

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// TestMemoryOfEdits edits a file again and again: what was known before an edit is not kept. It runs alone, since it measures the heap.
func TestMemoryOfEdits(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a: 1\n", "data/role/web.yaml": "a: 2\n", "data/role/db.yaml": "b: 2\n",
	})
	w := open(t, session.Options{Dir: dir, NoConfig: true})
	edit := func(times int) uint64 {
		for i := range times {
			text := fmt.Appendf(nil, "a: %d\nb: \"%%{lookup('a')}\"\n", i)
			if err := w.Update(context.Background(), session.Change{Path: filepath.Join(dir, "data", "common.yaml"), Kind: session.Edited, Text: text}); err != nil {
				t.Fatal(err)
			}
			check(t, w, session.Request{})
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const times, limit = 500, 2 << 20
	before := edit(times)
	if after := edit(times); after > before+limit {
		t.Errorf("after %d edits the heap has %d KiB, after %d edits %d KiB", times, before>>10, 2*times, after>>10)
	}
	runtime.KeepAlive(w)
}

package lsp_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// TestMemory checks that the heap does not grow with the number of edits and requests, and that the
// server leaves no goroutines behind. HIERALINT_TEST_EDITS sets the number of edits.
func TestMemory(t *testing.T) {
	edits := 200
	if text := os.Getenv("HIERALINT_TEST_EDITS"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		edits = n
	}
	before := runtime.NumGoroutine()
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a: 1\n", "modules/web/manifests/init.pp": "class web (Integer $port = 80) { }\n",
	}
	for i := range 40 {
		files[fmt.Sprintf("data/role/r%d.yaml", i)] = fmt.Sprintf("web::port: %d\nb%d: \"%%{lookup('a')}\"\n", i, i)
	}
	c := connect(t, filetree.Write(t, files), session.Options{NoConfig: true})
	c.start(watching())
	c.open("data/common.yaml")
	step := func(i int) {
		text := fmt.Sprintf("a: %d\nweb::port: \"%%{osfamily}\"\nkey%d: [1, 2]\n", i, i%100)
		if i%10 == 0 {
			text += "broken: [\n"
		}
		c.replace("data/common.yaml", text)
		c.settle()
		if _, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 0}}); err != nil {
			t.Fatal(err)
		}
		c.take()
	}
	heap := func() uint64 {
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	const first = 100
	for i := range first {
		step(i)
	}
	some := heap()
	for i := range edits {
		step(i)
	}
	many := heap()
	t.Logf("%d KB after %d edits, %d KB after %d more", some>>10, first, many>>10, edits)
	const margin = 4 << 20
	if many > some+margin {
		t.Errorf("heap grew from %d to %d KB", some>>10, many>>10)
	}
	c.stop()
	for range 200 {
		if runtime.NumGoroutine() <= before+2 { // goroutines of the client's connection may take a moment to exit
			return
		}
		runtime.Gosched()
		runtime.GC()
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

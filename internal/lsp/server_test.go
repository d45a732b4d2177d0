package lsp_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lsp"
	"github.com/hieralint/hieralint/internal/session"
)

// TestVersionWithoutEdit checks that a new version of the same text, as Neovim sends it, does not
// make pending requests fail.
func TestVersionWithoutEdit(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n"}), session.Options{NoConfig: true})
	c.start(watching())
	c.open("data/common.yaml")
	c.edit("data/common.yaml", map[string]any{"text": "b: 1\n"})
	results := make(chan error, 50)
	for range cap(results) {
		go func() {
			_, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 0}})
			results <- err
		}()
		c.edit("data/common.yaml")
	}
	for range cap(results) {
		if err := <-results; err != nil {
			t.Fatal(err)
		}
	}
	c.stop()
}

// TestMistakes checks that an invalid message of the client only fails itself.
func TestMistakes(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{NoConfig: true})
	if _, err := c.call("textDocument/hover", map[string]any{}); err == nil || !strings.Contains(err.Error(), "initialize") {
		t.Errorf("before initialize: %v", err)
	}
	c.start(watching())
	for _, m := range []struct {
		method string
		params any
	}{
		{"initialize", map[string]any{}}, {"textDocument/unheardOf", map[string]any{}}, {"textDocument/hover", []int{1}}, {"textDocument/rename", "x"},
		{"workspace/executeCommand", map[string]any{"command": "x", "arguments": []any{1, 2}}},
		{"workspace/executeCommand", map[string]any{"command": "hieralint.fixFile", "arguments": []any{map[string]any{"uri": "untitled:1"}}}},
		{"codeAction/resolve", map[string]any{"data": []int{1}}},
		{"textDocument/codeAction", map[string]any{"textDocument": map[string]any{"uri": "git:/x"}}},
	} {
		if result, err := c.call(m.method, m.params); err == nil {
			t.Errorf("%s %v: %s", m.method, m.params, result)
		}
	}
	for _, m := range []struct {
		method string
		params any
	}{
		{"textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/other.yaml"), "version": 1}, "contentChanges": []any{map[string]any{"text": "x"}}}},
		{"textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:1", "text": "a: 1\n"}}},
		{"textDocument/didOpen", 1}, {"$/unheardOf", nil}, {"$/cancelRequest", map[string]any{"id": 99}},
		{"workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": "x:y"}}}},
	} {
		c.notify(m.method, m.params)
	}
	for _, method := range []string{
		"textDocument/hover", "textDocument/definition", "textDocument/references", "textDocument/implementation", "textDocument/completion", "textDocument/prepareRename",
		"textDocument/documentSymbol", "textDocument/foldingRange", "textDocument/codeLens", "textDocument/diagnostic",
	} {
		for _, uri := range []string{"untitled:1", c.uri("nowhere.yaml"), "file:///nowhere/at/all.yaml"} {
			if _, err := c.call(method, map[string]any{"textDocument": map[string]any{"uri": uri}, "position": map[string]any{"line": 99, "character": 99}}); err != nil {
				t.Errorf("%s %s: %v", method, uri, err)
			}
		}
	}
	c.settle()
	shown := map[string]string{}
	if c.published(shown, c.take()); !strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key") {
		t.Errorf("diagnostics: %v", shown)
	}
	c.stop()
}

// TestMalformedMessages checks that messages that are not JSON-RPC are skipped.
func TestMalformedMessages(t *testing.T) {
	t.Parallel()
	here, there := net.Pipe()
	var log synced
	done := make(chan error, 1)
	go func() { done <- lsp.Serve(context.Background(), there, lsp.Options{Log: &log}) }()
	bodies := []string{"{bad", "", "[]", `{"jsonrpc":"2.0"}`, `{"jsonrpc":"2.0","id":[1],"method":"x"}`, strings.Repeat("[", 100_000)}
	go func() {
		for _, body := range append(bodies, `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"capabilities":{}}}`) {
			fmt.Fprintf(here, "Content-Length: %d\r\n\r\n%s", len(body), body)
		}
	}()
	var answer struct {
		ID     int
		Result json.RawMessage
	}
	if err := (jsonrpc2.VSCodeObjectCodec{}).ReadObject(bufio.NewReader(here), &answer); err != nil || answer.ID != 7 || len(answer.Result) == 0 {
		t.Errorf("got %+v, %v", answer, err)
	}
	_ = here.Close()
	<-done
	if n := strings.Count(log.String(), "not JSON-RPC"); n != len(bodies) {
		t.Errorf("%d of %d messages were logged:\n%s", n, len(bodies), log.String())
	}
}

// TestInvalidConfiguration checks that an invalid configuration is reported, and that the tree is
// checked with the last valid one.
func TestInvalidConfiguration(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n", ".hieralint.yaml": "rules: {yaml-duplicate-key: on}\n"}), session.Options{})
	c.start(watching())
	c.settle()
	shown := map[string]string{}
	look := func(wantData, wantConfig bool) {
		t.Helper()
		c.settle()
		c.published(shown, c.take())
		if _, ok := shown["data/common.yaml"]; ok != wantData {
			t.Errorf("findings in data: %v", shown)
		}
		if _, ok := shown[".hieralint.yaml"]; ok != wantConfig {
			t.Errorf("findings in the configuration: %v", shown)
		}
	}
	look(true, false)
	c.open(".hieralint.yaml")
	c.replace(".hieralint.yaml", "profile: [\n")
	look(true, true)
	c.open("data/common.yaml")
	c.replace("data/common.yaml", "a: 1\n")
	look(false, true)
	hover, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 0}})
	if err != nil || !strings.Contains(string(hover), "`1`") {
		t.Errorf("hover: got %s, %v", hover, err)
	}
	c.replace("data/common.yaml", "a: 1\na: 2\n")
	look(true, true)
	c.replace(".hieralint.yaml", "rules: {yaml-duplicate-key: off}\n")
	look(false, false)
	c.replace(".hieralint.yaml", "profile: minimul\n")
	look(false, true)
	c.close(".hieralint.yaml")
	look(true, false)
	c.stop()
}

// TestUnusableConfiguration checks that a configuration or baseline that cannot be used is shown as
// a message, once, and that the tree is still checked.
func TestUnusableConfiguration(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n", ".hieralint.yaml": "profile: recommended\n"}), session.Options{})
	c.start(watching())
	c.settle()
	c.open(".hieralint.yaml")
	c.open("data/common.yaml")
	shown := map[string]string{}
	look := func(want ...string) {
		t.Helper()
		c.settle()
		messages := c.take()
		c.published(shown, messages)
		var told []string
		for _, m := range messages {
			var p struct{ Message string }
			if m.Method == "window/showMessage" && json.Unmarshal(m.Params, &p) == nil {
				told = append(told, p.Message)
			}
		}
		if len(told) != len(want) || len(told) == 1 && !strings.Contains(told[0], want[0]) {
			t.Errorf("messages: got %q, want %q", told, want)
		}
		if !strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key") {
			t.Errorf("findings: %v", shown)
		}
	}
	look()
	c.replace(".hieralint.yaml", "facts: [nowhere]\n")
	look("nowhere")
	c.replace("data/common.yaml", "b: 1\nb: 2\n")
	look()
	c.replace(".hieralint.yaml", "profile: recommended\n")
	look()
	c.replace(".hieralint.yaml", "facts: [nowhere]\n")
	look("nowhere")
	c.replace(".hieralint.yaml", "profile: recommended\n")
	c.write(".hieralint-baseline.json", "no baseline")
	look("is not a baseline")
	c.stop()
}

// TestRoots checks that each root has its own findings and configuration, even if it is in another
// root, and that a root that was removed has none.
func TestRoots(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for _, name := range []string{"a", "a/nested", "b", "c"} {
		files[name+"/hiera.yaml"], files[name+"/data/common.yaml"] = "version: 5\n", "a: 1\na: 2\nb: \"%{osfamily}\"\n"
	}
	files["a/nested/.hieralint.yaml"] = "rules: {yaml-duplicate-key: off}\n"
	files["b/.hieralint.yaml"] = "rules: {legacy-fact: off}\n"
	c := connect(t, filetree.Write(t, files), session.Options{})
	folder := func(name string) any { return map[string]any{"uri": c.uri(name), "name": name} }
	if _, err := c.call("initialize", map[string]any{"processId": nil, "capabilities": watching(), "workspaceFolders": []any{folder("a"), folder("a/nested")}}); err != nil {
		t.Fatal(err)
	}
	c.notify("initialized", map[string]any{})
	shown := map[string]string{}
	look := func(want ...string) {
		t.Helper()
		if _, err := c.call("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}); err != nil {
			t.Fatal(err)
		}
		var got []string
		for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) { // published diagnostics are cleared later
			c.published(shown, c.take())
			got = nil
			for path, text := range shown {
				for _, rule := range []string{"yaml-duplicate-key", "legacy-fact"} {
					if strings.Contains(text, rule) {
						got = append(got, strings.TrimSuffix(path, "/data/common.yaml")+" "+rule)
					}
				}
			}
			slices.Sort(got)
			if slices.Equal(got, want) {
				return
			}
			if len(got) <= len(want) || time.Now().After(deadline) {
				break
			}
		}
		t.Errorf("got %q, want %q", got, want)
	}
	inA := []string{"a legacy-fact", "a yaml-duplicate-key", "a/nested legacy-fact"}
	look(inA...)
	change := func(added, removed []any) {
		t.Helper()
		c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": added, "removed": removed}})
	}
	change([]any{folder("b")}, []any{})
	look(append(inA, "b yaml-duplicate-key")...)
	c.open("c/data/common.yaml") // which is in no folder: the server opens its project
	look(append(inA, "b yaml-duplicate-key", "c legacy-fact", "c yaml-duplicate-key")...)
	change([]any{}, []any{folder("b")})
	look(append(inA, "c legacy-fact", "c yaml-duplicate-key")...)
	c.replace("c/data/common.yaml", "a: 1\n")
	look(inA...)
	c.stop()
}

// TestManyRoots checks that a client that opens files in very many directories, or as many folders, does not exhaust
// memory: other directories remain, and those whose files were closed make room.
func TestManyRoots(t *testing.T) {
	t.Parallel()
	files := map[string]string{"hiera.yaml": "version: 5\n"}
	for i := range 300 {
		files[fmt.Sprintf("d%d/hiera.yaml", i)], files[fmt.Sprintf("d%d/data/common.yaml", i)] = "version: 5\n", "a: 1\na: 2\n"
	}
	c := connect(t, filetree.Write(t, files), session.Options{NoConfig: true})
	if _, err := c.call("initialize", map[string]any{"processId": nil, "capabilities": watching(), "workspaceFolders": []any{map[string]any{"uri": c.uri("d0"), "name": "d0"}}}); err != nil {
		t.Fatal(err)
	}
	c.notify("initialized", map[string]any{})
	isChecked := func(i int) bool {
		t.Helper()
		path := fmt.Sprintf("d%d/data/common.yaml", i)
		_, err := c.call("textDocument/codeAction", map[string]any{
			"textDocument": map[string]any{"uri": c.uri(path)}, "range": rangeOf(0, 0, 0, 0), "context": map[string]any{"diagnostics": []any{}},
		})
		return err == nil
	}
	for i := range 250 {
		c.open(fmt.Sprintf("d%d/data/common.yaml", i))
	}
	if !isChecked(0) || !isChecked(199) || isChecked(200) || isChecked(249) {
		t.Error("want 200 directories")
	}
	for i := range 250 {
		c.close(fmt.Sprintf("d%d/data/common.yaml", i))
	}
	for i := 200; i < 300; i++ {
		c.open(fmt.Sprintf("d%d/data/common.yaml", i))
	}
	if !isChecked(0) || !isChecked(299) || isChecked(1) {
		t.Error("want the folder, and the directories of the open files")
	}
	told := 0
	for _, m := range c.take() {
		if m.Method == "window/showMessage" {
			told++
		}
	}
	if told != 1 {
		t.Errorf("%d messages, want one", told)
	}
	c.stop()
}

// TestFailedCheck checks that requests that need the findings fail if the last check did, and that the next
// edit is checked again.
func TestFailedCheck(t *testing.T) {
	t.Parallel()
	var fails atomic.Bool
	o := lsp.Options{Workspace: session.Options{NoConfig: true}}
	o.Checking(func() {
		if fails.Load() {
			panic("on purpose")
		}
	})
	c := connectTo(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), o)
	c.crashes = true
	c.start(watching())
	c.open("data/common.yaml")
	actions := func() (int, error) {
		p := map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 9, "character": 0}}, "context": map[string]any{"diagnostics": []any{}}}
		var all []any
		result, err := c.call("textDocument/codeAction", p)
		if err == nil {
			err = json.Unmarshal(result, &all)
		}
		return len(all), err
	}
	before, err := actions()
	if err != nil || before == 0 {
		t.Fatalf("before: %d actions, %v", before, err)
	}
	fails.Store(true)
	c.replace("data/common.yaml", "a: 1\na: 2\nb: 1\n")
	if n, err := actions(); err == nil || !strings.Contains(err.Error(), "the type string") {
		t.Errorf("after a failed check: %d actions, %v", n, err)
	}
	if _, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 0}}); err != nil {
		t.Errorf("hover: %v", err)
	}
	fails.Store(false)
	c.replace("data/common.yaml", "a: 1\na: 2\n")
	if n, err := actions(); err != nil || n != before {
		t.Errorf("after another check: %d actions, want %d, %v", n, before, err)
	}
	c.stop()
}

// TestCancel checks that a canceled request fails with RequestCancelled, and other requests do not.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: \"%{osfamily}\"\n"}), session.Options{NoConfig: true})
	c.ignored = "workspace/applyEdit" // keeps the requests pending until they are canceled
	c.start(watching())
	c.open("data/common.yaml")
	p := map[string]any{"command": "hieralint.fixFile", "arguments": []any{map[string]any{"uri": c.uri("data/common.yaml"), "unsafe": true}}}
	begin := func(id uint64) chan error {
		t.Helper()
		call, err := c.conn.DispatchCall(context.Background(), "workspace/executeCommand", p, jsonrpc2.PickID(jsonrpc2.ID{Num: id}))
		if err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- call.Wait(context.Background(), nil) }()
		return ended
	}
	first, second := begin(1001), begin(1002)
	asked := 0
	for deadline := time.Now().Add(patience); asked < 2 && time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		for _, m := range c.take() {
			if m.Method == c.ignored {
				asked++
			}
		}
	}
	if asked < 2 {
		t.Fatalf("%d of 2 requests were started", asked)
	}
	cancel := func(id uint64, ended chan error) {
		t.Helper()
		c.notify("$/cancelRequest", map[string]any{"id": id})
		select {
		case err := <-ended:
			if err == nil || !strings.Contains(err.Error(), "-32800") {
				t.Errorf("request %d: got error %v", id, err)
			}
		case <-time.After(patience):
			t.Errorf("request %d did not finish", id)
		}
	}
	cancel(1001, first)
	c.settle()
	select {
	case err := <-second:
		t.Errorf("another request: got error %v", err)
	default:
		cancel(1002, second)
	}
	c.stop()
}

// TestProgress checks that the progress of the first check begins and ends.
func TestProgress(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n"}), session.Options{NoConfig: true})
	capabilities := watching()
	capabilities["window"] = map[string]any{"workDoneProgress": true}
	c.start(capabilities)
	c.settle()
	var kinds []string
	for _, m := range c.take() {
		var p struct{ Value struct{ Kind string } }
		if m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil {
			kinds = append(kinds, p.Value.Kind)
		}
	}
	if len(kinds) < 3 || kinds[0] != "begin" || kinds[len(kinds)-1] != "end" {
		t.Errorf("progress: %q", kinds)
	}
	c.stop()
}

// TestRequestsTogether checks that concurrent requests about keys get the right results, for real
// and for derived nodes.
func TestRequestsTogether(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml": "a: \"%{facts.role} %{lookup('b')}\"\nb: 1\n", "data/role/r1.yaml": "b: 2\n",
	}
	for i := range 50 {
		files[fmt.Sprintf("facts/n%d.yaml", i)] = fmt.Sprintf("name: n%d\nvalues:\n  role: r%d\n", i, i%3)
	}
	dir := filetree.Write(t, files)
	for name, facts := range map[string][]string{"derived": nil, "real": {filepath.Join(dir, "facts")}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, dir, session.Options{NoConfig: true, Facts: facts})
			c.start(watching())
			c.open("data/common.yaml")
			answers := make(chan string, 40)
			for i := range cap(answers) {
				go func() {
					answer, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": i % 2, "character": 0}})
					if err != nil {
						answer = []byte(err.Error())
					}
					answers <- string(answer)
				}()
			}
			distinct := map[string]bool{}
			for range cap(answers) {
				distinct[<-answers] = true
			}
			if len(distinct) != 2 { // one for each key
				t.Errorf("got results %q, want one for each key", slices.Collect(maps.Keys(distinct)))
			}
			c.stop()
		})
	}
}

// TestMergeEdit checks that the code action that adds a merge strategy to lookup_options merges the
// values of the levels, wherever lookup_options is defined.
func TestMergeEdit(t *testing.T) {
	t.Parallel()
	for name, common := range map[string]string{
		"none":         "x: 1\nusers:\n  a: 1\n",
		"no line feed": "users:\n  a: 1",
		"CRLF":         "---\r\nusers:\r\n  a: 1\r\n",
		"comment":      "users:\n  a: 1\n\n# the end\n",
		"block":        "# options\nlookup_options:\n    # of x\n    x: {merge: hash}\nusers: {a: 1}\n",
		"flow":         "lookup_options: {x: {merge: hash}}\nusers: {a: 1}\n",
		"document end": "lookup_options:\n  x:\n    merge: hash\nusers: {a: 1}\n...\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, filetree.Write(t, map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
				"data/common.yaml": common, "data/role/web.yaml": "users:\n  b: 1\n",
			}), session.Options{NoConfig: true})
			c.start(watching())
			c.open("data/role/web.yaml")
			c.open("data/common.yaml")
			at := map[string]any{"textDocument": map[string]any{"uri": c.uri("data/role/web.yaml")}, "position": map[string]any{"line": 0, "character": 0}}
			text, err := c.call("textDocument/codeAction", map[string]any{
				"textDocument": at["textDocument"], "range": rangeOf(0, 0, 0, 0), "context": map[string]any{"diagnostics": []any{}, "only": []string{"refactor.rewrite"}},
			})
			var actions []struct {
				Edit struct {
					DocumentChanges []struct{ Edits []map[string]any }
				}
			}
			if err != nil || json.Unmarshal(text, &actions) != nil || len(actions) != 2 {
				t.Fatal(err, string(text))
			}
			edit := actions[0].Edit.DocumentChanges[0].Edits[0]
			c.edit("data/common.yaml", map[string]any{"range": edit["range"], "text": edit["newText"]})
			shown, err := c.call("textDocument/hover", at)
			if err != nil || !strings.Contains(string(shown), "{a: 1, b: 1}") || !strings.Contains(string(shown), "merged with `deep`") {
				t.Errorf("%s: hover after the edit: %v %s", text, err, shown)
			}
			c.stop()
		})
	}
}

// TestWatching checks that the server watches files for a client that does not, and otherwise
// relies on the notifications of the client.
func TestWatching(t *testing.T) {
	t.Parallel()
	for name, capabilities := range map[string]map[string]any{"client": watching(), "server": {}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n"}), session.Options{NoConfig: true})
			c.start(capabilities)
			c.settle()
			registered := false
			for _, m := range c.take() {
				registered = registered || m.Method == "client/registerCapability" && strings.Contains(string(m.Params), "didChangeWatchedFiles")
			}
			if watches := name == "client"; registered != watches {
				t.Errorf("registered for changes: %v", registered)
			}
			time.Sleep(10 * time.Millisecond) // ensures a different modification time
			if err := os.WriteFile(filepath.Join(c.root, "data", "common.yaml"), []byte("a: 1\na: 2\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			shown := map[string]string{}
			for deadline := time.Now().Add(patience); !registered && len(shown) == 0 && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
				c.published(shown, c.take())
			}
			if found := strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key"); found == registered {
				t.Errorf("before the notification: %v", shown)
			}
			c.touched("data/common.yaml")
			c.settle()
			if c.published(shown, c.take()); !strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key") {
				t.Errorf("after the notification: %v", shown)
			}
			c.stop()
		})
	}
}

// TestWatchingAfterReopening checks that the server watches the files of the current settings, for a client
// that does not.
func TestWatchingAfterReopening(t *testing.T) {
	t.Parallel()
	config := filepath.Join(filetree.Write(t, map[string]string{"hieralint.yaml": "rules: {yaml-duplicate-key: off}\n"}), "hieralint.yaml")
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{})
	c.start(map[string]any{})
	shown := map[string]string{}
	look := func(want bool) {
		t.Helper()
		found := !want
		for deadline := time.Now().Add(patience); found != want && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
			c.published(shown, c.take())
			found = strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key")
		}
		if found != want {
			t.Errorf("got %v, want duplicate key: %t", shown, want)
		}
	}
	look(true)
	c.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"hieralint": map[string]any{"config": config}}})
	look(false)
	time.Sleep(10 * time.Millisecond) // ensures a different modification time
	if err := os.WriteFile(config, []byte("profile: recommended\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	look(true)
	c.stop()
}

// TestWatchingNewDirectory checks that the server watches a folder that is created later.
func TestWatchingNewDirectory(t *testing.T) {
	t.Parallel()
	c := connect(t, filepath.Join(t.TempDir(), "new"), session.Options{NoConfig: true})
	c.start(map[string]any{})
	c.settle()
	if err := os.Rename(filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), c.root); err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	for deadline := time.Now().Add(patience); shown["data/common.yaml"] == "" && time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		c.published(shown, c.take())
	}
	if !strings.Contains(shown["data/common.yaml"], "yaml-duplicate-key") {
		t.Errorf("got %v", shown)
	}
	c.stop()
}

// TestSilentBeforeInitialized checks that the server sends nothing before initialized: clients drop
// messages that arrive before the result of initialize.
func TestSilentBeforeInitialized(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{})
	if _, err := c.call("initialize", map[string]any{"rootUri": c.uri(""), "capabilities": map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	_ = c.await() // no folder is open yet
	if said := c.take(); len(said) > 0 {
		t.Errorf("the server sent %s before initialized", said)
	}
	c.notify("initialized", map[string]any{})
	c.settle()
	if len(publishedFor(c.take(), c.uri("data/common.yaml"))) != 1 {
		t.Error("no diagnostics after initialized")
	}
	c.stop()
}

// TestPublishedWhenOpened checks that diagnostics are published again when a file is opened: the
// client may have dropped those of a closed file.
func TestPublishedWhenOpened(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{})
	c.start(map[string]any{})
	c.settle()
	first := publishedFor(c.take(), c.uri("data/common.yaml"))
	c.open("data/common.yaml")
	c.open("hiera.yaml")
	c.settle()
	said := c.take()
	again := publishedFor(said, c.uri("data/common.yaml"))
	if len(first) != 1 || len(again) == 0 || !strings.Contains(string(again[len(again)-1]), "yaml-duplicate-key") {
		t.Errorf("published %s, and after opening the file %s", first, again)
	}
	if fine := publishedFor(said, c.uri("hiera.yaml")); len(fine) > 0 {
		t.Errorf("published %s for a file that never had findings", fine)
	}
	c.replace("hiera.yaml", "version: 5\n# edited\n")
	c.settle()
	if again := publishedFor(c.take(), c.uri("data/common.yaml")); len(again) > 0 {
		t.Errorf("published %s again without a change", again)
	}
	c.stop()
}

// TestPublishedWhenEdited checks that diagnostics are published again after an edit, even if they
// are the same: if an edit crosses them, a client such as Neovim places them in the edited text.
func TestPublishedWhenEdited(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{})
	c.start(map[string]any{})
	c.open("data/common.yaml")
	c.settle()
	c.take()
	c.replace("data/common.yaml", "a: 1\na: 2\nb: 1\n")
	c.settle()
	if again := publishedFor(c.take(), c.uri("data/common.yaml")); len(again) != 1 || !strings.Contains(string(again[0]), "yaml-duplicate-key") {
		t.Errorf("after an edit: got %s", again)
	}
	c.stop()
}

// publishedFor returns the parameters of publishDiagnostics notifications for a document.
func publishedFor(said []message, uri string) []json.RawMessage {
	var all []json.RawMessage
	for _, m := range said {
		var p struct {
			URI string `json:"uri"`
		}
		if m.Method == "textDocument/publishDiagnostics" && json.Unmarshal(m.Params, &p) == nil && p.URI == uri {
			all = append(all, m.Params)
		}
	}
	return all
}

package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// A new version of the same text, as Neovim sends it, does not make requests before it fail.
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

// What a client may do wrong is an error of that message, and nothing else ends.
func TestMistakes(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\na: 2\n"}), session.Options{NoConfig: true})
	if _, err := c.call("textDocument/hover", map[string]any{}); err == nil || !strings.Contains(err.Error(), "initialize") {
		t.Errorf("before it is initialized: %v", err)
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
		t.Errorf("published is %v", shown)
	}
	c.stop()
}

// A configuration that is not valid is a finding of its own; what was found before stays, and is found again when it is valid.
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
	c.replace(".hieralint.yaml", "rules: {yaml-duplicate-key: off}\n")
	look(false, false)
	c.replace(".hieralint.yaml", "profile: minimul\n")
	look(false, true)
	c.close(".hieralint.yaml")
	look(true, false)
	c.stop()
}

// Each of several roots has its own findings; one that is closed has none.
func TestRoots(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{
		"a/hiera.yaml": "version: 5\n", "a/data/common.yaml": "a: 1\na: 2\n", "b/hiera.yaml": "version: 5\n", "b/data/common.yaml": "b: 1\nb: 2\n",
		"c/hiera.yaml": "version: 5\n", "c/data/common.yaml": "c: 1\nc: 2\n",
	}), session.Options{NoConfig: true})
	folder := func(name string) any { return map[string]any{"uri": c.uri(name), "name": name} }
	if _, err := c.call("initialize", map[string]any{"processId": nil, "capabilities": watching(), "workspaceFolders": []any{folder("a")}}); err != nil {
		t.Fatal(err)
	}
	c.notify("initialized", map[string]any{})
	shown := map[string]string{}
	look := func(want ...string) {
		t.Helper()
		if _, err := c.call("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}); err != nil {
			t.Fatal(err)
		}
		c.published(shown, c.take())
		for _, name := range []string{"a", "b", "c"} {
			_, ok := shown[name+"/data/common.yaml"]
			if wanted := strings.Contains(strings.Join(want, " "), name); ok != wanted {
				t.Errorf("findings in %s: %v", name, ok)
			}
		}
	}
	look("a")
	c.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{"added": []any{folder("b")}, "removed": []any{}}})
	look("a", "b")
	c.open("c/data/common.yaml") // which lies in no folder: the project around it is opened
	look("a", "b", "c")
	c.stop()
}

// A request that is cancelled, or whose document is edited, ends.
func TestCancel(t *testing.T) {
	t.Parallel()
	c := connect(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: 1\n"}), session.Options{NoConfig: true})
	c.start(watching())
	c.open("data/common.yaml")
	ended := make(chan error)
	go func() {
		_, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 0}})
		ended <- err
	}()
	for id := range 20 {
		c.notify("$/cancelRequest", map[string]any{"id": id})
	}
	if err := <-ended; err != nil && !strings.Contains(err.Error(), "-32800") {
		t.Error(err)
	}
	c.stop()
}

// What the server shows of its first check begins and ends.
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
		t.Errorf("the progress is %q", kinds)
	}
	c.stop()
}

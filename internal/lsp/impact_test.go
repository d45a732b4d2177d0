package lsp_test

import (
	"context"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/session"
)

// impactLens returns the title of the code lens with the impact of the edits in a document, or "".
func (c *client) impactLens(path string) (string, error) {
	c.t.Helper()
	found, err := c.call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}})
	var lenses []json.RawMessage
	if err != nil || json.Unmarshal(found, &lenses) != nil || len(lenses) == 0 || !strings.Contains(string(lenses[0]), `"impact":true`) {
		return "", err
	}
	found, err = c.call("codeLens/resolve", lenses[0])
	var lens struct{ Command struct{ Title string } }
	if err == nil {
		err = json.Unmarshal(found, &lens)
	}
	return lens.Command.Title, err
}

var edits = map[string]string{
	"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
	"data/common.yaml":   "a: 1\nb: \"%{lookup('a')}\"\nsecret: hunter2hunter2\n",
	"data/role/web.yaml": "a: 2\n",
}

// TestImpactLensAndEdits checks that an edit cancels a pending code lens, and that the next one
// shows the impact of the new text.
func TestImpactLensAndEdits(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, edits)
	filetree.Commit(t, dir)
	c := connect(t, dir, session.Options{NoConfig: true})
	c.start(watching())
	c.open("data/common.yaml")
	title := func() string {
		t.Helper()
		text, err := c.impactLens("data/common.yaml")
		if err != nil {
			t.Error(err)
		}
		return text
	}
	if got := title(); got != "" {
		t.Errorf("without an edit: got %q, want none", got)
	}
	c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "3"})
	lens := map[string]any{"range": rangeOf(0, 0, 0, 0), "data": map[string]any{"uri": c.uri("data/common.yaml"), "impact": true}}
	early, err := c.conn.DispatchCall(context.Background(), "codeLens/resolve", lens)
	if err != nil {
		t.Fatal(err)
	}
	c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "1"})
	var resolved json.RawMessage
	if err := early.Wait(context.Background(), &resolved); err == nil || !strings.Contains(err.Error(), "-32801") {
		t.Errorf("code lens after an edit: got %s, %v, want a ContentModified error", resolved, err)
	}
	c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "5"})
	if early, err = c.conn.DispatchCall(context.Background(), "codeLens/resolve", lens); err != nil {
		t.Fatal(err)
	}
	c.write("data/role/web.yaml", "a: 6\n")
	if err := early.Wait(context.Background(), &resolved); err != nil || !strings.Contains(string(resolved), "Changes 2 values") {
		t.Errorf("code lens while another file is changed: got %s, %v, want a title", resolved, err)
	}
	c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "1"})
	if got := title(); got != "" {
		t.Errorf("after the edit was reverted: got %q, want none", got)
	}
	c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "4"})
	if got, want := title(), "Changes 2 values on every node except those with `facts.role` = `web` since the last commit"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := title(), "Changes 2 values on every node except those with `facts.role` = `web` since the last commit"; got != want {
		t.Errorf("second request: got %q, want %q", got, want)
	}
	c.write("data/common.yaml", strings.Replace(edits["data/common.yaml"], "1", "4", 1))
	filetree.Commit(t, dir)
	if got := title(); got != "" {
		t.Errorf("after the edit was committed: got %q, want none", got)
	}
	c.stop()
}

// TestShowImpact checks that a client that can show documents gets the report as a file, which the
// server removes when it exits.
func TestShowImpact(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, edits)
	filetree.Commit(t, dir)
	c := connect(t, dir, session.Options{NoConfig: true})
	c.answers["window/showDocument"] = map[string]any{"success": true}
	capabilities := watching()
	capabilities["window"] = map[string]any{"showDocument": map[string]any{"support": true}}
	c.start(capabilities)
	c.open("data/common.yaml")
	c.replace("data/common.yaml", "a: 1\nb: 2\nsecret: hunter3hunter3\n")
	if _, err := c.call("workspace/executeCommand", map[string]any{
		"command": "hieralint.showImpact", "arguments": []any{map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}}},
	}); err != nil {
		t.Fatal(err)
	}
	path := ""
	for _, m := range c.take() {
		var p struct{ URI string }
		if m.Method == "window/showDocument" && json.Unmarshal(m.Params, &p) == nil {
			if u, err := url.Parse(p.URI); err == nil {
				path = u.Path
				if runtime.GOOS == "windows" {
					path = strings.TrimPrefix(path, "/") // of /C:/…
				}
			}
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(text); !strings.HasPrefix(got, "### Hiera: 2 keys change between the last commit") || !strings.Contains(got, "data/common.yaml:2") || strings.Contains(got, "hunter") {
		t.Errorf("report:\n%s", got)
	}
	c.stop()
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("the report was not removed: %v", err)
	}
}

// TestImpactWithoutCommit checks that a file that Git ignores, or that has no commit, is only
// compared with its saved content.
func TestImpactWithoutCommit(t *testing.T) {
	t.Parallel()
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"no repository": func(*testing.T, string) {},
		"ignored": func(t *testing.T, dir string) {
			filetree.Add(t, dir, map[string]string{".gitignore": "common.yaml\n"})
			filetree.Commit(t, dir)
		},
		"no commit": func(t *testing.T, dir string) {
			if _, err := exec.LookPath("git"); err != nil {
				t.Skip("git is not installed")
			}
			if err := exec.Command("git", "init", "-q", dir).Run(); err != nil {
				t.Fatal(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filetree.Write(t, edits)
			prepare(t, dir)
			c := connect(t, dir, session.Options{NoConfig: true})
			c.start(watching())
			c.open("data/common.yaml")
			c.edit("data/common.yaml", map[string]any{"range": rangeOf(0, 3, 0, 4), "text": "4"})
			if got, err := c.impactLens("data/common.yaml"); got != "" || err != nil {
				t.Errorf("code lens: %q, %v", got, err)
			}
			report := func(since string) (string, error) {
				text, err := c.call("workspace/executeCommand", map[string]any{"command": "hieralint.impact", "arguments": []any{
					map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "since": since, "format": "text"},
				}})
				return string(text), err
			}
			if text, err := report("commit"); err == nil {
				t.Errorf("since the last commit: %s", text)
			}
			if text, err := report("save"); err != nil || !strings.Contains(text, "2 keys change between the saved file and the text in the editor") {
				t.Errorf("since the last save: %s %v", text, err)
			}
			c.stop()
		})
	}
}

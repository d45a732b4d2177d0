package lsp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/lsp"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/wholefile"
)

// client is an editor for tests. It replies to the requests of the server, and records its requests
// and notifications.
type client struct {
	crashes bool // the server is meant to crash
	t       testing.TB
	conn    *jsonrpc2.Conn
	root    string
	done    chan error

	mu       sync.Mutex
	received []message
	answers  map[string]any // results for requests of the server, by method; null for others
	ignored  string         // requests of this method get no reply
	texts    map[string]string
	versions map[string]int
}

// message is a request or notification of the server.
type message struct {
	Method string
	Params json.RawMessage
}

// patience limits how long a test waits for a reply.
const patience = time.Minute

// connect starts a server, without initializing it.
func connect(t testing.TB, root string, o session.Options) *client {
	t.Helper()
	return connectTo(t, root, lsp.Options{Workspace: o})
}

// connectTo is like connect, with all options of the server.
func connectTo(t testing.TB, root string, o lsp.Options) *client {
	t.Helper()
	c := &client{t: t, root: root, done: make(chan error, 1), answers: map[string]any{}, texts: map[string]string{}, versions: map[string]int{}}
	here, there := net.Pipe()
	var log synced
	go func() {
		o.Log, o.Version = &log, "test"
		c.done <- lsp.Serve(context.Background(), there, o)
	}()
	c.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(here, jsonrpc2.VSCodeObjectCodec{}), c)
	t.Cleanup(func() {
		_ = c.conn.Close()
		if t.Failed() {
			t.Logf("log of the server:\n%s", log.String())
		}
		if strings.Contains(log.String(), "internal error") && !c.crashes {
			t.Errorf("the server crashed:\n%s", log.String())
		}
	})
	return c
}

// synced is a buffer that is safe for concurrent use.
type synced struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

// Handle records a message of the server, and replies if it is a request.
func (c *client) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	m := message{Method: r.Method}
	if r.Params != nil {
		m.Params = *r.Params
	}
	c.mu.Lock()
	c.received = append(c.received, m)
	result, isIgnored := c.answers[r.Method], r.Method == c.ignored
	c.mu.Unlock()
	if !r.Notif && !isIgnored {
		go func() { _ = conn.Reply(ctx, r.ID, result) }()
	}
}

// take returns the messages since the last call.
func (c *client) take() []message {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := c.received
	c.received = nil
	return all
}

// start initializes the server, with the capabilities of the client, and returns the result of
// initialize.
func (c *client) start(capabilities any) json.RawMessage {
	c.t.Helper()
	result, err := c.call("initialize", map[string]any{
		"processId": nil, "rootUri": c.uri(""), "capabilities": capabilities,
		"workspaceFolders": []any{map[string]any{"uri": c.uri(""), "name": "root"}},
	})
	if err != nil {
		c.t.Fatal(err)
	}
	c.notify("initialized", map[string]any{})
	return result
}

// stop shuts the server down, and waits until it exits.
func (c *client) stop() {
	c.t.Helper()
	if _, err := c.call("shutdown", nil); err != nil {
		c.t.Error(err)
	}
	c.notify("exit", nil)
	select {
	case err := <-c.done:
		if err != nil {
			c.t.Error(err)
		}
	case <-time.After(patience):
		c.t.Error("server did not exit")
	}
}

func (c *client) uri(path string) string {
	path = filepath.ToSlash(filepath.Join(c.root, filepath.FromSlash(path)))
	return "file:///" + strings.TrimPrefix(path, "/")
}

func (c *client) call(method string, params any) (json.RawMessage, error) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var result json.RawMessage
	err := c.conn.Call(ctx, method, params, &result)
	return result, err
}

func (c *client) notify(method string, params any) {
	c.t.Helper()
	if err := c.conn.Notify(context.Background(), method, params); err != nil {
		c.t.Fatal(err)
	}
}

// settle waits until the server has checked all changes so far, and published the findings.
func (c *client) settle() {
	c.t.Helper()
	if err := c.await(); err != nil {
		c.t.Fatal(err)
	}
}

// await sends a request that the server answers when it has checked all changes, or refuses if no
// folder is open.
func (c *client) await() error {
	_, err := c.call("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": c.uri("hiera.yaml")}, "range": rangeOf(0, 0, 0, 0), "context": map[string]any{"only": []string{"none"}, "diagnostics": []any{}},
	})
	return err
}

func rangeOf(startLine, startCharacter, endLine, endCharacter int) map[string]any {
	at := func(line, character int) map[string]any { return map[string]any{"line": line, "character": character} }
	return map[string]any{"start": at(startLine, startCharacter), "end": at(endLine, endCharacter)}
}

// open opens a file with its content on disk.
func (c *client) open(path string) {
	c.t.Helper()
	text, err := os.ReadFile(filepath.Join(c.root, filepath.FromSlash(path)))
	if err != nil {
		c.t.Fatal(err)
	}
	c.texts[path], c.versions[path] = string(text), 1
	c.notify("textDocument/didOpen", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(path), "languageId": "yaml", "version": 1, "text": string(text)},
	})
}

// replace replaces the content of an open file.
func (c *client) replace(path, text string) {
	c.t.Helper()
	c.edit(path, map[string]any{"text": text})
	c.texts[path] = text
}

func (c *client) edit(path string, changes ...any) {
	c.t.Helper()
	c.versions[path]++
	c.notify("textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": c.uri(path), "version": c.versions[path]}, "contentChanges": changes,
	})
}

func (c *client) close(path string) {
	c.t.Helper()
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": c.uri(path)}})
}

// write writes a file, and notifies the server.
func (c *client) write(path, text string) {
	c.t.Helper()
	full := filepath.Join(c.root, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
		c.t.Fatal(err)
	}
	// The server may read the file at any moment, so it must never be half written.
	if err := wholefile.Write(full, []byte(text), 0o644); err != nil {
		c.t.Fatal(err)
	}
	c.touched(path)
}

func (c *client) remove(path string) {
	c.t.Helper()
	if err := os.Remove(filepath.Join(c.root, filepath.FromSlash(path))); err != nil {
		c.t.Fatal(err)
	}
	c.touched(path)
}

func (c *client) touched(path string) {
	c.t.Helper()
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": c.uri(path), "type": 2}}})
}

// published updates the diagnostics of the client, by path, with those in messages.
func (c *client) published(into map[string]string, messages []message) {
	c.t.Helper()
	for _, m := range messages {
		if m.Method != "textDocument/publishDiagnostics" {
			continue
		}
		var p struct {
			URI         string
			Diagnostics json.RawMessage
		}
		if err := json.Unmarshal(m.Params, &p); err != nil {
			c.t.Fatal(err)
		}
		path := strings.TrimPrefix(p.URI, c.uri("")+"/")
		if into[path] = string(p.Diagnostics); into[path] == "[]" {
			delete(into, path)
		}
	}
}

// watching returns the capabilities of a client that watches files.
func watching() map[string]any {
	return map[string]any{
		"workspace": map[string]any{
			"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true},
			"workspaceEdit":         map[string]any{"documentChanges": true},
		},
	}
}

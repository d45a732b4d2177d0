package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sourcegraph/jsonrpc2"
)

// canaryClient is a client of the language server that records what the server says.
type canaryClient struct {
	mu   sync.Mutex
	said []string // messages of the server, and answers after the name of their request
	conn *jsonrpc2.Conn
	dir  string
}

// pipes are the standard input and output of the language server, as seen by its client.
type pipes struct {
	io.Reader
	io.WriteCloser
}

// startServer starts the language server in a directory, and opens it as a folder.
func startServer(t *testing.T, dir string) (e *canaryClient, stop func()) {
	t.Helper()
	e = &canaryClient{dir: filepath.ToSlash(dir)}
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	done := make(chan struct{})
	var messages strings.Builder
	go func() {
		defer close(done)
		run(context.Background(), []string{"hieralint", "lsp"}, in, out, &messages)
		_ = out.Close()
	}()
	e.conn = jsonrpc2.NewConn(context.Background(), jsonrpc2.NewBufferedStream(pipes{fromServer, toServer}, jsonrpc2.VSCodeObjectCodec{}), e)
	e.ask(t, "initialize", map[string]any{
		"rootUri": e.uri(""), "workspaceFolders": []any{map[string]any{"uri": e.uri(""), "name": "x"}},
		"capabilities": map[string]any{"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"markdown"}}}},
	})
	e.tell(t, "initialized", map[string]any{})
	return e, func() {
		e.ask(t, "shutdown", nil)
		e.tell(t, "exit", nil)
		<-done
		e.said = append(e.said, "messages: "+messages.String())
	}
}

func (e *canaryClient) uri(path string) string {
	return "file://" + strings.TrimSuffix(e.dir+"/"+path, "/")
}

// Handle records a message of the server, and answers it without a result.
func (e *canaryClient) Handle(ctx context.Context, conn *jsonrpc2.Conn, r *jsonrpc2.Request) {
	if r.Params != nil {
		e.record(r.Method, *r.Params)
	}
	if !r.Notif {
		go func() { _ = conn.Reply(ctx, r.ID, nil) }()
	}
}

func (e *canaryClient) record(method string, text []byte) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.said = append(e.said, method+": "+string(text))
}

func (e *canaryClient) tell(t *testing.T, method string, params any) {
	t.Helper()
	if err := e.conn.Notify(context.Background(), method, params); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request, and records the answer.
func (e *canaryClient) ask(t *testing.T, method string, params any) {
	t.Helper()
	var result json.RawMessage
	err := e.conn.Call(context.Background(), method, params, &result)
	if refused := (*jsonrpc2.Error)(nil); errors.As(err, &refused) {
		e.record(method, []byte(refused.Message))
	} else if err != nil {
		t.Fatal(err)
	}
	e.record(method, result)
}

// askFor sends a request, and reads the answer, which contains edits or names of keys to be edited, without recording it.
func (e *canaryClient) askFor(t *testing.T, method string, params, result any) {
	t.Helper()
	if err := e.conn.Call(context.Background(), method, params, result); err != nil {
		t.Fatal(err)
	}
}

// TestNoSecretIsShownByTheLanguageServer checks what the language server says about each place in a tree with many secrets, except
// for edits, without which no fix could be applied.
func TestNoSecretIsShownByTheLanguageServer(t *testing.T) {
	dir := canaryTree(t)
	t.Chdir(dir)
	var files []string
	for _, pattern := range []string{"hiera.yaml", "data/*.*", "data/nodes/*", "modules/*/*.yaml", "modules/*/data/*", "modules/*/manifests/*"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, found...)
	}
	hovers := 0
	for _, isBroken := range []bool{true, false} {
		if !isBroken {
			files = slices.DeleteFunc(files, func(path string) bool {
				isUnread := path == filepath.FromSlash("data/broken.yaml") || path == filepath.FromSlash("data/refused.yaml")
				if isUnread && os.Remove(path) != nil {
					t.Fatal("not removed: " + path)
				}
				return isUnread
			})
		}
		e, stop := startServer(t, dir)
		for _, path := range files {
			e.askAll(t, filepath.ToSlash(path))
		}
		e.ask(t, "workspace/symbol", map[string]any{"query": "profile"})
		stop()
		for _, said := range e.said {
			if strings.HasPrefix(said, "textDocument/hover: {") {
				hovers++
			}
			if found := canary.FindAllString(said, -1); len(found) > 0 {
				at := max(strings.Index(said, found[0])-100, 0)
				t.Errorf("%.30s…%.300s shows %v", said, said[at:], found)
			}
		}
	}
	const fewest = 100
	if hovers < fewest {
		t.Errorf("only %d hovers", hovers)
	}
}

// askAll opens a file, and asks about all its places.
func (e *canaryClient) askAll(t *testing.T, path string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	document := map[string]any{"uri": e.uri(path)}
	whole := map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": len(lines), "character": 0}}
	e.tell(t, "textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(path), "languageId": "yaml", "version": 1, "text": string(text)}})
	for _, method := range []string{"documentSymbol", "foldingRange", "inlayHint", "diagnostic"} {
		e.ask(t, "textDocument/"+method, map[string]any{"textDocument": document, "range": whole})
	}
	var actions []struct{ Title string }
	e.askFor(t, "textDocument/codeAction", map[string]any{"textDocument": document, "range": whole, "context": map[string]any{"diagnostics": []any{}}}, &actions)
	for _, a := range actions {
		e.record("the title of an action", []byte(a.Title))
	}
	var lenses []any
	e.askFor(t, "textDocument/codeLens", map[string]any{"textDocument": document}, &lenses)
	for _, lens := range lenses {
		var resolved struct{ Command any }
		e.askFor(t, "codeLens/resolve", lens, &resolved)
		e.record("the command of a lens", fmt.Append(nil, resolved.Command))
	}
	for i, line := range lines {
		for at := 0; at <= len(line); at += 8 {
			params := map[string]any{"textDocument": document, "position": map[string]any{"line": i, "character": at}, "context": map[string]any{"includeDeclaration": true}}
			for _, method := range []string{"hover", "completion", "signatureHelp", "definition", "references", "implementation"} {
				e.ask(t, "textDocument/"+method, params)
			}
		}
	}
}

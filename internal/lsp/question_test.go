package lsp_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lsp"
	"github.com/hieralint/hieralint/internal/session"
)

// gate blocks the checks of a server while it is closed.
type gate struct {
	isClosed      atomic.Bool
	held, release chan struct{} // receive and send one value for each blocked check
}

// newGate returns an open gate, and options for a server that uses it.
func newGate() (*gate, lsp.Options) {
	g := &gate{held: make(chan struct{}, 100), release: make(chan struct{})}
	o := lsp.Options{Workspace: session.Options{NoConfig: true}}
	o.Checking(func() {
		if g.isClosed.Load() {
			g.held <- struct{}{}
			<-g.release
		}
	})
	return g, o
}

// open lets all checks continue.
func (g *gate) open() {
	g.isClosed.Store(false)
	close(g.release)
}

// TestAnswersDuringCheck checks that during the check of an edit, requests are answered for the
// edited text, even if it does not parse.
func TestAnswersDuringCheck(t *testing.T) {
	t.Parallel()
	g, o := newGate()
	c := connectTo(t, filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"environment.conf": "modulepath = modules\n", "modules/web/manifests/init.pp": "class web (Integer $port) { }\n",
		"data/common.yaml": "web::port: 80\nurl: \"%{lookup('web::port')}\"\n", "data/role/db.yaml": "web::port: 5432\n",
	}), o)
	c.start(watching())
	c.open("data/common.yaml")
	c.settle()
	g.isClosed.Store(true)
	for _, edit := range []struct {
		name, text string
		requests   map[string]string // each method, and a part of its result for the first key
	}{
		{"value", "web::port: 8080\nurl: \"%{lookup('web::port')}\"\n", map[string]string{
			"textDocument/hover": "8080", "textDocument/definition": "init.pp", "textDocument/references": "common.yaml", "textDocument/implementation": "db.yaml",
			"textDocument/documentSymbol": "web::port", "textDocument/codeLens": "web::port",
		}},
		{"lookup_options", "web::port: 8081\nlookup_options: {web::port: {merge: unique}}\n", map[string]string{"textDocument/hover": "8081"}},
		{"broken", "web::port: 8082\nweb:\n - a\n b\n", map[string]string{"textDocument/definition": "null", "textDocument/hover": "null"}},
		{"fixed", "web::port: 8083\nmore: 1\n", map[string]string{"textDocument/hover": "8083"}},
		{"hiera.yaml", "", map[string]string{
			"textDocument/hover": "8083", "textDocument/definition": "init.pp", "textDocument/references": "common.yaml", "textDocument/implementation": "db.yaml",
		}},
	} {
		if edit.name == "hiera.yaml" {
			g.isClosed.Store(false)
			c.settle()
			g.isClosed.Store(true)
			c.write(edit.name, "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n")
		} else {
			c.replace("data/common.yaml", edit.text)
		}
		<-g.held // the check is in progress, and waits
		for method, want := range edit.requests {
			answer, err := c.call(method, map[string]any{
				"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 3},
				"context": map[string]any{"includeDeclaration": true},
			})
			if err != nil || !strings.Contains(string(answer), want) {
				t.Errorf("%s: %s: got %s, %v, want %q in it", edit.name, method, answer, err, want)
			}
		}
		g.release <- struct{}{}
	}
	g.open()
	c.settle()
	c.stop()
}

// TestAnswersAboutMovedPlaces checks that during the check of an edit of code, requests are
// answered for the new positions of the code.
func TestAnswersAboutMovedPlaces(t *testing.T) {
	t.Parallel()
	g, o := newGate()
	const file, code = "modules/web/manifests/init.pp", "class web (\n  Integer $port,\n) {\n  $name = lookup('web::name')\n}\n"
	c := connectTo(t, filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\n", "environment.conf": "modulepath = modules\n", file: code, "data/common.yaml": "web::port: 80\nweb::name: shop\n",
	}), o)
	c.start(watching())
	c.open(file)
	c.settle()
	g.isClosed.Store(true)
	c.replace(file, "# Ä 😀 shop\nclass web (\n  Integer $port,\n) {\n  $name = lookup('web::name')\n}\n")
	<-g.held
	for _, ask := range []struct {
		method, want    string
		line, character int
	}{
		{"hover", `shop`, 4, 20}, {"hover", `"line":4`, 4, 20}, {"hover", `80`, 2, 12}, {"definition", "common.yaml", 4, 20}, {"references", `"start":{"line":4,`, 4, 20},
	} {
		answer, err := c.call("textDocument/"+ask.method, map[string]any{
			"textDocument": map[string]any{"uri": c.uri(file)}, "position": map[string]any{"line": ask.line, "character": ask.character}, "context": map[string]any{},
		})
		if err != nil || !strings.Contains(string(answer), ask.want) {
			t.Errorf("%s at %d:%d: got %s, %v, want %q in it", ask.method, ask.line, ask.character, answer, err, ask.want)
		}
	}
	g.open()
	c.settle()
	c.stop()
}

// TestAnswersWhenOpened checks that requests do not wait for the check of the tree that opening
// code or a hiera.yaml starts.
func TestAnswersWhenOpened(t *testing.T) {
	t.Parallel()
	g, o := newGate()
	c := connectTo(t, filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "environment.conf": "modulepath = modules\n",
		"modules/web/manifests/init.pp": "class web (Integer $port) { }\n", "data/common.yaml": "web::port: 80\n",
	}), o)
	c.start(watching())
	c.settle()
	g.isClosed.Store(true)
	for _, ask := range []struct {
		file            string
		line, character int
		want            string
	}{{"modules/web/manifests/init.pp", 0, 22, "80"}, {"hiera.yaml", 2, 30, "common.yaml"}} {
		c.open(ask.file)
		answer, err := c.call("textDocument/hover", map[string]any{
			"textDocument": map[string]any{"uri": c.uri(ask.file)}, "position": map[string]any{"line": ask.line, "character": ask.character},
		})
		if err != nil || !strings.Contains(string(answer), ask.want) {
			t.Errorf("hover in %s: got %s, %v, want %q in it", ask.file, answer, err, ask.want)
		}
	}
	c.open("data/common.yaml")
	c.replace("data/common.yaml", "# hieralint:ignore-file legacy-fact\nweb::port: [\n")
	answer, err := c.call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": map[string]any{"line": 0, "character": 27}})
	if err != nil || !strings.Contains(string(answer), "flat fact") {
		t.Errorf("hover on a rule: got %s, %v", answer, err)
	}
	g.open()
	c.settle()
	c.stop()
}

// TestAnswersBeforeFirstCheck checks that requests that need no findings are answered when the data
// and the code have been read, before they have been checked.
func TestAnswersBeforeFirstCheck(t *testing.T) {
	t.Parallel()
	seen, release := make(chan struct{}, 1), make(chan struct{})
	o := lsp.Options{Workspace: session.Options{NoConfig: true}}
	o.Seen(func(ctx context.Context) {
		select {
		case seen <- struct{}{}:
		case <-ctx.Done():
		}
		select {
		case <-release:
		case <-ctx.Done(): // opening the document canceled the check; another one follows
		}
	})
	c := connectTo(t, filetree.Write(t, map[string]string{
		"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"environment.conf": "modulepath = modules\n", "modules/web/manifests/init.pp": "class web (Integer $port) { }\n",
		"data/common.yaml": "web::port: 80\nweb::h:\n  a: 1\n\n", "data/role/db.yaml": "web::port: 5432\n",
	}), o)
	c.start(watching())
	c.open("data/common.yaml")
	<-seen
	for method, want := range map[string]string{
		"hover": "5432", "definition": "init.pp", "references": "common.yaml", "implementation": "db.yaml", "completion": "lookup_options", "documentSymbol": "web::h",
		"foldingRange": "startLine", "codeLens": "web::port",
	} {
		at := map[string]any{"line": 0, "character": 3}
		if method == "completion" {
			at["line"] = 3
		}
		answer, err := c.call("textDocument/"+method, map[string]any{
			"textDocument": map[string]any{"uri": c.uri("data/common.yaml")}, "position": at, "context": map[string]any{"includeDeclaration": true},
		})
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: got %s, %v, want %q in it", method, answer, err, want)
		}
	}
	close(release)
	c.settle()
	c.stop()
}

// TestTextWaitsForNothing checks that symbols and folding ranges of a file are answered from its
// text during a check.
func TestTextWaitsForNothing(t *testing.T) {
	t.Parallel()
	g, o := newGate()
	c := connectTo(t, filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "data/common.yaml": "a: 1\n"}), o)
	c.start(watching())
	c.open("hiera.yaml")
	c.settle()
	g.isClosed.Store(true)
	c.replace("hiera.yaml", "version: 5\nhierarchy:\n  - name: Typed\n    path: common.yaml\n")
	<-g.held
	for method, want := range map[string]string{"documentSymbol": `"hierarchy"`, "foldingRange": `"endLine":3`} {
		answer, err := c.call("textDocument/"+method, map[string]any{"textDocument": map[string]any{"uri": c.uri("hiera.yaml")}})
		if err != nil || !strings.Contains(string(answer), want) {
			t.Errorf("%s: got %s, %v, want %q in it", method, answer, err, want)
		}
	}
	g.open()
	c.settle()
	c.stop()
}

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/browser"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/reference"
)

// codeServer is a running server of VS Code's workbench, with the extension.
type codeServer struct {
	editor
	program string // of the server
	address string
	path    string // the setting hieralint.path, a file that does not exist yet
}

// startCodeServer packages and installs the extension, and starts the server.
func startCodeServer(t *testing.T) *codeServer {
	t.Helper()
	dir := os.Getenv("HIERALINT_TEST_CODE_SERVER")
	if dir == "" {
		t.Skip("HIERALINT_TEST_CODE_SERVER does not name a directory made by .ci/code-server")
	}
	s := &codeServer{editor: newEditor(t, "node"), program: filepath.Join(dir, "out", "node", "entry.js")}
	s.path = filepath.Join(s.bin, "later", "hieralint")
	filetree.Commit(t, s.dir)
	settings, err := json.Marshal(map[string]any{
		"hieralint.path": s.path, "hieralint.inlayHints": true,
		"git.enabled": false, "security.workspace.trust.enabled": false, "workbench.startupEditor": "none",
	})
	if err != nil {
		t.Fatal(err)
	}
	filetree.Add(t, s.bin, map[string]string{"data/User/settings.json": string(settings), "later/README": ""})
	extension := filepath.Join(reference.Root(t), "editors", "vscode")
	if _, err := os.Stat(filepath.Join(extension, "node_modules")); err != nil {
		s.do(t, extension, "npm", "ci", "--silent", "--no-audit", "--no-fund")
	}
	s.do(t, extension, "npm", "run", "--silent", "package")
	s.do(t, s.dir, s.command("--install-extension", filepath.Join(extension, "dist", "hieralint.vsix"))...)
	for range 3 { // on a busy machine, the server may give up waiting for its own child process
		if s.start(t) {
			return s
		}
	}
	t.Fatal("the server has not started")
	return nil
}

// command returns the command that runs the server's program with arguments.
func (s *codeServer) command(args ...string) []string {
	dirs := []string{"--user-data-dir", filepath.Join(s.bin, "data"), "--extensions-dir", filepath.Join(s.bin, "extensions"), "--config", filepath.Join(s.bin, "config.yaml")}
	return append(append([]string{"node", s.program}, dirs...), args...)
}

func (s *codeServer) do(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	if log, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v: %s", args, err, log)
	}
}

// start starts the server on a free port, and reports whether it has started.
func (s *codeServer) start(t *testing.T) bool {
	t.Helper()
	args := s.command("--auth", "none", "--bind-addr", "127.0.0.1:0", "--disable-telemetry", "--disable-update-check")
	cmd := exec.Command(args[0], args[1:]...)
	log, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt) // it also ends its children
		_ = cmd.Wait()
	})
	lines := bufio.NewScanner(log)
	for lines.Scan() {
		if _, address, ok := strings.Cut(lines.Text(), "HTTP server listening on "); ok {
			s.address = address
			go func() {
				for lines.Scan() { // so that it can go on writing
				}
			}()
			return true
		}
	}
	return false
}

// open opens a directory in the workbench, and a file in it.
func (s *codeServer) open(t *testing.T, b *browser.Browser, dir, file string) workbench {
	t.Helper()
	address, err := url.Parse(s.address)
	if err != nil {
		t.Fatal(err)
	}
	payload, err := json.Marshal([][2]string{{"openFile", "vscode-remote://" + address.Host + filepath.ToSlash(filepath.Join(dir, file))}})
	if err != nil {
		t.Fatal(err)
	}
	address.RawQuery = url.Values{"folder": {filepath.ToSlash(dir)}, "payload": {string(payload)}}.Encode()
	page := b.Open(t, address.String(), browser.View{Width: 1200, Height: 800})
	page.Wait(t, `document.querySelector(".view-line") && document.getElementById("hieralint.hieralint.hieralint.status")`)
	return workbench{page}
}

// shows returns an expression for whether an element that a selector chooses contains a text.
func shows(selector, text string) string {
	return fmt.Sprintf(`[...document.querySelectorAll(%q)].some((e) => e.innerText.replaceAll("\u00a0", " ").includes(%q))`, selector, text)
}

// workbench is an open page of VS Code.
type workbench struct{ *browser.Page }

// command runs a command of the command palette.
func (w workbench) command(t *testing.T, name string) {
	t.Helper()
	w.Press(t, "F1")
	w.Wait(t, shows(".quick-input-list .monaco-list-row", "")) // the list of commands
	w.Type(t, name)
	w.Wait(t, shows(".quick-input-list .monaco-list-row:first-child", name))
	w.Press(t, "Enter")
}

// TestVSCodeExtension uses the extension in the workbench of VS Code as a person does.
func TestVSCodeExtension(t *testing.T) {
	s := startCodeServer(t)
	page := s.open(t, browser.Start(t), s.dir, "data/common.yaml")
	page.Wait(t, shows(".notification-toast", "was not found. Install hieralint, or set hieralint.path.")+` && document.querySelectorAll(".notification-toast").length === 1`)
	linkHieralint(t, filepath.Dir(s.path))
	page.command(t, "Hiera: Restart Language Server")
	page.Wait(t, `document.querySelectorAll(".squiggly-error").length === 1 && document.querySelectorAll(".squiggly-warning").length === 1`)
	page.Wait(t, shows(".codelens-decoration", "set here only"))

	// The whole key is highlighted, and what refers to it.
	page.Press(t, "Control+Home")
	page.Press(t, "ArrowDown")
	page.Press(t, "ArrowDown")
	page.Wait(t, `document.querySelectorAll(".wordHighlightText").length === 2`)

	// Suggestions appear while typing, the functions first, and lenses stay although the text cannot be parsed.
	page.Press(t, "Control+End")
	page.Type(t, `e: "%{`)
	page.Wait(t, shows(".suggest-widget.visible .monaco-list-row:first-child", "lookup('')"))
	page.Wait(t, shows(".codelens-decoration", "set here only"))
	page.Press(t, "Enter")
	page.Type(t, "a::")
	page.Wait(t, shows(".suggest-widget.visible .monaco-list-row", "a::c"))
	page.Type(t, "c")
	page.Press(t, "Enter")
	page.Wait(t, shows(".view-line", `e: "%{lookup('a::c')}"`))
	page.Wait(t, shows(".codelens-decoration", "Changes 1 value on every node since the last commit"))

	page.Wait(t, shows(".view-line", "= 1"))

	page.Press(t, "Control+Home")
	for range 3 {
		page.Press(t, "ArrowDown")
	}
	page.command(t, "Show or Focus Hover")
	page.Wait(t, shows(".monaco-hover", "every node: 1, from"))
	page.Press(t, "Escape")

	// The value on a node, with a link to the line that sets it.
	page.command(t, "Hiera: Show Effective Value on Node")
	page.Wait(t, shows(".quick-input-list .monaco-list-row", "any node"))
	page.Press(t, "Enter")
	const preview = `document.querySelector("iframe.webview")?.contentDocument?.querySelector("iframe#active-frame")?.contentDocument`
	page.Wait(t, preview+`?.querySelector("a[href='/data/common.yaml#L4']")`)
	page.Wait(t, preview+`.body.innerText.includes("1")`)
}

// TestVSCodePicture takes the picture on the page about editors.
func TestVSCodePicture(t *testing.T) {
	if !golden.Update() {
		t.Skip("pictures are taken with -update")
	}
	s, root := startCodeServer(t), reference.Root(t)
	linkHieralint(t, filepath.Dir(s.path))
	page := s.open(t, browser.Start(t), filepath.Join(root, "testdata", "control-repo"), "data/common.yaml")
	page.Wait(t, `document.querySelector(".squiggly-error") && `+shows(".codelens-decoration", "used by")) // VS Code loses titles that it requests while the view changes
	page.command(t, "View: Toggle Problems")
	page.Wait(t, `document.querySelector(".markers-panel .monaco-list-row")`)
	page.Run(t, `new Promise((done) => setTimeout(done, 2000))`, nil) // animations
	golden.CheckFile(t, filepath.Join(root, "docs", "images", "vscode.png"), page.Screenshot(t))
}

// Package browser controls a headless Chromium with the DevTools protocol over a pipe. It is for
// tests only.
package browser

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Browser is a running Chromium.
type Browser struct {
	in     *os.File
	out    *bufio.Reader
	mu     sync.Mutex
	number int
}

// Start starts a browser, which is stopped when the test ends. If none is installed, it skips the
// test.
func Start(t testing.TB) *Browser {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			program = path
			break
		}
	}
	if program == "" {
		t.Skip("Chromium is not installed")
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	cmd := exec.CommandContext(ctx, program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--user-data-dir="+profile(t), "--remote-debugging-pipe") //nolint:gosec // program is one of three constants
	cmd.ExtraFiles = []*os.File{theirIn, theirOut}                                                                                                                         // file descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Skipf("%s does not start: %v", program, err)
	}
	closeAll := func(files ...*os.File) {
		for _, file := range files {
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	closeAll(theirIn, theirOut)
	t.Cleanup(func() {
		closeAll(in) // Chromium exits when its input is closed
		cancel()
		_ = cmd.Wait() // the process may have been killed
		closeAll(out)
	})
	return &Browser{in: in, out: bufio.NewReaderSize(out, 1<<20)}
}

// profile returns a directory for the profile of Chromium. Child processes may write to it for a
// moment after the main process has exited, so it is not sufficient to remove it once, as t.TempDir
// does.
func profile(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "chromium") //nolint:usetesting // see above
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(50 * time.Millisecond) {
			if err := os.RemoveAll(dir); err == nil || time.Now().After(end) {
				return
			}
		}
	})
	return dir
}

// call sends a command and returns its result.
func (b *Browser) call(t testing.TB, session, method string, params any, result any) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.number++
	command := map[string]any{"id": b.number, "method": method}
	if params != nil {
		command["params"] = params
	}
	if session != "" {
		command["sessionId"] = session
	}
	text, err := json.Marshal(command)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	for {
		text, err := b.out.ReadBytes(0)
		if err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		var message struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(text[:len(text)-1], &message); err != nil {
			t.Fatal(err)
		}
		switch {
		case message.ID != b.number: // an event
		case message.Error != nil:
			t.Fatalf("%s: %s", method, message.Error.Message)
		case result != nil:
			if err := json.Unmarshal(message.Result, result); err != nil {
				t.Fatal(err)
			}
			return
		default:
			return
		}
	}
}

// View defines how a page is displayed.
type View struct {
	Width, Height int
	Dark          bool
}

// Page is an open page.
type Page struct {
	browser *Browser
	session string
}

// Open opens an address and waits until the page is loaded and rendered.
func (b *Browser) Open(t testing.TB, address string, v View) *Page {
	t.Helper()
	var target struct{ TargetID string }
	b.call(t, "", "Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call(t, "", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	p := &Page{b, attached.SessionID}
	scheme := "light"
	if v.Dark {
		scheme = "dark"
	}
	p.call(t, "Emulation.setEmulatedMedia", map[string]any{"features": []any{map[string]any{"name": "prefers-color-scheme", "value": scheme}}}, nil)
	p.call(t, "Emulation.setDeviceMetricsOverride", map[string]any{"width": v.Width, "height": v.Height, "deviceScaleFactor": 1, "mobile": false}, nil)
	p.call(t, "Page.navigate", map[string]any{"url": address}, nil)
	p.Wait(t, `document.readyState === "complete" && location.href !== "about:blank"`)
	p.Run(t, `new Promise((done) => requestAnimationFrame(() => setTimeout(done)))`, nil)
	return p
}

func (p *Page) call(t testing.TB, method string, params any, result any) {
	t.Helper()
	p.browser.call(t, p.session, method, params, result)
}

// Run evaluates an expression in the page, waits for it if it is a promise, and stores its value in
// result, which may be nil.
func (p *Page) Run(t testing.TB, expression string, result any) {
	t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	p.call(t, "Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true, "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		t.Fatalf("%.200s: %s", expression, answer.ExceptionDetails.Exception.Description)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Value, result); err != nil {
		t.Fatalf("%.200s: %v", expression, err)
	}
}

// Wait waits until a condition holds in the page.
func (p *Page) Wait(t testing.TB, condition string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; {
		var holds bool
		p.Run(t, fmt.Sprintf("Boolean(%s)", condition), &holds)
		if holds {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("condition never became true: %s", condition)
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// keyCodes are the codes of the keys that Press knows.
var keyCodes = map[string]int{"Enter": 13, "Escape": 27, "End": 35, "Home": 36, "ArrowDown": 40, "F1": 112}

// Press presses a key, by its name in the DOM, perhaps with Control: "Enter", "Control+End".
func (p *Page) Press(t testing.TB, key string) {
	t.Helper()
	const control = 2
	name, isControl := strings.CutPrefix(key, "Control+")
	event := map[string]any{"key": name, "code": name, "windowsVirtualKeyCode": keyCodes[name], "modifiers": 0}
	if isControl {
		event["modifiers"] = control
	}
	if keyCodes[name] == 0 {
		t.Fatalf("unknown key %s", key)
	}
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		event["type"] = kind
		p.call(t, "Input.dispatchKeyEvent", event, nil)
	}
}

// Type types a text.
func (p *Page) Type(t testing.TB, text string) {
	t.Helper()
	for _, r := range text {
		p.call(t, "Input.dispatchKeyEvent", map[string]any{"type": "char", "text": string(r)}, nil)
	}
}

// Screenshot returns the visible part of the page as PNG.
func (p *Page) Screenshot(t testing.TB) []byte {
	t.Helper()
	var shot struct{ Data string }
	p.call(t, "Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	png, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		t.Fatal(err)
	}
	return png
}

package lsp_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/golden"
	"github.com/hieralint/hieralint/internal/session"
)

// TestExchanges replays the messages of a client, and compares the messages of the server with a
// record.
//
// Each file in testdata has a tree of files and three special ones: `client` has further
// capabilities of the client, as JSON; `says` has the commands of the client, one on each line; and
// `exchange` is the record, which -update rewrites.
//
// The commands are `open FILE`, `close FILE`, `change FILE RANGE "TEXT"`, `write FILE "TEXT"`,
// `remove FILE`, `commit`, which commits all files to Git, and requests. A request is `METHOD FILE
// [PLACE] [JSON]`, where PLACE is line:column or line:column-line:column, counted from 1, and JSON
// has further parameters.
func TestExchanges(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal("no exchanges", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			t.Parallel()
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(text)
			e := newExchange(t, archive)
			got := e.play()
			for i := range archive.Files {
				if archive.Files[i].Name == "exchange" {
					archive.Files[i].Data = []byte(got)
				}
			}
			golden.CheckFile(t, file, txtar.Format(archive))
		})
	}
}

// exchange replays the commands of a client.
type exchange struct {
	*client
	says         []string
	capabilities map[string]any
	record       strings.Builder
	ids          []string // of results, in order; commands refer to them as result1, result2…
}

func newExchange(t *testing.T, archive *txtar.Archive) *exchange {
	t.Helper()
	e := &exchange{capabilities: watching()}
	tree := map[string]string{}
	for _, f := range archive.Files {
		switch f.Name {
		case "says":
			e.says = strings.Split(strings.TrimSpace(string(f.Data)), "\n")
		case "client":
			more := map[string]any{}
			if err := json.Unmarshal(f.Data, &more); err != nil {
				t.Fatal(err)
			}
			merge(e.capabilities, more)
		case "exchange":
		default:
			tree[f.Name] = string(f.Data)
		}
	}
	e.client = connect(t, filetree.Write(t, tree), session.Options{NoConfig: tree[".hieralint.yaml"] == ""})
	return e
}

// merge merges one object into another.
func merge(into, more map[string]any) {
	for name, value := range more {
		a, isObject := into[name].(map[string]any)
		if b, ok := value.(map[string]any); ok && isObject {
			merge(a, b)
		} else {
			into[name] = value
		}
	}
}

// play executes all commands, and returns the record.
func (e *exchange) play() string {
	e.t.Helper()
	e.start(e.capabilities)
	e.settle()
	e.take() // other exchanges record the initial findings
	for _, line := range e.says {
		fmt.Fprintf(&e.record, "=== %s\n", line)
		result, err := e.say(line)
		e.settle()
		for _, m := range e.take() {
			e.note(m.Method, m.Params)
		}
		switch {
		case err != nil:
			fmt.Fprintf(&e.record, "error: %v\n", err)
		case result != nil:
			e.note("", result)
		}
	}
	e.stop()
	return e.record.String()
}

func (e *exchange) note(method string, text json.RawMessage) {
	if method != "" {
		fmt.Fprintf(&e.record, "%s ", method)
	}
	if text == nil {
		e.record.WriteString("\n")
		return
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		e.t.Fatal(err)
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(e.readable(v)); err != nil {
		e.t.Fatal(err)
	}
	e.record.WriteString(strings.ReplaceAll(b.String(), e.uri(""), "file://ROOT"))
}

// readable returns a message with ranges in the format of commands: `line:column-line:column`,
// counted from 1.
func (e *exchange) readable(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = e.readable(v[i])
		}
	case map[string]any:
		if start, end := place(v["start"]), place(v["end"]); start != "" && end != "" {
			return start + "-" + end
		}
		if id, ok := v["resultId"].(string); ok {
			v["resultId"] = e.nameOf(id)
		}
		for name := range v {
			v[name] = e.readable(v[name])
		}
		if at := place(v); at != "" {
			return at
		}
	}
	return v
}

// nameOf returns the name of a result in commands.
func (e *exchange) nameOf(id string) string {
	i := slices.Index(e.ids, id)
	if i < 0 {
		i, e.ids = len(e.ids), append(e.ids, id)
	}
	return fmt.Sprintf("result%d", i+1)
}

// place returns a position as `line:column`, or "" for anything else.
func place(v any) string {
	m, _ := v.(map[string]any)
	line, isPosition := m["line"].(float64)
	character, ok := m["character"].(float64)
	if !isPosition || !ok {
		return ""
	}
	return fmt.Sprintf("%d:%d", int(line)+1, int(character)+1)
}

// say executes a command.
func (e *exchange) say(line string) (json.RawMessage, error) {
	e.t.Helper()
	verb, rest, _ := strings.Cut(line, " ")
	file, rest, _ := strings.Cut(rest, " ")
	switch verb {
	case "open":
		e.open(file)
	case "close":
		e.close(file)
	case "commit":
		filetree.Commit(e.t, e.root)
	case "write":
		e.write(file, e.unquoted(rest))
	case "remove":
		e.remove(file)
	case "change":
		place, text, _ := strings.Cut(rest, " ")
		e.edit(file, map[string]any{"range": e.span(place), "text": e.unquoted(text)})
	case "workspace/didChangeConfiguration":
		e.notify(verb, e.parameters(file, rest))
	default:
		return e.call(verb, e.parameters(file, rest))
	}
	return nil, nil
}

// parameters returns the parameters of a request about a file.
func (e *exchange) parameters(file, rest string) map[string]any {
	e.t.Helper()
	p := map[string]any{}
	if file != "-" {
		p["textDocument"] = map[string]any{"uri": e.uri(file)}
	}
	place, more, _ := strings.Cut(rest, " ")
	switch {
	case strings.HasPrefix(place, "{"):
		more = rest
	case strings.Contains(place, "-"):
		p["range"] = e.span(place)
	case place != "":
		p["position"] = e.span(place + "-" + place)["start"]
	}
	if more != "" {
		for i, id := range e.ids {
			more = strings.ReplaceAll(more, e.nameOf(e.ids[i]), id)
		}
		all := map[string]any{}
		if err := json.Unmarshal([]byte(strings.ReplaceAll(more, "file://ROOT", e.uri(""))), &all); err != nil {
			e.t.Fatalf("%s: %v", more, err)
		}
		merge(p, all)
	}
	return p
}

// span returns the range of the protocol for a range that counts from 1.
func (e *exchange) span(text string) map[string]any {
	e.t.Helper()
	var n [4]int
	for i, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ':' || r == '-' }) {
		number, err := strconv.Atoi(part)
		if err != nil {
			e.t.Fatal(err)
		}
		n[i] = number - 1
	}
	return rangeOf(n[0], n[1], n[2], n[3])
}

func (e *exchange) unquoted(text string) string {
	e.t.Helper()
	text, err := strconv.Unquote(text)
	if err != nil {
		e.t.Fatal(err)
	}
	return text
}

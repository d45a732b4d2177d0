package data

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/rand"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// answer is what Puppet reads from a text: its value, tagged as testdata/psych.rb says, or the
// error.
type answer struct {
	Value json.RawMessage
	Error *string
}

func (a answer) String() string {
	if a.Error != nil {
		return "error: " + *a.Error
	}
	return string(a.Value)
}

// ask lets Puppet read the texts.
func ask(t testing.TB, format Format, texts []string) []answer {
	t.Helper()
	ruby := exec.Command(reference.Ruby(t), "testdata/psych.rb")
	var in bytes.Buffer
	name := map[Format]string{YAML: "yaml", JSON: "json"}[format]
	for _, text := range texts {
		fmt.Fprintf(&in, "{\"text\":%q,\"format\":%q}\n", base64.StdEncoding.EncodeToString([]byte(text)), name)
	}
	ruby.Stdin, ruby.Stderr = &in, os.Stderr
	out, err := ruby.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := ruby.Start(); err != nil {
		t.Fatal(err)
	}
	answers := make([]answer, 0, len(texts))
	lines := bufio.NewReader(out)
	for range texts {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		var a answer
		if err := json.Unmarshal(line, &a); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, a)
	}
	if err := ruby.Wait(); err != nil {
		t.Fatal(err)
	}
	return answers
}

// tagged writes a value as testdata/psych.rb does.
func tagged(v *Value) string {
	text := func(tag string) string {
		return `{"` + tag + `":"` + base64.StdEncoding.EncodeToString([]byte(v.text)) + `"}`
	}
	switch v.Kind() {
	case Undef:
		return "null"
	case Boolean:
		return strconv.FormatBool(v.Bool())
	case Integer:
		return `{"i":"` + v.BigInt().String() + `"}`
	case Float:
		bits := math.Float64bits(v.Float())
		if math.IsNaN(v.Float()) {
			bits = 0x7ff8000000000000
		}
		return fmt.Sprintf(`{"f":"%016x"}`, bits)
	case String:
		if v.IsBinary() {
			return text("bin")
		}
		return text("s")
	case Symbol:
		return text("sym")
	case Array:
		var items []string
		for _, item := range v.Items() {
			items = append(items, tagged(item))
		}
		return `{"a":[` + strings.Join(items, ",") + `]}`
	case Hash:
		var entries []string
		for _, e := range v.Entries() {
			entries = append(entries, "["+tagged(e.Key)+","+tagged(e.Value)+"]")
		}
		return `{"h":[` + strings.Join(entries, ",") + `]}`
	}
	return "?" + v.Kind().String()
}

// ours is what Parse makes of a text, in the words of answer.
func ours(text string, format Format) string {
	doc := Parse(source.New("FILE", []byte(text)), format)
	if doc.Err != nil {
		return "error: " + doc.Err.Detail("FILE")
	}
	return tagged(doc.Value)
}

// corpus is the data files of real control repos and modules.
func corpus(t testing.TB, extensions ...string) map[string]string {
	t.Helper()
	files := map[string]string{}
	dirs := []string{filepath.Join(reference.Dir(t), "corpus"), filepath.Join(reference.Root(t), "testdata")}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			for _, extension := range extensions {
				if filepath.Ext(path) == extension {
					text, err := os.ReadFile(path)
					if err != nil {
						return err
					}
					files[path] = string(text)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(files) == 0 {
		t.Fatal("the corpus is empty")
	}
	return files
}

// pieces are what mutate puts into texts: what people forget, add or put in the wrong place.
var pieces = []string{
	"%{x}", "%{lookup('a')}", "@", "`", "\t", "\"", "'", "{", "}", "[", "]", ":", ": ", "- ", "-", "? ", "?", "#", " #",
	"&a ", "*a", "!x ", "!!int ", "! ", "|", ">", "|-\n", ">+\n", "|2\n", "\n", "\n\n", " ", "  ", ",", ", ", "---\n", "...\n", "\r\n", "\r",
	"\\", "\\n", "é", "%", "<<: *a\n", "<<: ", "key: value\n", "\u0085", "\u2028", "\u00a0", "\uFEFF", "~", "0", "12:30", "2001-01-01", ":sym",
}

// mutate damages a text in one or two places.
func mutate(r *rand.Rand, text string) string {
	for n := 1 + r.Intn(2); n > 0 && text != ""; n-- {
		i := r.Intn(len(text))
		piece := pieces[r.Intn(len(pieces))]
		switch r.Intn(6) {
		case 0:
			text = text[:i] + text[min(len(text), i+1+r.Intn(4)):]
		case 1, 2:
			text = text[:i] + piece + text[i:]
		case 3:
			text = text[:i] + piece + text[i+1:]
		case 4:
			text = text[:i]
		case 5:
			line := strings.LastIndexByte(text[:i], '\n') + 1
			text = text[:line] + piece + text[line:]
		}
	}
	return text
}

// TestPsychMutations compares with Puppet on damaged real files: same value or same error, with
// the same line and column.
func TestPsychMutations(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	var files []string
	for _, text := range sorted(corpus(t, ".yaml", ".yml", ".eyaml")) {
		files = append(files, text[:min(len(text), 4000)])
	}
	n := 5000
	if testing.Short() {
		n = 500
	}
	if s := os.Getenv("N"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	texts := make([]string, n)
	for i := range texts {
		texts[i] = mutate(r, files[r.Intn(len(files))])
	}
	compare(t, YAML, texts)
}

func compare(t *testing.T, format Format, texts []string) {
	t.Helper()
	failures := 0
	for i, a := range ask(t, format, texts) {
		if got := ours(texts[i], format); got != a.String() {
			if failures++; failures > 10 {
				continue
			}
			t.Errorf("text %q\n got %s\nwant %s", shorten(texts[i]), shorten(got), shorten(a.String()))
		}
	}
	if failures > 10 {
		t.Errorf("%d of %d differ", failures, len(texts))
	}
}

func shorten(text string) string {
	if len(text) > 1500 {
		return text[:1500] + "…"
	}
	return text
}

// sorted is the texts in the order of their names.
func sorted(files map[string]string) []string {
	var texts []string
	for _, name := range sortedKeys(files) {
		texts = append(texts, files[name])
	}
	return texts
}

func sortedKeys(m map[string]string) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	for i := range keys {
		for j := i + 1; j < len(keys); j++ {
			if keys[j] < keys[i] {
				keys[i], keys[j] = keys[j], keys[i]
			}
		}
	}
	return keys
}

package lsp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/lsp"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
)

// edited is a tree with everything that edits may affect.
var edited = map[string]string{
	"hiera.yaml": "version: 5\nhierarchy:\n  - name: Roles\n    path: role/%{facts.role}.yaml\n  - name: Common\n    path: common.yaml\n",
	"data/common.yaml": "lookup_options:\n  '^web::':\n    merge: deep\nweb::port: 80\nweb::vhosts:\n  a: {docroot: /a}\nname: \"%{lookup('web::port')} ä😀\"\n" +
		"text: |\n  a %{facts.os.family}\n  b\n",
	"data/role/web.yaml":            "web::port: eighty\nweb::vhosts:\n  b: {docroot: /b}\n",
	"data/role/db.yaml":             "db::password: hunter2\nname: db\n",
	"modules/web/manifests/init.pp": "class web (Integer $port, Hash $vhosts = {}) {\n  $x = lookup('name')\n}\n",
	"modules/web/metadata.json":     "{\"name\": \"a-web\", \"version\": \"1.0.0\"}\n",
	"environment.conf":              "modulepath = modules\n",
	".hieralint.yaml":               "profile: strict\nrules:\n  legacy-fact: warning\n",
}

// others are files that edits create and remove.
var others = []string{
	"data/more.yaml", "data/role/gone.yaml", "data/role/more.json", "modules/web/manifests/more.pp", "modules/web/hiera.yaml", "modules/web/data/common.yaml", "modules/db/manifests/init.pp",
	".hieralint-baseline.json", "Puppetfile", "facts/web.json", "data/role/moved.yaml",
}

// configurations are valid and invalid contents of .hieralint.yaml.
var configurations = []string{
	"profile: strict\n", "profile: minimal\n", "profile: [\n", "profile: minimul\n", "rules: {legacy-fact: off}\n", "rules: {no-such-rule: off}\n", "exclude: [data/role]\n",
	"puppet_version: 7\n", "facts: [facts]\n", "nodes: [{name: a, facts: {role: web}}]\n", "facts: [nowhere]\n", "environments: [{path: ., datadirs: [data]}]\n", "",
}

// pastes are inserted by edits: fragments of YAML, Puppet code, and tokens, complete and
// incomplete.
var pastes = []string{
	"a: 1\n", "  b: 2\n", "web::port: 81\n", "web::prot: 81\n", "name: \"%{lookup('nothing')}\"\n", "x: \"%{alias('web::vhosts')}\"\n", "[", "{", "\"", "'", ":", "- ", "\n", "\t", "%{", "}",
	"lookup_options: {web::vhosts: {merge: deeep}}\n", "# hieralint:ignore legacy-fact\n", "o: \"%{osfamily}\"\n", "😀", "ä", "\r\n", "---\n", "...\n", "&a ", "*a", "|\n  text\n",
	"  - name: More\n    path: more.yaml\n", "class web::more ($a) { }\n", "lookup('name')\n", "$facts['role']", "~", "undef",
	"mod 'puppetlabs-stdlib'\n", "{\"certname\": \"web01\", \"facts\": {\"role\": \"web\"}}\n", "rules: {alias-not-whole-value: off}\n", "nodes: [{name: a}]\n",
}

// randomEditor makes random edits, and keeps a history to undo them.
type randomEditor struct {
	*rand.Rand
	*client
	paths   []string
	history []former
}

// former is the content of a document before an edit.
type former struct{ path, text string }

func pick[T any](r *rand.Rand, all []T) T { return all[r.IntN(len(all))] }

// step makes one edit and returns a description of it.
func (e *randomEditor) step() string {
	e.t.Helper()
	path := pick(e.Rand, e.paths)
	switch e.IntN(17) {
	case 0:
		return e.undo()
	case 1:
		path, text := pick(e.Rand, others), pick(e.Rand, pastes)
		e.write(path, text)
		return fmt.Sprintf("write %s %q", path, text)
	case 2:
		path := pick(e.Rand, others)
		if _, err := os.Stat(filepath.Join(e.root, path)); err == nil {
			e.remove(path)
		}
		return "remove " + path
	case 3:
		if _, ok := e.texts[path]; ok {
			e.close(path)
			delete(e.texts, path)
		}
		return "close " + path
	case 4:
		path, text := ".hieralint.yaml", pick(e.Rand, configurations)
		if _, ok := e.texts[path]; !ok {
			e.open(path)
		}
		e.history = append(e.history, former{path, e.texts[path]})
		e.replace(path, text)
		return fmt.Sprintf("replace %s %q", path, text)
	case 5:
		if _, ok := e.texts[path]; !ok {
			e.open(path)
		}
		return "open " + path
	case 6: // saves the document, or restores the file if it is not open
		text, isOpen := e.texts[path]
		if !isOpen {
			text = edited[path]
		}
		e.write(path, text)
		return "save " + path
	case 7:
		from, to := pick(e.Rand, others), pick(e.Rand, others)
		if text, err := os.ReadFile(filepath.Join(e.root, from)); err == nil && from != to {
			e.write(to, string(text))
			e.remove(from)
		}
		return "move " + from + " to " + to
	}
	return e.change(path)
}

// ask sends requests about a random position in an open document. It returns the results, and a
// function that sends the requests again.
func (e *randomEditor) ask() (answers string, again func() string) {
	e.t.Helper()
	path := pick(e.Rand, e.paths)
	text, isOpen := e.texts[path]
	if !isOpen {
		return "", func() string { return "" }
	}
	lines := strings.SplitAfter(text, "\n")
	line := e.IntN(len(lines))
	character := e.IntN(len(utf16Of(strings.TrimRight(lines[line], "\r\n"))) + 1)
	again = func() string {
		all := fmt.Sprintf("%s %d:%d", path, line, character)
		for _, method := range []string{"hover", "definition", "references"} {
			answer, err := e.call("textDocument/"+method, map[string]any{
				"textDocument": map[string]any{"uri": e.uri(path)}, "position": map[string]any{"line": line, "character": character},
				"context": map[string]any{"includeDeclaration": true},
			})
			all += fmt.Sprintf(" %s: %s %v", method, answer, err)
		}
		return all
	}
	return again(), again
}

// undo reverts an edit, unless its document has been closed.
func (e *randomEditor) undo() string {
	e.t.Helper()
	if len(e.history) == 0 {
		return "nothing to undo"
	}
	last := e.history[len(e.history)-1]
	e.history = e.history[:len(e.history)-1]
	if _, ok := e.texts[last.path]; ok {
		e.replace(last.path, last.text)
	}
	return "undo in " + last.path
}

// change inserts or deletes text, or both.
func (e *randomEditor) change(path string) string {
	e.t.Helper()
	if _, ok := e.texts[path]; !ok {
		e.open(path)
	}
	before := e.texts[path]
	lines := strings.SplitAfter(before, "\n")
	line := e.IntN(len(lines))
	units := len(utf16Of(strings.TrimRight(lines[line], "\r\n")))
	start := e.IntN(units + 1)
	end, endLine := start, line
	if e.IntN(2) == 0 { // also delete
		if end = start + e.IntN(units-start+1); e.IntN(4) == 0 && line+1 < len(lines) {
			end, endLine = 0, line+1
		}
	}
	insert := ""
	if e.IntN(4) > 0 {
		insert = pick(e.Rand, pastes)
	}
	e.edit(path, map[string]any{"range": rangeOf(line, start, endLine, end), "text": insert})
	e.texts[path] = replaced(lines, line, start, endLine, end, insert)
	e.history = append(e.history, former{path, before})
	return fmt.Sprintf("edit %s %d:%d-%d:%d %q", path, line, start, endLine, end, insert)
}

func utf16Of(text string) []rune {
	var units []rune
	for _, r := range text {
		if units = append(units, r); r >= 0x10000 {
			units = append(units, -1)
		}
	}
	return units
}

// byteOf returns the byte offset of a character, which counts UTF-16 code units, in a line. If it
// is in the middle of a surrogate pair, byteOf returns the offset of its start.
func byteOf(line string, character int) int {
	units := 0
	for i, r := range line {
		width := 1
		if r >= 0x10000 {
			width = 2
		}
		if units+width > character {
			return i
		}
		units += width
	}
	return len(line)
}

func replaced(lines []string, line, start, endLine, end int, text string) string {
	last := ""
	if endLine < len(lines) {
		last = strings.Join(lines[endLine:], "")[byteOf(lines[endLine], end):]
	}
	return strings.Join(lines[:line], "") + lines[line][:byteOf(lines[line], start)] + text + last
}

// checkEdits makes random edits, and compares the diagnostics with those of a newly started server.
func checkEdits(t *testing.T, seed uint64, steps int) {
	t.Helper()
	o := session.Options{}
	server := lsp.Options{Workspace: o}
	var isRecalled atomic.Bool
	server.Recalled(func() { isRecalled.Store(true) })
	e := &randomEditor{Rand: rand.New(rand.NewPCG(seed, 1)), client: connectTo(t, filetree.Write(t, edited), server)}
	for path := range edited {
		e.paths = append(e.paths, path)
	}
	slices.Sort(e.paths)
	e.start(watching())
	shown := map[string]string{}
	var done []string
	for range steps {
		done = append(done, e.step())
		if e.IntN(3) == 0 {
			continue // the next edit precedes the check of this one
		}
		isRecalled.Store(false)
		early, ask := e.ask()
		isNow := !isRecalled.Load()
		e.settle()
		if late := ask(); isNow && late != early {
			t.Fatalf("seed %d: after %s\nbefore the check: %s\nafter it: %s", seed, strings.Join(done, "\n"), early, late)
		}
		e.published(shown, e.take())
		fresh := connect(t, e.root, o)
		fresh.start(watching())
		fresh.settle()
		for path, text := range e.texts {
			fresh.texts[path], fresh.versions[path] = text, 1
			fresh.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": e.uri(path), "languageId": "yaml", "version": 1, "text": text}})
		}
		fresh.settle()
		want, messages := map[string]string{}, fresh.take()
		fresh.published(want, messages)
		fresh.stop()
		isUnusable := func(m message) bool { return strings.Contains(string(m.Params), "in the configuration") }
		if slices.ContainsFunc(messages, isUnusable) { // the findings are those with the last usable configuration
			continue
		}
		if got := shown[".hieralint.yaml"]; strings.Contains(got, `"configuration"`) { // the other findings are those with the last valid configuration
			if got != want[".hieralint.yaml"] {
				t.Fatalf("seed %d: after %s\n.hieralint.yaml: got %s, want %s", seed, strings.Join(done, "\n"), got, want[".hieralint.yaml"])
			}
			continue
		}
		if diff := cmp.Diff(want, shown); diff != "" {
			t.Fatalf("seed %d: after %s\n(-new server +this server):\n%s", seed, strings.Join(done, "\n"), diff)
		}
	}
	e.stop()
}

func TestEdits(t *testing.T) {
	t.Parallel()
	for seed := range uint64(reference.Cases(24)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			checkEdits(t, seed, 40)
		})
	}
}

func FuzzEdits(f *testing.F) {
	for seed := range uint64(4) {
		f.Add(seed, uint8(10))
	}
	const most = 16 // more take longer than the timeout of a fuzzed call on a busy machine
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8) { checkEdits(t, seed, int(steps)%most) })
}

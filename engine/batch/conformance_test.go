package batch

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// recorded is one lookup with what Puppet answered.
type recorded struct {
	id      string
	request map[string]any // of json.RawMessage, so that hashes keep their order
	// value is the JSON of the value, failure the text of the error; crash tells that any error
	// will do. explain is the text of the explanation.
	value   json.RawMessage
	failure string
	crash   bool
	absent  bool
	explain string
	// places are directories and their names in recorded texts.
	places [][2]string
}

// otherJSON was recorded with a JSON library that says nothing about an empty file.
const otherJSON = "functions.lookup_fixture:0448.1"

// need says what a recorded lookup takes that cannot be had without running Ruby.
var need = []string{"hiera3-backend", "hiera3-scope", "ruby-context", "plan-hierarchy"}

type outcome struct {
	Value json.RawMessage
	Error *struct {
		Class, Message string
		RubyCrash      bool `json:"ruby_crash"`
	}
	NoSuchKey bool `json:"no_such_key"`
}

func (o *outcome) into(r *recorded) {
	r.value, r.absent = o.Value, o.NoSuchKey
	if o.Error != nil {
		r.failure = o.Error.Message
		r.crash = o.Error.RubyCrash || slices.Contains([]string{"NoMethodError", "TypeError", "ArgumentError"}, o.Error.Class)
	}
	if r.value == nil && r.failure == "" && !r.absent {
		r.value = json.RawMessage("null")
	}
}

// corpus reads the files of the conformance corpus.
func corpus(t *testing.T, version string, explain bool) []recorded {
	dir := filepath.Join(reference.Dir(t), "conformance")
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	generated, err := filepath.Glob(filepath.Join(dir, "generated", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all []recorded
	for _, file := range append(files, generated...) {
		all = append(all, corpusFile(t, file, version, explain)...)
	}
	return all
}

func corpusFile(t *testing.T, file, version string, explain bool) []recorded {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var content struct {
		Contexts map[string]map[string]json.RawMessage
		Trees    map[string]tree
		Cases    []struct {
			ID, API               string
			Replay, Tree, Context json.RawMessage
			Needs                 []string
			Request               map[string]json.RawMessage
			Outcome               outcome
			Installed             map[string]outcome
			FunctionCalls         json.RawMessage `json:"function_calls"`
			Explain               string
		}
	}
	if err := json.Unmarshal(text, &content); err != nil {
		t.Fatal(err)
	}
	roots := map[string]string{}
	var all []recorded
	for _, c := range content.Cases {
		api := c.API
		if api == "" {
			api = "lookup"
		}
		switch {
		case c.ID == otherJSON, c.Replay != nil && string(c.Replay) != `"same"`, !slices.Contains([]string{"lookup", "apl", "hiera", "interpolate"}, api), c.Request == nil,
			slices.ContainsFunc(need, func(n string) bool { return slices.Contains(c.Needs, n) }),
			c.Request["block"] != nil, c.Request["block_result"] != nil, explain && c.Explain == "":
			continue
		}
		var treeName, contextName string
		_ = json.Unmarshal(c.Tree, &treeName) // absent for interpolations without files
		if err := json.Unmarshal(c.Context, &contextName); err != nil {
			t.Fatal(err)
		}
		root, ok := roots[treeName]
		if !ok {
			root = t.TempDir()
			roots[treeName] = root
			content.Trees[treeName].write(t, root)
		}
		placed := func(text json.RawMessage) json.RawMessage {
			return json.RawMessage(strings.ReplaceAll(string(text), "${ROOT}", root))
		}
		ctx, req := content.Contexts[contextName], c.Request
		request := map[string]any{"id": c.ID}
		for from, to := range map[string]string{
			"environment_dir": "envdir", "environment": "environment", "modulepath": "modulepath", "global_hiera_config": "hiera_config",
			"codedir": "codedir", "cwd": "cwd", "settings": "settings", "node": "node", "facts": "facts", "trusted": "trusted",
			"server_facts": "server_facts", "vars": "vars", "top_vars": "top_vars",
		} {
			if v := ctx[from]; v != nil && string(v) != "null" {
				request[to] = placed(v)
			}
		}
		for _, name := range []string{"key", "merge", "type", "default", "default_values_hash", "override", "global_only", "hiera_override", "interpolate"} {
			if v, ok := req[name]; ok {
				request[name] = placed(v)
			}
		}
		if c.FunctionCalls != nil {
			request["functions"] = placed(c.FunctionCalls)
		}
		switch api {
		case "apl":
			request["apl"] = true
		case "hiera":
			request["hiera_call"] = req["hiera_function"]
		}
		r := recorded{id: c.ID, request: request, places: [][2]string{{root, "${ROOT}"}}}
		out := c.Outcome
		for name, installed := range c.Installed {
			if version == "7" && strings.HasPrefix(name, "7") {
				out = installed
			}
		}
		out.into(&r)
		if explain {
			request["explain"] = true
			r.explain = c.Explain
		}
		all = append(all, r)
	}
	return all
}

// tree is the files of recorded lookups.
type tree struct {
	Files       map[string]json.RawMessage
	Dirs        []string
	OmittedCode []string `json:"omitted_code"`
}

func (tr tree) write(t *testing.T, root string) {
	t.Helper()
	files := map[string]string{}
	for _, dir := range tr.Dirs {
		files[dir+"/"] = ""
	}
	for _, file := range tr.OmittedCode {
		files[path.Dir(file)+"/"] = ""
	}
	for name, raw := range tr.Files {
		var text string
		if err := json.Unmarshal(raw, &text); err == nil {
			files[name] = strings.ReplaceAll(text, "${ROOT}", root)
			continue
		}
		var other struct{ Base64, B64, Symlink string }
		if err := json.Unmarshal(raw, &other); err != nil {
			t.Fatal(err)
		}
		if other.Symlink != "" {
			files[name+" -> "+strings.ReplaceAll(other.Symlink, "${ROOT}", root)] = ""
			continue
		}
		decoded, err := base64.StdEncoding.DecodeString(other.Base64 + other.B64)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(decoded)
	}
	filetree.Add(t, root, files)
}

// probes reads the verified probes of the reference.
func probes(t *testing.T, version string) []recorded {
	file, err := os.Open(filepath.Join(reference.Dir(t), "reference", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	var all []recorded
	for lines.Scan() {
		var c struct {
			ID                                                  string
			Files                                               map[string]json.RawMessage
			Facts, Trusted, Key, Merge, Default, Type, Override json.RawMessage
			Expect                                              *probeOutcome
			DefaultValuesHash                                   json.RawMessage `json:"default_values"`
			Expect8                                             *probeOutcome   `json:"expect_puppet8"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		root := t.TempDir()
		env, global := filepath.Join(root, "code/environments/production"), filepath.Join(root, "global")
		tr := tree{Files: map[string]json.RawMessage{}, Dirs: []string{"code/environments/production", "global"}}
		for name, content := range c.Files {
			if rest, ok := strings.CutPrefix(name, "GLOBAL/"); ok {
				tr.Files["global/"+rest] = content
			} else {
				tr.Files["code/environments/production/"+name] = content
			}
		}
		tr.write(t, root)
		strict := "warning"
		if version == "8" {
			strict = "error"
		}
		request := map[string]any{
			"id": c.ID, "envdir": env, "environment": "production", "globaldir": global, "codedir": filepath.Join(root, "code"), "cwd": root,
			"node": "node.example.com", "server_facts": map[string]any{"environment": "production"}, "vars": map[string]any{"environment": "production"},
			"settings": map[string]any{"strict": strict},
		}
		for name, v := range map[string]json.RawMessage{
			"facts": c.Facts, "trusted": c.Trusted, "key": c.Key, "merge": c.Merge, "default": c.Default, "type": c.Type,
			"override": c.Override, "default_values_hash": c.DefaultValuesHash,
		} {
			if v != nil {
				request[name] = v
			}
		}
		r := recorded{id: c.ID, request: request, places: [][2]string{{env, "ENV"}, {global, "GLOBAL"}, {root, "ROOT"}}}
		expect := c.Expect
		if version == "8" && c.Expect8 != nil {
			expect = c.Expect8
		}
		expect.into(&r)
		all = append(all, r)
	}
	return all
}

// probeOutcome is an outcome whose error is a text.
type probeOutcome struct {
	Value     json.RawMessage
	Error     json.RawMessage
	Class     string
	RubyCrash bool `json:"ruby_crash"`
}

func (o *probeOutcome) into(r *recorded) {
	if o.Error == nil {
		if r.value = o.Value; r.value == nil {
			r.value = json.RawMessage("null")
		}
		return
	}
	r.crash = o.RubyCrash
	if json.Unmarshal(o.Error, &r.failure) != nil {
		r.failure = string(o.Error)
	}
}

// ask is the answer to one recorded lookup.
func (s *server) ask(t *testing.T, r *recorded) (value json.RawMessage, failure, explain string, failed bool) {
	line, err := json.Marshal(r.request)
	if err != nil {
		t.Fatal(err)
	}
	var answer struct {
		Value   json.RawMessage
		Error   *struct{ Class, Message string }
		Explain string
	}
	text := s.answer(context.Background(), line)
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatalf("%s: %v: %s", r.id, err, text)
	}
	if answer.Error != nil {
		return nil, r.named(answer.Error.Message), r.named(answer.Explain), true
	}
	return json.RawMessage(r.named(string(answer.Value))), "", r.named(answer.Explain), false
}

// named puts the names of places where the places are.
func (r *recorded) named(text string) string {
	for _, place := range r.places {
		text = strings.ReplaceAll(text, place[0], place[1])
	}
	return text
}

// canonical is JSON as this package writes it.
func canonical(text json.RawMessage) string {
	v, err := tagged.Parse(text)
	if err != nil {
		return string(text)
	}
	return string(tagged.Append(nil, v))
}

// differs says how an answer differs from the recorded one; "" when it does not.
func (s *server) differs(t *testing.T, r *recorded) string {
	value, failure, _, failed := s.ask(t, r)
	switch {
	case r.absent && !failed:
		return fmt.Sprintf("found %s, want nothing", value)
	case r.absent || r.failure != "" && failed && r.crash:
		return ""
	case r.failure != "" && !failed:
		return fmt.Sprintf("found %s, want error %s", value, r.failure)
	case r.failure != "" && failure != r.named(r.failure):
		return fmt.Sprintf("\n got error %s\nwant error %s", failure, r.failure)
	case r.failure == "" && failed:
		return fmt.Sprintf("got error %s, want %s", failure, r.value)
	case r.failure == "" && canonical(value) != r.named(canonical(r.value)):
		return fmt.Sprintf("\n got %s\nwant %s", value, r.value)
	}
	return ""
}

// TestConformance asks what Puppet 7 and 8 were asked, and wants what they answered.
func TestConformance(t *testing.T) {
	for version, number := range map[string]int{"7": 7, "8": 8} {
		t.Run(version, func(t *testing.T) {
			s := newServer(Options{Puppet: number})
			all := append(corpus(t, version, false), probes(t, version)...)
			if len(all) < 5000 {
				t.Fatalf("only %d recorded lookups", len(all))
			}
			for i := range all {
				if text := s.differs(t, &all[i]); text != "" {
					t.Errorf("%s: %s", all[i].id, text)
				}
			}
		})
	}
}

// TestExplain wants each explanation as Puppet printed it.
func TestExplain(t *testing.T) {
	s := newServer(Options{Puppet: 8})
	for _, r := range corpus(t, "8", true) {
		_, _, explain, _ := s.ask(t, &r)
		if strings.TrimSpace(explain) != strings.TrimSpace(r.explain) {
			t.Errorf("%s:\n got\n%s\nwant\n%s", r.id, explain, r.explain)
		}
	}
}

package batch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/filetree"
)

// cheese is a value that panics when it is formatted.
type cheese struct{}

func (cheese) String() string { panic("out of cheese") }

// crashing makes lookups that interpolate the fact `hole` panic.
func crashing(s *server) {
	s.last.scope = engine.NewScope(engine.ScopeData{Facts: data.NewHash([]data.Entry{data.NewEntry("hole", data.NewRich(cheese{}))})})
}

// TestCrash checks that a panic fails only its own request, or only its own key if a request has several.
func TestCrash(t *testing.T) {
	var text strings.Builder
	var keys []string
	for i := range 2 * keysPerTask {
		fmt.Fprintf(&text, "k%d: v\n", i)
		keys = append(keys, fmt.Sprint("k", i))
	}
	text.WriteString("bad: \"%{facts.hole}\"\n")
	keys = append(keys, "bad", "k1")
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml}]\n", "data/a.yaml": text.String()})
	ask := func(s *server, fields map[string]any) (answer struct {
		ID      any
		Value   any
		Error   struct{ Class, Message string }
		Results map[string]struct {
			Value any
			Error struct{ Class, Message string }
		}
	}) {
		fields["envdir"] = dir
		line, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		line = s.answer(context.Background(), line)
		if err := json.Unmarshal(line, &answer); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		return answer
	}

	t.Run("single key", func(t *testing.T) {
		s := newServer(Options{})
		ask(s, map[string]any{"key": "k1"})
		crashing(s)
		answer := ask(s, map[string]any{"id": 7, "key": "bad"})
		if answer.Error.Class != crashClass || !strings.Contains(answer.Error.Message, "internal error") || answer.ID != 7.0 {
			t.Errorf("got %+v, want an internal error", answer)
		}
		if answer := ask(s, map[string]any{"id": 8, "key": "k1"}); answer.Value != "v" || answer.ID != 8.0 {
			t.Errorf("after the crash: got %+v, want v", answer)
		}
		if answer := ask(s, map[string]any{"key": "bad"}); answer.Value != "" {
			t.Errorf("got %+v, want an empty value: the crashed scope is still in use", answer)
		}
		if s.crashes.first == nil {
			t.Error("the crash was not recorded")
		}
	})

	t.Run("one of several keys", func(t *testing.T) {
		s := newServer(Options{})
		ask(s, map[string]any{"key": "k1"})
		crashing(s)
		answer := ask(s, map[string]any{"id": 7, "keys": keys})
		if len(answer.Results) != len(keys)-1 { // k1 is a duplicate
			t.Errorf("got %d results", len(answer.Results))
		}
		for key, result := range answer.Results {
			switch {
			case key != "bad" && result.Value != "v":
				t.Fatalf("%s: got %+v, want v", key, result)
			case key == "bad" && (result.Error.Class != crashClass || !strings.Contains(result.Error.Message, "the key bad")):
				t.Errorf("bad: got %+v, want an internal error", result)
			}
		}
	})
}

// TestServeAfterCrash checks that requests after a crash are answered, and that serve returns the crash.
func TestServeAfterCrash(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "a: v\nbad: \"%{facts.hole}\"\n"})
	request := func(id int, key string) string {
		return fmt.Sprintf("{\"id\": %d, \"envdir\": %q, \"key\": %q}\n", id, dir, key)
	}
	s := newServer(Options{})
	var out bytes.Buffer
	if err := s.serve(context.Background(), strings.NewReader(request(1, "a")), &out); err != nil {
		t.Fatal(err)
	}
	crashing(s)
	err := s.serve(context.Background(), strings.NewReader(request(2, "bad")+request(3, "a")), &out)
	if crashed := (*crash.Error)(nil); !errors.As(err, &crashed) {
		t.Errorf("got error %v, want a *crash.Error", err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || lines[2] != `{"id":3,"value":"v","warnings":[]}` {
		t.Errorf("answers: %q", lines)
	}
}

// TestCrashTogether checks that requests answered concurrently with one that crashes do not use its scope,
// which may be incomplete.
func TestCrashTogether(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "name: \"%{trusted.certname}\"\nbad: \"%{facts.hole}\"\n"})
	request := func(id int, key string) string {
		return fmt.Sprintf("{\"id\": %d, \"envdir\": %q, \"node\": \"a.b\", %s}\n", id, dir, key)
	}
	s := newServer(Options{})
	s.answer(context.Background(), []byte(request(1, `"key": "name"`)))
	crashing(s) // the new scope has no certname
	var out bytes.Buffer
	requests := request(2, `"key": "name"`) + request(3, `"key": "bad"`) + request(4, `"keys": ["name"]`)
	if err := s.serve(context.Background(), strings.NewReader(requests), &out); err == nil {
		t.Error("got no error, want the crash")
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 3 || lines[0] != `{"id":2,"value":"a.b","warnings":[]}` || !strings.Contains(lines[1], crashClass) ||
		lines[2] != `{"id":4,"results":{"name":{"value":"a.b"}},"warnings":[]}` {
		t.Errorf("answers: %q", lines)
	}
}

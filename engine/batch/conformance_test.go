package batch

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/reference"
)

// otherJSON is a case that was recorded with a JSON library that accepts an empty file.
const otherJSON = "functions.lookup_fixture:0448.1"

// needsRuby are requirements of recorded lookups that only Ruby can meet.
var needsRuby = []string{"hiera3-backend", "hiera3-scope", "ruby-context", "plan-hierarchy"}

// canReplay reports whether the engine can perform a recorded lookup.
func canReplay(c *reference.Case) bool {
	return c.ID != otherJSON && c.Repeatable() && c.Request != nil &&
		slices.Contains([]string{"", "lookup", "apl", "hiera", "interpolate"}, c.API) &&
		!slices.ContainsFunc(needsRuby, func(need string) bool { return slices.Contains(c.Needs, need) }) &&
		c.Request["block"] == nil && c.Request["block_result"] == nil
}

// fromContext maps the fields of a recorded context to those of a request.
var fromContext = map[string]string{
	"environment_dir": "envdir", "environment": "environment", "modulepath": "modulepath", "global_hiera_config": "hiera_config",
	"codedir": "codedir", "cwd": "cwd", "settings": "settings", "node": "node", "facts": "facts", "trusted": "trusted",
	"server_facts": "server_facts", "vars": "vars", "top_vars": "top_vars",
}

// fromRequest are the fields that have the same name in a recorded request and in a batch request.
var fromRequest = []string{"key", "merge", "type", "default", "default_values_hash", "override", "global_only", "hiera_override", "interpolate"}

// replayed converts a recorded lookup, whose files are below root, to a batch request.
func replayed(c *reference.Case, context reference.Context, root string) map[string]json.RawMessage {
	request := map[string]json.RawMessage{}
	for from, to := range fromContext {
		if v := context[from]; v != nil && string(v) != "null" {
			request[to] = v
		}
	}
	for _, name := range fromRequest {
		if v, ok := c.Request[name]; ok {
			request[name] = v
		}
	}
	if c.FunctionCalls != nil {
		request["functions"] = c.FunctionCalls
	}
	for name, v := range request {
		request[name] = json.RawMessage(strings.ReplaceAll(string(v), "${ROOT}", filepath.ToSlash(root)))
	}
	switch c.API {
	case "apl":
		request["apl"] = json.RawMessage("true")
	case "hiera":
		request["hiera_call"] = c.Request["hiera_function"]
	}
	return request
}

// answer is an answer of the server, with `${ROOT}` in place of the directory of the files.
type answer struct {
	Value    json.RawMessage
	Error    *struct{ Message string }
	Explain  string
	Warnings []string
}

func (s *server) ask(t *testing.T, request map[string]json.RawMessage, root string) answer {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(s.answer(context.Background(), line)), filepath.ToSlash(root), "${ROOT}")
	var a answer
	if err := json.Unmarshal([]byte(text), &a); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return a
}

// canonical returns JSON in the format that this package writes.
func canonical(text json.RawMessage) string {
	v, err := tagged.Parse(text)
	if err != nil {
		return string(text)
	}
	return string(tagged.Append(nil, v))
}

// fromLoading matches warnings that Puppet writes when it loads an environment, before the first lookup.
var fromLoading = regexp.MustCompile(`^Invalid settings in environment\.conf|unparsable metadata\.json`)

// texts returns the distinct warnings, sorted, without the position that Puppet appends to some of them.
func texts(warnings []string) []string {
	var all []string
	for _, warning := range warnings {
		text, _, _ := strings.Cut(warning, "\n   (")
		if text = strings.TrimSpace(text); !fromLoading.MatchString(text) {
			all = append(all, text)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// difference describes how an answer differs from a recorded outcome; it is empty if they agree.
func difference(got answer, want reference.Outcome) string {
	switch {
	case want.NoSuchKey && got.Error == nil:
		return fmt.Sprintf("got %s, want no such key", got.Value)
	case want.NoSuchKey:
		return ""
	case want.Error != nil && got.Error == nil:
		return fmt.Sprintf("got %s, want error %s", got.Value, want.Error.Message)
	case want.Error != nil && !want.Error.RubyCrash && got.Error.Message != want.Error.Message:
		return fmt.Sprintf("\n got error %s\nwant error %s", got.Error.Message, want.Error.Message)
	case want.Error != nil:
		return ""
	case got.Error != nil:
		return fmt.Sprintf("got error %s, want %s", got.Error.Message, want.Value)
	case canonical(got.Value) != canonical(want.Value):
		return fmt.Sprintf("\n got %s\nwant %s", got.Value, want.Value)
	}
	return ""
}

// TestConformance repeats the lookups that were recorded with Puppet 7 and 8, and compares values, errors,
// warnings, and explanations.
func TestConformance(t *testing.T) {
	lookups := 0
	for _, recording := range reference.Recordings(t) {
		for _, c := range recording.Cases {
			if canReplay(&c) {
				lookups++
			}
		}
		t.Run(recording.Area, func(t *testing.T) {
			t.Parallel()
			roots := map[string]string{}
			for name, tree := range recording.Trees {
				root := t.TempDir()
				if files := tree.In(t, filepath.ToSlash(root)); filetree.IsPossible(files) {
					filetree.Add(t, root, files)
					roots[name] = root
				}
			}
			for _, major := range []int{7, 8} {
				s := newServer(Options{Puppet: major})
				for _, c := range recording.Cases {
					root := roots[c.Tree]
					if !canReplay(&c) || root == "" {
						continue
					}
					got, want := s.ask(t, replayed(&c, recording.Contexts[c.Context], root), root), c.In(strconv.Itoa(major))
					if text := difference(got, want); text != "" {
						t.Errorf("%s in Puppet %d: %s", c.ID, major, text)
					}
					if recording.Alone && !slices.Equal(texts(got.Warnings), texts(want.Warnings)) {
						t.Errorf("%s in Puppet %d: got warnings %q, want %q", c.ID, major, got.Warnings, want.Warnings)
					}
				}
			}
			for _, major := range []int{7, 8} {
				s := newServer(Options{Puppet: major})
				for _, c := range recording.Cases {
					// Explanations were recorded with Puppet 8; they hold for Puppet 7 if the outcome is the
					// same.
					root := roots[c.Tree]
					if c.Explain == "" || !canReplay(&c) || root == "" || !reflect.DeepEqual(c.In(strconv.Itoa(major)), c.Outcome) {
						continue
					}
					r := replayed(&c, recording.Contexts[c.Context], root)
					r["explain"], r["show_secrets"] = json.RawMessage("true"), json.RawMessage("true")
					if got := s.ask(t, r, root).Explain; strings.TrimSpace(got) != strings.TrimSpace(c.Explain) {
						t.Errorf("%s explained in Puppet %d:\n got\n%s\nwant\n%s", c.ID, major, got, c.Explain)
					}
				}
			}
		})
	}
	if lookups < 4650 {
		t.Errorf("got %d recorded lookups, want at least 4650", lookups)
	}
}

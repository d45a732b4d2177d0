package main

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/rules"
)

// TestSchemas validates the JSON output of commands, and checks that each schema rejects missing
// and unknown members.
func TestSchemas(t *testing.T) {
	t.Parallel()
	repository := reference.Root(t)
	facts := filetree.Write(t, map[string]string{"web01.json": `{"name": "web01.example.com", "values": {"os": {"family": "Debian"}}}`})
	calls := map[string][][]string{
		"lint-report":  {{"lint"}, {"lint", "--min-severity", "error", "--statistics"}},
		"environments": {{"environments"}},
		"keys":         {{"keys"}, {"keys", "--unused"}},
		"nodes":        {{"nodes"}, {"nodes", "--facts", facts}},
		"rules":        {{"rules"}},
		"why":          {{"why", "profile::base::packages", "--path"}},
		"lookup":       {{"lookup", "profile::base::packages", "--nodes", "all", "--path"}, {"lookup", "profile::base::packages", "--explain", "--facts", facts, "--nodes", "all", "--path"}},
	}
	for _, r := range rules.All() {
		calls["explain"] = append(calls["explain"], []string{"explain", r.Name})
	}
	for name, commands := range calls {
		schema := jsonschema.Read(t, "docs/schemas/"+name+".schema.json")
		for _, command := range commands {
			for _, tree := range []string{"control-repo", "old-repo", "clean-repo"} {
				args := append([]string{"hieralint"}, command...)
				switch command[0] {
				case "rules", "explain":
					if tree != "control-repo" {
						continue
					}
				default:
					args = append(args, filepath.Join(repository, "testdata", tree))
				}
				if command[0] == "lookup" {
					args = slices.Insert(args, 2, "--render-as", "json") // options precede the key
				} else {
					args = append(args, "--format", "json")
				}
				t.Run(strings.Join(append(command[:1:1], name, tree), "/"), func(t *testing.T) {
					t.Parallel()
					var stdout, stderr bytes.Buffer
					run(t.Context(), args, strings.NewReader(""), &stdout, &stderr)
					if err := schema.CheckJSON(stdout.Bytes()); err != nil || stderr.Len() > 0 {
						t.Errorf("%q: %v\n%s", args, err, stderr.String())
					}
					checkStrictness(t, schema, stdout.Bytes())
				})
			}
		}
	}
}

// checkStrictness checks that the schema rejects a document in which a member was removed, changed,
// or added.
func checkStrictness(t *testing.T, schema jsonschema.Schema, document []byte) {
	t.Helper()
	for _, change := range []func(map[string]any){
		func(o map[string]any) { delete(o, "version") },
		func(o map[string]any) { o["version"] = 2 },
		func(o map[string]any) { o["unknown"] = true },
	} {
		var o map[string]any
		if err := json.Unmarshal(document, &o); err != nil {
			t.Fatal(err)
		}
		change(o)
		changed, err := json.Marshal(o)
		if err != nil {
			t.Fatal(err)
		}
		if schema.CheckJSON(changed) == nil {
			t.Errorf("the schema accepts %.80s…", changed)
		}
	}
}

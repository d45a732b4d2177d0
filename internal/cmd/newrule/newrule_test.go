package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

func readList(t *testing.T) []byte {
	t.Helper()
	list, err := os.ReadFile(filepath.Join(reference.Root(t), filepath.FromSlash(listFile)))
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// TestScaffold checks that the generated files of a new rule compile and, with
// HIERALINT_TEST_LONG=1, that its test fails because the rule reports nothing yet.
func TestScaffold(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip(err)
	}
	list := readList(t)
	r, err := newRule(list, rules.All(), "", "yaml-newly-written")
	if err != nil {
		t.Fatal(err)
	}
	files, err := r.files(list)
	if err != nil {
		t.Fatal(err)
	}
	if doc, err := rule.ParseDoc(files["rules/yaml/yaml_newly_written.txtar"]); err != nil || len(doc.Examples) != 1 || len(doc.Plants) != 1 {
		t.Errorf("documentation: %+v, %v", doc, err)
	}
	root, dir := reference.Root(t), t.TempDir()
	overlay := map[string]map[string]string{"Replace": {}}
	for path, text := range files {
		file := filepath.Join(dir, filepath.Base(path))
		if err := os.WriteFile(file, text, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay["Replace"][filepath.Join(root, filepath.FromSlash(path))] = file
	}
	text, err := json.Marshal(overlay)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "overlay.json"), text, 0o644); err != nil {
		t.Fatal(err)
	}
	run := func(command string, args ...string) (output string, err error) {
		cmd := exec.Command("go", append([]string{command, "-overlay", filepath.Join(dir, "overlay.json")}, args...)...)
		cmd.Dir = root
		text, err := cmd.CombinedOutput()
		return string(text), err
	}
	if !reference.Long() {
		if output, err := run("build", "./rules/yaml"); err != nil {
			t.Errorf("the new rule does not compile: %v\n%s", err, output)
		}
		return
	}
	output, err := run("test", "-vet=off", "-ldflags=-s -w", "-run", "^TestYAMLNewlyWritten$", "./rules/yaml")
	if err == nil || !strings.Contains(output, "--- FAIL: TestYAMLNewlyWritten") || !strings.Contains(output, `no finding matches "A PART OF THE MESSAGE"`) {
		t.Errorf("test of the new rule: %v\n%s", err, output)
	}
}

func TestNewRule(t *testing.T) {
	t.Parallel()
	list := readList(t)
	for _, tt := range []struct{ family, name, want, problem string }{
		{"", "yaml-newly-written", "yaml.YAMLNewlyWritten", ""},
		{"", "eyaml-newly-written", "secrets.EyamlNewlyWritten", ""},
		{"binding", "newly-written", "binding.NewlyWritten", ""},
		{"", "newly-written", "", "say with -family where `newly-written` belongs"},
		{"nowhere", "newly-written", "", "no folder `nowhere` below rules"},
		{"", "yaml-duplicate-key", "", "there is a rule `yaml-duplicate-key` already"},
		{"", "YAML_key", "", "is not a name"},
	} {
		r, err := newRule(list, rules.All(), tt.family, tt.name)
		switch {
		case tt.problem != "":
			if err == nil || !strings.Contains(err.Error(), tt.problem) {
				t.Errorf("%s: %v, want %s", tt.name, err, tt.problem)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.name, err)
		case r.Family+"."+r.Variable != tt.want || rules.Find(r.ID) != nil:
			t.Errorf("%s: %+v", tt.name, r)
		}
	}
}

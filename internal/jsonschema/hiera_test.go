package jsonschema_test

import (
	"fmt"
	"io/fs"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/jsonschema"
	"github.com/hieralint/hieralint/internal/reference"
)

// TestHieraSchemaOnRepositories checks the schema on every version 5 hiera.yaml in testdata and the
// corpus.
func TestHieraSchemaOnRepositories(t *testing.T) {
	s := jsonschema.Read(t, "docs/schemas/hiera.schema.json")
	roots := []string{filepath.Join(reference.Root(t), "testdata")}
	if dir, ok := reference.Find(t); ok {
		roots = append(roots, filepath.Join(dir, "corpus"))
	}
	checked := 0
	for _, root := range roots {
		err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
			if err != nil || e.Name() != "hiera.yaml" {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			layer := config.Environment
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), "metadata.json")); err == nil {
				layer = config.Module
			}
			c := config.Read(data.Parse(source.New(path, text), data.YAML), layer)
			if c.Version != 5 {
				return nil
			}
			checked++
			if found := s.CheckYAML(text); (found == nil) != (c.Err(8) == nil) {
				t.Errorf("%s: Puppet says %v, the schema %v", path, c.Err(8), found)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if checked == 0 {
		t.Error("no hiera.yaml found")
	}
}

// TestHieraSchemaAgrees checks that the schema accepts random valid and invalid files exactly if
// package config does, which other tests compare with Puppet.
func TestHieraSchemaAgrees(t *testing.T) {
	s := jsonschema.Read(t, "docs/schemas/hiera.schema.json")
	random := rand.New(rand.NewSource(7))
	right, wrong := 0, 0
	for range 4000 {
		text := randomHiera(random)
		layer := config.Global
		if strings.Contains(text, "default_hierarchy:") {
			layer = config.Module
			if strings.Contains(text, "hiera3_backend:") {
				continue
			}
		}
		err := config.Read(data.Parse(source.New("hiera.yaml", []byte(text)), data.YAML), layer).Err(8)
		if err == nil {
			right++
		} else {
			wrong++
		}
		if found := s.CheckYAML([]byte(text)); (found == nil) != (err == nil) {
			t.Errorf("Puppet's error: %v, the schema's: %v\n%s", err, found, text)
		}
	}
	if right < 500 || wrong < 500 {
		t.Errorf("%d valid and %d invalid files: too few of one kind", right, wrong)
	}
}

// randomHiera returns a random version 5 hiera.yaml with few mistakes.
func randomHiera(r *rand.Rand) string {
	var b strings.Builder
	pick := func(all ...string) string { return all[r.Intn(len(all))] }
	b.WriteString("version: 5\n")
	function := func() string {
		return pick("data_hash: yaml_data", "lookup_key: eyaml_lookup_key", "data_dig: m::dig", "data_hash: json_data", "hiera3_backend: mongo", "hiera3_backend: yaml", "data_hash: ''", "lookup_key: [x]")
	}
	options := func() string {
		return pick("options: {a: b}", "options: {pkcs7_private_key: /x}", "options: {path: x}", "options: {a-: 1}", "options: []", "options: {a: {b: [1, ~]}}")
	}
	location := func() string {
		return pick("path: a.yaml", "paths: [a.yaml, b.yaml]", "glob: '*.yaml'", "globs: ['*.yaml']", "uri: 'http://x.example.com'", "uris: ['http://x.example.com']",
			"mapped_paths: [facts.a, b, c.yaml]", "path: [a.yaml]", "paths: []", "paths: a.yaml", "mapped_paths: [a, b]", "path: 5", "glob: ''")
	}
	rarely := func(n int, what func() string) {
		if r.Intn(n) == 0 {
			b.WriteString(what() + "\n")
		}
	}
	if r.Intn(3) == 0 {
		b.WriteString("defaults:\n")
		if r.Intn(6) > 0 {
			rarely(1, func() string { return "  datadir: " + pick("data", "data", "hieradata", "''", "1") })
			rarely(2, func() string { return "  data_hash: yaml_data" })
			rarely(8, func() string {
				return "  " + pick("lookup_key: x::y", "data_dig: x::y", "hiera3_backend: mongo", "path: x")
			})
			rarely(4, func() string { return "  " + options() })
		}
	}
	level := 0
	hierarchy := func(key string) {
		fmt.Fprintf(&b, "%s:\n", key)
		for range 1 + r.Intn(3) {
			level++
			fmt.Fprintf(&b, "  - name: %s\n", pick(fmt.Sprintf("level %d", level), fmt.Sprintf("level %d", level), fmt.Sprintf("level %d", level), "5"))
			written := map[string]bool{}
			add := func(n int, what func() string) {
				if r.Intn(n) > 0 {
					return
				}
				text := what()
				if name, _, _ := strings.Cut(text, ":"); !written[name] {
					written[name] = true
					b.WriteString("    " + text + "\n")
				}
			}
			add(1, func() string { return pick("path: x.yaml", location()) })
			add(9, location)
			add(3, function)
			add(12, function)
			add(6, options)
			add(8, func() string { return pick("datadir: x", "datadir: ~", "dataDir: x", "priority: 1") })
		}
	}
	if r.Intn(5) > 0 {
		hierarchy("hierarchy")
	} else {
		rarely(2, func() string { return "hierarchy: " + pick("[]", "~", "x", "[x]", "[{path: x.yaml}]") })
	}
	if r.Intn(6) == 0 {
		hierarchy(pick("default_hierarchy", "plan_hierarchy"))
	}
	rarely(20, func() string { return pick("backends: [yaml]", "datadir: data", "hierarchi: []") })
	return b.String()
}

func TestHieraSchemaRejects(t *testing.T) {
	s := jsonschema.Read(t, "docs/schemas/hiera.schema.json")
	for _, text := range []string{
		"hierarchy: []\n", "version: 3\n", "version: '5'\n", "- version: 5\n", "version: 5\nhierarchy: {}\n", "---\n:backends: yaml\n",
		"version: 5\ndefaults: {datadir: data}\nhierarchy: [{name: a, path: a.yaml}]\n",
		"version: 5\nhierarchy: [{name: a, path: a.yaml, glob: '*'}]\n", "version: 5\nhierarchy: [{name: a, data_hash: yaml_data, lookup_key: x}]\n",
	} {
		if s.CheckYAML([]byte(text)) == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

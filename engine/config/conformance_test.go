package config

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// recorded is a lookup that Puppet was seen to answer: its configuration files and its error, if
// any, with placeholders for directories.
type recorded struct {
	id      string
	key     string
	files   map[Layer]configFile
	version int
	failure string
	crash   bool
}

type configFile struct{ path, text string }

// fileErrors are the errors that come from a hiera.yaml alone.
var fileErrors = regexp.MustCompile(`The Lookup Configuration at|hiera\.yaml version|\(file: [^ ]*hiera\.yaml|^\([^ ]*hiera\.yaml\)`)

// TestRecorded reads the configuration of each recorded lookup. Where Read finds an error, Puppet
// must have failed with it; where it finds none, Puppet must not have complained of the file.
func TestRecorded(t *testing.T) {
	cases := append(readCases(t), readConformance(t)...)
	failed := 0
	for _, c := range cases {
		want := ""
		for _, layer := range []Layer{Global, Environment, Module} {
			f, ok := c.files[layer]
			if !ok {
				continue
			}
			config := Read(data.Parse(source.New(f.path, []byte(f.text)), data.YAML), layer)
			if err := config.Err(c.version); err != nil {
				if want = err.Text; layer == Global && !err.Issue {
					want = "Lookup of key 'lookup_options' failed: " + want
				}
				break
			}
		}
		switch {
		case want != "":
			failed++
			if c.failure != want && !c.crash {
				t.Errorf("%s\n got: %s\nwant: %s", c.id, want, c.failure)
			}
		case fileErrors.MatchString(c.failure) && !notAlone.MatchString(c.failure):
			t.Errorf("%s\n got: no error\nwant: %s", c.id, c.failure)
		}
	}
	if failed < 100 {
		t.Errorf("only %d of %d recorded lookups have an error of the configuration", failed, len(cases))
	}
}

// readCases reads the cases of the reference.
func readCases(t *testing.T) []recorded {
	f, err := os.Open(filepath.Join(reference.Dir(t), "reference", "cases.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	type expectation struct {
		Error     string
		RubyCrash bool `json:"ruby_crash"`
	}
	var cases []recorded
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var c struct {
			ID      string
			Key     any
			Files   map[string]any
			Expect  expectation
			Expect8 *expectation `json:"expect_puppet8"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		key, _ := c.Key.(string)
		files := map[Layer]configFile{}
		add := func(layer Layer, name, path string) {
			if text, ok := c.Files[name].(string); ok {
				files[layer] = configFile{path, text}
			}
		}
		add(Global, "GLOBAL/hiera.yaml", "GLOBAL/hiera.yaml")
		add(Environment, "hiera.yaml", "ENV/hiera.yaml")
		if module, _, ok := strings.Cut(key, "::"); ok {
			add(Module, "modules/"+module+"/hiera.yaml", "ENV/modules/"+module+"/hiera.yaml")
		}
		if c.Expect8 == nil {
			c.Expect8 = &c.Expect
		}
		cases = append(cases,
			recorded{c.ID + " (7)", key, files, 7, c.Expect.Error, c.Expect.RubyCrash},
			recorded{c.ID + " (8)", key, files, 8, c.Expect8.Error, c.Expect8.RubyCrash})
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// readConformance reads the lookups of the conformance corpus.
func readConformance(t *testing.T) []recorded {
	dir := filepath.Join(reference.Dir(t), "conformance")
	seen, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	generated, err := filepath.Glob(filepath.Join(dir, "generated", "*.json"))
	if err != nil {
		t.Fatal(err)
	}
	paths := append(seen, generated...)
	if len(paths) == 0 {
		t.Fatalf("no conformance cases in %s", dir)
	}
	var cases []recorded
	for _, path := range paths {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var corpus struct {
			Contexts map[string]struct {
				EnvironmentDir string         `json:"environment_dir"`
				Global         string         `json:"global_hiera_config"`
				Settings       map[string]any `json:"settings"`
				Modulepath     []string       `json:"modulepath"`
			}
			Trees map[string]struct{ Files map[string]any }
			Cases []struct {
				ID, API, Tree, Context string
				Replay                 any
				Request                struct{ Key any }
				Outcome                struct {
					Error *struct{ Class, Message string }
				}
			}
		}
		if err := json.Unmarshal(content, &corpus); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for _, c := range corpus.Cases {
			if c.API != "lookup" || c.Replay != nil && c.Replay != "same" {
				continue
			}
			context, tree := corpus.Contexts[c.Context], corpus.Trees[c.Tree]
			r := recorded{id: c.ID, files: map[Layer]configFile{}, version: 7}
			r.key, _ = c.Request.Key.(string)
			if context.Settings["strict"] == "error" {
				r.version = 8
			}
			if c.Outcome.Error != nil {
				r.failure = c.Outcome.Error.Message
				r.crash = c.Outcome.Error.Class == classNoMethod
			}
			add := func(layer Layer, path string) {
				if text, ok := tree.Files[strings.TrimPrefix(path, "${ROOT}/")].(string); ok {
					r.files[layer] = configFile{path, text}
				}
			}
			add(Global, context.Global)
			add(Environment, context.EnvironmentDir+"/hiera.yaml")
			if module, _, ok := strings.Cut(r.key, "::"); ok && len(context.Modulepath) > 0 {
				add(Module, context.Modulepath[0]+"/"+module+"/hiera.yaml")
			}
			cases = append(cases, r)
		}
	}
	return cases
}

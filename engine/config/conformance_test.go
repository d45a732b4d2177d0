package config

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// recorded is a lookup recorded with Puppet: its configuration files, and its error if it failed, with
// placeholders for directories.
type recorded struct {
	id      string
	files   map[Layer]configFile
	version int
	failure string
	crash   bool
}

type configFile struct{ path, text string }

// fileErrors matches errors about a hiera.yaml.
var fileErrors = regexp.MustCompile(`The Lookup Configuration at|hiera\.yaml version|\(file: [^ ]*hiera\.yaml|^\([^ ]*hiera\.yaml\)`)

// TestRecorded reads the configuration of each recorded lookup. If Read finds an error, Puppet must have failed
// with the same error; otherwise, Puppet must not have failed because of the file.
func TestRecorded(t *testing.T) {
	cases := readRecorded(t)
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
		t.Errorf("got %d of %d recorded lookups with a configuration error, want at least 100", failed, len(cases))
	}
}

// readRecorded reads the recorded lookups, each once per version of Puppet that it applies to.
func readRecorded(t *testing.T) []recorded {
	var cases []recorded
	for _, recording := range reference.Recordings(t) {
		for _, c := range recording.Cases {
			if c.API != "lookup" || !c.Repeatable() {
				continue
			}
			var key string
			_ = json.Unmarshal(c.Request["key"], &key) // stays empty if the key is an array
			files := configFiles(recording.Trees[c.Tree], recording.Contexts[c.Context], key)
			for _, version := range versions(recording.Contexts[c.Context]) {
				r := recorded{id: fmt.Sprintf("%s (%d)", c.ID, version), files: files, version: version}
				if failure := c.In(strconv.Itoa(version)).Error; failure != nil {
					r.failure, r.crash = failure.Message, failure.RubyCrash
				}
				cases = append(cases, r)
			}
		}
	}
	return cases
}

// versions returns the major versions of Puppet that a recording applies to: 8 with strict=error, 7 with
// another value, and both if strict is not set.
func versions(context reference.Context) []int {
	var settings struct{ Strict string }
	_ = json.Unmarshal(context["settings"], &settings) // absent or an object
	switch settings.Strict {
	case "":
		return []int{7, 8}
	case "error":
		return []int{8}
	}
	return []int{7}
}

// configFiles returns the hiera.yaml files of the layers in which key is looked up.
func configFiles(tree reference.Tree, context reference.Context, key string) map[Layer]configFile {
	files := map[Layer]configFile{}
	add := func(layer Layer, path string) {
		if text, ok := tree.Text(strings.TrimPrefix(path, "${ROOT}/")); ok {
			files[layer] = configFile{path, text}
		}
	}
	environment := context.String("environment_dir")
	add(Global, context.String("global_hiera_config"))
	add(Environment, environment+"/hiera.yaml")
	if module, _, ok := strings.Cut(key, "::"); ok {
		add(Module, environment+"/modules/"+module+"/hiera.yaml")
	}
	return files
}

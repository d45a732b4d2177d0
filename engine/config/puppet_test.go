package config

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// places maps each layer to the directory of its hiera.yaml.
var places = map[Layer]string{Global: "global", Environment: "env", Module: "env/modules/m"}

// TestAgainstPuppet compares errors and warnings with Puppet, for the files of TestErr and for random files.
func TestAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	ask := func(layer Layer, text string) oracle.Answer {
		files := map[string]string{places[layer] + "/hiera.yaml": text, "env/modules/m/manifests/init.pp": ""}
		root := filetree.Write(t, files)
		request := oracle.Request{
			EnvDir: filepath.Join(root, "env"), Codedir: root, Key: "m::x",
			Facts: map[string]any{"fact": "value", "list": []string{"a"}},
		}
		if layer == Global {
			request.GlobalDir = filepath.Join(root, "global")
		}
		a := puppet.Ask(request)
		dir := filepath.Join(root, places[layer])
		if a.Error != nil {
			a.Error.Message = strings.ReplaceAll(a.Error.Message, dir, filepath.Dir(file))
		}
		for i := range a.Warnings {
			a.Warnings[i] = strings.ReplaceAll(a.Warnings[i], dir, filepath.Dir(file))
		}
		return a
	}
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) { compare(t, tt.layer, tt.text, ask(tt.layer, tt.text)) })
	}
	random := rand.New(rand.NewSource(5))
	for range reference.Cases(500) {
		layer := Layer(random.Intn(3))
		text := randomConfig(random)
		if !compare(t, layer, text, ask(layer, text)) {
			t.Logf("%s:\n%s", layer, text)
		}
	}
}

// fromConfig matches errors that depend only on the file.
var fromConfig = regexp.MustCompile(`The Lookup Configuration|\(file: |^\(/|Unknown alias|to_i|^Infinity|mapped_path\[0\]|Interpolation|Syntax error in string|bad URI|Scope variable`)

// notAlone matches errors that do not depend only on the file, such as missing functions.
var notAlone = regexp.MustCompile(`Unable to find '|load_typed|Undefined variable`)

// atCall matches errors of data functions that reject their arguments.
var atCall = regexp.MustCompile(`^(Lookup of key 'lookup_options' failed: )?'\w+(_data|_key)'`)

// noText stands for an error with an empty message.
const noText = "(nothing)"

// compare reports whether errors and warnings for a file agree with Puppet's answer.
func compare(t *testing.T, layer Layer, text string, answer oracle.Answer) bool {
	t.Helper()
	c := read(layer, text)
	puppets := ""
	if answer.Error != nil && fromConfig.MatchString(answer.Error.Message) && !notAlone.MatchString(answer.Error.Message) {
		puppets = answer.Error.Message
	}
	if answer.Error != nil && atCall.MatchString(answer.Error.Message) {
		if !slices.ContainsFunc(c.Problems, func(p *Problem) bool {
			return p.Stage == AtCall && strings.HasSuffix(answer.Error.Message, p.Puppet7.Text)
		}) {
			t.Errorf("no problem for Puppet's error %s", answer.Error.Message)
			return false
		}
	}
	if answer.Error != nil && (answer.Error.Message == "" || strings.HasSuffix(answer.Error.Message, " failed: ")) {
		puppets = answer.Error.Message + noText
	}
	got := ""
	if err := c.Err(7); err != nil {
		if got = err.Text; got == "" {
			got = noText
		}
		if layer == Global && !err.Issue {
			got = "Lookup of key 'lookup_options' failed: " + got
		}
		if answer.Error != nil && err.Class == classNoMethod && answer.Error.Class == classNoMethod {
			got, puppets = "", "" // the message depends on the version of Ruby
		}
		if answer.Error != nil && (err.Class == classType || strings.HasPrefix(err.Class, "URI::") || err.Class == classRegexp) {
			got, puppets = err.Text, answer.Error.Message
		}
	}
	ok := got == puppets
	if !ok {
		t.Errorf("error\n got: %s\nwant: %s", got, puppets)
	}
	var warnings []string
	for _, w := range answer.Warnings {
		if strings.Contains(w, "hiera.yaml") {
			warnings = append(warnings, w)
		}
	}
	if !slices.Equal(warnings, c.Warnings(7, true)) {
		t.Errorf("warnings\n got: %q\nwant: %q", c.Warnings(7, true), warnings)
		ok = false
	}
	return ok
}

// randomConfig returns a random file that is mostly valid.
func randomConfig(r *rand.Rand) string {
	var b strings.Builder
	pick := func(list ...string) string { return list[r.Intn(len(list))] }
	rarely := func() bool { return r.Intn(8) == 0 }
	value := func() string {
		return pick("a", "common.yaml", "yaml_data", "eyaml_lookup_key", "'%{fact}/x'", "'%{facts.fact}'", "1", "~", "''", "[a]", "{a: b}", "\"%{lookup('x')}\"", "'%{a..b}'", "yes", "yaml", "[]", "[a, b, c]", "[list, v, '%{v}']")
	}
	options := func() string {
		return pick("{a: b}", "{path: x}", "{uri: x, b: c}", "{a_: 1}", "{}", "{1: 2}", "{a: \"%{lookup('x')}\"}", "{a: {b: ~}}", "~", "[a]")
	}
	version := pick("5", "5", "5", "5", "4", "3", "'5'", "6", "")
	if version != "" {
		fmt.Fprintf(&b, "version: %s\n", version)
	}
	if rarely() {
		fmt.Fprintf(&b, "%s: %s\n", pick("foo", "datadir", "backends", ":logger", "hierarchy", "default_hierarchy", "1"), value())
	}
	if r.Intn(3) == 0 {
		fmt.Fprintf(&b, "defaults:\n  %s: %s\n", pick("datadir", "datadir", "data_hash", "data_hash", "lookup_key", "2"), value())
		if rarely() {
			fmt.Fprintf(&b, "  %s: %s\n", pick("data_hash", "lookup_key", "path"), value())
		}
		if rarely() {
			fmt.Fprintf(&b, "  options: %s\n", options())
		}
	}
	hierarchies := []string{"hierarchy"}
	if rarely() {
		hierarchies = append(hierarchies, pick("plan_hierarchy", "default_hierarchy"))
	}
	for _, key := range hierarchies {
		fmt.Fprintf(&b, "%s:\n", key)
		for range 1 + r.Intn(3) {
			fmt.Fprintf(&b, "  - name: %s\n", pick("A", "B", "\"C #1\"", "D D", "'*'", "1", "E+"))
			for range r.Intn(3) {
				fmt.Fprintf(&b, "    %s: %s\n", pick("path", "path", "paths", "glob", "globs", "uri", "uris", "mapped_paths", "datadir", "data_hash", "lookup_key", "hiera3_backend", "backend", "nonsense", "2"), value())
			}
			if version == "4" && !rarely() {
				fmt.Fprintf(&b, "    backend: %s\n", pick("yaml", "json", "foo"))
			}
			if rarely() {
				fmt.Fprintf(&b, "    options: %s\n", options())
			}
		}
	}
	return b.String()
}

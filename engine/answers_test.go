package engine_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/oracle"
)

// puppetCase is a lookup to compare between the engine and Puppet.
type puppetCase struct {
	name  string
	files map[string]string // GLOBAL/hiera.yaml configures the global layer
	key   string
}

// withData returns the files of an environment with one data file.
func withData(text string) map[string]string {
	return map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": text}
}

var strictness = map[string]engine.Strictness{"off": engine.Off, "warning": engine.Warning, "error": engine.Strict}

// ask performs the lookup with the engine and with Puppet 7.
func (tt *puppetCase) ask(t *testing.T, puppet *oracle.Oracle, strict string) (*engine.Result, *outcome.Error, oracle.Answer) {
	t.Helper()
	dir := filetree.Write(t, tt.files)
	request := oracle.Request{EnvDir: dir, Key: tt.key, Facts: map[string]any{"os": "x"}, Settings: map[string]any{"strict": strict}}
	options := engine.Options{Puppet: 7, Strict: strictness[strict]}
	if _, ok := tt.files["GLOBAL/hiera.yaml"]; ok {
		request.GlobalDir = filepath.Join(dir, "GLOBAL")
		options.GlobalConfig = filepath.Join(dir, "GLOBAL", "hiera.yaml")
	}
	want := puppet.Ask(request)
	facts := data.NewHash([]data.Entry{{Key: data.NewString("os"), Value: data.NewString("x")}})
	r, err := openDir(t, options, dir).Lookup(context.Background(), engine.NewScope(engine.ScopeData{Facts: facts}), engine.LookupOptions{}, tt.key)
	var e *outcome.Error
	if err != nil && !errors.As(err, &e) {
		t.Fatal(err)
	}
	return r, e, want
}

var errorTests = []puppetCase{
	{"subkey of a float", withData("a: 1.5\n"), "a.x"},
	{"subkey of an integer", withData("a: 1\n"), "a.x"},
	{"subkey of a symbol", withData("a: :default\n"), "a.x"},
	{"subkey of a float in the global layer", map[string]string{
		"GLOBAL/hiera.yaml": "version: 5\n", "GLOBAL/data/common.yaml": "a: \"%{lookup('b.x')}\"\nb: 1.5\n",
	}, "a"},
	{"token in invalid UTF-8", map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: a.json, data_hash: json_data}\n", "data/a.json": "{\"a\": [\"\xff %{os}\"]}",
	}, "a"},
	{"unclosed token in invalid UTF-8", map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: a.json, data_hash: json_data}\n", "data/a.json": "{\"a\": \"\xff %{\"}",
	}, "a"},
	{"method in mapped_paths", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, mapped_paths: [os, v, \"%{lookup('x')}\"]}\n"}, "a"},
	{"invalid URI below a level without a location", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A}\n  - {name: B, uri: '[ab].yaml'}\n"}, "a"},
	{"lookup_key function as data_dig", withPaths("  - {name: A, path: common.yaml, data_dig: eyaml_lookup_key}\n", "a: 1\n"), "a"},
	{"lookup_key function as data_hash", withPaths("  - {name: A, path: common.yaml, data_hash: eyaml_lookup_key}\n", "a: 1\n"), "a"},
	{"data_hash function as lookup_key", withPaths("  - {name: A, path: common.yaml, lookup_key: json_data}\n", "a: 1\n"), "a"},
	{"data_hash function as data_dig", withPaths("  - {name: A, path: common.yaml, data_dig: hocon_data}\n", "a: 1\n"), "a"},
	{"data_hash function as v4_data_hash", withPaths("  - {name: A, path: common.yaml, v4_data_hash: yaml_data}\n", "a: 1\n"), "a"},
	{"invalid regular expression", withData("a: 1\nlookup_options: {'^[': {merge: deep}}\n"), "a"},
	{"integer key in lookup_options", withData("a: 1\nlookup_options: {1: {merge: deep}}\n"), "a"},
	{"array as options", withData("a: 1\nlookup_options: {a: []}\n"), "a"},
	{"integer as options", withData("a: 1\nlookup_options: {a: 5}\n"), "a"},
	{"float as options", withData("a: 1\nlookup_options: {a: 1.5}\n"), "a"},
	{"boolean as options", withData("a: 1\nlookup_options: {a: true}\n"), "a"},
	{"subkey of a URI", withConverted("URI", "x"), "a.x"},
	{"subkey of an HTTP URI", withConverted("URI", "HTTP://host/x"), "a.x"},
	{"subkey of a mailto URI", withConverted("URI", "mailto:a@b.c"), "a.x"},
	{"subkey of a file URI", withConverted("URI", "file:///x"), "a.x"},
	{"subkey of a URI with an unknown scheme", withConverted("URI", "puppet:///x"), "a.x"},
	{"subkey of a version", withConverted("SemVer", "1.2.3"), "a.x"},
	{"subkey of a version range", withConverted("SemVerRange", "1.x || 3.x"), "a.x"},
	{"subkey of a timestamp", withConverted("Timestamp", "2020-01-01"), "a.x"},
	{"subkey of a timespan", withConverted("Timespan", "1:00:00"), "a.x"},
	{"subkey of a binary", withConverted("Binary", "aGVsbG8="), "a.x"},
}

// withConverted returns the files of an environment in which a is an alias of b, and b is converted to typ.
func withConverted(typ, value string) map[string]string {
	return withData("a: \"%{alias('b')}\"\nb: '" + value + "'\nlookup_options: {b: {convert_to: " + typ + "}}\n")
}

// TestErrorsAgainstPuppet checks that lookups fail with the same error class as in Puppet, and with the same
// message unless Puppet itself crashes.
func TestErrorsAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	for _, tt := range errorTests {
		t.Run(tt.name, func(t *testing.T) {
			_, err, want := tt.ask(t, puppet, "warning")
			switch {
			case err == nil || want.Error == nil:
				t.Errorf("got error %v, want %+v", err, want.Error)
			case err.Class != want.Error.Class:
				t.Errorf("got %s (%s), want %s (%s)", err.Class, err.Message, want.Error.Class, want.Error.Message)
			case err.Message != want.Error.Message && !err.Crash:
				t.Errorf("error\n got: %s\nwant: %s", err.Message, want.Error.Message)
			}
		})
	}
}

// withPaths returns the files of an environment with the given levels. Of their data files, only common.yaml
// exists.
func withPaths(levels, text string) map[string]string {
	return map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n" + levels, "data/common.yaml": text}
}

const (
	missingPath  = "  - {name: A, paths: [missing.yaml, common.yaml]}\n"
	missingLevel = "  - {name: A, path: missing.yaml}\n  - {name: B, path: common.yaml}\n"
	uniqueMerge  = "lookup_options: {a: {merge: unique}}\n"
)

var valueTests = []puppetCase{
	{"unique with a missing path", withPaths(missingPath, "a: [x, x]\n"+uniqueMerge), "a"},
	{"unique with a missing path, nested arrays", withPaths(missingPath, "a: [x, [y, [x]], x]\n"+uniqueMerge), "a"},
	{"unique with a missing level", withPaths(missingLevel, "a: [x, [y, [x]], x]\n"+uniqueMerge), "a"},
	{"unique of a string and a hash, with a missing path", map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, paths: [b.yaml, missing.yaml]}\n",
		"data/a.yaml": "a: x\n" + uniqueMerge, "data/b.yaml": "a: {y: 1}\n",
	}, "a"},
	{"unused knockout prefix that is not a valid regular expression", map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, paths: [a.yaml, b.yaml]}]\n",
		"data/a.yaml": "a: [{x: 1}]\nlookup_options: {a: {merge: {strategy: deep, knockout_prefix: '['}}}\n", "data/b.yaml": "a: [y]\n",
	}, "a"},
	{"unique of a hash with a missing path", withPaths(missingPath, "a: {x: 1}\n"+uniqueMerge), "a"},
}

// TestValuesAgainstPuppet checks that lookups return the same values as in Puppet.
func TestValuesAgainstPuppet(t *testing.T) {
	puppet := oracle.Start(t)
	for _, tt := range valueTests {
		t.Run(tt.name, func(t *testing.T) {
			r, err, want := tt.ask(t, puppet, "warning")
			if err != nil || want.Error != nil {
				t.Fatalf("got error %v, want %+v", err, want.Error)
			}
			if got := tagged.Append(nil, r.Value); string(got) != string(want.Value) {
				t.Errorf("got %s, want %s", got, want.Value)
			}
		})
	}
}

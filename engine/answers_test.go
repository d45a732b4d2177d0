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

// puppetCase is a lookup that the engine and Puppet are both asked for.
type puppetCase struct {
	name  string
	files map[string]string // GLOBAL/hiera.yaml is that of the global layer
	key   string
}

// withData is an environment with one data file.
func withData(text string) map[string]string {
	return map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": text}
}

var strictness = map[string]engine.Strictness{"off": engine.Off, "warning": engine.Warning, "error": engine.Strict}

// ask asks the engine and Puppet 7. The error of the engine is nil or an *outcome.Error.
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
	{"sub key of a float", withData("a: 1.5\n"), "a.x"},
	{"sub key of an integer", withData("a: 1\n"), "a.x"},
	{"sub key of a symbol", withData("a: :default\n"), "a.x"},
	{"sub key of a float, asked for in the global layer", map[string]string{
		"GLOBAL/hiera.yaml": "version: 5\n", "GLOBAL/data/common.yaml": "a: \"%{lookup('b.x')}\"\nb: 1.5\n",
	}, "a"},
	{"method in mapped_paths", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, mapped_paths: [os, v, \"%{lookup('x')}\"]}\n"}, "a"},
	{"no URI, below a level without a location", map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A}\n  - {name: B, uri: '[ab].yaml'}\n"}, "a"},
	{"lookup_key function as data_dig", withPaths("  - {name: A, path: common.yaml, data_dig: eyaml_lookup_key}\n", "a: 1\n"), "a"},
	{"lookup_key function as data_hash", withPaths("  - {name: A, path: common.yaml, data_hash: eyaml_lookup_key}\n", "a: 1\n"), "a"},
	{"data_hash function as lookup_key", withPaths("  - {name: A, path: common.yaml, lookup_key: json_data}\n", "a: 1\n"), "a"},
	{"data_hash function as data_dig", withPaths("  - {name: A, path: common.yaml, data_dig: hocon_data}\n", "a: 1\n"), "a"},
	{"data_hash function as v4_data_hash", withPaths("  - {name: A, path: common.yaml, v4_data_hash: yaml_data}\n", "a: 1\n"), "a"},
	{"pattern that does not compile", withData("a: 1\nlookup_options: {'^[': {merge: deep}}\n"), "a"},
	{"number as key of lookup_options", withData("a: 1\nlookup_options: {1: {merge: deep}}\n"), "a"},
	{"list for options", withData("a: 1\nlookup_options: {a: []}\n"), "a"},
	{"number for options", withData("a: 1\nlookup_options: {a: 5}\n"), "a"},
	{"float for options", withData("a: 1\nlookup_options: {a: 1.5}\n"), "a"},
	{"boolean for options", withData("a: 1\nlookup_options: {a: true}\n"), "a"},
	{"sub key of a URI", withConverted("URI", "x"), "a.x"},
	{"sub key of an HTTP URI", withConverted("URI", "HTTP://host/x"), "a.x"},
	{"sub key of a mail address", withConverted("URI", "mailto:a@b.c"), "a.x"},
	{"sub key of a file", withConverted("URI", "file:///x"), "a.x"},
	{"sub key of a URI with an unknown scheme", withConverted("URI", "puppet:///x"), "a.x"},
	{"sub key of a version", withConverted("SemVer", "1.2.3"), "a.x"},
	{"sub key of a version range", withConverted("SemVerRange", "1.x || 3.x"), "a.x"},
	{"sub key of a time", withConverted("Timestamp", "2020-01-01"), "a.x"},
	{"sub key of a duration", withConverted("Timespan", "1:00:00"), "a.x"},
	{"sub key of a binary", withConverted("Binary", "aGVsbG8="), "a.x"},
}

// withConverted is an environment in which a refers to a value of a type.
func withConverted(typ, value string) map[string]string {
	return withData("a: \"%{alias('b')}\"\nb: '" + value + "'\nlookup_options: {b: {convert_to: " + typ + "}}\n")
}

// Lookups fail with Puppet's class, and its text, unless that is one of Ruby.
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

// withPaths is an environment whose levels have the data files of paths, of which only the last is
// there.
func withPaths(levels, text string) map[string]string {
	return map[string]string{"hiera.yaml": "version: 5\nhierarchy:\n" + levels, "data/common.yaml": text}
}

const (
	missingPath  = "  - {name: A, paths: [missing.yaml, common.yaml]}\n"
	missingLevel = "  - {name: A, path: missing.yaml}\n  - {name: B, path: common.yaml}\n"
	uniqueMerge  = "lookup_options: {a: {merge: unique}}\n"
)

var valueTests = []puppetCase{
	{"unique with a path that is missing", withPaths(missingPath, "a: [x, x]\n"+uniqueMerge), "a"},
	{"unique with a path that is missing, nested", withPaths(missingPath, "a: [x, [y, [x]], x]\n"+uniqueMerge), "a"},
	{"unique with a level that is missing", withPaths(missingLevel, "a: [x, [y, [x]], x]\n"+uniqueMerge), "a"},
	{"unique of a hash below another, with paths that are missing", map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy:\n  - {name: A, path: a.yaml}\n  - {name: B, paths: [b.yaml, missing.yaml]}\n",
		"data/a.yaml": "a: x\n" + uniqueMerge, "data/b.yaml": "a: {y: 1}\n",
	}, "a"},
	{"prefix that is no regular expression, never put to use", map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, paths: [a.yaml, b.yaml]}]\n",
		"data/a.yaml": "a: [{x: 1}]\nlookup_options: {a: {merge: {strategy: deep, knockout_prefix: '['}}}\n", "data/b.yaml": "a: [y]\n",
	}, "a"},
	{"unique of a hash with a path that is missing", withPaths(missingPath, "a: {x: 1}\n"+uniqueMerge), "a"},
}

// Lookups find Puppet's values.
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

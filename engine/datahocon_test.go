package engine_test

import (
	"context"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/rubytext"
)

const hoconConfig = `version: 5
hierarchy:
  - {name: A, data_hash: hocon_data, path: a.conf}
  - {name: B, path: b.yaml}
`

// TestHOCONFromTheServer checks that environment variables and included files, which come from the Puppet
// server, are unknown unless they are known to be equal.
func TestHOCONFromTheServer(t *testing.T) {
	environment := func(name string) (string, bool) { return "value of " + name, name != "UNSET" }
	tests := []struct {
		name, file    string
		getenv        func(string) (string, bool)
		want, unknown string
	}{
		{name: "a variable", file: "x = ${HOME}", unknown: "the server's environment variable `HOME` is unknown"},
		{name: "an optional variable", file: "x = ${?HOME}", unknown: "the server's environment variable `HOME` is unknown"},
		{name: "a variable in a string", file: "x = a ${HOME} b", unknown: "the server's environment variable `HOME` is unknown"},
		{name: "a variable in an array", file: "x = [1, ${?HOME}]", unknown: "the server's environment variable `HOME` is unknown"},
		{name: "another key", file: "x = 1\ny = ${HOME}", want: "1"},
		{name: "a known variable", file: "x = a ${HOME}", getenv: environment, want: `"a value of HOME"`},
		{name: "an unset variable", file: "x = [1, ${?UNSET}]", getenv: environment, want: "[1]"},
		{name: "a dotted path is not a variable", file: "x = [1, ${?HOME.DIR}]", getenv: environment, want: "[1]"},
		{name: "an included file", file: "include file(\"/etc/x.conf\")\nx = 1", unknown: "the data file includes the file `/etc/x.conf`, which is not read here"},
		{name: "an include of a missing file", file: "include \"x.conf\"\nx = 1", want: "1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := open(t, engine.Options{Getenv: tt.getenv}, "hiera.yaml", hoconConfig, "data/a.conf", tt.file, "data/b.yaml", "x: below\n")
			result, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "x")
			if err != nil {
				t.Fatal(err)
			}
			if len(result.Unknown) > 0 != (tt.unknown != "") || tt.unknown != "" && result.Unknown[0].String() != tt.unknown {
				t.Errorf("unknown: got %v, want %q", result.Unknown, tt.unknown)
			}
			if tt.want != "" && rubytext.Inspect(result.Value) != tt.want {
				t.Errorf("got %s, want %s", rubytext.Inspect(result.Value), tt.want)
			}
		})
	}
}

// TestHOCONCrash checks that a Ruby exception in the hocon gem is not reported as a parse error, like in
// hocon_data.
func TestHOCONCrash(t *testing.T) {
	e := open(t, engine.Options{}, "hiera.yaml", hoconConfig, "data/a.conf", `x = "\q"`)
	_, err := e.Lookup(context.Background(), engine.NewScope(engine.ScopeData{}), engine.LookupOptions{}, "x")
	if err == nil || !strings.HasPrefix(err.Error(), "undefined method `line_number' for \"q\":String") {
		t.Errorf("got %v, want a NoMethodError", err)
	}
}

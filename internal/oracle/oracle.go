// Package oracle queries real Puppet through oracle.rb. It is only for tests.
package oracle

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// Oracle is a running Puppet that answers lookups. It is safe for concurrent use.
type Oracle struct {
	t    testing.TB
	ruby *Ruby
}

// Request is a lookup, with the field names of the oracle's protocol.
type Request struct {
	EnvDir      string         `json:"envdir,omitempty"`
	GlobalDir   string         `json:"globaldir,omitempty"`
	Codedir     string         `json:"codedir,omitempty"`
	Key         string         `json:"key,omitempty"`
	Merge       any            `json:"merge,omitempty"`
	Facts       map[string]any `json:"facts,omitempty"`
	Trusted     map[string]any `json:"trusted,omitempty"`
	Vars        map[string]any `json:"vars,omitempty"`
	Environment string         `json:"environment,omitempty"`
	HieraConfig string         `json:"hiera_config,omitempty"`
	ModulePath  []string       `json:"modulepath,omitempty"`
	Node        string         `json:"node,omitempty"`
	Interpolate any            `json:"interpolate,omitempty"`
	Explain     bool           `json:"explain,omitempty"`
	Settings    map[string]any `json:"settings,omitempty"`
}

// Answer is Puppet's answer.
type Answer struct {
	// Value is the value as JSON, or nil if there was an error.
	Value json.RawMessage `json:"value"`
	Error *struct {
		Class   string `json:"class"`
		Message string `json:"message"`
	} `json:"error"`
	Warnings []string `json:"warnings"`
	Explain  string   `json:"explain"`
}

// Dir returns the directory with oracle.rb and tagged.rb, which writes Ruby values as JSON.
func Dir(t testing.TB) string {
	t.Helper()
	return filepath.Join(reference.Root(t), "internal", "oracle")
}

// Start starts Puppet, or skips the test if it is not installed.
func Start(t testing.TB) *Oracle {
	t.Helper()
	return &Oracle{t, StartRuby(t, filepath.Join(Dir(t), "oracle.rb"))}
}

// Ask performs a lookup.
func (o *Oracle) Ask(r Request) Answer {
	o.t.Helper()
	var a Answer
	o.ruby.Ask(o.t, r, &a)
	return a
}

// Line sends a request in JSON, and returns the answer unchanged.
func (o *Oracle) Line(t testing.TB, request []byte) []byte {
	t.Helper()
	return o.ruby.Line(t, request)
}

// StartPuppet starts the Puppet whose library HIERALINT_TEST_PUPPET_LIB names, or else the
// installed one, and returns its major version too.
func StartPuppet(t testing.TB) (puppet *Oracle, major int) {
	t.Helper()
	args := []string{filepath.Join(Dir(t), "oracle.rb")}
	load := []string{"-e", "require 'puppet/version'; print Puppet.version.to_i"}
	if lib := os.Getenv("HIERALINT_TEST_PUPPET_LIB"); lib != "" {
		args = append(args, "--puppet-lib", lib)
		load = append([]string{"-I", lib}, load...)
	}
	AskRuby(t, nil, &major, load...)
	return &Oracle{t, StartRuby(t, args...)}, major
}

// Package oracle asks real Puppet, through oracle.rb. It is for tests only.
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

// Request is one lookup; the field names are those of the oracle's protocol.
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

// Answer is what Puppet said.
type Answer struct {
	// Value is the value as JSON; nil when there was an error.
	Value json.RawMessage `json:"value"`
	Error *struct {
		Class   string `json:"class"`
		Message string `json:"message"`
	} `json:"error"`
	Warnings []string `json:"warnings"`
	Explain  string   `json:"explain"`
}

// Dir is the folder with oracle.rb, and with tagged.rb, which writes values of Ruby as JSON.
func Dir(t testing.TB) string {
	t.Helper()
	return filepath.Join(reference.Root(t), "internal", "oracle")
}

// Start starts Puppet, or skips the test where it is not installed.
func Start(t testing.TB) *Oracle {
	t.Helper()
	return &Oracle{t, StartRuby(t, filepath.Join(Dir(t), "oracle.rb"))}
}

// Ask asks for one lookup.
func (o *Oracle) Ask(r Request) Answer {
	o.t.Helper()
	var a Answer
	o.ruby.Ask(o.t, r, &a)
	return a
}

// Line sends a request that is JSON already, and gives the answer as it is.
func (o *Oracle) Line(t testing.TB, request []byte) []byte {
	t.Helper()
	return o.ruby.Line(t, request)
}

// StartPuppet starts the Puppet whose library HIERALINT_TEST_PUPPET_LIB names, or else the installed one, and returns its
// major version too.
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

// Package oracle asks real Puppet. It is for tests only.
package oracle

import (
	"bufio"
	"encoding/json"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// Oracle is a running Puppet that answers lookups. It is not safe for concurrent use.
type Oracle struct {
	t     testing.TB
	stdin io.WriteCloser
	out   *bufio.Scanner
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

// Start starts Puppet, or skips the test where it is not installed.
func Start(t testing.TB) *Oracle {
	t.Helper()
	ruby := reference.Ruby(t)
	script := filepath.Join(reference.Dir(t), "oracle", "oracle.rb")
	command := exec.Command(ruby, script)
	stdin, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = stdin.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("the oracle failed: %v\n%s", err, stderr.String())
		}
	})
	out := bufio.NewScanner(stdout)
	out.Buffer(nil, 64<<20)
	return &Oracle{t: t, stdin: stdin, out: out}
}

// Ask asks for one lookup.
func (o *Oracle) Ask(r Request) Answer {
	o.t.Helper()
	line, err := json.Marshal(r)
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := o.stdin.Write(append(line, '\n')); err != nil {
		o.t.Fatal(err)
	}
	if !o.out.Scan() {
		o.t.Fatalf("the oracle gave no answer: %v", o.out.Err())
	}
	var a Answer
	if err := json.Unmarshal(o.out.Bytes(), &a); err != nil {
		o.t.Fatalf("the oracle's answer %q: %v", o.out.Text(), err)
	}
	return a
}

package oracle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/hieralint/hieralint/internal/reference"
)

// Ruby is a running Ruby program that answers each line of its input with one line. It is safe for
// concurrent use.
type Ruby struct {
	mu  sync.Mutex
	in  io.Writer
	out *bufio.Reader
}

// StartRuby starts a Ruby that can load Puppet, with the arguments of its command line, and ends it with the
// test. The program must write its lines at once, and end well where its input ends.
func StartRuby(t testing.TB, args ...string) *Ruby {
	t.Helper()
	command := exec.Command(reference.Ruby(t), args...)
	in, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	command.Stderr = &stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		if err := command.Wait(); err != nil {
			t.Errorf("Ruby failed: %v\n%s", err, stderr.String())
		}
	})
	return &Ruby{in: in, out: bufio.NewReaderSize(out, 1<<20)}
}

// Line sends a line and gives the line that answers it.
func (r *Ruby) Line(t testing.TB, line []byte) []byte {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, err := fmt.Fprintf(r.in, "%s\n", line); err != nil {
		t.Fatal(err)
	}
	answer, err := r.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("Ruby gives no answer to %.200q: %v", line, err)
	}
	return answer
}

// Ask sends a question as JSON and reads the answer.
func (r *Ruby) Ask(t testing.TB, question, answer any) {
	t.Helper()
	decode(t, r.Line(t, encode(t, question)), answer)
}

// AskRuby runs a Ruby that can load Puppet, with the arguments of its command line: a program that reads a question
// as JSON, if it has one, and prints the answer.
func AskRuby(t testing.TB, question, answer any, args ...string) {
	t.Helper()
	command := exec.Command(reference.Ruby(t), args...)
	command.Stdin = bytes.NewReader(encode(t, question))
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("Ruby failed: %v\n%s", err, stderr.String())
	}
	decode(t, out, answer)
}

func encode(t testing.TB, question any) []byte {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// decode reads an answer; a number of type any is a json.Number.
func decode(t testing.TB, text []byte, answer any) {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	if err := decoder.Decode(answer); err != nil {
		t.Fatalf("Ruby's answer %.200q: %v", text, err)
	}
}

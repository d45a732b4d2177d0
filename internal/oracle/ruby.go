package oracle

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
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
	mu      sync.Mutex
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	stderr  strings.Builder // to be read after the end of command
	ended   error           // why there are no further answers
}

// running has the started programs, by their arguments.
var running = struct {
	sync.Mutex
	byArgs map[string]*Ruby
}{byArgs: map[string]*Ruby{}}

// StartRuby starts a Ruby that can load Puppet, with the arguments of its command line. Tests of a
// package that give the same arguments share one program, which ends when they have all ended. The
// program must flush each line, and exit at the end of its input.
func StartRuby(t testing.TB, args ...string) *Ruby {
	t.Helper()
	ruby := reference.Ruby(t)
	running.Lock()
	defer running.Unlock()
	key := strings.Join(args, "\x00")
	if r := running.byArgs[key]; r != nil {
		return r
	}
	r := &Ruby{command: exec.Command(ruby, args...)}
	var err error
	if r.in, err = r.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := r.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	r.out = bufio.NewReaderSize(out, 1<<20)
	r.command.Stderr = &r.stderr
	if err := r.command.Start(); err != nil {
		t.Fatal(err)
	}
	running.byArgs[key] = r
	return r
}

// Line sends a line and returns the answering line.
func (r *Ruby) Line(t testing.TB, line []byte) []byte {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.ended != nil {
		t.Fatal(r.ended)
	}
	answer, err := r.exchange(line)
	if err != nil {
		_ = r.in.Close()
		r.ended = fmt.Errorf("Ruby gives no answer to %.200q: %w\n%s", line, errors.Join(err, r.command.Wait()), r.stderr.String())
		t.Fatal(r.ended)
	}
	return answer
}

func (r *Ruby) exchange(line []byte) ([]byte, error) {
	if _, err := fmt.Fprintf(r.in, "%s\n", line); err != nil {
		return nil, err
	}
	return r.out.ReadBytes('\n')
}

// Ask sends a question as JSON and reads the answer.
func (r *Ruby) Ask(t testing.TB, question, answer any) {
	t.Helper()
	decode(t, r.Line(t, encode(t, question)), answer)
}

// AskRuby runs a Ruby that can load Puppet, with the arguments of its command line: a program that
// reads a question as JSON, if it has one, and prints the answer.
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

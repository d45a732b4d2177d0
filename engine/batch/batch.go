// Package batch answers lookups read as JSON lines with JSON lines: one request, one answer, in
// order. The form is that of the lookup oracle, so that the engine and real Puppet can be given
// the same requests and compared line by line. docs/batch.md describes it.
//
// It turns requests into lookups and results into answers, and keeps engines and scopes between
// requests. What a lookup is worth is the engine's business.
package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
)

// Options say how requests are answered that do not say it themselves.
type Options struct {
	// Puppet is the major version to follow, 7 or 8.
	Puppet int
	// ShowSecrets leaves decrypted values in explanations.
	ShowSecrets bool
}

// maxRequest bounds the size of one request.
const maxRequest = 1 << 28

// Serve answers requests until in ends. The error is one of reading or writing, or else the first *crash.Error;
// what is wrong with a request, a crash too, is its answer.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	return newServer(o).serve(ctx, in, out)
}

func (s *server) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<18), maxRequest)
	more := false // another request has come already
	lines.Split(func(received []byte, end bool) (int, []byte, error) {
		n, line, err := bufio.ScanLines(received, end)
		more = n > 0 && bytes.IndexByte(received[n:], '\n') >= 0
		return n, line, err
	})
	w := bufio.NewWriterSize(out, 1<<16)
	var t turn
	for lines.Scan() {
		if line := lines.Text(); line != "" {
			t.add(s.read(line))
		}
		if more && !t.isFull() {
			continue
		}
		s.answerAll(ctx, &t)
		if err := t.write(w); err != nil {
			return err
		}
		t.clear()
		if more {
			continue
		}
		// Whoever waits for this answer before the next request must get it.
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if s.crashes.first != nil {
		return s.crashes.first
	}
	return nil
}

// answer is the line that answers one request.
func (s *server) answer(ctx context.Context, line []byte) []byte {
	var t turn
	t.add(s.read(string(line)))
	s.answerAll(ctx, &t)
	return slices.Concat(t.answers()...)
}

// appendOutcome adds the answer and the warnings to it.
func appendOutcome(b []byte, result *engine.Result, err error) []byte {
	b = appendAnswer(b, result, err)
	return appendTexts(append(b, `,"warnings":`...), result.Warnings)
}

func appendAnswer(b []byte, result *engine.Result, err error) []byte {
	if err != nil {
		return appendError(b, err)
	}
	if u, ok := outcome.AsUnknown(result.Value); ok {
		return appendFailure(b, "Unknown", u.String())
	}
	b = tagged.Append(append(b, `,"value":`...), result.Value)
	if len(result.Unknown) > 0 {
		reasons := make([]string, len(result.Unknown))
		for i, u := range result.Unknown {
			reasons[i] = u.String()
		}
		b = appendTexts(append(b, `,"unknown":`...), reasons)
	}
	return b
}

func appendError(b []byte, err error) []byte {
	var e *outcome.Error
	if !errors.As(err, &e) {
		return appendFailure(b, "StandardError", err.Error())
	}
	b = tagged.String(append(b, `,"error":{"class":`...), e.Class)
	b = tagged.String(append(b, `,"message":`...), e.Message)
	if e.NotFound {
		b = append(b, `,"not_found":true`...)
	}
	return append(b, '}')
}

// appendRefusal adds that a request is not one that can be looked up.
func appendRefusal(b []byte, err error) []byte {
	class := "ArgumentError"
	var notAType *types.ParseError
	if errors.As(err, &notAType) {
		class = notAType.Class
	}
	return append(appendFailure(b, class, err.Error()), `,"warnings":[]`...)
}

func appendFailure(b []byte, class, message string) []byte {
	b = tagged.String(append(b, `,"error":{"class":`...), class)
	return append(tagged.String(append(b, `,"message":`...), message), '}')
}

func appendTexts(b []byte, texts []string) []byte {
	b = append(b, '[')
	for i, t := range texts {
		if i > 0 {
			b = append(b, ',')
		}
		b = tagged.String(b, t)
	}
	return append(b, ']')
}

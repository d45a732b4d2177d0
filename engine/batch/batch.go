// Package batch answers lookups that are read as JSON lines, one answer per line, in order. The
// format is that of the lookup oracle, so that the engine and real Puppet can be given the same
// requests and be compared line by line. docs/batch.md describes it.
//
// The package converts requests to lookups and results to answers, and caches engines and scopes
// between requests. Package engine performs the lookups.
package batch

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// Options are the defaults for requests that do not specify them.
type Options struct {
	// Puppet is the major version of Puppet, 7 or 8.
	Puppet int
	// ShowSecrets disables the redaction of decrypted values in explanations, and Withhold.
	ShowSecrets bool
	// Withhold removes secrets from messages, warnings, and explanations, which may quote a file that is not valid, given
	// the node at fault, if any. If nil, nothing is removed.
	Withhold func(at *data.Node, text string) string
}

// withholder returns the function that removes secrets from the texts of a request.
func (s *server) withholder(r request) withholder {
	if s.options.Withhold == nil || r.boolean("show_secrets", s.options.ShowSecrets) {
		return func(_ *data.Node, text string) string { return text }
	}
	return s.options.Withhold
}

// withholder removes secrets from a text.
type withholder func(at *data.Node, text string) string

// fromWarning removes secrets from a warning.
func (w withholder) fromWarning(text string) string { return w(nil, text) }

// fromExplanation removes secrets from the explanation of a lookup, which may have failed.
func (w withholder) fromExplanation(text string, err error) string {
	var e *outcome.Error
	if errors.As(err, &e) {
		return w(e.Node, text)
	}
	return w(nil, text)
}

// from removes secrets from an error.
func (w withholder) from(err error) error {
	var e *outcome.Error
	if !errors.As(err, &e) {
		return err
	}
	message := w(e.Node, e.Message)
	if message == e.Message {
		return err
	}
	withheld := *e
	withheld.Message = message
	return &withheld
}

// maxRequest is the maximum size of a request in bytes.
const maxRequest = 64 << 20

// Serve answers requests until the end of in. It returns errors of reading and writing, or else the
// first crash, a *crash.Error. Errors of a request, including crashes, are reported in its answer.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	return newServer(o).serve(ctx, in, out)
}

func (s *server) serve(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<18), maxRequest)
	more := false // another request has already been received
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
		if more && t.keys < maxKeys && t.size < maxSize && s.created < maxCreated {
			continue
		}
		for t.from < len(t.tasks) {
			s.answerSome(ctx, &t)
			if err := t.write(w); err != nil {
				return err
			}
			t.forward()
		}
		t.clear()
		s.created = 0
		if more {
			continue
		}
		// The client may wait for this answer before it sends the next request.
		if err := w.Flush(); err != nil {
			return err
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return fmt.Errorf("a request is longer than %d MiB, or no line ends in what was received", maxRequest>>20)
	case err != nil:
		return err
	}
	if s.crashes.first != nil {
		return s.crashes.first
	}
	return nil
}

// answer returns the answer to one request.
func (s *server) answer(ctx context.Context, line []byte) []byte {
	var t turn
	t.add(s.read(string(line)))
	var all []byte
	for t.from < len(t.tasks) {
		s.answerSome(ctx, &t)
		all = append(all, slices.Concat(t.answers()...)...)
		t.forward()
	}
	return all
}

// appendOutcome appends the answer and its warnings.
func appendOutcome(b []byte, result *engine.Result, err error, withhold withholder) []byte {
	b = appendAnswer(b, result, withhold.from(err))
	return appendTexts(append(b, `,"warnings":`...), lists.Map(result.Warnings, withhold.fromWarning))
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
		reasons := lists.Map(result.Unknown, func(u *outcome.Unknown) string { return u.String() })
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

// appendRefusal appends the answer to an invalid request.
func appendRefusal(b []byte, err error) []byte {
	class := "ArgumentError"
	var notAType *types.ParseError
	if errors.As(err, &notAType) {
		class = notAType.Err.Class
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

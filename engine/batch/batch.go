// Package batch answers lookups read as JSON lines with JSON lines: one request, one answer, in
// order. The form is that of the lookup oracle, so that the engine and real Puppet can be given
// the same requests and compared line by line. docs/batch.md describes it.
//
// It turns requests into lookups and results into answers, and keeps engines and scopes between
// requests. What a lookup is worth is the engine's business.
package batch

import (
	"bufio"
	"context"
	"errors"
	"io"
	"time"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/tagged"
)

// Options say how requests are answered that do not say it themselves.
type Options struct {
	// Puppet is the major version to follow, 7 or 8.
	Puppet int
}

// maxRequest bounds the size of one request.
const maxRequest = 1 << 28

// Serve answers requests until in ends. The error is one of reading or writing; what is wrong
// with a request is its answer.
func Serve(ctx context.Context, in io.Reader, out io.Writer, o Options) error {
	s := newServer(o)
	lines := bufio.NewScanner(in)
	lines.Buffer(make([]byte, 1<<16), maxRequest)
	w := bufio.NewWriter(out)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if _, err := w.Write(append(s.answer(ctx, lines.Bytes()), '\n')); err != nil {
			return err
		}
		// Whoever waits for this answer before the next request must get it.
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}

// answer is the line that answers one request.
func (s *server) answer(ctx context.Context, line []byte) []byte {
	r, err := parse(line)
	if err != nil {
		return append(appendFailure([]byte(`{"id":null`), "BadRequest", err.Error()), '}')
	}
	b := []byte(`{"id":`)
	b = tagged.Append(b, r.value("id", data.NewUndef()))
	ctx, cancel := context.WithTimeout(ctx, time.Duration(r.integer("timeout", 30))*time.Second)
	defer cancel()
	return append(s.dispatch(ctx, b, r), '}')
}

func (s *server) dispatch(ctx context.Context, b []byte, r request) []byte {
	e, scope, err := s.context(r)
	if err != nil {
		return appendFailure(b, "ArgumentError", err.Error())
	}
	if keys, ok, err := s.keys(r); err != nil {
		return appendFailure(b, "ArgumentError", err.Error())
	} else if ok {
		return s.many(ctx, b, e, scope, r, keys)
	}
	if v := r.value("interpolate", nil); v != nil {
		result, err := e.Interpolate(ctx, scope, v, engine.InterpolateOptions{
			Override: r.hash("override"), DefaultValues: r.hash("default_values_hash"), NoMethods: !r.boolean("allow_methods", true),
		})
		return appendOutcome(b, result, err)
	}
	o, keys, err := r.lookup()
	if err != nil {
		return appendFailure(b, "ArgumentError", err.Error())
	}
	result, err := e.Lookup(ctx, scope, o, keys...)
	b = appendOutcome(b, result, err)
	if result.Explanation != nil {
		b = tagged.String(append(b, `,"explain":`...), result.Explanation.Text())
		if r.boolean("explain_hash", false) {
			b = tagged.Append(append(b, `,"explain_hash":`...), result.Explanation.Tree())
		}
	}
	return b
}

// many answers a request for several keys at once.
func (s *server) many(ctx context.Context, b []byte, e *engine.Engine, scope *engine.Scope, r request, keys []string) []byte {
	o, _, err := r.lookup()
	if err != nil {
		return appendFailure(b, "ArgumentError", err.Error())
	}
	o.Default = nil
	b = append(b, `,"results":{`...)
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tagged.String(b, key), ":{"...)
		result, err := e.Lookup(ctx, scope, o, key)
		start := len(b)
		b = appendAnswer(b, result, err)
		b = append(b[:start], b[start+1:]...) // the comma in front of the first member
		if len(result.Warnings) > 0 {
			b = appendTexts(append(b, `,"warnings":`...), result.Warnings)
		}
		b = append(b, '}')
	}
	return append(b, `},"warnings":[]`...)
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
	if u, ok := engine.AsUnknown(result.Value); ok {
		return appendFailure(b, "Unknown", u.String())
	}
	return tagged.Append(append(b, `,"value":`...), result.Value)
}

func appendError(b []byte, err error) []byte {
	var e *engine.Error
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

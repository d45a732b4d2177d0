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
	"runtime"
	"time"

	"github.com/sourcegraph/conc"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/crash"
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
	lines.Buffer(make([]byte, 1<<16), maxRequest)
	more := false // another request has come already
	lines.Split(func(received []byte, end bool) (int, []byte, error) {
		n, line, err := bufio.ScanLines(received, end)
		more = n > 0 && bytes.IndexByte(received[n:], '\n') >= 0
		return n, line, err
	})
	w := bufio.NewWriterSize(out, 1<<16)
	for lines.Scan() {
		if len(lines.Bytes()) == 0 {
			continue
		}
		if _, err := w.Write(append(s.answer(ctx, lines.Bytes()), '\n')); err != nil {
			return err
		}
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

// maxRoom is how large an answer may be whose memory serves for the next one.
const maxRoom = 1 << 20

// keepRoom keeps the memory of an answer, or of a part of one, for the next.
func keepRoom(room *[]byte, answer []byte) {
	if *room = answer; cap(answer) > maxRoom {
		*room = nil
	}
}

// answer is the line that answers one request. The next request overwrites it.
func (s *server) answer(ctx context.Context, line []byte) (answer []byte) {
	m, err := parse(line, s.before)
	if err != nil {
		return append(appendFailure([]byte(`{"id":null`), "BadRequest", err.Error()), '}')
	}
	b := append(s.room[:0], `{"id":`...)
	defer func() { keepRoom(&s.room, answer) }()
	b = tagged.Append(b, m.value("id", data.NewUndef()))
	ctx = until(ctx, time.Duration(m.integer("timeout", 30))*time.Second)
	if crashed := crash.Guard("a request", func() { answer = s.dispatch(ctx, b, m) }); crashed != nil {
		answer = append(s.crashes.append(b, crashed), `,"warnings":[]`...)
	}
	if s.crashes.since {
		s.forget()
	}
	return append(answer, '}')
}

func (s *server) dispatch(ctx context.Context, b []byte, m *message) []byte {
	e, scope, err := s.context(m)
	if err != nil {
		return appendRefusal(b, err)
	}
	r := m.request
	if keys, ok, err := s.keys(m); err != nil {
		return appendRefusal(b, err)
	} else if ok {
		return s.many(ctx, b, e, scope, r, keys)
	}
	if v := r.value("interpolate", nil); v != nil {
		result, err := e.Interpolate(ctx, scope, v, engine.InterpolateOptions{
			Override: r.hash("override"), DefaultValues: r.hash("default_values_hash"), NoMethods: !r.boolean("allow_methods", true),
		})
		return appendOutcome(b, result, err)
	}
	o, keys, err := r.lookup(e)
	if err != nil {
		return appendRefusal(b, err)
	}
	o.ShowSecrets = r.boolean("show_secrets", s.options.ShowSecrets)
	result, err := e.Lookup(ctx, scope, o, keys...)
	b = appendOutcome(b, result, err)
	if o.Trace {
		b = appendTrace(b, result)
	}
	if result.Explanation != nil {
		b = tagged.String(append(b, `,"explain":`...), result.Explanation.Text())
		if r.boolean("explain_hash", false) {
			b = tagged.Append(append(b, `,"explain_hash":`...), result.Explanation.Tree())
		}
	}
	return b
}

// keysPerTurn is for how many keys it is worth to wake another processor.
const keysPerTurn = 256

// many answers a request for several keys at once. Where they are many they are looked up at the same time.
func (s *server) many(ctx context.Context, b []byte, e *engine.Engine, scope *engine.Scope, r request, keys []string) []byte {
	o, _, err := r.lookup(e)
	if err != nil {
		return appendRefusal(b, err)
	}
	o.Default = nil
	same := series{crashes: &s.crashes, engine: e, scope: scope, options: o, limit: time.Duration(r.integer("key_timeout", 20)) * time.Second}
	b = append(b, `,"results":{`...)
	workers := min(runtime.GOMAXPROCS(0), len(keys)/keysPerTurn)
	if workers < 2 {
		return append(same.append(ctx, b, keys), `},"warnings":[]`...)
	}
	parts := make([][]byte, workers)
	share := func(i int) {
		parts[i] = same.append(ctx, s.rooms[i][:0], keys[i*len(keys)/workers:(i+1)*len(keys)/workers])
	}
	var group conc.WaitGroup
	for i := 1; i < workers; i++ {
		group.Go(func() { share(i) })
	}
	share(0)
	group.Wait()
	for i, part := range parts {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, part...)
		keepRoom(&s.rooms[i], part)
	}
	return append(b, `},"warnings":[]`...)
}

// series is what lookups of several keys have in common.
type series struct {
	crashes *crashes
	engine  *engine.Engine
	scope   *engine.Scope
	options engine.LookupOptions
	limit   time.Duration // for each key
}

// append looks up keys one after the other and adds the answers.
func (s *series) append(outer context.Context, b []byte, keys []string) []byte {
	ctx := until(outer, s.limit)
	for i, key := range keys {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(tagged.String(b, key), ":{"...)
		ctx.restart()
		start := len(b)
		b = s.appendKey(ctx, b, key)
		b = append(b[:start], b[start+1:]...) // the comma in front of the first member
		b = append(b, '}')
	}
	return b
}

// appendKey looks up one key and adds the answer.
func (s *series) appendKey(ctx context.Context, b []byte, key string) (answer []byte) {
	defer func() {
		if value := recover(); value != nil {
			answer = s.crashes.append(b, crash.Of("the key "+key, value))
		}
	}()
	result, err := s.engine.Lookup(ctx, s.scope, s.options, key)
	answer = appendAnswer(b, result, err)
	if s.options.Trace {
		answer = appendTrace(answer, result)
	}
	if len(result.Warnings) > 0 {
		answer = appendTexts(append(answer, `,"warnings":`...), result.Warnings)
	}
	return answer
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

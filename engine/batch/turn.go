package batch

import (
	"context"
	"io"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/sourcegraph/conc"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lists"
)

// question is a parsed request: what to look up, and where.
type question struct {
	line string
	id   []byte
	// refusal is the answer to an invalid request.
	refusal []byte
	message *message
	engine  *engine.Engine
	scope   *engine.Scope
	// options are the options of a request for several keys.
	options engine.LookupOptions
	keys    []string
	names   []string // the keys as JSON member names
	several bool
	crashed atomic.Bool
}

// turn is a group of requests that were waiting and are answered together, their tasks in parallel.
type turn struct {
	questions []*question
	tasks     []task
	keys      int      // of all questions
	size      int      // of the text of the requests
	from, to  int      // the tasks whose answers are in buffers; those before from have been written
	buffers   [][]byte // one for each worker
}

// task is a question, or a part of its keys.
type task struct {
	*question
	from, to    int  // the keys
	first, last bool // whether it is the first or last task of the question
	// The answer is in the buffer of worker, from start to end.
	worker, start, end int
}

const (
	// maxKeys and maxSize limit the keys and the bytes of requests in a turn.
	maxKeys = 1 << 11
	maxSize = 1 << 20
	// keysPerTask is the number of keys from which another worker pays off.
	keysPerTask = 64
	// maxAnswers is the size of answers from which they are written before other tasks are answered.
	maxAnswers = 1 << 25
	// maxBuffer is the capacity up to which a buffer is reused for the next turn.
	maxBuffer = 1 << 22
)

// add adds a question and its tasks.
func (t *turn) add(q *question) {
	t.questions = append(t.questions, q)
	t.keys += max(len(q.keys), 1)
	t.size += len(q.line)
	n := max(len(q.keys)/keysPerTask, 1)
	for i := range n {
		t.tasks = append(t.tasks, task{question: q, from: i * len(q.keys) / n, to: (i + 1) * len(q.keys) / n, first: i == 0, last: i == n-1})
	}
}

// clear removes all questions, but keeps the memory.
func (t *turn) clear() {
	clear(t.questions)
	clear(t.tasks)
	*t = turn{questions: t.questions[:0], tasks: t.tasks[:0], buffers: t.buffers}
}

// answers returns the parts of the answers that are in buffers, in the order of the questions.
func (t *turn) answers() [][]byte {
	return lists.Map(t.tasks[t.from:t.to], func(of task) []byte { return t.buffers[of.worker][of.start:of.end] })
}

// forward empties the buffers, for the answers to the other tasks.
func (t *turn) forward() {
	t.from = t.to
	for i, b := range t.buffers {
		if t.buffers[i] = b[:0]; cap(b) > maxBuffer {
			t.buffers[i] = nil
		}
	}
}

// write writes the answers, one per line.
func (t *turn) write(w io.Writer) error {
	for i, part := range t.answers() {
		if _, err := w.Write(part); err != nil {
			return err
		}
		if t.tasks[t.from+i].last {
			if _, err := w.Write([]byte{'\n'}); err != nil {
				return err
			}
		}
	}
	return nil
}

// answerSome answers the next tasks of a turn. A crash may leave shared data inconsistent: after
// one, the server discards that data and answers the other questions again.
func (s *server) answerSome(ctx context.Context, t *turn) {
	s.answerTasks(ctx, t)
	if !s.crashes.since {
		return
	}
	s.forget()
	for i := t.from; i < t.to; i++ {
		of := &t.tasks[i]
		if of.crashed.Load() || len(t.questions) == 1 {
			continue
		}
		buffer := &t.buffers[of.worker]
		of.start = len(*buffer)
		if of.first {
			*buffer = append(*buffer, s.answer(ctx, []byte(of.line))...)
		}
		of.end = len(*buffer)
	}
}

// answerTasks answers the next tasks of a turn in parallel, until the answers are large.
func (s *server) answerTasks(ctx context.Context, t *turn) {
	workers := max(min(runtime.GOMAXPROCS(0), len(t.tasks), t.keys/keysPerTask), 1)
	for len(t.buffers) < workers {
		t.buffers = append(t.buffers, nil)
	}
	var next, size atomic.Int64
	next.Store(int64(t.from))
	work := func(worker int) {
		buffer := &t.buffers[worker]
		for size.Load() <= maxAnswers {
			i := next.Add(1) - 1
			if i >= int64(len(t.tasks)) {
				break
			}
			of := &t.tasks[i]
			of.worker, of.start = worker, len(*buffer)
			*buffer = s.answerTask(ctx, *buffer, of)
			of.end = len(*buffer)
			size.Add(int64(of.end - of.start))
		}
	}
	var group conc.WaitGroup
	for worker := 1; worker < workers; worker++ {
		group.Go(func() { work(worker) })
	}
	work(0)
	group.Wait()
	t.to = min(int(next.Load()), len(t.tasks))
}

// read parses a request.
func (s *server) read(line string) *question {
	q := &question{line: line}
	m, err := parse(line, s.before)
	if err != nil {
		q.id, q.refusal = []byte("null"), appendFailure(nil, "BadRequest", err.Error())
		return q
	}
	q.message, q.id = m, tagged.Append(nil, m.value("id", data.NewUndef()))
	if crashed := crash.Guard("a request", func() { err = s.readContext(q) }); crashed != nil {
		q.crashed.Store(true)
		q.refusal = append(s.crashes.append(nil, crashed), `,"warnings":[]`...)
	} else if err != nil {
		q.refusal = appendRefusal(nil, err)
	}
	return q
}

// readContext sets what a request looks up, and where.
func (s *server) readContext(q *question) (err error) {
	if q.engine, q.scope, err = s.context(q.message); err != nil {
		return err
	}
	if q.keys, q.several, err = s.keys(q.message); err != nil || !q.several {
		return err
	}
	if q.options, _, err = q.message.lookup(q.engine); err != nil {
		q.keys = nil
	}
	q.names = s.names(q.keys)
	q.options.Default = nil
	return err
}

// answerTask appends the answer to a question, or a part of it.
func (s *server) answerTask(ctx context.Context, b []byte, t *task) []byte {
	if t.first {
		b = append(append(b, `{"id":`...), t.id...)
	}
	start := len(b)
	ctx = until(ctx, time.Duration(t.limit("timeout", 30))*time.Second)
	switch {
	case t.refusal != nil:
		b = append(b, t.refusal...)
	case t.several:
		b = s.answerKeys(ctx, b, t)
	default:
		if crashed := crash.Guard("a request", func() { b = s.answerOne(ctx, b, t.question) }); crashed != nil {
			t.crashed.Store(true)
			b = append(s.crashes.append(b[:start], crashed), `,"warnings":[]`...)
		}
	}
	if t.last {
		b = append(b, '}')
	}
	return b
}

// limit returns a number of the request, or otherwise if the request does not have it.
func (q *question) limit(name string, otherwise int64) int64 {
	if q.message == nil {
		return otherwise
	}
	return q.message.integer(name, otherwise)
}

// answerOne appends the answer to a question for one value.
func (s *server) answerOne(ctx context.Context, b []byte, q *question) []byte {
	r := q.message.request
	if v := r.value("interpolate", nil); v != nil {
		result, err := q.engine.Interpolate(ctx, q.scope, v, engine.InterpolateOptions{
			Override: r.hash("override"), DefaultValues: r.hash("default_values_hash"), NoMethods: !r.boolean("allow_methods", true),
		})
		return appendOutcome(b, result, err, s.withholder(r))
	}
	o, keys, err := r.lookup(q.engine)
	if err != nil {
		return appendRefusal(b, err)
	}
	o.ShowSecrets = r.boolean("show_secrets", s.options.ShowSecrets)
	result, err := q.engine.Lookup(ctx, q.scope, o, keys...)
	withhold := s.withholder(r)
	b = appendOutcome(b, result, err, withhold)
	if o.Trace {
		b = appendTrace(b, result)
	}
	if result.Explanation != nil {
		b = tagged.String(append(b, `,"explain":`...), withhold.fromExplanation(result.Explanation.Text(), err))
		if r.boolean("explain_hash", false) {
			b = tagged.Append(append(b, `,"explain_hash":`...), result.Explanation.Tree())
		}
	}
	return b
}

// answerKeys appends the answers for the keys of a task.
func (s *server) answerKeys(outer context.Context, b []byte, t *task) []byte {
	if t.first {
		b = append(b, `,"results":{`...)
	} else {
		b = append(b, ',')
	}
	ctx := until(outer, time.Duration(t.limit("key_timeout", 20))*time.Second)
	for at := t.from; at < t.to; {
		ctx.restart()
		if b, at = s.appendKeys(ctx, b, t, at); at < t.to {
			b = append(b, ',')
		}
	}
	if t.last {
		b = append(b, `},"warnings":[]`...)
	}
	return b
}

// appendKeys looks up the keys of a task, starting at from, and appends the answers until a lookup
// crashes. It returns the position of the next key.
func (s *server) appendKeys(ctx *deadline, b []byte, t *task, from int) (answers []byte, at int) {
	answers, at = b, from
	defer func() {
		if value := recover(); value != nil {
			t.crashed.Store(true)
			answers = append(answers, t.names[at]...)
			start := len(answers)
			answers = s.crashes.append(answers, crash.Of("the key "+t.keys[at], value))
			answers[start] = '{'
			answers = append(answers, '}')
			at++
		}
	}()
	// Most keys have the same warnings, those about hiera.yaml. Their text is copied from the last key.
	withhold := s.withholder(t.message.request)
	var warnings []string
	var warningsAt, warningsEnd int
	t.engine.LookupEach(ctx, t.scope, t.options, t.keys[from:t.to], func(_ string, result *engine.Result, err error) bool {
		b := append(answers, t.names[at]...)
		start := len(b)
		b = appendAnswer(b, result, withhold.from(err))
		if t.options.Trace {
			b = appendTrace(b, result)
		}
		switch {
		case len(result.Warnings) == 0:
		case len(result.Warnings) == len(warnings) && &result.Warnings[0] == &warnings[0]:
			b = append(b, b[warningsAt:warningsEnd]...)
		default:
			warnings, warningsAt = result.Warnings, len(b)
			b = appendTexts(append(b, `,"warnings":`...), lists.Map(warnings, withhold.fromWarning))
			warningsEnd = len(b)
		}
		b[start] = '{' // instead of the comma before the first member
		b = append(b, '}')
		if at++; at < t.to {
			b = append(b, ',')
		}
		answers = b
		ctx.restart()
		return true
	})
	return answers, at
}

// memberNames returns keys as JSON member names, with the colon.
func memberNames(keys []string) []string {
	return lists.Map(keys, func(key string) string { return string(append(tagged.String(nil, key), ':')) })
}

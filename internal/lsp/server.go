// Package lsp is the language server: buffers, positions, and requests on top of a session. It has
// no rules or lookups of its own.
//
// Messages are read in order. Changes of documents are applied at once; requests are answered in
// goroutines, for the documents at the time of the request. Each root of the workspace has a
// session.Workspace, which is checked after each change; another change cancels a running check.
// Requests about places do not wait for the check of an edit of data.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
)

// Options are the options of the server.
type Options struct {
	// Workspace holds the options of each root other than its paths and buffers.
	Workspace session.Options
	// Version is the version of hieralint.
	Version string
	// Log receives messages for finding mistakes in the server; may be nil.
	Log io.Writer

	// For tests; may be nil.
	checking func()                // called before a check of a root
	seen     func(context.Context) // called when questions can be answered before a check is done
	shown    func()                // called when findings were shown before a check is done
	recalled func()                // called when a question is answered with the results of the last check
}

// errNoShutdown is the error of a client that closes the connection without a shutdown request.
var errNoShutdown = errors.New("the client closed the connection without a shutdown request")

// Serve serves a connection until the client ends it. It returns an error if the client did so
// without a shutdown request.
func Serve(ctx context.Context, connection io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{options: o, ctx: ctx, running: map[jsonrpc2.ID]*running{}, heavy: make(chan struct{}, maxHeavy), documents: map[protocol.DocumentURI]*document{}}
	stream := jsonrpc2.NewBufferedStream(connection, codec{skipped: func(err error) { s.log("a message is not JSON-RPC: %v", err) }})
	ready := make(chan struct{})
	s.stream = stream
	s.conn = jsonrpc2.NewConn(ctx, stream, handler(func(ctx context.Context, _ *jsonrpc2.Conn, r *jsonrpc2.Request) {
		<-ready
		s.receive(ctx, r)
	}), jsonrpc2.SetLogger(logger{o.Log}))
	close(ready)
	<-s.conn.DisconnectNotify()
	cancel()
	s.work.Wait()
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	if s.reports != "" {
		err = os.RemoveAll(s.reports)
	}
	if s.state != stopped {
		return errNoShutdown
	}
	return err
}

type handler func(context.Context, *jsonrpc2.Conn, *jsonrpc2.Request)

func (h handler) Handle(ctx context.Context, c *jsonrpc2.Conn, r *jsonrpc2.Request) { h(ctx, c, r) }

// logger writes the library's messages.
type logger struct{ w io.Writer }

func (l logger) Printf(format string, args ...any) {
	if l.w != nil {
		fmt.Fprintf(l.w, format, args...)
	}
}

// state is the state of a connection.
type state uint8

const (
	uninitialized state = iota
	initialized
	stopped // after shutdown
)

// server is one connection.
type server struct {
	options Options
	ctx     context.Context //nolint:containedctx // of the connection: what outlives a message ends with it
	conn    *jsonrpc2.Conn
	stream  jsonrpc2.ObjectStream // of the connection
	work    sync.WaitGroup        // all goroutines

	// The client's capabilities, set before any other request is answered.
	client   protocol.ClientCapabilities
	encoding encoding

	heavy    chan struct{} // the requests that compute an answer, see begin
	replying sync.Mutex    // held while an answer is encoded and written: its JSON takes several times its memory

	mu        sync.Mutex
	state     state
	running   map[jsonrpc2.ID]*running           // requests
	queue     []*running                         // those that may be waiting, in the order of their arrival
	edited    int                                // the total size of the documents after each edit
	folders   []protocol.WorkspaceFolder         // to be opened when the client is ready
	documents map[protocol.DocumentURI]*document // open documents
	roots     []*root                            // those inside others first
	isFull    bool                               // there are as many roots as possible, and all are in use
	told      sync.Once                          // that there are too many roots
	settings  clientSettings
	initial   clientSettings // the client's initial settings
	sequence  int            // of progress tokens
	reports   string         // the directory of documents for the client to show; empty if there are none
}

// answer computes the result of a request in a goroutine.
type answer func(ctx context.Context) (any, error)

// receive handles a message. It returns quickly, because the next message is read afterwards.
func (s *server) receive(ctx context.Context, r *jsonrpc2.Request) {
	var a answer
	var err error
	if crashed := crash.Guard(r.Method, func() { a, err = s.dispatch(ctx, r) }); crashed != nil {
		err = s.crashed(crashed)
	}
	switch {
	case r.Notif:
		if err != nil {
			s.log("%s: %v", r.Method, err)
		}
	case err != nil:
		s.reply(r.ID, nil, err)
	default:
		s.run(ctx, r, a)
	}
}

// run answers a request.
func (s *server) run(ctx context.Context, r *jsonrpc2.Request, a answer) {
	ctx, cancel := context.WithCancelCause(ctx)
	request := &running{cancel: cancel}
	ctx = context.WithValue(ctx, runningKey{}, request)
	s.mu.Lock()
	request.edited = s.edited
	s.running[r.ID] = request
	s.queue = append(s.queue, request)
	s.dismiss()
	s.mu.Unlock()
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		defer func() {
			if request.hasBegun.Load() {
				<-s.heavy
			}
		}()
		var result any
		var err error
		if crashed := crash.Guard(r.Method, func() { result, err = a(ctx) }); crashed != nil {
			err = s.crashed(crashed)
		}
		switch {
		case errors.Is(context.Cause(ctx), errModified):
			err = errModified
		case ctx.Err() != nil:
			err = &jsonrpc2.Error{Code: protocol.CodeRequestCancelled, Message: "the request was canceled"}
		}
		s.mu.Lock()
		delete(s.running, r.ID)
		s.mu.Unlock()
		request.isDone.Store(true)
		cancel(nil)
		s.reply(r.ID, result, err)
	}()
}

// maxHeavy is the number of requests whose answers are computed and written at the same time: for large documents, each takes much
// memory.
const maxHeavy = 4

// Limits for the requests that wait: their number, and the total size of the documents after each edit since the first of them. Each
// keeps the document as it was.
const (
	maxWaiting     = 1000
	maxEditedWhile = 64 << 20
)

// running is a request that is being answered.
type running struct {
	cancel   context.CancelCauseFunc
	edited   int         // server.edited at its arrival
	hasBegun atomic.Bool // to compute its answer
	isDone   atomic.Bool
}

type runningKey struct{}

// dismiss cancels the oldest requests that wait if there are too many. The caller holds the lock.
func (s *server) dismiss() {
	if len(s.queue) <= maxWaiting && s.edited-s.queue[0].edited <= maxEditedWhile {
		return
	}
	s.queue = slices.DeleteFunc(s.queue, func(r *running) bool { return r.isDone.Load() || r.hasBegun.Load() })
	for len(s.queue) > maxWaiting || len(s.queue) > 0 && s.edited-s.queue[0].edited > maxEditedWhile {
		s.queue[0].cancel(errModified)
		s.queue = s.queue[1:]
	}
}

// begin waits until a request may compute its answer, which it calls after it has waited for anything else.
func (s *server) begin(ctx context.Context) error {
	r, ok := ctx.Value(runningKey{}).(*running)
	if !ok || r.hasBegun.Load() {
		return nil
	}
	select {
	case s.heavy <- struct{}{}:
		r.hasBegun.Store(true)
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// cancel cancels a request.
func (s *server) cancel(p *protocol.CancelParams) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.running[id]; r != nil {
		r.cancel(nil)
	}
}

// response is a response with a result. Unlike that of the library, it is encoded only once, since it may be very large.
type response struct {
	ID      jsonrpc2.ID `json:"id"`
	Result  any         `json:"result"`
	JSONRPC string      `json:"jsonrpc"`
}

func (s *server) reply(id jsonrpc2.ID, result any, err error) {
	s.replying.Lock()
	defer s.replying.Unlock()
	if err == nil {
		err = s.stream.WriteObject(response{ID: id, Result: result, JSONRPC: "2.0"})
	} else {
		err = s.conn.ReplyWithError(s.ctx, id, errorOf(err))
	}
	if err != nil && s.ctx.Err() == nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.log("reply: %v", err)
	}
}

// errorOf converts an error.
func errorOf(err error) *jsonrpc2.Error {
	var known *jsonrpc2.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled):
		return &jsonrpc2.Error{Code: protocol.CodeRequestCancelled, Message: "the request was canceled"}
	}
	return &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: err.Error()}
}

// crashed returns the error of a request that crashed.
func (s *server) crashed(crashed *crash.Error) error {
	s.log("%v\n%s", crashed, crashed.Stack)
	return &jsonrpc2.Error{Code: jsonrpc2.CodeInternalError, Message: crashed.Error()}
}

func (s *server) log(format string, args ...any) {
	if s.options.Log != nil {
		fmt.Fprintf(s.options.Log, format+"\n", args...)
	}
}

// notify sends a notification.
func (s *server) notify(method string, params any) {
	if err := s.conn.Notify(s.ctx, method, params); err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.log("%s: %v", method, err)
	}
}

// start runs f in a goroutine that the server waits for at its end.
func (s *server) start(during string, f func()) {
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		if crashed := crash.Guard(during, f); crashed != nil {
			_ = s.crashed(crashed)
		}
	}()
}

// ask sends a request and ignores its result.
func (s *server) ask(method string, params any) {
	call, err := s.conn.DispatchCall(s.ctx, method, params)
	if err != nil {
		s.log("%s: %v", method, err)
		return
	}
	s.start(method, func() {
		var result json.RawMessage
		if err := call.Wait(s.ctx, &result); err != nil && s.ctx.Err() == nil {
			s.log("%s: %v", method, err)
		}
	})
}

// Package lsp is the language server: buffers, positions and requests over a session. It has no rule and no lookup of its own.
//
// Messages are read in order. What changes documents is done at once; requests are answered in goroutines of their own, on
// the documents as they were when the request came. Each root of the workspace has a session.Workspace, which is checked again after
// each change; a further change cancels a check that is not done yet. Requests about places do not wait for the check of an edit of data.
package lsp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
)

// Options say how the server runs.
type Options struct {
	// Workspace is what each root is opened with, beside its paths and buffers.
	Workspace session.Options
	// Version is that of hieralint.
	Version string
	// Log gets what is of use to find mistakes of the server; may be nil.
	Log io.Writer

	// For tests; may be nil.
	checking func() // called before a check of a root
	seen     func() // called when questions can be answered before a check is done
	shown    func() // called when findings were shown before a check is done
	recalled func() // called when a question is answered with what the last check knew
}

// errNoShutdown is the error of a client that ends without the request to shut down.
var errNoShutdown = errors.New("the client closed the connection without a shutdown request")

// Serve speaks the protocol over a connection until the client ends it. The error is that of a client that did so without notice.
func Serve(ctx context.Context, connection io.ReadWriteCloser, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	s := &server{options: o, ctx: ctx, running: map[jsonrpc2.ID]context.CancelFunc{}, documents: map[protocol.DocumentURI]*document{}}
	stream := jsonrpc2.NewBufferedStream(connection, jsonrpc2.VSCodeObjectCodec{})
	ready := make(chan struct{})
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

// logger writes what the library has to say.
type logger struct{ w io.Writer }

func (l logger) Printf(format string, args ...any) {
	if l.w != nil {
		fmt.Fprintf(l.w, format, args...)
	}
}

// state is where a connection is in its life.
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
	work    sync.WaitGroup // all goroutines

	// What the client said when it started; set before any other request is answered.
	client   protocol.ClientCapabilities
	encoding encoding

	mu        sync.Mutex
	state     state
	running   map[jsonrpc2.ID]context.CancelFunc // requests
	folders   []protocol.WorkspaceFolder         // to be opened when the client is ready
	documents map[protocol.DocumentURI]*document // open ones
	roots     []*root                            // those in other roots first
	settings  clientSettings
	initial   clientSettings // what the client said when it started
	sequence  int            // of progress tokens
	reports   string         // the directory with documents that the client was to show; empty where there are none
}

// answer computes the result of a request in a goroutine of its own.
type answer func(ctx context.Context) (any, error)

// receive handles a message. It returns soon: the next message is only read then.
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
	ctx, cancel := context.WithCancel(ctx)
	s.mu.Lock()
	s.running[r.ID] = cancel
	s.mu.Unlock()
	s.work.Add(1)
	go func() {
		defer s.work.Done()
		var result any
		var err error
		if crashed := crash.Guard(r.Method, func() { result, err = a(ctx) }); crashed != nil {
			err = s.crashed(crashed)
		}
		if ctx.Err() != nil {
			err = &jsonrpc2.Error{Code: protocol.CodeRequestCancelled, Message: "the request was cancelled"}
		}
		s.mu.Lock()
		delete(s.running, r.ID)
		s.mu.Unlock()
		cancel()
		s.reply(r.ID, result, err)
	}()
}

// cancel cancels a request.
func (s *server) cancel(p *protocol.CancelParams) {
	var id jsonrpc2.ID
	if err := json.Unmarshal(p.ID, &id); err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.running[id]; cancel != nil {
		cancel()
	}
}

func (s *server) reply(id jsonrpc2.ID, result any, err error) {
	if err == nil {
		err = s.conn.Reply(s.ctx, id, result)
	} else {
		err = s.conn.ReplyWithError(s.ctx, id, errorOf(err))
	}
	if err != nil && !errors.Is(err, jsonrpc2.ErrClosed) {
		s.log("reply: %v", err)
	}
}

// errorOf is the protocol's form of an error.
func errorOf(err error) *jsonrpc2.Error {
	var known *jsonrpc2.Error
	switch {
	case errors.As(err, &known):
		return known
	case errors.Is(err, context.Canceled):
		return &jsonrpc2.Error{Code: protocol.CodeRequestCancelled, Message: "the request was cancelled"}
	default:
		return &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: err.Error()}
	}
}

// crashed is the error of a request that failed by a mistake of hieralint.
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

// ask sends a request whose result is of no interest.
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

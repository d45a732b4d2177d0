package lsp

import (
	"context"
	"encoding/json"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// dispatch handles a notification, or prepares the answer to a request.
func (s *server) dispatch(ctx context.Context, r *jsonrpc2.Request) (answer, error) {
	if err := s.admit(r); err != nil {
		return nil, err
	}
	if handle := requests[r.Method]; handle != nil && !r.Notif {
		return handle(s, params(r))
	}
	if handle := notifications[r.Method]; handle != nil && r.Notif {
		return nil, handle(s, ctx, params(r))
	}
	if r.Notif { // notifications that start with $/ may be ignored, and others are harmless
		return nil, nil
	}
	return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeMethodNotFound, Message: "unsupported method " + r.Method}
}

// admit rejects messages that are too early or too late.
func (s *server) admit(r *jsonrpc2.Request) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case r.Method == "exit":
	case s.state == uninitialized && r.Method != "initialize":
		return &jsonrpc2.Error{Code: protocol.CodeServerNotInitialized, Message: "the first request must be initialize"}
	case s.state == initialized && r.Method == "initialize", s.state == stopped:
		return &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidRequest, Message: r.Method + " is no longer expected"}
	}
	return nil
}

func params(r *jsonrpc2.Request) json.RawMessage {
	if r.Params == nil {
		return nil
	}
	return *r.Params
}

// requests prepare the answers to requests, and notifications handle notifications.
var (
	requests      map[string]func(*server, json.RawMessage) (answer, error)
	notifications map[string]func(*server, context.Context, json.RawMessage) error
)

func init() { //nolint:gochecknoinits // the tables refer to methods that refer to the tables
	requests = map[string]func(*server, json.RawMessage) (answer, error){
		"initialize":                     request((*server).initialize),
		"shutdown":                       request((*server).shutdown),
		"textDocument/diagnostic":        request((*server).documentDiagnostic),
		"workspace/diagnostic":           request((*server).workspaceDiagnostic),
		"textDocument/codeAction":        request((*server).codeAction),
		"codeAction/resolve":             request((*server).resolveCodeAction),
		"workspace/executeCommand":       request((*server).executeCommand),
		"textDocument/hover":             request((*server).hover),
		"textDocument/definition":        request((*server).definition),
		"textDocument/references":        request((*server).references),
		"textDocument/documentHighlight": request((*server).documentHighlight),
		"textDocument/prepareRename":     request((*server).prepareRename),
		"textDocument/rename":            request((*server).rename),
		"textDocument/documentSymbol":    request((*server).documentSymbol),
		"workspace/symbol":               request((*server).workspaceSymbol),
		"textDocument/foldingRange":      request((*server).foldingRange),
		"textDocument/codeLens":          request((*server).codeLens),
		"codeLens/resolve":               request((*server).resolveCodeLens),
		"textDocument/inlayHint":         request((*server).inlayHint),
		"textDocument/completion":        request((*server).completion),
		"textDocument/implementation":    request((*server).implementation),
		"textDocument/signatureHelp":     request((*server).signatureHelp),
	}
	notifications = map[string]func(*server, context.Context, json.RawMessage) error{
		"initialized":                         notification((*server).initialized),
		"exit":                                notification((*server).exit),
		"$/cancelRequest":                     notification(func(s *server, _ context.Context, p *protocol.CancelParams) error { s.cancel(p); return nil }),
		"textDocument/didOpen":                notification((*server).didOpen),
		"textDocument/didChange":              notification((*server).didChange),
		"textDocument/didClose":               notification((*server).didClose),
		"workspace/didChangeWatchedFiles":     notification((*server).didChangeWatchedFiles),
		"workspace/didChangeWorkspaceFolders": notification((*server).didChangeWorkspaceFolders),
		"workspace/didChangeConfiguration":    notification((*server).didChangeConfiguration),
	}
}

// request decodes the parameters of a request.
func request[P any](handle func(*server, *P) (answer, error)) func(*server, json.RawMessage) (answer, error) {
	return func(s *server, text json.RawMessage) (answer, error) {
		p, err := decode[P](text)
		if err != nil {
			return nil, err
		}
		return handle(s, p)
	}
}

// notification decodes the parameters of a notification.
func notification[P any](handle func(*server, context.Context, *P) error) func(*server, context.Context, json.RawMessage) error {
	return func(s *server, ctx context.Context, text json.RawMessage) error {
		p, err := decode[P](text)
		if err != nil {
			return err
		}
		return handle(s, ctx, p)
	}
}

func decode[P any](text json.RawMessage) (*P, error) {
	p := new(P)
	if len(text) == 0 {
		return p, nil
	}
	if err := json.Unmarshal(text, p); err != nil {
		return nil, &jsonrpc2.Error{Code: jsonrpc2.CodeInvalidParams, Message: err.Error()}
	}
	return p, nil
}

// none is the type of the parameters of messages without any.
type none struct{}

// done returns the answer to a request that has already been handled.
func done(result any) (answer, error) {
	return func(context.Context) (any, error) { return result, nil }, nil
}

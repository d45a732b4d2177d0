package lsp

import (
	"context"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/views"
)

// question is a request about a place in a document, or about a whole one.
type question struct {
	server *server
	root   *root
	path   string
	uri    protocol.DocumentURI
	doc    *document // nil where it is not open

	// What there is to answer it with; set by prepare.
	*views.Inspector
	view *view
	file *source.File
}

// errModified is the error of a request about a document that was edited meanwhile: the client asks again.
var errModified = &jsonrpc2.Error{Code: protocol.CodeContentModified, Message: "the document was edited meanwhile"}

// question begins a question about a document.
func (s *server) question(uri protocol.DocumentURI) (*question, error) {
	r, path, err := s.rootOf(uri)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return &question{server: s, root: r, path: path, uri: uri, doc: s.documents[uri]}, nil
}

// prepare finds out what is known of the document as it was when the question came. It is false where nothing is.
func (q *question) prepare(ctx context.Context) (bool, error) {
	v, inspector, err := q.root.inspect(ctx)
	if err != nil || inspector == nil {
		return false, err
	}
	if !v.documents[q.path].isLike(q.doc) {
		return false, errModified
	}
	q.view, q.Inspector = v, inspector
	if q.file = q.File(q.path); q.doc != nil {
		q.file = q.doc.file
	}
	return q.file != nil, nil
}

// prepareForTyping is prepare for a question that is about the text before a place, and asks of the tree only which keys, classes and variables it has:
// what the last check knew of them is enough. A check after each keystroke would have the user wait.
func (q *question) prepareForTyping(ctx context.Context) (bool, error) {
	q.root.mu.Lock()
	f := q.root.found
	q.root.mu.Unlock()
	if f == nil || f.report == nil {
		return q.prepare(ctx)
	}
	q.view, q.Inspector, q.file = f.view, f.report.Inspector(), q.doc.file
	return true, nil
}

// subject is what a position is about; nil where nothing is known.
func (q *question) subject(p protocol.Position) *views.Subject {
	return q.SubjectAt(q.path, q.server.encoding.offset(q.file, p))
}

// about answers a question about a place: with nothing where nothing is known of it.
func (s *server) about(p *protocol.TextDocumentPositionParams, say func(context.Context, *question, *views.Subject) (any, error)) (answer, error) {
	q, err := s.question(p.TextDocument.URI)
	if err != nil {
		return done(nil)
	}
	return func(ctx context.Context) (any, error) {
		if ok, err := q.prepare(ctx); !ok {
			return nil, err
		}
		subject := q.subject(p.Position)
		if subject == nil {
			return nil, nil
		}
		return say(ctx, q, subject)
	}, nil
}

// locations are places as the client knows them.
func (q *question) locations(spots []views.Spot) []protocol.Location {
	c := q.server.converter(q.view)
	all := make([]protocol.Location, 0, len(spots))
	for _, spot := range spots {
		all = append(all, protocol.Location{URI: c.uri(pathOfFile(spot.File)), Range: c.encoding.rangeOf(spot.File, spot.Span)})
	}
	return all
}

// definition goes from a subject to where it is defined.
func (s *server) definition(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.about(p, func(_ context.Context, q *question, subject *views.Subject) (any, error) {
		found := q.locations(q.Target(subject))
		if !s.client.TextDocument.Definition.LinkSupport {
			return found, nil
		}
		origin := s.encoding.rangeOf(q.file, subject.Span)
		links := make([]protocol.LocationLink, len(found))
		for i, l := range found {
			links[i] = protocol.LocationLink{OriginSelectionRange: &origin, TargetURI: l.URI, TargetRange: l.Range, TargetSelectionRange: l.Range}
		}
		return links, nil
	})
}

// references finds what reads a key.
func (s *server) references(p *protocol.ReferenceParams) (answer, error) {
	return s.about(&p.TextDocumentPositionParams, func(_ context.Context, q *question, subject *views.Subject) (any, error) {
		if !subject.IsKey() {
			return nil, nil
		}
		return q.locations(q.References(subject.Name, p.Context.IncludeDeclaration)), nil
	})
}

// implementation finds all levels that set a key.
func (s *server) implementation(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.about(p, func(_ context.Context, q *question, subject *views.Subject) (any, error) {
		if !subject.IsKey() {
			return q.locations(q.Target(subject)), nil
		}
		return q.locations(q.Definitions(subject.Name)), nil
	})
}

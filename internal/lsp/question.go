package lsp

import (
	"bytes"
	"context"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// question is a request about a place in a document, or about a whole document.
type question struct {
	server *server
	root   *root
	path   string
	uri    protocol.DocumentURI
	doc    *document // nil if it is not open

	// The sources of the answer, set by prepare.
	*inspect.Inspector
	view *view
	file *source.File
	edit *source.Edit // of the document since; nil if there is none
}

// errModified is the error of a request about a document that has been edited in the meantime,
// which makes the client repeat it.
var errModified = &jsonrpc2.Error{Code: protocol.CodeContentModified, Message: "the document was edited in the meantime"}

// question starts a question about a document.
func (s *server) question(uri protocol.DocumentURI) (*question, error) {
	r, path, err := s.rootOf(uri)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return &question{server: s, root: r, path: path, uri: uri, doc: s.documents[uri]}, nil
}

// answering answers a question about a document: with nothing if it is not a file.
func (s *server) answering(uri protocol.DocumentURI, say func(context.Context, *question) (any, error)) (answer, error) {
	q, err := s.question(uri)
	if err != nil {
		return done(nil)
	}
	return func(ctx context.Context) (any, error) { return say(ctx, q) }, nil
}

// prepare determines what is known about the document as of the request. It returns false if
// nothing is.
func (q *question) prepare(ctx context.Context) (bool, error) {
	v, inspector, err := q.root.inspect(ctx)
	if err == nil {
		err = q.server.begin(ctx)
	}
	if err != nil || inspector == nil {
		return false, err
	}
	if !v.documents[q.path].isLike(q.doc) {
		return false, errModified
	}
	return q.answerFrom(v, inspector), nil
}

// answerFrom sets the sources of the answer. It returns false if nothing is known about the
// document.
func (q *question) answerFrom(v *view, inspector *inspect.Inspector) bool {
	q.view, q.Inspector = v, inspector
	if q.file = q.File(q.path); q.doc != nil {
		q.file = q.doc.file()
	}
	return q.file != nil
}

// prepareSoon is prepare for information that is only displayed. If determining what is known
// requires a check, as after a change of code, hiera.yaml, or settings, the results of the last
// check are used, unless the place itself has been edited since.
func (q *question) prepareSoon(ctx context.Context, p protocol.Position) (bool, error) {
	v, inspector, err := q.root.look(ctx)
	if err != nil {
		return false, err
	}
	if inspector != nil && v.documents[q.path].isLike(q.doc) {
		return q.answerFrom(v, inspector), q.server.begin(ctx)
	}
	last, _ := q.root.last()
	if inspector != nil || last == nil || last.report == nil || q.doc == nil {
		return q.prepare(ctx)
	}
	inspector = last.report.Inspector()
	before := inspector.File(q.path) // it need not have been open
	if open := last.view.documents[q.path]; open != nil {
		before = open.file()
	}
	if before == nil {
		return q.prepare(ctx)
	}
	if !bytes.Equal(before.Text, q.doc.file().Text) {
		edit := source.NewEdit(before, q.doc.file())
		if _, ok := edit.Origin(q.server.encoding.offset(q.doc.file(), p)); !ok {
			return q.prepare(ctx)
		}
		q.edit = edit
	}
	if recalled := q.server.options.recalled; recalled != nil {
		recalled()
	}
	return q.answerFrom(last.view, inspector), q.server.begin(ctx)
}

// now returns the current position of a range of the document before its edit. What was edited remains at the same offset.
func (q *question) now(span source.Span) source.Span {
	if moved, ok := q.edit.Move(span); ok {
		return moved
	}
	end := len(q.edit.After.Text)
	return source.Span{Start: min(span.Start, end), End: min(span.End, end)}
}

// prepareForTyping is prepare for a question about the text before a place that only needs the
// keys, classes, and variables of the tree. The results of the last check are sufficient, since a
// check after each keystroke would make the user wait.
func (q *question) prepareForTyping(ctx context.Context) (bool, error) {
	q.root.mu.Lock()
	f := q.root.found
	q.root.mu.Unlock()
	if f == nil || f.report == nil {
		return q.prepare(ctx)
	}
	q.view, q.Inspector, q.file = f.view, f.report.Inspector(), q.doc.file()
	return true, nil
}

// subject returns the subject at a position; nil if there is none.
func (q *question) subject(p protocol.Position) *inspect.Subject {
	offset := q.server.encoding.offset(q.file, p)
	if q.edit == nil {
		return q.SubjectAt(q.path, offset)
	}
	offset, _ = q.edit.Origin(offset)
	subject := q.SubjectAt(q.path, offset)
	if subject != nil {
		subject.Span = q.now(subject.Span)
	}
	return subject
}

// about answers a question about a place: with nothing if nothing is known about it.
func (s *server) about(p *protocol.TextDocumentPositionParams, say func(context.Context, *question, *inspect.Subject) (any, error)) (answer, error) {
	return s.aboutPrepared(p, func(ctx context.Context, q *question) (bool, error) { return q.prepare(ctx) }, say)
}

// aboutSoon is about for information that is only displayed; see prepareSoon.
func (s *server) aboutSoon(p *protocol.TextDocumentPositionParams, say func(context.Context, *question, *inspect.Subject) (any, error)) (answer, error) {
	return s.aboutPrepared(p, func(ctx context.Context, q *question) (bool, error) { return q.prepareSoon(ctx, p.Position) }, say)
}

func (s *server) aboutPrepared(
	p *protocol.TextDocumentPositionParams, prepare func(context.Context, *question) (bool, error), say func(context.Context, *question, *inspect.Subject) (any, error),
) (answer, error) {
	return s.answering(p.TextDocument.URI, func(ctx context.Context, q *question) (any, error) {
		if ok, err := prepare(ctx, q); !ok {
			return nil, err
		}
		subject := q.subject(p.Position)
		if subject == nil {
			return nil, nil
		}
		return say(ctx, q, subject)
	})
}

// locations converts places for the client.
func (q *question) locations(spots []inspect.Spot) []protocol.Location {
	c := q.server.converter(q.view)
	all := make([]protocol.Location, 0, len(spots))
	for _, spot := range spots {
		if q.edit != nil && spot.File.Abs() == q.path {
			spot.File, spot.Span = q.edit.After, q.now(spot.Span)
		}
		all = append(all, protocol.Location{URI: c.uri(spot.File.Abs()), Range: c.encoding.rangeOf(spot.File, spot.Span)})
	}
	return all
}

// definition returns where a subject is defined.
func (s *server) definition(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.aboutSoon(p, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
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

// references returns what reads a key.
func (s *server) references(p *protocol.ReferenceParams) (answer, error) {
	return s.aboutSoon(&p.TextDocumentPositionParams, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		if !subject.IsKey() {
			return nil, nil
		}
		return q.locations(q.References(subject.Name, p.Context.IncludeDeclaration)), nil
	})
}

// documentHighlight returns what defines and what reads a key in its document.
func (s *server) documentHighlight(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.aboutSoon(p, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		if !subject.IsKey() || len(subject.SubKey) > 0 {
			return nil, nil
		}
		here := lists.Filter(q.References(subject.Name, true), func(spot inspect.Spot) bool { return spot.File.Abs() == q.path })
		return lists.Map(q.locations(here), func(l protocol.Location) protocol.DocumentHighlight {
			return protocol.DocumentHighlight{Range: l.Range}
		}), nil
	})
}

// implementation returns all levels that define a key.
func (s *server) implementation(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.aboutSoon(p, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		if !subject.IsKey() {
			return q.locations(q.Target(subject)), nil
		}
		return q.locations(q.Definitions(subject.Name)), nil
	})
}

package lsp

import (
	"context"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/views"
)

// refused is the error of a request that cannot be met, with the reason for people.
func refused(err error) error {
	if err == nil {
		return nil
	}
	return &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: err.Error()}
}

// prepareRename answers what would be renamed at a place.
func (s *server) prepareRename(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.about(p, func(_ context.Context, q *question, subject *views.Subject) (any, error) {
		if err := q.CanRename(subject); err != nil {
			return nil, refused(err)
		}
		return protocol.PrepareRename{Range: s.encoding.rangeOf(q.file, subject.Span), Placeholder: subject.Name}, nil
	})
}

// rename gives a key another name, with a preview where the client has one.
func (s *server) rename(p *protocol.RenameParams) (answer, error) {
	return s.about(&p.TextDocumentPositionParams, func(_ context.Context, q *question, subject *views.Subject) (any, error) {
		edits, err := q.Rename(subject, p.NewName)
		if err != nil {
			return nil, refused(err)
		}
		return s.workspaceEdit(q.view, edits, "Rename `"+subject.Name+"` to `"+p.NewName+"`"), nil
	})
}

package lsp

import (
	"context"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// refused returns the error of a request that cannot be fulfilled, with the reason.
func refused(err error) error {
	if err == nil {
		return nil
	}
	return &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: err.Error()}
}

// prepareRename returns what would be renamed at a place.
func (s *server) prepareRename(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.about(p, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		if err := q.CanRename(subject); err != nil {
			return nil, refused(err)
		}
		return protocol.PrepareRename{Range: s.encoding.rangeOf(q.file, subject.NameSpan()), Placeholder: subject.Name}, nil
	})
}

// rename renames a key, with a preview if the client supports it.
func (s *server) rename(p *protocol.RenameParams) (answer, error) {
	return s.about(&p.TextDocumentPositionParams, func(_ context.Context, q *question, subject *inspect.Subject) (any, error) {
		edits, err := q.Rename(subject, p.NewName)
		if err != nil {
			return nil, refused(err)
		}
		return s.workspaceEdit(q.view, edits, "Rename `"+subject.Name+"` to `"+p.NewName+"`"), nil
	})
}

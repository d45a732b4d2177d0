package lsp

import (
	"context"
	"strings"

	"github.com/sourcegraph/jsonrpc2"

	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// valueOnNode requests the value of the key at a place on a node. It is the argument of the
// command, which returns Markdown. The command that lists the nodes has the same argument without a
// node.
type valueOnNode struct {
	protocol.TextDocumentPositionParams
	Node string `json:"node"`
}

// nodes lists the nodes for which values can be requested: those with facts, or else those that the
// hierarchy's files distinguish.
func (s *server) nodes(p *valueOnNode) (answer, error) {
	q, err := s.question(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) (any, error) {
		if ok, err := q.prepare(ctx); !ok {
			return []string{}, err
		}
		return q.NodeNames(ctx)
	}, nil
}

// valueOnNode returns the value of the key at a place on a node.
func (s *server) valueOnNode(p *valueOnNode) (answer, error) {
	return s.about(&p.TextDocumentPositionParams, func(ctx context.Context, q *question, subject *inspect.Subject) (any, error) {
		if !subject.IsKey() {
			return nil, &jsonrpc2.Error{Code: protocol.CodeRequestFailed, Message: "no key at this position"}
		}
		facts, err := q.KeyOn(ctx, p.Node, subject.Name, subject.SubKey...)
		if err != nil || len(facts) == 0 {
			return nil, err
		}
		w := &writer{q: q}
		w.key(subject, facts)
		return strings.TrimSpace(w.String()), nil
	})
}

package lsp

import (
	"context"

	"github.com/hieralint/hieralint/internal/completion"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// signatureHelp shows the forms of a merge while it is typed.
func (s *server) signatureHelp(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.answering(p.TextDocument.URI, func(ctx context.Context, q *question) (any, error) {
		if q.doc == nil {
			return nil, nil
		}
		if ok, err := q.prepareForTyping(ctx); !ok {
			return nil, err
		}
		found := completion.SignaturesAt(q.Inspector, q.file, q.path, s.encoding.offset(q.file, p.Position))
		if found == nil {
			return nil, nil
		}
		plain := func(text string) *protocol.MarkupContent {
			return &protocol.MarkupContent{Kind: protocol.PlainText, Value: text}
		}
		help := &protocol.SignatureHelp{ActiveSignature: found.Active}
		if found.Parameter >= 0 {
			help.ActiveParameter = &found.Parameter
		}
		for _, one := range found.All {
			information := protocol.SignatureInformation{Label: one.Label, Documentation: plain(one.Text)}
			for _, parameter := range one.Parameters {
				information.Parameters = append(information.Parameters, protocol.ParameterInformation{Label: parameter.Label, Documentation: plain(parameter.Text)})
			}
			help.Signatures = append(help.Signatures, information)
		}
		return help, nil
	})
}

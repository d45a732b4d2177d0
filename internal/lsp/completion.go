package lsp

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/completion"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// completion proposes what can be inserted at a place.
func (s *server) completion(p *protocol.TextDocumentPositionParams) (answer, error) {
	return s.answering(p.TextDocument.URI, func(ctx context.Context, q *question) (any, error) {
		if q.doc == nil {
			return nil, nil
		}
		if found := s.ruleNames(q.doc.file(), p.Position); found != nil {
			return s.completionList(q.doc.file(), found), nil
		}
		if settings.IsConfiguration(q.path) { // no check is necessary
			if found := completion.ProposeSettings(q.doc.file(), s.encoding.offset(q.doc.file(), p.Position)); found != nil {
				return s.completionList(q.doc.file(), found), nil
			}
			return nil, nil
		}
		if ok, err := q.prepareForTyping(ctx); !ok {
			return nil, err
		}
		found := completion.Propose(q.Inspector, q.file, q.path, s.encoding.offset(q.file, p.Position))
		if found == nil {
			return nil, nil
		}
		return s.completionList(q.file, found), nil
	})
}

var ruleList = lazyregexp.New(`hieralint:\s*ignore(?:-file)?\s(?:.*[\s,])?([a-z0-9-]*)$`)

// ruleNames proposes names of rules in comments; nil elsewhere.
func (s *server) ruleNames(file *source.File, at protocol.Position) *completion.Proposals {
	offset := s.encoding.offset(file, at)
	before := file.Text[file.Line(file.Pos(offset).Line).Start:offset]
	m := ruleList().FindSubmatch(before)
	if m == nil {
		return nil
	}
	found := &completion.Proposals{Span: source.Span{Start: offset - len(m[1]), End: offset}}
	for _, rule := range session.Rules() {
		found.All = append(found.All, &completion.Proposal{Kind: completion.ValueProposal, Text: rule.Name, Detail: rule.Explain().Title})
	}
	return found
}

var itemKinds = map[completion.ProposalKind]int{
	completion.KeyProposal: protocol.ItemProperty, completion.VariableProposal: protocol.ItemVariable, completion.FunctionProposal: protocol.ItemFunction,
	completion.OptionProposal: protocol.ItemKeyword, completion.ValueProposal: protocol.ItemEnumMember, completion.TypeProposal: protocol.ItemClass,
}

// maxProposals is the maximum number of proposals in an answer. After more has been typed, there
// are fewer.
const maxProposals = 300

// completionList returns the proposals that match what has been typed, starting with those that
// begin with it.
func (s *server) completionList(file *source.File, found *completion.Proposals) *protocol.CompletionList {
	typed := strings.ToLower(string(file.Slice(found.Span)))
	rank := func(p *completion.Proposal) int {
		switch text := strings.ToLower(p.Text); {
		case strings.HasPrefix(text, typed):
			return 0
		case strings.Contains(text, typed):
			return 1
		default:
			return 2
		}
	}
	fitting := slices.DeleteFunc(slices.Clone(found.All), func(p *completion.Proposal) bool { return rank(p) == 2 }) //nolint:mnd // see rank
	slices.SortStableFunc(fitting, func(a, b *completion.Proposal) int { return cmp.Compare(rank(a), rank(b)) })
	list := &protocol.CompletionList{IsIncomplete: len(fitting) > maxProposals, Items: []protocol.CompletionItem{}}
	replaced := s.encoding.rangeOf(file, found.Span)
	for i, p := range fitting[:min(len(fitting), maxProposals)] {
		item := s.completionItem(p, replaced)
		item.SortText = fmt.Sprintf("%03d", i) // without it, clients sort by label
		list.Items = append(list.Items, item)
	}
	return list
}

func (s *server) completionItem(p *completion.Proposal, replaced protocol.Range) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label: p.Text, Kind: itemKinds[p.Kind], Detail: p.Detail, TextEdit: protocol.TextEdit{Range: replaced, NewText: p.Text},
	}
	if p.Snippet != "" {
		if s.client.TextDocument.Completion.CompletionItem.SnippetSupport {
			item.InsertTextFormat, item.TextEdit.NewText = protocol.InsertSnippet, p.Snippet
		} else {
			line, _, _ := strings.Cut(p.Snippet, "\n") // its indentation is right only if the client adjusts it
			item.TextEdit.NewText = placeholder().ReplaceAllString(line, "")
		}
	}
	if p.Documentation != "" {
		item.Documentation = &protocol.MarkupContent{Kind: protocol.PlainText, Value: p.Documentation}
	}
	return item
}

// placeholder matches a cursor position in a snippet.
var placeholder = lazyregexp.New(`\$[0-9]`)

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

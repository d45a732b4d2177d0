package lsp

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// ofDocument answers a question about the symbols of a document: with nothing if it has none.
func (s *server) ofDocument(uri protocol.DocumentURI, say func(context.Context, *question, *outlined) (any, error)) (answer, error) {
	return s.answering(uri, func(ctx context.Context, q *question) (any, error) {
		if ok, err := q.prepare(ctx); !ok {
			return nil, err
		}
		o := q.outline(q.Document(q.path))
		if o == nil {
			return nil, nil
		}
		return say(ctx, q, o)
	})
}

// ofText is ofDocument for a question that depends only on the text of a document. If it is known
// to belong to the project, the answer does not wait for a check.
func (s *server) ofText(uri protocol.DocumentURI, say func(context.Context, *question, *outlined) (any, error)) (answer, error) {
	q, err := s.question(uri)
	if err != nil {
		return done(nil)
	}
	last, isOutdated := q.root.last()
	format, isData := data.FormatOf(q.path)
	if q.doc == nil || !isData || !isOutdated || last == nil || last.report == nil || last.report.Inspector().Document(q.path) == nil {
		return s.ofDocument(uri, say)
	}
	return func(ctx context.Context) (any, error) {
		if err := s.begin(ctx); err != nil {
			return nil, err
		}
		o := q.outline(data.Parse(q.doc.file(), format))
		if o == nil {
			return nil, nil
		}
		return say(ctx, q, o)
	}, nil
}

// outlined is a document with its symbols.
type outlined struct {
	file    *source.File
	symbols []*inspect.Symbol
	titles  *sync.Map // of the lenses of its keys
	isLast  bool      // the text cannot be parsed; the symbols are those of the last one that could be
}

// outline returns the symbols of a document; nil if it has none. While it cannot be parsed, as after half a line
// has been typed, they are those of the last text that could be, except edited ones.
func (q *question) outline(doc *data.Document) *outlined {
	if doc == nil {
		return nil
	}
	last := &outlined{titles: new(sync.Map)}
	if q.doc != nil {
		last = cmp.Or(q.doc.outlined.Load(), last)
	}
	switch {
	case doc.Root != nil:
		o := &outlined{file: doc.File, symbols: inspect.Outline(doc), titles: last.titles}
		if q.doc != nil {
			q.doc.outlined.Store(o)
		}
		return o
	case doc.Err == nil || last.file == nil:
		return nil
	}
	return &outlined{doc.File, unedited(source.NewEdit(last.file, doc.File), last.symbols), last.titles, true}
}

// unedited returns the symbols whose names an edit has kept, at their new places.
func unedited(e *source.Edit, symbols []*inspect.Symbol) []*inspect.Symbol {
	var all []*inspect.Symbol
	for _, symbol := range symbols {
		name, ok := e.Find(symbol.NameSpan)
		if !ok {
			continue
		}
		moved := *symbol
		moved.NameSpan, moved.Children = name, unedited(e, symbol.Children)
		moved.Span = source.Span{Start: name.Start - (symbol.NameSpan.Start - symbol.Span.Start), End: max(name.End, e.Forward(symbol.Span.End))}
		all = append(all, &moved)
	}
	return all
}

// documentSymbol returns the keys of a document.
func (s *server) documentSymbol(p *protocol.DocumentParams) (answer, error) {
	return s.ofText(p.TextDocument.URI, func(_ context.Context, q *question, doc *outlined) (any, error) {
		if s.client.TextDocument.DocumentSymbol.HierarchicalDocumentSymbolSupport {
			return s.tree(doc.file, doc.symbols), nil
		}
		return s.flat(q.uri, doc.file, doc.symbols, ""), nil
	})
}

func kindOf(symbol *inspect.Symbol) int {
	if symbol.IsHash {
		return protocol.SymbolObject
	}
	return protocol.SymbolProperty
}

func (s *server) tree(file *source.File, symbols []*inspect.Symbol) []protocol.DocumentSymbol {
	return lists.Map(symbols, func(symbol *inspect.Symbol) protocol.DocumentSymbol {
		return protocol.DocumentSymbol{
			Name: symbol.Name, Kind: kindOf(symbol), Range: s.encoding.rangeOf(file, symbol.Span), SelectionRange: s.encoding.rangeOf(file, symbol.NameSpan),
			Children: s.tree(file, symbol.Children),
		}
	})
}

func (s *server) flat(uri protocol.DocumentURI, file *source.File, symbols []*inspect.Symbol, container string) []protocol.SymbolInformation {
	all := []protocol.SymbolInformation{}
	for _, symbol := range symbols {
		at := protocol.Location{URI: uri, Range: s.encoding.rangeOf(file, symbol.Span)}
		all = append(all, protocol.SymbolInformation{Name: symbol.Name, Kind: kindOf(symbol), Location: at, ContainerName: container})
		all = append(all, s.flat(uri, file, symbol.Children, symbol.Name)...)
	}
	return all
}

// maxSymbols is the maximum number of symbols of a workspace in an answer.
const maxSymbols = 500

// workspaceSymbol returns the keys that contain the letters of a query in order.
func (s *server) workspaceSymbol(p *protocol.WorkspaceSymbolParams) (answer, error) {
	s.mu.Lock()
	roots := slices.Clone(s.roots)
	s.mu.Unlock()
	return func(ctx context.Context) (any, error) {
		all := []protocol.SymbolInformation{}
		for _, r := range roots {
			f, err := r.latest(ctx)
			if err != nil || f == nil || f.report == nil {
				return all, err
			}
			x := f.report.Inspector()
			for _, name := range x.Project.Keys() {
				if !isSubsequence(strings.ToLower(p.Query), strings.ToLower(name)) {
					continue
				}
				q := &question{server: s, root: r, view: f.view}
				for _, at := range q.locations(x.Definitions(name)) {
					if len(all) == maxSymbols {
						return all, nil
					}
					all = append(all, protocol.SymbolInformation{Name: name, Kind: protocol.SymbolProperty, Location: at})
				}
			}
		}
		return all, nil
	}, nil
}

// isSubsequence reports whether a text contains the letters of a query in order.
func isSubsequence(query, text string) bool {
	for _, r := range query {
		i := strings.IndexRune(text, r)
		if i < 0 {
			return false
		}
		text = text[i+len(string(r)):]
	}
	return true
}

// foldingRange returns the lines of each key.
func (s *server) foldingRange(p *protocol.DocumentParams) (answer, error) {
	return s.ofText(p.TextDocument.URI, func(_ context.Context, _ *question, doc *outlined) (any, error) {
		all := []protocol.FoldingRange{}
		var add func([]*inspect.Symbol)
		add = func(symbols []*inspect.Symbol) {
			for _, symbol := range symbols {
				if r := s.encoding.rangeOf(doc.file, symbol.Span); r.End.Line > r.Start.Line {
					all = append(all, protocol.FoldingRange{StartLine: r.Start.Line, EndLine: r.End.Line})
				}
				add(symbol.Children)
			}
		}
		add(doc.symbols)
		return all, nil
	})
}

// codeLens returns lenses for the root keys of a data file, and for the file if it was edited;
// their titles are determined when they are shown.
func (s *server) codeLens(p *protocol.DocumentParams) (answer, error) {
	return s.ofDocument(p.TextDocument.URI, func(ctx context.Context, q *question, doc *outlined) (any, error) {
		all, err := q.impactLens(ctx)
		if err != nil || q.DataFile(q.path) == nil {
			return all, err
		}
		for _, symbol := range doc.symbols {
			if symbol.Name == lookupoptions.Key {
				continue // the values of all levels are merged
			}
			all = append(all, protocol.CodeLens{Range: s.encoding.rangeOf(doc.file, symbol.NameSpan), Data: &protocol.LensData{URI: q.uri, Key: symbol.Name}})
		}
		return all, nil
	})
}

// resolveCodeLens sets the title to where else a key is defined and what uses it.
func (s *server) resolveCodeLens(lens *protocol.CodeLens) (answer, error) {
	if lens.Data == nil {
		return done(lens)
	}
	if lens.Data.Impact {
		return s.resolveImpactLens(lens)
	}
	return s.ofDocument(lens.Data.URI, func(_ context.Context, q *question, doc *outlined) (any, error) {
		title, isKnown := doc.titles.Load(lens.Data.Key)
		if !isKnown || !doc.isLast {
			title = cmp.Or(q.Role(doc.file, lens.Data.Key), "set here only")
			doc.titles.Store(lens.Data.Key, title)
		}
		lens.Command = &protocol.Command{Title: title.(string)}
		return lens, nil
	})
}

// maxHint is the maximum length of a hint.
const maxHint = 40

// inlayHint shows the values of keys on the nodes that read the file, if the editor's settings enable
// it.
func (s *server) inlayHint(p *protocol.InlayHintParams) (answer, error) {
	s.mu.Lock()
	isOn := s.settings.InlayHints
	s.mu.Unlock()
	if !isOn {
		return done([]protocol.InlayHint{})
	}
	return s.ofDocument(p.TextDocument.URI, func(ctx context.Context, q *question, doc *outlined) (any, error) {
		if doc.isLast {
			return nil, nil // the values are unknown
		}
		start, end := s.encoding.offset(doc.file, p.Range.Start), s.encoding.offset(doc.file, p.Range.End)
		symbols := lists.Filter(doc.symbols, func(symbol *inspect.Symbol) bool { return symbol.Span.End >= start && symbol.Span.Start <= end })
		hints, err := q.Hints(ctx, q.path, lists.Map(symbols, func(symbol *inspect.Symbol) string { return symbol.Name }))
		if err != nil {
			return nil, err
		}
		all := []protocol.InlayHint{}
		for _, symbol := range symbols {
			hint := []rune(hints[symbol.Name])
			if len(hint) == 0 {
				continue
			}
			if len(hint) > maxHint {
				hint = append(hint[:maxHint-1], '…')
			}
			at := s.encoding.position(doc.file, doc.file.Line(doc.file.Pos(symbol.NameSpan.Start).Line).End)
			all = append(all, protocol.InlayHint{Position: at, Label: string(hint), PaddingLeft: true})
		}
		return all, nil
	})
}

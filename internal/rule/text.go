package rule

import (
	"iter"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/source"
)

// Text is a string of a data file that Puppet interpolates.
type Text struct {
	Node     *data.Node
	Template *interpolate.Template
	// InOptions reports that it is part of the file's lookup_options.
	InOptions bool
}

// Span returns the position in the file of a range of the string, such as a token.
func (t *Text) Span(in source.Span) source.Span { return t.Node.SourceSpan(in.Start, in.End) }

// Slice returns a range of the string.
func (t *Text) Slice(in source.Span) string { return t.Template.Text[in.Start:in.End] }

// Tokens iterates over the tokens of Texts, with the strings that contain them.
func (p *FilePass) Tokens() iter.Seq2[*Text, *interpolate.Token] {
	return func(yield func(*Text, *interpolate.Token) bool) {
		texts := p.Texts()
		for i := range texts {
			text := &texts[i]
			for token := range text.Template.All() {
				if !yield(text, token) {
					return
				}
			}
		}
	}
}

// IsKey reports whether the key of a mapping is the string name.
func IsKey(n *data.Node, name string) bool {
	return n.Value.Is(data.String) && n.Value.Text() == name
}

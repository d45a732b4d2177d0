// Package place has lines of files, as reports name them.
package place

import (
	"cmp"
	"fmt"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// Place is a line of a file.
type Place struct {
	Path string `json:"path,omitempty"`
	Line int    `json:"line,omitempty"`
}

// Of returns the line on which a part of a file starts.
func Of(file *source.File, span source.Span) Place {
	return Place{file.Path, file.Pos(span.Start).Line}
}

// OfNode returns the line on which a node starts.
func OfNode(n *data.Node) Place { return Of(n.Doc.File, n.Span) }

// String returns the place in the format of editors and compilers.
func (p Place) String() string { return fmt.Sprintf("%s:%d", p.Path, p.Line) }

// Compare compares places by path and line.
func Compare(a, b Place) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line))
}

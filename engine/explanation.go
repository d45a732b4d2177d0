package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
)

// Explanation is how a lookup came to its outcome: what `puppet lookup --explain` prints.
type Explanation struct{ root *explain.Node }

// Text is the explanation as Puppet prints it, line by line.
func (e *Explanation) Text() string { return explain.Text(e.root) }

// Tree is the explanation as data, as `--render-as json` prints it.
func (e *Explanation) Tree() *data.Value { return explain.Tree(e.root, false) }

// SymbolTree is Tree with the Symbols that Ruby has in it, as `--render-as yaml` prints it.
func (e *Explanation) SymbolTree() *data.Value { return explain.Tree(e.root, true) }

package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/redact"
)

// Explanation is how a lookup came to its outcome: what `puppet lookup --explain` prints, without the strings that were decrypted
// unless LookupOptions.ShowSecrets is set.
type Explanation struct {
	root    *explain.Node
	secrets *redact.Secrets
}

// Text is the explanation as Puppet prints it, line by line.
func (e *Explanation) Text() string { return e.secrets.Redact(explain.Text(e.root)) }

// Tree is the explanation as data, as `--render-as json` prints it.
func (e *Explanation) Tree() *data.Value { return e.secrets.RedactValue(explain.Tree(e.root, false)) }

// SymbolTree is Tree with the Symbols that Ruby has in it, as `--render-as yaml` prints it.
func (e *Explanation) SymbolTree() *data.Value {
	return e.secrets.RedactValue(explain.Tree(e.root, true))
}

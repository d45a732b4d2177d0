package engine

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/redact"
)

// Explanation describes how a lookup came to its result, as printed by `puppet lookup --explain`.
// Decrypted strings are redacted unless LookupOptions.ShowSecrets is set.
type Explanation struct {
	root    *explain.Node
	secrets *redact.Secrets
}

// Text returns the explanation as Puppet prints it.
func (e *Explanation) Text() string { return e.TextWith(nil) }

// TextWith is like Text, but prints what show returns instead of each value and each string with a token, given the key or
// subkey that has it.
func (e *Explanation) TextWith(show func(key string, v *data.Value) *data.Value) string {
	return e.secrets.Redact(explain.Text(e.root, show))
}

// Tree returns the explanation as data, as `--render-as json` prints it.
func (e *Explanation) Tree() *data.Value { return e.secrets.RedactValue(explain.Tree(e.root, false)) }

// SymbolTree is like Tree, but with Ruby's symbols, as `--render-as yaml` prints it.
func (e *Explanation) SymbolTree() *data.Value {
	return e.secrets.RedactValue(explain.Tree(e.root, true))
}

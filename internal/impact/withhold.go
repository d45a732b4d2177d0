package impact

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/redact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/secret"
)

// Withhold replaces secrets with placeholders. The edits remain, even from one secret to another.
func (i *Impact) Withhold(r *secret.Redactor, sensitive secret.Sensitive) {
	for _, groups := range [][]*Group{i.Groups, i.Moved} {
		for _, g := range groups {
			for _, c := range g.Changes {
				c.withhold(r, sensitive)
			}
		}
	}
}

func (c *Change) withhold(r *secret.Redactor, sensitive secret.Sensitive) {
	named := secret.IsNamed(c.Key) || sensitive.Has(c.Key)
	c.Key = secret.Name(c.Key)
	w := withholder{redactor: r, decrypted: c.Before.decrypted || c.After.decrypted}
	w.refersTo(c.Before.referenced, sensitive)
	w.refersTo(c.After.referenced, sensitive)
	for _, o := range []*Outcome{&c.Before, &c.After} {
		o.Value, o.Failure, o.Default = w.value(named, o.Value), r.Message(o.Failure), r.Text(o.Default)
	}
	for i := range c.Edits {
		e := &c.Edits[i]
		inNamed := named
		for j, name := range e.Path {
			inNamed = inNamed || secret.IsNamed(name)
			e.Path[j] = secret.Name(r.Text(name))
		}
		e.Before, e.After = w.value(inNamed, e.Before), w.value(inNamed, e.After)
	}
}

type withholder struct {
	redactor *secret.Redactor
	// decrypted reports that a part of the value was decrypted; see mayBeDecrypted.
	decrypted bool
	// secrets are the values of keys with the names of secrets that the value references, and the strings with the
	// references.
	secrets []*data.Node
	// known are the results for large values, which are parts of both an outcome and an edit.
	known map[withheldKey]*data.Value
}

type withheldKey struct {
	named bool
	v     *data.Value
}

// mayBeDecrypted reports whether a string may contain decrypted text: it is not written as it is,
// without encryption and interpolation.
func (w *withholder) mayBeDecrypted(v *data.Value) bool {
	n := v.Node()
	return w.decrypted && (n == nil || isDecrypted(n) || strings.Contains(sourceOf(n), "%{"))
}

// refersTo adds places that references lead to.
func (w *withholder) refersTo(referenced []outcome.Origin, sensitive secret.Sensitive) {
	for _, o := range referenced {
		if secret.IsNamed(o.Key) || sensitive.Has(o.Key) {
			w.secrets = append(w.secrets, o.Node)
			for _, hop := range o.Hops {
				if hop.Node != nil {
					w.secrets = append(w.secrets, hop.Node)
				}
			}
		}
	}
}

// mayBeSecret reports whether a part of the value may be a secret that it references, or contain one.
func (w *withholder) mayBeSecret(v *data.Value) bool {
	n := v.Node()
	if len(w.secrets) == 0 || n == nil {
		return len(w.secrets) > 0
	}
	return slices.ContainsFunc(w.secrets, func(s *data.Node) bool {
		return s.Doc == n.Doc && s.Span.Start <= n.Span.Start && n.Span.End <= s.Span.End
	})
}

// value returns the value with placeholders for secrets. named reports that its key is the name of
// a secret.
func (w *withholder) value(named bool, v *data.Value) *data.Value {
	if v == nil || v.Size() < largeValue {
		return w.compute(named, v)
	}
	k := withheldKey{named, v}
	shown, ok := w.known[k]
	if !ok {
		shown = w.compute(named, v)
		lists.Put(&w.known, k, shown)
	}
	return shown
}

func (w *withholder) compute(named bool, v *data.Value) *data.Value {
	if v == nil {
		return nil
	}
	v = withKeys(v)
	if u, ok := outcome.AsUnknown(v); ok {
		if n := u.Node; n != nil && n.Value.Is(data.String) { // it is shown as written
			if shown := w.value(named, n.Value); shown != n.Value {
				return shown
			}
		}
		return v
	}
	if n := v.Node(); !named && n != nil && n.Doc != nil && w.redactor.IsSecret(n) { // an alias refers to it, or its file is for secrets
		named = true
	}
	switch v.Kind() {
	case data.Hash:
		entries := make([]data.Entry, v.Len())
		keys := withholder{redactor: w.redactor} // hiera-eyaml does not decrypt them
		isSecret := secret.NamesIn(v)
		for i, e := range v.Entries() {
			isNamed := named || e.Key.Kind() == data.String && isSecret(e.Key.Text())
			entries[i] = data.Entry{Key: keys.value(false, e.Key), Value: w.value(isNamed, e.Value)}
		}
		return data.NewHash(entries)
	case data.Array:
		var elements secret.Elements
		return data.NewArray(lists.Map(v.Items(), func(item *data.Value) *data.Value { return w.value(elements.Next(item) || named, item) }))
	case data.String:
		switch text := secret.Redact(w.redactor.Text(v.Text())); {
		case secret.WithheldAs(named, v) != "":
		case text != v.Text() && text == redact.Redacted:
			return secret.IsSecret.Value()
		case text != v.Text():
			return data.NewString(text)
		case w.mayBeDecrypted(v):
			return secret.IsDecrypted.Value()
		}
	}
	named = named || w.mayBeSecret(v)
	if as := secret.WithheldAs(named, v); as != "" {
		return as.Value()
	}
	return v
}

// isDecrypted reports whether a part of the text of a node is encrypted.
func isDecrypted(n *data.Node) bool {
	return n != nil && eyaml.IsEncrypted(sourceOf(n))
}

// referenced returns the places that references lead to.
func referenced(origins []outcome.Origin) []outcome.Origin {
	return lists.Filter(origins, func(o outcome.Origin) bool { return len(o.Hops) > 0 && o.Node != nil })
}

// Shown returns the value of a root key, on a node or in a single level, with placeholders for
// secrets. origins are the places that it comes from.
func Shown(r *secret.Redactor, sensitive secret.Sensitive, key string, origins []outcome.Origin, v *data.Value) *data.Value {
	w := withholder{redactor: r, decrypted: slices.ContainsFunc(origins, func(o outcome.Origin) bool { return isDecrypted(o.Node) })}
	w.refersTo(referenced(origins), sensitive)
	return w.value(secret.IsNamed(key) || sensitive.Has(key), v)
}

// Package interpolation replaces interpolation tokens in values: variables by their values, and
// references by the results of lookups.
package interpolation

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Value replaces the tokens in all strings of v, including hash keys. methods says whether
// interpolation functions are allowed. Values without tokens are returned unchanged, except that an
// explanation needs new arrays and hashes, as Ruby creates them.
func Value(inv *invocation.Invocation, v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	switch v.Kind() {
	case data.String:
		if !strings.Contains(v.Text(), "%{") {
			return v, nil
		}
		return String(inv, inv.Shared.Template(v.Text()), v, methods)
	case data.Array:
		return array(inv, v, methods)
	case data.Hash:
		return hash(inv, v, methods)
	}
	return v, nil
}

func array(inv *invocation.Invocation, v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	var items []*data.Value // a copy, made at the first element that changes
	if inv.Explain != nil {
		items = append(make([]*data.Value, 0, v.Len()), v.Items()...)
	}
	for i, item := range v.Items() {
		replaced, err := Value(inv, item, methods)
		if err != nil {
			return nil, err
		}
		if replaced != item && items == nil {
			items = append(make([]*data.Value, 0, v.Len()), v.Items()...)
		}
		if items != nil {
			items[i] = replaced
		}
	}
	if items == nil {
		return v, nil
	}
	return data.NewArray(items).WithNode(v.Node()), nil
}

// hash interpolates the keys and values of a hash. If keys become equal, the last value takes the
// place of the first key.
func hash(inv *invocation.Invocation, v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	var entries []data.Entry // a copy, made at the first entry that changes
	if inv.Explain != nil {
		entries = append(make([]data.Entry, 0, v.Len()), v.Entries()...)
	}
	keysChanged := false
	for i, e := range v.Entries() {
		k, err := Value(inv, e.Key, methods)
		if err != nil {
			return nil, err
		}
		value, err := Value(inv, e.Value, methods)
		if err != nil {
			return nil, err
		}
		if (k != e.Key || value != e.Value) && entries == nil {
			entries = append(make([]data.Entry, 0, v.Len()), v.Entries()...)
		}
		if entries != nil {
			entries[i] = data.Entry{Key: k, Value: value}
		}
		if k != e.Key {
			keysChanged = true
			switch {
			case !k.HasUnknown():
			case inv.Key == lookupoptions.Key:
				entries[i].Key = nil
				inv.Record.AddUnsettled(e.Key.Text(), outcome.UnknownPart(k))
			default:
				return outcome.UnknownPart(k), nil // it may be equal to any other key
			}
		}
	}
	if entries == nil {
		return v, nil
	}
	if keysChanged {
		return Distinct(inv, slices.DeleteFunc(entries, func(e data.Entry) bool { return e.Key == nil })).WithNode(v.Node()), nil
	}
	return data.NewHash(entries).WithNode(v.Node()), nil
}

// Distinct returns a hash of entries whose keys may be equal: the last value takes the place of the
// first key.
func Distinct(inv *invocation.Invocation, entries []data.Entry) *data.Value {
	var builder data.HashBuilder
	for _, e := range entries {
		builder.Set(e.Key, e.Value)
	}
	hash := builder.Hash()
	if hash.Len() < len(entries) {
		observeReplaced(inv, entries)
	}
	return hash
}

// observeReplaced records entries of a hash as written that later ones with other values replace.
func observeReplaced(inv *invocation.Invocation, entries []data.Entry) {
	if !inv.Shared.Observe {
		return
	}
	last := map[string]data.Entry{}
	for _, e := range entries {
		if e.Key.Kind() != data.String {
			continue
		}
		before, ok := last[e.Key.Text()]
		last[e.Key.Text()] = e
		if !ok || data.Eql(before.Value, e.Value) {
			continue
		}
		o := outcome.Observation{Kind: outcome.ReplacedEntry, Value: e.Key, Replaced: before.Key.Node(), By: e.Key.Node()}
		for _, n := range []*data.Node{o.Replaced, o.By} {
			if n == nil || !n.IsKey() || n.Value == nil {
				continue
			}
			if t := inv.Shared.Template(n.Value.Text()); o.Node == nil && t != nil && len(t.Tokens) > 0 {
				o.Node, o.Template, o.Token = n, t, &t.Tokens[0]
			}
		}
		inv.Observe(o)
	}
}

// String replaces the tokens of one string from left to right. t is the template of v. If any part
// is unknown, so is the result.
func String(inv *invocation.Invocation, t *interpolate.Template, v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	if t == nil || len(t.Tokens) == 0 {
		if t != nil && inv.Explain != nil {
			inv.Explain.Leaf(explain.Node{Kind: explain.Interpolate, Name: t.Text})
		}
		return v, checkEncoding(v)
	}
	if inv.Explain != nil {
		inv.Explain.Push(&explain.Node{Kind: explain.Interpolate, Name: t.Text})
		defer inv.Explain.Pop()
	}
	if err := checkEncoding(v); err != nil {
		return nil, err
	}
	var b []byte
	var room [128]byte
	b = room[:0]
	var unknown *data.Value
	end := 0
	for i := range t.Tokens {
		token := &t.Tokens[i]
		b = append(b, t.Text[end:token.Span.Start]...)
		end = token.Span.End
		replaced, whole, err := evaluate(inv, token, t, v, methods)
		switch {
		case err != nil:
			return nil, err.WithNode(v.Node())
		case whole:
			return replaced, nil
		case replaced == nil:
		case replaced.HasUnknown():
			unknown = outcome.UnknownPart(replaced)
		default:
			if err := inv.Budget.Text(replaced.Size()); err != nil {
				return nil, err.WithNode(v.Node())
			}
			text := inv.Shared.Text(replaced)
			if t.Whole() {
				return data.NewStringAt(text, v.Node()), nil
			}
			b = append(b, text...)
		}
	}
	if unknown != nil {
		return unknown, nil
	}
	b = append(b, t.Text[end:]...)
	return data.NewStringAt(string(b), v.Node()), nil
}

// checkEncoding returns Ruby's error for a string that is not valid UTF-8, in which it cannot search for tokens. JSON files
// and decrypted values may have such strings.
func checkEncoding(v *data.Value) *outcome.Error {
	if v.IsBinary() || utf8.ValidString(v.Text()) {
		return nil
	}
	return outcome.Crashf(outcome.ClassArgument, "invalid byte sequence in UTF-8").WithNode(v.Node())
}

// evaluate returns the value of one token; nil for an empty one. whole reports that it replaces the
// whole string, as alias does.
func evaluate(inv *invocation.Invocation, token *interpolate.Token, t *interpolate.Template, v *data.Value, methods bool) (_ *data.Value, whole bool, _ *outcome.Error) {
	if failure := t.Err(token, methods); failure != nil {
		return nil, false, tokenError(failure)
	}
	var value *data.Value
	var prefix, name string
	var err *outcome.Error
	switch {
	case token.Kind == interpolate.Empty:
		return nil, false, nil
	case token.Kind == interpolate.Variable:
		prefix, name = "scope:", token.Key.Text
		value, err = Variable(inv, token.Key, v.Node())
		observeVariable(inv, t, token, v, value)
	case token.Method == interpolate.Alias:
		value, err = reference(inv, t, token, v)
		return value, true, err
	case token.Method == interpolate.Scope:
		prefix, name = "scope:", token.Argument
		value, err = Variable(inv, token.Key, v.Node())
		observeVariable(inv, t, token, v, value)
	case token.Method == interpolate.Literal:
		name = token.Argument
		value = data.NewString(token.Argument)
	default:
		name = token.Argument
		value, err = reference(inv, t, token, v)
	}
	if err != nil {
		return nil, false, err
	}
	observeText(inv, t, token, v, value)
	// The inserted value is interpolated too, even that of a fact.
	if inv.Explain == nil && !interpolate.HasTokens(value) {
		return value, false, inv.Check(prefix, name)
	}
	if err := inv.Enter(prefix + name); err != nil {
		return nil, false, err
	}
	value, err = Value(inv, value, methods)
	return value, false, inv.Leave(err)
}

// tokenError returns the error with which Puppet fails on a token regardless of the data.
func tokenError(err *interpolate.Error) *outcome.Error {
	e := &outcome.Error{Class: outcome.ClassLookup, Cause: outcome.BadToken, Message: err.Text, Issue: err.Issue}
	if k := err.Token.KeyErr; k != nil && k.Number != "" {
		if err.Token.Method.TakesKey() {
			return outcome.From(k)
		}
		e.Class = outcome.ClassParse
	}
	return e
}

// reference returns the value of the key that a token references, or an empty string if it is
// undefined.
func reference(inv *invocation.Invocation, t *interpolate.Template, token *interpolate.Token, v *data.Value) (*data.Value, *outcome.Error) {
	passed, outer := inv.Passed(), inv.Record.Gap
	hop := outcome.Hop{Key: token.Argument, Node: v.Node()}
	if n := hop.Node; n != nil && n.Value != nil && n.Value.Text() == t.Text {
		hop.Token = token.Span
	}
	value, found, err := inv.Refer(hop)
	gap := inv.Record.Gap
	inv.Record.Gap = outer // a gap in the referenced key is not one in the value that contains the token
	switch {
	case err == nil && found && gap != nil && token.Method != interpolate.Alias:
		return gap, nil // a partially known value would give a different string
	case err != nil || found:
		return value, err
	}
	missing := outcome.Observation{Kind: outcome.MissingKey, Name: token.Argument, Token: token, Template: t, Node: v.Node()}
	if inv.Passed() > passed {
		missing.Kind = outcome.UncertainKey
		inv.Observe(missing)
		return inv.Unknown(inv.Record.Unknown[len(inv.Record.Unknown)-1]), nil
	}
	inv.Observe(missing)
	return data.NewString(""), nil
}

// observeText records an array or hash that is inserted into a string, and a Sensitive, whose value
// is hidden by that.
func observeText(inv *invocation.Invocation, t *interpolate.Template, token *interpolate.Token, v, value *data.Value) {
	switch value.Kind() {
	case data.Array, data.Hash, data.Sensitive:
		name := cmp.Or(token.Argument, token.Key.Text)
		inv.Observe(outcome.Observation{Kind: outcome.StructureInText, Name: name, Token: token, Template: t, Node: v.Node(), Value: value})
	}
}

package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/merge"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// interpolate replaces the tokens in all texts of v, those of hash keys included. methods tells
// whether lookup and its like are allowed. Values without tokens are returned as they are, but an explanation
// needs arrays and hashes that are no others, as Ruby makes.
func (inv *invocation) interpolate(v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	switch v.Kind() {
	case data.String:
		if !strings.Contains(v.Text(), "%{") {
			return v, nil
		}
		return inv.interpolateText(inv.node.engine.template(v.Text()), v, methods)
	case data.Array:
		return inv.interpolateList(v, methods)
	case data.Hash:
		return inv.interpolateHash(v, methods)
	default:
		return v, nil
	}
}

func (inv *invocation) interpolateList(v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	var items []*data.Value // a copy, made at the first element that changes
	if inv.explain != nil {
		items = append(make([]*data.Value, 0, v.Len()), v.Items()...)
	}
	for i, item := range v.Items() {
		replaced, err := inv.interpolate(item, methods)
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

// interpolateHash may make keys equal: the last value then stands in the place of the first key.
func (inv *invocation) interpolateHash(v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	var entries []data.Entry // a copy, made at the first entry that changes
	if inv.explain != nil {
		entries = append(make([]data.Entry, 0, v.Len()), v.Entries()...)
	}
	keysChanged := false
	for i, e := range v.Entries() {
		k, err := inv.interpolate(e.Key, methods)
		if err != nil {
			return nil, err
		}
		value, err := inv.interpolate(e.Value, methods)
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
			case inv.key == lookupOptionsKey:
				entries[i].Key = nil
				inv.out.unsettle(e.Key.Text(), outcome.UnknownPart(k))
			default:
				return outcome.UnknownPart(k), nil // any of the keys could be this one
			}
		}
	}
	if entries == nil {
		return v, nil
	}
	if keysChanged {
		entries = distinct(slices.DeleteFunc(entries, func(e data.Entry) bool { return e.Key == nil }))
	}
	return data.NewHash(entries).WithNode(v.Node()), nil
}

func distinct(entries []data.Entry) []data.Entry {
	kept := entries[:0]
next:
	for _, e := range entries {
		for i := range kept {
			if data.Eql(kept[i].Key, e.Key) {
				kept[i].Value = e.Value
				continue next
			}
		}
		kept = append(kept, e)
	}
	return kept
}

// interpolateText replaces the tokens of one text, from left to right. v is the value that holds
// it. A text with a part that is unknown is unknown.
func (inv *invocation) interpolateText(t *interpolate.Template, v *data.Value, methods bool) (*data.Value, *outcome.Error) {
	if t == nil || len(t.Tokens) == 0 {
		if t != nil && inv.explain != nil {
			inv.explain.Leaf(explain.Node{Kind: explain.Interpolate, Name: t.Text})
		}
		return v, nil
	}
	if inv.explain != nil {
		inv.explain.Push(&explain.Node{Kind: explain.Interpolate, Name: t.Text})
		defer inv.explain.Pop()
	}
	var b strings.Builder
	var unknown *data.Value
	end := 0
	for i := range t.Tokens {
		token := &t.Tokens[i]
		b.WriteString(t.Text[end:token.Span.Start])
		end = token.Span.End
		replaced, whole, err := inv.token(token, t, v, methods)
		switch {
		case err != nil:
			return nil, err.At(v.Node())
		case whole:
			return replaced, nil
		case replaced == nil:
		case replaced.HasUnknown():
			unknown = outcome.UnknownPart(replaced)
		default:
			text := rubytext.ToS(replaced)
			if err := inv.budget.text(len(text)); err != nil {
				return nil, err.At(v.Node())
			}
			b.WriteString(text)
		}
	}
	if unknown != nil {
		return unknown, nil
	}
	b.WriteString(t.Text[end:])
	return data.NewString(b.String()).WithNode(v.Node()), nil
}

// token is the value of one token; nil for one that stands for nothing. whole tells that it is
// the value of the whole text, as with alias.
func (inv *invocation) token(token *interpolate.Token, t *interpolate.Template, v *data.Value, methods bool) (_ *data.Value, whole bool, _ *outcome.Error) {
	if failure := t.Err(token, methods); failure != nil {
		return nil, false, tokenError(failure)
	}
	var value *data.Value
	var name string
	var err *outcome.Error
	switch {
	case token.Kind == interpolate.Empty:
		return nil, false, nil
	case token.Kind == interpolate.Variable:
		name = "scope:" + token.Key.Text
		value, err = inv.variable(token.Key, v.Node())
		inv.observeVariable(token, v, value)
	case token.Method == interpolate.Alias:
		value, err = inv.referenceOf(token, v)
		return value, true, err
	case token.Method == interpolate.Scope:
		name = "scope:" + token.Argument
		value, err = inv.variable(token.Key, v.Node())
		inv.observeVariable(token, v, value)
	case token.Method == interpolate.Literal:
		name = token.Argument
		value = data.NewString(token.Argument)
	default:
		name = token.Argument
		value, err = inv.referenceOf(token, v)
	}
	if err != nil {
		return nil, false, err
	}
	inv.observeText(token, v, value)
	// What comes in is interpolated again, the values of facts included.
	if err := inv.enter(name); err != nil {
		return nil, false, err
	}
	value, err = inv.interpolate(value, methods)
	inv.leave()
	return value, false, checked(err)
}

// tokenError is what Puppet fails with on a token, whatever the data.
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

// referenceOf is the value of the key that a token refers to, an empty text where there is none.
func (inv *invocation) referenceOf(token *interpolate.Token, v *data.Value) (*data.Value, *outcome.Error) {
	passed, outer := inv.out.passed, inv.out.gap
	value, found, err := inv.reference(token.Argument, v.Node())
	gap := inv.out.gap
	inv.out.gap = outer // what a token asks for leaves no gap in what holds it
	switch {
	case err == nil && found && gap != nil && token.Method != interpolate.Alias:
		return gap, nil // a text of what is known in part would be another text
	case err != nil || found:
		return value, err
	case inv.out.passed > passed:
		return inv.unknownValue(inv.out.unknown[len(inv.out.unknown)-1]), nil
	}
	inv.observe(outcome.MissingKey, token.Argument, token, v, nil)
	return data.NewString(""), nil
}

// reference is the value of another key; found is false where there is none.
func (inv *invocation) reference(name string, from *data.Node) (_ *data.Value, found bool, _ *outcome.Error) {
	sub := invocations.Get().(*invocation)
	defer give(sub)
	inv.nestIn(sub)
	sub.hops = append(sub.hops[:len(sub.hops):len(sub.hops)], outcome.Hop{Key: name, Node: from})
	if sub.hiera3.scope && !sub.globalOnly {
		sub.hiera3.scope = false
	}
	if _, err := inv.node.engine.parseKey(name); err != nil {
		return nil, false, outcome.From(err)
	}
	if err := inv.budget.reference(); err != nil {
		return nil, false, err
	}
	if v, ok := valueIn(sub.override, name); ok {
		return v, true, nil
	}
	v, found, err := sub.search(name, mergeArgument{})
	if err != nil {
		return nil, false, err.By(sub.hops)
	}
	if found {
		if err := inv.budget.brought(v); err != nil {
			return nil, false, err
		}
		return v, true, nil
	}
	v, found = valueIn(sub.defaults, name)
	return v, found, nil
}

// variable is the value of a variable or a part of it; undef where there is none.
func (inv *invocation) variable(k key.Key, from *data.Node) (*data.Value, *outcome.Error) {
	inv.explain.PushScope()
	v, err := inv.rootVariable(k.Root, from)
	inv.explain.PopScope()
	if err != nil || v.IsUndef() || len(k.Sub) == 0 {
		return v, err
	}
	dug, found, err := inv.dig(k, v)
	switch {
	case err != nil:
		return nil, err
	case found:
		return dug, nil
	case inv.node.scope.partial:
		return inv.unknown(outcome.UnknownVariable, k.Text, from), nil
	default:
		return data.NewUndef(), nil
	}
}

// rootVariable searches the overrides of the lookup, the scope, and its default values.
func (inv *invocation) rootVariable(name string, from *data.Node) (*data.Value, *outcome.Error) {
	if v, ok := valueIn(inv.override, name); ok {
		inv.explain.FoundInOverrides(name, v)
		return v, nil
	}
	v, exists := inv.scopeVariable(name)
	if _, local := inv.locals[name]; !local {
		inv.out.trace.read(outcome.Read{Name: name, Value: v})
	}
	if exists {
		inv.explain.Found(name, v)
		return v, nil
	}
	byDefault, hasDefault := valueIn(inv.defaults, name)
	if !(hasDefault && inv.node.engine.options.Puppet >= 8) {
		if isSetting(name) {
			if v, ok := inv.setting(name, from); ok {
				inv.explain.Found(name, v)
				return v, nil
			}
		} else if unset := inv.node.scope.partial || inv.node.scope.manifests; unset && !hasDefault && !alwaysDefined(name) {
			return inv.unknown(outcome.UnknownVariable, name, from), nil
		}
		if err := inv.undefined(name); err != nil {
			return nil, err.At(from)
		}
	}
	if hasDefault {
		inv.explain.FoundInDefaults(name, byDefault)
		return byDefault, nil
	}
	if alwaysDefined(name) && (name == "module_name" || name == "caller_module_name") {
		inv.explain.Found(name, data.NewUndef())
	}
	return data.NewUndef(), nil
}

func (inv *invocation) scopeVariable(name string) (*data.Value, bool) {
	if v, ok := inv.locals[name]; ok {
		return v, true
	}
	v, ok := inv.node.variable(name)
	if inv.hiera3.scope {
		switch name {
		case "calling_class":
			return data.NewUndef(), true
		case "calling_module":
			if v, ok = inv.node.variable("module_name"); !ok {
				v = data.NewUndef()
			}
			return v, true
		}
		if ok && v.Kind() == data.String && v.Text() == "" {
			return data.NewUndef(), true
		}
	}
	return v, ok
}

// noPlace is what Puppet logs behind a warning that has no place.
const noPlace = "\n   (file & line not available)"

// undefined is what Puppet does about a variable that does not exist: nothing, a warning or an
// error, by the setting strict.
func (inv *invocation) undefined(name string) *outcome.Error {
	if alwaysDefined(strings.TrimPrefix(name, "::")) {
		return nil
	}
	reason := inv.node.engine.undefinedReason(name)
	if isSetting(name) {
		// The class that holds the settings is evaluated, so that Puppet names the variable of it.
		name, reason = "::"+strings.TrimPrefix(name, "::"), ""
	} else if plain := strings.TrimPrefix(name, "::"); strings.Contains(plain, "::") {
		name = plain // Puppet names the class and its variable
	}
	switch o := &inv.node.engine.options; {
	case o.Strict == Off:
		return nil
	case o.Strict == Warning:
		inv.out.warn(fmt.Sprintf("Undefined variable '%s'; %s", name, reason) + noPlace)
		return nil
	case o.Puppet >= 8 && inv.place == inLocation:
		inv.out.warn(fmt.Sprintf("Interpolation failed with '%s', but compilation continuing; %s", name, reason) + noPlace)
		return nil
	default:
		return &outcome.Error{Class: outcome.ClassArgument, Cause: outcome.UndefinedVariable, Name: name, Message: fmt.Sprintf("Undefined variable '%s'; %s", name, reason)}
	}
}

// undefinedReason is what Puppet adds for a variable of a class.
func (e *Engine) undefinedReason(name string) string {
	name = strings.TrimPrefix(name, "::")
	at := strings.LastIndex(name, "::")
	if at < 0 {
		return ""
	}
	class := name[:at]
	if class == "" || e.loader.HasClass(class) {
		return "class " + class + " has not been evaluated"
	}
	return "class " + class + " could not be found"
}

// InterpolateOptions are the arguments of Interpolate besides the value.
type InterpolateOptions struct {
	// Override and DefaultValues are Hashes of variables and keys, before and after all others.
	Override, DefaultValues *data.Value
	// NoMethods refuses lookup and its like, as in hiera.yaml.
	NoMethods bool
}

// Interpolate replaces the tokens in all texts of v, as if v had been found in data.
func (e *Engine) Interpolate(ctx context.Context, scope *Scope, v *data.Value, o InterpolateOptions) (*Result, error) {
	inv := &invocation{ctx: ctx, node: e.nodeOf(scope), out: &record{}, budget: &budget{}, collected: &collectedOptions{}, objects: &merge.Objects{}, override: o.Override, defaults: o.DefaultValues}
	replaced, err := inv.interpolate(v, !o.NoMethods)
	if err != nil {
		return inv.result(&Result{}), inv.out.withhold(err)
	}
	return inv.result(&Result{Value: replaced}), nil
}

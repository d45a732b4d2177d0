package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
)

// createResources records the hash from which a call of create_resources or ensure_resources declares
// resources.
func (c *collector) createResources(function, typ string, args []pp.Expression, span source.Span) {
	var given []string
	if len(args) > 2 {
		given = c.keyTexts(args[2])
	}
	typ = strings.TrimLeft(typ, "@")
	if hash, ok := args[1].(*pp.Hash); ok && len(hash.Entries) == 1 {
		c.createEntry(typ, hash.Entries[0].Key, hash.Entries[0].Value, given, span)
		return
	}
	for _, v := range c.values(args[1]) {
		if !v.key.IsZero() && !v.ofHash && !v.perhaps && v.depth == 0 {
			c.creates(&Creation{Function: function, Titled: true, Type: typ, Key: v.key, Path: v.path, Given: given, Conditional: c.conditions > 0, Span: span})
		}
	}
}

// splat records the hashes from which resources get their attributes.
func (c *collector) splat(typ string, n *pp.Resource) {
	for _, b := range n.Bodies {
		i := slices.IndexFunc(b.Attributes, func(a *pp.Attribute) bool { return a.Name == "" })
		if i >= 0 {
			others := append(given(slices.Delete(slices.Clone(b.Attributes), i, i+1)), defaultsOf(n)...)
			c.createEntry(typ, b.Title, b.Attributes[i].Value, others, n.Span())
		}
	}
}

// createEntry records the hash with the attributes of a resource, possibly added to others: it is the value of a key, or
// an entry in it for which a block is called.
func (c *collector) createEntry(typ string, title, attributes pp.Expression, given []string, span source.Span) {
	title = onlyPart(title)
	entry, others := c.lastAdded(attributes)
	var values []value
	switch entry := entry.(type) {
	case *pp.Variable, *pp.Call, *pp.MethodCall:
		values = c.values(entry)
	case *pp.Access:
		values = c.entries(entry)
	}
	for _, v := range values {
		if v.key.IsZero() || v.ofHash || v.perhaps || v.depth > 1 {
			continue
		}
		x := &Creation{Function: "each", Type: typ, Key: v.key, Path: v.path, Given: append(others, given...), Added: entry != attributes, Conditional: c.conditions > c.loops, Span: span}
		x.Mixed = slices.ContainsFunc(values, func(other value) bool {
			return !other.perhaps && (other.ofHash || other.path.String() != v.path.String())
		})
		if v.depth == 0 {
			x.Single, x.Conditional = true, c.conditions > 0
			x.Title, _ = c.onlyText(title)
		} else if _, isVariable := title.(*pp.Variable); isVariable {
			x.Titled = slices.ContainsFunc(c.values(title), func(title value) bool { return title.depth == 0 && title.path.String() == v.path.String() })
		}
		c.creates(x)
	}
}

// entries returns the values of an expression like $sites[$title] whose index is a key of the hash.
func (c *collector) entries(e *pp.Access) []value {
	if len(e.Keys) != 1 {
		return nil
	}
	keys := c.values(e.Keys[0])
	return deeper(lists.Filter(c.values(e.Of), func(v value) bool {
		return !v.key.IsZero() && !v.ofHash && v.depth == 0 && slices.ContainsFunc(keys, func(k value) bool {
			return !k.key.IsZero() && !k.perhaps && k.depth <= 1 && k.path.String() == v.path.String()
		})
	}))
}

// onlyPart returns the expression in a string like "${name}", and other expressions as they are.
func onlyPart(e pp.Expression) pp.Expression {
	if s, ok := e.(*pp.Interpolated); ok && len(s.Parts) == 1 {
		return s.Parts[0]
	}
	return e
}

// lastAdded returns the last of several hashes that are added or merged, whose entries replace those
// of the others, and the keys of the others.
func (c *collector) lastAdded(e pp.Expression) (last pp.Expression, others []string) {
	switch e := e.(type) {
	case *pp.Parenthesized:
		return c.lastAdded(e.Inner)
	case *pp.Binary:
		if e.Operator == pp.Plus {
			last, others = c.lastAdded(e.Right)
			return last, append(others, c.keyTexts(e.Left)...)
		}
	case *pp.Call:
		if name, ok := e.Function.(*pp.Name); ok && name.Value == "merge" && len(e.Arguments) > 1 {
			n := len(e.Arguments)
			for _, argument := range e.Arguments[:n-1] {
				others = append(others, c.keyTexts(argument)...)
			}
			return e.Arguments[n-1], others
		}
	}
	return e, nil
}

// creates records a creation.
func (c *collector) creates(x *Creation) {
	x.Type, x.Key, x.Path, x.File = className(x.Type), x.Key.clone(), x.Path.clone(), c.file
	c.creations = append(c.creations, x)
}

// keyTexts returns the keys of a hash in code, with `*` for those that are unknown.
func (c *collector) keyTexts(e pp.Expression) []string {
	hash, ok := e.(*pp.Hash)
	if !ok {
		return []string{"*"}
	}
	var texts []string
	for _, e := range hash.Entries {
		text, ok := c.onlyText(e.Key)
		if !ok {
			text = "*"
		}
		texts = append(texts, text)
	}
	return texts
}

// adjust records a type of resources for which code sets attributes elsewhere.
func (c *collector) adjust(typ pp.Expression) {
	if name, ok := typ.(*pp.TypeName); ok {
		c.adjusted = append(c.adjusted, className(strings.Clone(name.Value)))
	}
}

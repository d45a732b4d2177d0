package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

// createResources records the hash from which a call of create_resources declares resources.
func (c *collector) createResources(typ string, args []pp.Expression, span source.Span) {
	var given []string
	if len(args) > 2 {
		given = []string{"*"}
		if defaults, ok := args[2].(*pp.Hash); ok {
			given = c.keyTexts(defaults)
		}
	}
	for _, v := range c.values(args[1]) {
		if !v.key.IsZero() && !v.ofHash && !v.perhaps && v.depth == 0 {
			c.creates(&Creation{Function: "create_resources", Type: strings.TrimLeft(typ, "@"), Key: v.key, Path: v.path, Given: given, Conditional: c.conditions > 0, Span: span})
		}
	}
}

// createEach records the hash whose entries a block is called for, if the titles of a resource in
// the block are the keys of the entries, and its attributes come from their values.
func (c *collector) createEach(typ string, n *pp.Resource) {
	for _, b := range n.Bodies {
		i := slices.IndexFunc(b.Attributes, func(a *pp.Attribute) bool { return a.Name == "" })
		if _, ok := b.Title.(*pp.Variable); !ok || i < 0 {
			continue
		}
		entry, ok := b.Attributes[i].Value.(*pp.Variable)
		if !ok {
			continue
		}
		given := append(given(slices.Delete(slices.Clone(b.Attributes), i, i+1)), defaultsOf(n)...)
		for _, v := range c.values(entry) {
			isTitled := slices.ContainsFunc(c.values(b.Title), func(title value) bool { return title.depth == 0 && title.path.String() == v.path.String() })
			if !v.key.IsZero() && !v.perhaps && v.depth == 1 && isTitled {
				c.creates(&Creation{Function: "each", Type: typ, Key: v.key, Path: v.path, Given: given, Conditional: c.conditions > c.loops, Span: n.Span()})
			}
		}
	}
}

// creates records a creation.
func (c *collector) creates(x *Creation) {
	x.Type, x.Key, x.Path, x.In, x.File = className(x.Type), x.Key.clone(), x.Path.clone(), c.in, c.file
	c.creations = append(c.creations, x)
}

// keyTexts returns the keys of a hash in code, with `*` for those that are unknown.
func (c *collector) keyTexts(hash *pp.Hash) []string {
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

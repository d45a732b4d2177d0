package manifest

import (
	"maps"
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
			c.creates(&Creation{Function: function, Titled: true, Type: typ, Key: v.key, Path: v.path, Exact: v.isLookup(), Given: given, Conditional: c.conditions > 0, Span: span})
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
		x := &Creation{Function: "each", Type: typ, Key: v.key, Path: v.path, Exact: v.ofLookup(), Given: append(others, given...), Added: entry != attributes, Conditional: c.conditions > c.loops, Span: span}
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

// setAttributes records the attributes of a class or defined type that are set to the values of keys.
func (c *collector) setAttributes(typ string, n *pp.Resource) {
	if c.in.Kind != Class || c.conditions > 0 {
		return
	}
	for _, b := range n.Bodies {
		class, isKnown := "", true
		if typ == "class" {
			class, isKnown = c.onlyText(b.Title)
		}
		if !isKnown || !hasTitle(b) {
			continue
		}
		for _, a := range b.Attributes {
			if a.Name == "" {
				continue
			}
			whole := lists.Filter(c.values(a.Value), func(v value) bool { return !v.isPart() })
			if len(whole) != 1 {
				continue
			}
			key, isKey := whole[0].key.Text()
			if path, _ := whole[0].path.Text(); isKey && key != "" && path == key {
				c.attributes = append(c.attributes, &Attribute{
					Type: className(typ), Class: className(class), Name: strings.Clone(a.Name), Key: strings.Clone(key),
					In: c.in, File: c.file, Span: a.Span(),
				})
			}
		}
	}
}

// setEntryAttributes records the attributes of a resource for each entry of a hash that are set to values in the entry.
func (c *collector) setEntryAttributes(typ string, n *pp.Resource) {
	if c.loops != 1 || c.conditions != 1 || c.in.Kind == Function || c.in.Kind == Plan {
		return
	}
	for _, b := range n.Bodies {
		for _, a := range b.Attributes {
			access, isAccess := a.Value.(*pp.Access)
			if !isAccess || len(access.Keys) != 1 || a.Name == "" {
				continue
			}
			entry, isText := access.Keys[0].(*pp.String)
			values := c.values(access.Of)
			if !isText || len(values) != 1 {
				continue
			}
			v := values[0]
			key, isExact := v.key.Text()
			if !isExact || v.key.IsZero() || v.ofHash || v.perhaps || v.altered || v.depth != 1 {
				continue
			}
			_, isVariable := b.Title.(*pp.Variable)
			c.entryAttributes = append(c.entryAttributes, &EntryAttribute{
				Type: className(typ), Name: strings.Clone(a.Name), Key: strings.Clone(key), Path: v.path.clone(), Entry: strings.Clone(entry.Value),
				Titled: isVariable && slices.ContainsFunc(c.values(b.Title), func(title value) bool { return title.depth == 0 && title.path.String() == v.path.String() }),
				File:   c.file, Span: a.Span(),
			})
		}
	}
}

// setToParameters records the attributes that a defined type sets to its parameters.
func (c *collector) setToParameters(typ string, n *pp.Resource) {
	if c.in.Kind != DefinedType || c.conditions > 0 || typ == "class" {
		return
	}
	for _, b := range n.Bodies {
		title, isVariable := b.Title.(*pp.Variable)
		if !hasTitle(b) && !(isVariable && (title.Name == "title" || title.Name == "name")) {
			continue
		}
		for _, a := range b.Attributes {
			v, ok := a.Value.(*pp.Variable)
			if !ok || c.in.Parameter(v.Name) == nil || c.in.Sets[v.Name] != nil {
				continue
			}
			lists.Put(&c.in.Sets, strings.Clone(v.Name), &Attribute{Type: className(typ), Name: strings.Clone(a.Name), In: c.in, File: c.file, Span: a.Span()})
		}
	}
}

// addTitles records the arrays whose elements are in the titles of resources.
func (c *collector) addTitles(typ string, n *pp.Resource) {
	if c.in.Kind == Function || c.in.Kind == Plan {
		return
	}
	for _, b := range n.Bodies {
		_, isString := b.Title.(*pp.Interpolated)
		for _, v := range c.values(variableIn(b.Title)) {
			_, isExact := v.key.Text()
			isElements := v.depth == 0 && c.loops == 0 && !isString || v.depth == 1 && c.loops == 1 && c.conditions == 1 // others may be about the element
			if !isElements || !isExact || v.key.IsZero() || v.ofHash || v.altered {
				continue
			}
			c.titles = append(c.titles, &Titles{
				Type: className(typ), Key: v.key.clone(), Path: v.path.clone(), Conditional: v.perhaps || c.conditions > v.depth,
				File: c.file, Span: b.Title.Span(),
			})
		}
	}
}

// variableIn returns the only expression in a string, and other expressions as they are.
func variableIn(e pp.Expression) pp.Expression {
	s, ok := e.(*pp.Interpolated)
	if !ok {
		return e
	}
	parts := lists.Filter(s.Parts, func(part pp.Expression) bool {
		_, isText := part.(*pp.String)
		return !isText
	})
	if len(parts) != 1 {
		return e
	}
	return parts[0]
}

// maxDeclared is the maximum number of types of resources that are recorded for a definition.
const maxDeclared = 1000

// declares records the type of resources that the enclosing code certainly declares.
func (c *collector) declares(typ string, n *pp.Resource) {
	if typ = typeKey(typ); c.conditions == 0 && len(c.in.Declares) < maxDeclared && slices.ContainsFunc(n.Bodies, hasTitle) && !slices.Contains(c.in.Declares, typ) {
		c.in.Declares = append(c.in.Declares, strings.Clone(typ))
	}
}

// hasTitle reports whether a body certainly declares a resource: its title is not a list that may be empty.
func hasTitle(b *pp.ResourceBody) bool {
	switch title := b.Title.(type) {
	case *pp.String, *pp.Interpolated, *pp.Name:
		return true
	case *pp.Array:
		return len(title.Elements) > 0
	}
	return false
}

// maxPassed is the number of times that a hash is followed from parameter to parameter, and maxPassedOn the maximum number of
// creations that this adds.
const (
	maxPassed   = 3
	maxPassedOn = 20_000
)

// passedOn returns the creations from hashes that classes pass on to parameters of other classes, by key.
func (x *Index) passedOn() []*Creation {
	of := map[string][]*Creation{}
	for _, c := range x.Creations {
		if name, isExact := c.Key.Text(); isExact {
			of[name] = append(of[name], c)
		}
	}
	to := map[string][]string{}
	for key, attributes := range x.Attributes {
		for _, a := range attributes {
			if a.Type == "class" {
				to[a.Class+"::"+a.Name] = append(to[a.Class+"::"+a.Name], key)
			}
		}
	}
	var all []*Creation
	for range maxPassed {
		next := map[string][]*Creation{}
		for _, parameter := range slices.Sorted(maps.Keys(of)) {
			for _, key := range slices.Sorted(slices.Values(to[parameter])) {
				for _, c := range of[parameter] {
					if path, isExact := c.Path.Text(); isExact && len(all) < maxPassedOn {
						passed := *c
						passed.Key, passed.Path = literal(key), literal(key+strings.TrimPrefix(path, parameter))
						next[key] = append(next[key], &passed)
						all = append(all, &passed)
					}
				}
			}
		}
		of = next
	}
	return all
}

// adjust records a type of resources for which code sets attributes elsewhere.
func (c *collector) adjust(typ pp.Expression) {
	if name, ok := typ.(*pp.TypeName); ok {
		c.adjusted = append(c.adjusted, className(strings.Clone(name.Value)))
	}
}

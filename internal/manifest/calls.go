package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// lookups lists the functions that look up keys.
var lookups = map[string]bool{"lookup": true, "hiera": true, "hiera_array": true, "hiera_hash": true, "hiera_include": true}

// inclusions lists the functions that add classes to the catalog.
var inclusions = map[string]bool{"include": true, "contain": true, "require": true, "hiera_include": true}

// iterations lists the functions that call a block with elements of their first argument, or with
// the argument itself. The value is true for those that call it with all elements.
var iterations = map[string]bool{
	"each": true, "map": true, "filter": true, "flat_map": true, "reverse_each": true, "with": true, "then": true, "partition": true,
	"group_by": true, "any": false, "all": false, "index": false,
}

func (c *collector) call(n *pp.Call) {
	name, ok := n.Function.(*pp.Name)
	if !ok {
		pp.Children(n, c.visitChild)
		return
	}
	c.anyCall(strings.TrimPrefix(name.Value, "::"), n.Arguments, n.Lambda, n.Span())
}

func (c *collector) anyCall(function string, args []pp.Expression, lambda *pp.Lambda, span source.Span) {
	isOfModule := strings.Contains(function, "::")
	if isOfModule {
		c.passing++
	}
	for _, a := range args {
		c.visit(a)
	}
	if isOfModule {
		c.passing--
	}
	if lambda != nil {
		all, iterates := iterations[function]
		elements := unknown
		if iterates && len(args) > 0 {
			elements = c.values(args[0])
		}
		c.lambda(lambda, elements, all)
	}
	if lookups[function] && len(args) > 0 {
		c.lookup(function, args, lambda, span)
	}
	switch {
	case inclusions[function] && len(args) > 0:
		c.include(function, args, nil, nil)
	case function == "create_resources" && len(args) > 1:
		if name, ok := c.onlyText(args[0]); ok && className(name) == "class" {
			names := args[1:2]
			if classes, ok := args[1].(*pp.Hash); ok {
				names = lists.Map(classes.Entries, func(e *pp.Entry) pp.Expression { return e.Key })
			}
			c.include(function, names, []string{"*"}, nil)
		} else if ok {
			c.createResources(function, name, args, span)
		}
	case function == "ensure_resources" && len(args) > 1:
		if name, ok := c.onlyText(args[0]); ok {
			c.createResources(function, name, args, span)
		}
	case function == "ensure_resource" && len(args) > 2:
		if name, ok := c.onlyText(args[0]); ok {
			c.createEntry(name, args[1], args[2], nil, span)
		}
	case function == "return":
		c.conditions++
		c.returns++
	case function == "next", function == "break":
		c.conditions++ // until the end of the block
	}
}

// onlyText returns the string value of e, if it is known.
func (c *collector) onlyText(e pp.Expression) (string, bool) {
	values := c.values(e)
	if len(values) != 1 {
		return "", false
	}
	return values[0].text.Text()
}

// include records the classes that a call or resource includes, with the given parameters and those of them that are fixed.
func (c *collector) include(function string, args []pp.Expression, given, fixed []string) {
	if function == "hiera_include" {
		for _, key := range c.lookedUp(function, args) {
			c.includes(&Inclusion{Function: function, Key: key.pattern, Path: key.path, Exact: true, Conditional: c.conditions > 0, Span: key.span, excluded: c.excluded(key.path)})
		}
		return
	}
	for _, arg := range args {
		elements := []pp.Expression{arg}
		if list, ok := arg.(*pp.Array); ok {
			elements = list.Elements
		}
		for _, e := range elements {
			_, isVariable := e.(*pp.Variable)
			for _, v := range c.values(e) {
				conditions, path := c.conditions, v.path
				if isVariable || v.inserted != nil {
					conditions -= c.loops // the block is called for each element
				}
				if v.inserted != nil {
					path = v.inserted.Path
				}
				i := &Inclusion{Function: function, Class: v.text, Key: v.key, Path: v.path, Inserted: v.inserted, Exact: v.isLookup(), Given: given, Fixed: fixed, Variable: v.variable, Span: e.Span()}
				c.guard(i, conditions, v.perhaps)
				i.excluded = v.excluded.or(c.excluded(path))
				c.includes(i)
			}
		}
	}
}

// guard sets whether an inclusion below so many conditions is Conditional, and on which nodes it is evaluated. perhaps reports
// that it may not be evaluated for other reasons.
func (c *collector) guard(i *Inclusion, conditions int, perhaps bool) {
	if conditions > len(c.guards) {
		if i.when = c.when(conditions - len(c.guards)); i.when != nil {
			i.Conditional, conditions = true, len(c.guards)
		}
	}
	g, ok := combined(c.guards, conditions, i.Variable)
	_, hasClass := i.Class.Text()
	switch {
	case perhaps || !ok:
		i.Conditional, i.when = true, nil
	case g != nil && i.Variable == "" && (!hasClass || !i.Key.IsZero()):
		i.Conditional, i.when = true, nil // the variable is not the only unknown
	case g != nil:
		i.Variable, i.guard = g.variable, g.test
	}
}

// includes records one inclusion.
func (c *collector) includes(i *Inclusion) {
	i.Class, i.Key, i.Path, i.Inserted, i.File = i.Class.clone(), i.Key.clone(), i.Path.clone(), i.Inserted.clone(), c.file
	if name, known := i.Class.Text(); known {
		i.Class = literal(className(name))
	}
	if c.in.Kind == Site {
		c.site = append(c.site, i)
	} else {
		c.in.Inclusions = append(c.in.Inclusions, i)
	}
}

// resource records the classes that are declared like resources and the resources that are declared
// for entries of hashes, and visits the rest.
func (c *collector) resource(n *pp.Resource) {
	name, ok := n.Type.(*pp.Name)
	if ok && n.Form == pp.Regular {
		c.splat(name.Value, n)
		c.setAttributes(name.Value, n)
		c.setEntryAttributes(name.Value, n)
		c.setToParameters(name.Value, n)
		c.declares(name.Value, n)
	}
	if ok && name.Value != "class" {
		c.addTitles(name.Value, n)
	}
	if ok && name.Value == "class" && n.Form == pp.Regular {
		defaults := defaultsOf(n)
		for _, b := range n.Bodies {
			if _, ok := b.Title.(*pp.Default); !ok {
				c.include("class", []pp.Expression{b.Title}, append(given(b.Attributes), defaults...), c.fixed(b.Attributes))
			}
		}
	}
	pp.Children(n, c.visitChild)
}

// defaultsOf returns the names of the attributes in the body with defaults.
func defaultsOf(n *pp.Resource) []string {
	for _, b := range n.Bodies {
		if _, ok := b.Title.(*pp.Default); ok {
			return given(b.Attributes)
		}
	}
	return nil
}

// given returns the names of attributes, with `*` for those from a hash.
func given(attributes []*pp.Attribute) []string {
	var names []string
	for _, a := range attributes {
		name := strings.Clone(a.Name)
		if name == "" {
			name = "*"
		}
		names = append(names, name)
	}
	return names
}

// fixed returns the names of attributes whose values are certainly not undef.
func (c *collector) fixed(attributes []*pp.Attribute) []string {
	var names []string
	for _, a := range attributes {
		if a.Name != "" && c.isDefined(a.Value) {
			names = append(names, strings.Clone(a.Name))
		}
	}
	return names
}

// isDefined reports whether a value is certainly not undef.
func (c *collector) isDefined(e pp.Expression) bool {
	switch e := e.(type) {
	case *pp.String, *pp.Interpolated, *pp.Heredoc, *pp.Name, *pp.Boolean, *pp.Integer, *pp.Float, *pp.Array, *pp.Hash:
		return true
	case *pp.Variable:
		if p := c.in.Parameter(e.Name); p != nil {
			name, _, _ := strings.Cut(p.Type(), "[")
			return slices.Contains(definedTypes, name)
		}
	}
	return false
}

// definedTypes are types that do not have undef among their values.
var definedTypes = []string{"Array", "Boolean", "Enum", "Float", "Hash", "Integer", "Numeric", "Pattern", "String", "Struct", "Tuple"}

// lookedUpKey is a key and its position.
type lookedUpKey struct {
	pattern Pattern // of the root key
	path    Pattern // of the whole key
	span    source.Span
}

// lookedUp returns the root keys that a call looks up.
func (c *collector) lookedUp(function string, args []pp.Expression) []lookedUpKey {
	name := args[0]
	if options, ok := name.(*pp.Hash); ok && function == "lookup" {
		if name = option(options, "name"); name == nil {
			return nil
		}
	}
	names := []pp.Expression{name}
	if list, ok := name.(*pp.Array); ok && function == "lookup" {
		names = list.Elements
	}
	var keys []lookedUpKey
	for _, e := range names {
		for _, v := range c.values(e) {
			if v.text.IsZero() {
				v.text = anything // a key whose name is the value of another
			}
			keys = append(keys, lookedUpKey{v.text.rootKey(), v.text, e.Span()})
		}
	}
	return keys
}

// option returns the value of an option, or nil.
func option(options *pp.Hash, name string) pp.Expression {
	for _, e := range options.Entries {
		switch k := e.Key.(type) {
		case *pp.String:
			if k.Value == name {
				return e.Value
			}
		case *pp.Name:
			if k.Value == name {
				return e.Value
			}
		}
	}
	return nil
}

// lookup records the keys that a call looks up.
func (c *collector) lookup(function string, args []pp.Expression, lambda *pp.Lambda, span source.Span) {
	use := Lookup{Function: function, In: c.in, File: c.file, Call: span, Plain: true, HasDefault: lambda != nil, Conditional: c.conditions > 0}
	switch function {
	case "lookup":
		c.lookupOptions(&use, args)
		use.Wrong = wrongArguments(args)
	case "hiera_array", "hiera_include":
		use.Merge = "unique"
	case "hiera_hash":
		use.Merge = "hash"
	}
	if function != "lookup" && use.Merge != "" {
		use.Strategy = data.NewString(use.Merge)
	}
	if function != "lookup" && len(args) > 1 {
		use.HasDefault = true
	}
	if function != "lookup" && len(args) > 2 {
		use.Plain = false // other files may define the key
		use.First = c.files(args[2])
	}
	for _, key := range c.lookedUp(function, args) {
		u := use
		u.Key, u.Path, u.Span = key.pattern.clone(), key.path.clone(), key.span
		path, isExact := u.Path.Text()
		u.Tested = isExact && c.tested.has[path] > 0
		c.tested.add(u.Path)
		c.uses = append(c.uses, &u)
	}
}

// files returns the data files that an argument names: a path, or an array of paths.
func (c *collector) files(arg pp.Expression) []Pattern {
	paths := []pp.Expression{arg}
	if list, ok := arg.(*pp.Array); ok {
		paths = list.Elements
	}
	var files []Pattern
	for _, e := range paths {
		for _, v := range c.values(e) {
			if !v.text.IsZero() {
				files = append(files, v.text.clone())
			}
		}
	}
	return files
}

// lookupOptions reads the other arguments of a call of lookup: either in order (type, merge,
// default), or by name in a hash, which may be the only argument.
func (c *collector) lookupOptions(use *Lookup, args []pp.Expression) {
	options, ok := args[0].(*pp.Hash)
	if !ok && len(args) > 1 {
		options, ok = args[1].(*pp.Hash)
	}
	var dataType, merge, value pp.Expression
	switch {
	case ok:
		dataType, merge, value = option(options, "value_type"), option(options, "merge"), option(options, "default_value")
		for _, name := range []string{"default_value", "default_values_hash", "override"} {
			use.HasDefault = use.HasDefault || option(options, name) != nil
		}
		use.Plain = option(options, "override") == nil // it replaces the data
	case len(args) == 2:
		dataType = args[1]
	case len(args) > 2:
		dataType, merge = args[1], args[2]
		if len(args) > 3 {
			use.HasDefault, value = true, args[3]
		}
	}
	switch dataType.(type) {
	case nil, *pp.Undef:
	case *pp.TypeName, *pp.Access:
		use.typ = types.NewExpression(c.file, dataType)
		if value != nil {
			use.Default, use.DefaultSpan = constant(value), value.Span()
		}
	default:
		use.Plain = false // the options may be in a variable
	}
	use.Merge, ok = c.strategy(merge)
	use.Plain = use.Plain && ok
	if use.Merge != "" {
		use.Strategy = constant(merge)
	}
}

// strategy returns the name of a merge strategy; known is false if it is computed.
func (c *collector) strategy(merge pp.Expression) (name string, known bool) {
	switch e := merge.(type) {
	case nil, *pp.Undef:
		return "", true
	case *pp.Hash:
		if merge = option(e, "strategy"); merge == nil {
			return "", false
		}
	}
	name, known = c.onlyText(merge)
	return strings.Clone(name), known
}

// mayAssign reports whether a statement calls a function that may set variables of the enclosing code, as those of the old
// Ruby API can.
func mayAssign(statement pp.Expression) bool {
	call, ok := statement.(*pp.Call)
	if !ok {
		return false
	}
	name, ok := call.Function.(*pp.Name)
	return ok && !strings.HasPrefix(name.Value, "validate_") && !slices.Contains(statements, strings.TrimPrefix(name.Value, "::"))
}

// statements are the functions of Puppet and stdlib that are usually called as statements, and set no variables.
var statements = []string{
	"include", "contain", "require", "tag", "realize", "hiera_include", "create_resources", "ensure_packages", "ensure_resource", "ensure_resources",
	"debug", "info", "notice", "warning", "err", "crit", "alert", "emerg", "fail", "assert_type", "deprecation", "each", "with", "break", "next", "return",
}

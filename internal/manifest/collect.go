package manifest

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/crash"
)

// found holds what a file contains.
type found struct {
	definitions     []*Definition
	misplaced       []*Definition // see Misplaced
	aliases         []*types.AliasDefinition
	site            []*Inclusion
	uses            []*Lookup
	creations       []*Creation
	titles          []*Titles
	attributes      []*Attribute
	entryAttributes []*EntryAttribute
	adjusted        []string // see Adjusts
	mentions        []string
	paths           []string // absolute, among the literal strings
	assembled       []string // see Assembles
	passed          []string // see Passes
	facts           []string // that the file defines
	setForNodes     []string // variables that are set outside of classes, defined types, and functions
	unreadable      *Unreadable
	crashed         *crash.Error
}

// collector visits the syntax tree of a file.
type collector struct {
	found
	file *source.File
	// module is the file's module; empty for files of the environment.
	module string
	// in is the enclosing definition.
	in *Definition
	// variables holds what is known about the variables of the enclosing code.
	variables map[string][]value
	// conditions is the number of enclosing constructs that may not be evaluated, and loops the
	// number of those that are evaluated for each element of a list. Code after a call that may
	// have left the enclosing code has an additional condition.
	conditions, loops int
	returns           int
	// passing is the number of enclosing calls of module functions.
	passing int
	// guards are the enclosing conditions that only depend on a variable of the node.
	guards []*guard
	// ofNode reads them.
	ofNode guardReader
	// branches are the enclosing branches of other conditions, and left those that the code before has not left.
	branches, left []branch
	// effort is the number of expressions in branches that may still be read.
	effort int
	// tested are the keys that the enclosing conditions look up.
	tested     tested
	seen       map[string]bool
	visitChild func(pp.Node)
}

func newCollector(file *source.File, module string, in *Definition) *collector {
	c := &collector{file: file, module: module, in: in, seen: map[string]bool{}, variables: map[string][]value{}}
	c.visitChild, c.ofNode, c.effort = c.visit, guardReader{c.variableOf, noGuard}, maxBranchEffort
	return c
}

// visit records what n contains. It does not visit strings, which are the most common nodes.
func (c *collector) visit(n pp.Node) {
	switch n := n.(type) {
	case *pp.String:
		c.mention(n.Value)
		c.inlineTemplate(n)
	case *pp.Name:
		if strings.Contains(n.Value, "::") {
			c.mention(n.Value)
		}
	case *pp.Interpolated:
		c.assemble(n)
		pp.Children(n, c.visitChild)
	case *pp.Variable:
		if c.tested.inside {
			for _, value := range c.variables[n.Name] {
				c.tested.add(value.path)
			}
		}
	case *pp.TypeName, *pp.Integer, *pp.Boolean, *pp.Undef, *pp.Default, *pp.Regexp, *pp.Text:
	case *pp.Assignment:
		c.visit(n.Right)
		c.assign(n)
	case *pp.Block:
		c.in.setsOthers = c.in.setsOthers || slices.ContainsFunc(n.Statements, mayAssign)
		pp.Children(n, c.visitChild)
	case *pp.Call:
		c.call(n)
	case *pp.MethodCall:
		c.anyCall(strings.TrimPrefix(n.Function.Value, "::"), append([]pp.Expression{n.Receiver}, n.Arguments...), n.Lambda, n.Span())
	case *pp.Resource:
		c.resource(n)
	case *pp.ResourceDefaults:
		c.adjust(n.Type)
		pp.Children(n, c.visitChild)
	case *pp.ResourceOverride:
		c.adjust(n.Of.Of)
		pp.Children(n, c.visitChild)
	case *pp.Collector:
		if len(n.Attributes) > 0 {
			c.adjust(n.Type)
		}
		pp.Children(n, c.visitChild)
	case *pp.If:
		c.test(n.Condition, func() { c.branch(n.Condition, true, n.Then, n.Else) })
	case *pp.Unless:
		c.test(n.Condition, func() { c.branch(n.Condition, false, n.Then, blockOrNil(n.Else)) })
	case *pp.Case:
		c.test(n.Of, func() {
			options := valuesOf(n)
			guards := c.ofNode.optionGuards(n.Of, options)
			for i, o := range n.Options {
				c.guarded(guards[i], branch{of: n.Of, options: options, option: i}, o)
			}
		})
	case *pp.Selector:
		c.test(n.Of, func() {
			for _, o := range n.Options {
				c.conditionally(o)
			}
		})
	case *pp.Binary:
		if n.Operator == pp.And || n.Operator == pp.Or {
			c.test(n.Left, func() { c.conditionally(n.Right) })
		} else {
			c.visit(n.Left)
			c.visit(n.Right)
		}
	case *pp.Lambda:
		c.lambda(n, unknown, false)
	default:
		if !c.definition(n) {
			pp.Children(n, c.visitChild)
		}
	}
}

// tested are the keys that conditions look up.
type tested struct {
	keys []string
	has  map[string]int
	// inside reports that a condition is being visited.
	inside bool
}

// test visits a condition and, with branches, what depends on it. Within a condition, keys remain tested until what depends on
// the whole condition was visited.
func (c *collector) test(condition pp.Expression, branches func()) {
	inside, before := c.tested.inside, len(c.tested.keys)
	c.tested.inside = true
	c.visit(condition)
	c.tested.inside = inside
	branches()
	if !inside {
		for _, key := range c.tested.keys[before:] {
			c.tested.has[key]--
		}
		c.tested.keys = c.tested.keys[:before]
	}
}

// add adds a key if a condition is being visited.
func (t *tested) add(path Pattern) {
	if text, isExact := path.Text(); t.inside && isExact && text != "" {
		if t.has == nil {
			t.has = map[string]int{}
		}
		t.keys = append(t.keys, text)
		t.has[text]++
	}
}

// branch visits the branches of a condition, of which otherwise may be nil. is is the value of the condition for the first.
func (c *collector) branch(condition pp.Expression, is bool, then, otherwise pp.Node) {
	g := c.guardOf(condition)
	if !is {
		g = g.not()
	}
	c.guarded(g, branch{of: condition, not: !is}, then)
	c.guarded(g.not(), branch{of: condition, not: is}, otherwise)
}

// guarded visits a branch that may not be evaluated, and is evaluated if the guard holds; nil if there is none.
func (c *collector) guarded(g *guard, b branch, n pp.Node) {
	guards, branches, conditions := c.guards, c.branches, c.conditions
	switch {
	case g == nil:
		c.branches = append(c.branches, b)
	case len(guards) < maxGuards:
		c.guards = append(slices.Clip(guards), g)
	}
	c.conditionally(n)
	c.guards, c.branches = guards, branches
	if c.conditions > conditions && g == nil {
		b.not = !b.not
		c.left = append(c.left, b)
	}
}

func blockOrNil(b *pp.Block) pp.Node {
	if b == nil {
		return nil
	}
	return b
}

// conditionally visits what may not be evaluated.
func (c *collector) conditionally(nodes ...pp.Node) {
	conditions := c.conditions
	for _, n := range nodes {
		if n != nil {
			c.conditions = conditions + 1
			c.visit(n)
			conditions = c.conditions - 1 // more of them if it may leave the code
		}
	}
	c.conditions = conditions
}

// lambda visits a block whose parameters are elements of something. loop reports that it is
// evaluated for all of them.
func (c *collector) lambda(l *pp.Lambda, elements []value, loop bool) {
	c.inBlock(l, elements, func() {
		for _, p := range l.Parameters {
			if p.Default != nil {
				c.visit(p.Default)
			}
		}
		conditions, loops, returns, left := c.conditions, c.loops, c.returns, c.left
		c.conditions++
		if loop {
			c.loops++
		}
		c.visit(l.Body)
		c.conditions, c.loops, c.left = conditions, loops, left
		if c.returns > returns {
			c.conditions++ // a return leaves the enclosing code
		}
	})
}

// inBlock calls f while the parameters of a block are elements of something.
func (c *collector) inBlock(l *pp.Lambda, elements []value, f func()) {
	outside := make([][]value, len(l.Parameters))
	for i, p := range l.Parameters {
		outside[i] = c.variables[p.Name]
		switch {
		case i == 0 && len(l.Parameters) == 1:
			c.variables[p.Name] = deeper(elements)
		case i == 0:
			c.variables[p.Name] = keysOf(elements)
		case i == 1:
			c.variables[p.Name] = membersOf(elements)
		default:
			c.variables[p.Name] = unknown
		}
	}
	f()
	for i, p := range l.Parameters {
		if outside[i] != nil {
			c.variables[p.Name] = outside[i]
		} else {
			delete(c.variables, p.Name)
		}
	}
}

// inlineTemplate searches for lookups in a string that is a template.
func (c *collector) inlineTemplate(n *pp.String) {
	if !strings.Contains(n.Value, "<%") {
		return
	}
	before := len(c.uses)
	r := rubyCode{collector: c, text: n.Value}
	r.scan()
	for _, u := range c.uses[before:] {
		u.Span, u.Call = n.Span(), n.Span()
	}
}

// mention records a string that may be a key or is a path.
func (c *collector) mention(text string) {
	if c.passing > 0 && strings.Contains(text, "::") && len(text) <= maxKey {
		c.passed = append(c.passed, text)
	}
	if len(text) == 0 || len(text) > maxKey || c.seen[text] {
		return
	}
	switch {
	case isKey(text):
		c.mentions = append(c.mentions, text)
	case text[0] == '/':
		c.paths = append(c.paths, text)
	default:
		return
	}
	c.seen[text] = true
}

// assemble records a string with interpolated expressions that may be a key with a namespace.
func (c *collector) assemble(e *pp.Interpolated) {
	hasNamespace := false
	pattern := literal("")
	for _, part := range e.Parts {
		if s, ok := part.(*pp.String); ok {
			hasNamespace = hasNamespace || strings.Contains(s.Value, "::")
			pattern = pattern.then(literal(s.Value))
		} else {
			pattern = pattern.then(anything)
		}
		if len(pattern.parts) > maxKey {
			return
		}
	}
	if text := pattern.String(); hasNamespace && len(text) <= maxKey && !strings.ContainsAny(text, " \t\n/") {
		c.assembled = append(c.assembled, text)
	}
}

// maxKey is the maximum length of strings that may be keys.
const maxKey = 200

// isKey reports whether text may be a key: a single word.
func isKey(text string) bool {
	for i := range len(text) {
		switch c := text[i]; {
		case c <= ' ', c == '/', c == '\\', c == '<', c == '=', c == '(', c == '\'', c == '"':
			return false
		}
	}
	return true
}

// definition records a definition and visits its contents. It reports whether n is one.
func (c *collector) definition(n pp.Node) bool {
	switch n := n.(type) {
	case *pp.Class:
		d := c.define(Class, n.Name, n.Span(), n.NameSpan, n.Parameters)
		if parent, ok := n.Parent.(*pp.Name); ok {
			d.Parent = className(parent.Value)
			d.Inclusions = append(d.Inclusions, &Inclusion{Function: "inherits", Class: literal(d.Parent), File: c.file, Span: parent.Span()})
		}
		c.withinChecked(d, n.Parameters, n.Body)
	case *pp.DefinedType:
		c.withinChecked(c.define(DefinedType, n.Name, n.Span(), n.NameSpan, n.Parameters), n.Parameters, n.Body)
	case *pp.Function:
		c.within(c.define(Function, n.Name, n.Span(), n.NameSpan, n.Parameters), n.Parameters, n.Body)
	case *pp.Plan:
		c.within(c.define(Plan, n.Name, n.Span(), n.NameSpan, n.Parameters), n.Parameters, n.Body)
	case *pp.NodeDefinition:
		span := n.Matches[0].Span()
		d := c.define(Node, string(c.file.Slice(span)), n.Span(), span, nil)
		d.matches = matches(n.Matches)
		c.within(d, nil, n.Body)
	case *pp.TypeAlias:
		c.aliases = append(c.aliases, types.NewAliasDefinition(c.file, n))
	default:
		return false
	}
	return true
}

func (c *collector) define(kind Kind, name string, span, nameSpan source.Span, params []*pp.Parameter) *Definition {
	d := &Definition{Kind: kind, Name: strings.Clone(name), Module: c.module, File: c.file, Span: span, NameSpan: nameSpan}
	if kind != Node {
		d.Name = className(name)
	}
	if len(params) > 0 {
		list := make([]Parameter, len(params))
		d.Parameters, d.byName = make([]*Parameter, len(params)), make(map[string]*Parameter, len(params))
		for i, p := range params {
			q := &list[i]
			*q = Parameter{Name: strings.Clone(p.Name), NameSpan: p.NameSpan, file: c.file}
			if p.Type != nil {
				q.TypeSpan, q.typ = p.Type.Span(), types.NewExpression(c.file, p.Type)
			}
			if p.Default != nil {
				q.DefaultSpan = p.Default.Span()
			}
			d.Parameters[i], d.byName[q.Name] = q, q
		}
	}
	c.definitions = append(c.definitions, d)
	return d
}

// typedBy gives a lookup that is the default of a parameter the parameter's type, which its value
// must have too.
func (c *collector) typedBy(p *pp.Parameter, uses []*Lookup) {
	if p.Type == nil {
		return
	}
	for _, u := range uses {
		if u.Call == p.Default.Span() && u.typ == nil {
			u.typ, u.Parameter = types.NewExpression(c.file, p.Type), strings.Clone(p.Name)
		}
	}
}

// className returns a class name as Puppet compares it.
func className(name string) string { return strings.Clone(typeKey(name)) }

// within visits the code of a definition.
func (c *collector) within(d *Definition, params []*pp.Parameter, body *pp.Block) {
	around := *c
	c.in, c.variables, c.conditions, c.loops, c.guards, c.tested = d, map[string][]value{}, 0, 0, nil, tested{}
	c.branches, c.left = nil, nil
	for _, p := range params {
		if p.Default == nil {
			continue
		}
		before := len(c.uses)
		c.conditionally(p.Default)
		c.typedBy(p, c.uses[before:])
		// The default is one of its possible values.
		switch known := c.values(p.Default); {
		case isUnknown(known):
		case d.Kind == Class:
			c.variables[p.Name] = append(perhaps(known), boundTo(d, p.Name))
		default:
			c.variables[p.Name] = perhaps(append(known, unknown...))
		}
	}
	if d.Kind == Class {
		c.variables["name"] = []value{{text: literal(d.Name)}}
		c.variables["title"] = c.variables["name"]
	}
	c.visit(body)
	c.in, c.variables, c.conditions, c.loops, c.guards, c.tested = around.in, around.variables, around.conditions, around.loops, around.guards, around.tested
	c.branches, c.left = around.branches, around.left
}

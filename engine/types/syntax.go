package types

import (
	"errors"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// node is a piece of Puppet code as the parser understands it. Whatever cannot be part of a type is
// an otherNode: only its text matters, for the message that it is no type.
type node struct {
	kind nodeKind
	// text is the name of a nameNode or refNode, the value of a stringNode, the source of a regexNode.
	text string
	// span covers the node as Puppet quotes it in messages, which is sometimes less than all of it.
	span source.Span
	// kids are the elements of a list; key, value, key, value… of a hash; for an accessNode what is
	// accessed and then the parameters; the operand of a minus; the type of an alias.
	kids []*node
	// loose tells that the node is more than an expression: an assignment, a relationship or a
	// resource, which parameters may hold only as the key of a hash.
	loose bool
}

type nodeKind uint8

const (
	otherNode nodeKind = iota
	nothingNode
	refNode    // Integer, Foo::Bar
	nameNode   // foo
	stringNode // 'foo', foo-bar
	numberNode
	boolNode
	defaultNode
	undefNode
	regexNode
	listNode
	hashNode
	looseHashNode // a => b without braces
	accessNode    // kids[0][kids[1], …]
	minusNode
	blockNode    // several statements
	aliasNode    // type X = Y
	resourceNode // only to be told from what cannot be virtual
)

// newLoose is a node that is more than an expression.
func newLoose(kind nodeKind, span source.Span, kids ...*node) *node {
	n := newNode(kind, span, kids...)
	n.loose = true
	return n
}

// cover is the smallest span with all of a and b.
func cover(a, b source.Span) source.Span {
	return source.Span{Start: min(a.Start, b.Start), End: max(a.End, b.End)}
}

func newNode(kind nodeKind, span source.Span, kids ...*node) *node {
	n := &node{kind: kind, span: span, kids: kids}
	for _, k := range kids {
		n.span = cover(n.span, k.span)
	}
	return n
}

// maxDepth is how deep expressions may be nested; a pair of brackets counts up to three times.
const maxDepth = 3000

var errTooDeep = errors.New("stack level too deep")

// parser reads Puppet expressions. Statements such as if and class are recognized but not read:
// they are no types, whatever is in them.
type parser struct {
	lexer
	tok   token
	ahead *token
	depth int
}

// failure unwinds the parser; it never leaves it.
type failure struct{ err error }

func (p *parser) bail(err error) { panic(failure{err}) }

// syntaxError is Puppet's message about a token it did not expect.
func (p *parser) syntaxError(t token) {
	message := "Syntax error at end of input"
	if t.kind != endToken {
		shown := t.text
		if t.kind == regexToken {
			shown = "(?-mix:" + shown + ")"
		}
		message = "Syntax error at '" + shown + "'" + at(p.text, t.start)
	}
	p.bail(&ParseError{Text: message, Span: t.span()})
}

func (p *parser) advance() token {
	before := p.tok
	if p.ahead != nil {
		p.tok, p.ahead = *p.ahead, nil
		return before
	}
	t, err := p.next()
	if err != nil {
		p.bail(err)
	}
	p.tok = t
	return before
}

// peek is the token behind the current one.
func (p *parser) peek() token {
	if p.ahead == nil {
		t, err := p.next()
		if err != nil {
			p.bail(err)
		}
		p.ahead = &t
	}
	return *p.ahead
}

func (p *parser) expect(op string) token {
	if !p.tok.is(op) {
		p.syntaxError(p.tok)
	}
	return p.advance()
}

// run calls read at the beginning of the text and catches its failure.
func (p *parser) run(read func() *node) (n *node, err error) {
	defer func() {
		if f := recover(); f != nil {
			failed, ok := f.(failure)
			if !ok {
				panic(f)
			}
			n, err = nil, failed.err
		}
	}()
	p.advance()
	return read(), nil
}

// parseProgram reads all of text as Puppet code.
func parseProgram(text string) (*node, error) {
	if strings.HasPrefix(text, "\uFEFF") {
		return nil, &ParseError{
			Text: "Illegal UTF-8 Byte Order mark at beginning of input: [EF BB BF] - remove these from the puppet source",
			Span: source.Span{Start: 0, End: 3},
		}
	}
	p := &parser{lexer: lexer{text: text}}
	return p.run(p.program)
}

// statementFunctions can be called without parentheses.
var statementFunctions = []string{"require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning",
	"err", "fail", "import", "break", "next", "return"}

func (p *parser) program() *node {
	if p.tok.kind == endToken {
		end := len(p.text)
		return newNode(nothingNode, source.Span{Start: end, End: end})
	}
	var statements []statement
	for {
		s := statement{items: []*node{p.assignment()}}
		for p.tok.is(",") {
			if s.comma.kind == endToken {
				s.comma = p.tok
			}
			p.advance()
			s.items = append(s.items, p.assignment())
		}
		statements = append(statements, s)
		switch {
		case p.tok.is(";"):
			p.advance()
			continue
		case p.tok.kind != endToken && p.beginsStatement():
			continue
		}
		// Puppet looks for stray commas before it complains about what follows.
		n := p.join(statements)
		if p.tok.kind != endToken {
			p.syntaxError(p.tok)
		}
		return n
	}
}

// beginsStatement tells whether a statement can begin with the current token.
func (p *parser) beginsStatement() bool {
	switch p.tok.kind {
	case otherToken:
		return false
	case keywordToken:
		return !slices.Contains([]string{"and", "or", "in", "else", "elsif", "inherits"}, p.tok.text)
	case opToken:
		return slices.Contains([]string{"[", "{", "(", "-", "!", "*", "@", "@@"}, p.tok.text)
	}
	return true
}

// statement is an expression, or several with commas between.
type statement struct {
	items []*node
	comma token // the first
}

// join makes one node of statements. A name of a statement function takes the next one as its
// arguments; any other list is refused.
func (p *parser) join(statements []statement) *node {
	var out []*node
	for _, s := range statements {
		var before *node
		if len(out) > 0 {
			before = out[len(out)-1]
		}
		switch {
		case before != nil && before.kind == nameNode && slices.Contains(statementFunctions, before.text):
			out[len(out)-1] = newNode(otherNode, before.span, s.items...)
		case len(s.items) > 1:
			message := "illegal comma separated argument list"
			if before != nil && before.kind == nameNode {
				message = "attempt to pass argument list to the function '" + before.text + "' which cannot be called without parentheses"
			}
			p.bail(&ParseError{Text: message + at(p.text, s.comma.start), Span: s.comma.span()})
		default:
			out = append(out, s.items[0])
		}
	}
	if len(out) == 1 {
		return out[0]
	}
	return newNode(blockNode, out[0].span, out...)
}

// nest guards against expressions that are nested too deep for the stack.
func (p *parser) nest() func() {
	if p.depth++; p.depth > maxDepth {
		p.bail(&ParseError{Text: errTooDeep.Error(), Span: p.tok.span()})
	}
	return func() { p.depth-- }
}

func (p *parser) assignment() *node {
	defer p.nest()()
	left := p.relationship()
	if p.tok.is("=") || p.tok.is("+=") || p.tok.is("-=") {
		p.advance()
		return newLoose(otherNode, left.span, left, p.assignment())
	}
	return left
}

func (p *parser) relationship() *node {
	left := p.resource()
	for p.tok.is("->") || p.tok.is("~>") || p.tok.is("<-") || p.tok.is("<~") {
		p.advance()
		left = newLoose(otherNode, left.span, left, p.resource())
	}
	return left
}

func (p *parser) resource() *node {
	defer p.nest()()
	if p.tok.is("@") || p.tok.is("@@") {
		op := p.advance()
		inner := p.resource()
		if inner.kind != resourceNode {
			form := "Virtual (@)"
			if op.text == "@@" {
				form = "Exported (@@)"
			}
			p.bail(&ParseError{Text: form + " can only be applied to a Resource Expression" + at(p.text, op.start), Span: op.span()})
		}
		return newLoose(resourceNode, op.span(), inner)
	}
	left := p.expression(0)
	for p.tok.is("{") {
		left = p.resourceBody(left)
	}
	return left
}

// resourceBody reads the braces behind a resource type: titles with attributes, or attributes alone.
func (p *parser) resourceBody(left *node) *node {
	p.expect("{")
	if p.attributesFollow() {
		p.attributes()
	} else {
		p.titles()
	}
	end := p.expect("}")
	if left.kind != refNode && left.kind != accessNode && left.kind != nameNode {
		p.bail(&ParseError{
			Text: "Expression is not valid as a resource, resource-default, or resource-override" + at(p.text, left.span.Start),
			Span: left.span,
		})
	}
	return newLoose(resourceNode, cover(left.span, end.span()))
}

// titles reads titles, each with attributes behind a colon.
func (p *parser) titles() {
	for {
		p.expression(0)
		p.expect(":")
		p.attributes()
		if !p.tok.is(";") {
			return
		}
		p.advance()
		if p.tok.is("}") {
			return
		}
	}
}

// attributesFollow tells attributes from a title.
func (p *parser) attributesFollow() bool {
	if p.tok.is("}") || p.tok.is(",") {
		return true
	}
	if p.tok.kind != nameToken && p.tok.kind != keywordToken && !p.tok.is("*") {
		return false
	}
	next := p.peek()
	return next.is("=>") || next.is("+>")
}

func (p *parser) attributes() {
	for p.attributesFollow() && !p.tok.is("}") {
		if !p.tok.is(",") {
			p.advance()
			p.advance()
			p.expression(0)
		}
		if !p.tok.is(",") {
			return
		}
		p.advance()
		if p.tok.is(",") {
			p.syntaxError(p.tok)
		}
	}
}

// binaryOperators by how tightly they bind.
var binaryOperators = map[string]int{
	"or": 1, "and": 2, "?": 3, ">": 4, ">=": 4, "<": 4, "<=": 4, "!=": 5, "==": 5, "<<": 6, ">>": 6,
	"+": 7, "-": 7, "*": 8, "/": 8, "%": 8, "=~": 9, "!~": 9, "in": 10,
}

func (p *parser) binary() int {
	if p.tok.kind == opToken || p.tok.kind == keywordToken {
		return binaryOperators[p.tok.text]
	}
	return 0
}

// expression reads operators that bind tighter than least.
func (p *parser) expression(least int) *node {
	defer p.nest()()
	left := p.unary()
	for {
		prec := p.binary()
		if prec <= least {
			return left
		}
		if op := p.advance(); op.is("?") {
			left = p.selector(left)
			continue
		}
		left = newNode(otherNode, left.span, left, p.expression(prec))
	}
}

// selector reads the options behind a question mark.
func (p *parser) selector(left *node) *node {
	entry := func() *node {
		key := p.expression(3)
		p.expect("=>")
		return newNode(otherNode, key.span, key, p.expression(3))
	}
	if !p.tok.is("{") {
		return newNode(otherNode, left.span, left, entry())
	}
	p.advance()
	all := newNode(otherNode, left.span, left, entry())
	for p.tok.is(",") {
		p.advance()
		if p.tok.is("}") {
			break
		}
		all = newNode(otherNode, all.span, all, entry())
	}
	p.expect("}")
	return all
}

func (p *parser) unary() *node {
	if p.tok.is("-") || p.tok.is("!") || p.tok.is("*") {
		defer p.nest()()
		op := p.advance()
		kind := otherNode
		if op.is("-") {
			kind = minusNode
		}
		return newNode(kind, op.span(), p.unary())
	}
	return p.postfix(p.primary())
}

// postfix reads parameters, calls and collectors behind an expression.
func (p *parser) postfix(left *node) *node {
	for {
		switch {
		case p.tok.is("[") && !p.tok.listStart:
			p.advance()
			args := p.accessArgs()
			end := p.expect("]")
			left = newNode(accessNode, cover(left.span, end.span()), append([]*node{left}, args...)...)
		case p.tok.is("(") && !p.startsLine():
			left = p.call(left)
		case p.tok.is("."):
			p.advance()
			if p.tok.kind != nameToken && !p.tok.isWord("type") {
				p.syntaxError(p.tok)
			}
			left = newNode(otherNode, cover(left.span, p.advance().span()))
			if p.tok.is("|") {
				return p.lambda(left)
			}
		case p.tok.is("<|") || p.tok.is("<<|"):
			closer := map[string]string{"<|": "|>", "<<|": "|>>"}[p.advance().text]
			if !p.tok.is(closer) {
				p.expression(0)
			}
			left = newNode(otherNode, cover(left.span, p.expect(closer).span()))
		default:
			return left
		}
	}
}

// startsLine tells whether only white space stands before the token in its line. A parenthesis
// there does not call what stands in the line above.
func (p *parser) startsLine() bool {
	line := p.text[strings.LastIndexByte(p.text[:p.tok.start], '\n')+1 : p.tok.start]
	return strings.TrimLeft(line, " \t\r") == ""
}

func (p *parser) call(left *node) *node {
	p.expect("(")
	for !p.tok.is(")") {
		p.argument()
		if !p.tok.is(",") {
			break
		}
		p.advance()
	}
	n := newNode(otherNode, cover(left.span, p.expect(")").span()))
	if p.tok.is("|") {
		return p.lambda(n)
	}
	return n
}

// lambda reads the block behind a call, up to its brace.
func (p *parser) lambda(call *node) *node {
	p.expect("|")
	for !p.tok.is("|") {
		if p.tok.kind == endToken {
			p.syntaxError(p.tok)
		}
		p.advance()
	}
	p.advance()
	if p.tok.is(">>") {
		p.advance()
		p.unary()
	}
	if !p.tok.is("{") {
		p.syntaxError(p.tok)
	}
	return p.opaque(call)
}

// argument reads a value, or a pair of a hash without braces.
func (p *parser) argument() *node {
	first := p.hashEntry()
	if p.tok.is("=>") {
		p.advance()
		return newNode(looseHashNode, first.span, first, p.hashEntry())
	}
	return first
}

// accessArgs reads parameters. Pairs that stand side by side are one hash.
func (p *parser) accessArgs() []*node {
	var args []*node
	for {
		arg := p.keyOrAssignment()
		switch {
		case p.tok.is("=>"):
			p.advance()
			arg = newNode(looseHashNode, arg.span, arg, p.hashEntry())
		case arg.loose:
			p.syntaxError(p.tok)
		}
		args = appendArgument(args, arg)
		if !p.tok.is(",") {
			return args
		}
		p.advance()
		if p.tok.is("]") {
			return args
		}
	}
}

// keyOrAssignment reads a parameter, or the key of a pair, which may be the keyword type or
// function.
func (p *parser) keyOrAssignment() *node {
	if (p.tok.isWord("type") || p.tok.isWord("function")) && p.peek().is("=>") {
		t := p.advance()
		return &node{kind: stringNode, text: t.text, span: t.span()}
	}
	return p.assignment()
}

func appendArgument(args []*node, arg *node) []*node {
	if n := len(args); n > 0 && arg.kind == looseHashNode && args[n-1].kind == looseHashNode {
		args[n-1] = newNode(looseHashNode, args[n-1].span, append(args[n-1].kids, arg.kids...)...)
		return args
	}
	return append(args, arg)
}

// keywordEntryFollows tells whether the keyword type or function stands for its own name, as in
// { type => String }.
func (p *parser) keywordEntryFollows() bool {
	if !p.tok.isWord("type") && !p.tok.isWord("function") {
		return false
	}
	next := p.peek()
	return next.is("=>") || next.is(",") || next.is("]") || next.is("}")
}

func (p *parser) hashEntry() *node {
	if p.keywordEntryFollows() {
		t := p.advance()
		return &node{kind: stringNode, text: t.text, span: t.span()}
	}
	return p.assignment()
}

func (p *parser) primary() *node {
	t := p.tok
	leaf := func(kind nodeKind) *node {
		p.advance()
		return &node{kind: kind, text: t.text, span: t.span()}
	}
	switch t.kind {
	case classRefToken:
		return leaf(refNode)
	case nameToken:
		return leaf(nameNode)
	case stringToken, wordToken:
		return leaf(stringNode)
	case numberToken:
		return leaf(numberNode)
	case regexToken:
		return leaf(regexNode)
	case variableToken, interpolatedToken, heredocToken:
		return leaf(otherNode)
	case keywordToken:
		return p.keyword()
	case opToken:
		switch t.text {
		case "[":
			return p.list()
		case "{":
			return p.hash()
		case "(":
			p.advance()
			inner := p.assignment()
			p.expect(")")
			return newNode(otherNode, t.span(), inner)
		}
	}
	p.syntaxError(t)
	return nil
}

func (p *parser) list() *node {
	start := p.expect("[")
	var items []*node
	for !p.tok.is("]") {
		items = appendArgument(items, p.argument())
		if !p.tok.is(",") {
			break
		}
		p.advance()
		if len(items) == 0 {
			break
		}
	}
	return newNode(listNode, cover(start.span(), p.expect("]").span()), items...)
}

func (p *parser) hash() *node {
	start := p.expect("{")
	var pairs []*node
	for !p.tok.is("}") {
		key := p.hashEntry()
		p.expect("=>")
		pairs = append(pairs, key, p.hashEntry())
		if !p.tok.is(",") {
			break
		}
		p.advance()
	}
	return newNode(hashNode, cover(start.span(), p.expect("}").span()), pairs...)
}

// keyword reads what begins with a keyword.
func (p *parser) keyword() *node {
	t := p.tok
	leaf := func(kind nodeKind) *node {
		p.advance()
		return &node{kind: kind, text: t.text, span: t.span()}
	}
	switch t.text {
	case "true", "false":
		return leaf(boolNode)
	case "default":
		return leaf(defaultNode)
	case "undef":
		return leaf(undefNode)
	case "private", "attr":
		return leaf(otherNode)
	case "if", "unless", "case":
		p.advance()
		condition := p.expression(0)
		if !p.tok.is("{") {
			p.syntaxError(p.tok)
		}
		return p.opaque(newNode(otherNode, t.span(), condition))
	case "class", "define", "function", "node":
		return p.definition()
	case "type":
		return p.alias()
	}
	p.syntaxError(t)
	return nil
}

// definition reads the name of a class, define, function or node. What follows is taken as it is.
func (p *parser) definition() *node {
	keyword := p.advance()
	name := p.tok
	switch {
	case name.kind == nameToken, name.kind == wordToken, name.kind == classRefToken:
	case keyword.isWord("class") && name.is("{"):
		p.advance()
		p.titles()
		return newLoose(resourceNode, cover(keyword.span(), p.expect("}").span()))
	case keyword.isWord("node") && (name.kind == stringToken || name.kind == regexToken || name.kind == numberToken || name.isWord("default")):
	case name.kind == stringToken:
		p.bail(&ParseError{Text: "A quoted string is not valid as a name here" + at(p.text, name.start), Span: name.span()})
	case name.isWord("class"):
		p.bail(&ParseError{Text: "'class' keyword not allowed at this location" + at(p.text, name.start), Span: name.span()})
	default:
		p.syntaxError(name)
	}
	p.advance()
	follows := []string{"{", "("}
	switch keyword.text {
	case "class":
		follows = append(follows, "inherits")
	case "function":
		follows = append(follows, ">>")
	case "node":
		follows = []string{"{", ",", ".", "inherits"}
	}
	if next := p.tok; next.kind != opToken && next.kind != keywordToken || !slices.Contains(follows, next.text) {
		p.syntaxError(next)
	}
	return p.opaque(&node{kind: otherNode, span: keyword.span()})
}

// alias reads type X = Y, as a file of a module holds it.
func (p *parser) alias() *node {
	start := p.advance()
	if p.tok.is("(") {
		return p.call(&node{kind: nameNode, text: start.text, span: start.span()})
	}
	if p.tok.kind != classRefToken {
		p.syntaxError(p.tok)
	}
	name := p.advance()
	if p.tok.is("{") || p.tok.isWord("inherits") {
		return p.opaque(&node{kind: otherNode, span: start.span()})
	}
	left := p.parameters(&node{kind: refNode, text: name.text, span: name.span()})
	p.expect("=")
	var definition *node
	switch {
	case p.tok.kind == classRefToken:
		t := p.advance()
		definition = p.parameters(&node{kind: refNode, text: t.text, span: t.span()})
	case p.tok.is("{"):
		definition = p.hash()
	case p.tok.is("["):
		definition = p.list()
	default:
		p.syntaxError(p.tok)
	}
	n := newNode(aliasNode, start.span(), left, definition)
	n.text = name.text
	return n
}

// parameters reads the brackets behind a type, if there are any.
func (p *parser) parameters(left *node) *node {
	if !p.tok.is("[") || p.tok.listStart {
		return left
	}
	p.advance()
	args := p.accessArgs()
	end := p.expect("]")
	return newNode(accessNode, cover(left.span, end.span()), append([]*node{left}, args...)...)
}

// opaque takes the rest of the text as part of n.
func (p *parser) opaque(n *node) *node {
	end := n.span.End
	for p.tok.kind != endToken {
		end = p.advance().end
	}
	return newNode(otherNode, source.Span{Start: n.span.Start, End: end})
}

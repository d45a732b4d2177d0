package pp

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/internal/bigint"
)

// binary is a binary operator and its precedence: a higher number binds more tightly. All of them are parsed as
// left-associative.
type binary struct {
	strength int
	operator Operator
}

// selectorStrength is the precedence of `?`.
const selectorStrength = 3

var binaries = [...]binary{
	orToken:           {1, Or},
	andToken:          {2, And},
	questionToken:     {selectorStrength, ""},
	greaterToken:      {4, Greater},
	greaterEqualToken: {4, GreaterEqual},
	lessToken:         {4, Less},
	lessEqualToken:    {4, LessEqual},
	isEqualToken:      {5, Equal},
	notEqualToken:     {5, NotEqual},
	leftShiftToken:    {6, LeftShift},
	rightShiftToken:   {6, RightShift},
	plusToken:         {7, Plus},
	minusToken:        {7, Minus},
	timesToken:        {8, Multiply},
	divideToken:       {8, Divide},
	moduloToken:       {8, Modulo},
	matchToken:        {9, Match},
	noMatchToken:      {9, NoMatch},
	inToken:           {10, In},
	falseToken:        {}, // the last of the kinds
}

// expression parses an expression with operators of higher precedence than above.
func (p *parser) expression(above int) Expression {
	if !p.enter() {
		return p.nothing()
	}
	e := p.operations(p.unary(), above)
	p.depth--
	return e
}

// operations parses the operators after left with their right operands.
func (p *parser) operations(left Expression, above int) Expression {
	depth := p.depth
	for {
		op := binaries[p.tok.kind]
		if op.strength <= above {
			p.depth = depth
			return left
		}
		if !p.enter() {
			return left
		}
		p.advance()
		if op.strength == selectorStrength {
			left = p.postfix(p.selector(left))
			continue
		}
		right := p.expression(op.strength)
		left = &Binary{expression{p.since(left)}, op.operator, left, right}
	}
}

// anyExpression parses an expression other than an assignment or a resource.
func (p *parser) anyExpression() Expression { return p.expression(0) }

// unary parses prefix operators. They all have higher precedence than binary ones.
func (p *parser) unary() Expression {
	var op Operator
	switch p.tok.kind {
	case notToken:
		op = Not
	case minusToken:
		op = Minus
	case timesToken:
		op = Splat
	default:
		return p.postfix(p.primary())
	}
	start := p.tok.start
	if !p.enter() {
		return p.nothing()
	}
	p.advance()
	operand := p.unary()
	p.depth--
	return &Unary{expression{p.place(start)}, op, operand}
}

// postfix parses what directly follows an operand: accesses, calls, and collectors.
func (p *parser) postfix(left Expression) Expression {
	depth := p.depth
	for p.err == nil {
		switch p.tok.kind {
		case leftBracketToken:
			left = p.accessTo(left, true)
		case leftParenToken:
			left = p.call(left)
		case dotToken:
			left = p.methodCall(left)
		case collectToken, exportedToken:
			left = p.collector(left)
		default:
			p.depth = depth
			return left
		}
		if !p.enter() {
			break
		}
	}
	return left
}

// accessTo parses the brackets after an operand or type.
func (p *parser) accessTo(of Expression, trailingComma bool) *Access {
	p.advance()
	keys := p.accessKeys(trailingComma)
	p.expect(rightBracketToken)
	return &Access{expression{p.since(of)}, of, keys}
}

// accessKeys parses the keys in brackets. A trailing comma is allowed in expressions, but not in the types of
// parameters and return values.
func (p *parser) accessKeys(trailingComma bool) []Expression {
	var keys []Expression
	for {
		key := p.entryPart(p.assignment, false)
		if p.tok.kind != arrowToken && isLoose(key) {
			p.unexpected()
		}
		keys = p.withElement(keys, key)
		if !p.accept(commaToken) || trailingComma && p.tok.kind == rightBracketToken || p.err != nil {
			return keys
		}
	}
}

// isLoose reports whether e is an assignment or a resource, which the grammar does not count as an expression. Such a
// key of an access is allowed only before an arrow.
func isLoose(e Expression) bool {
	switch e.(type) {
	case *Assignment, *Relationship, *Resource, *ResourceDefaults, *ResourceOverride:
		return true
	}
	return false
}

// arguments parses arguments in parentheses.
func (p *parser) arguments(trailingComma bool) []Expression {
	p.advance()
	if p.accept(rightParenToken) {
		return nil
	}
	var list []Expression
	for {
		list = p.withElement(list, p.entryPart(p.assignment, false))
		if !p.accept(commaToken) || trailingComma && p.tok.kind == rightParenToken || p.err != nil {
			break
		}
	}
	p.expect(rightParenToken)
	return list
}

// entryPart parses an element of a list, or one side of an arrow. The keywords `type` and `function` are strings there
// unless a call or definition follows. alone means that they are strings even without an arrow.
func (p *parser) entryPart(read func() Expression, alone bool) Expression {
	if p.tok.kind != typeToken && p.tok.kind != functionToken {
		return read()
	}
	switch p.peek() {
	case arrowToken:
	case leftParenToken, typeNameToken, nameToken, wordToken:
		return read()
	default:
		if !alone {
			return read()
		}
	}
	text := p.text[p.tok.start:p.tok.end]
	return &String{expression{p.take()}, text}
}

// withElement returns a list with another element. If an arrow follows, the element is the key of an entry. Adjacent
// entries are combined in one Hash.
func (p *parser) withElement(list []Expression, element Expression) []Expression {
	if p.tok.kind != arrowToken {
		return append(list, element)
	}
	entry := p.entry(element)
	if len(list) > 0 {
		if h, ok := list[len(list)-1].(*Hash); ok && !h.Braces {
			h.Entries = append(h.Entries, entry)
			h.place = p.since(h)
			return list
		}
	}
	return append(list, &Hash{expression{entry.place}, []*Entry{entry}, false})
}

// entry parses the arrow and the value after a key.
func (p *parser) entry(key Expression) *Entry {
	p.expect(arrowToken)
	value := p.entryPart(p.assignment, true)
	return &Entry{p.since(key), key, value}
}

func (p *parser) call(function Expression) Expression {
	c := &Call{Function: function, Arguments: p.arguments(true)}
	if p.tok.kind == pipeToken {
		c.Lambda = p.lambda()
	}
	c.place = p.since(function)
	return c
}

func (p *parser) methodCall(receiver Expression) Expression {
	p.advance()
	if p.tok.kind != nameToken && p.tok.kind != typeToken {
		p.unexpected()
		return receiver
	}
	m := &MethodCall{Receiver: receiver, Function: p.name()}
	if p.tok.kind == leftParenToken {
		m.Arguments = p.arguments(false)
	}
	if p.tok.kind == pipeToken {
		m.Lambda = p.lambda()
	}
	m.place = p.since(receiver)
	return m
}

// name returns the current token as a Name.
func (p *parser) name() *Name {
	text := p.text[p.tok.start:p.tok.end]
	return &Name{expression{p.take()}, text}
}

func (p *parser) typeName() *TypeName {
	if p.tok.kind != typeNameToken {
		p.unexpected()
	}
	text := p.text[p.tok.start:p.tok.end]
	return &TypeName{expression{p.take()}, text}
}

// primary parses an operand.
func (p *parser) primary() Expression {
	switch t := p.tok; t.kind {
	case nameToken:
		return p.name()
	case typeNameToken:
		return p.typeName()
	case variableToken:
		return &Variable{expression{p.take()}, p.text[t.start+1 : t.end]}
	case bareVariableToken:
		return &Variable{expression{p.take()}, p.text[t.start:t.end]}
	case wordToken:
		return &String{expression{p.take()}, p.text[t.start:t.end]}
	case stringToken:
		value := p.unquoted(t)
		return &String{expression{p.take()}, value}
	case interpolatedToken:
		return p.interpolated()
	case heredocToken:
		return p.heredocText()
	case numberToken:
		return p.numeral()
	case regexpToken:
		return &Regexp{expression{p.take()}, regexpPattern(p.text[t.start:t.end])}
	case listToken, leftBracketToken:
		return p.array()
	case leftBraceToken:
		return p.hash()
	case leftParenToken, lineParenToken:
		return p.parenthesized()
	case trueToken, falseToken:
		return &Boolean{expression{p.take()}, t.kind == trueToken}
	case undefToken:
		return &Undef{expression{p.take()}}
	case defaultToken:
		return &Default{expression{p.take()}}
	case textToken:
		return &Text{expression{p.take()}, p.template.texts[t.index]}
	case renderToken:
		return p.render()
	}
	return p.keywordExpression()
}

// keywordExpression parses an expression that starts with a keyword.
func (p *parser) keywordExpression() Expression {
	switch p.tok.kind {
	case ifToken:
		return p.ifExpression()
	case unlessToken:
		return p.unlessExpression()
	case caseToken:
		return p.caseExpression()
	case classToken:
		return p.class()
	case defineToken:
		return p.definedType()
	case functionToken:
		return p.function()
	case nodeToken:
		return p.nodeDefinition()
	case planToken:
		return p.plan()
	case applyToken:
		return p.apply()
	case typeToken:
		if p.peek() == leftParenToken {
			return p.name() // type(…) is a call
		}
		return p.typeDefinition()
	case privateToken, attrToken:
		word := p.text[p.tok.start:p.tok.end]
		return &Reserved{expression{p.take()}, word}
	}
	p.unexpected()
	return p.nothing()
}

func (p *parser) numeral() Expression {
	text := p.text[p.tok.start:p.tok.end]
	t := p.tok
	at := expression{p.take()}
	switch n := ParseNumber(text).(type) {
	case int64:
		return &Integer{expression: at, Value: n}
	case float64:
		return &Float{at, n}
	case *big.Int:
		if !p.options.Unvalidated {
			p.rejectAt(t.start, t.end, "A Literal Integer resulted in a value outside of Puppet Integer max range, got '+0x"+hexadecimal(n)+"'")
		}
		return &Integer{expression: at, Large: n}
	}
	p.report(fault{class: ArgumentClass, at: -1, start: t.start, end: t.end}, "Internal Error, NUMBER token does not contain a valid number, "+text)
	return &Float{expression: at}
}

// ParseNumber returns the value of a number without a sign, as in code: an int64, a *big.Int if it does not fit, or a
// float64. It returns nil for words that Puppet rejects as numbers: 08, 1e999, and zero with an exponent.
func ParseNumber(text string) any {
	if strings.ContainsAny(text, ".eE") && !strings.HasPrefix(text, "0x") && !strings.HasPrefix(text, "0X") {
		f, err := strconv.ParseFloat(text, 64)
		mantissa, _, exponent := strings.Cut(strings.ToLower(text), "e")
		if err != nil || exponent && strings.Trim(mantissa, "0.") == "" {
			return nil
		}
		return f
	}
	if i, err := strconv.ParseInt(text, 0, 64); err == nil {
		return i
	}
	if i, ok := parseBig(text); ok {
		return i
	}
	return nil
}

// hexadecimal returns a number for a message, which does not repeat one of pages.
func hexadecimal(n *big.Int) string {
	const enough = 1000
	text := n.Text(16)
	if len(text) > enough {
		return text[:enough] + "…"
	}
	return text
}

// parseBig parses an integer with the prefix of its base.
func parseBig(text string) (*big.Int, bool) {
	switch {
	case len(text) < 1000: // also with prefixes that Puppet does not have
		return new(big.Int).SetString(text, 0)
	case strings.HasPrefix(text, "0x"), strings.HasPrefix(text, "0X"):
		return bigint.Parse(text[2:], 16)
	case text[0] == '0':
		return bigint.Parse(text[1:], 8)
	}
	return bigint.Parse(text, 10)
}

func (p *parser) array() Expression {
	start := p.tok.start
	p.advance()
	var list []Expression
	for p.tok.kind != rightBracketToken && p.err == nil {
		list = p.withElement(list, p.entryPart(p.assignment, true))
		if !p.accept(commaToken) {
			break
		}
	}
	p.expect(rightBracketToken)
	return &Array{expression{p.place(start)}, list}
}

func (p *parser) hash() Expression {
	start := p.tok.start
	p.advance()
	return p.hashFrom(start, nil)
}

// hashFrom parses the entries of a hash whose brace is at start. key is its first key if that has already been parsed.
func (p *parser) hashFrom(start int, key Expression) *Hash {
	h := &Hash{Braces: true}
	for p.err == nil && (key != nil || p.tok.kind != rightBraceToken) {
		if key == nil {
			key = p.entryPart(p.assignment, true)
		}
		h.Entries = append(h.Entries, p.entry(key))
		key = nil
		if !p.accept(commaToken) {
			break
		}
	}
	p.expect(rightBraceToken)
	h.place = p.place(start)
	return h
}

func (p *parser) parenthesized() Expression {
	start := p.tok.start
	p.advance()
	inner := p.assignment()
	p.expect(rightParenToken)
	return &Parenthesized{expression{p.place(start)}, inner}
}

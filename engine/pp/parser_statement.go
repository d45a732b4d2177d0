package pp

import "cmp"

// statementFunctions are the functions that may be called without parentheses. `import` is included so that its call
// can be rejected.
var statementFunctions = map[string]bool{
	"require": true, "realize": true, "include": true, "contain": true, "tag": true,
	"debug": true, "info": true, "notice": true, "warning": true, "err": true,
	"fail": true, "import": true, "break": true, "next": true, "return": true,
}

// statements parses statements up to a closing token, which remains the current one.
func (p *parser) statements(end kind) *Block {
	start := p.tok.start
	list := p.statementList(end)
	return &Block{expression{p.place(start)}, list}
}

// block parses statements in braces.
func (p *parser) block() *Block {
	start := p.tok.start
	p.expect(leftBraceToken)
	list := p.statementList(rightBraceToken)
	p.expect(rightBraceToken)
	return &Block{expression{p.place(start)}, list}
}

// statementList parses statements. The name of a statement function and what follows are first parsed as separate
// statements, and then combined into a call.
func (p *parser) statementList(end kind) []Expression {
	list := p.statementsBehind(nil, end, p.tok.kind != end && p.tok.kind != endToken)
	if len(list) == 2 {
		p.rejectUntitled(list[0], list[1])
	}
	return list
}

// statementsBehind parses the statements after those of a list up to a closing token. more means that at least one is
// required.
func (p *parser) statementsBehind(list []Expression, end kind, more bool) []Expression {
	var stray strayComma
	for p.err == nil && (more || p.tok.kind.mayBeginStatement() && p.tok.kind != end) {
		var s strayComma
		list, s = p.statement(list)
		stray = cmp.Or(stray, s)
		more = p.accept(semicolonToken) // a separator, not a terminator
	}
	// Puppet reports a stray comma before an unexpected token.
	if stray.text != "" {
		p.rejectAt(stray.comma.start, stray.comma.end, stray.text)
	}
	if p.tok.kind != end && p.tok.kind != endToken {
		p.unexpected()
	}
	return list
}

// mayBeginStatement reports whether a statement can start with a token of this kind.
func (k kind) mayBeginStatement() bool {
	switch k {
	case nameToken, wordToken, typeNameToken, variableToken, bareVariableToken, numberToken, stringToken, interpolatedToken, heredocToken,
		regexpToken, leftBracketToken, listToken, leftBraceToken, leftParenToken, lineParenToken, timesToken, minusToken, notToken,
		atToken, atAtToken, textToken, renderToken:
		return true
	case andToken, elseToken, elsifToken, inToken, inheritsToken, orToken:
		return false
	}
	return k.isKeyword()
}

// rejectUntitled rejects a block that consists only of a name and a hash: Puppet considers it a resource without a
// title.
func (p *parser) rejectUntitled(first, second Expression) {
	name, ok := first.(*Name)
	if !ok || p.options.Unvalidated {
		return
	}
	if _, ok = second.(*Hash); ok {
		p.untitled(name)
	}
}

// untitled reports a resource without a title.
func (p *parser) untitled(name *Name) {
	p.reject(name, "This expression is invalid. Did you try declaring a '"+name.Value+"' resource without a title?")
}

// strayComma is a comma after a statement that takes no arguments, and Puppet's message about it.
type strayComma struct {
	comma token
	text  string
}

// statement parses a statement and adds it to those before it, or completes the call of which the last one is the name.
func (p *parser) statement(before []Expression) (all []Expression, stray strayComma) {
	var name *Name
	last := len(before) - 1
	if last >= 0 {
		name, _ = before[last].(*Name)
	}
	statements := []Expression{p.assignment()}
	comma := p.tok
	for p.accept(commaToken) {
		statements = append(statements, p.assignment())
	}
	switch {
	case p.err != nil:
	case name != nil && statementFunctions[name.Value]:
		before[last] = &Call{expression: expression{p.since(name)}, Function: name, Arguments: statements}
		return before, stray
	case comma.kind == commaToken:
		stray = strayComma{comma, "illegal comma separated argument list"}
		if name != nil {
			stray.text = "attempt to pass argument list to the function '" + name.Value + "' which cannot be called without parentheses"
		}
	}
	return append(before, statements...), stray
}

// assignment parses an expression with the operators of lowest precedence: `=` on the right of arrows.
func (p *parser) assignment() Expression {
	left := p.relationship()
	var op Operator
	switch p.tok.kind {
	case equalsToken:
		op = Assign
	case appendsToken:
		op = Append
	case deletesToken:
		op = Deletes
	default:
		return left
	}
	if !p.enter() {
		return left
	}
	p.advance()
	right := p.assignment()
	p.depth--
	return &Assignment{expression{p.since(left)}, op, left, right}
}

// nothing returns a placeholder for an expression that could not be parsed.
func (p *parser) nothing() Expression { return &Undef{expression{p.place(p.tok.start)}} }

func (p *parser) relationship() Expression {
	depth := p.depth
	left := p.resource()
	for {
		var op Operator
		switch p.tok.kind {
		case beforeToken:
			op = Before
		case notifiesToken:
			op = Notifies
		case afterToken:
			op = After
		case subscribesToken:
			op = SubscribesTo
		default:
			p.depth = depth
			return left
		}
		if !p.enter() {
			return left
		}
		p.advance()
		right := p.resource()
		left = &Relationship{expression{p.since(left)}, op, left, right}
	}
}

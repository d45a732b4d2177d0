package pp

import "cmp"

// statementFunctions may be called without parentheses around their arguments. All others may not;
// `import` is one so that it can be refused when it is called.
var statementFunctions = map[string]bool{
	"require": true, "realize": true, "include": true, "contain": true, "tag": true,
	"debug": true, "info": true, "notice": true, "warning": true, "err": true,
	"fail": true, "import": true, "break": true, "next": true, "return": true,
}

// statements reads up to a closing token, which it leaves.
func (p *parser) statements(end kind) *Block {
	start := p.tok.start
	list := p.statementList(end)
	return &Block{expression{p.place(start)}, list}
}

// block reads statements in braces.
func (p *parser) block() *Block {
	start := p.tok.start
	p.expect(leftBraceToken)
	list := p.statementList(rightBraceToken)
	p.expect(rightBraceToken)
	return &Block{expression{p.place(start)}, list}
}

// statementList reads statements. A name of a statement function and what follows it are two
// statements at first, which then become a call.
func (p *parser) statementList(end kind) []Expression {
	mark := len(p.nodes.stack)
	list := p.statementsBehind(mark, end, p.tok.kind != end && p.tok.kind != endToken)
	if len(list) == 2 {
		p.refuseUntitled(list[0], list[1])
	}
	return list
}

// statementsBehind reads further statements, up to a closing token. more reports whether there must be one.
func (p *parser) statementsBehind(mark int, end kind, more bool) []Expression {
	var stray strayComma
	for p.err == nil && (more || p.tok.kind.mayBeginStatement() && p.tok.kind != end) {
		s := p.statement(mark)
		stray = cmp.Or(stray, s)
		more = p.accept(semicolonToken) // it separates, and does not end
	}
	// Puppet looks for stray commas before it complains about what follows.
	if stray.text != "" {
		p.refuseAt(stray.comma.start, stray.comma.end, stray.text)
	}
	if p.tok.kind != end && p.tok.kind != endToken {
		p.unexpected()
	}
	return p.nodes.list(mark)
}

// mayBeginStatement reports whether a statement can begin with such a token.
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

// refuseUntitled refuses a name and a hash that are all there is: Puppet takes them for a resource.
func (p *parser) refuseUntitled(first, second Expression) {
	name, ok := first.(*Name)
	if !ok || p.options.Unvalidated {
		return
	}
	if _, ok = second.(*Hash); ok {
		p.untitled(name)
	}
}

// untitled refuses what looks like a resource without a title.
func (p *parser) untitled(name *Name) {
	p.refuse(name, "This expression is invalid. Did you try declaring a '"+name.Value+"' resource without a title?")
}

// strayComma is a comma behind a statement that takes no arguments, and what Puppet says about it.
type strayComma struct {
	comma token
	text  string
}

// statement adds one statement to those behind mark, or completes the call that was begun there.
func (p *parser) statement(mark int) (stray strayComma) {
	arguments := len(p.nodes.stack)
	first := p.assignment()
	p.nodes.push(first)
	comma := p.tok
	for p.accept(commaToken) {
		p.nodes.push(p.assignment())
	}
	if p.err != nil {
		return stray
	}
	name := p.calledWithoutParentheses(mark, arguments)
	switch {
	case name != nil:
		args := p.nodes.list(arguments)
		call := p.nodes.calls.take()
		*call = Call{expression: expression{p.since(name)}, Function: name, Arguments: args}
		p.nodes.stack[arguments-1] = call
	case comma.kind == commaToken:
		text := "illegal comma separated argument list"
		if arguments > mark {
			if name, ok := p.nodes.stack[arguments-1].(*Name); ok {
				text = "attempt to pass argument list to the function '" + name.Value + "' which cannot be called without parentheses"
			}
		}
		stray = strayComma{comma, text}
	}
	return stray
}

// calledWithoutParentheses is the name that is the statement before arguments, if what follows it are
// its arguments; otherwise nil.
func (p *parser) calledWithoutParentheses(mark, arguments int) *Name {
	if arguments == mark {
		return nil
	}
	name, ok := p.nodes.stack[arguments-1].(*Name)
	if !ok || !statementFunctions[name.Value] {
		return nil
	}
	return name
}

// assignment reads the expressions with the weakest operators: = on the right of arrows.
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

// nothing stands for an expression that could not be read, while the error makes its way up.
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

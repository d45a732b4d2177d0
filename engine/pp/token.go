package pp

// kind is what a token is.
type kind uint8

const (
	endToken   kind = iota // nothing more to read
	noToken                // nothing, but there is more
	otherToken             // a character that is no part of the language

	nameToken
	wordToken     // a bare word that is no name: a-b
	typeNameToken // Foo::Bar
	variableToken
	bareVariableToken // a name in a string that is a variable: ${name}
	numberToken
	stringToken       // a string without interpolation
	interpolatedToken // the opening quote of a string with interpolation
	heredocToken
	regexpToken

	leftBracketToken // behind something: an access
	listToken        // behind a blank: a list
	rightBracketToken
	leftBraceToken
	rightBraceToken
	leftParenToken
	lineParenToken // the first on its line: not a call
	rightParenToken
	equalsToken
	appendsToken
	deletesToken
	isEqualToken
	notEqualToken
	matchToken
	noMatchToken
	greaterToken
	greaterEqualToken
	lessToken
	lessEqualToken
	arrowToken // =>
	addsToken  // +>
	leftShiftToken
	rightShiftToken
	collectToken // <|
	collectEndToken
	exportedToken // <<|
	exportedEndToken
	plusToken
	minusToken
	divideToken
	timesToken
	moduloToken
	notToken
	dotToken
	pipeToken
	atToken
	atAtToken
	colonToken
	commaToken
	semicolonToken
	questionToken
	beforeToken // ->
	notifiesToken
	afterToken
	subscribesToken

	textToken   // text of a template
	renderToken // <%=
	tagEndToken // %> behind an expression to write

	// Keywords; those before trueToken are also names of attributes.
	andToken
	applyToken
	attrToken
	caseToken
	classToken
	defaultToken
	defineToken
	elseToken
	elsifToken
	functionToken
	ifToken
	inToken
	inheritsToken
	nodeToken
	orToken
	planToken
	privateToken
	typeToken
	undefToken
	unlessToken
	trueToken
	falseToken
)

// token is a piece of the text from start to end.
type token struct {
	kind       kind
	start, end int
	// index is that of the text of a heredoc or template.
	index int
}

func (k kind) isKeyword() bool { return k >= andToken }

// isAttributeName reports whether an attribute can be called so.
func (k kind) isAttributeName() bool { return k == nameToken || k >= andToken && k < trueToken }

// keyword is what the name is, if it is not just a name.
func (l *lexer) keyword(name string) kind {
	if len(name) < 2 || len(name) > 8 {
		return nameToken
	}
	switch name {
	case "and":
		return andToken
	case "attr":
		return attrToken
	case "case":
		return caseToken
	case "class":
		return classToken
	case "default":
		return defaultToken
	case "define":
		return defineToken
	case "else":
		return elseToken
	case "elsif":
		return elsifToken
	case "false":
		return falseToken
	case "function":
		return functionToken
	case "if":
		return ifToken
	case "in":
		return inToken
	case "inherits":
		return inheritsToken
	case "node":
		return nodeToken
	case "or":
		return orToken
	case "private":
		return privateToken
	case "true":
		return trueToken
	case "type":
		return typeToken
	case "undef":
		return undefToken
	case "unless":
		return unlessToken
	case "apply":
		if l.options.Plans {
			return applyToken
		}
	case "plan":
		if l.options.Plans {
			return planToken
		}
	}
	return nameToken
}

// mayPrecedeRegexp reports whether a slash behind such a token opens a regular expression; otherwise
// it divides. Puppet 7.23, where a closing brace may end the values of a case.
func (k kind) mayPrecedeRegexp() bool {
	switch k {
	case rightParenToken, rightBracketToken, collectEndToken, exportedEndToken, nameToken, wordToken, typeNameToken,
		variableToken, numberToken, stringToken, interpolatedToken, heredocToken, regexpToken, trueToken, falseToken:
		return false
	}
	return true
}

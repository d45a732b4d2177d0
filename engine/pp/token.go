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

var keywords = map[string]kind{
	"and": andToken, "apply": applyToken, "attr": attrToken, "case": caseToken, "class": classToken, "default": defaultToken,
	"define": defineToken, "else": elseToken, "elsif": elsifToken, "false": falseToken, "function": functionToken, "if": ifToken,
	"in": inToken, "inherits": inheritsToken, "node": nodeToken, "or": orToken, "plan": planToken, "private": privateToken,
	"true": trueToken, "type": typeToken, "undef": undefToken, "unless": unlessToken,
}

// keyword is what the name is, if it is not just a name.
func (l *lexer) keyword(name string) kind {
	if len(name) < 2 || len(name) > 8 {
		return nameToken
	}
	k, ok := keywords[name]
	if !ok || (k == applyToken || k == planToken) && !l.options.Plans {
		return nameToken
	}
	return k
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

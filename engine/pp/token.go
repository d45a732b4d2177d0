package pp

// kind is the kind of a token.
type kind uint8

const (
	endToken   kind = iota // end of the text
	noToken                // nothing yet
	otherToken             // a character that is not part of the language

	nameToken
	wordToken     // a bare word that is not a name: a-b
	typeNameToken // Foo::Bar
	variableToken
	bareVariableToken // a name in a string that is a variable: ${name}
	numberToken
	stringToken       // a string without interpolation
	interpolatedToken // the opening quote of a string with interpolation
	heredocToken
	regexpToken

	leftBracketToken // directly after an operand: an access
	listToken        // after a blank: an array
	rightBracketToken
	leftBraceToken
	rightBraceToken
	leftParenToken
	lineParenToken // first on its line: not a call
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
	tagEndToken // %> after a rendered expression

	// Keywords. Those before trueToken are also valid names of attributes.
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

// token is the part of the text from start to end.
type token struct {
	kind       kind
	start, end int
	// index is the index of the text of a heredoc or template.
	index int
}

func (k kind) isKeyword() bool { return k >= andToken }

// isAttributeName reports whether the token can be the name of an attribute.
func (k kind) isAttributeName() bool { return k == nameToken || k >= andToken && k < trueToken }

var keywords = map[string]kind{
	"and": andToken, "apply": applyToken, "attr": attrToken, "case": caseToken, "class": classToken, "default": defaultToken,
	"define": defineToken, "else": elseToken, "elsif": elsifToken, "false": falseToken, "function": functionToken, "if": ifToken,
	"in": inToken, "inherits": inheritsToken, "node": nodeToken, "or": orToken, "plan": planToken, "private": privateToken,
	"true": trueToken, "type": typeToken, "undef": undefToken, "unless": unlessToken,
}

// keyword returns the kind of token that a name is.
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

// mayPrecedeRegexp reports whether a slash after such a token starts a regular expression rather than a division. As in
// Puppet 7.23, a closing brace may end the values of a case.
func (k kind) mayPrecedeRegexp() bool {
	switch k {
	case rightParenToken, rightBracketToken, collectEndToken, exportedEndToken, nameToken, wordToken, typeNameToken,
		variableToken, numberToken, stringToken, interpolatedToken, heredocToken, regexpToken, trueToken, falseToken:
		return false
	}
	return true
}

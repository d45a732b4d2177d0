package types

import "github.com/hieralint/hieralint/engine/source"

// tokenKind tells the tokens of Puppet code apart, as far as expressions need it.
type tokenKind uint8

const (
	endToken tokenKind = iota
	classRefToken
	nameToken // foo, foo::bar
	wordToken // foo-bar, _foo
	numberToken
	stringToken       // its text is the value, without quotes and escapes
	interpolatedToken // a double quoted string with variables in it
	heredocToken
	regexToken
	variableToken
	keywordToken
	opToken // operators and punctuation
	otherToken
)

// token is a piece of Puppet code. text is what Puppet shows in messages.
type token struct {
	kind       tokenKind
	text       string
	start, end int
	listStart  bool // for "[": nothing or white space stands before it
}

func (t token) is(op string) bool { return t.kind == opToken && t.text == op }

func (t token) isWord(kw string) bool { return t.kind == keywordToken && t.text == kw }

func (t token) span() source.Span { return source.Span{Start: t.start, End: t.end} }

var keywords = map[string]bool{
	"case": true, "class": true, "default": true, "define": true, "if": true, "elsif": true, "else": true,
	"inherits": true, "node": true, "and": true, "or": true, "undef": true, "false": true, "true": true, "in": true,
	"unless": true, "function": true, "type": true, "attr": true, "private": true,
}

// commentToken is skipped by next.
const commentToken = tokenKind(255)

// operators from the longest down.
var operators = []string{
	"<<|", "|>>", "=>", "==", "=~", "+=", "+>", "->", "-=", "!=", "!~", "~>", "<<", "<=", "<|", "<-", "<~", ">>", ">=", "|>", "@@",
	"[", "]", "{", "}", "(", ")", "=", "+", "-", "!", "~", "<", ">", "|", "@", ":", ",", ";", "?", ".", "*", "%", "/",
}

// Package mistake describes what is wrong with documents, and recognizes interpolation tokens that Puppet does not read
// as they look.
package mistake

import (
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/nearest"
)

// Kind is the kind of a mistaken token: what it looks like, as opposed to how Puppet reads it.
type Kind uint8

// The mistakes. Puppet considers most of these tokens invalid, and those without quotes undefined variables.
const (
	None Kind = iota
	// UnquotedArgument is %{lookup(key)}: Puppet looks up a variable named `lookup(key)`.
	UnquotedArgument
	// MissingArgument is %{lookup()} or %{lookup('')}.
	MissingArgument
	// MissingParentheses is %{lookup 'key'} or %{lookup}.
	MissingParentheses
	// SpaceInCall is %{lookup( 'key' )} or %{lookup ('key')}.
	SpaceInCall
	// SpaceInArgument is %{lookup(' key')}: the space is part of the key.
	SpaceInArgument
	// TooManyArguments is %{lookup('key', 'default')}: interpolation functions take a single argument.
	TooManyArguments
	// UnbalancedQuote is %{lookup('key)}, %{lookup('key")} or %{o'key}.
	UnbalancedQuote
	// TextAfterCall is %{lookup('key').sub} or %{lookup('key'):80}.
	TextAfterCall
	// IgnoredLines is a token over several lines, of which Puppet reads only the one with a call.
	IgnoredLines
	// UnclosedCall is %{lookup('key'}.
	UnclosedCall
	// BraceInArgument is %{lookup('a}b')}: the first } ends the token, quoted or not.
	BraceInArgument
	// Nested is a token within a token, such as %{facts.%{x}}: it ends at the first }.
	Nested
	// Subscript is %{facts['os']['family']} or %{facts[os]} instead of %{facts.os.family}.
	Subscript
	// DollarSign is %{$x}: variables have no $ in Hiera.
	DollarSign
	// EmptySegment is %{os..family}, %{.os} or %{os.}.
	EmptySegment
	// MethodSpelling is %{Lookup('key')}, %{lookups('key')} or %{hiera_array('key')}.
	MethodSpelling
)

// remedy is what to write instead of a token: expression between the braces, and behind after them. It is zero if
// nothing is obvious.
type remedy struct{ expression, behind string }

// Find returns the mistake in a token of text, and what to write instead, or "" if nothing is obvious.
func Find(text string, token *interpolate.Token) (kind Kind, instead string) {
	expression := text[token.Expression.Start:token.Expression.End]
	var r remedy
	switch token.Kind {
	case interpolate.Call:
		kind, r = callMistake(expression, token)
	case interpolate.UnknownMethod:
		if m := methodMeant(token.MethodName); m != interpolate.NoMethod {
			kind, r = MethodSpelling, call(m.String(), token.Argument)
		}
	case interpolate.Variable, interpolate.Invalid:
		kind, r = variableMistake(expression, text[token.Span.End:], token)
	}
	if r.works() {
		instead = opening + r.expression + "}" + r.behind
	}
	return kind, instead
}

// Of returns the mistake in a token of text.
func Of(text string, token *interpolate.Token) Kind {
	kind, _ := Find(text, token)
	return kind
}

// opening is the start of a token.
const opening = "%{"

// works reports whether Puppet reads the expression as the call or variable that it looks like.
func (r remedy) works() bool {
	if r.expression == "" {
		return false
	}
	switch token := &interpolate.Parse(opening + r.expression + "}").Tokens[0]; token.Kind {
	case interpolate.Call:
		return token.KeyErr == nil
	case interpolate.Variable:
		return isPlain(r.expression) && interpolate.MethodNamed(r.expression) == interpolate.NoMethod
	}
	return false
}

// isPlain reports whether a variable consists only of the characters of names, dots, and quotes.
func isPlain(variable string) bool {
	for i := range len(variable) {
		if c := variable[i]; !ascii.IsWord(c) && c < utf8.RuneSelf && strings.IndexByte(`.:-'"`, c) < 0 {
			return false
		}
	}
	return true
}

// call returns the call of method with argument, in quotes that the argument does not contain, and without spaces
// around it. There is no remedy if the argument is empty or contains both kinds of quotes.
func call(method, argument string) remedy {
	if interpolate.MethodNamed(method).TakesKey() {
		argument = strings.TrimSpace(argument)
	}
	switch {
	case argument == "":
		return remedy{}
	case !strings.Contains(argument, "'"):
		return remedy{expression: method + "('" + argument + "')"}
	case !strings.Contains(argument, `"`):
		return remedy{expression: method + `("` + argument + `")`}
	}
	return remedy{}
}

// callMistake recognizes mistakes in calls that Puppet accepts.
func callMistake(expression string, token *interpolate.Token) (Kind, remedy) {
	if len(token.MethodName)+len(`("")`)+len(token.Argument) != len(expression) {
		return IgnoredLines, call(token.MethodName, token.Argument)
	}
	if token.Method.TakesKey() && token.KeyErr == nil && token.Key.Root == token.Argument {
		if strings.TrimSpace(token.Argument) != token.Argument {
			return SpaceInArgument, call(token.MethodName, token.Argument)
		}
	}
	return None, remedy{}
}

func isQuote(s string) bool { return strings.HasPrefix(s, "'") || strings.HasPrefix(s, `"`) }

// methodNames are the names of all interpolation functions.
var methodNames = func() (names []string) {
	for m := interpolate.Lookup; m <= interpolate.Scope; m++ {
		names = append(names, m.String())
	}
	return names
}()

// methodMeant returns the interpolation function that a mistyped name, or the name of a Puppet function, was meant to
// be.
func methodMeant(name string) interpolate.Method {
	lower := strings.ToLower(name)
	switch lower {
	case "hiera_array", "hiera_hash":
		return interpolate.Lookup
	}
	if near, ok := nearest.Name(lower, methodNames); ok {
		return interpolate.MethodNamed(near)
	}
	return interpolate.NoMethod
}

// blanks are the characters that people write between the parts of a call.
const blanks = " \t\n"

// variableMistake recognizes mistakes in expressions that Puppet reads as variables, or not at all. rest is the text
// after the token.
func variableMistake(expression, rest string, token *interpolate.Token) (Kind, remedy) {
	if strings.Contains(expression, opening) {
		return Nested, remedy{}
	}
	name := expression[:wordLength(expression)]
	after := expression[len(name):]
	arguments := strings.TrimLeft(after, blanks)
	switch {
	case name != "" && strings.HasPrefix(arguments, "("):
		if m := methodMeant(name); m != interpolate.NoMethod {
			name = m.String()
		}
		return argumentMistake(name, strings.TrimLeft(arguments[1:], blanks), rest)
	case interpolate.MethodNamed(name) != interpolate.NoMethod && (arguments == "" || after != arguments || isQuote(after)):
		return MissingParentheses, call(name, strings.Trim(arguments, `'"`))
	case strings.HasPrefix(expression, "$"):
		plain := strings.TrimPrefix(expression, "$")
		if dotted, ok := withDots(plain); ok {
			plain = dotted
		}
		return DollarSign, remedy{expression: plain}
	}
	if dotted, ok := withDots(expression); ok {
		return Subscript, remedy{expression: dotted}
	}
	switch {
	case token.Kind == interpolate.Variable || token.KeyErr.Number != "":
		return None, remedy{}
	case strings.ContainsAny(expression, `'"`):
		return UnbalancedQuote, remedy{}
	default:
		segments := strings.FieldsFunc(expression, func(r rune) bool { return r == '.' })
		return EmptySegment, remedy{expression: strings.Join(segments, ".")}
	}
}

func wordLength(s string) int {
	n := 0
	for n < len(s) && ascii.IsWord(s[n]) {
		n++
	}
	return n
}

// argumentMistake recognizes mistakes in the arguments of a call. rest is the text after the token.
func argumentMistake(method, arguments, rest string) (Kind, remedy) {
	if !isQuote(arguments) {
		return unquotedMistake(method, arguments)
	}
	quote := arguments[:1]
	argument, after, closed := strings.Cut(arguments[1:], quote)
	if !closed {
		if before, _, ok := strings.Cut(rest, quote); ok && strings.HasPrefix(rest[len(before)+1:], ")") {
			return BraceInArgument, remedy{}
		}
		return UnbalancedQuote, call(method, strings.TrimRight(argument, `'") `))
	}
	after = strings.TrimLeft(after, blanks)
	switch {
	case argument == "":
		return MissingArgument, remedy{}
	case after == "":
		return UnclosedCall, call(method, argument)
	case after[0] == ',':
		return TooManyArguments, call(method, argument)
	case after[0] != ')':
		return UnbalancedQuote, remedy{}
	case after == ")":
		return SpaceInCall, call(method, argument)
	}
	return TextAfterCall, callThenText(method, argument, strings.TrimSpace(after[1:]))
}

// unquotedMistake is argumentMistake for arguments that do not start with a quote.
func unquotedMistake(method, arguments string) (Kind, remedy) {
	argument, after, closed := strings.Cut(arguments, ")")
	argument = strings.TrimSpace(argument)
	bare := strings.TrimRight(argument, `'"`)
	switch {
	case !closed:
		return UnclosedCall, call(method, bare)
	case argument == "":
		return MissingArgument, remedy{}
	case strings.Contains(argument, ","):
		first, _, _ := strings.Cut(argument, ",")
		return TooManyArguments, call(method, strings.TrimSpace(first))
	case after != "":
		return TextAfterCall, callThenText(method, argument, after)
	case bare != argument:
		return UnbalancedQuote, call(method, bare)
	}
	return UnquotedArgument, call(method, argument)
}

// callThenText returns what to write for %{lookup('key').sub} and %{lookup('key'):80}: a subkey belongs inside the
// quotes, other text after the token.
func callThenText(method, argument, after string) remedy {
	if sub, ok := withDots("x" + after); ok {
		after = sub[1:]
	}
	if strings.HasPrefix(after, ".") && interpolate.MethodNamed(method).TakesKey() {
		return call(method, argument+after)
	}
	r := call(method, argument)
	r.behind = after
	return r
}

// withDots converts subscripts to Hiera's dots: facts['os']['family'] to facts.os.family. ok is false if there are none
// or they cannot be converted.
func withDots(s string) (dotted string, ok bool) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(s, "[")
		b.WriteString(before)
		if !found {
			return b.String(), ok
		}
		index, rest, closed := strings.Cut(after, "]")
		name, named := segment(strings.TrimSpace(index))
		if !closed || !named || b.Len() == 0 {
			return "", false
		}
		b.WriteString("." + name)
		s, ok = rest, true
	}
}

// segment returns the index of a subscript as a segment of a key. It keeps quotes where they matter: around dots and
// digits.
func segment(index string) (name string, ok bool) {
	if len(index) > 2 && isQuote(index) && index[len(index)-1] == index[0] {
		name = index[1 : len(index)-1]
		if strings.ContainsAny(name, `.'"`) || ascii.IsNumber(name) {
			return index, true
		}
		return name, true
	}
	for i := range len(index) {
		if !ascii.IsWord(index[i]) && index[i] != '-' {
			return "", false
		}
	}
	return index, index != ""
}

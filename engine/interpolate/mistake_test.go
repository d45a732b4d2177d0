package interpolate

import "testing"

func TestMistake(t *testing.T) {
	tests := []struct {
		text    string
		want    Mistake
		instead string
	}{
		{"%{x}", NoMistake, ""},
		{"%{}", NoMistake, ""},
		{"%{facts.os.'a b'}", NoMistake, ""},
		{"%{::a::b}", NoMistake, ""},
		{"%{lookup('a.b')}", NoMistake, ""},
		{"%{lookup(\"'a.b'\")}", NoMistake, ""},
		{"%{lookup(' a . b ')}", NoMistake, ""},
		{"%{literal(' % ')}", NoMistake, ""},
		{"%{lookupx}", NoMistake, ""},
		{"%{Referer}i", NoMistake, ""},
		{"%{+YYYY.MM.dd}", NoMistake, ""},
		{"%{1.5}", NoMistake, ""},
		{"%{frobnicate('x')}", NoMistake, ""},

		{"%{lookup(x)}", UnquotedArgument, "%{lookup('x')}"},
		{"%{lookup( x )}", UnquotedArgument, "%{lookup('x')}"},
		{"%{Lookup(x.y)}", UnquotedArgument, "%{lookup('x.y')}"},
		{"%{lookup(a..b)}", UnquotedArgument, ""},
		{"%{frobnicate(x)}", UnquotedArgument, ""},
		{"%{lookup()}", MissingArgument, ""},
		{"%{lookup('')}", MissingArgument, ""},
		{"%{lookup( )}", MissingArgument, ""},
		{"%{lookup}", MissingParentheses, ""},
		{"%{lookup 'x'}", MissingParentheses, "%{lookup('x')}"},
		{"%{alias x}", MissingParentheses, "%{alias('x')}"},
		{"%{lookup'x'}", MissingParentheses, "%{lookup('x')}"},
		{"%{lookup( 's' )}", SpaceInCall, "%{lookup('s')}"},
		{"%{lookup ('s')}", SpaceInCall, "%{lookup('s')}"},
		{"%{literal(\n\"it's\")}", SpaceInCall, `%{literal("it's")}`},
		{"%{lookup( \"it's\")}", SpaceInCall, ""},
		{"%{lookup(' s')}", SpaceInArgument, "%{lookup('s')}"},
		{"%{lookup('s','t')}", TooManyArguments, "%{lookup('s')}"},
		{"%{lookup('s', String, 'first')}", TooManyArguments, "%{lookup('s')}"},
		{"%{lookup(s, t)}", TooManyArguments, "%{lookup('s')}"},
		{"%{lookup(,)}", TooManyArguments, ""},
		{"%{lookup('s)}", UnbalancedQuote, "%{lookup('s')}"},
		{`%{lookup('s")}`, UnbalancedQuote, "%{lookup('s')}"},
		{"%{lookup(s')}", UnbalancedQuote, "%{lookup('s')}"},
		{"%{lookup('a'b')}", UnbalancedQuote, ""},
		{"%{o'key}", UnbalancedQuote, ""},
		{"%{facts.'os}", UnbalancedQuote, ""},
		{"%{lookup('s').a}", TextAfterCall, "%{lookup('s.a')}"},
		{"%{lookup('s')['a']['b']}", TextAfterCall, "%{lookup('s.a.b')}"},
		{"%{lookup('s'):80}", TextAfterCall, "%{lookup('s')}:80"},
		{"%{lookup('s')/x}", TextAfterCall, "%{lookup('s')}/x"},
		{"%{literal('%').x}", TextAfterCall, "%{literal('%')}.x"},
		{"%{lookup(s):80}", TextAfterCall, "%{lookup('s')}:80"},
		{"%{x\nlookup('s')}", IgnoredLines, "%{lookup('s')}"},
		{"%{lookup('s'}", UnclosedCall, "%{lookup('s')}"},
		{"%{lookup(s}", UnclosedCall, "%{lookup('s')}"},
		{"%{lookup(}", UnclosedCall, ""},
		{"%{lookup('a}b')}", BraceInArgument, ""},
		{"%{literal('}')}", BraceInArgument, ""},
		{"%{facts.%{x}}", Nested, ""},
		{"%{lookup('%{x}')}", Nested, ""},
		{"%{facts['os']['family']}", Subscript, "%{facts.os.family}"},
		{`%{facts["os"].family}`, Subscript, "%{facts.os.family}"},
		{"%{facts[os]}", Subscript, "%{facts.os}"},
		{"%{::facts['a.b'][0]['1']}", Subscript, "%{::facts.'a.b'.0.'1'}"},
		{"%{facts['it''s']}", Subscript, ""},
		{"%{facts[]}", NoMistake, ""},
		{"%{[os]}", NoMistake, ""},
		{"%{facts[$x]}", NoMistake, ""},
		{"%{facts[os}", NoMistake, ""},
		{"%{$x}", DollarSign, "%{x}"},
		{"%{$facts['os']['family']}", DollarSign, "%{facts.os.family}"},
		{"%{$}", DollarSign, ""},
		{"%{$$x}", DollarSign, ""},
		{"%{os..family}", EmptySegment, "%{os.family}"},
		{"%{.os}", EmptySegment, "%{os}"},
		{"%{.}", EmptySegment, ""},
		{"%{alias.}", EmptySegment, ""},
		{"%{Lookup('x')}", MethodSpelling, "%{lookup('x')}"},
		{"%{lookups('x')}", MethodSpelling, "%{lookup('x')}"},
		{"%{hiera_hash('x')}", MethodSpelling, "%{lookup('x')}"},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			token := Parse(tt.text).Tokens[0]
			if token.Mistake != tt.want || token.Instead != tt.instead {
				t.Errorf("mistake %d, instead %q; want %d, %q", token.Mistake, token.Instead, tt.want, tt.instead)
			}
		})
	}
}

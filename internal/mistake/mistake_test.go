package mistake

import (
	"testing"

	"github.com/hieralint/hieralint/engine/interpolate"
)

func TestFind(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text    string
		want    Kind
		instead string
	}{
		{"%{x}", None, ""},
		{"%{}", None, ""},
		{"%{facts.os.'a b'}", None, ""},
		{"%{::a::b}", None, ""},
		{"%{lookup('a.b')}", None, ""},
		{"%{lookup(\"'a.b'\")}", None, ""},
		{"%{lookup(' a . b ')}", None, ""},
		{"%{literal(' % ')}", None, ""},
		{"%{lookupx}", None, ""},
		{"%{Referer}i", None, ""},
		{"%{+YYYY.MM.dd}", None, ""},
		{"%{1.5}", None, ""},
		{"%{frobnicate('x')}", None, ""},

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
		{"%{facts[]}", None, ""},
		{"%{[os]}", None, ""},
		{"%{facts[$x]}", None, ""},
		{"%{facts[os}", None, ""},
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
			template := interpolate.Parse(tt.text)
			kind, instead := Find(template.Text, &template.Tokens[0])
			if kind != tt.want || instead != tt.instead {
				t.Errorf("got mistake %d, instead %q; want %d, %q", kind, instead, tt.want, tt.instead)
			}
		})
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"%{lookup(x)}", "%{facts['os']['family']}", "%{lookup( \"it's\")}:80", "%{o..s}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		template := interpolate.Parse(text)
		if template == nil {
			return
		}
		for i := range template.Tokens {
			_, instead := Find(template.Text, &template.Tokens[i])
			if instead == "" {
				continue
			}
			remedy := interpolate.Parse(instead)
			if kind := Of(remedy.Text, &remedy.Tokens[0]); kind != None {
				t.Fatalf("%q does not correct %q", instead, template.Source(&template.Tokens[i]))
			}
		}
	})
}

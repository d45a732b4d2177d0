package interpolate

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func FuzzParse(f *testing.F) {
	for _, tt := range parseTests {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		template := Parse(text)
		var tokens []Token
		if template != nil {
			tokens = template.Tokens
		}
		if got := slices.Collect(Tokens(text)); !reflect.DeepEqual(got, tokens) && len(got)+len(tokens) > 0 {
			t.Fatalf("the tokens of %q are %+v, and those of its template %+v", text, got, tokens)
		}
		if template == nil {
			if strings.Contains(text, opening) {
				t.Fatalf("%q: got no template", text)
			}
			return
		}
		at := 0
		for i := range template.Tokens {
			token := &template.Tokens[i]
			s, e := token.Span, token.Expression
			if s.Start < at || s.End > len(text) || text[s.Start:s.Start+2] != opening || text[s.End-1] != '}' {
				t.Fatalf("token %d of %q has invalid span %v", i, text, s)
			}
			if e.Start < s.Start+2 || e.End > s.End-1 || e.Start > e.End {
				t.Fatalf("expression %d of %q has invalid span %v", i, text, e)
			}
			if a := token.ArgumentSpan; text[a.Start:a.End] != token.Argument {
				t.Fatalf("argument %d of %q has wrong span %v", i, text, a)
			}
			at = s.End
		}
		if got, err := expand(template, func(token *Token) (string, error) { return template.Source(token), nil }); err != nil || got != text {
			t.Fatalf("expansion of %q = %q, %v", text, got, err)
		}
	})
}

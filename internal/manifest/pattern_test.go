package manifest

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		pattern Pattern
		text    string
		yes, no []string
	}{
		{literal("a"), "a", []string{"a"}, []string{"", "aa", "*"}},
		{anything, "*", []string{"", "a"}, nil},
		{literal("a::").then(anything), "a::*", []string{"a::", "a::b::c"}, []string{"a:", "b::"}},
		{anything.then(literal("::a")), "*::a", []string{"::a", "b::a"}, []string{"a", "::ab"}},
		{literal("a").then(anything).then(literal("a")), "a*a", []string{"aa", "aba"}, []string{"a"}},
		{literal("a").then(anything).then(literal("b")).then(anything).then(literal("c")), "a*b*c", []string{"abc", "a1b2c", "abbc"}, []string{"ac", "acb", "abc1"}},
		{anything.then(anything).then(literal("a")).then(anything).then(anything), "*a*", []string{"a", "bab"}, []string{"b", ""}},
		{Pattern{}, "", nil, []string{"", "a"}},
		{Pattern{}.then(literal("a")).then(Pattern{}), "a", []string{"a"}, nil},
	} {
		if got := tt.pattern.String(); got != tt.text {
			t.Errorf("got %q, want %q", got, tt.text)
		}
		for _, text := range tt.yes {
			if !tt.pattern.Matches(text) || !tt.pattern.clone().Matches(text) {
				t.Errorf("%s does not match %q", tt.text, text)
			}
		}
		for _, text := range tt.no {
			if tt.pattern.Matches(text) {
				t.Errorf("%s matches %q", tt.text, text)
			}
		}
	}
}

func TestRootKey(t *testing.T) {
	for _, tt := range []struct {
		pattern Pattern
		want    string
	}{
		{literal("a"), "a"},
		{literal("a.b.c"), "a"},
		{literal("a::b.0"), "a::b"},
		{literal("'a.b'.c"), "a.b"},
		{literal("\"a.b\""), "a.b"},
		{literal("'a.b'.").then(anything), "a.b"},
		{literal("'a::").then(anything).then(literal("'")), "a::*"},
		{literal("'a::").then(anything).then(literal("'.b")), "a::*"},
		{literal("'a::").then(anything), "'a::*"},
		{literal("a.").then(anything), "a"},
		{literal("a::").then(anything).then(literal(".b")), "a::*"},
		{anything.then(literal("::b.c")), "*::b"},
		{anything, "*"},
	} {
		if got := tt.pattern.rootKey().String(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.pattern, got, tt.want)
		}
	}
}

func TestPatternIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		letters := make([]byte, random.IntN(most+1))
		for i := range letters {
			letters[i] = "ab:"[random.IntN(3)]
		}
		return string(letters)
	}
	for range 200 {
		uses := make([]*Lookup, random.IntN(200))
		for i := range uses {
			uses[i] = &Lookup{Key: literal(text(2)).then(anything).then(literal(text(2)))}
			if random.IntN(3) == 0 {
				uses[i].Key = uses[i].Key.then(anything).then(literal(text(1)))
			}
		}
		x := newPatternIndex(uses)
		for range 20 {
			key := text(6)
			want := slices.DeleteFunc(slices.Clone(uses), func(u *Lookup) bool { return !u.Key.Matches(key) })
			if got := x.find(nil, key); !slices.Equal(got, want) {
				t.Fatalf("%q: got %d patterns, want %d", key, len(got), len(want))
			}
		}
	}
}

package rubyregexp

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// match is a pattern, a subject, and the start and end of the match in bytes; nil if there is none.
type match struct {
	pattern, subject string
	want             []int
}

func at(start, end int) []int { return []int{start, end} }

// differences are patterns that package regexp or regexp2 rejects or interprets differently.
var differences = []match{
	{`^`, "\nb", at(0, 0)},
	{`^foo`, "a\nfoo", at(2, 5)},
	{`^$`, "a\n", nil}, // no line starts after the last newline
	{`\n^`, "a\n\n", at(1, 2)},
	{`foo$`, "foo\nbar", at(0, 3)},
	{`a$`, "a\n", at(0, 1)},
	{`a$`, "ab", nil},
	{`a.b`, "a\nb", nil},
	{`a.b`, "a\rb", at(0, 3)},
	{`(?m)a.b`, "a\nb", at(0, 3)},
	{`(?m:a.)b.`, "a\nb\n", nil},
	{`\Ab`, "a\nb", nil},
	{`a\z`, "a\n", nil},
	{`foo\Z`, "foo\n", at(0, 3)},
	{`foo\Z`, "foo\n\n", nil},
	{`\h+`, "xdeadx", at(1, 5)},
	{`\H`, "h", at(0, 1)},
	{`[\h]`, "g", nil},
	{`\w`, "é", nil},
	{`\W`, "é", at(0, 2)},
	{`\d`, "٣", nil},
	{`\D`, "٣", at(0, 2)},
	{`\s`, "\v", at(0, 1)},
	{`\s`, "\u00a0", nil},
	{`\s`, "\u0085", nil},
	{`\S`, "\u0085", at(0, 2)},
	{`\bx`, "éx", nil}, // é is a word character for \b, but not for \w
	{`é\b`, "é", at(0, 2)},
	{`\Bx`, "éx", at(2, 3)},
	{`(?a)\bx`, "éx", at(2, 3)},
	{`[[:alpha:]]`, "é", at(0, 2)},
	{`[[:alpha:]]+`, "ab1", at(0, 2)},
	{`[[:word:]]`, "٣", at(0, 2)},
	{`[[:upper:]]`, "É", at(0, 2)},
	{`[[:space:]]`, "\u00a0", at(0, 2)},
	{`[[:digit:]]`, "٣", at(0, 2)},
	{`[[:graph:]]`, "é", at(0, 2)},
	{`[[:print:]]`, "é", at(0, 2)},
	{`[[:^alpha:]]`, "a1", at(1, 2)},
	{`[[:^alpha:]]`, "é", nil},
	{`[:alpha:]`, "p", at(0, 1)}, // an ordinary character class
	{`[[:alpha]]`, "p", at(0, 1)},
	{`[a-z&&[^aeiou]]`, "ab", at(1, 2)},
	{`[^a&&b]`, "a", at(0, 1)},
	{`[a[bc]]`, "c", at(0, 1)},
	{`[a[bc]]`, "a]", at(0, 1)},
	{`[a[^bc]]`, "b", nil},
	{`[a-[b]c]`, "b-", at(0, 1)},
	{`\p{Alpha}\p{Alnum}\p{Word}\p{Upper}`, "é1_É", at(0, 6)},
	{`\p{^Alpha}`, "é1", at(2, 3)},
	{`\P{Alpha}`, "é1", at(2, 3)},
	{`\P{^Lower-Case Letter}`, "Aa", at(1, 2)},
	{`\p{L}\p{Lu}\p{Greek}\p{Han}`, "aÄω漢", at(0, 8)},
	{`\p{ASCII}`, "éa", at(2, 3)},
	{`\pL`, "é", nil},
	{`\pL`, "pL", at(0, 2)},
	{`a{,2}`, "aaa", at(0, 2)},
	{`^a{,2}$`, "a{,2}", nil},
	{`a{,}`, "a{,}", at(0, 4)},
	{`a{2}+`, "aaaaa", at(0, 4)},
	{`a{2}+a`, "aaa", at(0, 3)}, // not possessive
	{`a{2}?b`, "b", at(0, 1)},
	{`a++b`, "aab", at(0, 3)},
	{`a++a`, "aa", nil},
	{`a*+a`, "aa", nil},
	{`a?+a`, "a", nil},
	{`a**`, "aa", at(0, 2)},
	{`(?:a*)??`, "a", at(0, 0)},
	{`a(?i)b|c`, "aC", at(0, 2)},
	{`a(?i)b|c`, "c", nil},
	{`(?<a>x)(y)`, "xy", at(0, 2)},
	{`(?<a>x)(y)\k<a>`, "xyx", at(0, 3)},
	{`\y\q`, "yq", at(0, 2)},
	{`\Qa.b\E`, "Qa.bE", at(0, 5)},
	{`\_`, "_", at(0, 1)},
	{`\N\O`, "NO", at(0, 2)},
	{`(?i)ſ`, "s", at(0, 1)},
	{`(?i)s`, "ſ", at(0, 2)},
	{`(?i)[s]`, "ſ", at(0, 2)},
	{`(?i)[\w]`, "ſ", nil},
	{`(?i)[éa]`, "É", nil}, // a bug in Ruby: (?i)é matches
	{`(?i)é`, "É", at(0, 2)},
	{`x{1001}`, strings.Repeat("x", 1001), at(0, 1001)},
	{`(?u)\w\d\s`, "é٣\u00a0", at(0, 6)},
	{`(?a)[[:alpha:]]`, "é", nil},
	{`(?d)\w`, "é", nil},
}

// common are patterns that package regexp, regexp2, or both interpret like Ruby.
var common = []match{
	{`a(?=b)`, "acab", at(2, 3)},
	{`a(?!b)`, "aba", at(2, 3)},
	{`(?<=a)b`, "bab", at(2, 3)},
	{`(?<!a)b`, "abb", at(2, 3)},
	{`(?<=a|bc)d`, "bcd", at(2, 3)},
	{`(?>a+)b`, "aab", at(0, 3)},
	{`(?>a|ab)c`, "abc", nil},
	{`(a|b)\1`, "abb", at(1, 3)},
	{`(?<n>a|b)\k<n>`, "abb", at(1, 3)},
	{`(?'n'a|b)\k'n'`, "abb", at(1, 3)},
	{`(a)(b)\k<-1>`, "abb", at(0, 3)},
	{`(?i)(a)\1`, "aA", at(0, 2)},
	{`a(?#comment)+`, "aa", at(0, 2)},
	{`(?x) a + # comment
		b`, "aab", at(0, 3)},
	{`\Ga`, "aa", at(0, 1)},
	{`\Ga`, "ba", nil},
	{`(a)?(?(1)b|c)`, "ab", at(0, 2)},
	{`(a)?(?(1)b|c)`, "xc", at(1, 2)},
	{`(?<n>a)?(?(<n>)b)c`, "abc", at(0, 3)},
	{`\u0041\u{42}\u{43 44}`, "ABCD", at(0, 4)},
	{`\e\ca\C-a\c?`, "\x1b\x01\x01\x1f", at(0, 4)},
	{`\M-C\M-)`, "é", at(0, 2)},
	{`\xC3\xA9`, "é", at(0, 2)},
	{`\0\101\x41`, "\x00AA", at(0, 3)},
	{`\a\f\v\t\n\r`, "\a\f\v\t\n\r", at(0, 6)},
	{`\-\:\/\ `, "-:/ ", at(0, 4)},
	{`[\b]`, "\b", at(0, 1)},
	{`\10`, "\b", at(0, 1)}, // octal, because there are fewer than ten groups
	{`\R`, "a\r\n", at(1, 3)},
	{`\R`, "\u2028", at(0, 3)},
	{`[]a]`, "]", at(0, 1)},
	{`[a-]`, "-", at(0, 1)},
	{`a|`, "b", at(0, 0)},
	{`(|a)`, "a", at(0, 0)},
	{`(?:)`, "a", at(0, 0)},
	{`a{0}b`, "ab", at(1, 2)},
	{``, "a", at(0, 0)},
	{`{`, "{", at(0, 1)},
	{`}`, "}", at(0, 1)},
	{`]`, "]", at(0, 1)},
	{`a{`, "a{", at(0, 2)},
	{`a{x}`, "a{x}", at(0, 4)},
	{`(a?){3}b`, "ab", at(0, 2)},
	{`(a*)*b`, "aab", at(0, 3)},
	{`(?:a|b*)*c`, "abbac", at(0, 5)},
	{`[a&&b]`, "ab", nil},
	{`(?m)(?!b)\w.`, "ba\n", at(1, 3)},
}

// lookupOptions are typical patterns in lookup_options.
var lookupOptions = []match{
	{`^profile::(.*)::users$`, "profile::base::users", at(0, 20)},
	{`^profile::(.*)::users$`, "role::base::users", nil},
	{`^profile::(.*)::users$`, "profile::größe::users", at(0, 23)},
	{`^foo::.*`, "foo::bar", at(0, 8)},
	{`^foo::.*`, "xfoo::bar", nil},
	{`^(a|b)::[^:]+$`, "b::c", at(0, 4)},
	{`^profile::(?!base)\w+`, "profile::base", nil},
	{`^profile::(?!base)\w+`, "profile::web", at(0, 12)},
	{`^(.*::a|.*::b)$`, "x::b", at(0, 4)},
	{`/^x/`, "x", nil},
	{`^--`, "--gone", at(0, 2)},
}

func TestFindStringSubmatchIndex(t *testing.T) {
	tests := []struct {
		pattern, subject string
		want             []int
	}{
		{"b(.)", "abc", []int{1, 3, 2, 3}},
		{"(a)?b", "b", []int{0, 1, -1, -1}},
		{"(?<n>a)(b)", "ab", []int{0, 2, 0, 1}}, // with a named group, unnamed groups do not capture
		{"(a|b)*", "ab", []int{0, 2, 1, 2}},
		{"é(.)", "xéy", []int{1, 4, 3, 4}},
		{"(?=(a))", "ba", []int{1, 1, 1, 2}},
		{"(c)", "ab", nil},
	}
	for _, tt := range tests {
		re, err := Compile(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := re.FindStringSubmatchIndex(tt.subject, freely); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("%q on %q: got %v, %v; want %v", tt.pattern, tt.subject, got, err, tt.want)
		}
	}
}

func TestFindStringIndex(t *testing.T) {
	for _, tt := range slices.Concat(differences, common, lookupOptions) {
		t.Run(tt.pattern+" on "+tt.subject, func(t *testing.T) {
			re, err := Compile(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			got, err := re.FindStringIndex(tt.subject)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("FindStringIndex(%q) = %v, %v; want %v", tt.subject, got, err, tt.want)
			}
			found, err := re.MatchString(tt.subject)
			if err != nil || found != (tt.want != nil) {
				t.Errorf("MatchString(%q) = %v, %v", tt.subject, found, err)
			}
			if re.String() != tt.pattern {
				t.Errorf("String() = %q", re.String())
			}
		})
	}
}

func TestOptions(t *testing.T) {
	tests := []struct {
		options          Options
		pattern, subject string
		want             []int
	}{
		{Options{IgnoreCase: true}, `k`, "K", at(0, 1)},
		{Options{IgnoreCase: true}, `k`, "\u212a", at(0, 3)},
		{Options{IgnoreCase: true}, `(?-i)k`, "K", nil},
		{Options{IgnoreCase: true}, `[^k]`, "\u212a", nil},
		{Options{Multiline: true}, `a.`, "a\n", at(0, 2)},
		{Options{Multiline: true}, `^b`, "a\nb", at(2, 3)},
		{Options{Extended: true}, "a b # c\n d", "abd", at(0, 3)},
		{Options{Extended: true}, `[a b]+`, "a b", at(0, 3)},
		{Options{IgnoreCase: true, Multiline: true, Extended: true}, `a .`, "A\n", at(0, 2)},
	}
	for _, tt := range tests {
		re, err := CompileOptions(tt.pattern, tt.options)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := re.FindStringIndex(tt.subject); err != nil || !slices.Equal(got, tt.want) {
			t.Errorf("/%s/%s on %q: got %v, %v; want %v", tt.pattern, tt.options, tt.subject, got, err, tt.want)
		}
	}
}

// refused are invalid patterns with Ruby's message.
var refused = []struct {
	pattern, want string
}{
	{`^x(`, `end pattern with unmatched parenthesis: /^x(/`},
	{`(a(b|c)`, `end pattern with unmatched parenthesis: /(a(b|c)/`},
	{`(?<=`, `end pattern with unmatched parenthesis: /(?<=/`},
	{`é(`, `end pattern with unmatched parenthesis: /é(/`},
	{`a/(`, `end pattern with unmatched parenthesis: /a\/(/`},
	{"é\t(", `end pattern with unmatched parenthesis: /\u00E9	(/`},
	{`)`, `unmatched close parenthesis: /)/`},
	{`a|b)c`, `unmatched close parenthesis: /a|b)c/`},
	{`[`, `premature end of char-class: /[/`},
	{`a[b[c]`, `premature end of char-class: /a[b[c]/`},
	{`[]`, `empty char-class: /[]/`},
	{`*`, `target of repeat operator is not specified: /*/`},
	{`+a`, `target of repeat operator is not specified: /+a/`},
	{`a|*`, `target of repeat operator is not specified: /a|*/`},
	{`{2}`, `target of repeat operator is not specified: /{2}/`},
	{`[b-a]`, `empty range in char class: /[b-a]/`},
	{`[a-\d]`, `char-class value at end of range: /[a-\d]/`},
	{`[\d-z]`, `unmatched range specifier in char-class: /[\d-z]/`},
	{`x{2,1}`, `upper is smaller than lower in repeat range: /x{2,1}/`},
	{`a{100001}`, `too big number for repeat range: /a{100001}/`},
	{`a\`, `too short escape sequence: /a\/`},
	{`\p{Foo}`, `invalid character property name {Foo}: /\p{Foo}/`},
	{`x\p{Foo`, `invalid character property name {Fo}: /x\p{Foo/`},
	{`(?<=a+)b`, `invalid pattern in look-behind: /(?<=a+)b/`},
	{`x(?<!(a))b`, `invalid pattern in look-behind: /x(?<!(a))b/`},
	{`(?<=(?:a|bc)d)e`, `invalid pattern in look-behind: /(?<=(?:a|bc)d)e/`},
	{`\8`, `invalid backref number/name: /\8/`},
	{`(a)\2`, `invalid backref number/name: /(a)\2/`},
	{`\k<-1>`, `invalid backref number/name: /\k<-1>/`},
	{`(?(1)a)`, `invalid backref number/name: /(?(1)a)/`},
	{`(?<a>x)(y)\2`, `numbered backref/call is not allowed. (use name): /(?<a>x)(y)\2/`},
	{`\k<x>`, `undefined name <x> reference: /\k<x>/`},
	{`\g<x>`, `undefined name <x> reference: /\g<x>/`},
	{`\g<1>`, `undefined group <1> reference: /\g<1>/`},
	{`(?<a>\g<a>)`, `never ending recursion: /(?<a>\g<a>)/`},
	{`(?<a>)(?<a>)\g<a>`, `multiplex definition name <a> call: /(?<a>)(?<a>)\g<a>/`},
	{`(?<1a>x)`, `invalid group name <1a>: /(?<1a>x)/`},
	{`(?<>x)`, `group name is empty: /(?<>x)/`},
	{`(?s)x`, `undefined group option: /(?s)x/`},
	{`(?P<n>a)`, `undefined group option: /(?P<n>a)/`},
	{`(?U)`, `undefined group option: /(?U)/`},
	{`(?|a)`, `undefined group option: /(?|a)/`},
	{`(?`, `end pattern in group: /(?/`},
	{`a(?#b`, `end pattern in group: /a(?#b/`},
	{`(a)(?(1)b|c|d)`, `invalid conditional pattern: /(a)(?(1)b|c|d)/`},
	{`\M-a`, `too short escaped multibyte character: /\M-a/`},
	{`\xff`, `invalid multibyte escape: /\xff/`},
	{`a\x{41}`, `invalid hex escape: /a\x{41}/`},
	{`\u12`, `invalid Unicode escape: /\u12/`},
	{`\u{110000}`, `invalid Unicode range: /\u{110000}/`},
	{`[[:foo:]]`, `invalid POSIX bracket type: /[[:foo:]]/`},
	{strings.Repeat("(", 4096) + strings.Repeat(")", 4096),
		"parse depth limit over: /" + strings.Repeat("(", 4096) + strings.Repeat(")", 4096) + "/"},
	{strings.Repeat("()", 32768), "too many capture groups are specified: /" + strings.Repeat("()", 32768) + "/"},
}

func TestSyntaxError(t *testing.T) {
	for _, tt := range refused {
		t.Run(tt.pattern[:min(len(tt.pattern), 30)], func(t *testing.T) {
			_, err := Compile(tt.pattern)
			var refused *SyntaxError
			if !errors.As(err, &refused) {
				t.Fatalf("Compile = %v, want a SyntaxError", err)
			}
			if refused.Error() != tt.want {
				t.Errorf("got error %.200s, want %.200s", refused, tt.want)
			}
		})
	}
	_, err := CompileOptions(`(`, Options{true, true, true})
	if want := `end pattern with unmatched parenthesis: /(/mix`; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	_, err = Compile("a\xff")
	if err == nil || !strings.HasPrefix(err.Error(), "invalid multibyte character: ") {
		t.Errorf("invalid UTF-8: got error %v", err)
	}
}

// unsupported are patterns that are valid in Ruby, but not supported here.
var unsupported = []struct {
	pattern, construct string
}{
	{`a\X`, "`\\X` (a grapheme cluster)"},
	{`é\K`, "`\\K` (keep what is before)"},
	{`a(?~b)`, "`(?~…)` (absence)"},
	{`(?<a>x|y\g<a>)`, "`\\g<…>` (a sub-expression call)"},
	{`(?i)ß`, "`ß` without regard to case (its other case is more than one character)"},
	{`(?i)é[[:alpha:]]`, "a set without regard to case, in a pattern with more than ASCII"},
	{`(?i)a[[^\w]b]`, "a set without regard to case that differs between ASCII and Unicode"},
	{`(?i)é(?<=ss)`, "a look-behind without regard to case, in a pattern with more than ASCII"},
	{`\p{Emoji}`, "the property `Emoji`"},
	{`\p{In_Arrows}`, "the property `In_Arrows`"},
	{`(a\1)`, "a back-reference to the group it is in"},
	{`(a(?(1)b))`, "a conditional about the group it is in"},
	{`(?<n>a)(?<n>b)\k<n>`, "a back-reference to a name that several groups have"},
	{`(a)\k<1+1>`, "a back-reference with a recursion level"},
	{`(?:^a?|b){2,}`, "a repeat, twice or more, of what can be empty"},
	{`(|a)\1\b`, "`^`, `\\b` or `\\B` behind a back-reference that can be empty"},
	{`\b.*c`, "a dot repeated without limit behind a condition"},
	{`a` + strings.Repeat("{2}", 4098), "more than 4096 repeats of repeats"},
	{`(?m)(?=a).*`, "a dot repeated without limit behind a condition"},
}

func TestUnsupportedError(t *testing.T) {
	for _, tt := range unsupported {
		t.Run(tt.pattern, func(t *testing.T) {
			_, err := Compile(tt.pattern)
			var e *UnsupportedError
			if !errors.As(err, &e) {
				t.Fatalf("Compile = %v, want an UnsupportedError", err)
			}
			if e.Construct != tt.construct {
				t.Errorf("got %s, want %s", e.Construct, tt.construct)
			}
		})
	}
	// A syntax error takes precedence over an unsupported construct.
	if _, err := Compile(`\X(`); !errors.As(err, new(*SyntaxError)) {
		t.Errorf("Compile = %v, want a SyntaxError", err)
	}
}

func TestMatchError(t *testing.T) {
	tests := []struct{ name, pattern, subject, want string }{
		{"invalid UTF-8", `a`, "\xff", "invalid byte sequence in UTF-8"},
		{"folding", `(?i)street`, "straße", "character such as ß"},
		{"folded class", `(?i)[[:alpha:]]`, "é", "set without regard to case"},
		{"folded back-reference", `(?i)(.)\1`, "é", "back-reference without regard to case"},
		{"folded look-behind", `(?i)(?<=ss)a`, "é", "look-behind without regard to case"},
		{"longer case at the end", `(?i)k\z`, "\u212a", "longer than the s"},
		{"endless", `\A(a+)+\1b`, strings.Repeat("a", 60), "given up"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			re, err := Compile(tt.pattern)
			if err != nil {
				t.Fatal(err)
			}
			_, err = re.MatchString(tt.subject)
			var unknown *MatchError
			if !errors.As(err, &unknown) || !strings.Contains(unknown.Reason, tt.want) {
				t.Errorf("MatchString = %v, want a MatchError with %q", err, tt.want)
			}
			if err != nil && strings.Contains(err.Error(), tt.subject) {
				t.Errorf("the error contains the subject: %v", err)
			}
		})
	}
}

// freely allows any number of steps.
func freely(int) error { return nil }

// TestLinear has patterns that take exponential time with naive backtracking.
func TestLinear(t *testing.T) {
	for _, pattern := range []string{`^(a|a|b?a)+$`, `^(?=(a|a|aa)+$)`, `^(?!(a|a|aa)+b)(a|aa)+b`, `^(a|a|aa)+(?>a+)$`} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, subject := range []string{strings.Repeat("a", 100) + "c", strings.Repeat("a", 100) + "é"} {
			if found, err := re.MatchString(subject); found || err != nil {
				t.Errorf("%s: MatchString = %v, %v", pattern, found, err)
			}
			if at, err := re.FindStringSubmatchIndex(subject, freely); at != nil || err != nil {
				t.Errorf("%s: FindStringSubmatchIndex = %v, %v", pattern, at, err)
			}
		}
	}
}

// TestMemory checks that a search in a very long text is given up instead of using memory for each character.
func TestMemory(t *testing.T) {
	t.Parallel()
	re, err := Compile(`\A[0-9]+\z`)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]bool{1 << 20: true, 30 << 20: false} {
		if found, err := re.MatchString(strings.Repeat("9", n)); found != want || (err == nil) != want {
			t.Errorf("%d characters: got %t, %v", n, found, err)
		}
	}
}

// TestSteps checks that the number of steps is proportional to the length of the subject, and that an error
// of the callback ends the search.
func TestSteps(t *testing.T) {
	t.Parallel()
	re, err := Compile(`x(.)`)
	if err != nil {
		t.Fatal(err)
	}
	var short, long int
	for steps, subject := range map[*int]string{&short: "xa", &long: strings.Repeat("xa", 1000)} {
		for _, err := range re.AllStringSubmatchIndex(subject, func(n int) error { *steps += n; return nil }) {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if short < 5 || long != 1000*short {
		t.Errorf("got %d steps for one match, %d for 1000", short, long)
	}
	spent := errors.New("spent")
	if _, err := re.FindStringSubmatchIndex("xa", func(int) error { return spent }); !errors.Is(err, spent) {
		t.Errorf("got %v, want the error of the callback", err)
	}
}

// TestDeep compiles and matches patterns with the maximum nesting that Ruby allows.
func TestDeep(t *testing.T) {
	for _, pattern := range []string{
		strings.Repeat("(", 4095) + "a" + strings.Repeat(")", 4095),
		strings.Repeat("(?:b|", 4095) + "a" + strings.Repeat(")", 4095),
		strings.Repeat("(?=", 2000) + "a" + strings.Repeat(")", 2000) + "a",
		strings.Repeat("[", 4095) + "a" + strings.Repeat("]", 4095),
		strings.Repeat("(?i)", 4095) + "a",
		"a" + strings.Repeat("{0,2}", 4095),
		strings.Repeat("(?:", 4095) + "a" + strings.Repeat("{0,2})", 4095),
	} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatalf("%.30s…: %.200v", pattern, err)
		}
		for _, subject := range []string{"a", "é\na"} {
			found, err := re.MatchString(subject)
			if givenUp := errors.As(err, new(*MatchError)) && strings.Contains(pattern, "{0,2}"); !found && !givenUp {
				t.Errorf("%.30s… on %q: got %v, %.200v", pattern, subject, found, err)
			}
		}
	}
}

// TestRequired checks the text without which no match is searched for.
func TestRequired(t *testing.T) {
	t.Parallel()
	for pattern, want := range map[string]string{
		`^profile::(.*)::users$`:      "profile::",
		`^[k]5_12$`:                   "k5_12",
		`^(role|profile)::users`:      "::users",
		`a|b`:                         "",
		`(?:abc)?d`:                   "d",
		`(abc)+d`:                     "abc",
		`ab{0}c`:                      "a",
		`(?i)abc`:                     "",
		`a(?i:b)c`:                    "a",
		`(?=abc)x`:                    "x",
		`(?!abc)(?<=def)`:             "",
		`a\bb`:                        "ab",
		`(a)\1bc`:                     "bc",
		`größe`:                       "größe",
		`(?<x>ab)(?(<x>)cdef|ghij)`:   "ab",
		`^foo(?:bar|baz(?:qux)?)quux`: "quux",
	} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatal(pattern, err)
		}
		if got := re.plain().required; got != want {
			t.Errorf("%s: %q, want %q", pattern, got, want)
		}
	}
}

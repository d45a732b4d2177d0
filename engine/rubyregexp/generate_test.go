package rubyregexp

import (
	"math/rand/v2"
	"strings"
)

// generator generates random patterns and subjects for TestDifferential.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

// pattern returns a mostly valid pattern with groups nested up to depth.
func (g generator) pattern(depth int) string {
	var b strings.Builder
	for i := range 1 + g.IntN(3) {
		if i > 0 && g.IntN(4) == 0 {
			b.WriteString("|")
		}
		for range g.IntN(4) {
			b.WriteString(g.atom(depth))
			b.WriteString(g.quantifier())
		}
	}
	return b.String()
}

// lookupPattern returns a pattern like those in lookup_options.
func (g generator) lookupPattern() string {
	var b strings.Builder
	b.WriteString(g.pick("^", "^", "^", `\A`, "", "(?i)", "^(?i)", `\b`))
	for range 1 + g.IntN(5) {
		b.WriteString(g.pick("a", "foo", "::", "::", "(.*)", ".*", ".+", "[^:]+", `\w+`, `\w*`, "(a|foo)", "(?:a|foo)?", "(?!a)", "(?!foo::)",
			"(?=foo)", "(?<!a)", "(a|b)*", "[a-z_]+", "[a-z]*::", "[[:alpha:]]+", "(.*::)?", "(::[a-z]+)*", "a{1,2}", ".", `\.`, "s", "k", `\d+`, "()", "(?:::)?"))
	}
	b.WriteString(g.pick("$", "$", `\z`, `\Z`, "", "", `\b`))
	return b.String()
}

func (g generator) atom(depth int) string {
	switch n := g.IntN(20); {
	case n < 9:
		return g.literal()
	case n < 11:
		return g.pick(".", `\w`, `\W`, `\d`, `\D`, `\s`, `\S`, `\h`, `\H`, `\R`,
			`\p{Alpha}`, `\p{^Lu}`, `\P{Greek}`, `\p{Word}`, `\p{Any}`, `\p{ascii}`)
	case n < 13:
		return g.pick("^", "$", `\A`, `\z`, `\Z`, `\b`, `\B`, `\G`)
	case n < 15:
		return g.class(2)
	case depth == 0:
		return g.literal()
	default:
		return g.group(depth - 1)
	}
}

func (g generator) literal() string {
	if g.IntN(6) == 0 {
		return g.pick("k", "s", "S", "ſ", "é", "É", "ß", "ss", "Ω", "ω", "😀", "²", "Ⅷ", `\n`, `\x41`, `\101`,
			`\u0061`, `\u{e9}`, `\xC3\xA9`, `\-`, `\:`, `\/`, `\_`, `\y`, `\ca`, "#", "/", "{", "}", "]", "{,}", "٣")
	}
	return g.pick("a", "a", "a", "b", "b", "c", "A", ":", "_", "1", "-", " ", "x")
}

func (g generator) quantifier() string {
	if g.IntN(3) > 0 {
		return ""
	}
	return g.pick("*", "+", "?", "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+",
		"{2}", "{0,2}", "{,2}", "{1,}", "{2,}?", "{1,2}?", "{2}?", "{2}+", "{0}", "{1}", "**", "+?*", "??+*", "{0,2}{2}", "*?+", "?*?")
}

func (g generator) group(depth int) string {
	body := g.pattern(depth)
	switch g.IntN(20) {
	case 0, 1, 2, 3:
		return "(" + body + ")"
	case 4, 5, 6:
		return "(?:" + body + ")"
	case 7:
		return "(?=" + body + ")"
	case 8:
		return "(?!" + body + ")"
	case 9:
		return "(?<=" + g.fixed() + ")"
	case 10:
		return "(?<!" + g.fixed() + ")"
	case 11:
		return "(?>" + body + ")"
	case 12:
		return g.pick("(?i:", "(?m:", "(?x:", "(?-i:", "(?a:", "(?u:", "(?im-x:") + body + ")"
	case 13:
		return g.pick("(?i)", "(?m)", "(?x)", "(?u)", "(?a)", "(?d)") + body
	case 14:
		return "(" + body + ")" + g.pick(`\1`, `\2`, `\k<1>`, `\k<-1>`, `\k'1'`)
	case 15:
		return "(?<n>" + body + ")" + g.pick("", `\k<n>`, `(?<n>b)\k<n>`)
	case 16:
		return "(" + body + ")?(?(1)" + g.literal() + "|" + g.literal() + ")"
	case 17:
		return "(?#" + g.literal() + ")"
	case 18:
		return `(?<=` + body + `)`
	default:
		return "(?:" + body + "|" + g.pattern(depth) + ")"
	}
}

func (g generator) fixed() string {
	return g.pick("a", "b", "ab", "a|b", "a|bb", ".", "^", `\w`, `[^a]`, "a{2}", `\b`, "(a)", "(?i:a)", "a*", "k", "é", "\\n", "$")
}

func (g generator) class(depth int) string {
	var b strings.Builder
	b.WriteString(g.pick("[", "[", "[", "[^"))
	for range 1 + g.IntN(4) {
		switch n := g.IntN(14); {
		case n < 6:
			b.WriteString(g.pick("a", "b", "c", "k", "s", "A", "é", "1", ":", "_", " ", "\\n", `\x41`, `\\`, `\]`, "ſ", "ß"))
		case n < 8:
			b.WriteString(g.pick("a-z", "A-Z", "0-9", "a-c", "à-ÿ", "!--", "-", "-a", `\x41-\x43`, "^", "z-a", `a-\d`))
		case n < 10:
			b.WriteString(g.pick(`\w`, `\d`, `\s`, `\h`, `\W`, `\S`, `\p{Alpha}`, `\P{L}`, `\p{ascii}`))
		case n < 12:
			b.WriteString(g.pick("[:alpha:]", "[:^alpha:]", "[:word:]", "[:upper:]", "[:space:]", "[:punct:]",
				"[:digit:]", "[:ascii:]", "[:graph:]", "[:print:]", "[:alnum:]", "[:foo:]"))
		case n == 12:
			b.WriteString("&&")
		case depth > 0:
			b.WriteString(g.class(depth - 1))
		}
	}
	b.WriteString("]")
	return b.String()
}

// soup returns random tokens, which are mostly invalid together.
func (g generator) soup() string {
	var b strings.Builder
	for range 1 + g.IntN(7) {
		b.WriteString(g.pick("(", ")", "[", "]", "{", "}", "*", "+", "?", "|", "^", "$", ".", "\\", "a", "b", "1", "2", ",", "-", ":", "&&",
			"(?", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?<n>", "(?'n'", "(?i)", "(?i", "(?-m:", "(?s)", "(?P<n>", "(?#", "(?~", "(?(1)",
			"(?(<n>)", "(?^", "(?@", "[[:alpha:]]", "[[:", ":]", "[^", "[]", "a-z", "z-a", "{2}", "{2,1}", "{,3}", "{100001}", "{1,", "é", "/", "\n",
			`\1`, `\2`, `\8`, `\10`, `\81`, `\k<n>`, `\k<1>`, `\k<-1>`, `\k<n+1>`, `\k<`, `\k'n'`, `\k<0>`, `\k<1a>`, `\k<-`, `\k<a-b>`, `\k`,
			`\g<1>`, `\g<n>`, `\g<0>`, `\g<-1>`, `\g<+1>`, `\g<`, `\g<01>`, `\g`, "(?<1a>", "(?<>", "(?<a-b>", "(?<a", "(?<-1>",
			`\p{Alpha}`, `\p{Foo}`, `\p{^L}`, `\p{`, `\p`, `\pL`, `\x41`, `\xff`, `\x`, `\x{41}`, `\u0041`, `\u00`, `\u{41 42}`, `\u{}`, `\u{110000}`, `\ud800`,
			`\c`, `\ca`, `\C-a`, `\C`, `\M-a`, `\M-\C-a`, `\M`, `\0`, `\07`, `\400`, `\377`, `\e`, `\d-z`, `a-\d`, `\R`, `\X`, `\K`, `\Q`, `\N`, `\y`, `\A`, `\G`, `\h`))
	}
	return b.String()
}

func (g generator) subject() string {
	var b strings.Builder
	switch g.IntN(5) {
	case 0:
		for range g.IntN(6) {
			b.WriteString(g.pick("a", "foo", "::", "::", "b", "s", "K", "é", "1", ".", "\n"))
		}
	case 1, 2:
		for range g.IntN(8) {
			b.WriteString(g.pick("a", "a", "b", "c", "A", ":", "_", "1", "-", " ", "x", "k", "s"))
		}
	default:
		for range g.IntN(8) {
			b.WriteString(g.pick("a", "a", "b", "c", "A", ":", "1", "x", "\n", "\n", "\r\n", "é", "É", "k", "K", "s", "S", "ſ", "ß", "Ω", "ω", "😀", "²", "Ⅷ", "\u2028", "\u0301", "٣", "{", "]", "/"))
		}
	}
	return b.String()
}

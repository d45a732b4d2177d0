package hocon

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/oracle"
)

// texts are valid documents for the comparison with the hocon gem.
var texts = []string{
	"", "a = 1", "# only a comment\n", "{a:1, b:[1,2,],}", "a : { b : 1 }, c = 5",
	"k = [1]\nk += 2\n", "a += 1\na += 2", "k = some text here\n", "k = 1 // d\n", "a = 5\nk = ${a}\n",
	"k = {a: 1}\nk = {b: 2}\n", "k = {a: 1, b: 2}\nk = {c: 3, a: 4}", "k = \"\"\"a\nb\"\"\"\n", "a = \"\"\"x\"y\"\"\"",
	"a = 1\nk = x ${a} y\n", "k = 10 seconds\n", "k = 1.50\n", "k = [\n 1\n 2\n]\n", "a.b = 1\na.c = 2\nx = 1",
	"a { b = 1 }\na { c = 2 }\na { d = 3, e = 4 }", "k = {a: 1} {b: 2}", "z = 1\ny = 2\nz = 3",
	"a = {x:1}\nb = ${a} {y:2}", "a = [1] [2]\nb = ${a} [3]", "a = 1\na = ${a} 2", "a = ${?b}\nc = 1",
	"a = x ${?b} y", "a = [1, ${?b}, 2]", "a = true\nb = yes\nc = null\nd = 1e3\ne = 010\nf = 1.0\ng = -5\nh = 10.\ni = \"a\" \"b\"\nj = a.b.c",
	"include \"foo\"\na = 1", "a = [1 2, 3\n4]", "\"a.b\" = 1\na.\"c.d\".e = 2", "a = foo // c", "a = foo # c\nb = \"x\" # d",
	"a = \"\\u00e9\\n\\t\\\"\"", "a = 1,b=2", "b = x\"y z\" w", "a = {b=${c}, c=1}\nc = 2", "a = {b=${a.c}, c=1}",
	"1 = 2\ntrue = 3\na b = 4\na . b = 5", "a = 12345678901234567890\nb = 1.5 \nc = 5 6\nd = true false",
	"y = \"%{trusted.certname}\"\nx = \"v-${y}\"\n", "a = 1.25 x", "a = -", "a = --5", "a = 1-2", "a = 1e", "a = truefoo",
	"a = [${b}, ${b}]\nb = {c: 1}", "a = ${b.c}\nb = {c: {d: 1}}", "path = [a]\npath = ${path} [b]\npath = ${path} [c]",
	"xs = { subkey = value xs.subkey (from global hocon) }\n", "a = \u00fc \u00e9",
	"x=[1] ${?a}", "x={q:1} ${a}\na=foo", "a # c\n = 5", "a\n{b=1}", "x=${\"a.b\"}\n\"a.b\"=1", "x=${ y }\ny=1",
	"x=${?y }\ny=1", "a=1,", "{a:1,}", "x=[1\n,\n2]", "x=[1\n\n]", "x=\n\n5", "a=${?a}", "a=[${?a}]", "x=\"\\u12g4\"",
	"x=\"\\u00e9\\ud83d\\ude00\"", "a=${b}\nb=${?c} x", "include \"x\", y=1", "include \"x\"\n\n,y=1", "include file(\"\")",
	"includes=1", "include.x=1", "a.include=1", "x.y=1\nx=2\nx.z=3", "x=a#b", "x=a//b", "#c", "//c\nx=1", "x=1 // \"y",
	"x=\"a\"\"b\"", "x=\"\"\"\"a\"\"\"\"", "x=a\"b\"c 1 2.50 true  null", "a=1\r\nb=2\r\n", "x=[\r\n1\r\n2]", "x=-0",
	"x=1.0e2", "x=0.10", "x=1_000", "x=.5", "x=5.", "x=1.2.3", "x=5a", "x=1e", "x=0x10", "x=-a", "x=--", "x=\"\\u12g4\"",
	"x=\"\\uzzzz\"", "x=\"\\u 12 \"", "x=\"\\u+041\"", "x=\"\\u0x41\"", "x=\"\\u0_41\"", "x=\"\\ud800\"", "x=${?a}",
	"x=[${?a}]\na=${?b}", "a=\"x\" ${?b} y", "x=${ 5.5 }\n5.5=3", "x=${true}\ntrue=1",
	"\ufeffa=1", "a=\u00a0b\u3000c\u0085", "a{b=1}\nc=2", "a {b=1},c=2", "x{a:1}\nx:{b:2} {c:3}", "k=5,k=${?x}\nx=1", "k=5\nk=${?x}",
	"x=1e400", "x=-1e400", "x=[1e308, 1e309]", "x=1e400 y", "x=1e-400", "x=1e400\ny=${x}", "x=123456789012345678901234567890e10", "x=9223372036854775808", "x=-9223372036854775809",
	"c {a={x=1}, b=1}\nc {a={y=2}}\nc {a={x=9}, d=2}\nc {b={z=1}}\nc {b={x=1}}", "c {a={x=1}}\nc {a=3}\nc {a={y=2}}\nc {a={z=1}}\nc {e=5}",
	"c {a={x=1}}\nc {a={y=2}}\nd=${c.a}\nc {a={x=3}, z=1}\ne=${c} {a={w=1}}\nf=${c.a.x}", "c {a={x=1}}\nc=${?n}\nc {a={y=2}}\nc {a={z=2}}\nq=${c.a}",
	"c.a.x=1\nc.a.y=2\nc.a {x=5, z=1}\nc {a.y=7}\nc.a=${c.a} {v=1}", "c {a=1}\nc {b=2} {a=3}\nc=${c} {d=4}\nc {a={x=1}}\nc {a={y=1}}",
	"a=[${?a},1]", "a=${?b}\nb=[${?a},2]", "a=x${?a}", "a={b:${?a}}",
}

// failures are documents that the hocon gem rejects.
var failures = []string{
	"k = ${nope}\n", "k = [1\n", "{a:1", "a = }", "a", "a = ${x", "a = \"x", "b = http://x", "x.y = hi %{trusted.certname}\n",
	"a = b=c", "a = $x", "a = \nb = 1", "a = 1 \n  2", "a = ?", "a = @", "a = b&c", "a = `x`", "[1,2]",
	"x=${?a} ${b}\nb=[1]", "x={a:1} 5", "x={a:1}\"q\"", "x=1{a:1}", "x=true [1]", "x=null [1]", "x=1.5[1]", "x=\"q\" [1]",
	"a=1\na+=2", "a=1\n\n\na+=2", "\na={b:1}\n\na+=2", "a=[1]\na+=2\na=x\na+=3", "a={b:1}\nc=2\na.b+=3", "a=5\nb=7\n\na+=\n[1]", "a=\"q\"\na+=[1]\n\na+=2", "a=true\na+={b:1}",
	"a=1\nb=${a}\n\nb+=2", "\n\na=1\n\nx={b:[1]}\n\nx+=${a}\n\nx+=5", "a=null\n\na+=1",
	"x={q:1} ${a}\na=\"foo\"", "x=[{a:1,b:[1,\"x\"],\"c d\":null}] \"q\"",
	"x=${a..b}", "x=${}", "x=${a b}", "x=${a=b}", "x=1 } y", "{a:1} b", "x=[1]]", "a=1,,", "[", "{", "{a", "{a:", "{a=1",
	"{a=1\n", "a={b:1\nc", "x=[1,", "x=[1,,2]", "x=[,1]", "x=\n\n", "x:", "x=,", "x=:", "x=[1 2} ", "x y z", "x 5\ny=1",
	"\"a\" 5", "a.b c", "a=1 b=2", "a=1 b:2", "x={a:b c:d}", "a=\"\"\"x\ny\"\"\" }", "a=[${b}]\nb=${a}", "a={b=${a}}",
	"a={b=${a.c},c=${a.b}}", "a=${b}\nb=${c}\nc=${a}", "a=[${a}]", "a=1\na=[${a}]", "x=\"\\q\"", "x=\"\\u12", "x=\"a\\",
	"x=\"\t\"", "x=\"\a\"", "a=+", "a=+5", "a=$", "a=$$", "a=${", "a=${x", "include", "include \"x\" y=1",
	"x={include \"a\" b=1}", "include file(\"x\" y)", "include file(5)", "include file (\"x\")", "include url(\"ht tp://\")",
	"include {a:1}", "x=\"\\u-001\"", "x=\"\\u1é2\"", "a=+\n", "a=$\n", "x=\"a\\é\"", "\n\nx=${a..b}", "\n\nx=${}",
	"\n\nx=${a=b}", "\n\nx=${a\"b}", "y=}\nx=${}", "y=}\nx=\"\\q\"", "\n\na=${nope.\"x y\"}", "\n\nx=${a\nb}", "\na.=1",
	"a {b:1} c:2", "a {b:1}{c:2}", "a{b:1} 5", "a{b:1}[2]", "\na=${x\n\n", "\na=\"\"\"x\n\n", "\na ${x\n", "a{\"\"\"x\n",
	"x=${a:b}\ny=}", "x=${a,b}", "x=${[}", "x=${a{b}}",
	"a=[${nope}]", "a=[{x:${nope}}]", "a={b:[${nope}]}", "a=[1]\nb=${a}${nope}", "b=${a}\na=[${nope}]", "a=[\"x\"${nope}]",
}

const script = `
require 'json'
begin
  require 'hocon'; require 'hocon/config_error'
rescue LoadError
  puts 'null'
  exit
end
out = JSON.parse($stdin.read).map { |t|
  begin; {v: Hocon.parse(t).inspect}; rescue => e; {e: e.message[/\A[^\n]*(?:\n(?!\n).*)*/]}; end
}
puts JSON.generate(out)`

func TestAgainstTheGem(t *testing.T) {
	all := append(append([]string{}, texts...), failures...)
	var wanted []struct{ V, E string }
	oracle.AskRuby(t, all, &wanted, "-e", script)
	if wanted == nil {
		t.Skip("the hocon gem is not installed")
	}
	for i, text := range all {
		v, err := Parse(text, nil)
		switch {
		case err != nil && err.Error() != wanted[i].E:
			t.Errorf("%q:\n got error %s\nwant error %s value %s", text, err, wanted[i].E, wanted[i].V)
		case err == nil && rubytext.Inspect(v) != wanted[i].V:
			t.Errorf("%q:\n got %s\nwant %s%s", text, rubytext.Inspect(v), wanted[i].V, wanted[i].E)
		}
	}
}

func TestParse(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a = 1\nb { c = [x, ${a}] }", `{"a"=>1, "b"=>{"c"=>["x", 1]}}`},
		{"k = {a: 1}\nk = {b: 2}", `{"k"=>{"b"=>2, "a"=>1}}`},
		{"k = [1]\nk += 2", `{"k"=>[1, 2]}`},
	}
	for _, tt := range tests {
		v, err := Parse(tt.text, nil)
		if err != nil {
			t.Errorf("%q: got error %v", tt.text, err)
		} else if got := rubytext.Inspect(v); got != tt.want {
			t.Errorf("%q = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestLimits(t *testing.T) {
	deep := "a = " + strings.Repeat("[", 100000)
	if _, err := Parse(deep, nil); err == nil {
		t.Error("100000 nested arrays: got no error")
	}
	if _, err := Parse(strings.Repeat("${", 1_000_000), nil); err == nil {
		t.Error("a million nested substitutions: got no error")
	}
	if _, err := Parse(strings.Repeat("word ", 500_000)+"= 1", nil); err != nil {
		t.Errorf("a key of 500,000 words: %v", err)
	}
	var bomb strings.Builder
	bomb.WriteString("a0 = [1,2,3,4,5,6,7,8,9,0]\n")
	for i := range 20 {
		ref := "${a" + string(rune('0'+i/10)) + string(rune('0'+i%10)) + "}"
		if i == 0 {
			ref = "${a0}"
		}
		next := i + 1
		bomb.WriteString("a" + string(rune('0'+next/10)) + string(rune('0'+next%10)) + " = [" + strings.Repeat(ref+",", 10) + "]\n")
	}
	if _, err := Parse(bomb.String(), nil); err == nil {
		t.Error("exponential references: got no error")
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range append(append([]string{}, texts...), failures...) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := Parse(text, nil)
		if err == nil && v.Kind() != data.Hash {
			t.Errorf("%q: got a %s, want a hash", text, v.Kind())
		}
	})
}

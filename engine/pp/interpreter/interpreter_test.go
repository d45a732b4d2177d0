package interpreter

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/reference"
)

// world is a Host with a few variables, and functions by source.
type world struct {
	functions map[string]string
	strict    Strictness
	// strictVariables is the setting strict_variables.
	strictVariables bool
	warnings        []string
	budget          budget.Lookup
}

func (w *world) Variable(name string) (*data.Value, bool) {
	switch strings.TrimPrefix(name, "::") {
	case "role":
		return data.NewString("web"), true
	case "numbers":
		return data.NewArray([]*data.Value{data.NewInteger(1), data.NewInteger(2), data.NewInteger(3)}), true
	case "unknown":
		return data.NewRich(reason("nobody told")), true
	case "partly":
		return data.NewHash([]data.Entry{
			{Key: data.NewString("known"), Value: data.NewInteger(1)},
			{Key: data.NewString("secret"), Value: data.NewRich(reason("nobody told"))},
		}), true
	default:
		return nil, false
	}
}

// reason is an unknown value.
type reason string

func (r reason) UnknownReason() string { return string(r) }

func (w *world) Function(name string) (*Function, error) {
	text, ok := w.functions[name]
	if !ok {
		return nil, nil
	}
	return Load(source.New(name+".pp", []byte(text)), name)
}

func (w *world) Type(e *types.Expression) (types.Type, error) {
	t, err := e.Type(nil)
	if err == nil && strings.HasPrefix(t.String(), "TypeReference[") {
		return nil, nil
	}
	return t, err
}

func (w *world) Lookup(r *Lookup) (*data.Value, bool, error) {
	if r.Keys[0] == "found" {
		return data.NewString("value"), false, nil
	}
	if r.Default != nil {
		return r.Default, false, nil
	}
	return nil, true, errors.New("nothing found for " + r.Keys[0])
}

func (w *world) Warn(text string) { w.warnings = append(w.warnings, text) }

func (w *world) Strict() Strictness { return w.strict }

func (w *world) StrictVariables() bool { return w.strictVariables }

func (w *world) WarnClassic(string) {}

func (w *world) Budget() *budget.Lookup { return &w.budget }

// run evaluates the body of a function, and returns the value as text: "! ERROR" for an error, "? REASON" if
// unknown.
func run(t testing.TB, w *world, body string) string {
	t.Helper()
	f, err := Load(source.New("f.pp", []byte("function m::f() { "+body+" }")), "m::f")
	if err != nil {
		return "! " + err.Error()
	}
	v, err := f.Call(context.Background(), w)
	if err != nil {
		return "! " + err.Error()
	}
	if v.IsUnknown() {
		return "? " + v.Payload().(data.Unknown).UnknownReason()
	}
	return interpolated(v)
}

// TestEvaluate covers behavior that Puppet does not have, and a few cases of everything else. Package engine
// compares functions with Puppet.
func TestEvaluate(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"a string", `"${role} $numbers"`, "web [1, 2, 3]"},
		{"a hash", `{a => 1} + {b => [undef]}`, "{a => 1, b => []}"},
		{"a case", `case $role { /w(.)b/: { $1 } default: { 'none' } }`, "e"},
		{"match variables end with their block", `if 'a' =~ /(a)/ { 'x' } "<${1}>"`, "<>"},
		{"a lambda has its own variables", `$a = 1  $b = [2].map |$a| { $a }  "${a} ${b}"`, "1 [2]"},
		{"a nested lambda", `$numbers.map |$x| { $numbers.filter |$y| { $y > $x } }`, "[[2, 3], [3], []]"},
		{"return ends the function", `$numbers.each |$x| { if $x == 2 { return("found ${x}") } }  'nothing'`, "found 2"},
		{"break ends a loop", `$numbers.map |$x| { if $x == 3 { break() } $x * 10 }`, "[10, 20]"},
		{"next ends a lambda", `$numbers.map |$x| { if $x == 2 { next(0) } $x }`, "[1, 0, 3]"},
		{"a function", `m::twice(4)`, "8"},
		{"nested function calls", `m::twice(m::twice(1) + 1)`, "6"},
		{"a lookup", `lookup('found')`, "value"},
		{"a lookup with a lambda", `lookup('missing') |$key| { "no ${key}" }`, "no missing"},
		{"a lookup with a default", `lookup('missing', String, first, 'd')`, "d"},
		{"a lookup without a default", `lookup('missing')`, "! Evaluation Error: Error while evaluating a Function Call, nothing found for missing (file: f.pp, line: 1, column: 19)"},
		{"an error with its position", `1 / 0`, "! Evaluation Error: Division by 0 (file: f.pp, line: 1, column: 23)"},

		{"a function in Ruby", `stdlib_thing(1)`, "! Evaluation Error: Unknown function: 'stdlib_thing'. (file: f.pp, line: 1, column: 19)"},
		{"a built-in function that is not evaluated", `sprintf('%d', 1)`, "! the function `sprintf` is not evaluated here (f.pp:1)"},
		{"a resource", `file { '/x': }`, "! a resource is not evaluated here (f.pp:1)"},
		{"a type that depends on a value", `Integer[1, $role]`, "! a type that depends on values is not evaluated here (f.pp:1)"},

		{"an unused unknown value", `{a => $unknown, b => 2}['b']`, "2"},
		{"an unknown value", `$unknown`, "? nobody told"},
		{"an unknown value in a string", `"x ${unknown}"`, "? nobody told"},
		{"an unknown condition", `if $unknown { 1 } else { 2 }`, "! nobody told"},
		{"the known part of a value", `$partly['known'] + 1`, "2"},
		{"the unknown part of a value", `$partly['secret'] + 1`, "! nobody told"},
		{"a comparison of a partially unknown value", `$partly == {}`, "! nobody told"},
		{"a merge keeps known parts", `($partly + {x => 5})['x']`, "5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := &world{functions: map[string]string{"m::twice": "function m::twice(Integer $n) { $n * 2 }"}}
			got := run(t, w, tt.body)
			if got != tt.want && !(strings.HasSuffix(tt.want, ".") && strings.HasPrefix(got, tt.want)) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestStrictness(t *testing.T) {
	const undefined, number, duplicate = `$nosuch`, `'1' + 1`, `{a => 1, b => 2, "a" => 3}`
	tests := []struct {
		body   string
		world  world
		result string
		warned string
	}{
		{undefined, world{strict: Ignore}, "", ""},
		{undefined, world{strict: Warn}, "", "Unknown variable: 'nosuch'."},
		{undefined, world{strict: Fail}, "! Evaluation Error: Unknown variable: 'nosuch'. (file: f.pp, line: 1, column: 19)", ""},
		{undefined, world{strictVariables: true}, "! Evaluation Error: Unknown variable: 'nosuch'. (file: f.pp, line: 1, column: 19)", ""},
		{number, world{strict: Ignore, strictVariables: true}, "2", ""},
		{number, world{strict: Warn}, "2", "The string '1' was automatically coerced to the numerical value 1"},
		{number, world{strict: Fail}, "! Evaluation Error: The string '1' was automatically coerced to the numerical value 1 (file: f.pp, line: 1, column: 19)", ""},
		{duplicate, world{strict: Ignore}, "{a => 3, b => 2}", ""},
		{duplicate, world{strict: Warn}, "{a => 3, b => 2}", "The key 'a' is declared more than once"},
		{duplicate, world{strict: Fail}, "! The key 'a' is declared more than once (file: f.pp, line: 1, column: 40)", ""},
		{"{1 => a, '1' => b, undef => c, 0x1 => d, undef => e, $x => f, $x => g}", world{strict: Fail}, "! Language validation logged 2 errors. Giving up (file: f.pp)", ""},
	}
	for _, tt := range tests {
		w := tt.world
		if got, warned := run(t, &w, tt.body), strings.Join(w.warnings, " "); got != tt.result || warned != tt.warned {
			t.Errorf("%s with %v:\ngot %q and warnings %q\nwant %q and %q", tt.body, tt.world.strict, got, warned, tt.result, tt.warned)
		}
	}
}

// shared is small in memory, but has 2^64 elements if shared arrays are expanded.
const shared = `64.reduce(['x']) |$m, $x| { [$m, $m] }`

// TestBounds checks that code that needs too much time or memory ends with an error.
func TestBounds(t *testing.T) {
	tests := []struct{ name, body, want string }{
		{"recursion", `m::again(1)`, "recurses this deeply"},
		{"nested loops", `$r = Integer[1, 9999]  $r.each |$a| { $r.each |$b| { $r.each |$c| { $a } } }`, "runs this long"},
		{"a large range", `Integer[1, 99999999999].map |$x| { $x }`, "runs this long"},
		{"an endless range", `Integer[1, default].map |$x| { $x }`, "`map` on this value"},
		{"a growing string", `Integer[1, 100].reduce('xxxxxxxxxxxxxxxx') |$m, $x| { "${m}${m}" }`, "this large"},
		{"a growing array", `Integer[1, 100].reduce([1]) |$m, $x| { $m + $m }`, "this large"},
		{"a shift", `1 << 99999999`, "a shift by this many bits"},
		{"a range that overflows", `Integer[-9223372036854775807, 9223372036854775807].map |$x| { $x }`, "runs this long"},
		{"breaks in loops", `999999.each |$x| { 999999.each |$y| { break() } }`, "runs this long"},
		{"a shared value", shared, "this large"},
		{"array minus array", `$l = Integer[1, 50000].map |$x| { $x }  100.each |$x| { $l - $l }`, "runs this long"},
		{"unique", `$l = Integer[1, 50000].map |$x| { $x }  100.each |$x| { $l.unique }`, "runs this long"},
		{"sort", `$l = Integer[1, 50000].map |$x| { $x }  100.each |$x| { $l.sort }`, "runs this long"},
		{"in", `$l = Integer[1, 50000].map |$x| { $x }  $l.filter |$x| { -1 in $l }`, "runs this long"},
		{"comparisons", `$l = Integer[1, 50000].map |$x| { $x }  100.each |$x| { $l == $l + [] }`, "runs this long"},
		{"types", `$l = Integer[1, 50000].map |$x| { $x }  100.each |$x| { $l =~ Array[Integer] }`, "runs this long"},
		{"a growing hash", `Integer[1, 50000].reduce({}) |$m, $x| { $m + {$x => 1} }`, "this large"},
		{"upcase", `$t = 20.reduce('x') |$m, $x| { "${m}${m}" }  9999.each |$x| { $t.upcase }`, "this large"},
		{"split", `$t = 20.reduce('x,') |$m, $x| { "${m}${m}" }  9999.each |$x| { $t.split(',') }`, "runs this long"},
		{"a replacement", `$t = 20.reduce('x') |$m, $x| { "${m}${m}" }  regsubst($t, 'x', $t, 'G')`, "code that "},
		{"a long separator", `$t = 20.reduce('x') |$m, $x| { "${m}${m}" }  join(Integer[1, 9999].map |$x| { '' }, $t)`, "this large"},
		{"a long number", `$t = 22.reduce('9') |$m, $x| { "${m}${m}" }  Integer($t)`, "runs this long"},
	}
	for _, tt := range reference.Sample(tests) {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := &world{functions: map[string]string{"m::again": "function m::again($n) { m::again($n) }"}}
			if got := run(t, w, tt.body); !strings.Contains(got, tt.want) {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestCancellation(t *testing.T) {
	f, err := Load(source.New("f.pp", []byte("function m::f() { Integer[1, 99999].map |$x| { Integer[1, 99999].map |$y| { $x } } }")), "m::f")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	if _, err := f.Call(ctx, &world{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want context.DeadlineExceeded", err)
	}
}

func TestLoad(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"syntax", "function m::f() { ", "Syntax error at end of input (file: f.pp)"},
		{"another name", "function m::g() { 1 }", "Unacceptable location. The name 'm::g' is unacceptable in file 'f.pp' (file: f.pp, line: 1, column: 1)"},
		{"empty file", "", "a file without the function `m::f` is not evaluated here (f.pp:1)"},
		{"other code", "$x = 1", "This '=' expression is unacceptable as a top level construct in this location (file: f.pp, line: 1, column: 4)"},
		{"several errors", "function m::f() { 1 $Upper }", "Language validation logged 2 errors. Giving up (file: f.pp)"},
		{"no effect", "function m::f() { case 1 { 1: { } } 2 }", "This 'case' statement has no effect. A value was produced and then forgotten (one or more preceding expressions may have the wrong form) (file: f.pp, line: 1, column: 19)"},
		{"invalid variable name", "function m::f() { $Upper }", "Illegal variable name, The given name 'Upper' does not conform to the naming rule /^((::)?[a-z]\\w*)*((::)?[a-z_]\\w*)$/ (file: f.pp, line: 1, column: 19)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Load(source.New("f.pp", []byte(tt.text)), "m::f"); err == nil || err.Error() != tt.want {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

// osData is a typical data function of a module.
const osData = `function m::data(Hash $options, $context) >> Hash[String, Data] {
  $base = {
    'm::package' => 'pkg',
    'm::port'    => 80,
    'm::servers' => $numbers.map |$n| { "server${n}.example.com" },
  }
  $own = case $role {
    'web': { { 'm::package' => 'web-pkg' } }
    /^db/, 'cache': { { 'm::package' => 'db-pkg' } }
    default: { {} }
  }
  $base + $own
}`

func BenchmarkCall(b *testing.B) {
	f, err := Load(source.New("data.pp", []byte(osData)), "m::data")
	if err != nil {
		b.Fatal(err)
	}
	w := &world{}
	options, context0 := data.NewHash(nil), data.NewUndef()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Call(context.Background(), w, options, context0); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzCall(f *testing.F) {
	for _, body := range []string{
		`"${role} $numbers"`, `case $role { /w(.)b/: { $1 } default: { 'none' } }`, `$numbers.map |$x| { $x * 2 }.reduce |$a, $b| { $a + $b }`,
		`[*$numbers, {a => 1}]`, `regsubst('abc', '(b)', '\\1x', 'G')`, `split('a,b', ',')`, `Integer('12') + -'3'`, `lookup('found')[0,2]`,
		`{a => {b => [1]}}.dig('a', 'b', 0)`, `$unknown ? { 1 => 2, default => 3 }`, `[$a, $b] = [1, 2] $a << $b`, `'a' in ['A'] and !undef`,
		`m::twice(1)`, `Integer[1, 3].each |$x| { return($x) }`, `[3, 1].sort.join('-')`, `fail('x')`, `@(E)
  a
  | E
`,
	} {
		f.Add(body)
	}
	w := &world{functions: map[string]string{"m::twice": "function m::twice(Integer $n) { $n * 2 }"}}
	f.Fuzz(func(_ *testing.T, body string) {
		loaded, err := Load(source.New("f.pp", []byte("function m::f() { "+body+" }")), "m::f")
		if err != nil {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		defer cancel()
		if v, err := loaded.Call(ctx, w); err == nil {
			interpolated(v)
		}
	})
}

// TestLargeValues checks that operations with an optimized implementation have the same results as in Puppet.
func TestLargeValues(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, body, want string }{
		{"the largest integers", `Integer[9223372036854775805, 9223372036854775807].map |$x| { $x }`, "[9223372036854775805, 9223372036854775806, 9223372036854775807]"},
		{"a huge range with an early exit", `Integer[1, 9223372036854775807].any |$x| { $x > 5 }`, "true"},
		{"empty ranges", `Integer[0, 0].map |$x| { $x }  + 0.map |$x| { $x }`, "[0]"},
		{"a large range", `Integer[1, 100000].map |$x| { $x }.length`, "100000"},
		{"reduce of an empty array", `[].reduce |$m, $x| { 1 }`, ""},
		{"reduce of one element", `[7].reduce |$m, $x| { 1 }`, "7"},
		{"reduce with undef as memo", `[1, 2].reduce(undef) |$m, $x| { [$m, $x] }`, "[[, 1], 2]"},
		{"unique", `unique(Integer[1, 20000].map |$x| { [$x % 3, 'a'] })`, "[[1, a], [2, a], [0, a]]"},
		{"unique numbers", `unique([1, 1.0, '1', 1])`, "[1, 1.0, 1]"},
		{"array minus numbers", `[1, 1.0, '1', 2, [2]] - [1, [2.0]]`, "[1, 2]"},
		{"hash minus keys", `{1 => a, '1' => b, 1.5 => c} - [1]`, "{1 => b, 1.5 => c}"},
		{"hash plus hash", `{1 => a, [1] => b} + {[1] => c, 2 => d}`, "{1 => a, [1] => c, 2 => d}"},
		{"duplicate keys", `$k = [1]  $h = {$k => a, [1] => b, x => c}  $h`, "{[1] => b, x => c}"},
		{"many variables", `$a = 1 $b = 2 $c = 3 $d = 4 $e = 5 $f = 6 $g = 7 $h = 8 $i = 9 $j = 10  "${a}${h}${i}${j}"`, "18910"},
		{"the first match", `regsubst('aaa', 'a', 'b')`, "baa"},
		{"all matches", `regsubst('aaa', 'a', 'b', 'G')`, "bbb"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := run(t, &world{}, tt.body); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

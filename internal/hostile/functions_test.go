package hostile

import "maps"

// shared evaluates to a value that is small in memory, but has 2^64 elements.
const shared = `64.reduce(['x']) |$m, $i| { [$m, $m] }`

// bodies are expressions of the Puppet language that a data function evaluates.
var bodies = []struct{ name, code string }{
	{"range overflows", `Integer[-9223372036854775807, 9223372036854775807].map |$i| { $i }`},
	{"range overflows with each", `Integer[-9223372036854775808, 9223372036854775807].each |$i| { $i }`},
	{"range to the last integer", `Integer[9223372036854775800, 9223372036854775807].map |$i| { $i }`},
	{"range without end", `Integer[0, default].map |$i| { $i }`},
	{"each in each", `999999.each |$i| { 999999.each |$j| { $j } }`},
	{"each of ranges in each", `Integer[1, 999999].each |$i| { Integer[1, 999999].each |$j| { $j } }`},
	{"any in each", `999999.each |$i| { 999999.any |$j| { true } }`},
	{"break in each", `999999.each |$i| { 999999.each |$j| { break() } }`},
	{"reduce of a range in each", `999999.each |$i| { 999999.reduce |$m, $j| { break() } }`},
	{"each of a text in each", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } 999999.each |$i| { $t.any |$j| { true } }`},
	{"enum in each", `999999.each |$i| { Enum['a', 'b', 'c'].each |$j| { $j } }`},
	{"shared value", shared},
	{"shared value of hashes", `64.reduce({'x' => 1}) |$m, $i| { {'a' => $m, 'b' => $m} }`},
	{"shared value flattened", `flatten(` + shared + `)`},
	{"shared value in a text", `$a = ` + shared + ` "${a}"`},
	{"shared values compared", `$a = ` + shared + ` $b = ` + shared + ` $a == $b`},
	{"shared values differ", `$a = ` + shared + ` $b = ` + shared + ` $a != $b`},
	{"shared values in a list", `$a = ` + shared + ` $b = ` + shared + ` $a in [$b]`},
	{"shared values taken away", `$a = ` + shared + ` $b = ` + shared + ` [$a] - [$b]`},
	{"shared values unique", `$a = ` + shared + ` $b = ` + shared + ` unique([$a, $b])`},
	{"shared value as a key", `$a = ` + shared + ` $b = ` + shared + ` {$a => 1, $b => 2}`},
	{"shared value looked up", `$a = ` + shared + ` $b = ` + shared + ` {$a => 1}[$b]`},
	{"shared value in a case", `$a = ` + shared + ` $b = ` + shared + ` case $a { $b: { 1 } default: { 2 } }`},
	{"shared value in a selector", `$a = ` + shared + ` $a ? { Integer => 1 }`},
	{"shared value matches a type", `$a = ` + shared + ` $a =~ Array[Data]`},
	{"shared value asserted", `assert_type(Integer, ` + shared + `)`},
	{"shared value joined", `join(` + shared + `, ',')`},
	{"shared value sorted", `sort(` + shared + `)`},
	{"shared value as an index", `$a = ` + shared + ` [1, 2][$a]`},
	{"shared value to a string", `$a = ` + shared + ` String($a)`},
	{"shared value formatted", `$a = ` + shared + ` String($a, '%p')`},
	{"shared value to an array", `$a = ` + shared + ` Array($a, true)`},
	{"shared value to a tuple", `$a = ` + shared + ` $a =~ Tuple[Array, Array]`},
	{"shared value to a hash", `$a = ` + shared + ` Hash($a)`},
	{"shared value interpolated", `$c.interpolate(` + shared + `)`},
	{"shared value cached", `$a = ` + shared + ` $c.cache('a', $a) $c.cached_value('a')`},
	{"shared value as a cache key", `$a = ` + shared + ` $c.cache_all({'a' => $a})`},
	{"shared value explained", `$c.explain || { ` + shared + ` }`},
	{"shared value fails", `$a = ` + shared + ` fail("${a}")`},
	{"shared value as a default", `lookup('nothing', {'default_value' => ` + shared + `})`},
	{"shared value as an override", `lookup('nothing', {'override' => {'nothing' => ` + shared + `}})`},
	{"shared value as an argument", `m::any(` + shared + `)`},
	{"shared value as a typed argument", `m::data(` + shared + `)`},
	{"shared value negated", `! ` + shared},
	{"shared value splatted", `$a = ` + shared + ` [*$a, *$a]`},
	{"shared value dug", `$a = ` + shared + ` $a.dig(0, 0, 0, 0)`},
	{"shared hashes compared", `$f = 48.reduce({}) |$m, $i| { {'a' => $m, 'b' => $m} } $g = 48.reduce({}) |$m, $i| { {'a' => $m, 'b' => $m} } $f == $g`},
	{"unique numbers", `unique(Integer[1, 200000].map |$i| { $i })`},
	{"unique texts", `unique(Integer[1, 200000].map |$i| { "x${i}" })`},
	{"unique lists", `unique(Integer[1, 100000].map |$i| { [$i] })`},
	{"unique floats", `unique(Integer[1, 100000].map |$i| { $i * 1.5 })`},
	{"unique in each", `$l = Integer[1, 2000].map |$i| { "x${i}" } 100000.each |$i| { unique($l) }`},
	{"list minus list", `$l = Integer[1, 200000].map |$i| { $i } $l - ($l + [1])`},
	{"list minus texts", `$l = Integer[1, 100000].map |$i| { "x${i}" } $k = Integer[1, 100000].map |$i| { "y${i}" } $l - $k`},
	{"list minus lists", `$l = Integer[1, 50000].map |$i| { [$i] } $k = Integer[1, 50000].map |$i| { [$i, 1] } $l - $k`},
	{"hash minus keys", `$h = Integer[1, 50000].reduce({}) |$m, $i| { $m + {$i => 1} } $h - Integer[1, 50000].map |$i| { "x${i}" }`},
	{"in a list", `$l = Integer[1, 100000].map |$i| { "x${i}" } $l.filter |$x| { "y${x}" in $l }`},
	{"in a hash", `$h = {'a' => 1, 'b' => 2} 999999.each |$x| { "y${x}" in $h }`},
	{"in a text", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } 100000.each |$x| { 'y' in $t }`},
	{"type in a list", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$x| { String in $l }`},
	{"growing hash", `Integer[1, 100000].reduce({}) |$m, $i| { $m + {"x${i}" => $i} }`},
	{"growing list", `Integer[1, 100000].reduce([]) |$m, $i| { $m << $i }`},
	{"growing list by plus", `Integer[1, 100000].reduce([]) |$m, $i| { $m + [$i] }`},
	{"growing text", `Integer[1, 100000].reduce('') |$m, $i| { "${m}x" }`},
	{"doubled text", `64.reduce('x') |$m, $i| { "${m}${m}" }`},
	{"doubled list", `64.reduce(['x']) |$m, $i| { $m + $m }`},
	{"doubled list by splat", `64.reduce(['x']) |$m, $i| { [*$m, *$m] }`},
	{"doubled list by flatten", `64.reduce(['x']) |$m, $i| { flatten($m, $m) }`},
	{"text of lists of texts", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } $l = Integer[1, 10000].map |$i| { $t } "${l}"`},
	{"join of large texts", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } join(Integer[1, 10000].map |$i| { $t }, $t)`},
	{"join with a large separator", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } join(Integer[1, 10000].map |$i| { '' }, $t)`},
	{"interpolation of a large text", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } 100000.each |$i| { "${t}" }`},
	{"sort of a million", `$l = Integer[1, 300000].map |$i| { "x${i}" } 1000.each |$i| { sort($l) }`},
	{"sort of large texts", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } $l = Integer[1, 1000].map |$i| { "${t}" } sort($l)`},
	{"max of a list", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { max($l) }`},
	{"upcase", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } 100000.each |$i| { upcase($t) }`},
	{"upcase of lists", `$l = Integer[1, 100000].map |$i| { 'x' } 100000.each |$i| { upcase($l) }`},
	{"strip", `$t = 22.reduce(' ') |$m, $i| { "${m}${m}" } 100000.each |$i| { strip($t) }`},
	{"length of a text", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } 100000.each |$i| { length($t) }`},
	{"character of a text", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } 100000.each |$i| { $t[$i] }`},
	{"texts compared", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } $u = "${t}y" 100000.each |$i| { $t == $u }`},
	{"texts ordered", `$t = 22.reduce('x') |$m, $i| { "${m}${m}" } $u = "${t}y" 100000.each |$i| { $t < $u }`},
	{"lists compared", `$a = Integer[1, 100000].map |$i| { $i } $b = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { $a == $b }`},
	{"hashes with lists as keys", `$a = Integer[1, 20000].reduce({}) |$m, $i| { $m + {[$i] => 1} } $a`},
	{"keys of a hash", `$h = Hash(Integer[1, 100000].map |$i| { [$i, $i] }) 100000.each |$i| { keys($h) }`},
	{"values of a hash", `$h = Hash(Integer[1, 100000].map |$i| { [$i, $i] }) 100000.each |$i| { values($h) }`},
	{"each of a hash", `$h = Hash(Integer[1, 100000].map |$i| { [$i, $i] }) 100000.each |$i| { $h.any |$k, $v| { true } }`},
	{"split", `$t = 22.reduce('x,') |$m, $i| { "${m}${m}" } 1000.each |$i| { split($t, ',') }`},
	{"split of everything", `$t = 24.reduce('x') |$m, $i| { "${m}${m}" } split($t, '')`},
	{"regsubst", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } regsubst($t, 'x', $t, 'G')`},
	{"regsubst in each", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } 1000.each |$i| { regsubst($t, 'x', 'y', 'G') }`},
	{"regsubst with groups", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } regsubst($t, '(.*)', '\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1\1', 'G')`},
	{"regsubst backtracks", `$t = 6.reduce('aaaaaaaaaa') |$m, $i| { "${m}${m}" } regsubst($t, '^(a+)+\1!$', '')`},
	{"match backtracks", `100.map |$i| { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa${i}!" =~ /^(a|a|aa)+$/ }`},
	{"match nearly backtracks", `10000.map |$i| { "aaaaaaaaaaaaaaaaaaaaa${i}!" =~ /^(a|a|aa)+$/ }`},
	{"match of a large text", `$t = 20.reduce('a') |$m, $i| { "${m}${m}" } 1000.map |$i| { $t =~ /a.*a.*b/ }`},
	{"match with a long pattern", `$t = 12.reduce('(a|b)?') |$m, $i| { "${m}${m}" } 1000.map |$i| { 'aaaa' =~ $t }`},
	{"patterns of their own", `100000.map |$i| { 'aaaa' =~ "a{${i}}(b|c)+" }`},
	{"match of all", `$t = 22.reduce('a') |$m, $i| { "${m}${m}" } match($t, '(a)|b')`},
	{"pattern type backtracks", `100.map |$i| { "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa${i}!" =~ Pattern[/^(?=(a|a|aa)+$)/] }`},
	{"recursion", `m::forever(1)`},
	{"fibonacci", `m::fib(60)`},
	{"recursion of blocks", `m::blocks(40)`},
	{"recursion by lookup", `lookup('other')`},
	{"lookups in each", `999999.each |$i| { lookup("x${i}", {'default_value' => 1}) }`},
	{"lookups with overrides", `lookup({'name' => 'a1', 'override' => {'x' => 1}})`},
	{"array of a range", `Array(Integer[0, 9223372036854775807])`},
	{"array of a number in each", `999999.each |$i| { Array(999999) }`},
	{"array of a text in each", `$t = 20.reduce('x') |$m, $i| { "${m}${m}" } 9999.each |$i| { Array($t) }`},
	{"hash of pairs in each", `$l = Integer[1, 50000].map |$i| { [$i, $i] } 9999.each |$i| { Hash($l) }`},
	{"string with a width", `String(1, '%999999999d')`},
	{"string with a width in each", `999999.map |$i| { String(1, '%99999d') }`},
	{"string of a list in each", `$l = Integer[1, 50000].map |$i| { $i } 9999.each |$i| { String($l) }`},
	{"integer of a long text", `$t = 22.reduce('9') |$m, $i| { "${m}${m}" } Integer($t)`},
	{"integer of a long text in each", `$t = 16.reduce('9') |$m, $i| { "${m}${m}" } 9999.each |$i| { Integer($t) }`},
	{"number of a long text", `$t = 22.reduce('9') |$m, $i| { "${m}${m}" } $t + 1`},
	{"growing number", `64.reduce(9) |$m, $i| { $m * $m }`},
	{"shifted number", `1 << 9223372036854775807`},
	{"large power", `9999999999999999999999999999999999 * 9999999999999999999999999999999999`},
	{"binary of a long text", `$t = 22.reduce('AAAA') |$m, $i| { "${m}${m}" } Binary($t)`},
	{"regexp of a long text", `$t = 20.reduce('(a)?') |$m, $i| { "${m}${m}" } Regexp($t)`},
	{"version range of a long text", `$t = 16.reduce('1.x || ') |$m, $i| { "${m}${m}" } SemVerRange("${t}1.x")`},
	{"type of a long text", `$t = 18.reduce('Integer,') |$m, $i| { "${m}${m}" } 'a' =~ Type("Variant[${t}String]")`},
	{"assertion of a large value", `assert_type(Hash[String, Integer], Integer[1, 100000].map |$i| { {"x${i}" => [$i]} })`},
	{"match of a large value", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { $l =~ Array[Integer] }`},
	{"typed argument of a large value", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { m::integers($l) }`},
	{"typed block of a large value", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { with($l) |Array[Integer] $x| { 1 } }`},
	{"value with an unknown part", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { if $l == 1 { 2 } }`},
	{"nested lists", `100000.reduce([]) |$m, $i| { [$m] }`},
	{"nested lists in a text", `$a = 100000.reduce([]) |$m, $i| { [$m] } "${a}"`},
	{"nested lists flattened", `$a = 100000.reduce([]) |$m, $i| { [$m] } flatten($a)`},
	{"nested lists compared", `$a = 100000.reduce([]) |$m, $i| { [$m] } $b = 100000.reduce([]) |$m, $i| { [$m] } $a == $b`},
	{"nested hashes", `100000.reduce({}) |$m, $i| { {'a' => $m} }`},
	{"cached entries", `9999.each |$i| { $c.cache("x${i}", $i) } 9999.each |$i| { $c.cached_value("x${i}") }`},
	{"cache of all", `$h = Hash(Integer[1, 20000].map |$i| { [$i, $i] }) $c.cache_all($h)`},
	{"interpolation of many tokens", `$t = 16.reduce('%{facts.x}') |$m, $i| { "${m}${m}" } 100.each |$i| { $c.interpolate($t) }`},
	{"warnings", `999999.each |$i| { $nothing }`},
	{"texts taken for numbers", `999999.each |$i| { '1' + 1 }`},
	{"destructuring", `$l = Integer[1, 100000].map |$i| { $i } 100000.each |$i| { [$a] = $l }`},
	{"hash by many keys", `$h = {'a' => 1} $l = Integer[1, 100000].map |$i| { "x${i}" } 100000.each |$i| { $h[*$l] }`},
}

// helpers are functions that the bodies call.
var helpers = map[string]string{
	"modules/m/functions/any.pp":      "function m::any($x) { 1 }\n",
	"modules/m/functions/data.pp":     "function m::data(Array[Data] $x) { 1 }\n",
	"modules/m/functions/integers.pp": "function m::integers(Array[Integer] $x) { 1 }\n",
	"modules/m/functions/forever.pp":  "function m::forever($x) { m::forever($x) }\n",
	"modules/m/functions/fib.pp":      "function m::fib($x) { if $x < 2 { 1 } else { m::fib($x - 1) + m::fib($x - 2) } }\n",
	"modules/m/functions/blocks.pp":   "function m::blocks($x) { if $x < 1 { 1 } else { [1, 2, 3, 4].map |$i| { m::blocks($x - 1) } } }\n",
}

// withFunction returns a control repo with a level that uses a function in the Puppet language.
func withFunction(level, function, common string) map[string]string {
	files := data(common)
	files["hiera.yaml"] = "version: 5\nhierarchy:\n  - name: code\n    " + level + "\n  - name: common\n    path: common.yaml\n"
	files["modules/m/functions/f.pp"] = function
	maps.Copy(files, helpers)
	return files
}

// functions returns trees with data functions that do not terminate, or that create values above
// the limits.
func functions() []tree {
	var trees []tree
	for _, b := range bodies {
		hash := withFunction("data_hash: m::f", "function m::f(Hash $o, Puppet::LookupContext $c) {\n  $v = with(1) |$one| { "+b.code+" }\n  $r = {'k' => $v, 'l' => 1}\n  $r\n}\n", "other: \"%{lookup('k')}\"\nk: 1\n")
		key := withFunction("lookup_key: m::f", "function m::f(String $key, Hash $o, Puppet::LookupContext $c) {\n  if $key == 'lookup_options' { $c.not_found }\n  "+b.code+"\n}\n", "a: 1\nb: 2\nc: \"%{lookup('a')}\"\nother: \"%{lookup('k')}\"\n")
		trees = append(trees, lint("function: "+b.name+" (lint)", key),
			tree{Name: "function: " + b.name + " (lookup)", Files: hash, Args: []string{"lookup", "k"}, Exit: anyFinding})
	}
	slow := "function m::f(String $key, Hash $o, Puppet::LookupContext $c) {\n  if $key =~ /^a/ { 400000.each |$i| { $i } }\n  $c.not_found\n}\n"
	trees = append(trees,
		lint("function: expensive for each of 2000 keys", withFunction("lookup_key: m::f", slow, keys(2000))),
		tree{Name: "function: expensive for each of 50000 references", Args: []string{"lookup", "all"}, Exit: anyFinding,
			Files: withFunction("lookup_key: m::f", slow, "all: \""+references(50000)+"\"\n"+keys(50000))},
		tree{Name: "function: expensive behind overrides", Args: []string{"lookup", "a40"}, Exit: anyFinding,
			Files: withFunction("lookup_key: m::f", "function m::f(String $key, Hash $o, Puppet::LookupContext $c) {\n"+
				"  if $key =~ /^a(\\d+)$/ {\n    $n = Integer($1)\n    [1, 2].map |$i| { lookup({'name' => \"a${$n - 1}\", 'override' => {\"x${n}${i}\" => 1}, 'default_value' => 1}) }\n  } else { $c.not_found }\n}\n", "b: 1\n")},
	)
	return trees
}

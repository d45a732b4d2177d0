package manifest

import (
	"testing"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
)

func checkUses(t *testing.T, c *collector) {
	t.Helper()
	for _, u := range c.uses {
		if c.file.Slice(u.Span) == nil || c.file.Slice(u.Call) == nil || u.Key.IsZero() || !lookups[u.Function] {
			t.Errorf("use %+v of a file of %d bytes", u, len(c.file.Text))
		}
	}
	for _, d := range append(c.definitions, c.in) {
		for _, i := range append(d.Inclusions, c.site...) {
			if c.file.Slice(i.Span) == nil || i.Class.IsZero() == i.Key.IsZero() {
				t.Errorf("inclusion %+v of a file of %d bytes", i, len(c.file.Text))
			}
		}
	}
}

// FuzzRuby checks that scanning arbitrary Ruby code does not crash.
func FuzzRuby(f *testing.F) {
	for _, text := range []string{
		"call_function('lookup', 'a')", `call_function(:lookup, ["a#{b}c"])`, "function_hiera([key, 1])", "<%= scope.function_hiera_hash ['a'] %>",
		"lookup 'a'", "lookup(", "lookup('", `lookup("#{`, "hiera\n('a\\'b')", "# lookup('a')", "lookuphiera", "hiera_arrayhiera", `'"lookup"'`, "call_function('lookup", `call_function('lookup", 'a')`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("x.rb", []byte(text))
		c := newCollector(file, "m", &Definition{Kind: Ruby, File: file})
		r := rubyCode{collector: c, text: text}
		r.scan()
		checkUses(t, c)
	})
}

// FuzzCollect checks that collecting the uses in arbitrary Puppet code does not crash.
func FuzzCollect(f *testing.F) {
	for _, text := range []string{
		"class a($b = lookup('c')) inherits d { include e, f lookup('g').each |$h| { include \"i::${h}\" } }",
		"$a = $b ? { 1 => 'c', default => \"d${a}\" } $e = lookup([$a, 'f'], Hash, deep) include $e",
		"node /a/, 'b', default { class { ['c', $d]: } } define e { hiera_include(\"${x}.${y}\") }",
		"create_resources('class', {a => {}}) ['a', ['b']].map |$x| { $x.include } [].include {a => 1}.lookup lookup({})",
		"$x = \"${x}${x}\" $x = \"${x}${x}\" $x = \"a${x}\" lookup($x) ['a','b'].each |$i| { $y = \"${i}${y}\" lookup(\"${y}${y}\") }",
		"lookup() include() hiera_include() lookup(*$x) include(*['a']) lookup('a', *$x) $a = if $b { 'c' } elsif $d { } else { 'e' } include $a",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		file := source.New("x.pp", []byte(text))
		tree, err := pp.Parse(file, pp.Options{})
		if err != nil {
			return
		}
		c := newCollector(file, "m", &Definition{Kind: Site, File: file})
		c.visit(tree.Body)
		checkUses(t, c)
	})
}

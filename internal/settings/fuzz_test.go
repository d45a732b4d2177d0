package settings

import (
	"io/fs"
	"testing"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/source"
)

// FuzzParse checks that parsing an arbitrary text does not crash, and that an accepted
// configuration can be written and parsed again.
func FuzzParse(f *testing.F) {
	template, err := Template(Strict, nil, false)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(template)
	for _, text := range []string{
		"rules: {encoding: {severity: off, allow: [byte-order-mark]}}\n", "overrides:\n- paths: ['a[b']\n  rules: *x\n", "suppressions: {ignore: [{}, {rules: [a], until: 2027-02-31}]}\n",
		"nodes: {a: {facts: &f {x: *f}}}\n", "? [a]\n: b\n", "<<: {profile: strict}\n", "exclude: [{a: b}]\n", "profile: !x strict\n", "- a\n", "\xff",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := Parse(source.New(Name, text), Name, Recommended)
		if err != nil {
			_ = err.Error()
			return
		}
		written, err := s.YAML("data/a.yaml")
		if err != nil {
			t.Fatalf("writing the parsed configuration: %v", err)
		}
		if _, err := Parse(source.New(Name, written), Name, Recommended); err != nil {
			t.Fatalf("parsing the written configuration: %v\n%s", err, written)
		}
	})
}

func FuzzPattern(f *testing.F) {
	for _, text := range []string{"data/**/*.yaml", "[a-z]{b,c}?", `\`, "{{a},b}", "[^]]", "**a**", "profile::*", "**/nodes", "a/**/b", "a**/b", "[/]]a", `a\*bc`, "{a,bcd}e"} {
		f.Add(text, "data/a.yaml")
	}
	f.Fuzz(func(t *testing.T, pattern, path string) {
		for _, compile := range []func(string) (Pattern, error){pathPattern, keyPattern} {
			p, err := compile(pattern)
			if err != nil {
				continue
			}
			if got, want := (Patterns{p}).Match(path), p.expr().MatchString(path); got != want && utf8.ValidString(path) {
				t.Errorf("%q matches %q: %t, want %t; its literals are %q", pattern, path, got, want, p.literals)
			} else if got := len(NewPathIndex(Patterns{p}).Find(path)) > 0; got != want && p.glob != "" && fs.ValidPath(path) {
				t.Errorf("an index of %q matches %q: %t, want %t", pattern, path, got, want)
			}
		}
	})
}

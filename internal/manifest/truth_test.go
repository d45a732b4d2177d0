package manifest

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

func TestTestsTruth(t *testing.T) {
	t.Parallel()
	for code, want := range map[string]bool{
		"if $x { notice(1) }":                             true,
		"unless $x { notice(1) }":                         true,
		"if $y and ($x or !$z) { notice(1) }":             true,
		"$a = !$x":                                        true,
		"if $x { notice($x) } elsif $y { }":               true,
		"if $y { } elsif $x { notice(1) }":                true,
		"notice($x)":                                      false,
		"file { '/a': ensure => $x }":                     false,
		"if $x == 'false' { } elsif $x { }":               false,
		"if $x { } if str2bool($x) { }":                   false,
		"if $x { } $b = Boolean($x)":                      false,
		"if $x { } $b = $x.any2bool":                      false,
		"if $x { } case $x { 'false': { } default: { }}":  false,
		"if $x { } $b = $x ? { 'no' => 1, default => 2 }": false,
		"if $x { } $b = $x if $b == 'false' { }":          false,
		"if $x[0] { notice(1) }":                          false,
		"if $other { notice(1) }":                         false,
	} {
		text := "class other($x) { if $x { } }\nclass a($x = true) {\n" + code + "\n}\n"
		start := strings.Index(text, "class a")
		d := &Definition{File: source.New("a.pp", []byte(text)), Span: source.Span{Start: start, End: len(text) - 1}}
		if got := d.TestsTruth("x"); got != want {
			t.Errorf("%s: %t, want %t", code, got, want)
		}
	}
}

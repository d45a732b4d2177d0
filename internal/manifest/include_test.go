package manifest_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/internal/manifest"
)

// showInclusion formats an inclusion in one line.
func showInclusion(i *manifest.Inclusion) string {
	text := i.Function + " " + i.Class.String()
	if i.Class.IsZero() {
		text = i.Function + " of " + i.Key.String()
	}
	if i.Given != nil {
		text += " with " + strings.Join(i.Given, ",")
	}
	if i.Variable != "" {
		text += " by " + i.Variable
	}
	if i.Conditional {
		text += " perhaps"
	}
	return text
}

// TestConditionalInclusions checks on which nodes an inclusion is known to be evaluated.
func TestConditionalInclusions(t *testing.T) {
	for _, tt := range []struct {
		code string
		// for each inclusion, the values of a variable for which it is evaluated
		want []string
	}{
		{`if $facts['role'] == 'web' { include a } elsif $role == 'DB' { include b } else { include c }`, []string{"web Web", "db", "mail"}},
		{`unless $facts['role'] == 'web' { include a } else { include b }`, []string{"db mail", "web Web"}},
		{`if !('db' == $facts['role']) { include a }`, []string{"web Web mail"}},
		{`if $facts['role'] =~ /^we/ { include a } if $facts['role'] !~ /b$/ { include b }`, []string{"web", "mail"}},
		{`if $facts['role'] in ['web', 'db'] { include a }`, []string{"web Web db"}},
		{`if $facts['role'] == 'web' or $facts['role'] == 'db' { include a }`, []string{"web Web db"}},
		{`if $facts['role'] != 'web' and $facts['role'] != 'db' { include a }`, []string{"mail"}},
		{`if $facts['role'] and $facts['role'] != '' { include a }`, []string{"web Web db mail"}},
		{`if $facts['role'] { include a } else { include b }`, []string{"web Web db mail true 5", ""}},
		{`case $facts['role'] { 'web', /^d/: { include a } default: { include b } 'mail': { include c } }`, []string{"web Web db", "", "mail"}},
		{`case $facts['role'] { web: { include a } 'web': { include b } /w/: { include c } }`, []string{"web Web", "", ""}},
		{`case $facts['role'] { String: { include a } 'web': { include b } default: { include c } }`, []string{"perhaps", "perhaps", "perhaps"}},
		{`if $facts['role'] == '5' { include a } if $facts['role'] == true { include b } if $facts['role'] != 5 { include c }`, []string{"", "", "web Web db mail"}},
		{`if $trusted['extensions']['x'] == '5' { include a } else { include b }`, []string{"5", "web Web db mail false true"}},
		{`if $facts['os']['release']['major'] == '5' { include a }`, []string{"5"}},
	} {
		x := index(t, map[string]string{"manifests/site.pp": tt.code})
		if len(x.Site) != len(tt.want) {
			t.Errorf("%s: %d inclusions, want %d", tt.code, len(x.Site), len(tt.want))
			continue
		}
		for at, i := range x.Site {
			var values []string
			for _, value := range []string{"web", "Web", "db", "mail", "false", "true", "5"} {
				if i.IsFor(value) {
					values = append(values, value)
				}
			}
			got := strings.Join(values, " ")
			if i.Conditional {
				got = "perhaps"
			}
			if got != tt.want[at] {
				t.Errorf("%s: %s is for %q, want %q", tt.code, i.Class, got, tt.want[at])
			}
		}
	}
}

func TestInclusions(t *testing.T) {
	for _, tt := range []struct {
		code string
		want []string
	}{
		{`include a`, []string{"include a"}},
		{`include ::a::b`, []string{"include a::b"}},
		{`include a, 'b::c'`, []string{"include a", "include b::c"}},
		{`include(['a', b])`, []string{"include a", "include b"}},
		{`include Class['A::B', c]`, []string{"include a::b", "include c"}},
		{`'a'.include`, []string{"include a"}},
		{`['a', 'b'].contain`, []string{"contain a", "contain b"}},
		{`contain a`, []string{"contain a"}},
		{`require a`, []string{"require a"}},
		{`file { 'x': require => Class['a'] }`, nil},
		{`class { 'a': b => include('c') }`, []string{"class a with b", "include c"}},
		{`class { ['a', '::b']: ; 'c': ; default: x => 1 }`, []string{"class a with x", "class b with x", "class c with x"}},
		{`$list = ['a', 'b'] include $list`, []string{"include a", "include b"}},
		{`$name_of = 'a' include "${name_of}::b"`, []string{"include a::b"}},
		{`include "a::${x}"`, []string{"include a::*"}},
		{`include $x`, []string{"include *"}},
		{`include "a::${facts['role']}"`, []string{"include a::* by facts.role"}},
		{`include "a::${trusted['extensions']['pp_role']}::b"`, []string{"include a::*::b by trusted.extensions.pp_role"}},
		{`include "a::${::role}"`, []string{"include a::* by role"}},
		{`$r = $facts['role'] include "a::${r}"`, []string{"include a::* by facts.role"}},
		{`$r = $facts['role'] if $r { include "a::${r}" }`, []string{"include a::* by facts.role"}},
		{`if $facts['role'] != undef and $facts['role'] != '' { include "a::${facts['role']}" } else { include b }`, []string{"include a::* by facts.role", "include b by facts.role"}},
		{`if $facts['role'] == 'x' { include "a::${facts['role']}" }`, []string{"include a::* by facts.role"}},
		{`if $facts['site'] { include "a::${facts['role']}" }`, []string{"include a::* by facts.role perhaps"}},
		{`if $facts['role'] { include b }`, []string{"include b by facts.role"}},
		{`if $facts['role'] { if $facts['x'] { include "a::${facts['role']}" } }`, []string{"include a::* by facts.role perhaps"}},
		{`unless $facts['role'] { include "a::${facts['role']}" }`, []string{"include a::* by facts.role"}},
		{`if $facts['role'] == 'x' { include lookup('k') }`, []string{"include of k perhaps"}},
		{`if $facts['role'] == 'x' and $facts['site'] == 'y' { include a }`, []string{"include a perhaps"}},
		{`if $facts['role'] == 'x' { if $facts['role'] != 'y' { include a } }`, []string{"include a by facts.role"}},
		{`if $facts['role'] == 'x' { return() } include a`, []string{"include a perhaps"}},
		{`if $facts['role'] == 'x' { ['a', 'b'].each |$c| { include $c } }`, []string{"include a by facts.role", "include b by facts.role"}},
		{`if $facts['role'] == $x { include a }`, []string{"include a perhaps"}},
		{`include "a::${facts['x']}::${facts['role']}"`, []string{"include a::*::*"}},
		{`if $x { $r = $facts['role'] } else { $r = 'a' } include "a::${r}"`, []string{"include a::* perhaps", "include a::a perhaps"}},
		{`include lookup('k')`, []string{"include of k"}},
		{`lookup('k', Array[String], 'unique').include`, []string{"include of k"}},
		{`lookup('k').unique.contain`, []string{"contain of k"}},
		{`$k = lookup('k') include $k`, []string{"include of k"}},
		{`(lookup('k') + lookup('l', {default_value => []})).include`, []string{"include of k", "include of l"}},
		{`lookup('k').each |$c| { include $c }`, []string{"include of k"}},
		{`lookup('k').each |$i, $c| { include $c }`, []string{"include of k"}},
		{`lookup('k').each |$c, $params| { class { $c: * => $params } }`, []string{"class of k with *"}},
		{`include flatten($x.map |$t| { lookup("k.${t}") })`, []string{"include of k perhaps"}},
		{`$k = $x.map |$t| { lookup("k.${t}", {default_value => []}) } include shuffle(lookup('l') + $k)`, []string{"include of l", "include of k perhaps"}},
		{`['a', 'b'].map |$t| { "${t}::c" }.include`, []string{"include a::c perhaps", "include b::c perhaps"}},
		{`$t = 'x' $k = ['a'].map |$t| { "${t}::c" } include "${t}::d"`, []string{"include x::d"}},
		{`lookup('k').each |$c| { include a }`, []string{"include a perhaps"}},
		{`lookup('k').filter |$c| { $c != 'x' }.include`, []string{"include of k perhaps"}},
		{`if $x { $k = 'a' } else { $k = 'b' } include $k`, []string{"include a perhaps", "include b perhaps"}},
		{`include pick($x, 'a')`, []string{"include * perhaps", "include a perhaps"}},
		{`['a', 'b'].each |$c| { include $c contain "${c}::d" }`, []string{"include a", "include b", "contain a::d perhaps", "contain b::d perhaps"}},
		{`['a'].each |$c| { if $x { include $c } }`, []string{"include a perhaps"}},
		{`['a'].each |$c| { if $x { next() } include $c }`, []string{"include a perhaps"}},
		{`['a'].each |$c| { next() } include b`, []string{"include b"}},
		{`['a'].each |$c| { return() } include b`, []string{"include b perhaps"}},
		{`hiera_include('k')`, []string{"hiera_include of k"}},
		{`hiera_include("${x}k", ['a'])`, []string{"hiera_include of *k"}},
		{`create_resources('class', lookup('k'))`, []string{"create_resources of k with *"}},
		{`create_resources('class', {'a' => {}})`, []string{"create_resources a with *"}},
		{`create_resources('file', lookup('k'))`, nil},
		{`if $x { include a } else { include b }`, []string{"include a perhaps", "include b perhaps"}},
		{`if $x { include a } include b`, []string{"include a perhaps", "include b"}},
		{`if $x { return() } include b`, []string{"include b perhaps"}},
		{`if $x { fail('no') } include b`, []string{"include b"}},
		{`unless $x { include a }`, []string{"include a perhaps"}},
		{`case $x { 1: { include a } default: { contain b } } include c`, []string{"include a perhaps", "contain b perhaps", "include c"}},
		{`$y = $x ? { 1 => include('a'), default => 2 }`, []string{"include a perhaps"}},
		{`include $x ? { 1 => 'a', default => 'b' }`, []string{"include a perhaps", "include b perhaps"}},
		{`$y = $x and include('a')`, []string{"include a perhaps"}},
		{`$x.then |$y| { include a }`, []string{"include a perhaps"}},
		{`$include = 'a' notice 'include b' # include c`, nil},
		{`class m::c::inner { include a }`, nil},
		{`define m::c::inner { include a }`, nil},
	} {
		x := index(t, map[string]string{"modules/m/manifests/c.pp": "class m::c {\n" + tt.code + "\n}\n"})
		for _, u := range x.Unreadable {
			t.Errorf("%s: %s", tt.code, u.Text)
		}
		class, _ := x.Class("m::c")
		var got []string
		for _, i := range class.Inclusions {
			got = append(got, showInclusion(i))
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.code, diff)
		}
	}
}

func TestIncluded(t *testing.T) {
	x := index(t, map[string]string{
		"manifests/site.pp": `
include base
if $facts['x'] { include perhaps }
lookup('classes').include
node 'web1' { include web }`,
		"modules/base/manifests/init.pp":     "class base inherits base::params { contain base::a  include missing  if $x { include b } }",
		"modules/base/manifests/params.pp":   "class base::params { }",
		"modules/base/manifests/a.pp":        "class base::a { include base }",
		"modules/web/manifests/init.pp":      "class web { class { 'web::vhost': } }",
		"modules/web/manifests/vhost.pp":     "class web::vhost { }",
		"modules/perhaps/manifests/init.pp":  "class perhaps { include web }",
		"modules/perhaps/manifests/site2.pp": "node 'nobody' { include perhaps }",
	})
	for _, tt := range []struct {
		inclusions []*manifest.Inclusion
		want       []string
	}{
		{x.Site, []string{"base", "base::a", "base::params", "missing"}},
		{x.Nodes[0].Inclusions, []string{"web", "web::vhost"}},
		{nil, nil},
	} {
		if diff := cmp.Diff(tt.want, slices.Sorted(maps.Keys(x.Included(tt.inclusions, nil)))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	if len(x.Nodes) != 1 {
		t.Errorf("%d node definitions, want 1: those in modules do not count", len(x.Nodes))
	}
	if by := x.Included(x.Site, nil)["base::params"]; by.Function != "inherits" {
		t.Errorf("base::params: included by %v, want inherits", by)
	}
}

func TestNode(t *testing.T) {
	x := index(t, map[string]string{"manifests/site.pp": `
node default { include d }
node /^web/ { include a }
node /^web1/, 'Exact', db.example.com { include b }
node web2 { include c }`})
	for name, want := range map[string]string{
		"web2": "c", "WEB2": "c", "web1": "a", "webx": "a", "exact": "b", "db.example.com": "b", "db": "d", "": "d",
	} {
		d, known := x.Node(name)
		if !known || d == nil {
			t.Errorf("%s: no definition", name)
			continue
		}
		if got, _ := d.Inclusions[0].Class.Text(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	x = index(t, map[string]string{"manifests/site.pp": `node /a(?<!b(?=c))\g<0>/ { } node b { }`})
	if d, known := x.Node("a"); known || d != nil {
		t.Errorf("a: %v, %v, with an unknown expression", d, known)
	}
	if d, known := x.Node("b"); !known || d == nil {
		t.Errorf("b: %v, %v", d, known)
	}
	x = index(t, map[string]string{"manifests/site.pp": `node b { }`})
	if d, known := x.Node("a"); !known || d != nil {
		t.Errorf("a: %v, %v", d, known)
	}
	x = index(t, map[string]string{"manifests/site.pp": `node 'Default' { } node b { }`}) // quotes make no difference
	if d, known := x.Node("a"); !known || d == nil || !d.IsDefault() || len(d.Certnames()) > 0 {
		t.Errorf("a: %v, %v, want the default", d, known)
	}
}

// TestTitles checks which arrays have the titles of resources.
func TestTitles(t *testing.T) {
	for code, want := range map[string]string{
		"package { $list: }":                                           "package a::list",
		"if $x { @@app::user { $list: } }":                             "app::user a::list perhaps",
		"$list.each |$n| { file { \"/srv/${n}\": } }":                  "file a::list",
		"$l = lookup('b.c') package { $l: }":                           "package b.c",
		"$l = pick($list, 'x') package { $l: }":                        "package a::list perhaps",
		"$list.each |$n| { if $n == 'x' { file { $n: } } }":            "",
		"$list.each |$n| { $other.each |$x| { file { $n: } } }":        "",
		"$list.unique.each |$n| { file { $n: } } file { \"x$list\": }": "",
		"$list.each |$k, $n| { file { $k: } } class { $list: }":        "",
		"package { [$list, 'x']: } package { 'x': }":                   "",
	} {
		x := index(t, map[string]string{"modules/a/manifests/init.pp": "class a($list, $other) { " + code + " }\n"})
		var got []string
		for _, key := range slices.Sorted(maps.Keys(x.Titles)) {
			for _, titles := range x.Titles[key] {
				text := titles.Type + " " + titles.Path.String()
				if titles.Conditional {
					text += " perhaps"
				}
				got = append(got, text)
			}
		}
		if text := strings.Join(got, ", "); text != want {
			t.Errorf("%s: %q, want %q", code, text, want)
		}
	}
}

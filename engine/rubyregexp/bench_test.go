package rubyregexp

import "testing"

// benchmarks are typical patterns in lookup_options, and others.
var benchmarks = []struct{ name, pattern, subject string }{
	{"suffix", `^profile::(.*)::users$`, "profile::base::linux::users"},
	{"prefix", `^foo::.*`, "foo::bar::baz"},
	{"alternatives", `^(role|profile)::[^:]+::(users|groups)$`, "profile::base::groups"},
	{"miss", `^profile::(.*)::users$`, "role::web::nginx::vhosts"},
	{"ignoring case", `(?i:^(info|debug|warning)$)`, "Warning"},
	{"class ignoring case", `(?i)^[a-z_][a-z0-9_]*$`, "Some_Name1"},
	{"look-ahead", `^profile::(?!base)\w+::users$`, "profile::web::users"},
	{"not ASCII", `^profile::(.*)::users$`, "profile::größe::users"},
}

func BenchmarkCompile(b *testing.B) {
	for _, bm := range benchmarks {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				if _, err := Compile(bm.pattern); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMatchString(b *testing.B) {
	for _, bm := range benchmarks {
		b.Run(bm.name, func(b *testing.B) {
			re, err := Compile(bm.pattern)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if _, err := re.MatchString(bm.subject); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

package settings

import "testing"

func TestPathPattern(t *testing.T) {
	for _, tt := range []struct {
		pattern    string
		match, not []string
	}{
		{"vendor", []string{"vendor", "vendor/a", "x/vendor", "x/vendor/y/a"}, []string{"vendors", "xvendor", "vendor.d/a"}},
		{"vendor/", []string{"vendor/a", "x/vendor/a"}, nil},
		{"/vendor", []string{"vendor/a"}, []string{"x/vendor/a"}},
		{"./vendor/x", []string{"vendor/x/a"}, []string{"y/vendor/x"}},
		{"*.json", []string{"a.json", "x/y/a.json"}, []string{"a.jsonl", "json"}},
		{"data/*.yaml", []string{"data/a.yaml"}, []string{"data/x/a.yaml", "x/data/a.yaml", "data/a.yml"}},
		{"data/**", []string{"data/a.yaml", "data/x/a.yaml"}, []string{"database/a.yaml", "x/data/a.yaml"}},
		{"**/nodes/*.yaml", []string{"nodes/a.yaml", "x/y/nodes/a.yaml"}, []string{"nodes/x/a.yaml"}},
		{"data/**/a.yaml", []string{"data/a.yaml", "data/x/y/a.yaml"}, []string{"data/x/b.yaml"}},
		{"data/{a,b}.yaml", []string{"data/a.yaml", "data/b.yaml"}, []string{"data/c.yaml", "data/a,b.yaml"}},
		{"data/a,b.yaml", []string{"data/a,b.yaml"}, []string{"data/a.yaml"}},
		{"data/[a-c].yaml", []string{"data/b.yaml"}, []string{"data/d.yaml"}},
		{"data/[!a-c].yaml", []string{"data/d.yaml"}, []string{"data/a.yaml"}},
		{"data/?.yaml", []string{"data/ü.yaml"}, []string{"data/ab.yaml", "data/.yaml"}},
		{`data/\*.yaml`, []string{"data/*.yaml"}, []string{"data/a.yaml"}},
		{"data/a+b(1).yaml", []string{"data/a+b(1).yaml"}, []string{"data/aab1.yaml"}},
		{".", []string{"a", "x/y"}, nil},
	} {
		p, err := pathPattern(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		for _, path := range tt.match {
			if !(Patterns{p}).Match(path) {
				t.Errorf("%s does not match %s", tt.pattern, path)
			}
		}
		for _, path := range tt.not {
			if (Patterns{p}).Match(path) {
				t.Errorf("%s matches %s", tt.pattern, path)
			}
		}
	}
}

func TestKeyPattern(t *testing.T) {
	for _, tt := range []struct {
		pattern    string
		match, not []string
	}{
		{"profile::web::vhosts", []string{"profile::web::vhosts", "profile::web::vhosts.docroot"}, []string{"profile::web::vhosts2", "x::profile::web::vhosts"}},
		{"profile::*", []string{"profile::web", "profile::web::x.y"}, []string{"profiles::web"}},
		{"*::password", []string{"db::password"}, []string{"db::password_hash"}},
		{"a.b", []string{"a.b", "a.b.c"}, []string{"axb"}},
	} {
		p, err := keyPattern(tt.pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range tt.match {
			if !(Patterns{p}).Match(key) {
				t.Errorf("%s does not match %s", tt.pattern, key)
			}
		}
		for _, key := range tt.not {
			if (Patterns{p}).Match(key) {
				t.Errorf("%s matches %s", tt.pattern, key)
			}
		}
	}
}

func TestBadPatterns(t *testing.T) {
	for _, text := range []string{"[a", "{a", "a}", `a\`, "[]", "[z-a]", "[\xff]"} {
		if _, err := pathPattern(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}

package settings

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

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
		{"data/x/**", []string{"data/x/a", "data/x/a/b"}, []string{"data/x", "data/xy/a", "x/a"}},
		{"**/x", []string{"x", "a/x", "a/x/b"}, []string{"xy", "a/xy"}},
	} {
		p, err := pathPattern(tt.pattern)
		if err != nil {
			t.Errorf("%s: %v", tt.pattern, err)
			continue
		}
		for _, path := range tt.match {
			if !(Patterns{p}).Match(path) || len(NewPathIndex(Patterns{p}).Find(path)) == 0 {
				t.Errorf("%s does not match %s", tt.pattern, path)
			}
		}
		for _, path := range tt.not {
			if (Patterns{p}).Match(path) || len(NewPathIndex(Patterns{p}).Find(path)) > 0 {
				t.Errorf("%s matches %s", tt.pattern, path)
			}
		}
	}
}

func TestPathIndex(t *testing.T) {
	var patterns []Patterns
	for _, text := range []string{"data", "data/a.yaml", "*.yaml", "data/**", "other", "**/a.yaml", "data/*"} {
		p, err := pathPattern(text)
		if err != nil {
			t.Fatal(err)
		}
		patterns = append(patterns, Patterns{p})
	}
	x := NewPathIndex(append(patterns, Patterns{patterns[0][0], patterns[1][0]})...)
	for path, want := range map[string][]int{"data/a.yaml": {0, 1, 2, 3, 5, 6, 7}, "data": {0, 7}, "x/data/b": {0, 7}, "nothing": nil, "": nil} {
		if got := Lists(x.Find(path)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}

// TestPatternLimits checks that there may be very many patterns that are not compared with each path or key, but only
// few others.
func TestPatternLimits(t *testing.T) {
	for _, tt := range []struct{ format, want string }{
		{"exclude: [%s]\n", "more than 1000 patterns of paths with wildcards"},
		{"overrides: [{paths: [%s], rules: {yaml-duplicate-key: off}}]\n", "more than 1000 patterns of paths with wildcards"},
		{"suppressions: {ignore: [{rules: [yaml-duplicate-key], keys: [%s], reason: x}]}\n", "more than 1000 patterns of keys that start with a wildcard"},
	} {
		for pattern, isLimited := range map[string]bool{"'*#', ": true, "'a#', ": false} {
			var all strings.Builder
			for i := range 1001 {
				all.WriteString(strings.ReplaceAll(pattern, "#", strconv.Itoa(i)))
			}
			text := fmt.Sprintf(tt.format, all.String()+"x")
			_, err := Parse(source.New(Name, []byte(text)), Name, Recommended)
			if got := err != nil && strings.Contains(err.Error(), tt.want); got != isLimited {
				t.Errorf("%s with %s: %v", tt.format, pattern, err)
			}
		}
	}
	for _, text := range []string{"a/**", "**/a", "a/b", "a"} {
		if p, err := pathPattern(text); err != nil || maxPathPatterns.counts(&p) {
			t.Errorf("%s is limited (%v)", text, err)
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

package releases

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestFiles checks that all files can be read, and that their releases are sorted.
func TestFiles(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(files, "modules/*.txt")
	if err != nil || len(names) < 100 {
		t.Fatalf("%d files: %v", len(names), err)
	}
	for _, name := range names {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		m, err := parse(string(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(m.Versions) == 0 || !slices.IsSortedFunc(m.Versions, compare) {
			t.Errorf("%s: releases %v", name, m.Versions)
		}
		_, module, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(name, "modules/"), ".txt"), "-")
		for name, d := range m.types {
			if d.parameters() == nil {
				t.Errorf("type %s", name)
			}
		}
		for class, d := range m.classes {
			if d.parameters() == nil {
				t.Errorf("class %s", class)
			}
			if class != module && !strings.HasPrefix(class, module+"::") {
				t.Errorf("%s: class %s", name, class)
			}
		}
	}
}

// TestReleases checks what is known about a module whose classes are well known.
func TestReleases(t *testing.T) {
	t.Parallel()
	m := Of("puppetlabs", "ntp")
	if m == nil || Of("puppetlabs", "nothing") != nil || Of("acme", "ntp") != nil {
		t.Fatalf("puppetlabs/ntp: %v", m)
	}
	old, ok := m.Release("4.2.0")
	if !ok || old.String() != "puppetlabs/ntp 4.2.0" {
		t.Fatalf("release 4.2.0: %v, %v", old, ok)
	}
	if _, ok := m.Release("0.0.0"); ok {
		t.Error("release 0.0.0 is known")
	}
	newer, _ := m.Release("v9.2.2")
	for _, tt := range []struct {
		what      string
		got, want bool
	}{
		{"class", old.HasClass("ntp"), true},
		{"class of another name", old.HasClass("ntp::none"), false},
		{"parameter", old.HasParameter("ntp", "servers"), true},
		{"parameter of another name", old.HasParameter("ntp", "serverz"), false},
		{"parameter that was removed later", old.HasParameter("ntp", "autoupdate"), true},
		{"removed parameter", newer.HasParameter("ntp", "autoupdate"), false},
		{"parameter that was added later", old.HasParameter("ntp", "leapfile"), true},
		{"key that may be looked up", old.MayRead("ntp", "none"), false},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %v", tt.what, tt.got)
		}
	}
	if removed, added := newer.AroundParameter("ntp", "autoupdate"); removed != "6.0.0" || added != "" {
		t.Errorf("autoupdate: removed in %q, added in %q", removed, added)
	}
	if removed, added := old.AroundParameter("ntp", "pool"); removed != "" || added != "6.1.0" {
		t.Errorf("pool: removed in %q, added in %q", removed, added)
	}
}

// TestIn checks that modules are found by their repository.
func TestIn(t *testing.T) {
	t.Parallel()
	for _, url := range []string{
		"https://github.com/puppetlabs/puppetlabs-ntp", "https://github.com/puppetlabs/puppetlabs-ntp.git", "git@github.com:puppetlabs/puppetlabs-ntp.git",
		"ssh://git@github.com/puppetlabs/puppetlabs-ntp/", "http://github.com/Puppetlabs/puppetlabs-ntp",
	} {
		if all := In(url); !slices.Contains(all, Of("puppetlabs", "ntp")) {
			t.Errorf("%s: %v", url, all)
		}
	}
	if all := In("https://github.com/acme/puppetlabs-ntp"); len(all) > 0 {
		t.Errorf("a fork: %v", all)
	}
}

// TestBuilder checks that a text has what was added, in any order.
func TestBuilder(t *testing.T) {
	t.Parallel()
	type types = map[string]string
	var b Builder
	b.Add(Contents{
		Version: "1.10.0", Repository: "https://example.com/b", Classes: map[string]types{"m": {"b": "Enum['x', 'y']", "a": "M::Size"}, "m::new": {}},
		Aliases: types{"M::Size": "Integer[0]"}, Lookups: []string{"m::key"},
	})
	b.Add(Contents{Version: "1.2.0", Repository: "https://example.com/a", Classes: map[string]types{"m": {"a": "", "old": ""}}, Types: map[string]types{"m::type": {"size": "M::Size"}}})
	b.Add(Contents{
		Version: "2.0.0", Repository: "https://example.com/b", Classes: map[string]types{"m": {"a": "M::Size", "old": "Boolean"}, "m::new": {}},
		Aliases: types{"M::Size": "Integer[1]"}, Lookups: []string{AnyKey},
	})
	const want = `repository https://example.com/b
releases 1.2.0 1.10.0 2.0.0
class m
param a
is 1.10.0.. M::Size
param 1.10.0..1.10.0 b
is 1.10.0..1.10.0 Enum['x', 'y']
param ..1.2.0 2.0.0.. old
is 2.0.0.. Boolean
class 1.10.0.. m::new
type ..1.2.0 m::type
param ..1.2.0 size
is ..1.2.0 M::Size
alias 1.10.0.. M::Size
is 1.10.0..1.10.0 Integer[0]
is 2.0.0.. Integer[1]
lookup 2.0.0.. *
lookup 1.10.0..1.10.0 m::key
`
	text := b.Text()
	if text != want {
		t.Fatalf("got\n%s\nwant\n%s", text, want)
	}
	m, err := parse(text)
	if err != nil {
		t.Fatal(err)
	}
	has := func(version string) []bool {
		r, _ := m.Release(version)
		return []bool{r.HasParameter("m", "b"), r.HasParameter("m", "old"), r.HasClass("m::new"), r.HasType("m::type"), r.MayRead("m", "key"), r.MayRead("m", "other")}
	}
	for version, want := range map[string][]bool{
		"1.2.0": {false, true, false, true, false, false}, "1.10.0": {true, false, true, false, true, false}, "2.0.0": {false, true, true, false, true, true},
	} {
		if got := has(version); !slices.Equal(got, want) {
			t.Errorf("%s: got %v, want %v", version, got, want)
		}
	}
	typesOf := func(version string) map[string]string {
		r, _ := m.Release(version)
		types := map[string]string{"M::Size": r.AliasType("m::size")}
		for _, p := range append(r.ParametersOfClass("m"), r.ParametersOfType("m::type")...) {
			types[p.Name] = p.Type
		}
		return types
	}
	for version, want := range map[string]types{
		"1.2.0":  {"a": "", "old": "", "size": "M::Size", "M::Size": ""},
		"1.10.0": {"a": "M::Size", "b": "Enum['x', 'y']", "M::Size": "Integer[0]"},
		"2.0.0":  {"a": "M::Size", "old": "Boolean", "M::Size": "Integer[1]"},
	} {
		if got := typesOf(version); !maps.Equal(got, want) {
			t.Errorf("%s: types %q, want %q", version, got, want)
		}
	}
}

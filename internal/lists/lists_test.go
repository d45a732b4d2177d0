package lists

import (
	"slices"
	"strings"
	"testing"
)

func TestLists(t *testing.T) {
	t.Parallel()
	words := []string{"role", "", "site"}
	if got := Map(words, strings.ToUpper); !slices.Equal(got, []string{"ROLE", "", "SITE"}) {
		t.Errorf("Map: %q", got)
	}
	if got := Map(nil, strings.ToUpper); got == nil || len(got) != 0 {
		t.Errorf("Map of nothing: %#v, want an empty slice", got)
	}
	if got := FlatMap(words, func(s string) []byte { return []byte(s) }); string(got) != "rolesite" {
		t.Errorf("FlatMap: %q", got)
	}
	isWord := func(s string) bool { return s != "" }
	if got := Filter(words, isWord); !slices.Equal(got, []string{"role", "site"}) {
		t.Errorf("Filter: %q", got)
	}
	if got := Filter(words, func(string) bool { return false }); got != nil {
		t.Errorf("Filter without a match: %#v, want nil", got)
	}
	if set := Set(words); len(set) != 3 || !set["role"] || !set[""] || set["ROLE"] {
		t.Errorf("Set: %v", set)
	}
	if All(words, isWord) || !All(words[:1], isWord) || !All(nil, isWord) {
		t.Error("All reports the wrong answer")
	}
	if seq := slices.Values(words); !Any(seq, isWord) || Any(seq, func(s string) bool { return s == "x" }) || Any(slices.Values(words[:0]), isWord) {
		t.Error("Any reports the wrong answer")
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	words := []string{"role", "site", "rack"}
	if got := Find(words, func(s string) bool { return s[1] == 'a' || s[0] == 's' }); got != "site" {
		t.Errorf("got %q, want the first one", got)
	}
	if got := Find(words, func(s string) bool { return s == "x" }); got != "" {
		t.Errorf("got %q, want the zero value", got)
	}
}

func TestDistinct(t *testing.T) {
	t.Parallel()
	if got := Distinct([]string{"b", "a", "b"}); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q", got)
	}
	if got := Distinct[int](nil); got != nil {
		t.Errorf("got %#v, want nil", got)
	}
}

func TestPairs(t *testing.T) {
	t.Parallel()
	pairs := slices.All([]string{"a", "b", "c"})
	if got := slices.Collect(Keys(pairs)); !slices.Equal(got, []int{0, 1, 2}) {
		t.Errorf("Keys: %v", got)
	}
	if got := slices.Collect(Values(pairs)); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("Values: %v", got)
	}
	if !Any(Keys(pairs), func(i int) bool { return i == 1 }) || !Any(Values(pairs), func(s string) bool { return s == "b" }) {
		t.Error("a sequence cannot be left early")
	}
}

func TestPut(t *testing.T) {
	t.Parallel()
	var lengths map[string]int
	Put(&lengths, "a", 1)
	Put(&lengths, "ab", 2)
	if len(lengths) != 2 || lengths["ab"] != 2 {
		t.Errorf("got %v", lengths)
	}
	for _, want := range []int{7, 7} {
		if got := GetOrPut(lengths, "b", func() int { return len(lengths) + 5 }); got != want {
			t.Errorf("GetOrPut: %d, want %d", got, want)
		}
	}
	nested := map[string]map[string]int{}
	PutIn(nested, "x", "a", 1)
	PutIn(nested, "x", "b", 2)
	if len(nested["x"]) != 2 || nested["x"]["b"] != 2 {
		t.Errorf("got %v", nested)
	}
}

func TestWithPrefix(t *testing.T) {
	t.Parallel()
	sorted := []string{"a", "a::b", "a::c", "b", "b::a"}
	for prefix, want := range map[string][]string{"": sorted, "a::": sorted[1:3], "b": sorted[3:], "0": {}, "c": {}, "a::b::": {}} {
		if got := WithPrefix(sorted, prefix); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", prefix, got, want)
		}
	}
}

func TestCommon(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		a, b       string
		start, end int
	}{
		{"", "", 0, 0}, {"", "a", 0, 0}, {"abc", "abc", 3, 0}, {"abc", "axc", 1, 1}, {"aa", "aaa", 2, 0}, {"xab", "yab", 0, 2}, {"aba", "aa", 1, 1},
	} {
		if start := CommonStart(test.a, test.b); start != test.start {
			t.Errorf("%q, %q: common start of %d, want %d", test.a, test.b, start, test.start)
		}
		if start, end := Common([]byte(test.a), []byte(test.b)); start != test.start || end != test.end {
			t.Errorf("%q, %q: %d, %d, want %d, %d", test.a, test.b, start, end, test.start, test.end)
		}
	}
}

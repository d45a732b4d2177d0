package memo

import "testing"

func TestOf(t *testing.T) {
	t.Parallel()
	var m Map[string, int]
	computed := 0
	length := func(s string) int { return m.Of(s, func() int { computed++; return len(s) }) }
	for _, s := range []string{"a", "bcd", "a", "", "bcd"} {
		if got := length(s); got != len(s) {
			t.Errorf("%q: %d", s, got)
		}
	}
	if computed != 3 {
		t.Errorf("computed %d times", computed)
	}
}

package plural

import "testing"

func TestCount(t *testing.T) {
	for _, tt := range []struct {
		n    int
		one  string
		want string
	}{{0, "file", "0 files"}, {1, "file", "1 file"}, {2, "file", "2 files"}, {1, "class", "1 class"}, {3, "class", "3 classes"}, {2, "directory", "2 directories"}, {2, "key", "2 keys"}, {2, "encrypted value", "2 encrypted values"}} {
		if got := Count(tt.n, tt.one); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestSome(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	for want, got := range map[string]string{
		"a, b, c, d": Some(names, 4), "a, b, c, and 1 other": Some(names, 3), "a and 3 others": Some(names, 1), "a, b, and 2 more": More(names, 2), "": More(nil, 2),
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestAnd(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a and b": {"a", "b"}, "a, b, and c": {"a", "b", "c"}} {
		if got := And(names); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestOr(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b, or c": {"a", "b", "c"}} {
		if got := Or(names); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

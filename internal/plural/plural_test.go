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

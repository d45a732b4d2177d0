package disk

import "testing"

func TestJoin(t *testing.T) {
	t.Parallel()
	// The expected values are Pathname(base) + rest in Ruby 3.1.
	tests := []struct{ base, rest, want string }{
		{"/d", "../x/y", "/x/y"},
		{"d", "../x", "x"},
		{"./a", "../x/y", "x/y"},
		{"./a", "../../x", "../x"},
		{"/", "../../x", "/x"},
		{"/a/b/", "../x", "/a/x"},
		{"a/b", "./c", "a/b/c"},
		{"a", "../.././b", ".././b"},
		{"/a", ".", "/a"},
		{"a", "..", "."},
		{"/a", "b//c", "/a/b//c"},
		{"..", "../x", "../../x"},
		{"/a", "/b", "/b"},
		{"/a/..", "../x", "/a/../../x"},
		{"a/.", "../x", "x"},
		{"/a//b", "../../../x", "/x"},
		{"a", "", "a"},
	}
	for _, tt := range tests {
		if got := Join(tt.base, tt.rest); got != tt.want {
			t.Errorf("Join(%q, %q) = %q, want %q", tt.base, tt.rest, got, tt.want)
		}
	}
}

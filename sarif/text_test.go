package sarif

import (
	"reflect"
	"testing"
)

func TestClip(t *testing.T) {
	t.Parallel()
	tests := []struct {
		text  string
		limit int
		want  string
	}{
		{"", 3, ""},
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"üüü", 3, "üüü"},
		{"😀😀", 4, "😀😀"},
		{"😀😀", 3, "😀…"},
		{"a b c", 3, "a…"},
		{"😀b", 2, "…"},
	}
	for _, tt := range tests {
		got := Clip(tt.text, tt.limit)
		if got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
		}
		if n := UTF16Len([]byte(got)); n > tt.limit {
			t.Errorf("length of Clip(%q, %d) = %d code units", tt.text, tt.limit, n)
		}
	}
}

func TestURI(t *testing.T) {
	t.Parallel()
	tests := []struct{ path, want string }{
		{"data/common.yaml", "data/common.yaml"},
		{"data/os/Red Hat.yaml", "data/os/Red%20Hat.yaml"},
		{"data/ü.yaml", "data/%C3%BC.yaml"},
		{"data/\xff.yaml", "data/%FF.yaml"},
		{"data/100%.yaml", "data/100%25.yaml"},
		{"a?b#c[d]", "a%3Fb%23c%5Bd%5D"},
		{"C:/data", "C%3A/data"},
		{"../module/data/a+b,c@d=(e).yaml", "../module/data/a+b,c@d=(e).yaml"},
	}
	for _, tt := range tests {
		if got := URI(tt.path); got != tt.want {
			t.Errorf("URI(%q) = %q, want %q", tt.path, got, tt.want)
		}
	}
}

func TestLocate(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]ArtifactLocation{
		"data/a b.yaml":         {URI: "data/a%20b.yaml", URIBaseID: "ROOT"},
		"../data/a.yaml":        {URI: "../data/a.yaml", URIBaseID: "ROOT"},
		"a:/b.yaml":             {URI: "file:///a:/b.yaml"},
		"D:/data/a b.yaml":      {URI: "file:///D:/data/a%20b.yaml"},
		"//server/share/a.yaml": {URI: "file://server/share/a.yaml"},
		"1:/b.yaml":             {URI: "1%3A/b.yaml", URIBaseID: "ROOT"},
		"ab:/c.yaml":            {URI: "ab%3A/c.yaml", URIBaseID: "ROOT"},
	} {
		if got := Locate(path, "ROOT"); !reflect.DeepEqual(got, want) {
			t.Errorf("Locate(%q) = %+v, want %+v", path, got, want)
		}
	}
}

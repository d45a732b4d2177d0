package diagnostic_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/diagnostic"
)

func TestKeyPath(t *testing.T) {
	t.Parallel()
	index := func(n string) diagnostic.KeyStep { return diagnostic.KeyStep{Name: n, IsIndex: true} }
	for _, tt := range []struct {
		path           diagnostic.KeyPath
		text, identity string
	}{
		{nil, "", ""},
		{diagnostic.RootKey("a::b"), "a::b", "a::b"},
		{diagnostic.KeyPath{{Name: "users"}, index("0"), {Name: "uid"}}, "users.0.uid", "users.*.uid"},
		{diagnostic.KeyPath{{Name: "vlans"}, {Name: "10"}}, "vlans.10", "vlans.10"},
		{diagnostic.KeyPath{{Name: "hosts"}, {Name: "10.0.0.1"}}, "hosts.10.0.0.1", `hosts."10.0.0.1"`},
		{diagnostic.KeyPath{{Name: "hosts"}, {Name: "*"}}, "hosts.*", `hosts."*"`},
	} {
		if text, identity := tt.path.String(), tt.path.Identity(); text != tt.text || identity != tt.identity {
			t.Errorf("%q: got %s and %s, want %s and %s", tt.path, text, identity, tt.text, tt.identity)
		}
	}
}

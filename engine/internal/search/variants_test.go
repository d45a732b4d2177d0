package search

import (
	"testing"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

func parsedKey(t *testing.T, text string) key.Key {
	t.Helper()
	k, err := key.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

func TestStates(t *testing.T) {
	t.Parallel()
	hash := func(name string, v *data.Value) *data.Value {
		return data.NewHash([]data.Entry{{Key: data.NewString(name), Value: v}})
	}
	s := &scope.Scope{Vars: map[string]*data.Value{
		"undef": data.NewUndef(), "yes": data.NewBoolean(true), "no": data.NewBoolean(false), "text": data.NewString("a"),
		"token": data.NewString("%{x}"), "number": data.NewInteger(1), "unknown": data.NewRich(&outcome.Unknown{}),
		"os": hash("name", data.NewString("Debian")), "empty": hash("name", data.NewUndef()), "calling_module": data.NewString("m"),
	}}
	for name, want := range map[string]state{
		"nothing": missing, "undef": undef, "yes": isTrue, "no": isFalse, "text": firstText + 1, "token": varying, "number": varying,
		"unknown": varying, "unknown.part": varying, "os.name": firstText + 1, "os.family": missingPart, "text.part": varying,
		"empty.name": undef, "os": varying, "calling_module": firstText + 1,
	} {
		v := &variable{key: parsedKey(t, name)}
		if got := v.state(s, false); got != want {
			t.Errorf("%s: got state %d, want %d", name, got, want)
		}
	}
	if got := (&variable{key: parsedKey(t, "calling_module")}).state(s, true); got != varying {
		t.Errorf("calling_module in Hiera 3: got state %d, want %d", got, varying)
	}
	v := &variable{}
	if a, b, again := v.text("a"), v.text("b"), v.text("a"); a == b || a != again {
		t.Errorf("states of a, b, a: got %d, %d, %d", a, b, again)
	}
}

func TestPartKeys(t *testing.T) {
	t.Parallel()
	states := []state{firstText + 1, missing, missingPart, varying, undef}
	tests := []struct {
		name string
		part *part
		want variantKey
		ok   bool
	}{
		{"no variables", &part{}, variantKey{}, true},
		{"two variables", &part{variables: []int{0, 4}}, variantKey{firstText + 1, undef}, true},
		{"a missing variable", &part{variables: []int{0, 1}}, variantKey{firstText + 1, missing}, true},
		{"a missing needed variable", &part{variables: []int{0, 1}, needed: []int{1}}, nowhere, true},
		{"a missing part of a needed variable", &part{variables: []int{3}, needed: []int{0, 2}}, nowhere, true},
		{"a varying variable", &part{variables: []int{0, 3}}, variantKey{}, false},
		{"too many variables", &part{variables: []int{0, 0, 0, 0, 4}}, variantKey{}, false},
	}
	for _, test := range tests {
		got, ok := test.part.key(states)
		if ok != test.ok || ok && got != test.want {
			t.Errorf("%s: got %v, %t; want %v, %t", test.name, got, ok, test.want, test.ok)
		}
	}
}

func TestPartsOfLevels(t *testing.T) {
	t.Parallel()
	two := []config.Location{{Text: "a"}, {Text: "b"}}
	options := data.NewHash([]data.Entry{{Key: data.NewString("key"), Value: data.NewString("%{x}")}})
	for _, test := range []struct {
		name  string
		level *config.Level
		want  int
	}{
		{"one location", &config.Level{Locations: two[:1]}, 1},
		{"two locations", &config.Level{Locations: two}, 2},
		{"options with a token", &config.Level{Locations: two, Options: options}, 1},
	} {
		parts := partsOf(test.level)
		if len(parts) != test.want || len(parts[0].Locations) != len(test.level.Locations)/test.want {
			t.Errorf("%s: got %d parts, want %d", test.name, len(parts), test.want)
		}
	}
}

// TestVariantsAreShared checks that nodes share a level if the variables in its locations are equal.
func TestVariantsAreShared(t *testing.T) {
	t.Parallel()
	web := newNode(t)
	node := func(role string, more string) *Node {
		return web.space.NewNode(&scope.Scope{Vars: map[string]*data.Value{"role": data.NewString(role), "other": data.NewString(more)}}, false)
	}
	levels := func(n *Node) []*backend.Level {
		r, ok := n.space.variantsOf(n.space.Layers.Environment(), false, n.scope).resolve(n)
		if !ok {
			t.Fatal("got no resolved hierarchy")
		}
		return r.levels.All
	}
	same, other := levels(node("web", "x")), levels(node("db", "x"))
	first := levels(web)
	if len(first) != 2 || first[0] != same[0] || first[1] != same[1] {
		t.Error("nodes with the same role do not share their levels")
	}
	if first[0] == other[0] || first[1] != other[1] {
		t.Error("nodes with different roles must share the common level only")
	}
	if a, b := levels(node("%{x}", "")), levels(node("%{x}", "")); a[0] == b[0] {
		t.Error("nodes share a level with a token in its path")
	}
}

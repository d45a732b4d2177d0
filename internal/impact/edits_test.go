package impact_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/tagged"
	"github.com/hieralint/hieralint/internal/impact"
)

func value(t *testing.T, text string) *data.Value {
	t.Helper()
	doc := data.Parse(source.New("x.yaml", []byte(text)), data.YAML)
	if doc.Err != nil {
		t.Fatal(doc.Err)
	}
	return doc.Value
}

func TestEdits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after, want string }{
		{"1", "1", ""},
		{"1", "2", "changed : 1 2"},
		{"1", "1.0", "changed : 1 1.0"},
		{"1", "'1'", `changed : 1 "1"`},
		{"{a: ~}", "{a: 1}", "changed a: null 1"},
		{"{a: 1, b: 2}", "{b: 2, a: 1}", ""},
		{"{a: 1, b: 2}", "{b: 3, c: 4}", "removed a: 1; changed b: 2 3; added c: 4"},
		{"{a: {b: {c: 1}}}", "{a: {b: {c: 2}}}", "changed a.b.c: 1 2"},
		{"[1, 2, 3]", "[1, 3, 4]", "removed []: 2; added []: 4"},
		{"[1, 2]", "[2, 1]", "reordered : [1,2] [2,1]"},
		{"[1, 1, 2]", "[1, 2, 2]", "removed []: 1; added []: 2"},
		{"[{a: 1, b: 2}, 5]", "[{a: 1, b: 3}, 5]", "changed [0].b: 2 3"},
		{"[1, 2, 3]", "[3, 1, 2, 4]", "reordered : [1,2,3] [3,1,2,4]; added []: 4"},
		{"[7, 8, {b: 2}, 5]", "[5, 7, 8, {b: 3}]", `reordered : [7,8,{"b":2},5] [5,7,8,{"b":3}]; changed [3].b: 2 3`},
		{"[1, 2, 1]", "[2, 1, 3, 1]", "reordered : [1,2,1] [2,1,3,1]; added []: 3"},
		{"[]", "[a]", `added []: "a"`},
		{"{a: [1]}", "{a: {b: 1}}", `changed a: [1] {"b":1}`},
		{"{1: a}", "{'1': a}", `removed 1: "a"; added 1: "a"`},
	} {
		var got []string
		for _, e := range impact.Edits(value(t, tt.before), value(t, tt.after)) {
			text := fmt.Sprintf("%s %s:", e.Operation, strings.Join(e.Path, "."))
			for _, v := range []*data.Value{e.Before, e.After} {
				if v != nil {
					text += " " + string(tagged.Append(nil, v))
				}
			}
			got = append(got, strings.ReplaceAll(text, ".[", "["))
		}
		if text := strings.Join(got, "; "); text != tt.want {
			t.Errorf("%s -> %s: %s, want %s", tt.before, tt.after, text, tt.want)
		}
	}
}

// FuzzEdits checks that Edits returns no edits if and only if two values are equal, and that
// Identity agrees with Equal.
func FuzzEdits(f *testing.F) {
	f.Add("[1, {a: b}]", "[{a: c}, 1]")
	f.Add("{a: [1, 2, 2], b: ~}", "{b: ~, a: [2, 1, 2]}")
	f.Add("{b: {c: 1, d: 2}, a: [{x: 1, y: 2}]}", "{a: [{y: 2, x: 1}], b: {d: 2, c: 1}}")
	f.Fuzz(func(t *testing.T, before, after string) {
		a, b := data.Parse(source.New("a.yaml", []byte(before)), data.YAML), data.Parse(source.New("b.yaml", []byte(after)), data.YAML)
		if a.Value == nil || b.Value == nil || a.Value.Size() > 1000 || b.Value.Size() > 1000 {
			return
		}
		if edits := impact.Edits(a.Value, b.Value); (len(edits) == 0) != impact.Equal(a.Value, b.Value) {
			t.Errorf("%q and %q: %v", before, after, edits)
		}
		if impact.Equal(a.Value, b.Value) != (impact.Identity(a.Value) == impact.Identity(b.Value)) {
			t.Errorf("%q and %q: Equal and Identity disagree", before, after)
		}
		if edits := impact.Edits(a.Value, a.Value); len(edits) > 0 {
			t.Errorf("%q and itself: %v", before, edits)
		}
	})
}

// TestIdentityOfDeepValues checks that the size of an identity does not depend on the depth of the
// value.
func TestIdentityOfDeepValues(t *testing.T) {
	t.Parallel()
	for _, level := range []string{"{a: 1, b: ", "[x, ", "[{b: "} {
		deep := func(leaf string) *data.Value {
			const levels = 400
			ends := strings.NewReplacer("[", "]", "{", "}")
			var end string
			for _, c := range level {
				if c == '[' || c == '{' {
					end = ends.Replace(string(c)) + end
				}
			}
			return value(t, strings.Repeat(level, levels)+leaf+strings.Repeat(end, levels))
		}
		one, other, two := deep("1"), deep("1"), deep("2")
		if n := len(impact.Identity(one)); n > 100 {
			t.Errorf("%q: identity has %d bytes", level, n)
		}
		if !impact.Equal(one, other) || len(impact.Edits(one, other)) != 0 {
			t.Errorf("%q: equal values have different identities", level)
		}
		if edits := impact.Edits(one, two); len(edits) == 0 {
			t.Errorf("%q: different values have the same identity", level)
		}
	}
}

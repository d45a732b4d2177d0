package facts

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// TestCompact checks that facts keep their values and order, but not their places, and that equal names are shared.
func TestCompact(t *testing.T) {
	t.Parallel()
	text := "values: {b: {x: [1, 1.5, true, ~, \"a\", 12345678901234567890, !!binary aGk=]}, a: &l " + strings.Repeat("long ", 20) + ", c: *l}\n"
	doc := data.Parse(source.New("n.yaml", []byte(text)), data.YAML)
	want, _ := doc.Value.Get("values")
	c := newCompactor()
	var names []*data.Value
	for range 2 {
		nodes, err := parseNodes("n.yaml", []byte(text), c)
		if err != nil {
			t.Fatal(err)
		}
		got := nodes[0].Facts
		if !data.Eql(got, want) || got.Entries()[0].Key.Text() != "b" {
			t.Errorf("got %v, want %v", got, want)
		}
		if got.Node() != nil || got.Entries()[0].Key.Node() != nil || got.Entries()[1].Value.Node() != nil {
			t.Error("a value has a place")
		}
		names = append(names, got.Entries()[0].Key)
	}
	if names[0] != names[1] {
		t.Error("equal names are not shared")
	}
}

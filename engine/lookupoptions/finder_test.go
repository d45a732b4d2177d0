package lookupoptions_test

import (
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
)

// TestFinder compares the found lookup_options with those that have an entry.
func TestFinder(t *testing.T) {
	t.Parallel()
	var all []*lookupoptions.Options
	for _, text := range []string{"a::b: {merge: hash}", "'^a::': {merge: deep}", "'^(x|a)::b': {merge: deep}", "'^b': {}", "'^b?c': {}", "a::c: ~", "'^a::bc': {}\n'^c': {}"} {
		o, err := lookupoptions.Compile(data.Parse(source.New("x.yaml", []byte(text)), data.YAML).Value, "")
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, o)
	}
	finder := lookupoptions.NewFinder(all)
	for key, want := range map[string][]int{
		"a::b": {0, 1, 2, 4}, "a::bcd": {1, 2, 4, 6}, "a::c": {1, 2, 4, 5}, "b": {2, 3, 4}, "c": {2, 4, 6}, "": {2, 4}, "x\na::b": {0, 1, 2, 3, 4, 5, 6},
	} {
		got := finder.Find(key)
		if !slices.Equal(got, want) {
			t.Errorf("%q: got %v, want %v", key, got, want)
		}
		for i, o := range all {
			if _, ok, _ := o.For(key); ok && !slices.Contains(got, i) {
				t.Errorf("%q: %d was not found", key, i)
			}
		}
	}
}

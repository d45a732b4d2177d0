package engine_test

import (
	"strconv"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
)

// TestFactsAreNotCopied checks that the scope of a node shares its facts, of which there may be thousands, except those
// with null in them.
func TestFactsAreNotCopied(t *testing.T) {
	t.Parallel()
	hash := func(values ...*data.Value) *data.Value {
		var entries []data.Entry
		for i, v := range values {
			entries = append(entries, data.Entry{Key: data.NewString("k" + strconv.Itoa(i)), Value: v})
		}
		return data.NewHash(entries)
	}
	undef := data.NewUndef()
	shared := hash(data.NewArray([]*data.Value{hash(data.NewString("x"))}))
	facts := hash(shared, data.NewArray([]*data.Value{undef, shared, hash(undef, undef)}), undef)
	e := openDir(t, engine.Options{}, t.TempDir())
	got, _ := e.Variable(engine.NewScope(engine.ScopeData{Facts: facts}), "facts")
	entries := got.Entries()
	if entries[0].Value != shared || entries[1].Value.Items()[1] != shared {
		t.Error("facts without null are copied")
	}
	for _, v := range []*data.Value{entries[1].Value.Items()[0], entries[1].Value.Items()[2].Entries()[1].Value, entries[2].Value} {
		if v.Kind() != data.String || v.Text() != "" {
			t.Errorf("null became %v", v.Kind())
		}
	}
	if facts.Entries()[2].Value != undef || !facts.Entries()[1].Value.Items()[0].IsUndef() {
		t.Error("the given facts were changed")
	}
}

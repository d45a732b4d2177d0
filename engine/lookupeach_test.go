package engine_test

import (
	"context"
	"reflect"
	"testing"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// TestLookupEach checks that LookupEach has the same result for each key as Lookup.
func TestLookupEach(t *testing.T) {
	t.Parallel()
	keys := []string{"ntp::servers", "none", "ntp::greeting", "domain", "a..b", "ntp::servers.0", "lookup_options", "domain"}
	for _, o := range []engine.LookupOptions{{}, {Trace: true}, {Mode: engine.ParameterLookup}, {Explain: true}} {
		e, node := exampleEngine(), engine.NewScope(engine.ScopeData{Facts: facts()})
		at := 0
		e.LookupEach(context.Background(), node, o, keys, func(key string, got *engine.Result, gotErr error) bool {
			want, wantErr := exampleEngine().Lookup(context.Background(), engine.NewScope(engine.ScopeData{Facts: facts()}), o, keys[at])
			if key != keys[at] || got.Key != want.Key || len(got.Origins) != len(want.Origins) || len(got.Reads) != len(want.Reads) ||
				!reflect.DeepEqual(got.Warnings, want.Warnings) || (got.Value == nil) != (want.Value == nil) || (got.Explanation == nil) != (want.Explanation == nil) {
				t.Errorf("%s: got %+v, want %+v", key, got, want)
			}
			if want.Value != nil && rubytext.Inspect(got.Value) != rubytext.Inspect(want.Value) {
				t.Errorf("%s: got %s, want %s", key, rubytext.Inspect(got.Value), rubytext.Inspect(want.Value))
			}
			if (gotErr == nil) != (wantErr == nil) || gotErr != nil && gotErr.Error() != wantErr.Error() {
				t.Errorf("%s: got error %v, want %v", key, gotErr, wantErr)
			}
			if want.Explanation != nil && got.Explanation.Text() != want.Explanation.Text() {
				t.Errorf("%s: got explanation %s, want %s", key, got.Explanation.Text(), want.Explanation.Text())
			}
			at++
			return at < len(keys)-1
		})
		if at != len(keys)-1 {
			t.Errorf("got %d keys, want all but the last", at)
		}
	}
}

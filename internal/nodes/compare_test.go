package nodes_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/nodes"
)

// TestCompareInterrupted ends a comparison at the first key that differs: no other key is reported, in whichever phase that is.
func TestCompareInterrupted(t *testing.T) {
	t.Parallel()
	known, err := facts.Parse("nodes.json", []byte(`[{"certname": "a", "facts": {"role": "db"}}, {"certname": "b", "facts": {"role": "web"}}]`))
	if err != nil {
		t.Fatal(err)
	}
	expensive := []string{"m00", "m01", "m02", "m03"} // they follow more references than one lookup may
	for _, tt := range []struct {
		name  string
		keys  []string
		nodes []*facts.Node
	}{
		{"derived nodes", []string{"k0", "k1", "k2"}, nil},
		{"derived nodes, expensive keys", expensive, nil},
		{"real nodes", []string{"k0", "k1", "k2"}, known},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			side := func(value string) *nodes.Fleet {
				var common strings.Builder
				for i := range 30 {
					fmt.Fprintf(&common, "m%02d: \"%%{lookup('m%02d')}%%{lookup('m%02d')}\"\n", i, i+1, i+1)
				}
				fmt.Fprintf(&common, "m30: %s\nk0: %s\nk1: %s\nk2: %s\n", value, value, value, value)
				dir := filetree.Write(t, map[string]string{
					"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
					"data/common.yaml": common.String(), "data/role/web.yaml": "other: 1\n",
				})
				return nodes.New(load(t, dir), nodes.Options{Puppet: 8, Workers: 1, Nodes: tt.nodes}).Fleets[0]
			}
			name := func(string) string { return "" }
			sides := &nodes.Sides{Before: side("1"), After: side("2"), NameBefore: name, NameAfter: name}
			ctx, stop := context.WithCancel(context.Background())
			defer stop()
			var observed atomic.Int32
			err := sides.Keys(ctx, tt.keys, func(string, *nodes.Case, *nodes.Case) bool { return true }, func(*nodes.Compared) {
				observed.Add(1)
				stop()
			})
			if !errors.Is(err, context.Canceled) || observed.Load() != 1 {
				t.Errorf("%d keys were reported, error %v", observed.Load(), err)
			}
		})
	}
}

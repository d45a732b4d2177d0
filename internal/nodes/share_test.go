package nodes_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/nodes"
)

// TestShares checks that the share of a key does not become smaller and smaller in larger and larger trees. A share of
// one location is too small for any lookup, so no key would be evaluated.
func TestShares(t *testing.T) {
	t.Parallel()
	const keysPerFile = 8
	for _, files := range []int{1_000, 10_000, 100_000, 1_000_000} {
		if share := nodes.Shares(files, files*keysPerFile); share < 12 {
			t.Errorf("%d files: a key has a share of %d locations", files, share)
		}
	}
}

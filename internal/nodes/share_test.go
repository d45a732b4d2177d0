package nodes_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
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

// TestSmallShare checks that a key whose share is too small for its pairs is evaluated on all of them later.
func TestSmallShare(t *testing.T) {
	t.Parallel()
	const roles, sites, others = 40, 40, 5000
	tree := map[string]string{"hiera.yaml": hierarchy(`path: "role/%{facts.role}.yaml"`, `path: "site/%{facts.site}.yaml"`, "path: common.yaml")}
	for i := range roles {
		tree[fmt.Sprintf("data/role/r%d.yaml", i)] = fmt.Sprintf("k: [r%d]\n", i)
	}
	for i := range sites {
		tree[fmt.Sprintf("data/site/s%d.yaml", i)] = fmt.Sprintf("k: [s%d]\n", i)
	}
	var common strings.Builder
	common.WriteString("lookup_options: {k: {merge: unique}}\n")
	for i := range others {
		fmt.Fprintf(&common, "other%d: 1\n", i)
	}
	tree["data/common.yaml"] = common.String()
	fleet := nodes.New(load(t, filetree.Write(t, tree)), nodes.Options{Puppet: 8}).Fleets[0]
	cases := 0
	err := fleet.Keys(context.Background(), fleet.Names(), func(k *nodes.Key) {
		if k.Name == "k" {
			cases = len(k.Cases)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := 1 + roles + sites + roles*sites; cases != want {
		t.Errorf("%d cases, want %d", cases, want)
	}
}

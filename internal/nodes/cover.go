package nodes

import (
	"context"
	"fmt"
	"slices"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/nodes/vars"
)

// maxCombined is the maximum number of ways to read a file whose pairs are covered: the number of
// nodes grows with its square.
const maxCombined = 150

// Cover returns the real nodes or, if there are none, derived nodes such that each file that a node
// can read is read by at least one. Unless there are too many, each two files that a node can read
// are read together by at least one. Their order is arbitrary but deterministic.
func (fleet *Fleet) Cover(ctx context.Context) ([]*Node, error) {
	if len(fleet.Real) > 0 {
		return fleet.Real, nil
	}
	ways := fleet.allWays()
	if len(ways) > maxListed/fleet.allLocations() {
		return nil, fmt.Errorf("the nodes that read the data files have more than %d locations of hierarchies together", maxListed)
	}
	if len(ways) > maxCombined {
		return lists.Map(ways, fleet.derivedNode), nil
	}
	c := &cover{ways: ways, with: make([][]int, len(ways))}
	for i := range ways {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		c.add(i, i)
		for j := range i {
			c.add(j, i)
		}
	}
	if len(c.nodes) == 0 {
		c.nodes = []*vars.Assignment{vars.New()}
	}
	return lists.Map(vars.Distinct(c.nodes), fleet.derivedNode), nil
}

// maxListed is the maximum number of locations in all hierarchies that the nodes of Cover have together.
const maxListed = 24_000_000

// allWays returns the ways in which nodes read files, except those files that every node reads.
func (fleet *Fleet) allWays() []*vars.Assignment {
	var ways []*vars.Assignment
	for _, f := range fleet.project.FilesOf(fleet.roots...) {
		for _, a := range fleet.assignmentsOf(index.MatchesOf(f)) {
			if !a.IsEmpty() {
				ways = append(ways, a.Assignment)
			}
		}
	}
	return vars.Distinct(ways)
}

// cover is a set of nodes that grows until it covers all pairs of ways in which files are read.
type cover struct {
	ways  []*vars.Assignment
	nodes []*vars.Assignment
	with  [][]int // the nodes of each way
}

// add combines two ways in one node, unless they contradict each other. It uses a node that already
// combines them, or else one that has the first way and allows the second, or else a new one.
func (c *cover) add(i, j int) {
	for _, n := range c.with[i] {
		if slices.Contains(c.with[j], n) {
			return
		}
	}
	for _, at := range [][2]int{{i, j}, {j, i}} {
		for _, n := range c.with[at[0]] {
			if joined := vars.Join(c.nodes[n], c.ways[at[1]]); joined != nil {
				c.nodes[n] = joined
				c.note(n)
				return
			}
		}
	}
	both := vars.Join(c.ways[i], c.ways[j])
	if both == nil {
		return
	}
	if i == j {
		for n, known := range c.nodes {
			if joined := vars.Join(known, both); joined != nil {
				c.nodes[n] = joined
				c.with[i] = append(c.with[i], n)
				return
			}
		}
	}
	c.nodes = append(c.nodes, both)
	n := len(c.nodes) - 1
	for _, way := range slices.Compact([]int{i, j}) {
		c.with[way] = append(c.with[way], n)
	}
}

// note records the ways of a node that has grown.
func (c *cover) note(n int) {
	for i, way := range c.ways {
		if !slices.Contains(c.with[i], n) && c.nodes[n].Has(way) {
			c.with[i] = append(c.with[i], n)
		}
	}
}

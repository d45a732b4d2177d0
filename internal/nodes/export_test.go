package nodes

import (
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// CanMeet reports whether any node can read both files.
func (fleet *Fleet) CanMeet(f, other *project.File) bool {
	for _, a := range fleet.assignmentsOf(index.MatchesOf(f)) {
		for _, b := range fleet.assignmentsOf(index.MatchesOf(other)) {
			if a.Agrees(b.Assignment) {
				return true
			}
		}
	}
	return false
}

// ResolveEach disables the sharing of resolved levels between nodes.
func (fleet *Fleet) ResolveEach() { fleet.isNested = true }

// Shares returns the locations of each of a number of keys, at first, in a tree with a number of data files.
func Shares(files, keys int) int { return newLimits(files).combined.get() / keys }

// LimitReal sets what evaluating keys on real nodes may cost.
func (fleet *Fleet) LimitReal(cost int) { fleet.limits.onReal.left.Store(int64(cost)) }

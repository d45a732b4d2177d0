package nodes

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine"
)

// Nodes that read two files together take most of the time of a hostile tree: their number grows with the square of
// the number of files. All keys together may only have so many of them. Each key gets an equal share. Keys that need
// more share what the others leave, until nobody needs more or nothing is left, so that results do not depend on the
// order in which keys are evaluated. The work of lookups counts, too.

const (
	// maxCombinedLocations is the maximum number of locations that the nodes that combine two ways have together, all
	// keys of a run: each of them takes a few microseconds. A tree with more than 6,000 data files may have
	// combinedPerFile for each of them, since the share of a key would otherwise be too small for any evaluation.
	maxCombinedLocations = 600_000
	combinedPerFile      = 100
	// maxWaysLocations is the maximum number of locations that the nodes of each way to read a file have together, in an
	// environment with more than usualLocations.
	maxWaysLocations = 1_000_000
	usualLocations   = 20
	// maxResolved is the maximum number of locations in all hierarchies, those of all modules among them, that the nodes of
	// each way to read a file have together.
	maxResolved = 8_000_000
	// joinsPerLocation is the number of pairs of ways that are combined in the same time.
	joinsPerLocation = 4
	// comparisonsPerJoin is the number of pairs of ways that are compared in the time that combining one takes.
	comparisonsPerJoin = 8
	// costPerLocation is the work of lookups that takes the same time, and counts in the same way.
	costPerLocation = 4
	// rootsPerCost is the number of keys that a key references whose files on a node are determined in the time of a
	// unit of work.
	rootsPerCost = 4
	// costPerDefinition is the work of comparing the ways to read a file that defines one of these keys.
	costPerDefinition = 2
	// locationsPerPair is what a needed pair costs before it is evaluated, for its memory.
	locationsPerPair = 4
	// locationsPerNeeding is what evaluating a key on a node of its requirement costs, which is hardly ever different
	// from other nodes.
	locationsPerNeeding = 2
	// maxCostOnReal is what evaluating all keys of a run on real nodes may cost, in units of work, and minCostOnReal what each
	// key may cost whatever the others do. A case costs costPerCase besides the lookup: it takes some hundred bytes.
	maxCostOnReal = 16_000_000
	minCostOnReal = 500
	costPerCase   = 20
	// costPerChange is what a pair of cases that differ costs besides them, since it is shown.
	costPerChange = 120
)

// limits is what is left for all environments together. It is safe for concurrent use: in an editor, keys are also
// evaluated to answer requests.
type limits struct {
	run      engine.Budget
	combined remainder // locations of the nodes that combine two ways
	compared remainder // the same for keys before and after a change, on both sides
	onReal   remainder // work on real nodes
	changed  remainder // the same for keys before and after a change, on both sides
}

// newLimits returns the limits for a tree with a number of data files.
func newLimits(files int) *limits {
	l := &limits{}
	most := int64(max(maxCombinedLocations, files*combinedPerFile))
	l.combined.left.Store(most)
	l.compared.left.Store(most)
	l.onReal.left.Store(maxCostOnReal)
	l.changed.left.Store(maxCostOnReal / 4) // since each takes several times the time
	return l
}

// remainder is what is left of a limit.
type remainder struct{ left atomic.Int64 }

func (r *remainder) get() int { return max(0, int(r.left.Load())) }

func (r *remainder) spend(n int) { r.left.Add(-int64(n)) }

// share limits the locations of the nodes that combine two ways, for one key.
type share struct {
	most int
	// isLast means that the key gets no larger share.
	isLast bool
}

// tooSmall reports whether a key that needs more locations than its share is evaluated later.
func (s share) tooSmall(locations int) bool { return locations > s.most && !s.isLast }

// cost returns the work that the lookups of the key may cost.
func (s share) cost() int { return max(s.most, 1) * costPerLocation }

// inShares calls evaluate for each key with a share of what is left, from several goroutines, and again with a larger
// share if it was too small. evaluate returns the number of locations that it needs.
func inShares(ctx context.Context, workers int, left *remainder, names []string, evaluate func(ctx context.Context, name string, s share) (int, error)) error {
	before, together := -1, keysTogether
	for len(names) > 0 {
		s := share{most: left.get() / len(names)}
		s.isLast = len(names) == 1 || s.most <= 2*before
		var mu sync.Mutex
		needed := map[string]int{} // locations, of keys whose share is too small
		spent := 0
		err := inChunks(ctx, workers, names, together, func(ctx context.Context, chunk []string) error {
			for _, name := range chunk {
				locations, err := evaluate(ctx, name, s)
				if err != nil {
					return err
				}
				mu.Lock()
				if s.tooSmall(locations) {
					needed[name] = locations
				} else {
					spent += min(locations, s.most)
				}
				mu.Unlock()
			}
			return nil
		})
		if err != nil {
			return err
		}
		left.spend(spent)
		names, before, together = slices.Collect(maps.Keys(needed)), s.most, 1
		slices.SortFunc(names, func(a, b string) int { // those that take the longest first, so that all workers end at the same time
			return cmp.Or(cmp.Compare(needed[b], needed[a]), cmp.Compare(a, b))
		})
	}
	return nil
}

// inChunks calls do for chunks of items, from at most workers goroutines. It returns an error if any call does.
func inChunks[T any](ctx context.Context, workers int, items []T, size int, do func(ctx context.Context, chunk []T) error) error {
	work := pool.New().WithMaxGoroutines(workers).WithContext(ctx)
	for chunk := range slices.Chunk(items, size) {
		work.Go(func(ctx context.Context) error { return do(ctx, chunk) })
	}
	return work.Wait()
}

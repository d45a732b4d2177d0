package data

// slab returns parts of large allocations: a document has thousands of nodes and values, and
// allocating each separately would take longer than parsing. The zero slab starts with small
// allocations.
type slab[T any] struct {
	free []T
	next int // size of the next allocation in elements
}

// The sizes of a slab's allocations if no size is given, in elements: each is twice as large as the
// previous one.
const (
	firstSlab = 4
	lastSlab  = 1024
)

// newSlab returns a slab with n elements.
func newSlab[T any](n int) slab[T] { return slab[T]{free: make([]T, n)} }

func (s *slab[T]) one() *T { return &s.many(1)[0] }

// many returns a slice of n zero elements without spare capacity.
func (s *slab[T]) many(n int) []T {
	if n > len(s.free) {
		s.next = min(max(2*s.next, firstSlab), lastSlab)
		s.free = make([]T, max(n, s.next))
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	return piece
}

package data

// slab gives out pieces of large allocations: a document has thousands of nodes and values, and making each by
// itself takes longer than reading it. The zero slab begins with small allocations.
type slab[T any] struct {
	free []T
	next int // elements of the next allocation
}

// The allocations of a slab for which nothing was foreseen, in elements: each is twice as large as the one before.
const (
	firstSlab = 16
	lastSlab  = 1024
)

// newSlab is a slab for n elements.
func newSlab[T any](n int) slab[T] { return slab[T]{free: make([]T, n)} }

func (s *slab[T]) one() *T { return &s.many(1)[0] }

// many is n zero elements with no room to grow.
func (s *slab[T]) many(n int) []T {
	if n > len(s.free) {
		s.next = min(max(2*s.next, firstSlab), lastSlab)
		s.free = make([]T, max(n, s.next))
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	return piece
}

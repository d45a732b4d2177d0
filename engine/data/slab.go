package data

// slab gives out pieces of a large allocation: a document has thousands of nodes and values, and
// making each by itself takes longer than reading it. The zero slab makes allocations of its own.
type slab[T any] struct{ free []T }

// slabSize is the size of the allocations when more is needed than was foreseen.
const slabSize = 32

func newSlab[T any](n int) slab[T] { return slab[T]{make([]T, n)} }

func (s *slab[T]) one() *T { return &s.many(1)[0] }

// many is n zero elements with no room to grow.
func (s *slab[T]) many(n int) []T {
	if n > len(s.free) {
		s.free = make([]T, max(n, slabSize))
	}
	piece := s.free[:n:n]
	s.free = s.free[n:]
	return piece
}

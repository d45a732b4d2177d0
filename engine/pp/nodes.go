package pp

// nodes allocates the most frequent kinds of nodes, and lists of nodes, in batches. A manifest has tens of thousands of
// them, and parsing thousands of manifests dominates the running time (BenchmarkParse).
type nodes struct {
	// stack contains the elements of the lists that are being parsed, the innermost last.
	stack []Expression
	lists []Expression

	names      slab[Name]
	typeNames  slab[TypeName]
	strings    slab[String]
	variables  slab[Variable]
	calls      slab[Call]
	accesses   slab[Access]
	attributes slab[Attribute]
	parameters slab[Parameter]
	entries    slab[Entry]
}

func (n *nodes) push(e Expression) { n.stack = append(n.stack, e) }

// list removes the elements pushed since the stack had mark elements, and returns them.
func (n *nodes) list(mark int) []Expression {
	size := len(n.stack) - mark
	if size == 0 {
		return nil
	}
	if cap(n.lists)-len(n.lists) < size {
		n.lists = make([]Expression, 0, max(size, min(256, 2*cap(n.lists)+2)))
	}
	start := len(n.lists)
	n.lists = append(n.lists, n.stack[mark:]...)
	clear(n.stack[mark:])
	n.stack = n.stack[:mark]
	return n.lists[start:len(n.lists):len(n.lists)]
}

// slab allocates values of one type.
type slab[T any] struct {
	free []T
	size int
}

// take returns a new value.
func (s *slab[T]) take() *T {
	if len(s.free) == 0 {
		s.size = min(64, 2*s.size+1)
		s.free = make([]T, s.size)
	}
	v := &s.free[0]
	s.free = s.free[1:]
	return v
}

package interpreter

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
)

// unit is how many bytes of a value are looked at for what it costs to evaluate an expression.
const unit = 16

// callCost is what a call costs besides its arguments and what the function does.
const callCost = 4

// pointer is what an element of a list takes.
const pointer = 8

// step charges one expression, and ends a call that is no longer wanted.
func (s *scope) step(at place) error {
	if s.steps++; s.steps%1024 == 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return s.work(at, 1)
}

// work charges what is about to be done, in expressions that could be evaluated instead.
func (s *scope) work(at place, n int) error {
	if err := s.budget.Work(n); err != nil {
		return s.unsupported(at, err.Error())
	}
	return nil
}

// visit charges a walk through values.
func (s *scope) visit(at place, values ...*data.Value) error {
	n := 1
	for _, v := range values {
		n += v.Size() / unit
	}
	return s.work(at, n)
}

// read charges a pass over that many bytes of text.
func (s *scope) read(at place, bytes int) error { return s.work(at, bytes/unit) }

// build charges bytes that are about to be made, which is faster than to look at them.
func (s *scope) build(at place, bytes int) error {
	if err := s.budget.Memory(bytes); err != nil {
		return s.unsupported(at, err.Error())
	}
	return s.work(at, bytes/(4*unit))
}

// buildList charges a list of n elements that is about to be made.
func (s *scope) buildList(at place, n int) error { return s.build(at, n*pointer) }

// bounded refuses a value that is small in memory, as its parts are shared, and too large to be walked through, and one that
// is nested too deep.
func (s *scope) bounded(at place, v *data.Value) (*data.Value, error) {
	if v.Size() > budget.MaxSize {
		return nil, s.unsupported(at, budget.ErrMemory.Error())
	}
	if v.Depth() > budget.MaxNesting {
		return nil, s.unsupported(at, budget.ErrNesting.Error())
	}
	return v, nil
}

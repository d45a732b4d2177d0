package interpreter

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
)

// unit is the number of bytes whose processing costs as much as an expression.
const unit = 16

// callCost is the cost of a call apart from its arguments and the work of the function.
const callCost = 4

// pointer is the size of an element of a list.
const pointer = 8

// step charges one expression, and returns an error if the call was canceled.
func (s *scope) step(at place) error {
	if s.steps++; s.steps%1024 == 0 {
		if err := s.ctx.Err(); err != nil {
			return err
		}
	}
	return s.work(at, 1)
}

// work charges work that costs as much as n expressions, before it is done.
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

// read charges a pass over a string.
func (s *scope) read(at place, bytes int) error { return s.work(at, bytes/unit) }

// build charges bytes that are about to be allocated, which is faster than processing them.
func (s *scope) build(at place, bytes int) error {
	if err := s.budget.Memory(bytes); err != nil {
		return s.unsupported(at, err.Error())
	}
	return s.work(at, bytes/(4*unit))
}

// buildList charges a list of n elements that is about to be allocated.
func (s *scope) buildList(at place, n int) error { return s.build(at, n*pointer) }

// bounded rejects values that are nested too deeply, and values with shared parts that are small in memory but too
// large to walk through.
func (s *scope) bounded(at place, v *data.Value) (*data.Value, error) {
	if v.Size() > budget.MaxSize {
		return nil, s.unsupported(at, budget.ErrMemory.Error())
	}
	if v.Depth() > budget.MaxNesting {
		return nil, s.unsupported(at, budget.ErrNesting.Error())
	}
	return v, nil
}

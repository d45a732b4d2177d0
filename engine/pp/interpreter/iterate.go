package interpreter

import (
	"cmp"
	"errors"
	"iter"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// errStop ends an iteration.
var errStop = errors.New("stop")

// iteration is a call of a function that calls its block for each element of its first argument.
type iteration struct {
	*call
	elements iter.Seq[*data.Value]
	// pairs means that the block has two parameters: the key or index, and the value.
	pairs bool
}

// iterate prepares an iteration.
func (c *call) iterate() (*iteration, error) {
	elements, err := c.elements()
	if err := cmp.Or(err, c.counts(1), c.checkBlock(1, 2)); err != nil {
		return nil, err
	}
	return &iteration{call: c, elements: elements, pairs: c.lambda.params.signature.AcceptsCount(2)}, nil
}

// counts returns an error unless the call has one of the given numbers of arguments.
func (c *call) counts(numbers ...int) error {
	if slices.Contains(numbers, len(c.args)) {
		return nil
	}
	return c.unsupported(c.node, "`"+c.name+"` with these arguments")
}

// each calls f for each element with the result of the block. errStop, and a `break` in the block, end the iteration.
func (it *iteration) each(f func(element, value *data.Value) error) error {
	subject := it.args[0]
	i := -1
	for element := range it.elements {
		i++
		args := []*data.Value{element}
		if it.pairs {
			if subject.Kind() == data.Hash {
				args = element.Items()
			} else {
				args = []*data.Value{data.NewInteger(int64(i)), element}
			}
		}
		v, err := it.lambda.call(args...)
		if err == nil {
			err = f(element, v)
		}
		if _, broken := err.(breakSignal); broken || errors.Is(err, errStop) {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// elements returns what to iterate over: elements, pairs, characters, or the numbers of a range. They are created one by
// one.
func (c *call) elements() (iter.Seq[*data.Value], error) {
	if len(c.args) == 0 {
		return nil, c.counts(1)
	}
	switch v := c.args[0]; {
	case v.IsUnknown():
		return nil, unknownError(v)
	case !types.Iterable(v):
		return nil, c.unsupported(c.node, "`"+c.name+"` on this value")
	}
	elements, err := types.Iterate(c.args[0])
	if err != nil {
		return nil, c.unsupported(c.node, "a range this large")
	}
	return elements, nil
}

func each(c *call) (*data.Value, error) {
	it, err := c.iterate()
	if err != nil {
		return nil, err
	}
	return c.args[0], it.each(func(*data.Value, *data.Value) error { return nil })
}

// perItem is the size of a value that a block created.
const perItem = 8 * pointer

func mapped(c *call) (*data.Value, error) {
	it, err := c.iterate()
	if err != nil {
		return nil, err
	}
	var items []*data.Value
	err = it.each(func(_, v *data.Value) error {
		items = append(items, v)
		return it.build(it.node, perItem)
	})
	return data.NewArray(items), err
}

func filter(c *call) (*data.Value, error) {
	it, err := c.iterate()
	if err != nil {
		return nil, err
	}
	var items []*data.Value
	err = it.each(func(element, v *data.Value) error {
		if v.IsUnknown() {
			return unknownError(v)
		}
		if isTrue(v) {
			items = append(items, element)
			return it.build(it.node, perItem)
		}
		return nil
	})
	if err != nil || c.args[0].Kind() != data.Hash {
		return data.NewArray(items), err
	}
	entries := lists.Map(items, func(item *data.Value) data.Entry { return data.Entry{Key: item.Items()[0], Value: item.Items()[1]} })
	return data.NewHash(entries), nil
}

// anyOf and allOf report whether the block is true for any or for all elements.
func anyOf(c *call) (*data.Value, error) { return c.quantify(true) }

func allOf(c *call) (*data.Value, error) { return c.quantify(false) }

func (c *call) quantify(decisive bool) (*data.Value, error) {
	it, err := c.iterate()
	if err != nil {
		return nil, err
	}
	result := !decisive
	err = it.each(func(_, v *data.Value) error {
		if v.IsUnknown() {
			return unknownError(v)
		}
		if isTrue(v) == decisive {
			result = decisive
			return errStop
		}
		return nil
	})
	return data.NewBoolean(result), err
}

func reduce(c *call) (*data.Value, error) {
	elements, err := c.elements()
	if err := cmp.Or(err, c.counts(1, 2), c.checkBlock(2, 2)); err != nil {
		return nil, err
	}
	var memo *data.Value
	if len(c.args) == 2 {
		memo = c.args[1]
	}
	for element := range elements {
		if memo == nil {
			memo = element
			continue
		}
		v, err := c.lambda.call(memo, element)
		if _, broken := err.(breakSignal); broken {
			return memo, nil
		}
		if err != nil {
			return nil, err
		}
		memo = v
	}
	if memo == nil {
		return data.NewUndef(), nil
	}
	return memo, nil
}

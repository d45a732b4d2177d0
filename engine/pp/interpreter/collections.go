package interpreter

import (
	"math/big"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

func keys(c *call) (*data.Value, error) {
	return c.entries(func(e data.Entry) *data.Value { return e.Key })
}

func values(c *call) (*data.Value, error) {
	return c.entries(func(e data.Entry) *data.Value { return e.Value })
}

func (c *call) entries(part func(data.Entry) *data.Value) (*data.Value, error) {
	hash, err := c.argument(0, data.Hash)
	if err != nil {
		return nil, err
	}
	if err := c.buildList(c.node, hash.Len()); err != nil {
		return nil, err
	}
	return data.NewArray(lists.Map(hash.Entries(), part)), c.counts(1)
}

func length(c *call) (*data.Value, error) {
	v, err := c.argument(0, data.Array, data.Hash, data.String)
	if err != nil {
		return nil, err
	}
	n := v.Len()
	if v.Kind() == data.String {
		if err := c.read(c.node, len(v.Text())); err != nil {
			return nil, err
		}
		n = utf8.RuneCountInString(v.Text())
	}
	return data.NewInteger(int64(n)), c.counts(1)
}

func empty(c *call) (*data.Value, error) {
	v, err := c.argument(0, data.Array, data.Hash, data.String, data.Undef)
	if err != nil {
		return nil, err
	}
	return data.NewBoolean(v.Len() == 0 && v.Text() == ""), c.counts(1)
}

// dig follows keys and indexes into a value. It returns undef once there is no value.
func dig(c *call) (*data.Value, error) {
	v, err := c.argument(0, data.Array, data.Hash, data.Undef)
	if err != nil {
		return nil, err
	}
	for _, k := range c.args[1:] {
		if k.HasUnknown() {
			return nil, unknownError(k)
		}
		if v.IsUndef() || k.IsUndef() {
			return data.NewUndef(), nil
		}
		var next *data.Value
		var found bool
		switch index, isIndex := k.Int(); {
		case v.IsUnknown():
			return nil, unknownError(v)
		case v.Kind() == data.Hash:
			next, found = v.GetKey(k)
		case v.Kind() == data.Array && isIndex:
			if index, found = within(index, v.Len()); found {
				next = v.Items()[index]
			}
		default:
			return nil, c.unsupported(c.node, "`dig` into this value")
		}
		if !found {
			return data.NewUndef(), nil
		}
		v = next
	}
	return v, nil
}

func flatten(c *call) (*data.Value, error) {
	for _, a := range c.args {
		if a.IsUnknown() {
			return nil, unknownError(a)
		}
		if err := c.build(c.node, a.Size()); err != nil {
			return nil, err
		}
	}
	return data.NewArray(data.Flatten(c.args)), nil
}

func unique(c *call) (*data.Value, error) {
	list, err := c.whole(data.Array)
	if err != nil {
		return nil, err
	}
	if c.lambda != nil {
		return nil, c.unsupported(c.node, "`unique` with a block of code")
	}
	if err := c.visit(c.node, list); err != nil {
		return nil, err
	}
	if err := c.build(c.node, 4*unit*list.Len()); err != nil {
		return nil, err
	}
	var different data.Index
	for _, item := range list.Items() {
		different.Add(item)
	}
	return data.NewArray(different.Values()), c.counts(1)
}

// sorted sorts an array of strings by their bytes, or an array of numbers.
func sorted(c *call) (*data.Value, error) {
	list, err := c.whole(data.Array)
	if err != nil {
		return nil, err
	}
	if err := c.work(c.node, list.Size()/unit*bits.Len(uint(list.Len()))); err != nil {
		return nil, err
	}
	items := slices.Clone(list.Items())
	texts, numbers := true, true
	for _, item := range items {
		texts, numbers = texts && item.Kind() == data.String, numbers && item.IsNumber()
	}
	switch {
	case c.lambda != nil || len(c.args) != 1 || !texts && !numbers:
		return nil, c.unsupported(c.node, "`sort` with these arguments")
	case texts:
		slices.SortStableFunc(items, func(a, b *data.Value) int { return strings.Compare(a.Text(), b.Text()) })
	default:
		slices.SortStableFunc(items, func(a, b *data.Value) int {
			order, _ := data.CompareNumbers(a, b)
			return order
		})
	}
	return data.NewArray(items), nil
}

func largest(c *call) (*data.Value, error) { return c.extreme(1) }

func smallest(c *call) (*data.Value, error) { return c.extreme(-1) }

// extreme returns the largest or smallest of several numbers, given as arguments or as an array.
func (c *call) extreme(sign int) (*data.Value, error) {
	items := c.args
	if len(items) == 1 && items[0].Kind() == data.Array {
		items = items[0].Items()
	}
	if err := c.work(c.node, len(items)); err != nil {
		return nil, err
	}
	for _, item := range items {
		if item.IsUnknown() {
			return nil, unknownError(item)
		}
		if !item.IsNumber() {
			items = nil
			break
		}
	}
	if len(items) == 0 || c.lambda != nil {
		return nil, c.unsupported(c.node, "`"+c.name+"` on anything but numbers")
	}
	best := items[0]
	for _, item := range items[1:] {
		if order, _ := data.CompareNumbers(item, best); order == sign {
			best = item
		}
	}
	return best, nil
}

// number returns a builtin that takes one number.
func number(f func(*data.Value) *data.Value) func(c *call) (*data.Value, error) {
	return func(c *call) (*data.Value, error) {
		v, err := c.argument(0, data.Integer, data.Float)
		if err != nil {
			return nil, err
		}
		return f(v), c.counts(1)
	}
}

func absolute(v *data.Value) *data.Value {
	if v.Kind() == data.Float {
		if v.Float() < 0 {
			return data.NewFloat(-v.Float())
		}
		return v
	}
	return data.NewBigInteger(new(big.Int).Abs(v.BigInt()))
}

func floor(v *data.Value) *data.Value { return rounded(v, big.ToNegativeInf) }

func ceiling(v *data.Value) *data.Value { return rounded(v, big.ToPositiveInf) }

// round rounds to the nearest integer, and half away from zero.
func round(v *data.Value) *data.Value {
	if v.Kind() == data.Integer {
		return v
	}
	half := 0.5
	if v.Float() <= 0 {
		half = -0.5
	}
	return rounded(data.NewFloat(v.Float()+half), big.ToZero)
}

func rounded(v *data.Value, mode big.RoundingMode) *data.Value {
	if v.Kind() == data.Integer {
		return v
	}
	f := new(big.Float).SetFloat64(v.Float())
	i, accuracy := f.Int(nil) // truncates toward zero
	switch {
	case mode == big.ToNegativeInf && accuracy == big.Above:
		i.Sub(i, big.NewInt(1))
	case mode == big.ToPositiveInf && accuracy == big.Below:
		i.Add(i, big.NewInt(1))
	}
	return data.NewBigInteger(i)
}

// join concatenates the elements of an array, like Ruby's join.
func join(c *call) (*data.Value, error) {
	list, err := c.whole(data.Array)
	if err != nil {
		return nil, err
	}
	separator := data.NewString("")
	if len(c.args) > 1 {
		if separator, err = c.argument(1, data.String); err != nil {
			return nil, err
		}
	}
	if err := c.buildText(c.node, list); err != nil {
		return nil, err
	}
	flat := data.Flatten(list.Items())
	if err := c.build(c.node, len(flat)*len(separator.Text())); err != nil {
		return nil, err
	}
	return data.NewString(strings.Join(lists.Map(flat, rubytext.ToS), separator.Text())), c.counts(1, 2)
}

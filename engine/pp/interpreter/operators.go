package interpreter

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// point is a place without extent.
type point int

func (p point) Span() source.Span { return source.Span{Start: int(p), End: int(p)} }

func (s *scope) unary(e *pp.Unary) (*data.Value, error) {
	switch e.Operator {
	case pp.Not:
		is, err := s.truth(e.Operand)
		return data.NewBoolean(!is), err
	case pp.Minus:
		return s.negative(e)
	}
	return s.splat(e)
}

func (s *scope) negative(e *pp.Unary) (*data.Value, error) {
	v, err := s.known(e.Operand)
	if err != nil {
		return nil, err
	}
	n, err := s.number(e, v)
	switch {
	case err != nil:
		return nil, err
	case n.Kind() == data.Float:
		return data.NewFloat(-n.Float()), nil
	default:
		i := n.BigInt()
		return data.NewBigInteger(i.Neg(i)), nil
	}
}

// splat returns the array that a splat expands to.
func (s *scope) splat(e *pp.Unary) (*data.Value, error) {
	v, err := s.evaluate(e.Operand)
	switch {
	case err != nil:
		return nil, err
	case v.IsUnknown():
		return nil, unknownError(v)
	case v.IsUndef():
		return data.NewArray(nil), nil
	case v.Kind() == data.Array:
		return v, nil
	case v.Kind() == data.Hash:
		return data.NewArray(pairs(v)), s.build(e, 8*unit*v.Len())
	}
	return data.NewArray([]*data.Value{v}), nil
}

// pairs returns the entries of a hash as arrays of key and value.
func pairs(v *data.Value) []*data.Value {
	return lists.Map(v.Entries(), func(e data.Entry) *data.Value { return data.NewArray([]*data.Value{e.Key, e.Value}) })
}

func (s *scope) binary(e *pp.Binary) (*data.Value, error) {
	switch e.Operator {
	case pp.And, pp.Or:
		left, err := s.truth(e.Left)
		if err != nil || left == (e.Operator == pp.Or) {
			return data.NewBoolean(left), err
		}
		right, err := s.truth(e.Right)
		return data.NewBoolean(right), err
	case pp.Plus, pp.Minus, pp.LeftShift, pp.Multiply, pp.Divide, pp.Modulo, pp.RightShift:
		return s.calculate(e)
	}
	left, err := s.known(e.Left)
	if err != nil {
		return nil, err
	}
	right, err := s.known(e.Right)
	if err != nil {
		return nil, err
	}
	if err := s.visit(e, left, right); err != nil {
		return nil, err
	}
	var is bool
	switch e.Operator {
	case pp.Equal, pp.NotEqual:
		is, err = s.equal(left, right)
		is = is == (e.Operator == pp.Equal)
	case pp.Match, pp.NoMatch:
		is, err = s.match(e, left, right)
		is = is == (e.Operator == pp.Match)
	case pp.In:
		is, err = s.includes(e, right, left)
	default:
		is, err = s.ordered(e, left, right)
	}
	return data.NewBoolean(is), err
}

// calculate evaluates arithmetic, and the same operators on arrays and hashes. Unknown parts of arrays and hashes do
// not matter unless they are compared.
func (s *scope) calculate(e *pp.Binary) (*data.Value, error) {
	left, err := s.evaluate(e.Left)
	if err != nil {
		return nil, err
	}
	right, err := s.evaluate(e.Right)
	if err != nil {
		return nil, err
	}
	for _, v := range [...]*data.Value{left, right} {
		if v.IsUnknown() || e.Operator == pp.Minus && v.HasUnknown() {
			return nil, unknownError(v)
		}
	}
	if err := s.chargeCalculation(e, left, right); err != nil {
		return nil, err
	}
	var result *data.Value
	switch kind := left.Kind(); {
	case kind != data.Array && kind != data.Hash || !slices.Contains([]pp.Operator{pp.Plus, pp.Minus, pp.LeftShift}, e.Operator):
		return s.arithmetic(e, left, right)
	case e.Operator == pp.Plus && kind == data.Array:
		result = data.NewArray(slices.Concat(left.Items(), asList(right)))
	case e.Operator == pp.Plus:
		result, err = s.addToHash(e, left, right)
	case e.Operator == pp.Minus:
		result = without(left, right)
	case kind == data.Array:
		result = data.NewArray(append(slices.Clone(left.Items()), right))
	default:
		err = s.fail(s.operandPlace(e.Left), "Operator '<<' is not applicable to a Hash.")
	}
	return result, err
}

// chargeCalculation charges the results of an operator on arrays, hashes, and numeric strings.
func (s *scope) chargeCalculation(e *pp.Binary, left, right *data.Value) error {
	for _, v := range [...]*data.Value{left, right} {
		if err := s.chargeNumber(e, v); err != nil {
			return err
		}
	}
	if e.Operator == pp.Minus {
		if err := s.visit(e, left, right); err != nil {
			return err
		}
	}
	if left.Kind() == data.Hash { // its keys are compared
		return s.build(e, 4*unit*(left.Len()+right.Len()))
	}
	return s.buildList(e, left.Len()+right.Len())
}

// asList returns the elements that v adds to an array or removes from it.
func asList(v *data.Value) []*data.Value {
	switch v.Kind() {
	case data.Array:
		return v.Items()
	case data.Hash:
		return pairs(v)
	}
	return []*data.Value{v}
}

func (s *scope) addToHash(e *pp.Binary, left, right *data.Value) (*data.Value, error) {
	added := right
	switch right.Kind() {
	case data.Hash:
	case data.Array:
		var ok bool
		if added, ok = hashOfList(right); !ok {
			return nil, s.unsupported(e, "a hash plus an array that does not consist of keys and values")
		}
	default:
		return nil, s.failAt(s.operator(e.Left, e.Right, e.Operator),
			"Error while evaluating a '+' expression, Can only append Array or Hash to a Hash")
	}
	if err := s.visit(e, added); err != nil {
		return nil, err
	}
	var sum data.HashBuilder
	sum.SetAll(left)
	sum.SetAll(added)
	return sum.Hash(), nil
}

// hashOfList converts an array of pairs, or of alternating keys and values, to a hash.
func hashOfList(list *data.Value) (*data.Value, bool) {
	items := list.Items()
	var hash data.HashBuilder
	nested := len(items) > 0
	for _, item := range items {
		nested = nested && item.Kind() == data.Array
	}
	if !nested {
		if len(items)%2 != 0 {
			return nil, false
		}
		for i := 0; i < len(items); i += 2 {
			hash.Set(items[i], items[i+1])
		}
		return hash.Hash(), true
	}
	for _, item := range items {
		if item.Len() != 2 {
			return nil, false
		}
		hash.Set(item.Items()[0], item.Items()[1])
	}
	return hash.Hash(), true
}

// without returns an array without the elements of another one, or a hash without some keys.
func without(v, taken *data.Value) *data.Value {
	var index data.Index
	if v.Kind() == data.Array {
		for _, item := range asList(taken) {
			index.Add(item)
		}
		// Ruby's ==, for which 1 and 1.0 are equal.
		return data.NewArray(slices.DeleteFunc(slices.Clone(v.Items()), func(item *data.Value) bool { return index.Find(item, rubyEqual) >= 0 }))
	}
	keys := []*data.Value{taken}
	switch taken.Kind() {
	case data.Array:
		keys = taken.Items()
	case data.Hash:
		keys = nil
		for _, e := range taken.Entries() {
			keys = append(keys, e.Key)
		}
	}
	for _, k := range keys {
		index.Add(k)
	}
	return data.NewHash(slices.DeleteFunc(slices.Clone(v.Entries()), func(e data.Entry) bool { return index.Find(e.Key, data.Eql) >= 0 }))
}

// rubyEqual is Ruby's ==.
func rubyEqual(a, b *data.Value) bool {
	switch {
	case a.IsNumber() && b.IsNumber():
		order, ok := data.CompareNumbers(a, b)
		return ok && order == 0
	case a.Kind() == data.Array && b.Kind() == data.Array:
		return slices.EqualFunc(a.Items(), b.Items(), rubyEqual)
	case a.Kind() == data.Hash && b.Kind() == data.Hash:
		return a.Len() == b.Len() && !slices.ContainsFunc(a.Entries(), func(e data.Entry) bool {
			other, ok := b.GetKey(e.Key)
			return !ok || !rubyEqual(e.Value, other)
		})
	}
	return data.Eql(a, b)
}

// equal evaluates the operator ==, which compares strings case-insensitively.
func (s *scope) equal(a, b *data.Value) (bool, error) {
	if t, ok := asType(a); ok {
		o, ok := asType(b)
		return ok && t.Eql(o), nil
	}
	switch a.Kind() {
	case data.Undef:
		return b.IsUndef() || isUndefSymbol(b), nil
	case data.String:
		if b.Kind() != data.String {
			return false, nil
		}
		return compareFold(a.Text(), b.Text()) == 0, nil
	case data.Integer, data.Float:
		return b.IsNumber() && rubyEqual(a, b), nil
	case data.Array:
		if b.Kind() != data.Array || a.Len() != b.Len() {
			return false, nil
		}
		for i, item := range a.Items() {
			if is, err := s.equal(item, b.Items()[i]); err != nil || !is {
				return false, err
			}
		}
		return true, nil
	case data.Hash:
		if b.Kind() != data.Hash || a.Len() != b.Len() {
			return false, nil
		}
		for _, entry := range a.Entries() {
			other, ok := b.GetKey(entry.Key)
			if !ok {
				other = data.NewUndef()
			}
			if is, err := s.equal(other, entry.Value); err != nil || !is {
				return false, err
			}
		}
		return true, nil
	}
	return data.Eql(a, b), nil
}

// compareFold is Ruby's casecmp, which folds only ASCII letters.
func compareFold(a, b string) int {
	return strings.Compare(strings.Map(ascii.ToLower[rune], a), strings.Map(ascii.ToLower[rune], b))
}

// ordered evaluates one of < <= > >=.
func (s *scope) ordered(e *pp.Binary, a, b *data.Value) (bool, error) {
	if t, ok := asType(a); ok {
		o, ok := asType(b)
		if !ok {
			return false, s.unsupported(e, "a comparison of a type with another value")
		}
		if err := s.work(e, types.Visits(t)+types.Visits(o)); err != nil {
			return false, err
		}
		return orderedTypes(e.Operator, t, o), nil
	}
	order, problem, err := s.compare(e, a, b)
	switch {
	case err != nil:
		return false, err
	case problem != "":
		return false, s.failAt(s.operator(e.Left, e.Right, e.Operator),
			"Comparison of: %s %s %s, is not possible. Caused by '%s'.", label(a), e.Operator, label(b), problem)
	}
	switch e.Operator {
	case pp.Less:
		return order < 0, nil
	case pp.LessEqual:
		return order <= 0, nil
	case pp.Greater:
		return order > 0, nil
	}
	return order >= 0, nil
}

func orderedTypes(operator pp.Operator, t, o types.Type) bool {
	switch operator {
	case pp.Less:
		return types.Assignable(o, t) && !t.Eql(o)
	case pp.LessEqual:
		return types.Assignable(o, t)
	case pp.Greater:
		return types.Assignable(t, o) && !t.Eql(o)
	}
	return types.Assignable(t, o)
}

// compare compares two values, or returns why they cannot be compared.
func (s *scope) compare(at place, a, b *data.Value) (order int, problem string, err error) {
	_, isType := asType(b)
	switch {
	case a.Kind() == data.Rich || b.Kind() == data.Rich && !isType, a.Kind() == data.Default || a.Kind() == data.Symbol:
		return 0, "", s.unsupported(at, "a comparison of times and the like")
	case a.Kind() == data.String:
		if b.Kind() != data.String {
			return 0, "A String is not comparable to a non String", nil
		}
		return compareFold(a.Text(), b.Text()), "", nil
	case a.IsNumber() && b.IsNumber():
		order, _ = data.CompareNumbers(a, b)
		return order, "", nil
	case a.IsNumber():
		return 0, "A Numeric is not comparable to non Numeric", nil
	}
	return 0, "Only Strings, Numbers, Timespans, Timestamps, and Versions are comparable", nil
}

// label names the type of a value as in Puppet's messages.
func label(v *data.Value) string {
	if t, ok := asType(v); ok {
		return t.String() + "-Type"
	}
	switch v.Kind() {
	case data.Undef:
		return "Undef Value"
	case data.Default, data.Symbol:
		return "Object"
	}
	return v.Kind().String()
}

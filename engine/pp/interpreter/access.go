package interpreter

import (
	"cmp"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
)

// access evaluates `value[key]`, or a type with parameters.
func (s *scope) access(e *pp.Access) (*data.Value, error) {
	if isTypeExpression(e) {
		return s.typeValue(e)
	}
	v, err := s.evaluate(e.Of)
	if err != nil {
		return nil, err
	}
	if v.IsUnknown() {
		return nil, unknownError(v)
	}
	keys := make([]*data.Value, 0, len(e.Keys))
	for _, k := range e.Keys {
		key, err := s.known(k)
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	if err := s.visit(e, keys...); err != nil {
		return nil, err
	}
	switch v.Kind() {
	case data.Hash:
		return s.hashAccess(e, v, keys)
	case data.Array:
		return s.arrayAccess(e, v, data.Flatten(keys))
	case data.String:
		if err := s.read(e, len(v.Text())); err != nil {
			return nil, err
		}
		return s.stringAccess(e, v, data.Flatten(keys))
	case data.Rich:
		return nil, s.unsupported(e, "`[]` on anything but a string, an array, a hash or a type name")
	}
	return nil, s.fail(e.Of, "Operator '[]' is not applicable to %s.", pp.WithArticle(label(v)))
}

// hashAccess returns the value of a key, or an array of the existing values of several keys.
func (s *scope) hashAccess(e *pp.Access, v *data.Value, keys []*data.Value) (*data.Value, error) {
	if len(keys) == 1 {
		if value, ok := v.GetKey(keys[0]); ok {
			return value, nil
		}
		return data.NewUndef(), nil
	}
	if len(keys) == 0 {
		return nil, s.unsupported(e, "`[]` without a key")
	}
	var values []*data.Value
	for _, k := range keys {
		if value, ok := v.GetKey(k); ok && !value.IsUndef() {
			values = append(values, value)
		}
	}
	return data.NewArray(values), nil
}

// arrayAccess returns an element, or with a length a part of the array.
func (s *scope) arrayAccess(e *pp.Access, v *data.Value, keys []*data.Value) (*data.Value, error) {
	at, ok, err := s.indexes(e, keys, s.elementIndex)
	if err != nil || !ok {
		return nil, cmp.Or(err, s.unsupported(e, "`[]` on an array with these keys"))
	}
	items := v.Items()
	if len(at) == 1 {
		if i, ok := within(at[0], len(items)); ok {
			return items[i], nil
		}
		return data.NewUndef(), nil
	}
	start, end := part(at, len(items))
	return data.NewArray(items[start:end:end]), nil
}

// stringAccess returns a character, or with a length a part of the string.
func (s *scope) stringAccess(e *pp.Access, v *data.Value, keys []*data.Value) (*data.Value, error) {
	at, ok, err := s.indexes(e, keys, s.characterIndex)
	if err != nil || !ok || !utf8.ValidString(v.Text()) {
		return nil, cmp.Or(err, s.unsupported(e, "`[]` on a string with these keys"))
	}
	characters := []rune(v.Text())
	if len(at) == 1 {
		if i, ok := within(at[0], len(characters)); ok {
			return data.NewString(string(characters[i])), nil
		}
		return data.NewString(""), nil
	}
	start, end := part(at, len(characters))
	return data.NewString(string(characters[start:end])), nil
}

// within returns an index that counts from the end if it is negative. ok is false if there is no such element.
func within[I int | int64](index I, size int) (_ I, ok bool) {
	if index < 0 {
		index += I(size)
	}
	return index, 0 <= index && index < I(size)
}

// elementIndex returns a key as an integer.
func (s *scope) elementIndex(e pp.Expression, key *data.Value) (*data.Value, error) {
	n, err := s.number(e, key)
	if err == nil && n.Kind() == data.Float {
		err = s.fail(s.operandPlace(e), "An Array[] cannot use Float where Integer is expected")
	}
	return n, err
}

// characterIndex returns a key as an integer. Strings are converted silently.
func (s *scope) characterIndex(e pp.Expression, key *data.Value) (*data.Value, error) {
	if n := toNumber(key); n != nil {
		key = n
	}
	if key.Kind() != data.Integer {
		return nil, s.fail(s.operandPlace(e), "A substring operation does not accept %s as a character index. Expected an Integer",
			pp.WithArticle(types.Generalize(types.Infer(key)).String()))
	}
	return key, nil
}

// indexes returns one or two keys as integers. ok is false if there are others, or if they are large.
func (s *scope) indexes(e *pp.Access, keys []*data.Value, index func(pp.Expression, *data.Value) (*data.Value, error)) (at []int, ok bool, err error) {
	if len(keys) != 1 && len(keys) != 2 || len(keys) != len(e.Keys) {
		return nil, false, nil
	}
	for i, k := range keys {
		n, err := index(e.Keys[i], k)
		if err != nil {
			return nil, false, err
		}
		i, small := n.Int()
		if !small || i > 1<<40 || i < -1<<40 {
			return nil, false, nil
		}
		at = append(at, int(i))
	}
	return at, true, nil
}

// part returns the bounds of a part of something with the given size. at is its start and its length, which both count
// from the end if negative.
func part(at []int, size int) (start, end int) {
	start, length := at[0], at[1]
	if start < 0 {
		start += size
	}
	if length < 0 {
		length += size - start + 1
	}
	if start < 0 {
		length += start
		start = 0
	}
	if start > size || length < 0 {
		return 0, 0
	}
	return start, min(start+length, size)
}

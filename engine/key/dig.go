package key

import "github.com/hieralint/hieralint/engine/data"

// Dig follows the sub key of k into value, the value of its root key. found is false when a part
// of it is not there. The error is a *MismatchError.
func (k Key) Dig(value *data.Value) (dug *data.Value, found bool, err error) {
	for i := range k.Sub {
		if value, found, err = k.Step(i, value); !found || err != nil {
			return nil, false, err
		}
	}
	return value, true, nil
}

// Step follows the one segment k.Sub[i] into value, as Dig does.
//
// Nothing is found in undef, behind the ends of a list (a negative index is not counted from its
// end), and under a key that a hash does not have. An Integer segment looks for the Integer key of
// a hash, not for its text. Any other value, and a list with a name, is a mismatch (Puppet 7.23,
// cases keys/dig*).
func (k Key) Step(i int, value *data.Value) (dug *data.Value, found bool, err error) {
	segment := k.Sub[i]
	switch kind := value.Kind(); {
	case kind == data.Undef:
		return nil, false, nil
	case kind == data.Hash:
		dug, found = value.GetKey(segment.Value)
		return dug, found, nil
	case kind == data.Array && segment.IsIndex():
		index, fits := segment.Value.Int()
		if !fits || index < 0 || index >= int64(value.Len()) {
			return nil, false, nil
		}
		return value.Items()[index], true, nil
	default:
		return nil, false, &MismatchError{Key: k.Text, Segment: segment, Value: value}
	}
}

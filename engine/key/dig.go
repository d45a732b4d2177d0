package key

import "github.com/hieralint/hieralint/engine/data"

// Dig follows the subkey of k into value, the value of its root key. found is false if a part does
// not exist. The error is a *MismatchError.
func (k Key) Dig(value *data.Value) (dug *data.Value, found bool, err error) {
	for i := range k.Sub {
		if value, found, err = k.Step(i, value); !found || err != nil {
			return nil, false, err
		}
	}
	return value, true, nil
}

// Step follows the single segment k.Sub[i] into value, like Dig.
//
// Nothing is found in undef, past the end of an array (negative indexes do not count from the end),
// or under a key that a hash does not have. An Integer segment selects the Integer key of a hash,
// not the String. Other values, and an array with a String segment, are a mismatch (Puppet 7.23,
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
	}
	return nil, false, &MismatchError{Key: k.Text, Segment: segment, Value: value}
}

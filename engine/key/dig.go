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

// Step follows the one segment k.Sub[i] into value.
func (k Key) Step(i int, value *data.Value) (dug *data.Value, found bool, err error) {
	return nil, false, nil
}

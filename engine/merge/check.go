package merge

import (
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// valueTypes are the types that unique and hash require of both values. They are used only for
// messages; the check itself does not need them.
var (
	uniqueType = sync.OnceValue(func() types.Type { return types.MustParse("Variant[Scalar, Array[Data]]") })
	hashType   = sync.OnceValue(func() types.Type { return types.MustParse("Hash[String, Data]") })
)

// check returns Puppet's error if the strategy cannot merge the values.
func (s *Strategy) check(higher, lower *data.Value) error {
	wanted, fits := uniqueType, isScalarOrData
	if s.kind == hash {
		wanted, fits = hashType, isDataHash
	}
	for i, v := range [...]*data.Value{higher, lower} {
		if fits(v) {
			continue
		}
		subject := "The first element of the merge"
		if i == 1 {
			subject = "The second element of the merge"
		}
		if err := types.AssertInstance(subject, wanted(), v); err != nil {
			return &Error{Class: TypeAssertionError, Message: err.Error()}
		}
	}
	return nil
}

// isDataHash reports whether v is certainly a Hash[String, Data].
func isDataHash(v *data.Value) bool { return v.Kind() == data.Hash && isData(v) }

// isScalarOrData reports whether v is certainly a Scalar or an Array[Data].
func isScalarOrData(v *data.Value) bool {
	switch v.Kind() {
	case data.Boolean, data.Integer, data.Float, data.String:
		return true
	case data.Array:
		return isData(v)
	}
	return v.IsUnknown()
}

func isData(v *data.Value) bool {
	switch v.Kind() {
	case data.Undef, data.Boolean, data.Integer, data.Float, data.String:
		return true
	case data.Array:
		return lists.All(v.Items(), isData)
	case data.Hash:
		return lists.All(v.Entries(), func(e data.Entry) bool { return e.Key.Kind() == data.String && isData(e.Value) })
	}
	return v.IsUnknown()
}

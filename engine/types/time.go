package types

import (
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

// moment returns a limit of t as printed.
func (t *timeType) moment(n ranges.Number) string {
	switch {
	case !t.span:
		return rich.NewTimestamp(n.Floor()).String()
	case n.IsFloat():
		// A limit that was given as a Float remains one in Puppet, and so do its trailing zeros.
		return rich.NewTimespan(n.Floor()).StringWithZeros()
	}
	return rich.NewTimespan(n.Floor()).String()
}

// timeLimit returns a limit of Timestamp or Timespan that is a string or a hash.
func timeLimit(span bool, v *data.Value) (ranges.Number, error) {
	switch _, ofText := v.Get("string"); {
	case span && v.Kind() == data.Hash && !ofText:
		return rich.NanosecondsOfFields(v)
	case span:
		t, err := rich.TimespanOf(v)
		if err != nil {
			return ranges.Number{}, err
		}
		return ranges.Big(t.Nanoseconds()), nil
	}
	t, err := rich.TimestampOf(v)
	if err != nil {
		return ranges.Number{}, err
	}
	return ranges.Big(t.Nanoseconds()), nil
}

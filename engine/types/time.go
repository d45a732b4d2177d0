package types

import (
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
)

var nsecPerSec = big.NewInt(1_000_000_000)

// moment is a limit of t as it prints.
func (t *timeType) moment(n ranges.Number) string {
	switch {
	case !t.span:
		return rich.NewTimestamp(n.Floor()).String()
	case n.IsFloat():
		// A limit that was given as a Float stays one in Puppet, and then the zeros at the end stay too.
		return rich.NewTimespan(n.Floor()).StringWithZeros()
	}
	return rich.NewTimespan(n.Floor()).String()
}

// timeLimit is a limit of Timestamp or Timespan that is a string or a hash.
func timeLimit(span bool, v *data.Value) (ranges.Number, error) {
	if span {
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

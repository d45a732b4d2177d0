package rich

import (
	"errors"
	"math/big"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
)

// Timespan is a duration as a value.
type Timespan struct{ nsecs *big.Int }

// NewTimespan returns a Timespan.
func NewTimespan(nanoseconds *big.Int) *Timespan { return &Timespan{nanoseconds} }

// Nanoseconds returns the duration in nanoseconds.
func (t *Timespan) Nanoseconds() *big.Int { return t.nsecs }

// Eql reports whether o is an equal Timespan.
func (t *Timespan) Eql(o any) bool {
	other, ok := o.(*Timespan)
	return ok && t.nsecs.Cmp(other.nsecs) == 0
}

// String returns the Timespan as Puppet prints it: 1-02:03:04.5 is a day, two hours, three minutes,
// and four and a half seconds.
func (t *Timespan) String() string { return spanFormats[0].format(t.nsecs, true) }

// StringWithZeros is String with all digits of the fraction.
func (t *Timespan) StringWithZeros() string { return spanFormats[0].format(t.nsecs, false) }

// spanFormats are tried in this order when a String is parsed.
var spanFormats = mustSpanFormats("%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N",
	"%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S")

func mustSpanFormats(texts ...string) []*spanFormat {
	formats := make([]*spanFormat, len(texts))
	for i, text := range texts {
		f, err := parseSpanFormat(text)
		if err != nil {
			panic(err)
		}
		formats[i] = f
	}
	return formats
}

// parseTimespan parses text in one of the default formats.
func parseTimespan(text string) (*Timespan, error) {
	work := maxSpanWork
	for _, f := range spanFormats {
		if t, err := f.parse(text, &work); err == nil {
			return t, nil
		}
	}
	return nil, noFormat(text, spanFormats)
}

func noFormat(text string, formats []*spanFormat) error {
	texts := lists.Map(formats, func(f *spanFormat) string { return f.text })
	return errors.New("Unable to parse '" + text + "' using any of the formats " + strings.Join(texts, ", "))
}

// Seconds returns the duration in seconds for calculations.
func (t *Timespan) Seconds() *big.Rat { return new(big.Rat).SetFrac(t.nsecs, NanosecondsPerSecond) }

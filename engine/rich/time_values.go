package rich

import (
	"errors"
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// TimespanOf returns the Timespan that a string or hash represents: a hash of fields, or of a
// string and its format.
func TimespanOf(v *data.Value) (*Timespan, error) {
	switch {
	case v.Kind() == data.String:
		return parseTimespan(v.Text())
	case member(v, "string") != nil:
		return NewTimespanOfText(member(v, "string").Text(), member(v, "format"))
	}
	return NewTimespanOfFields(v), nil
}

// TimestampOf returns the Timestamp that a string or hash represents.
func TimestampOf(v *data.Value) (*Timestamp, error) {
	if v.Kind() == data.String {
		return parseTimestamp(v.Text(), nil, false, "")
	}
	return NewTimestampOfText(member(v, "string"), member(v, "format"), member(v, "timezone"))
}

// formats returns the strings of an argument that is a format or an array of formats; single
// reports the former. They are nil if the argument is not given.
func formats(v *data.Value) (texts []string, single bool) {
	switch {
	case v == nil || v.Kind() != data.Array && v.Kind() != data.String:
		return nil, false
	case v.Kind() == data.String:
		return []string{v.Text()}, true
	}
	return lists.Map(v.Items(), (*data.Value).Text), false
}

// NewTimestampOfText parses text with a format or an array of formats. The format and time zone may
// be nil.
func NewTimestampOfText(text, format, zone *data.Value) (*Timestamp, error) {
	if text == nil || text.Kind() != data.String {
		return nil, rubytext.NoImplicitConversion("nil", "String")
	}
	texts, single := formats(format)
	name := ""
	if zone != nil {
		name = zone.Text()
	}
	return parseTimestamp(text.Text(), texts, single, name)
}

// NewTimespanOfText parses text with a format or an array of formats; nil means the default ones.
func NewTimespanOfText(text string, format *data.Value) (*Timespan, error) {
	texts, single := formats(format)
	if texts == nil {
		return parseTimespan(text)
	}
	if single {
		f, err := parseSpanFormat(texts[0])
		if err != nil {
			return nil, err
		}
		return f.parse(text)
	}
	var parsed []*spanFormat
	for _, t := range texts {
		f, err := parseSpanFormat(t)
		if err != nil {
			return nil, err
		}
		if span, err := f.parse(text); err == nil {
			return span, nil
		}
		parsed = append(parsed, f)
	}
	return nil, noFormat(text, parsed)
}

// negative reports whether a hash of fields represents a negative Timespan.
func negative(fields *data.Value) bool {
	v := member(fields, "negative")
	return v != nil && v.Kind() == data.Boolean && v.Bool()
}

// member returns the value of a key in a hash, or nil.
func member(h *data.Value, key string) *data.Value {
	v, _ := h.Get(key)
	return v
}

// NewTimespanOfFields adds days, hours, and so on.
func NewTimespanOfFields(v *data.Value) *Timespan {
	sum := new(big.Int)
	for _, e := range v.Entries() {
		if unit, ok := TimeUnits[e.Key.Text()]; ok && e.Value.Kind() == data.Integer {
			sum.Add(sum, new(big.Int).Mul(e.Value.BigInt(), big.NewInt(unit)))
		}
	}
	if negative(v) {
		sum.Neg(sum)
	}
	return &Timespan{nsecs: sum}
}

// CheckTimespanFormats rejects invalid formats.
func CheckTimespanFormats(format *data.Value) error {
	texts, _ := formats(format)
	for _, text := range texts {
		if _, err := parseSpanFormat(text); err != nil {
			return err
		}
	}
	return nil
}

// CheckTimezone rejects an unknown time zone.
func CheckTimezone(name string) error {
	if _, ok := timezoneOffset(name); !ok {
		return errors.New("Illegal timezone '" + name + "'")
	}
	return nil
}

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
		return NewTimespanOfText(member(v, "string"), member(v, "format"))
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

// isFormat reports whether an argument can be a format or an array of formats; nil, undef, and default mean the usual
// ones.
func isFormat(v *data.Value) bool {
	if v == nil {
		return true
	}
	switch v.Kind() {
	case data.Undef, data.Default, data.String, data.Array:
		return true
	}
	return false
}

// formats returns the strings of an argument that is a format or an array of formats; single
// reports the former. They are nil if the argument is not given.
func formats(v *data.Value) (texts []string, single bool) {
	switch {
	case v == nil || v.Kind() == data.Undef || v.Kind() == data.Default:
		return nil, false
	case v.Kind() == data.String:
		return []string{v.Text()}, true
	}
	return lists.Map(v.Items(), (*data.Value).Text), false
}

// noEmpty is where Puppet 7.23 asks whether a time zone is empty.
var noEmpty = rubytext.MissingMethod{
	Method: "empty?", Mark: ".empty?",
	Line: `    has_timezone = !(timezone.nil? || timezone.empty? || timezone == :default)`,
}

// NewTimestampOfText parses text with a format or an array of formats. The format and time zone may
// be nil. The error for an argument of another kind is Ruby's.
func NewTimestampOfText(text, format, zone *data.Value) (*Timestamp, error) {
	name := ""
	switch {
	case zone == nil || zone.IsUndef() || zone.Kind() == data.Default:
	case zone.Kind() == data.String:
		name = zone.Text()
	case zone.Kind() != data.Array && zone.Kind() != data.Hash:
		return nil, noEmpty.On(rubytext.Receiver(zone))
	case zone.Len() > 0:
		return nil, noString(zone)
	}
	switch {
	case text == nil:
		return nil, noString(data.NewUndef())
	case text.Kind() != data.String:
		return nil, noString(text)
	case !isFormat(format):
		return nil, noString(format)
	}
	texts, single := formats(format)
	return parseTimestamp(text.Text(), texts, single, name)
}

// noString returns the error of a value that Ruby does not convert to a string.
func noString(v *data.Value) error {
	return rubytext.NoImplicitConversion(rubytext.Implicit(v), "String")
}

// NewTimespanOfText parses text with a format or an array of formats; nil means the default ones.
// The error for an argument of another kind is Ruby's.
func NewTimespanOfText(value, format *data.Value) (*Timespan, error) {
	if !isFormat(format) {
		return nil, errors.New("Format must be a String")
	}
	if value.Kind() != data.String && !value.IsUndef() {
		return nil, noString(value)
	}
	text := value.Text()
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

package rich

import (
	"errors"
	"math/big"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lists"
)

// TimespanOf is the Timespan that a string or a hash stands for: of fields, or of a string and its format.
func TimespanOf(v *data.Value) (*Timespan, error) {
	switch {
	case v.Kind() == data.String:
		return parseTimespan(v.Text())
	case member(v, "string") != nil:
		return NewTimespanOfText(member(v, "string").Text(), member(v, "format"))
	}
	return NewTimespanOfFields(v), nil
}

// TimestampOf is the Timestamp that a string or a hash stands for.
func TimestampOf(v *data.Value) (*Timestamp, error) {
	if v.Kind() == data.String {
		return parseTimestamp(v.Text(), nil, false, "")
	}
	return NewTimestampOfText(member(v, "string"), member(v, "format"), member(v, "timezone"))
}

// formats are the strings of an argument that is one format or a list of them; single reports that it is one.
// They are nil when it was not given.
func formats(v *data.Value) (texts []string, single bool) {
	switch {
	case v == nil || v.Kind() != data.Array && v.Kind() != data.String:
		return nil, false
	case v.Kind() == data.String:
		return []string{v.Text()}, true
	}
	return lists.Map(v.Items(), (*data.Value).Text), false
}

// NewTimestampOfText reads text in a format or one of a list. The format and time zone may be nil.
func NewTimestampOfText(text, format, zone *data.Value) (*Timestamp, error) {
	if text == nil || text.Kind() != data.String {
		return nil, errors.New("no implicit conversion of nil into String")
	}
	texts, single := formats(format)
	name := ""
	if zone != nil {
		name = zone.Text()
	}
	return parseTimestamp(text.Text(), texts, single, name)
}

// NewTimespanOfText reads text in a format or one of a list; nil stands for the usual ones.
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

// negative reports whether a hash of fields is that of a negative Timespan.
func negative(fields *data.Value) bool {
	v := member(fields, "negative")
	return v != nil && v.Kind() == data.Boolean && v.Bool()
}

// member is the value of a key in a hash, or nil.
func member(h *data.Value, key string) *data.Value {
	v, _ := h.Get(key)
	return v
}

// NewTimespanOfFields adds up days, hours and so on.
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

// CheckTimespanFormats refuses a format, or a list of them, that is not valid.
func CheckTimespanFormats(format *data.Value) error {
	texts, _ := formats(format)
	for _, text := range texts {
		if _, err := parseSpanFormat(text); err != nil {
			return err
		}
	}
	return nil
}

// CheckTimezone refuses an unknown time zone.
func CheckTimezone(name string) error {
	if _, ok := timezoneOffset(name); !ok {
		return errors.New("Illegal timezone '" + name + "'")
	}
	return nil
}

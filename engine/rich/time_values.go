package rich

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
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
	n, err := NanosecondsOfFields(v)
	if err != nil {
		return nil, err
	}
	return &Timespan{nsecs: n.Floor()}, nil
}

// TimestampOf returns the Timestamp that a string or hash represents.
func TimestampOf(v *data.Value) (*Timestamp, error) {
	if v.Kind() == data.String {
		return parseTimestamp(v.Text(), timeFormats{}, "")
	}
	return NewTimestampOfText(member(v, "string"), member(v, "format"), member(v, "timezone"))
}

// timeFormats is an argument that is a format or an array of formats.
type timeFormats struct {
	// texts holds the formats; nil for the default ones.
	texts []string
	// single reports that the argument is a format, and not an array.
	single bool
	// invalid is the first value that is no String, after texts; nil if all are.
	invalid *data.Value
}

// formatsOf returns the formats of an argument, which may be nil.
func formatsOf(v *data.Value) timeFormats {
	switch {
	case v == nil || v.IsUndef():
		return timeFormats{}
	case v.Kind() == data.String:
		return timeFormats{texts: []string{v.Text()}, single: true}
	case v.Kind() != data.Array:
		return timeFormats{texts: []string{}, invalid: v}
	}
	f := timeFormats{texts: []string{}}
	for _, item := range v.Items() {
		if item.Kind() != data.String {
			f.invalid = item
			break
		}
		f.texts = append(f.texts, item.Text())
	}
	return f
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
	if format != nil && format.Kind() == data.Default {
		format = nil
	}
	f := formatsOf(format)
	if text == nil {
		text = data.NewUndef()
	}
	if hasAny := f.texts == nil || len(f.texts) > 0 || f.invalid != nil; hasAny && text.Kind() != data.String {
		return nil, noString(text)
	}
	return parseTimestamp(rubytext.ToS(text), f, name)
}

// noString returns the error of a value that Ruby does not convert to a string.
func noString(v *data.Value) error {
	return rubytext.NoImplicitConversion(rubytext.Implicit(v), "String")
}

// NewTimespanOfText parses text with a format or an array of formats; nil means the default ones.
// The error for an argument of another kind is Ruby's.
func NewTimespanOfText(value, format *data.Value) (*Timespan, error) {
	f := formatsOf(format)
	isText := value.Kind() == data.String || value.IsUndef()
	if f.texts == nil && isText {
		return parseTimespan(value.Text())
	}
	var tried []*spanFormat
	work := maxSpanWork
	for _, text := range f.texts {
		parsed, err := parseSpanFormat(text)
		if err != nil {
			return nil, err
		}
		if !isText {
			return nil, noString(value)
		}
		span, err := parsed.parse(value.Text(), &work)
		if errors.Is(err, errUnparsed) && f.single {
			err = errors.New("Unable to parse '" + value.Text() + "' using format '" + text + "'")
		}
		if err == nil || f.single {
			return span, err
		}
		tried = append(tried, parsed)
	}
	switch {
	case f.invalid != nil:
		return nil, errors.New("Format must be a String")
	case f.texts == nil:
		return nil, noString(value)
	}
	return nil, noFormat(rubytext.ToS(value), tried)
}

// member returns the value of a key in a hash, or nil.
func member(h *data.Value, key string) *data.Value {
	v, _ := h.Get(key)
	return v
}

// CheckTimespanFormats rejects invalid formats.
func CheckTimespanFormats(format *data.Value) error {
	for _, text := range formatsOf(format).texts {
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

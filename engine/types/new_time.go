package types

import (
	"errors"
	"math"
	"math/big"
	"sync"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// timeLimit is a limit of Timestamp or Timespan that is a text or a hash.
func timeLimit(span bool, v *data.Value) (num, error) {
	if span {
		t, err := timespanFrom(v)
		if err != nil {
			return num{}, err
		}
		return bigNum(t.nsecs), nil
	}
	t, err := timestampFrom(v)
	if err != nil {
		return num{}, err
	}
	return bigNum(t.nsecs), nil
}

func timespanFrom(v *data.Value) (*Timespan, error) {
	switch {
	case v.Kind() == data.String:
		return parseTimespan(v.Text())
	case member(v, "string") != nil:
		return timespanFromText(member(v, "string").Text(), member(v, "format"))
	}
	return timespanFromFields(v), nil
}

func timestampFrom(v *data.Value) (*Timestamp, error) {
	if v.Kind() == data.String {
		return parseTimestamp(v.Text(), nil, false, "")
	}
	return timestampFromText(member(v, "string"), member(v, "format"), member(v, "timezone"))
}

// formats are the texts of an argument that is one format or a list of them; single tells which.
// They are nil when it was not given.
func formats(v *data.Value) (texts []string, single bool) {
	switch {
	case v == nil || v.Kind() != data.Array && v.Kind() != data.String:
		return nil, false
	case v.Kind() == data.String:
		return []string{v.Text()}, true
	}
	for _, item := range v.Items() {
		texts = append(texts, item.Text())
	}
	return texts, false
}

func timestampFromText(text, format, zone *data.Value) (*Timestamp, error) {
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

func timespanFromText(text string, format *data.Value) (*Timespan, error) {
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

// timespanFromFields adds up days, hours and so on.
func timespanFromFields(v *data.Value) *Timespan {
	sum := new(big.Int)
	for _, e := range v.Entries() {
		if unit, ok := spanUnits[e.Key.Text()]; ok && e.Value.Kind() == data.Integer {
			sum.Add(sum, new(big.Int).Mul(e.Value.BigInt(), big.NewInt(unit)))
		}
	}
	if isTrue(member(v, "negative")) {
		sum.Neg(sum)
	}
	return &Timespan{nsecs: sum}
}

// nanosecondsOf is a number of seconds in nanoseconds.
func nanosecondsOf(v *data.Value) (*big.Int, error) {
	if v.Kind() == data.Integer {
		return new(big.Int).Mul(v.BigInt(), nsecPerSec), nil
	}
	f := v.Float() * 1e9
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return nil, errors.New(rubytext.Float(f))
	}
	i, _ := big.NewFloat(math.Trunc(f)).Int(nil)
	return i, nil
}

var newTimestamp = sync.OnceValue(func() *constructor {
	typ := localTypes("Formats = Variant[String[2],Array[String[2], 1]]")
	text := StringSize(1, Unbounded)
	return &constructor{name: "new_timestamp", ways: []way{
		{
			call: func([]*data.Value) (*data.Value, error) {
				return data.NewRich(&Timestamp{nsecs: big.NewInt(time.Now().UnixNano())}), nil
			},
		},
		{
			params:   []parameter{{"seconds", MustParse("Variant[Integer,Float]")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				n, err := nanosecondsOf(args[0])
				return rich(&Timestamp{nsecs: n}, err)
			},
		},
		{
			params:   []parameter{{"string", text}, {"format", typ("Formats")}, {"timezone", text}},
			required: 1,
			check:    checkTimezone,
			call: func(args []*data.Value) (*data.Value, error) {
				t, err := timestampFromText(args[0], argument(args, 1), argument(args, 2))
				return rich(t, err)
			},
		},
		{
			params:   []parameter{{"hash_arg", typ("Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				t, err := timestampFrom(args[0])
				return rich(t, err)
			},
		},
	}}
})

// rich wraps a value, unless there is an error.
func rich(payload any, err error) (*data.Value, error) {
	if err != nil {
		return nil, err
	}
	return data.NewRich(payload), nil
}

var newTimespan = sync.OnceValue(func() *constructor {
	typ := localTypes("Formats = Variant[String[2],Array[String[2], 1]]")
	units := []string{"days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"}
	fields := make([]parameter, len(units))
	for i, u := range units {
		fields[i] = parameter{u, Integer}
	}
	return &constructor{name: "new_timespan", ways: []way{
		{
			params:   []parameter{{"seconds", MustParse("Variant[Integer,Float]")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				n, err := nanosecondsOf(args[0])
				return rich(&Timespan{nsecs: n}, err)
			},
		},
		{
			params:   []parameter{{"string", StringSize(1, Unbounded)}, {"format", typ("Formats")}},
			required: 1,
			check:    checkSpanFormats,
			call: func(args []*data.Value) (*data.Value, error) {
				t, err := timespanFromText(args[0].Text(), argument(args, 1))
				return rich(t, err)
			},
		},
		{
			params:   fields,
			required: 4,
			call: func(args []*data.Value) (*data.Value, error) {
				sum := new(big.Int)
				for i, a := range args {
					sum.Add(sum, new(big.Int).Mul(a.BigInt(), big.NewInt(spanUnits[units[i]])))
				}
				return data.NewRich(&Timespan{nsecs: sum}), nil
			},
		},
		{
			params:   []parameter{{"hash_arg", typ("Struct[{string => String[1], Optional[format] => Formats}]")}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				t, err := timespanFrom(args[0])
				return rich(t, err)
			},
		},
		{
			params: []parameter{{"hash_arg", typ(`Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer,
				Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer,
				Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]`)}},
			required: 1,
			call: func(args []*data.Value) (*data.Value, error) {
				return data.NewRich(timespanFromFields(args[0])), nil
			},
		},
	}}
})

// checkSpanFormats refuses formats that are none.
func checkSpanFormats(args []*data.Value) error {
	texts, _ := formats(args[0])
	for _, text := range texts {
		if _, err := parseSpanFormat(text); err != nil {
			return err
		}
	}
	return nil
}

// checkTimezone refuses a time zone that is not known.
func checkTimezone(args []*data.Value) error {
	zone := argument(args, 1)
	if zone == nil {
		return nil
	}
	if _, ok := timezoneOffset(zone.Text()); !ok {
		return errors.New("Illegal timezone '" + zone.Text() + "'")
	}
	return nil
}

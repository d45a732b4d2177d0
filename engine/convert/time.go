package convert

import (
	"math/big"
	"sync"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// nanosecondsOf converts seconds to nanoseconds.
func nanosecondsOf(v *data.Value) (*big.Int, error) {
	if v.Kind() == data.Integer {
		return new(big.Int).Mul(v.BigInt(), rich.NanosecondsPerSecond), nil
	}
	return truncate(v.Float() * 1e9)
}

var newTimestamp = sync.OnceValue(func() *constructor {
	typ := localTypes(nil, "Formats = Variant[String[2],Array[String[2], 1]]")
	text := types.StringSize(1, types.Unbounded)
	return &constructor{name: "new_timestamp", overloads: []overload{
		{
			signature: takes(0),
			call: func([]*data.Value) (*data.Value, error) {
				return data.NewRich(rich.NewTimestamp(big.NewInt(time.Now().UnixNano()))), nil
			},
		},
		{
			signature: takes(1, param("seconds", types.MustParse("Variant[Integer,Float]"))),
			call: func(args []*data.Value) (*data.Value, error) {
				n, err := nanosecondsOf(args[0])
				return wrap(rich.NewTimestamp(n), err)
			},
		},
		{
			signature: takes(1, param("string", text), param("format", typ("Formats")), param("timezone", text)),
			check:     checkTimezone,
			call: func(args []*data.Value) (*data.Value, error) {
				return wrap(rich.NewTimestampOfText(args[0], argument(args, 1), argument(args, 2)))
			},
		},
		{
			signature: takes(1, param("hash_arg", typ("Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]"))),
			call:      func(args []*data.Value) (*data.Value, error) { return wrap(rich.TimestampOf(args[0])) },
		},
	}}
})

// wrap returns a payload as a value, unless there is an error.
func wrap(payload any, err error) (*data.Value, error) {
	if err != nil {
		return nil, err
	}
	return data.NewRich(payload), nil
}

var newTimespan = sync.OnceValue(func() *constructor {
	typ := localTypes(nil, "Formats = Variant[String[2],Array[String[2], 1]]")
	fields := lists.Map(rich.TimeFields, func(u string) types.Parameter { return param(u, types.Integer) })
	return &constructor{name: "new_timespan", overloads: []overload{
		{
			signature: takes(1, param("seconds", types.MustParse("Variant[Integer,Float]"))),
			call: func(args []*data.Value) (*data.Value, error) {
				n, err := nanosecondsOf(args[0])
				return wrap(rich.NewTimespan(n), err)
			},
		},
		{
			signature: takes(1, param("string", types.StringSize(1, types.Unbounded)), param("format", typ("Formats"))),
			check:     func(args []*data.Value) error { return rich.CheckTimespanFormats(args[0]) },
			call: func(args []*data.Value) (*data.Value, error) {
				return wrap(rich.NewTimespanOfText(args[0], argument(args, 1)))
			},
		},
		{
			signature: takes(4, fields...),
			call: func(args []*data.Value) (*data.Value, error) {
				entries := make([]data.Entry, len(args))
				for i, a := range args {
					entries[i] = data.NewEntry(rich.TimeFields[i], a)
				}
				return wrap(rich.TimespanOf(data.NewHash(entries)))
			},
		},
		{
			signature: takes(1, param("hash_arg", typ("Struct[{string => String[1], Optional[format] => Formats}]"))),
			call:      func(args []*data.Value) (*data.Value, error) { return wrap(rich.TimespanOf(args[0])) },
		},
		{
			signature: takes(1, param("hash_arg", typ(`Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer,
				Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer,
				Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]`))),
			call: func(args []*data.Value) (*data.Value, error) { return wrap(rich.TimespanOf(args[0])) },
		},
	}}
})

// checkTimezone rejects an unknown time zone.
func checkTimezone(args []*data.Value) error {
	if zone := argument(args, 1); zone != nil {
		return rich.CheckTimezone(zone.Text())
	}
	return nil
}

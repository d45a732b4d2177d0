package rich

import (
	"errors"
	"fmt"
	"math/big"
	"strings"

	"github.com/hieralint/hieralint/engine/rubytext"
)

// Timestamp is a time as a value, in nanoseconds since 1970 in UTC.
type Timestamp struct{ nsecs *big.Int }

// NewTimestamp returns a Timestamp.
func NewTimestamp(nanoseconds *big.Int) *Timestamp { return &Timestamp{nanoseconds} }

// Nanoseconds returns the nanoseconds since 1970.
func (t *Timestamp) Nanoseconds() *big.Int { return t.nsecs }

// Eql reports whether o is an equal Timestamp.
func (t *Timestamp) Eql(o any) bool {
	other, ok := o.(*Timestamp)
	return ok && t.nsecs.Cmp(other.nsecs) == 0
}

// String returns the Timestamp as Puppet prints it: 2016-08-28T12:30:27.400000000 UTC.
func (t *Timestamp) String() string { return momentText(t.nsecs) }

// NanosecondsPerSecond must not be changed.
var NanosecondsPerSecond = big.NewInt(1_000_000_000)

var secPerDay = big.NewInt(86_400)

// momentText formats a time in UTC, with any year.
func momentText(nsecs *big.Int) string {
	secs, nanos := new(big.Int), new(big.Int)
	secs.DivMod(nsecs, NanosecondsPerSecond, nanos)
	days, rest := new(big.Int), new(big.Int)
	days.DivMod(secs, secPerDay, rest)
	year, month, day := civil(days)
	clock := rest.Int64()
	return fmt.Sprintf("%s-%02d-%02dT%02d:%02d:%02d.%09d UTC", yearText(year), month, day,
		clock/3600, clock/60%60, clock%60, nanos.Int64())
}

// yearText formats a year with at least four digits after the sign.
func yearText(year *big.Int) string {
	if year.Sign() < 0 {
		return fmt.Sprintf("-%04s", new(big.Int).Neg(year))
	}
	return fmt.Sprintf("%04s", year)
}

// The Gregorian calendar repeats in eras of 400 years. If years start in March, leap days are at
// their end, counted from 0000-03-01.
var (
	daysPerEra  = big.NewInt(146_097)
	daysTo1970  = big.NewInt(719_468)
	yearsPerEra = big.NewInt(400)
)

// civil returns the date for a number of days after 1970-01-01.
func civil(days *big.Int) (year *big.Int, month, day int64) {
	era, ofEra := new(big.Int), new(big.Int)
	era.DivMod(new(big.Int).Add(days, daysTo1970), daysPerEra, ofEra)
	doe := ofEra.Int64()
	yoe := (doe - doe/1460 + doe/36_524 - doe/146_096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	day = doy - (153*mp+2)/5 + 1
	month = mp + 3
	if month > 12 {
		month -= 12
		yoe++
	}
	year = new(big.Int).Mul(era, yearsPerEra)
	return year.Add(year, big.NewInt(yoe)), month, day
}

// daysOf returns the number of days from 1970-01-01 to a date; a day after the end of its month is
// in the next one.
func daysOf(year *big.Int, month, day int64) *big.Int {
	y := new(big.Int).Set(year)
	if month <= 2 {
		y.Sub(y, big.NewInt(1))
		month += 12
	}
	era, ofEra := new(big.Int), new(big.Int)
	era.DivMod(y, yearsPerEra, ofEra)
	yoe := ofEra.Int64()
	doy := (153*(month-3)+2)/5 + day - 1
	doe := yoe*365 + yoe/4 - yoe/100 + doy
	days := new(big.Int).Mul(era, daysPerEra)
	days.Add(days, big.NewInt(doe))
	return days.Sub(days, daysTo1970)
}

// The formats that are tried for a string, with and without a time zone.
var (
	zonelessFormats = []string{"%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"}
	usualFormats    = append([]string{"%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z"}, zonelessFormats...)
)

var errTwoZones = errors.New("Using a Timezone designator in format specification is mutually exclusive to providing an explicit timezone argument")

// parseTimestamp parses text in one of the formats. zone is the time zone of the text, empty for UTC
// or the one in the text.
func parseTimestamp(text string, formats timeFormats, zone string) (*Timestamp, error) {
	if formats.texts == nil {
		formats.texts = usualFormats
		if zone != "" {
			formats.texts = zonelessFormats
		}
	}
	if formats.single {
		format := formats.texts[0]
		p, ok := strptime(text, format)
		switch {
		case !ok || p.leftover:
			return nil, errors.New("Unable to parse '" + text + "' using format '" + format + "'")
		case zone != "" && p.zone != nil:
			return nil, errTwoZones
		}
		return p.timestamp(zone)
	}
	for _, format := range formats.texts {
		if p, ok := strptime(text, format); ok && !p.leftover && (zone == "" || p.zone == nil) {
			return p.timestamp(zone)
		}
	}
	if formats.invalid != nil {
		return nil, noString(formats.invalid)
	}
	return nil, errors.New("Unable to parse '" + text + "' using any of the formats " + strings.Join(formats.texts, ", "))
}

// timestamp returns the time of a date and time in a zone.
func (p dateParts) timestamp(zone string) (*Timestamp, error) {
	switch {
	case p.year == nil:
		return nil, rubytext.TypeError("can't convert nil into an exact number")
	case p.hour == 24 && (p.min > 0 || p.sec > 0):
		return nil, errors.New("argument out of range")
	}
	if zone == "" && p.zone != nil {
		zone = *p.zone
	}
	secs := daysOf(p.year, int64(max(p.month, 1)), int64(max(p.day, 1)))
	secs.Mul(secs, secPerDay)
	secs.Add(secs, big.NewInt(int64(p.hour*3600+p.min*60+p.sec)))
	if zone != "" {
		offset, ok := timezoneOffset(zone)
		if !ok {
			return nil, errors.New("Illegal timezone '" + zone + "'")
		}
		secs.Sub(secs, big.NewInt(int64(offset)))
	}
	nsecs := secs.Mul(secs, NanosecondsPerSecond)
	if p.fraction != nil {
		nanos := new(big.Rat).Mul(p.fraction, new(big.Rat).SetInt(NanosecondsPerSecond))
		whole, _ := new(big.Int).DivMod(nanos.Num(), nanos.Denom(), new(big.Int))
		nsecs.Add(nsecs, whole)
	}
	return &Timestamp{nsecs: nsecs}, nil
}

// Seconds returns the time since 1970 in seconds for calculations.
func (t *Timestamp) Seconds() *big.Rat { return new(big.Rat).SetFrac(t.nsecs, NanosecondsPerSecond) }

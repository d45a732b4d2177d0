package rich

import (
	"errors"
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/internal/ascii"
)

// spanFormat is a format for Timespans: %D days, %H hours, %M minutes, %S seconds, %L milliseconds,
// %N fractions of a second, each with an optional pad and width. Its largest unit includes all
// larger ones.
type spanFormat struct {
	text     string
	segments []spanSegment
	// compiled is pattern, called once.
	compiled func() (*regexp.Regexp, error)
}

type spanSegment struct {
	unit    byte   // 0 for literal text
	literal string // if unit is 0
	pad     byte   // '0', ' ', or 0 for none
	width   int    // noWidth if not given
	total   bool   // the largest unit
}

const noWidth = -1

// spanUnit describes a letter: its rank, its nanoseconds, how many of it are in the next larger
// unit, and its usual width.
type spanUnit struct {
	rank         int
	nsecs, limit int64
	width        int
}

var spanLetters = map[byte]spanUnit{
	'D': {6, 86_400e9, 0, 1},
	'H': {5, 3600e9, 24, 2},
	'M': {4, 60e9, 60, 2},
	'S': {3, 1e9, 60, 2},
	'L': {2, 1e6, 1000, 3},
	'N': {1, 1, 1e9, 9},
}

func parseSpanFormat(text string) (*spanFormat, error) {
	f := &spanFormat{text: text}
	f.compiled = sync.OnceValues(f.pattern)
	literal := func(s string) {
		if n := len(f.segments); n > 0 && f.segments[n-1].unit == 0 {
			f.segments[n-1].literal += s
			return
		}
		f.segments = append(f.segments, spanSegment{literal: s})
	}
	runes := []rune(text)
	largest := -1
	for i := 0; i < len(runes); i++ {
		if runes[i] != '%' {
			literal(string(runes[i]))
			continue
		}
		start := i
		bad := func() error {
			at := min(i, len(runes)-1)
			return fmt.Errorf("Bad format specifier '%s' in '%s', at position %d", string(runes[start:at]), text, at)
		}
		s := spanSegment{pad: '0', width: noWidth}
		first := true
	specifier:
		for i++; ; i++ {
			if i == len(runes) {
				return nil, bad()
			}
			c := runes[i]
			switch {
			case c == '%':
				literal("%")
				break specifier
			case c == '-' || c == '_':
				if !first {
					return nil, bad()
				}
				s.pad = 0
				if c == '_' {
					s.pad = ' '
				}
			case c == '0' && first:
				s.pad = '0'
			case ascii.IsDigit(c):
				s.width = max(s.width, 0)*10 + int(c-'0')
				if s.width > maxFormatWidth {
					return nil, bad()
				}
			case c < 0x80 && spanLetters[byte(c)].rank > 0:
				s.unit = byte(c)
				if largest < 0 || spanLetters[s.unit].rank > spanLetters[f.segments[largest].unit].rank {
					largest = len(f.segments)
				}
				f.segments = append(f.segments, s)
				break specifier
			default:
				return nil, bad()
			}
			first = false
		}
	}
	if largest >= 0 {
		f.segments[largest].total = true
	}
	return f, nil
}

// maxFormatWidth prevents a mistyped width from filling the memory.
const maxFormatWidth = 1000

// format formats a Timespan. strip drops trailing zeros of fractions.
func (f *spanFormat) format(nsecs *big.Int, strip bool) string {
	var b strings.Builder
	if nsecs.Sign() < 0 {
		b.WriteByte('-')
	}
	abs := new(big.Int).Abs(nsecs)
	for _, s := range f.segments {
		if s.unit == 0 {
			b.WriteString(s.literal)
			continue
		}
		unit := spanLetters[s.unit]
		per, limit := unit.nsecs, unit.limit
		width := s.width
		if width == noWidth {
			width = unit.width
		}
		if s.unit == 'N' && width < 9 {
			per = pow10(9 - width)
			limit = pow10(width)
		}
		n := new(big.Int).Div(abs, big.NewInt(per))
		if !s.total && limit > 0 {
			n.Mod(n, big.NewInt(limit))
		}
		fraction := s.unit == 'L' || s.unit == 'N'
		text := n.String()
		if fraction && strip && !s.total && s.pad != '0' && text != "0" {
			text = strings.TrimRight(text, "0")
		}
		missing := max(width-len(text), 0)
		switch {
		case s.pad == 0:
			b.WriteString(text)
		case fraction:
			b.WriteString(text + strings.Repeat(" ", missing))
		default:
			b.WriteString(strings.Repeat(string(s.pad), missing) + text)
		}
	}
	return b.String()
}

func pow10(n int) int64 {
	p := int64(1)
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

// pattern returns the regular expression of the texts that f can parse, with one group for each
// segment.
func (f *spanFormat) pattern() (*regexp.Regexp, error) {
	var b strings.Builder
	b.WriteString(`\A-?`)
	for _, s := range f.segments {
		if s.unit == 0 {
			b.WriteString("(" + regexp.QuoteMeta(s.literal) + ")")
			continue
		}
		digit, width := "[0-9]", strconv.Itoa(s.width)
		if s.pad == ' ' {
			digit = "[0-9\\t\\n\\v\\f\\r ]"
		}
		switch {
		case s.width == noWidth && s.total && s.pad == ' ':
			b.WriteString("[\\t\\n\\v\\f\\r ]*([0-9]+)")
		case s.width == noWidth && s.total:
			b.WriteString("([0-9]+)")
		case s.width == noWidth:
			b.WriteString("(" + digit + "{1," + strconv.Itoa(spanLetters[s.unit].width) + "})")
		case s.pad == 0:
			b.WriteString("(" + digit + "{1," + width + "})")
		default:
			b.WriteString("(" + digit + "{" + width + "})")
		}
	}
	b.WriteString(`\z`)
	return regexp.Compile(b.String())
}

// errUnparsed means that a text does not match a format. It is not that of Puppet, which contains the text.
var errUnparsed = errors.New("unparsed")

var errBareFraction = errors.New("Format specifiers %L and %N denotes fractions and must be used together with a specifier of higher magnitude")

// maxSpanSegments and maxSpanWork limit matching, which copies what each segment matched so far at
// each character of the text for each segment. Real formats have about ten segments.
const (
	maxSpanSegments = 1000
	maxSpanWork     = 10_000_000
)

// parse parses a text. work is what remains of maxSpanWork for all formats of the text.
func (f *spanFormat) parse(text string, work *int) (*Timespan, error) {
	n := len(f.segments)
	if n > maxSpanSegments || n*n*len(text) > *work {
		return nil, errUnparsed
	}
	*work -= n * n * len(text)
	expr, err := f.compiled()
	if err != nil {
		return nil, errUnparsed
	}
	groups := expr.FindStringSubmatch(text)
	if groups == nil {
		return nil, errUnparsed
	}
	sum := new(big.Int)
	for i, s := range f.segments {
		if s.unit == 0 {
			continue
		}
		group := strings.TrimLeft(groups[i+1], "\t\n\v\f\r ")
		if !ascii.IsNumber(group) {
			return nil, errUnparsed
		}
		n := digits(group).BigInt()
		switch {
		case s.unit != 'L' && s.unit != 'N':
			n.Mul(n, big.NewInt(spanLetters[s.unit].nsecs))
		case s.total:
			return nil, errBareFraction
		case len(group) < 9:
			n.Mul(n, big.NewInt(pow10(9-len(group))))
		}
		sum.Add(sum, n)
	}
	if strings.HasPrefix(text, "-") {
		sum.Neg(sum)
	}
	return &Timespan{nsecs: sum}, nil
}

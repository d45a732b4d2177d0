package rich

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/internal/ascii"
)

// dateParts holds the values that strptime found in a string. Missing numbers are missing.
type dateParts struct {
	rest                       string // the text that has not been read
	failed                     bool   // the string does not match the format
	year                       *big.Int
	month, day, hour, min, sec int // 0 for a missing month or day
	fraction                   *big.Rat
	zone                       *string
	leftover                   bool
	century                    *big.Int
	afternoon, has12           bool // read by %p
}

// strptime parses text with format as Ruby's DateTime._strptime does. ok is false if it does not
// match. Parts that a Timestamp does not use, such as the name of the day, are only checked.
func strptime(text, format string) (p dateParts, ok bool) {
	p.rest = text
	if p.read(format); p.failed {
		return p, false
	}
	p.leftover = p.rest != ""
	if p.century != nil && p.year != nil {
		p.year = new(big.Int).Add(p.year, new(big.Int).Mul(p.century, big.NewInt(100)))
	}
	if p.has12 {
		p.hour %= 12
		if p.afternoon {
			p.hour += 12
		}
	}
	return p, true
}

// composed maps directives to the combination that they represent.
var composed = map[byte]string{
	'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'F': "%Y-%m-%d", 'R': "%H:%M", 'r': "%I:%M:%S %p",
	'T': "%H:%M:%S", 'X': "%H:%M:%S", 'v': "%e-%b-%Y", '+': "%a %b %e %H:%M:%S %Z %Y", 'n': " ", 't': " ",
}

var (
	dayNames   = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
)

// read reads what format describes.
func (p *dateParts) read(format string) {
	for i := 0; i < len(format) && !p.failed; i++ {
		switch c := format[i]; {
		case ascii.IsSpace(c):
			p.rest = strings.TrimLeft(p.rest, rubySpaces)
		case c != '%' || i+1 == len(format):
			p.literal(format[i : i+1])
		default:
			i++
			i += skipModifier(format[i:])
			p.directive(format[i], format[i+1:])
		}
	}
}

const rubySpaces = " \t\n\v\f\r"

// skipModifier returns the length of the E, O, or colons before a directive.
func skipModifier(s string) int {
	switch {
	case s[0] == 'E' && len(s) > 1 && strings.IndexByte("cCxXyY", s[1]) >= 0,
		s[0] == 'O' && len(s) > 1 && strings.IndexByte("deHImMSuUVwWy", s[1]) >= 0:
		return 1
	case s[0] == ':':
		n := len(s) - len(strings.TrimLeft(s, ":"))
		if n <= 3 && n < len(s) && s[n] == 'z' {
			return n
		}
	}
	return 0
}

// numberFollows reports whether the next part of a format is a number, so that a preceding number
// must end after its usual width.
func numberFollows(format string) bool {
	if format == "" {
		return false
	}
	if ascii.IsDigit(format[0]) {
		return true
	}
	if format[0] != '%' || len(format) == 1 {
		return false
	}
	format = format[1:]
	if format[0] == 'E' || format[0] == 'O' {
		format = format[1:]
	}
	return format != "" && (ascii.IsDigit(format[0]) || strings.IndexByte("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy", format[0]) >= 0)
}

// number reads up to width digits, or all digits if width is 0.
func (p *dateParts) number(width int) string {
	n := 0
	for n < len(p.rest) && ascii.IsDigit(p.rest[n]) && (width == 0 || n < width) {
		n++
	}
	p.failed = p.failed || n == 0
	return p.take(n)
}

// take reads n bytes.
func (p *dateParts) take(n int) string {
	taken := p.rest[:n]
	p.rest = p.rest[n:]
	return taken
}

// small reads up to width digits that form a number in a range.
func (p *dateParts) small(width, least, most int) int {
	n, _ := strconv.Atoi(p.number(width))
	p.failed = p.failed || n < least || n > most
	return n
}

// padded is small for a number whose first digit may be a space.
func (p *dateParts) padded(least, most int) int {
	if strings.HasPrefix(p.rest, " ") {
		p.take(1)
		return p.small(1, least, most)
	}
	return p.small(2, least, most)
}

// maxDigits is the maximum number of digits in a time. Much smaller numbers already exceed the
// times that Ruby supports.
const maxDigits = 1000

// signed reads a number with a sign; width limits the digits, whose number is returned.
func (p *dateParts) signed(width int) (n *big.Int, digits int) {
	negative := strings.HasPrefix(p.rest, "-")
	if negative || strings.HasPrefix(p.rest, "+") {
		p.take(1)
	}
	s := p.number(width)
	if len(s) > maxDigits {
		p.failed = true
		return new(big.Int), 0
	}
	n, _ = new(big.Int).SetString("0"+s, 10)
	if negative {
		n.Neg(n)
	}
	return n, len(s)
}

// named reads one of names, in full or its first three letters, in any case.
func (p *dateParts) named(names []string) int {
	for i, name := range names {
		for _, n := range []int{len(name), 3} {
			if len(p.rest) >= n && strings.EqualFold(p.rest[:n], name[:n]) {
				p.take(n)
				return i
			}
		}
	}
	p.failed = true
	return 0
}

// literal reads exactly text.
func (p *dateParts) literal(text string) {
	p.failed = p.failed || !strings.HasPrefix(p.rest, text)
	p.rest = strings.TrimPrefix(p.rest, text)
}

// directive reads what a letter of a format represents; format is what follows it.
func (p *dateParts) directive(letter byte, format string) {
	width := func(usual int) int {
		if numberFollows(format) {
			return usual
		}
		return 0
	}
	if all, found := composed[letter]; found {
		p.read(all)
		return
	}
	switch letter {
	case 'A', 'a':
		p.named(dayNames)
	case 'B', 'b', 'h':
		p.month = p.named(monthNames) + 1
	case 'C':
		p.century, _ = p.signed(width(2))
	case 'd', 'e':
		p.day = p.padded(1, 31)
	case 'G':
		p.signed(width(4))
	case 'g':
		p.small(2, 0, 99)
	case 'H', 'k':
		p.hour = p.padded(0, 24)
	case 'I', 'l':
		p.hour = p.padded(1, 12)
	case 'j':
		p.small(3, 1, 366)
	case 'L':
		p.readFraction(width(3))
	case 'N':
		p.readFraction(width(9))
	case 'M':
		p.min = p.small(2, 0, 59)
	case 'm':
		p.month = p.small(2, 1, 12)
	case 'P', 'p':
		p.readHalf()
	case 'Q', 's':
		p.rest = strings.TrimPrefix(p.rest, "+")
		p.signed(0)
	case 'S':
		p.sec = p.small(2, 0, 60)
	case 'U', 'W':
		p.small(2, 0, 53)
	case 'u':
		p.small(1, 1, 7)
	case 'V':
		p.small(2, 1, 53)
	case 'w':
		p.small(1, 0, 6)
	case 'Y':
		p.year, _ = p.signed(width(4))
	case 'y':
		n := p.small(2, 0, 99)
		p.year = big.NewInt(int64(n))
		if p.century == nil {
			p.century = big.NewInt(20)
			if n >= 69 {
				p.century = big.NewInt(19)
			}
		}
	case 'Z', 'z':
		zone := zoneExpr().FindString(p.rest)
		p.zone, p.failed = &zone, p.failed || zone == ""
		p.take(len(zone))
	case '%':
		p.literal("%")
	default:
		p.literal("%" + string(rune(letter)))
	}
}

func (p *dateParts) readFraction(width int) {
	n, digits := p.signed(width)
	p.fraction = new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
}

// readHalf reads am or pm, with or without dots.
func (p *dateParts) readHalf() {
	for _, half := range []string{"a.m.", "am", "p.m.", "pm"} {
		if len(p.rest) >= len(half) && strings.EqualFold(p.rest[:len(half)], half) {
			p.has12, p.afternoon = true, half[0] == 'p'
			p.take(len(half))
			return
		}
	}
	p.failed = true
}

package rich

import (
	"math/big"
	"strconv"
	"strings"
)

// dateParts is what strptime found in a string. Numbers that were not there are missing.
type dateParts struct {
	year                       *big.Int
	month, day, hour, min, sec int // 0 for a month or day that is missing
	fraction                   *big.Rat
	zone                       *string
	leftover                   bool
	century                    *big.Int
	afternoon, has12           bool // read by %p
}

// strptime reads text as Ruby's DateTime._strptime does with format. ok is false when it does not
// fit. Parts that a Timestamp does not use, such as the name of the day, are only checked.
func strptime(text, format string) (p dateParts, ok bool) {
	rest, ok := p.read(text, format)
	if !ok {
		return p, false
	}
	p.leftover = rest != ""
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

// composed are directives that stand for several.
var composed = map[byte]string{
	'c': "%a %b %e %H:%M:%S %Y", 'D': "%m/%d/%y", 'x': "%m/%d/%y", 'F': "%Y-%m-%d", 'R': "%H:%M", 'r': "%I:%M:%S %p",
	'T': "%H:%M:%S", 'X': "%H:%M:%S", 'v': "%e-%b-%Y", '+': "%a %b %e %H:%M:%S %Z %Y", 'n': " ", 't': " ",
}

var (
	dayNames   = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}
	monthNames = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isSpaceByte(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// read takes from the front of text what format describes.
func (p *dateParts) read(text, format string) (rest string, ok bool) {
	for i := 0; i < len(format); i++ {
		c := format[i]
		if isSpaceByte(c) {
			text = strings.TrimLeft(text, rubySpaces)
			continue
		}
		if c != '%' || i+1 == len(format) {
			if text == "" || text[0] != c {
				return "", false
			}
			text = text[1:]
			continue
		}
		i++
		i += skipModifier(format[i:])
		if text, ok = p.directive(format[i], text, format[i+1:]); !ok {
			return "", false
		}
	}
	return text, true
}

const rubySpaces = " \t\n\v\f\r"

// skipModifier is the length of E, O or colons in front of a directive that takes them.
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

// numberFollows reports whether the next thing in a format is a number, so that one before it has to
// stop after its usual width.
func numberFollows(format string) bool {
	if format == "" {
		return false
	}
	if isDigit(format[0]) {
		return true
	}
	if format[0] != '%' || len(format) == 1 {
		return false
	}
	format = format[1:]
	if format[0] == 'E' || format[0] == 'O' {
		format = format[1:]
	}
	return format != "" && (isDigit(format[0]) || strings.IndexByte("CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy", format[0]) >= 0)
}

// number takes up to width digits, or all of them when width is 0.
func number(text string, width int) (digits, rest string, ok bool) {
	n := 0
	for n < len(text) && isDigit(text[n]) && (width == 0 || n < width) {
		n++
	}
	return text[:n], text[n:], n > 0
}

// small takes up to width digits that make a number in a range.
func small(text string, width, least, most int) (n int, rest string, ok bool) {
	digits, rest, ok := number(text, width)
	if !ok {
		return 0, "", false
	}
	n, _ = strconv.Atoi(digits)
	return n, rest, least <= n && n <= most
}

// padded is small for a number that may have a space instead of its first digit.
func padded(text string, least, most int) (n int, rest string, ok bool) {
	if strings.HasPrefix(text, " ") {
		return small(text[1:], 1, least, most)
	}
	return small(text, 2, least, most)
}

// signed takes a number with a sign; width counts digits.
func signed(text string, width int) (n *big.Int, digits int, rest string, ok bool) {
	negative := strings.HasPrefix(text, "-")
	if negative || strings.HasPrefix(text, "+") {
		text = text[1:]
	}
	s, rest, ok := number(text, width)
	if !ok {
		return nil, 0, "", false
	}
	n, _ = new(big.Int).SetString(s, 10)
	if negative {
		n.Neg(n)
	}
	return n, len(s), rest, true
}

// named takes one of names, in full or its first three letters, in any case.
func named(text string, names []string) (i int, rest string, ok bool) {
	for i, name := range names {
		for _, n := range []int{len(name), 3} {
			if len(text) >= n && strings.EqualFold(text[:n], name[:n]) {
				return i, text[n:], true
			}
		}
	}
	return 0, "", false
}

// directive reads what one letter of a format stands for.
func (p *dateParts) directive(letter byte, text, format string) (rest string, ok bool) {
	width := func(usual int) int {
		if numberFollows(format) {
			return usual
		}
		return 0
	}
	if all, found := composed[letter]; found {
		return p.read(text, all)
	}
	switch letter {
	case 'A', 'a':
		_, rest, ok = named(text, dayNames)
	case 'B', 'b', 'h':
		var i int
		i, rest, ok = named(text, monthNames)
		p.month = i + 1
	case 'C':
		p.century, _, rest, ok = signed(text, width(2))
	case 'd', 'e':
		p.day, rest, ok = padded(text, 1, 31)
	case 'G':
		_, _, rest, ok = signed(text, width(4))
	case 'g':
		_, rest, ok = small(text, 2, 0, 99)
	case 'H', 'k':
		p.hour, rest, ok = padded(text, 0, 24)
	case 'I', 'l':
		p.hour, rest, ok = padded(text, 1, 12)
	case 'j':
		_, rest, ok = small(text, 3, 1, 366)
	case 'L':
		rest, ok = p.readFraction(text, width(3))
	case 'N':
		rest, ok = p.readFraction(text, width(9))
	case 'M':
		p.min, rest, ok = small(text, 2, 0, 59)
	case 'm':
		p.month, rest, ok = small(text, 2, 1, 12)
	case 'P', 'p':
		return p.readHalf(text)
	case 'Q', 's':
		_, _, rest, ok = signed(strings.TrimPrefix(text, "+"), 0)
	case 'S':
		p.sec, rest, ok = small(text, 2, 0, 60)
	case 'U', 'W':
		_, rest, ok = small(text, 2, 0, 53)
	case 'u':
		_, rest, ok = small(text, 1, 1, 7)
	case 'V':
		_, rest, ok = small(text, 2, 1, 53)
	case 'w':
		_, rest, ok = small(text, 1, 0, 6)
	case 'Y':
		p.year, _, rest, ok = signed(text, width(4))
	case 'y':
		var n int
		n, rest, ok = small(text, 2, 0, 99)
		p.year = big.NewInt(int64(n))
		if p.century == nil {
			p.century = big.NewInt(20)
			if n >= 69 {
				p.century = big.NewInt(19)
			}
		}
	case 'Z', 'z':
		zone := zoneExpr.FindString(text)
		if zone == "" {
			return "", false
		}
		p.zone = &zone
		return text[len(zone):], true
	case '%':
		rest, ok = strings.CutPrefix(text, "%")
	default:
		rest, ok = strings.CutPrefix(text, "%"+string(rune(letter)))
	}
	return rest, ok
}

func (p *dateParts) readFraction(text string, width int) (rest string, ok bool) {
	n, digits, rest, ok := signed(text, width)
	if !ok {
		return "", false
	}
	p.fraction = new(big.Rat).SetFrac(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(digits)), nil))
	return rest, true
}

// readHalf reads am or pm, with or without dots.
func (p *dateParts) readHalf(text string) (rest string, ok bool) {
	for _, half := range []string{"a.m.", "am", "p.m.", "pm"} {
		if len(text) >= len(half) && strings.EqualFold(text[:len(half)], half) {
			p.has12, p.afternoon = true, half[0] == 'p'
			return text[len(half):], true
		}
	}
	return "", false
}

package rubytext

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/rubystring"
	"github.com/hieralint/hieralint/internal/ascii"
)

// directive holds the flags, width, and precision of a format directive.
type directive struct {
	space, sharp, plus, minus, zero bool
	width, prec                     int // -1 if not given
}

const notGiven = -1

// maxWidth prevents a mistyped width from filling the memory.
const maxWidth = 100_000

// Format is Ruby's Kernel#format with one argument: printf with integers of any size, two's
// complement for negative numbers in other bases (..f01), and %p for inspect.
func Format(format string, v *data.Value) (string, error) {
	var b strings.Builder
	used := false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		d := directive{width: notGiven, prec: notGiven}
		letter, next, err := d.parse(format, i+1)
		if err != nil {
			return "", err
		}
		i = next
		if letter == '%' {
			b.WriteByte('%')
			continue
		}
		if used {
			return "", errors.New("too few arguments")
		}
		used = true
		text, err := d.apply(letter, v)
		if err != nil {
			return "", err
		}
		b.WriteString(text)
	}
	return b.String(), nil
}

// parse parses a directive at format[i:]; next is the position of its letter.
func (d *directive) parse(format string, i int) (letter byte, next int, err error) {
	start := i
	number := func() (int, error) {
		n := 0
		for i < len(format) && ascii.IsDigit(format[i]) {
			if n = n*10 + int(format[i]-'0'); n > maxWidth {
				return 0, errors.New("width too big")
			}
			i++
		}
		return n, nil
	}
	flags := map[byte]*bool{' ': &d.space, '#': &d.sharp, '+': &d.plus, '-': &d.minus, '0': &d.zero}
	for i < len(format) {
		c := format[i]
		flag, isFlag := flags[c]
		switch {
		case isFlag && d.prec != notGiven:
			return 0, 0, errors.New("flag after precision")
		case isFlag && d.width != notGiven:
			return 0, 0, errors.New("flag after width")
		case isFlag:
			*flag = true
			i++
		case '1' <= c && c <= '9':
			if d.width != notGiven {
				return 0, 0, errors.New("width given twice")
			}
			if d.width, err = number(); err != nil {
				return 0, 0, err
			}
		case c == '.':
			if d.prec != notGiven {
				return 0, 0, errors.New("precision given twice")
			}
			i++
			if d.prec, err = number(); err != nil {
				return 0, 0, err
			}
		case c == '<' || c == '{':
			return 0, 0, errors.New("malformed name - unmatched parenthesis")
		case c == '\n' || c == '%':
			if i > start {
				return 0, 0, errors.New("invalid format character - %")
			}
			if c == '\n' {
				i--
			}
			return '%', i, nil
		default:
			return c, i, nil
		}
	}
	return 0, 0, errors.New("incomplete format specifier; use %% (double %) instead")
}

func (d *directive) apply(letter byte, v *data.Value) (string, error) {
	switch letter {
	case 'd', 'i', 'u', 'x', 'X', 'o', 'b', 'B':
		i, err := toInteger(v)
		if err != nil {
			return "", err
		}
		return d.integer(letter, i), nil
	case 'f', 'e', 'E', 'g', 'G', 'a', 'A':
		if letter == 'f' && v.Kind() == data.Integer {
			return d.wholeFloat(v.BigInt()), nil
		}
		f, err := toFloat(v)
		if err != nil {
			return "", err
		}
		return d.float(letter, f), nil
	case 's':
		return d.text(ToS(v)), nil
	case 'p':
		return d.text(Inspect(v)), nil
	case 'c':
		return d.char(v)
	}
	return "", errors.New("malformed format string - %" + string(rune(letter)))
}

func toInteger(v *data.Value) (*big.Int, error) {
	switch v.Kind() {
	case data.Integer:
		return v.BigInt(), nil
	case data.Float:
		f := v.Float()
		if math.IsInf(f, 0) || math.IsNaN(f) {
			return nil, errors.New(Float(f))
		}
		i, _ := big.NewFloat(math.Trunc(f)).Int(nil)
		return i, nil
	case data.String:
		i, ok := rubystring.ParseInteger(v.Text(), 0)
		if !ok {
			return nil, errors.New("invalid value for Integer(): " + Inspect(v))
		}
		return i, nil
	case data.Rich:
		if n, ok := v.Payload().(interface{ Seconds() *big.Rat }); ok {
			s := n.Seconds()
			i, _ := new(big.Int).DivMod(s.Num(), s.Denom(), new(big.Int))
			return i, nil
		}
	}
	return nil, errors.New("can't convert " + Implicit(v) + " into Integer")
}

func toFloat(v *data.Value) (float64, error) {
	switch v.Kind() {
	case data.Integer, data.Float:
		return v.AsFloat(), nil
	case data.String:
		f, ok := rubystring.ParseFloat(v.Text())
		if !ok {
			return 0, errors.New("invalid value for Float(): " + Inspect(v))
		}
		return f, nil
	case data.Rich:
		if n, ok := v.Payload().(interface{ Seconds() *big.Rat }); ok {
			f, _ := n.Seconds().Float64()
			return f, nil
		}
	}
	return 0, errors.New("can't convert " + Implicit(v) + " into Float")
}

// fill pads text with spaces.
func (d *directive) fill(text string) string {
	missing := d.width - utf8.RuneCountInString(text)
	switch {
	case missing <= 0:
		return text
	case d.minus:
		return text + strings.Repeat(" ", missing)
	}
	return strings.Repeat(" ", missing) + text
}

func (d *directive) text(s string) string {
	if d.prec != notGiven {
		if r := []rune(s); len(r) > d.prec {
			s = string(r[:d.prec])
		}
	}
	return d.fill(s)
}

func (d *directive) char(v *data.Value) (string, error) {
	if i, ok := v.Int(); ok && 0 <= i && i <= utf8.MaxRune {
		return d.fill(string(rune(i))), nil
	}
	switch text := v.Text(); {
	case v.Kind() == data.Integer:
		return "", errors.New("invalid character")
	case v.Kind() == data.String && text != "":
		r, _ := utf8.DecodeRuneInString(text)
		return d.fill(string(r)), nil
	}
	return "", errors.New("%c requires a character")
}

// sign returns the sign of a number, or the space in its place.
func (d *directive) sign(negative bool) string {
	switch {
	case negative:
		return "-"
	case d.plus:
		return "+"
	case d.space:
		return " "
	}
	return ""
}

func (d *directive) integer(letter byte, i *big.Int) string {
	base, prefix := 10, ""
	switch letter {
	case 'x', 'X':
		base, prefix = 16, "0"+string(rune(letter))
	case 'o':
		base, prefix = 8, "0"
	case 'b', 'B':
		base, prefix = 2, "0"+string(rune(letter))
	}
	if !d.sharp {
		prefix = ""
	}
	signed := base == 10 || d.plus || d.space
	negative := i.Sign() < 0
	var digits, sign, dots string
	filler := "0"
	if signed || !negative {
		digits = new(big.Int).Abs(i).Text(base)
		if signed {
			sign = d.sign(negative)
		}
	} else {
		digits = complement(i, base)
		filler, dots = digits[:1], ".."
	}
	if letter == 'X' {
		digits, filler = strings.ToUpper(digits), strings.ToUpper(filler)
	}
	prec := d.prec
	if prec != notGiven {
		prec = max(prec-len(dots), 0)
	}
	switch zero := digits == "0"; {
	case prefix == "0" && (dots != "" || !zero && prec > len(digits)):
		prefix = "" // the digits already start like octal ones
	case prefix == "0" && zero:
		digits = ""
		prec = max(prec-1, notGiven)
	case zero:
		prefix = ""
	}
	least := prec
	if d.zero && !d.minus && d.prec == notGiven {
		least = d.width - len(sign) - len(prefix) - len(dots)
	} else if prec == 0 && prefix == "" && digits == "0" {
		digits = ""
	}
	if least > len(digits) {
		digits = strings.Repeat(filler, least-len(digits)) + digits
	}
	return d.fill(sign + prefix + dots + digits)
}

// complement formats a negative number in two's complement: one leading digit represents an
// infinite number of them.
func complement(i *big.Int, base int) string {
	bits := map[int]uint{16: 4, 8: 3, 2: 1}[base]
	n := uint(i.BitLen())/bits + 2
	all := new(big.Int).Lsh(big.NewInt(1), n*bits)
	digits := all.Add(all, i).Text(base)
	highest := map[int]string{16: "f", 8: "7", 2: "1"}[base]
	trimmed := strings.TrimLeft(digits, highest)
	return highest + trimmed
}

func (d *directive) float(letter byte, f float64) string {
	if math.IsNaN(f) || math.IsInf(f, 0) {
		text := "NaN"
		if math.IsInf(f, 0) {
			text = "Inf"
		}
		return d.fill(d.sign(f < 0) + text)
	}
	sign := d.sign(math.Signbit(f))
	f = math.Abs(f)
	var digits string
	switch letter {
	case 'f':
		digits = strconv.FormatFloat(f, 'f', d.usualPrec(), 64)
	case 'e', 'E':
		digits = strconv.FormatFloat(f, 'e', d.usualPrec(), 64)
	case 'g', 'G':
		digits = d.general(f, d.usualPrec())
	default:
		digits = hexFloat(f, d.prec)
	}
	if d.sharp && letter != 'g' && letter != 'G' {
		digits = withPoint(digits)
	}
	prefix := ""
	if letter == 'a' || letter == 'A' {
		prefix, digits = "0x", strings.TrimPrefix(digits, "0x")
	}
	digits = d.zeros(sign+prefix, digits)
	if letter == 'E' || letter == 'G' || letter == 'A' {
		digits = strings.ToUpper(digits)
	}
	return d.fill(digits)
}

// usualPrec returns the precision of a float.
func (d *directive) usualPrec() int {
	if d.prec == notGiven {
		return 6
	}
	return d.prec
}

// zeros puts before in front of digits, padded with zeros if requested.
func (d *directive) zeros(before, digits string) string {
	if missing := d.width - len(before) - len(digits); d.zero && !d.minus && missing > 0 {
		before += strings.Repeat("0", missing)
	}
	return before + digits
}

// wholeFloat is %f of an Integer, which Ruby prints with all its digits.
func (d *directive) wholeFloat(i *big.Int) string {
	sign := d.sign(i.Sign() < 0)
	digits := new(big.Int).Abs(i).String()
	if prec := d.usualPrec(); prec > 0 {
		digits += "." + strings.Repeat("0", prec)
	}
	return d.fill(d.zeros(sign, digits))
}

// withPoint appends a decimal point to a number that has none.
func withPoint(digits string) string {
	mantissa, exponent := digits, ""
	if i := strings.IndexAny(digits, "ep"); i >= 0 && !strings.Contains(digits, ".") {
		mantissa, exponent = digits[:i], digits[i:]
	}
	if strings.Contains(mantissa, ".") {
		return digits
	}
	return mantissa + "." + exponent
}

// general is %g: prec significant digits, without trailing zeros unless requested.
func (d *directive) general(f float64, prec int) string {
	prec = max(prec, 1)
	scientific := strconv.FormatFloat(f, 'e', prec-1, 64)
	e := strings.IndexByte(scientific, 'e')
	exponent, _ := strconv.Atoi(scientific[e+1:])
	mantissa, tail := scientific[:e], scientific[e:]
	if -4 <= exponent && exponent < prec {
		mantissa, tail = strconv.FormatFloat(f, 'f', prec-1-exponent, 64), ""
	}
	switch {
	case d.sharp:
		mantissa = withPoint(mantissa)
	case strings.Contains(mantissa, "."):
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	return mantissa + tail
}

// hexFloat is %a. Unlike Go's, its exponent has no leading zeros.
func hexFloat(f float64, prec int) string {
	digits := strconv.FormatFloat(f, 'x', prec, 64)
	i := strings.IndexByte(digits, 'p')
	exponent, _ := strconv.Atoi(digits[i+1:])
	return fmt.Sprintf("%sp%+d", digits[:i], exponent)
}

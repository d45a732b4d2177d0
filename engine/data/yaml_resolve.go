package data

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/internal/ascii"
)

// This file resolves unquoted scalars as Psych 4.0.3 does (in its class ScalarScanner), whose rules
// differ from YAML's and depend on the order of the tests. A table of examples is in the tests.

// refusal is the reason why Psych does not load a value.
type refusal struct {
	code    ProblemCode
	message string
	class   string // the Ruby class, for ForbiddenClass
}

// forbidden returns the refusal of a Ruby class that Puppet does not allow.
func forbidden(class string) *refusal {
	return &refusal{code: ForbiddenClass, message: "Tried to load unspecified class: " + class, class: class}
}

// The classes of first bytes. Any other byte starts a string.
const (
	byteText   = iota // [[:alpha:]_\s!@#$%^&*(){}<>|/\\~;=]
	byteDigit         // 0-9
	byteDot           // .
	byteColon         // :
	byteMinus         // -
	byteOther         // + , ? " ' [ ] ` and control characters: a string if a byteText follows
	byteUpward        // part of a non-ASCII character
)

var byteClass = func() (table [256]uint8) {
	for c := range table {
		b := byte(c)
		switch {
		case b >= 0x80:
			table[c] = byteUpward
		case ascii.IsDigit(b):
			table[c] = byteDigit
		case b == '.':
			table[c] = byteDot
		case b == ':':
			table[c] = byteColon
		case b == '-':
			table[c] = byteMinus
		case ascii.IsLetter(b), strings.IndexByte("_ \t\n\v\f\r!@#$%^&*(){}<>|/\\~;=", b) >= 0:
			table[c] = byteText
		default:
			table[c] = byteOther
		}
	}
	return table
}()

// resolvePlain sets v to the value of text. It returns nil unless Psych rejects the value.
func resolvePlain(v *Value, text string) *refusal {
	v.kind, v.text = String, text
	if text == "" {
		v.kind = Undef
		return nil
	}
	switch class := byteClass[text[0]]; class {
	case byteUpward:
		return nil
	case byteText:
		resolveWord(v, text)
		return nil
	case byteOther:
		if len(text) > 1 && byteClass[text[1]] == byteText {
			return nil // two bytes that no such word starts with
		}
	case byteDot, byteDigit, byteMinus, byteColon:
	}
	if strings.IndexByte(text, '\n') >= 0 {
		resolveWord(v, text)
		return nil
	}
	return resolveNumeric(v, text)
}

// resolveWord recognizes true, false, and null. Psych's regular expressions are anchored at lines:
// for a string with several lines and at most five characters, one matching line is sufficient.
func resolveWord(v *Value, text string) {
	if len(text) > 5 && utf8.RuneCountInString(text) > 5 {
		return
	}
	rest := text
	for line := range strings.SplitSeq(text, "\n") {
		if line == "" && rest == "" && text != "" {
			break // no line starts after the last line break
		}
		if line == "" || strings.IndexByte("ytonfYTONF~", line[0]) < 0 {
			return
		}
		rest = rest[min(len(line)+1, len(rest)):]
	}
	is := func(words ...string) bool {
		for line := range strings.SplitSeq(text, "\n") {
			for _, word := range words {
				// Ruby also matches the ligature that results from copying text from a PDF.
				if strings.EqualFold(strings.Replace(line, "\uFB00", "ff", 1), word) {
					return true
				}
			}
		}
		return false
	}
	switch {
	case text == "~" || is("null"):
		v.kind, v.text = Undef, ""
	case is("yes", "true", "on"):
		v.kind, v.text, v.boolean = Boolean, "", true
	case is("no", "false", "off"):
		v.kind, v.text = Boolean, ""
	}
}

// resolveNumeric recognizes times, dates, infinities, symbols, and numbers in a string without line
// breaks.
func resolveNumeric(v *Value, text string) *refusal {
	switch {
	case isTime(text):
		return forbidden("Time")
	case isDate(text):
		return forbidden("Date")
	case strings.EqualFold(text, ".inf"), strings.EqualFold(text, "+.inf"):
		setFloat(v, math.Inf(1))
	case strings.EqualFold(text, "-.inf"):
		setFloat(v, math.Inf(-1))
	case strings.EqualFold(text, ".nan"):
		setFloat(v, math.NaN())
	case text[0] == ':' && len(text) > 1:
		v.kind, v.text = Symbol, symbolName(text)
	case isSexagesimal(text, false):
		setInteger(v, sexagesimal(text))
	case isSexagesimal(text, true):
		setFloat(v, sexagesimalFloat(text))
	case isFloat(text):
		return resolveFloat(v, text)
	case isInteger(text):
		return resolveInteger(v, text)
	}
	return nil
}

func setFloat(v *Value, f float64) { v.kind, v.text, v.number = Float, "", math.Float64bits(f) }

func setInteger(v *Value, i *big.Int) {
	v.kind, v.text = Integer, ""
	if i.IsInt64() {
		v.number = uint64(i.Int64())
	} else {
		v.payload = boxed(i)
	}
}

// symbolName returns the name in :name, :"name", and :'name'. Text after the last quote is dropped.
func symbolName(text string) string {
	name := text[1:]
	if quote := name[0]; quote == '"' || quote == '\'' {
		if end := strings.LastIndexByte(name[1:], quote); end >= 0 {
			return strings.TrimPrefix(name[1:1+end], ":")
		}
	}
	return name
}

// matcher matches a text from left to right.
type matcher struct {
	text string
	pos  int
}

func (m *matcher) done() bool { return m.pos == len(m.text) }

// one matches a byte in set.
func (m *matcher) one(set string) bool {
	if m.pos < len(m.text) && strings.IndexByte(set, m.text[m.pos]) >= 0 {
		m.pos++
		return true
	}
	return false
}

// many matches all bytes in set and returns their number.
func (m *matcher) many(set string) int {
	from := m.pos
	for m.one(set) {
	}
	return m.pos - from
}

// digits matches up to limit digits and reports whether there were at least least.
func (m *matcher) digits(least, limit int) bool {
	n := 0
	for n < limit && m.one(decimal) {
		n++
	}
	return n >= least
}

const (
	decimal = "0123456789"
	spaces  = " \t\n\v\f\r"
)

// isTime matches
// -?\d{4}-\d{1,2}-\d{1,2}([Tt]|\s+)\d{1,2}:\d\d:\d\d(\.\d*)?(\s*(Z|[-+]\d{1,2}:?(\d\d)?))?
func isTime(text string) bool {
	if len(text) < len("2001-1-1 1:00:00") {
		return false
	}
	m := matcher{text: text}
	m.one("-")
	if !(m.digits(4, 4) && m.one("-") && m.digits(1, 2) && m.one("-") && m.digits(1, 2)) {
		return false
	}
	if !m.one("Tt") && m.many(spaces) == 0 {
		return false
	}
	if !(m.digits(1, 2) && m.one(":") && m.digits(2, 2) && m.one(":") && m.digits(2, 2)) {
		return false
	}
	if m.one(".") {
		m.many(decimal)
	}
	if m.done() {
		return true
	}
	m.many(spaces)
	if m.one("Z") {
		return m.done()
	}
	if !m.one("-+") || !m.digits(1, 2) {
		return false
	}
	if m.one(":") {
		return m.done() || m.digits(2, 2) && m.done()
	}
	return m.many(decimal) <= 2 && m.done() // the digits may be split 1+2, 2+2, or not at all
}

// isDate matches \d{4}-(1[012]|0\d|\d)-([12]\d|3[01]|0\d|\d)
func isDate(text string) bool {
	m := matcher{text: text}
	if !m.digits(4, 4) || !m.one("-") {
		return false
	}
	switch {
	case m.one("1"):
		m.one("012")
	case m.one("0"):
		m.one(decimal)
	case !m.one(decimal):
		return false
	}
	if !m.one("-") {
		return false
	}
	switch {
	case m.one("012"):
		m.one(decimal)
	case m.one("3"):
		m.one("01")
	case !m.one(decimal):
		return false
	}
	return m.done()
}

// isSexagesimal matches [-+]?[0-9][0-9_]*(:[0-5]?[0-9]){1,2}, followed by \.[0-9_]* for a float.
func isSexagesimal(text string, float bool) bool {
	if strings.IndexByte(text, ':') < 0 {
		return false
	}
	m := matcher{text: text}
	m.one("-+")
	if !m.digits(1, 1) {
		return false
	}
	m.many(decimal + "_")
	for n := 0; n < 2 && (n == 0 || !m.done()) && m.one(":"); n++ {
		if m.one("012345") {
			m.one(decimal)
		} else if !m.digits(1, 1) {
			return false
		}
	}
	if float {
		if !m.one(".") {
			return false
		}
		m.many(decimal + "_")
	}
	return m.done()
}

// sexagesimal adds the parts as hours, minutes, and seconds, whether there are two or three.
func sexagesimal(text string) *big.Int {
	sum, factor := new(big.Int), int64(3600)
	for part := range strings.SplitSeq(text, ":") {
		digits := rubyDigits(part)
		checkLength(digits)
		n, _ := bigint.Parse(digits, 10)
		sum.Add(sum, n.Mul(n, big.NewInt(factor)))
		factor /= 60
	}
	return sum
}

func sexagesimalFloat(text string) float64 {
	sum, factor := 0.0, 3600.0
	for part := range strings.SplitSeq(text, ":") {
		whole, fraction, _ := strings.Cut(part, ".")
		number := rubyDigits(whole)
		if fraction != "" && fraction[0] != '_' {
			number += "." + rubyDigits(fraction)
		}
		f, _ := strconv.ParseFloat(number, 64)
		sum += f * factor
		factor /= 60
	}
	return sum
}

// rubyDigits returns the part of a number that Ruby's to_i and to_f read, which ends before two
// consecutive underscores, without single underscores.
func rubyDigits(text string) string {
	text, _, _ = strings.Cut(text, "__")
	return strings.ReplaceAll(text, "_", "")
}

// isFloat matches [-+]?([0-9][0-9_,]*)?\.[0-9]*([eE][-+][0-9]+)? except a single dot.
func isFloat(text string) bool {
	m := matcher{text: text}
	m.one("-+")
	from := m.pos
	if m.digits(1, 1) {
		m.many(decimal + "_,")
	}
	if !m.one(".") {
		return false
	}
	m.many(decimal)
	if m.pos == from+1 && m.done() {
		return false
	}
	if m.one("eE") && (!m.one("-+") || m.many(decimal) == 0) {
		return false
	}
	return m.done()
}

// separators removes the characters that are allowed between digits.
var separators = strings.NewReplacer(",", "", "_", "")

func resolveFloat(v *Value, text string) *refusal {
	number := strings.TrimSuffix(separators.Replace(text), ".")
	number = strings.ReplaceAll(strings.ReplaceAll(number, ".e", "e"), ".E", "E")
	if c := number[0]; c == 'e' || c == 'E' || (c == '+' || c == '-') && (number[1] == 'e' || number[1] == 'E') {
		return badFloat(number)
	}
	f, _ := strconv.ParseFloat(number, 64) // out of range: infinite, as in Ruby
	setFloat(v, f)
	return nil
}

func badFloat(text string) *refusal {
	return &refusal{code: BadTag, message: "invalid value for Float(): " + rubyInspect(text)}
}

// isInteger matches numbers in base 2 (0b), 8 (0), 16 (0x), and 10, with , and _ inside.
func isInteger(text string) bool {
	m := matcher{text: text}
	m.one("-+")
	switch {
	case !m.one("0"):
		if !m.one("123456789") {
			return false
		}
		for m.one(decimal) || m.pos+1 < len(text) && strings.IndexByte(decimal, text[m.pos+1]) >= 0 && m.one(",_") {
		}
		return m.done()
	case m.done():
		return true
	case m.one("b"):
		return m.many("01_,") > 0 && m.done()
	case m.one("x"):
		return m.many("0123456789abcdefABCDEF_,") > 0 && m.done()
	}
	return m.many("01234567_,") > 0 && m.done()
}

func resolveInteger(v *Value, text string) *refusal {
	if len(text) < 18 && text[0] >= '1' && text[0] <= '9' {
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			v.kind, v.text, v.number = Integer, "", uint64(i)
			return nil
		}
	}
	number := separators.Replace(text)
	digits, base := strings.TrimLeft(number, "+-"), 10
	switch {
	case strings.HasPrefix(digits, "0b"):
		digits, base = digits[2:], 2
	case strings.HasPrefix(digits, "0x"):
		digits, base = digits[2:], 16
	case digits[0] == '0':
		base = 8
	}
	checkLength(digits)
	i, ok := bigint.Parse(digits, base)
	if !ok {
		return &refusal{code: BadTag, message: "invalid value for Integer(): " + rubyInspect(number)} // 0x_
	}
	if number[0] == '-' {
		i.Neg(i)
	}
	setInteger(v, i)
	return nil
}

// rubyInspect is Ruby's String#inspect for a string of bytes, as in the error messages of Float().
func rubyInspect(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		c := text[i]
		interpolation := c == '#' && i+1 < len(text) && strings.IndexByte("{$@", text[i+1]) >= 0
		switch {
		case c == '"', c == '\\', interpolation:
			b.WriteByte('\\')
			b.WriteByte(c)
		case c >= '\a' && c <= '\r':
			b.WriteByte('\\')
			b.WriteByte("abtnvfr"[c-'\a'])
		case c == 0x1B:
			b.WriteString(`\e`)
		case c < ' ' || c >= 0x7F:
			fmt.Fprintf(&b, `\x%02X`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

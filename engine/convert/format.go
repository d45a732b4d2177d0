package convert

import (
	"errors"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// noWidth represents a width or precision that is not given.
const noWidth = -1

// stringFormat is a format for one kind of value in String.new: %[flags][width][.precision]letter.
type stringFormat struct {
	text        string
	letter      byte
	alt, left   bool
	space       bool
	delimiter   byte // [ { ( < | or 0
	width, prec int  // noWidth if not given
}

var stringFormatExpr = lazyregexp.New(`(?m)^%([\t\n\v\f\r \[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$`)

func parseStringFormat(text string) (*stringFormat, error) {
	m := stringFormatExpr().FindStringSubmatch(text)
	if m == nil {
		return nil, errors.New("The format '" + text + "' is not a valid format on the form '%<flags><width>.<prec><format>'")
	}
	f := &stringFormat{text: text, letter: m[4][0], width: noWidth, prec: noWidth}
	for i, c := range []byte(m[1]) {
		if strings.IndexByte(m[1], c) != i {
			return nil, errors.New("The same flag can only be used once, got '" + text + "'")
		}
		switch c {
		case '#':
			f.alt = true
		case '-':
			f.left = true
		case ' ':
			f.space = true
		}
	}
	for _, d := range []byte("[{(<|") {
		if strings.IndexByte(m[1], d) < 0 {
			continue
		}
		if f.delimiter != 0 {
			return nil, errors.New("Only one of the delimiters [ { ( < | can be given in the format flags, got '" + text + "'")
		}
		f.delimiter = d
	}
	if m[2] != "" {
		f.width = atoi(m[2])
	}
	if m[3] != "" {
		f.prec = atoi(m[3])
	}
	return f, nil
}

// atoi returns the number in s, or one that is too large for any use.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n > 1<<20 {
		return 1 << 20
	}
	return n
}

// usual returns a default format of Puppet.
func usual(text string) *stringFormat {
	f, err := parseStringFormat(text)
	if err != nil {
		panic(err)
	}
	return f
}

var (
	formatArray  = usual("%a")
	formatHash   = usual("%h")
	formatFloat  = usual("%f")
	formatNumber = usual("%d")
	formatBase64 = usual("%B")
	formatPlain  = usual("%s")
	formatQuoted = usual("%p") // of elements of arrays and hashes
)

// stringer formats a value as String.new does. array and hash are the formats of all arrays and
// hashes in it; scalar is that of the value itself, nil for the default of its kind.
type stringer struct{ array, hash, scalar *stringFormat }

// ToString is String.new(v): v as Puppet itself formats it, "[1, 'two', undef]".
func ToString(v *data.Value) string {
	s := stringer{array: formatArray, hash: formatHash}
	text, err := s.text(v, indentation{first: true})
	if err != nil {
		return "" // the default formats are valid for all values
	}
	return text
}

// maxFormatted is the depth of nested arrays and hashes from which Ruby's stack certainly overflows
// when Puppet formats them (measured with Puppet 7.23 and Ruby 3.1, which fail at 800 levels).
const maxFormatted = 1000

// formatValue is String.new(v, format).
func formatValue(v *data.Value, format string) (string, error) {
	if v.Depth() > maxFormatted {
		return "", ErrStack
	}
	f, err := parseStringFormat(format)
	if err != nil {
		return "", err
	}
	s := stringer{array: formatArray, hash: formatHash}
	switch v.Kind() {
	case data.Array:
		s.array = f
	case data.Hash:
		s.hash = f
	case data.Float:
		// Puppet selects the format by the type of the value, and NaN has no type.
		if v.Float() == v.Float() {
			s.scalar = f
		}
	default:
		s.scalar = f
	}
	return s.text(v, indentation{first: true})
}

func (s *stringer) text(v *data.Value, in indentation) (string, error) {
	switch v.Kind() {
	case data.Array:
		return s.list(v.Items(), in)
	case data.Hash:
		return s.hashText(v, in)
	}
	f := s.scalar
	if f == nil {
		f = usualFormat(v)
	}
	return f.scalar(v)
}

func usualFormat(v *data.Value) *stringFormat {
	switch v.Kind() {
	case data.Float:
		return formatFloat
	case data.Integer:
		return formatNumber
	}
	if _, ok := v.Payload().(*rich.Binary); ok {
		return formatBase64
	}
	return formatPlain
}

func (f *stringFormat) illegal(kind, expected string) error {
	return errors.New("Illegal format '" + string(rune(f.letter)) + "' specified for value of " + kind +
		" type - expected one of the characters '" + expected + "'")
}

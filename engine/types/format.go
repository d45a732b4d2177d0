package types

import (
	"encoding/base64"
	"errors"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// stringFormat is a format for one kind of value in String.new: %[flags][width][.precision]letter.
type stringFormat struct {
	text        string
	letter      byte
	alt, left   bool
	space       bool
	delimiter   byte // [ { ( < | or 0
	width, prec int  // noWidth when not given
}

var stringFormatExpr = regexp.MustCompile(`(?m)^%([\t\n\v\f\r \[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$`)

func parseStringFormat(text string) (*stringFormat, error) {
	m := stringFormatExpr.FindStringSubmatch(text)
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

// atoi is the number in s, or one that is too large for any use.
func atoi(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil || n > 1<<20 {
		return 1 << 20
	}
	return n
}

// usual is a format that Puppet takes when none is given.
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
	formatQuoted = usual("%p") // what is inside lists and hashes
)

// stringer writes a value as String.new does. array and hash are the formats of all lists and
// hashes in it; scalar that of the value itself, nil for the usual one of its kind.
type stringer struct{ array, hash, scalar *stringFormat }

// ToString is String.new(v): v as Puppet itself writes it, "[1, 'two', undef]".
func ToString(v *data.Value) string {
	s := stringer{array: formatArray, hash: formatHash}
	text, err := s.text(v, indentation{first: true})
	if err != nil {
		return "" // the usual formats fit all values
	}
	return text
}

// formatValue is String.new(v, format).
func formatValue(v *data.Value, format string) (string, error) {
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
		// Puppet finds the format by the type of the value, and NaN is of no type.
		if v.Float() == v.Float() {
			s.scalar = f
		}
	default:
		s.scalar = f
	}
	return s.text(v, indentation{first: true})
}

// indentation is how deep inside of lists and hashes a value stands when these are spread over
// several lines.
type indentation struct {
	level     int
	first     bool // nothing stands before it on its level
	indenting bool
}

func (i indentation) with(indenting bool) indentation {
	i.indenting = indenting
	return i
}

func (i indentation) deeper(indenting bool) indentation {
	return indentation{level: i.level + 1, first: true, indenting: indenting}
}

func (i indentation) breaks() bool { return i.indenting && i.level > 0 && !i.first }

func (i indentation) padding() string { return strings.Repeat("  ", i.level) }

func isContainer(v *data.Value) bool { return v.Kind() == data.Array || v.Kind() == data.Hash }

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

// inside is a value in a list or hash.
func (s *stringer) inside(v *data.Value, in indentation) (string, error) {
	if isContainer(v) {
		return s.text(v, in)
	}
	return formatQuoted.scalar(v)
}

func usualFormat(v *data.Value) *stringFormat {
	switch v.Kind() {
	case data.Float:
		return formatFloat
	case data.Integer:
		return formatNumber
	}
	if _, ok := v.Payload().(*Binary); ok {
		return formatBase64
	}
	return formatPlain
}

func (f *stringFormat) illegal(kind, expected string) error {
	return errors.New("Illegal format '" + string(rune(f.letter)) + "' specified for value of " + kind +
		" type - expected one of the characters '" + expected + "'")
}

// delimiters are what stands around a list or hash.
func (f *stringFormat) delimiters(usual string) (open, end string) {
	pair := usual
	switch {
	case f.delimiter != 0:
		pair = map[byte]string{'[': "[]", '{': "{}", '(': "()", '<': "<>", '|': "||"}[f.delimiter]
	case f.space:
		return "", ""
	}
	return pair[:1], pair[1:]
}

func (s *stringer) list(items []*data.Value, in indentation) (string, error) {
	f := s.array
	if strings.IndexByte("asp", f.letter) < 0 {
		return "", f.illegal("Array", "asp")
	}
	in = in.with(f.alt || in.indenting)
	var b strings.Builder
	if in.breaks() {
		b.WriteString("\n" + in.padding())
	}
	open, end := f.delimiters("[]")
	b.WriteString(open)

	texts := make([]string, len(items))
	child := in.deeper(f.alt)
	for i, item := range items {
		child.first = false
		text, err := s.inside(item, child)
		if err != nil {
			return "", err
		}
		texts[i] = text
	}
	tooWide := f.alt && f.width != noWidth && widest(items, texts) > f.width
	child = in.deeper(f.alt)
	out := b.String()
	for i, text := range texts {
		plain := !isContainer(items[i])
		switch {
		case i == 0:
			if tooWide && plain {
				out += " "
			}
		default:
			out += ", "
			if plain && (tooWide || f.alt && isContainer(items[i-1])) {
				out = strings.TrimRight(out, rubySpaces+"\x00") + "\n" + child.padding()
			}
		}
		if strings.HasSuffix(out, " ") && strings.HasPrefix(text, "\n") {
			out = strings.TrimRight(out, rubySpaces+"\x00")
		}
		out += text
	}
	return out + end, nil
}

// widest is the length of the longest run of elements between those that have lines of their own.
func widest(items []*data.Value, texts []string) int {
	most, run := 0, 0
	for i, item := range items {
		if isContainer(item) {
			run = 0
			continue
		}
		run += utf8.RuneCountInString(texts[i])
		most = max(most, run)
	}
	return most
}

func (s *stringer) hashText(v *data.Value, in indentation) (string, error) {
	f := s.hash
	switch {
	case f.letter == 'a':
		pairs, err := elements(v)
		if err != nil {
			return "", err
		}
		return s.list(pairs, in)
	case strings.IndexByte("hsp", f.letter) < 0:
		return "", f.illegal("Hash", "hasp")
	}
	in = in.with(f.alt || in.indenting)
	var b strings.Builder
	if in.breaks() {
		b.WriteString("\n" + in.padding())
	}
	child := in.deeper(false)
	separator, padding := ", ", ""
	if f.alt {
		separator, padding = ",\n", child.padding()
	}
	open, end := f.delimiters("{}")
	b.WriteString(open)
	if f.alt {
		b.WriteByte('\n')
	}
	for i, e := range v.Entries() {
		if i > 0 {
			b.WriteString(separator)
		}
		key, err := s.inside(e.Key, child)
		if err != nil {
			return "", err
		}
		value, err := s.inside(e.Value, child)
		if err != nil {
			return "", err
		}
		b.WriteString(padding + key + " => " + value)
	}
	if f.alt {
		b.WriteString("\n" + in.padding())
	}
	b.WriteString(end)
	return b.String(), nil
}

// printf is f applied as Ruby's Kernel#format, with another letter.
func (f *stringFormat) printf(letter byte, v *data.Value) (string, error) {
	text := f.text
	if letter != f.letter {
		text = strings.ReplaceAll(text, string(rune(f.letter)), string(rune(letter)))
	}
	return rubytext.Format(text, v)
}

func (f *stringFormat) printText(text string) (string, error) {
	return f.printf('s', data.NewString(text))
}

// pad applies width and precision to a text.
func (f *stringFormat) pad(text string) (string, error) {
	if !f.left && f.width == noWidth && f.prec == noWidth {
		return text, nil
	}
	format := "%"
	if f.left {
		format += "-"
	}
	if f.width != noWidth {
		format += strconv.Itoa(f.width)
	}
	if f.prec != noWidth {
		format += "." + strconv.Itoa(f.prec)
	}
	return rubytext.Format(format+"s", data.NewString(text))
}

// choose is one of two texts, depending on the flag #.
func (f *stringFormat) choose(alt, plain string) (string, error) {
	if f.alt {
		return f.pad(alt)
	}
	return f.pad(plain)
}

// scalar is a value that is no list or hash.
func (f *stringFormat) scalar(v *data.Value) (string, error) {
	switch v.Kind() {
	case data.Undef:
		return f.undef()
	case data.Default:
		return f.defaultText()
	case data.Boolean:
		return f.boolean(v.Bool())
	case data.Integer:
		return f.integer(v)
	case data.Float:
		return f.float(v)
	case data.String:
		return f.string(v)
	case data.Symbol:
		return f.symbol(v)
	}
	switch p := v.Payload().(type) {
	case *Binary:
		return f.binary(p)
	case *Regexp:
		return f.regexp(p)
	case *URI:
		return f.uri(p)
	case *Object:
		if strings.IndexByte("spq", f.letter) < 0 {
			return "", f.illegal("Object", "spq")
		}
		return p.String(), nil
	case Type:
		return f.typ(p)
	}
	return rubytext.Format(f.text, v)
}

func (f *stringFormat) undef() (string, error) {
	switch f.letter {
	case 'n':
		return f.choose("null", "nil")
	case 'u':
		return f.choose("undefined", "undef")
	case 'd', 'x', 'X', 'o', 'b', 'B', 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return f.pad("NaN")
	case 'v':
		return f.pad("n/a")
	case 'V':
		return f.pad("N/A")
	case 's':
		return f.choose(`""`, "")
	case 'p':
		return f.choose(`"undef"`, "undef")
	}
	return "", f.illegal("Undef", "nudxXobBeEfgGaAvVsp")
}

func (f *stringFormat) defaultText() (string, error) {
	switch f.letter {
	case 'd', 's', 'p':
		return f.choose(`"default"`, "default")
	case 'D':
		return f.choose(`"Default"`, "Default")
	}
	return "", f.illegal("Default", "dDsp")
}

func (f *stringFormat) boolean(b bool) (string, error) {
	words := map[byte][2]string{'t': {"false", "true"}, 'T': {"False", "True"}, 'y': {"no", "yes"}, 'Y': {"No", "Yes"}}
	switch f.letter {
	case 't', 'T', 'y', 'Y':
		word := words[f.letter][bool01(b)]
		return f.choose(word[:1], word)
	case 'd', 'x', 'X', 'o', 'b', 'B':
		return f.integer(data.NewInteger(bool01(b)))
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		return f.float(data.NewFloat(float64(bool01(b))))
	case 's', 'p':
		return f.pad(strconv.FormatBool(b))
	}
	return "", f.illegal("Boolean", "tTyYdxXobBeEfgGaAsp")
}

func (f *stringFormat) integer(v *data.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B', 'p':
		return rubytext.Format(f.text, v)
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A':
		float, _ := new(big.Float).SetInt(v.BigInt()).Float64()
		return rubytext.Format(f.text, data.NewFloat(float))
	case 'c':
		i, ok := v.Int()
		if !ok || i < 0 || i > utf8.MaxRune {
			return "", errors.New("pack(U): value out of range")
		}
		char := string(rune(i))
		if f.alt {
			char = `"` + char + `"`
		}
		return f.printText(char)
	case 's':
		letter := byte('s')
		if f.alt {
			letter = 'p'
		}
		return f.printf(letter, data.NewString(numOf(v).String()))
	}
	return "", f.illegal("Integer", "dxXobBeEfgGaAspc")
}

func (f *stringFormat) float(v *data.Value) (string, error) {
	switch f.letter {
	case 'd', 'x', 'X', 'o', 'b', 'B':
		i, err := truncate(v.Float())
		if err != nil {
			return "", err
		}
		return rubytext.Format(f.text, i)
	case 'e', 'E', 'f', 'g', 'G', 'a', 'A', 'p':
		return rubytext.Format(f.text, v)
	case 's':
		text := rubytext.Float(v.Float())
		if f.alt {
			text = `"` + text + `"`
		}
		return f.printText(text)
	}
	return "", f.illegal("Float", "dxXobBeEfgGaAsp")
}

func (f *stringFormat) string(v *data.Value) (string, error) {
	text := v.Text()
	switch f.letter {
	case 's':
		return rubytext.Format(f.text, v)
	case 'p':
		if f.alt {
			return f.pad(quoteDouble(text))
		}
		return f.pad(Quote(text))
	case 'c':
		text = capitalize(text)
	case 'C':
		parts := strings.Split(text, "::")
		for len(parts) > 0 && parts[len(parts)-1] == "" {
			parts = parts[:len(parts)-1]
		}
		for i, p := range parts {
			parts[i] = capitalize(p)
		}
		text = strings.Join(parts, "::")
	case 'u':
		text = strings.ToUpper(text)
	case 'd':
		text = strings.ToLower(text)
	case 't':
		text = strings.Trim(text, rubySpaces+"\x00")
	default:
		return "", f.illegal("String", "cCudspt")
	}
	if f.alt {
		return f.pad(Quote(text))
	}
	return f.printText(text)
}

// capitalize is Ruby's: the first letter large, all others small.
func capitalize(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if size == 0 {
		return s
	}
	return string(unicode.ToTitle(r)) + strings.ToLower(s[size:])
}

func (f *stringFormat) symbol(v *data.Value) (string, error) {
	switch f.letter {
	case 's':
		return v.Text(), nil
	case 'p':
		return Quote(v.Text()), nil
	case 'q':
		return rubytext.Inspect(v), nil
	}
	return "", f.illegal("Runtime", "spq")
}

func (f *stringFormat) binary(b *Binary) (string, error) {
	letter := byte('s')
	if f.alt {
		letter = 'p'
	}
	switch f.letter {
	case 's':
		if f.alt {
			return f.printf(letter, data.NewBinaryString(b.bytes))
		}
		if !utf8.ValidString(b.bytes) {
			return "", errors.New(rubytext.Undefined(b.bytes))
		}
		return f.printf(letter, data.NewString(b.bytes))
	case 'p':
		text, err := f.printText(b.String())
		return `Binary("` + text + `")`, err
	case 'b':
		return f.printf(letter, data.NewString(lines60(b.String())))
	case 'B':
		return f.printf(letter, data.NewString(b.String()))
	case 'u':
		return f.printf(letter, data.NewString(base64.URLEncoding.EncodeToString([]byte(b.bytes))))
	case 't':
		return f.printf(letter, data.NewString("Binary"))
	case 'T':
		return f.printf(letter, data.NewString("BINARY"))
	}
	return "", f.illegal("Binary", "bButTsp")
}

// lines60 breaks base64 into lines as Ruby's Base64.encode64 does.
func lines60(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		n := min(60, len(s))
		b.WriteString(s[:n] + "\n")
		s = s[n:]
	}
	return b.String()
}

func (f *stringFormat) regexp(r *Regexp) (string, error) {
	switch f.letter {
	case 'p':
		text := regexpLiteral(r.source)
		if f.text == "%p" {
			return text, nil
		}
		return f.printText(text)
	case 's':
		text := r.source
		if !isASCII(text) {
			text = "(?-imx:" + text + ")"
		}
		if f.alt {
			text = Quote(text)
		}
		if f.text == "%s" {
			return text, nil
		}
		return f.printText(text)
	}
	return "", f.illegal("Regexp", "sp")
}

func (f *stringFormat) uri(u *URI) (string, error) {
	switch f.letter {
	case 'p':
		return "URI(" + Quote(u.String()) + ")", nil
	case 's':
		text := u.String()
		if f.alt {
			text = Quote(text)
		}
		return f.printText(text)
	}
	return "", f.illegal("URI", "sp")
}

func (f *stringFormat) typ(t Type) (string, error) {
	switch f.letter {
	case 's':
		text := t.String()
		if f.alt {
			text = `"` + text + `"`
		}
		return f.printText(text)
	case 'p':
		return f.printText(t.String())
	}
	return "", f.illegal("Type", "sp")
}

var newString = sync.OnceValue(func() *constructor {
	typ := localTypes(
		`Format = Pattern[/^%([\s\[+#0{<(|-]*)([1-9][0-9]*)?(?:\.([0-9]+))?([a-zA-Z])$/]`,
		`ContainerFormat = Struct[{Optional[format] => Format, Optional[separator] => String, Optional[separator2] => String, Optional[string_formats] => Hash[Type, Format]}]`,
		`TypeMap = Hash[Type, Variant[Format, ContainerFormat]]`,
		`Convertible = Any`,
		`Formats = Variant[Default, String[1], TypeMap]`)
	return &constructor{name: "new_string", ways: []way{{
		params:   []parameter{{"from", typ("Convertible")}, {"string_formats", typ("Formats")}},
		required: 1,
		check:    checkStringFormat,
		call: func(args []*data.Value) (*data.Value, error) {
			format := argument(args, 1)
			switch {
			case format == nil || isDefault(format):
				return data.NewString(ToString(args[0])), nil
			case format.Kind() == data.Hash:
				// Hiera data cannot have types as keys; only the empty hash gets here.
				return data.NewString(ToString(args[0])), nil
			}
			text, err := formatValue(args[0], format.Text())
			if err != nil {
				return nil, err
			}
			return data.NewString(text), nil
		},
	}}}
})

// formatLetters are those that some kind of value takes.
const formatLetters = "dxXobBeEfgGaAspctTyYnuvVDCuhq"

// checkStringFormat refuses a format that no kind of value takes.
func checkStringFormat(args []*data.Value) error {
	if args[0].Kind() != data.String {
		return nil
	}
	f, err := parseStringFormat(args[0].Text())
	if err == nil && strings.IndexByte(formatLetters, f.letter) < 0 {
		err = f.illegal("String", "cCudspt")
	}
	return err
}

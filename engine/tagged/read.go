package tagged

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/bigint"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/ascii"
)

// maxDepth limits how deeply a text may be nested.
const maxDepth = 10_000

// Parse parses a JSON text and resolves its tags.
func Parse(text []byte) (v *data.Value, err error) { return ParseString(string(text)) }

// ParseString is like Parse. Strings in the value share the memory of text.
func ParseString(text string) (v *data.Value, err error) {
	r := &reader{text: text}
	err = r.all(func() { v = r.value() })
	return v, err
}

// Member is a member of a JSON object, as text or as a value.
type Member struct {
	Name  string
	Text  string
	Value *data.Value
}

// Members reads the JSON object in text and calls f for every member. Members that asText selects
// are passed as text and only checked to be valid JSON, without resolving tags. before is the text
// of the same member in a previous object, or ""; if the member is equal to it, it is not checked
// again.
func Members(text string, asText func(name string) (before string, ok bool), f func(Member)) error {
	r := &reader{text: text}
	return r.all(func() {
		r.members(func(name string) {
			start := r.at
			before, ok := asText(name)
			switch {
			case !ok:
				f(Member{Name: name, Value: r.value()})
				return
			case endsItself(before) && strings.HasPrefix(r.text[r.at:], before):
				r.at += len(before)
			default:
				r.skip()
			}
			f(Member{Name: name, Text: text[start:r.at]})
		})
	})
}

// endsItself reports whether no longer JSON value starts with text, because it ends with a bracket
// or quote.
func endsItself(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[' || text[0] == '"')
}

// reader reads JSON. Unlike encoding/json, it keeps the order of objects, and strings share memory
// with the text.
type reader struct {
	text  string
	at    int
	depth int
}

// readError is a panic value that all recovers.
type readError struct{ error }

// all reads the whole text with read. Invalid JSON is an error.
func (r *reader) all(read func()) (err error) {
	defer func() {
		switch failed := recover().(type) {
		case nil:
		case readError:
			err = failed.error
		default:
			panic(failed)
		}
	}()
	r.space()
	read()
	if r.space(); r.at < len(r.text) {
		panic(r.unexpected("the end"))
	}
	return nil
}

// unexpected returns the error for what is at the current position instead of wanted.
func (r *reader) unexpected(wanted string) readError {
	if r.at >= len(r.text) {
		return readError{fmt.Errorf("not JSON: it ends where %s should be", wanted)}
	}
	character, _ := utf8.DecodeRuneInString(r.text[r.at:])
	before := r.text[:r.at]
	line := ""
	if n := strings.Count(before, "\n"); n > 0 {
		line = fmt.Sprintf("line %d, ", n+1)
		before = before[strings.LastIndexByte(before, '\n')+1:]
	}
	return readError{fmt.Errorf("not JSON: %q in %scolumn %d, where %s should be", character, line, utf8.RuneCountInString(before)+1, wanted)}
}

func (r *reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// take skips c, if it is next.
func (r *reader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) value() *data.Value {
	if r.at >= len(r.text) {
		panic(r.unexpected("a value"))
	}
	switch c := r.text[r.at]; {
	case c == '"':
		return data.NewString(r.string())
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '-' || ascii.IsDigit(c):
		return r.number()
	case r.word("true"):
		return data.NewBoolean(true)
	case r.word("false"):
		return data.NewBoolean(false)
	case r.word("null"):
		return data.NewUndef()
	}
	panic(r.unexpected("a value"))
}

func (r *reader) word(word string) bool {
	if !strings.HasPrefix(r.text[r.at:], word) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *reader) array() *data.Value {
	var items []*data.Value
	r.items(func() { items = append(items, r.value()) })
	return data.NewArray(items)
}

// items reads an array; item reads one element.
func (r *reader) items(item func()) {
	r.open()
	for r.space(); !r.take(']'); r.space() {
		item()
		if r.next(']') {
			break
		}
		if r.space(); r.at < len(r.text) && r.text[r.at] == ']' {
			panic(r.unexpected("a value"))
		}
	}
	r.depth--
}

// next skips what follows an element or member: a comma, or the closing character, which it
// reports.
func (r *reader) next(closing byte) (closed bool) {
	if r.space(); r.take(closing) {
		return true
	}
	if !r.take(',') {
		panic(r.unexpected("a comma or `" + string(rune(closing)) + "`"))
	}
	return false
}

func (r *reader) open() {
	r.at++
	if r.depth++; r.depth > maxDepth {
		panic(readError{fmt.Errorf("JSON that is nested deeper than %d is not read", maxDepth)})
	}
}

// members reads an object; member reads one value.
func (r *reader) members(member func(name string)) {
	if r.at >= len(r.text) || r.text[r.at] != '{' {
		panic(r.unexpected("`{`"))
	}
	r.open()
	for r.space(); !r.take('}'); r.space() {
		if r.at >= len(r.text) || r.text[r.at] != '"' {
			panic(r.unexpected("a name in quotes"))
		}
		name := r.string()
		if r.space(); !r.take(':') {
			panic(r.unexpected("a colon"))
		}
		r.space()
		member(name)
		if r.next('}') {
			break
		}
		if r.space(); r.at < len(r.text) && r.text[r.at] == '}' {
			panic(r.unexpected("a name in quotes"))
		}
	}
	r.depth--
}

// fewMembers is the number of members up to which a search is faster than a map.
const fewMembers = 16

func (r *reader) object() *data.Value {
	var entries []data.Entry
	var at map[string]int
	find := func(name string) (int, bool) {
		if at != nil {
			i, ok := at[name]
			return i, ok
		}
		for i := range entries {
			if entries[i].Key.Text() == name {
				return i, true
			}
		}
		return 0, false
	}
	r.members(func(name string) {
		v := r.value()
		if i, ok := find(name); ok {
			entries[i].Value = v
			return
		}
		entries = append(entries, data.NewEntry(name, v))
		if at != nil {
			at[name] = len(entries) - 1
		} else if len(entries) > fewMembers {
			at = make(map[string]int, 2*fewMembers)
			for i := range entries {
				at[entries[i].Key.Text()] = i
			}
		}
	})
	hash := data.NewHash(entries)
	if i, ok := find(typeKey); ok && entries[i].Value.Kind() == data.String {
		return must(untag(entries[i].Value.Text(), hash))
	}
	return hash
}

// must returns v, or panics with the error.
func must(v *data.Value, err error) *data.Value {
	if err != nil {
		panic(readError{err})
	}
	return v
}

// skip skips a value.
func (r *reader) skip() {
	if r.at >= len(r.text) {
		panic(r.unexpected("a value"))
	}
	switch c := r.text[r.at]; {
	case c == '"':
		r.raw() // only strings with escapes are read by string
	case c == '{':
		r.members(func(string) { r.skip() })
	case c == '[':
		r.items(r.skip)
	case c == '-' || ascii.IsDigit(c):
		r.digits()
	case r.word("true"), r.word("false"), r.word("null"):
	default:
		panic(r.unexpected("a value"))
	}
}

// digits skips a JSON number.
func (r *reader) digits() (text string, whole bool) {
	start := r.at
	r.take('-')
	if !r.take('0') && !r.run() {
		panic(r.unexpected("a digit"))
	}
	whole = true
	if r.take('.') {
		if whole = false; !r.run() {
			panic(r.unexpected("a digit"))
		}
	}
	if r.take('e') || r.take('E') {
		if !r.take('+') {
			r.take('-')
		}
		if whole = false; !r.run() {
			panic(r.unexpected("a digit"))
		}
	}
	return r.text[start:r.at], whole
}

// run skips digits and reports whether there were any.
func (r *reader) run() bool {
	start := r.at
	for r.at < len(r.text) && ascii.IsDigit(r.text[r.at]) {
		r.at++
	}
	return r.at > start
}

func (r *reader) number() *data.Value {
	text, whole := r.digits()
	if whole {
		return must(integer(text))
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(readError{fmt.Errorf("the number %s is too large", text)})
	}
	return data.NewFloat(f)
}

func integer(text string) (*data.Value, error) {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return data.NewInteger(i), nil
	}
	i, ok := bigint.Parse(text, 10)
	if !ok {
		return nil, fmt.Errorf("`%s` is no Integer", text)
	}
	return data.NewBigInteger(i), nil
}

// raw skips a quoted string and returns its content; plain reports that it contains no escapes.
func (r *reader) raw() (text string, plain bool) {
	r.at++
	start := r.at
	plain = true
	for {
		for r.at < len(r.text) && unescaped[r.text[r.at]] {
			r.at++
		}
		if r.at == len(r.text) {
			panic(r.unexpected("a closing quote"))
		}
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start : r.at-1], plain
		case c == '\\':
			plain = false
			r.escape()
		case c < ' ':
			panic(r.unexpected("a character of a text"))
		default:
			plain = false
			r.at++
		}
	}
}

// escape skips an escape sequence.
func (r *reader) escape() {
	if r.at++; r.at >= len(r.text) {
		panic(r.unexpected("an escaped character"))
	}
	switch r.text[r.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.at++
	case 'u':
		r.at++
		for range 4 {
			if r.at >= len(r.text) || strings.IndexByte("0123456789abcdefABCDEF", r.text[r.at]) < 0 {
				panic(r.unexpected("a hexadecimal digit"))
			}
			r.at++
		}
	default:
		panic(r.unexpected("an escaped character"))
	}
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *reader) string() string {
	raw, plain := r.raw()
	switch {
	case plain:
		return raw
	case strings.IndexByte(raw, '\\') < 0:
		return strings.ToValidUTF8(raw, "\uFFFD")
	}
	var b strings.Builder
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			b.WriteByte(raw[i])
			continue
		}
		if i++; raw[i] != 'u' {
			b.WriteByte(escapes[raw[i]])
			continue
		}
		code := hexadecimal(raw[i+1:])
		i += 4
		if utf16.IsSurrogate(code) {
			second := rune(-1)
			if strings.HasPrefix(raw[i+1:], `\u`) {
				second = hexadecimal(raw[i+3:])
			}
			if code = utf16.DecodeRune(code, second); code != utf8.RuneError {
				i += 6
			}
		}
		b.WriteRune(code)
	}
	return strings.ToValidUTF8(b.String(), "\uFFFD")
}

// hexadecimal returns the code of the first four characters of s, which must be hexadecimal digits.
func hexadecimal(s string) rune {
	code, _ := strconv.ParseUint(s[:4], 16, 32)
	return rune(code)
}

func untag(kind string, hash *data.Value) (*data.Value, error) {
	v, ok := hash.Get(valueKey)
	if !ok {
		v = data.NewUndef()
	}
	switch kind {
	case "Hash":
		return untagHash(hash)
	case "Integer":
		return integer(v.Text())
	case "Float":
		switch v.Text() {
		case "Infinity":
			return data.NewFloat(math.Inf(1)), nil
		case "-Infinity":
			return data.NewFloat(math.Inf(-1)), nil
		}
		return data.NewFloat(math.NaN()), nil
	case "String":
		text, _ := hash.Get("base64")
		if text == nil {
			return nil, fmt.Errorf("a String without base64")
		}
		raw, err := base64.StdEncoding.DecodeString(text.Text())
		if encoding, _ := hash.Get("encoding"); encoding != nil && encoding.Text() == "UTF-8" {
			return data.NewString(string(raw)), err
		}
		return data.NewBinaryString(string(raw)), err
	case "Symbol":
		return data.NewSymbol(v.Text()), nil
	case "Default":
		return data.NewDefault(), nil
	case "Undef":
		return data.NewUndef(), nil
	case "Sensitive":
		return data.NewSensitive(v), nil
	case "Type":
		t, err := types.Parse(v.Text())
		if err != nil {
			return nil, err
		}
		return types.TypeValue(t), nil
	case "Time":
		return untag("Timestamp", hash)
	case "Timestamp", "Timespan", "SemVer", "SemVerRange", "URI", "Binary", "Regexp": // Puppet converts these from strings
		return convert.New(types.TypeValue(types.MustParse(kind)), v)
	}
	return v, nil
}

func untagHash(hash *data.Value) (*data.Value, error) {
	pairs, ok := hash.Get("entries")
	if !ok || pairs.Kind() != data.Array {
		return nil, fmt.Errorf("a Hash without entries")
	}
	entries := make([]data.Entry, 0, pairs.Len())
	for _, pair := range pairs.Items() {
		if pair.Len() != 2 {
			return nil, fmt.Errorf("an entry of a Hash that is no pair")
		}
		entries = append(entries, data.Entry{Key: pair.Items()[0], Value: pair.Items()[1]})
	}
	return data.NewHash(entries), nil
}

package tagged

import (
	"encoding/base64"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
)

// maxDepth bounds how deep a text may be nested.
const maxDepth = 10_000

// Parse reads one JSON text, tags resolved.
func Parse(text []byte) (*data.Value, error) {
	r := &reader{text: string(text)}
	r.space()
	v, err := r.value()
	if err != nil {
		return nil, err
	}
	if r.space(); r.at < len(r.text) {
		return nil, r.unexpected("the end")
	}
	return v, nil
}

// Member is a member of a JSON object: its text, or what that stands for.
type Member struct {
	Name  string
	Text  []byte
	Value *data.Value
}

// Members reads the JSON object in text and calls f for every member. Those that asText tells it leaves as
// texts, only making sure that they are JSON, tags aside. before is the text that such a member had in
// another object, or "": where it is the same again it is passed at once.
func Members(text []byte, asText func(name string) (before string, ok bool), f func(Member)) error {
	r := &reader{text: string(text)}
	r.space()
	err := r.members(func(name string) error {
		start := r.at
		before, ok := asText(name)
		if !ok {
			v, err := r.value()
			f(Member{Name: name, Value: v})
			return err
		}
		if endsItself(before) && strings.HasPrefix(r.text[r.at:], before) {
			r.at += len(before)
		} else if err := r.skip(); err != nil {
			return err
		}
		f(Member{Name: name, Text: text[start:r.at]})
		return nil
	})
	if err != nil {
		return err
	}
	if r.space(); r.at < len(r.text) {
		return r.unexpected("the end")
	}
	return nil
}

// endsItself tells that no longer JSON value begins with the JSON value text: it has a bracket or quote at
// its end.
func endsItself(text string) bool {
	return text != "" && (text[0] == '{' || text[0] == '[' || text[0] == '"')
}

// reader reads JSON. Unlike encoding/json it keeps the order of objects, and texts share the memory of what
// is read.
type reader struct {
	text  string
	at    int
	depth int
}

// unexpected is the error for what is at the place instead of wanted.
func (r *reader) unexpected(wanted string) error {
	if r.at >= len(r.text) {
		return fmt.Errorf("not JSON: it ends where %s should be", wanted)
	}
	character, _ := utf8.DecodeRuneInString(r.text[r.at:])
	before := r.text[:r.at]
	line := ""
	if n := strings.Count(before, "\n"); n > 0 {
		line = fmt.Sprintf("line %d, ", n+1)
		before = before[strings.LastIndexByte(before, '\n')+1:]
	}
	return fmt.Errorf("not JSON: %q in %scolumn %d, where %s should be", character, line, utf8.RuneCountInString(before)+1, wanted)
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

// take passes c.
func (r *reader) take(c byte) bool {
	if r.at < len(r.text) && r.text[r.at] == c {
		r.at++
		return true
	}
	return false
}

func (r *reader) value() (*data.Value, error) {
	if r.at >= len(r.text) {
		return nil, r.unexpected("a value")
	}
	switch c := r.text[r.at]; {
	case c == '"':
		s, err := r.string()
		if err != nil {
			return nil, err
		}
		return data.NewString(s), nil
	case c == '{':
		return r.object()
	case c == '[':
		return r.array()
	case c == '-' || c >= '0' && c <= '9':
		return r.number()
	case r.word("true"):
		return data.NewBoolean(true), nil
	case r.word("false"):
		return data.NewBoolean(false), nil
	case r.word("null"):
		return data.NewUndef(), nil
	}
	return nil, r.unexpected("a value")
}

func (r *reader) word(word string) bool {
	if !strings.HasPrefix(r.text[r.at:], word) {
		return false
	}
	r.at += len(word)
	return true
}

func (r *reader) array() (*data.Value, error) {
	var items []*data.Value
	err := r.items(func() error {
		item, err := r.value()
		items = append(items, item)
		return err
	})
	return data.NewArray(items), err
}

// items reads a list; item reads one of its items.
func (r *reader) items(item func() error) error {
	if err := r.open(); err != nil {
		return err
	}
	for r.space(); !r.take(']'); r.space() {
		if err := item(); err != nil {
			return err
		}
		if r.space(); r.take(']') {
			break
		}
		if !r.take(',') {
			return r.unexpected("a comma or `]`")
		}
		if r.space(); r.at < len(r.text) && r.text[r.at] == ']' {
			return r.unexpected("a value")
		}
	}
	r.depth--
	return nil
}

func (r *reader) open() error {
	r.at++
	if r.depth++; r.depth > maxDepth {
		return fmt.Errorf("JSON that is nested deeper than %d is not read", maxDepth)
	}
	return nil
}

// members reads an object; member reads the value of one.
func (r *reader) members(member func(name string) error) error {
	if r.at >= len(r.text) || r.text[r.at] != '{' {
		return r.unexpected("`{`")
	}
	if err := r.open(); err != nil {
		return err
	}
	for r.space(); !r.take('}'); r.space() {
		if r.at >= len(r.text) || r.text[r.at] != '"' {
			return r.unexpected("a name in quotes")
		}
		name, err := r.string()
		if err != nil {
			return err
		}
		if r.space(); !r.take(':') {
			return r.unexpected("a colon")
		}
		r.space()
		if err := member(name); err != nil {
			return err
		}
		if r.space(); r.take('}') {
			break
		}
		if !r.take(',') {
			return r.unexpected("a comma or `}`")
		}
		if r.space(); r.at < len(r.text) && r.text[r.at] == '}' {
			return r.unexpected("a name in quotes")
		}
	}
	r.depth--
	return nil
}

// fewMembers is up to how many members a search is faster than a map.
const fewMembers = 16

func (r *reader) object() (*data.Value, error) {
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
	err := r.members(func(name string) error {
		v, err := r.value()
		if err != nil {
			return err
		}
		if i, ok := find(name); ok {
			entries[i].Value = v
			return nil
		}
		entries = append(entries, data.Entry{Key: data.NewString(name), Value: v})
		if at != nil {
			at[name] = len(entries) - 1
		} else if len(entries) > fewMembers {
			at = make(map[string]int, 2*fewMembers)
			for i := range entries {
				at[entries[i].Key.Text()] = i
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	hash := data.NewHash(entries)
	if i, ok := find(typeKey); ok && entries[i].Value.Kind() == data.String {
		return untag(entries[i].Value.Text(), hash)
	}
	return hash, nil
}

// skip passes a value.
func (r *reader) skip() error {
	if r.at >= len(r.text) {
		return r.unexpected("a value")
	}
	switch c := r.text[r.at]; {
	case c == '"':
		return r.skipString()
	case c == '{':
		return r.members(func(string) error { return r.skip() })
	case c == '[':
		return r.items(r.skip)
	case c == '-' || c >= '0' && c <= '9':
		_, _, err := r.digits()
		return err
	case r.word("true"), r.word("false"), r.word("null"):
		return nil
	}
	return r.unexpected("a value")
}

// digits passes a number as JSON has it.
func (r *reader) digits() (text string, whole bool, err error) {
	start := r.at
	r.take('-')
	if !r.take('0') && !r.run() {
		return "", false, r.unexpected("a digit")
	}
	whole = true
	if r.take('.') {
		if whole = false; !r.run() {
			return "", false, r.unexpected("a digit")
		}
	}
	if r.take('e') || r.take('E') {
		if !r.take('+') {
			r.take('-')
		}
		if whole = false; !r.run() {
			return "", false, r.unexpected("a digit")
		}
	}
	return r.text[start:r.at], whole, nil
}

// run passes digits and tells whether there were any.
func (r *reader) run() bool {
	start := r.at
	for r.at < len(r.text) && r.text[r.at] >= '0' && r.text[r.at] <= '9' {
		r.at++
	}
	return r.at > start
}

func (r *reader) number() (*data.Value, error) {
	text, whole, err := r.digits()
	switch {
	case err != nil:
		return nil, err
	case whole:
		return integer(text)
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("the number %s is too large", text)
	}
	return data.NewFloat(f), nil
}

func integer(text string) (*data.Value, error) {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return data.NewInteger(i), nil
	}
	i, ok := new(big.Int).SetString(text, 10)
	if !ok {
		return nil, fmt.Errorf("`%s` is no Integer", text)
	}
	return data.NewBigInteger(i), nil
}

// skipString passes a text, which is read in string only where it is not as it stands.
func (r *reader) skipString() error {
	_, _, err := r.raw()
	return err
}

// raw passes a text in quotes and returns what stands between them; plain tells that it stands for itself.
func (r *reader) raw() (text string, plain bool, err error) {
	r.at++
	start := r.at
	plain = true
	for {
		for r.at < len(r.text) && stands[r.text[r.at]] {
			r.at++
		}
		if r.at == len(r.text) {
			return "", false, r.unexpected("a closing quote")
		}
		switch c := r.text[r.at]; {
		case c == '"':
			r.at++
			return r.text[start : r.at-1], plain, nil
		case c == '\\':
			plain = false
			if err := r.escape(); err != nil {
				return "", false, err
			}
		case c < ' ':
			return "", false, r.unexpected("a character of a text")
		default:
			plain = false
			r.at++
		}
	}
}

// escape passes a backslash and what it makes special.
func (r *reader) escape() error {
	if r.at++; r.at >= len(r.text) {
		return r.unexpected("an escaped character")
	}
	switch r.text[r.at] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		r.at++
		return nil
	case 'u':
		r.at++
		for range 4 {
			if r.at >= len(r.text) || strings.IndexByte("0123456789abcdefABCDEF", r.text[r.at]) < 0 {
				return r.unexpected("a hexadecimal digit")
			}
			r.at++
		}
		return nil
	}
	return r.unexpected("an escaped character")
}

var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

func (r *reader) string() (string, error) {
	raw, plain, err := r.raw()
	switch {
	case err != nil:
		return "", err
	case plain:
		return raw, nil
	case strings.IndexByte(raw, '\\') < 0:
		return strings.ToValidUTF8(raw, "\uFFFD"), nil
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
	return strings.ToValidUTF8(b.String(), "\uFFFD"), nil
}

// hexadecimal is the code in the first four characters of s, which are hexadecimal digits.
func hexadecimal(s string) rune {
	code, _ := strconv.ParseUint(s[:4], 16, 32)
	return rune(code)
}

// puppetTypes are the tags that are made by Puppet's own conversion from text.
var puppetTypes = map[string]string{
	"Timestamp": "Timestamp", "Time": "Timestamp", "Timespan": "Timespan", "SemVer": "SemVer",
	"SemVerRange": "SemVerRange", "URI": "URI", "Binary": "Binary", "Regexp": "Regexp",
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
	}
	if name, ok := puppetTypes[kind]; ok {
		return convert.New(types.TypeValue(types.MustParse(name)), v)
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

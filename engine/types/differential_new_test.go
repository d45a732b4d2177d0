package types

import (
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// answerNew is what New makes, as the oracle writes it.
func answerNew(t Type, args []*data.Value) map[string]any {
	v, err := New(TypeValue(t), args...)
	if err != nil {
		return problem(err)
	}
	return map[string]any{"value": encodeResult(v), "string": ToString(v)}
}

// encodeResult writes hashes with text keys plainly, as the oracle's answers do.
func encodeResult(v *data.Value) any {
	switch v.Kind() {
	case data.Array:
		items := make([]any, v.Len())
		for i, item := range v.Items() {
			items[i] = encodeResult(item)
		}
		return items
	case data.Sensitive:
		return map[string]any{"__type": "Sensitive", "value": encodeResult(v.Unwrap())}
	case data.Hash:
		plain := map[string]any{}
		pairs := []any{}
		texts := true
		for _, e := range v.Entries() {
			pairs = append(pairs, []any{encodeResult(e.Key), encodeResult(e.Value)})
			if e.Key.Kind() != data.String {
				texts = false
				continue
			}
			plain[e.Key.Text()] = encodeResult(e.Value)
		}
		if texts {
			return plain
		}
		return map[string]any{"__type": "Hash", "value": pairs}
	}
	return encode(v)
}

func newQuestion(text string, args ...*data.Value) (question, bool) {
	typ, err := ParseWith(text, moduleAliases())
	if err != nil {
		return question{}, false
	}
	encoded := make([]any, len(args))
	for i, a := range args {
		encoded[i] = encode(a)
	}
	return question{map[string]any{"op": "new", "type": text, "args": encoded}, func() map[string]any { return answerNew(typ, args) }}, true
}

func texts(list ...string) []*data.Value {
	values := make([]*data.Value, len(list))
	for i, s := range list {
		values[i] = data.NewString(s)
	}
	return values
}

// pool are values that conversions find interesting.
var pool = append(texts("", "0", "1", "5", " 5", "5 ", "- 5", "+5", "-5", "+ 0x1f", "0x1F", "1F", "017", "08", "0b101", "0B11", "-0b1", "0o17", "1_000",
	"1.5", "-1.5", " 1.5", ".5", "5.", "1e3", "1E-3", "1.5e+3", "0e1", "0.0e1", "1e400", "99999999999999999999", "\t5", "\n5", "５", "true", "False", "YES", "y", "no", "N",
	"on", "off", "abc", "é", "ÀB", "a b", "it's", "a\nb", "$x", "a\\b", "::a::b::", "foo::bar", "1.2.3", "1.2.3-rc.1+b.2", "1.2", "v1.2.3", "1.2.3-01", "1.2.3\n",
	">=1.0.0 <2.0.0", "1.x", "~1.2", "^1.2.3", "^0.2.3", "^*", "<=*", ">*", "* || 1.x", "1.0.0 - 2.0.0", ">1.0.0 || <0.5.0", "1.2.3 || 1.2.4", ">= 1.0.0", "=1.2.3", "bad range", "1.x || ",
	">1.0.0 <2.0.0 || >=1.5.0 <2.0.0", "~>1.2.3-rc.1", ">1.2", "<=1.2", "<1.x", "1.2.3-rc.1", "YmluYXI=", "YmluYXI", "not base64!", "YW J j", "__8=", "--__", "2016-08-28T12:30:27.400",
	"2016-08-28T12:30:27.4 PST", "2016-08-28 12:30:27 UTC", "2016-08-28T12:30:27", "2016-08-28", "2016-08-28 +01:30", "2016-02-31", "2016-13-01", "99999-01-01", "-0001-01-01", "2016-08-28T24:00:00",
	"2016-08-28T23:59:60", "2016-08-28T12:30:27.123456789123 EST", "12:30", "28.08.2016 12:30", "1-02:03:04.5", "02:03:04", "02:03", "5", "5.5", "10h", "-5", "90061", "1-02:03", "00:00:01.5", "3d", "http://example.com:80/a?b#c",
	"a b", "mailto:a@b", "http://h?a b", "urn:x:y", "a/b", "file:/x", "ftp://h/x;type=a", "http://u:p@H:81/", "^a.*b$", "a(", "[a-z]+", "/x/", "Integer", "Array[String]", "Integer[", "Foo", "integer"),
	data.NewUndef(), data.NewBoolean(true), data.NewBoolean(false), data.NewInteger(0), data.NewInteger(1), data.NewInteger(5), data.NewInteger(-3), data.NewInteger(42),
	data.NewInteger(1472387427), data.NewFloat(0), data.NewFloat(1.5), data.NewFloat(-1.9), data.NewFloat(1e20), data.NewFloat(math.Inf(1)), data.NewFloat(math.NaN()), data.NewFloat(1e-7), data.NewFloat(0.1),
	data.NewDefault(), data.NewSymbol("sym"), data.NewArray(nil), data.NewHash(nil), data.NewBigInteger(new(big.Int).Lsh(big.NewInt(1), 80)),
)

func hash(pairs ...any) *data.Value {
	var entries []data.Entry
	for i := 0; i < len(pairs); i += 2 {
		entries = append(entries, data.Entry{Key: valueOf(pairs[i]), Value: valueOf(pairs[i+1])})
	}
	return data.NewHash(entries)
}

func list(items ...any) *data.Value {
	values := make([]*data.Value, len(items))
	for i, item := range items {
		values[i] = valueOf(item)
	}
	return data.NewArray(values)
}

// valueOf makes a value of a Go value.
func valueOf(v any) *data.Value {
	switch v := v.(type) {
	case nil:
		return data.NewUndef()
	case bool:
		return data.NewBoolean(v)
	case int:
		return data.NewInteger(int64(v))
	case float64:
		return data.NewFloat(v)
	case string:
		return data.NewString(v)
	}
	return v.(*data.Value)
}

// structured are values with parts that conversions look into.
var structured = []*data.Value{
	hash("from", "5"), hash("from", "0xff", "radix", 16), hash("from", "abc"), hash("from", "5", "radix", 99), hash("from", "-5", "abs", true), hash("radix", 10), hash("from", 1, "x", 2),
	hash("from", "1.5", "abs", false), hash("a", 1), hash("a", 1, "b", list("x")), list("a", 1, "b", 2), list("a"), list(list("a", 1), list("b", 2)), list(list("a"), list("b")), list(list("a", 1, 2)),
	list(list(list("a", "b"), 1), list(list("a", "c"), 2)), list(list(list(), hash("x", 1)), list(list("x"), 2)), list(list(list("a", 0), "x"), list(list("a", 2), "z")), list(list(list(), list("p", "q"))),
	list(list(list("a"), list(1, list(2))), list(list("a", 0), "n")), list(list(list("a"), 1), list(list("a", "b"), 2)), list(list(list(), 5)), list(98, 105), list(300), list("a", "a", "b", 2, "a", 3),
	hash("string", "10", "format", "%S"), hash("string", "2016-08-28", "timezone", "PST"), hash("string", "x"), hash("days", 1, "hours", 2), hash("negative", true, "seconds", 5), hash("days", "1"),
	hash("major", 1, "minor", 2, "patch", 3), hash("major", 1, "minor", 2, "patch", 3, "prerelease", "rc.1"), hash("major", -1, "minor", 2, "patch", 3), hash("value", "YWI="), hash("value", "ab", "format", "%s"),
	hash("value", list(1, 2)), hash("scheme", "http", "host", "h"), hash("scheme", "http", "host", "h", "port", 80, "path", "/a b"), hash("host", "h", "path", "x"), hash("opaque", "x"), hash("scheme", "1"),
	list(1, nil, "x", 1.5, true), list(list(1, hash("a", list())), hash(1, 2)), hash(1, 2), hash("a", nil), data.NewSensitive(data.NewString("s")), hash("min", nil),
	hash("msg", "m", "kind", "k", "details", hash("a", 1)), hash("name", "fn", "arguments", list(1)), hash("msg", "m", "kind", nil),
	list("2016-08-28T12:30:27", "%FT%T"), list("5", 10), list(1, 2, 3),
}

var constructible = []string{"Integer", "Integer[0, 3]", "Float", "Float[0.0, 1.5]", "Numeric", "Boolean", "Boolean[true]", "String", "String[1, 3]", "Array", "Array[Integer]", "Array[Integer, 1, 2]", "Tuple[Integer]",
	"Tuple", "Hash", "Hash[String, Integer]", "Struct[{a => Integer}]", "Sensitive", "Sensitive[Integer]", "Timestamp", "Timespan", "SemVer", "SemVer['1.x']", "SemVerRange", "Regexp", "Regexp[/a/]", "Binary", "URI",
	"Type", "Type[Integer]", "Init", "Init[Integer]", "Init[Integer, 16]", "Init[String, '%x']", "Init[Array, true]", "Init[Optional[Integer]]", "Init[Enum[a]]", "Init[Integer, 'x']", "Init[Timestamp]", "Init[Hash]",
	"Optional[Integer]", "Optional[Boolean]", "NotUndef[Integer]", "NotUndef", "Optional", "M::Port", "M::Opt", "M::Rec", "M::Enum", "M::S", "M::Ref", "Enum[a, b]", "Pattern[/a/]", "Variant[Integer, String]", "Undef", "Default",
	"Any", "Scalar", "ScalarData", "Data", "RichData", "Collection[1]", "Foo", "Foo[1]", "File", "Class['a']", "Runtime", "Callable", "CatalogEntry", "Iterable", "Iterator", "Timestamp[0, 5]", "Timespan['0-00:00:01', '1-00:00:00']",
	"Optional[Array]", "Optional[Optional[String]]", "URI['http://h']", "Error", "Deferred", "Optional[Error]", "Init[Deferred]"}

// extras are arguments behind the value, as convert_to can give them.
var extras = append(texts("%d", "%x", "%#x", "%05d", "%.2f", "%q", "%s", "%p", "%#p", "%a", "% a", "%(a", "%#a", "%h", "%#h", "%<h", "%-10s", "%10.3s", "%u", "%d", "%C", "%c", "%t", "%#t", "%y", "%Y", "%+d", "% d", "%#o", "%b", "%e",
	"%g", "%#g", "%G", "%a", "%A", "%X", "%o", "%[a", "%|h", "%#10a", "%T", "%B", "%##d", "d", "%", "%5", "%n", "%v", "%V", "%D", "%#s", "%(d", "%{d", "%<d", "%[d", "%-d", "%08.3f", "%+.1e", "tree", "hash_tree", "default", "%FT%T", "%F", "%H:%M", "%d.%m.%Y %H:%M", "%Hh",
	"%D-%H:%M:%S", "%S.%N", "%S.%3N", "%_5H", "%-H:%-M", "%L", "%5", "%Y-%m-%d %I:%M %p", "%s", "PST", "+01:00", "UTC", "bad zone", "current", "%r", "%R"),
	data.NewInteger(2), data.NewInteger(8), data.NewInteger(10), data.NewInteger(16), data.NewInteger(99), data.NewInteger(0), data.NewBoolean(true), data.NewBoolean(false), data.NewUndef(), data.NewDefault(),
	data.NewFloat(1), list("%F", "%FT%T"), list("%S", "%Hh"), list(), hash(), hash("a", 1))

func TestDifferentialNew(t *testing.T) {
	r := seed(t)
	var questions []question
	add := func(text string, args ...*data.Value) {
		if hasHugeInteger(args) || isNow(text, args) {
			return
		}
		if q, ok := newQuestion(text, args...); ok {
			questions = append(questions, q)
		}
	}
	for _, text := range constructible {
		for _, v := range pool {
			add(text, v)
		}
		for _, v := range structured {
			add(text, v)
		}
	}
	for range cases(t, 6000) {
		args := []*data.Value{randomArgument(r)}
		for range r.Intn(3) {
			args = append(args, pick(r, extras...))
		}
		add(pick(r, constructible...), args...)
	}
	askPuppet(t, questions)
}

func randomArgument(r *rand.Rand) *data.Value {
	switch r.Intn(4) {
	case 0:
		return pick(r, structured...)
	case 1:
		return randomValue(r, 2)
	}
	return pick(r, pool...)
}

// isNow tells whether the answer is the current time.
func isNow(text string, args []*data.Value) bool {
	return text == "Init[Timestamp]" && args[0].Kind() == data.Array && args[0].Len() == 0
}

// hasHugeInteger tells whether a list of so many numbers would be made.
func hasHugeInteger(args []*data.Value) bool {
	if args[0].Kind() != data.Integer {
		return false
	}
	i, ok := args[0].Int()
	return !ok || i > 500
}

func TestDifferentialFormat(t *testing.T) {
	r := seed(t)
	var questions []question
	for range cases(t, 4000) {
		format := "%" + pick(r, "", "-", "0", "+", " ", "#", "#0", "+0", "-#", " #") + pick(r, "", "", "5", "10", "20") + pick(r, "", "", ".0", ".2", ".12") +
			pick(r, "d", "x", "X", "o", "b", "B", "e", "E", "f", "g", "G", "a", "A", "s", "p")
		v := pick(r, data.NewInteger(0), data.NewInteger(1), data.NewInteger(-1), data.NewInteger(-8), data.NewInteger(-255), data.NewInteger(-256), data.NewInteger(42), data.NewInteger(123456789),
			data.NewBigInteger(new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(3), 90))), data.NewFloat(0), data.NewFloat(-1.5), data.NewFloat(1e20), data.NewFloat(0.0001234), data.NewFloat(123456.789), data.NewFloat(math.Inf(-1)),
			data.NewFloat(math.NaN()), data.NewFloat(100000), data.NewFloat(1000000), data.NewFloat(0.1), data.NewString("abc"), data.NewString("é\n"))
		if v.Kind() == data.String && format[len(format)-1] != 's' && format[len(format)-1] != 'p' {
			continue
		}
		questions = append(questions, question{map[string]any{"op": "format", "format": format, "value": encode(v)}, func() map[string]any {
			text, err := rubytext.Format(format, v)
			if err != nil {
				return problem(err)
			}
			return map[string]any{"text": text}
		}})
	}
	askPuppet(t, questions)
}

func TestDifferentialRubyText(t *testing.T) {
	r := seed(t)
	var questions []question
	add := func(v *data.Value) {
		questions = append(questions, question{map[string]any{"op": "text", "value": encode(v)}, func() map[string]any {
			return map[string]any{"to_s": rubytext.ToS(v), "inspect": rubytext.Inspect(v)}
		}})
	}
	for _, name := range []string{"a", "a b", "a-b", "a?", "a=", "[]", "[]=", "1", "", "A", "@a", "@@a", "$a", "$1", "$-w", "+", "==", "é", "a.b", "::1", "nil", "a\n", "a?=", "!", "@1", "$", "foo!"} {
		add(data.NewSymbol(name))
	}
	for range cases(t, 3000) {
		switch r.Intn(4) {
		case 0:
			add(data.NewFloat(math.Float64frombits(r.Uint64())))
		case 1:
			runes := make([]rune, r.Intn(6))
			for i := range runes {
				runes[i] = pick(r, rune(r.Intn(0x80)), rune(r.Intn(0x530)), rune(0x2100+r.Intn(0x900)), rune(0x1f300+r.Intn(0x200)), rune(0xe000+r.Intn(0x100)), '#', '{', '$', '@', '"', '\\')
				if runes[i] >= 0xd800 && runes[i] < 0xe000 {
					runes[i] = 'x'
				}
			}
			add(data.NewString(string(runes)))
		default:
			if v := randomValue(r, 3); !hasAddress(v) {
				add(v)
			}
		}
	}
	askPuppet(t, questions)
}

// hasAddress tells whether Ruby inspects v, or something in it, with the address of an object.
func hasAddress(v *data.Value) bool {
	switch v.Kind() {
	case data.Array:
		for _, item := range v.Items() {
			if hasAddress(item) {
				return true
			}
		}
	case data.Hash:
		for _, e := range v.Entries() {
			if hasAddress(e.Key) || hasAddress(e.Value) {
				return true
			}
		}
	case data.Rich:
		return true
	}
	return false
}

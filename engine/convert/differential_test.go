package convert

import (
	"errors"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

func init() {
	typetest.TypeValue = func(text string) *data.Value { return types.TypeValue(types.MustParse(text)) }
}

func moduleAliases() *types.Aliases {
	return types.NewAliases(func(name string) (types.Type, *types.AliasDefinition, error) {
		file := typetest.ModuleAlias(name)
		if file == nil {
			return nil, nil, nil
		}
		d, err := types.ParseAlias(file)
		return nil, d, err
	})
}

func problem(err error) map[string]any {
	answer := map[string]any{"error": err.Error()}
	var refused *types.ParseError
	if errors.As(err, &refused) {
		answer["class"] = refused.Err.Class
	}
	return answer
}

// answerNew returns the result of New in the format of the oracle.
func answerNew(t types.Type, args []*data.Value) map[string]any {
	v, err := New(types.TypeValue(t), args...)
	if err != nil {
		return problem(err)
	}
	return map[string]any{"value": encodeResult(v), "string": ToString(v)}
}

// encodeResult encodes a value like typetest.Encode, but hashes whose keys are all strings as JSON objects,
// like the oracle.
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
	return typetest.Encode(v)
}

func newQuestion(text string, args ...*data.Value) (typetest.Question, bool) {
	typ, err := types.ParseWith(text, moduleAliases())
	if err != nil {
		return typetest.Question{}, false
	}
	encoded := make([]any, len(args))
	for i, a := range args {
		encoded[i] = typetest.Encode(a)
	}
	return typetest.Question{Request: map[string]any{"op": "new", "type": text, "args": encoded}, Mine: func() map[string]any { return answerNew(typ, args) }}, true
}

// pool are edge cases of conversions.
var pool = append(typetest.Texts("", "0", "1", "5", " 5", "5 ", "- 5", "+5", "-5", "+ 0x1f", "0x1F", "1F", "017", "08", "0b101", "0B11", "-0b1", "0o17", "1_000",
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

// structured are arrays and hashes whose elements conversions inspect.
var structured = []*data.Value{
	typetest.Hash("from", "5"), typetest.Hash("from", "0xff", "radix", 16), typetest.Hash("from", "abc"), typetest.Hash("from", "5", "radix", 99), typetest.Hash("from", "-5", "abs", true), typetest.Hash("radix", 10), typetest.Hash("from", 1, "x", 2),
	typetest.Hash("from", "1.5", "abs", false), typetest.Hash("a", 1), typetest.Hash("a", 1, "b", typetest.List("x")), typetest.List("a", 1, "b", 2), typetest.List("a"), typetest.List(typetest.List("a", 1), typetest.List("b", 2)), typetest.List(typetest.List("a"), typetest.List("b")), typetest.List(typetest.List("a", 1, 2)),
	typetest.List(typetest.List(typetest.List("a", "b"), 1), typetest.List(typetest.List("a", "c"), 2)), typetest.List(typetest.List(typetest.List(), typetest.Hash("x", 1)), typetest.List(typetest.List("x"), 2)), typetest.List(typetest.List(typetest.List("a", 0), "x"), typetest.List(typetest.List("a", 2), "z")), typetest.List(typetest.List(typetest.List(), typetest.List("p", "q"))),
	typetest.List(typetest.List(typetest.List("a"), typetest.List(1, typetest.List(2))), typetest.List(typetest.List("a", 0), "n")), typetest.List(typetest.List(typetest.List("a"), 1), typetest.List(typetest.List("a", "b"), 2)), typetest.List(typetest.List(typetest.List(), 5)), typetest.List(98, 105), typetest.List(300), typetest.List("a", "a", "b", 2, "a", 3),
	typetest.Hash("string", "10", "format", "%S"), typetest.Hash("string", "2016-08-28", "timezone", "PST"), typetest.Hash("string", "x"), typetest.Hash("days", 1, "hours", 2), typetest.Hash("negative", true, "seconds", 5), typetest.Hash("days", "1"),
	typetest.Hash("major", 1, "minor", 2, "patch", 3), typetest.Hash("major", 1, "minor", 2, "patch", 3, "prerelease", "rc.1"), typetest.Hash("major", -1, "minor", 2, "patch", 3), typetest.Hash("value", "YWI="), typetest.Hash("value", "ab", "format", "%s"),
	typetest.Hash("value", typetest.List(1, 2)), typetest.Hash("scheme", "http", "host", "h"), typetest.Hash("scheme", "http", "host", "h", "port", 80, "path", "/a b"), typetest.Hash("host", "h", "path", "x"), typetest.Hash("opaque", "x"), typetest.Hash("scheme", "1"), typetest.Hash("scheme", "mailto", "query", "q"), typetest.Hash("scheme", "ldap", "host", "h"), typetest.Hash("scheme", "ftp", "path", "/a"), typetest.Hash("scheme", "ftp"),
	typetest.List(1, nil, "x", 1.5, true), typetest.List(typetest.List(1, typetest.Hash("a", typetest.List())), typetest.Hash(1, 2)), typetest.Hash(1, 2), typetest.Hash("a", nil), data.NewSensitive(data.NewString("s")), typetest.Hash("min", nil),
	typetest.Hash("msg", "m", "kind", "k", "details", typetest.Hash("a", 1)), typetest.Hash("name", "fn", "arguments", typetest.List(1)), typetest.Hash("msg", "m", "kind", nil),
	typetest.List("2016-08-28T12:30:27", "%FT%T"), typetest.List("5", 10), typetest.List(1, 2, 3),
}

var constructible = []string{"Integer", "Integer[0, 3]", "Float", "Float[0.0, 1.5]", "Numeric", "Boolean", "Boolean[true]", "String", "String[1, 3]", "Array", "Array[Integer]", "Array[Integer, 1, 2]", "Tuple[Integer]",
	"Tuple", "Hash", "Hash[String, Integer]", "Struct[{a => Integer}]", "Sensitive", "Sensitive[Integer]", "Timestamp", "Timespan", "SemVer", "SemVer['1.x']", "SemVerRange", "Regexp", "Regexp[/a/]", "Binary", "URI",
	"Type", "Type[Integer]", "Init", "Init[Integer]", "Init[Integer, 16]", "Init[String, '%x']", "Init[Array, true]", "Init[Optional[Integer]]", "Init[Enum[a]]", "Init[Integer, 'x']", "Init[Timestamp]", "Init[Hash]",
	"Optional[Integer]", "Optional[Boolean]", "NotUndef[Integer]", "NotUndef", "Optional", "M::Port", "M::Opt", "M::Rec", "M::Enum", "M::S", "M::Ref", "Enum[a, b]", "Pattern[/a/]", "Variant[Integer, String]", "Undef", "Default",
	"Any", "Scalar", "ScalarData", "Data", "RichData", "Collection[1]", "Foo", "Foo[1]", "File", "Class['a']", "Runtime", "Callable", "CatalogEntry", "Iterable", "Iterator", "Timestamp[0, 5]", "Timespan['0-00:00:01', '1-00:00:00']",
	"Optional[Array]", "Optional[Optional[String]]", "URI['http://h']", "Error", "Deferred", "Optional[Error]", "Init[Deferred]"}

// extras are further arguments, as in convert_to.
var extras = append(typetest.Texts("%d", "%x", "%#x", "%05d", "%.2f", "%q", "%s", "%p", "%#p", "%a", "% a", "%(a", "%#a", "%h", "%#h", "%<h", "%-10s", "%10.3s", "%u", "%d", "%C", "%c", "%t", "%#t", "%y", "%Y", "%+d", "% d", "%#o", "%b", "%e",
	"%g", "%#g", "%G", "%a", "%A", "%X", "%o", "%[a", "%|h", "%#10a", "%T", "%B", "%##d", "d", "%", "%5", "%n", "%v", "%V", "%D", "%#s", "%(d", "%{d", "%<d", "%[d", "%-d", "%08.3f", "%+.1e", "tree", "hash_tree", "default", "%FT%T", "%F", "%H:%M", "%d.%m.%Y %H:%M", "%Hh",
	"%D-%H:%M:%S", "%S.%N", "%S.%3N", "%_5H", "%-H:%-M", "%L", "%5", "%Y-%m-%d %I:%M %p", "%s", "PST", "+01:00", "UTC", "bad zone", "current", "%r", "%R"),
	data.NewInteger(2), data.NewInteger(8), data.NewInteger(10), data.NewInteger(16), data.NewInteger(99), data.NewInteger(0), data.NewBoolean(true), data.NewBoolean(false), data.NewUndef(), data.NewDefault(),
	data.NewFloat(1), typetest.List("%F", "%FT%T"), typetest.List("%S", "%Hh"), typetest.List(), typetest.Hash(), typetest.Hash("a", 1))

func TestDifferentialNew(t *testing.T) {
	r := typetest.Seed(t)
	var questions []typetest.Question
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
	for range typetest.Cases(t, 6000) {
		args := []*data.Value{randomArgument(r)}
		for range r.Intn(3) {
			args = append(args, typetest.Pick(r, extras...))
		}
		add(typetest.Pick(r, constructible...), args...)
	}
	typetest.AskPuppet(t, questions)
}

func randomArgument(r *rand.Rand) *data.Value {
	switch r.Intn(4) {
	case 0:
		return typetest.Pick(r, structured...)
	case 1:
		return typetest.RandomValue(r, 2)
	}
	return typetest.Pick(r, pool...)
}

// isNow reports whether the answer is the current time.
func isNow(text string, args []*data.Value) bool {
	return text == "Init[Timestamp]" && args[0].Kind() == data.Array && args[0].Len() == 0
}

// hasHugeInteger reports whether the first argument is so large that a conversion to Array would take long.
func hasHugeInteger(args []*data.Value) bool {
	if args[0].Kind() != data.Integer {
		return false
	}
	i, ok := args[0].Int()
	return !ok || i > 500
}

func TestDifferentialFormat(t *testing.T) {
	r := typetest.Seed(t)
	var questions []typetest.Question
	for range typetest.Cases(t, 4000) {
		format := "%" + typetest.Pick(r, "", "-", "0", "+", " ", "#", "#0", "+0", "-#", " #") + typetest.Pick(r, "", "", "5", "10", "20") + typetest.Pick(r, "", "", ".0", ".2", ".12") +
			typetest.Pick(r, "d", "x", "X", "o", "b", "B", "e", "E", "f", "g", "G", "a", "A", "s", "p")
		v := typetest.Pick(r, data.NewInteger(0), data.NewInteger(1), data.NewInteger(-1), data.NewInteger(-8), data.NewInteger(-255), data.NewInteger(-256), data.NewInteger(42), data.NewInteger(123456789),
			data.NewBigInteger(new(big.Int).Neg(new(big.Int).Lsh(big.NewInt(3), 90))), data.NewFloat(0), data.NewFloat(-1.5), data.NewFloat(1e20), data.NewFloat(0.0001234), data.NewFloat(123456.789), data.NewFloat(math.Inf(-1)),
			data.NewFloat(math.NaN()), data.NewFloat(100000), data.NewFloat(1000000), data.NewFloat(0.1), data.NewString("abc"), data.NewString("é\n"))
		if v.Kind() == data.String && format[len(format)-1] != 's' && format[len(format)-1] != 'p' {
			continue
		}
		questions = append(questions, typetest.Question{Request: map[string]any{"op": "format", "format": format, "value": typetest.Encode(v)}, Mine: func() map[string]any {
			text, err := rubytext.Format(format, v)
			if err != nil {
				return problem(err)
			}
			return map[string]any{"text": text}
		}})
	}
	typetest.AskPuppet(t, questions)
}

func TestDifferentialRubyText(t *testing.T) {
	r := typetest.Seed(t)
	var questions []typetest.Question
	add := func(v *data.Value) {
		questions = append(questions, typetest.Question{Request: map[string]any{"op": "text", "value": typetest.Encode(v)}, Mine: func() map[string]any {
			return map[string]any{"to_s": rubytext.ToS(v), "inspect": rubytext.Inspect(v)}
		}})
	}
	for _, name := range []string{"a", "a b", "a-b", "a?", "a=", "[]", "[]=", "1", "", "A", "@a", "@@a", "$a", "$1", "$-w", "+", "==", "é", "a.b", "::1", "nil", "a\n", "a?=", "!", "@1", "$", "foo!"} {
		add(data.NewSymbol(name))
	}
	for range typetest.Cases(t, 3000) {
		switch r.Intn(4) {
		case 0:
			add(data.NewFloat(math.Float64frombits(r.Uint64())))
		case 1:
			runes := make([]rune, r.Intn(6))
			for i := range runes {
				runes[i] = typetest.Pick(r, rune(r.Intn(0x80)), rune(r.Intn(0x530)), rune(0x2100+r.Intn(0x900)), rune(0x1f300+r.Intn(0x200)), rune(0xe000+r.Intn(0x100)), '#', '{', '$', '@', '"', '\\')
				if runes[i] >= 0xd800 && runes[i] < 0xe000 {
					runes[i] = 'x'
				}
			}
			add(data.NewString(string(runes)))
		default:
			if v := typetest.RandomValue(r, 3); !hasAddress(v) {
				add(v)
			}
		}
	}
	typetest.AskPuppet(t, questions)
}

// hasAddress reports whether Ruby prints v, or a value in it, with an object address.
func hasAddress(v *data.Value) bool {
	switch v.Kind() {
	case data.Array:
		if slices.ContainsFunc(v.Items(), hasAddress) {
			return true
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

package types

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/oracle"
	"github.com/hieralint/hieralint/internal/reference"
)

// question is a request to testdata/oracle.rb with what this package answers.
type question struct {
	request map[string]any
	mine    func() map[string]any
}

// moduleAliases finds the aliases of testdata/modules.
func moduleAliases() *Aliases {
	return NewAliases(func(name string) (Type, *AliasDefinition, error) {
		name, ok := strings.CutPrefix(strings.ToLower(name), "m::")
		if !ok {
			return nil, nil, nil
		}
		text, err := os.ReadFile(filepath.Join("testdata", "modules", "m", "types", name+".pp"))
		if err != nil {
			return nil, nil, nil // there is no such alias
		}
		d, err := ParseAlias(source.New("", text))
		return nil, d, err
	})
}

// askPuppet sends all questions to one Ruby process and compares the answers.
func askPuppet(t *testing.T, questions []question) {
	t.Helper()
	puppet := oracle.StartRuby(t, "testdata/oracle.rb", "testdata/modules")
	bad := 0
	questions = reference.Sample(questions)
	for _, q := range questions {
		var answer map[string]any
		puppet.Ask(t, q.request, &answer)
		mine := q.mine()
		if same(answer, mine) {
			continue
		}
		if bad++; bad <= 40 {
			request, _ := json.Marshal(q.request)
			want, _ := json.Marshal(answer)
			got, _ := json.Marshal(mine)
			t.Errorf("%s\npuppet: %s\n  mine: %s", request, want, got)
		}
	}
	t.Logf("%d questions, %d differ", len(questions), bad)
}

// same compares answers. Where Puppet crashes over a bug of its own, any error will do.
func same(puppet, mine map[string]any) bool {
	if class, ok := puppet["class"].(string); ok {
		if mine["class"] != nil && mine["class"] != class {
			return false
		}
		switch class {
		case "NoMethodError", "NameError", "SystemStackError", "TypeError", "FloatDomainError", "JSON":
			return true
		}
		text, _ := puppet["error"].(string)
		if strings.Contains(text, "0x0000") { // the address of an object
			return true
		}
		return text == mine["error"] || strings.HasSuffix(text, "with nil failed")
	}
	for _, field := range []string{"string", "value"} {
		if text, _ := puppet[field].(string); strings.Contains(text, "0x0000") {
			delete(puppet, field)
			delete(mine, field)
		}
	}
	a, _ := json.Marshal(puppet)
	b, _ := json.Marshal(mine)
	return bytes.Equal(a, b)
}

// cases is how many random questions a test asks: HIERALINT_TYPES_CASES, or n.
func cases(t *testing.T, n int) int {
	if text := os.Getenv("HIERALINT_TYPES_CASES"); text != "" {
		many, err := strconv.Atoi(text)
		if err != nil {
			t.Fatal(err)
		}
		return many
	}
	return n
}

func seed(t *testing.T) *rand.Rand {
	s := int64(1)
	if text := os.Getenv("HIERALINT_TYPES_SEED"); text != "" {
		var err error
		if s, err = strconv.ParseInt(text, 10, 64); err != nil {
			t.Fatal(err)
		}
	}
	return rand.New(rand.NewSource(s))
}

func problem(err error) map[string]any {
	answer := map[string]any{"error": err.Error()}
	var refused *ParseError
	if errors.As(err, &refused) {
		answer["class"] = refused.Class
	}
	return answer
}

func parseQuestion(text string) question {
	aliases := moduleAliases()
	return question{map[string]any{"op": "parse", "type": text}, func() map[string]any {
		typ, err := ParseWith(text, aliases)
		if err != nil {
			return problem(err)
		}
		return map[string]any{"print": typ.String(), "expanded": Expanded(typ)}
	}}
}

func TestDifferentialParse(t *testing.T) {
	r := seed(t)
	var questions []question
	for _, text := range parseTexts {
		questions = append(questions, parseQuestion(text))
	}
	for range cases(t, 3000) {
		text := randomType(r, 3)
		if r.Intn(3) == 0 {
			text = mutate(r, text)
		}
		questions = append(questions, parseQuestion(text))
	}
	askPuppet(t, questions)
}

func TestDifferentialDescribe(t *testing.T) {
	r := seed(t)
	aliases := moduleAliases()
	var questions []question
	for range cases(t, 4000) {
		text := randomType(r, 3)
		typ, err := ParseWith(text, aliases)
		if err != nil {
			continue
		}
		v := randomValueFor(r, typ, 3)
		questions = append(questions,
			question{map[string]any{"op": "instance", "type": text, "value": encode(v)}, func() map[string]any {
				return map[string]any{"instance": Instance(typ, v)}
			}},
			question{map[string]any{"op": "describe", "type": text, "value": encode(v), "subject": "S"}, func() map[string]any {
				if Instance(typ, v) {
					return map[string]any{"text": ""}
				}
				return map[string]any{"text": describeAs("S", typ, inferSet(v))}
			}},
			question{map[string]any{"op": "infer", "value": encode(v)}, func() map[string]any {
				set := inferSet(v)
				return map[string]any{"infer": infer(v).String(), "set": set.String(), "generic": generalize(set).String(), "normal": normalize(set).String()}
			}})
	}
	askPuppet(t, questions)
}

func TestDifferentialParameters(t *testing.T) {
	r := seed(t)
	aliases := moduleAliases()
	var questions []question
	for range cases(t, 1000) {
		var params []ClassParameter
		var described []any
		var given []data.Entry
		for _, name := range []string{"a", "b", "c"}[:1+r.Intn(3)] {
			text := randomType(r, 2)
			typ, err := ParseWith(text, aliases)
			if err != nil {
				continue
			}
			p := ClassParameter{Name: name, Type: typ, Required: r.Intn(2) == 0}
			params = append(params, p)
			described = append(described, []any{name, text, p.Required})
			if r.Intn(4) > 0 {
				given = append(given, data.Entry{Key: data.NewString(name), Value: randomValueFor(r, typ, 2)})
			}
		}
		if r.Intn(4) == 0 {
			given = append(given, data.Entry{Key: data.NewString("z"), Value: data.NewInteger(1)})
		}
		h := data.NewHash(given)
		questions = append(questions, question{map[string]any{"op": "parameters", "params": described, "value": encode(h)}, func() map[string]any {
			return map[string]any{"text": ParametersText("Class[M]", CheckParameters(params, h))}
		}})
	}
	askPuppet(t, questions)
}

func TestDifferentialAssignable(t *testing.T) {
	r := seed(t)
	aliases := moduleAliases()
	var questions []question
	for range cases(t, 3000) {
		x, y := randomType(r, 2), randomType(r, 2)
		if r.Intn(4) == 0 {
			y = mutate(r, x)
		}
		a, err := ParseWith(x, aliases)
		if err != nil {
			continue
		}
		b, err := ParseWith(y, aliases)
		if err != nil {
			continue
		}
		questions = append(questions, question{map[string]any{"op": "assignable", "type": x, "other": y}, func() map[string]any {
			return map[string]any{"assignable": Assignable(a, b), "common": common(a, b).String(), "equal": a.Eql(b),
				"generic": generalize(a).String(), "normal": normalize(a).String()}
		}})
	}
	askPuppet(t, questions)
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.Intn(len(of))] }

// randomType writes a type, mostly a valid one.
func randomType(r *rand.Rand, depth int) string {
	leaf := func() string {
		return pick(r, "Integer", "Integer[0, 10]", "Integer[5]", "Integer[default, 3]", "Float", "Float[0.0, 1.5]", "Numeric", "String",
			"String[1]", "String[2, 3]", "Boolean", "Boolean[true]", "Undef", "Any", "Scalar", "ScalarData", "Data", "RichData", "Default",
			"Enum['a', 'b']", "Enum[c]", "Enum['A', true]", "Enum", "Pattern[/^a/]", "Pattern[/b$/, 'x']", "Pattern", "Regexp", "Regexp[/a/]",
			"Array", "Hash", "Collection", "Collection[1, 2]", "Tuple", "Struct", "Binary", "Timestamp", "Timespan", "SemVer", "SemVer['1.x']",
			"SemVerRange", "URI", "Type", "Type[Integer]", "M::Port", "M::Opt", "M::Rec", "M::Tree", "M::A", "M::B", "M::Enum", "M::Both", "M::S",
			"M::Loop", "M::Ref", "Foo", "Sensitive", "NotUndef", "Optional", "Iterable", "Iterable[Integer]", "Callable", "CatalogEntry", "File",
			"File['/a']", "Class['a']", "Runtime['ruby', 'Symbol']", "Variant", "RichDataKey", "Puppet::LookupValue", "Timespan[1, 3600]")
	}
	if depth == 0 {
		return leaf()
	}
	inner := func() string { return randomType(r, depth-1) }
	list := func() string {
		types := make([]string, 1+r.Intn(3))
		for i := range types {
			types[i] = inner()
		}
		return strings.Join(types, ", ")
	}
	size := func() string { return pick(r, "", "", "", ", 1", ", 0, 2", ", 2, 2", ", 0, 0") }
	switch r.Intn(14) {
	case 0, 1:
		return "Array[" + inner() + size() + "]"
	case 2, 3:
		return "Hash[" + pick(r, "String", "Integer", "String[1]", "Pattern[/^[a-z]+$/]", inner()) + ", " + inner() + size() + "]"
	case 4:
		return "Tuple[" + list() + size() + "]"
	case 5, 6:
		var members []string
		for _, name := range []string{"a", "b", "c"}[:1+r.Intn(3)] {
			key := pick(r, name, "'"+name+"'", "Optional["+name+"]", "NotUndef['"+name+"']")
			members = append(members, key+" => "+inner())
		}
		return "Struct[{" + strings.Join(members, ", ") + "}]"
	case 7, 8:
		return "Variant[" + list() + "]"
	case 9:
		return "Optional[" + inner() + "]"
	case 10:
		return pick(r, "NotUndef", "Sensitive", "Type", "Iterable") + "[" + inner() + "]"
	default:
		return leaf()
	}
}

// mutate spoils a text in a small way.
func mutate(r *rand.Rand, text string) string {
	bits := []string{"[", "]", ",", " ", "{", "}", "=>", "'", "\"", "/", "1", "-", ".", "::", "a", "Foo", "default", "undef", "(", ")", "|", "\n", "é", "$x",
		"!", "type", "class", "if", "@", ";", "# c", "0x", "08", "1.5", "\\", "?", "*", "+", "true", "<", "in "}
	for range 1 + r.Intn(2) {
		i := r.Intn(len(text) + 1)
		switch r.Intn(3) {
		case 0:
			if i < len(text) {
				text = text[:i] + text[i+1:]
			}
		case 1:
			text = text[:i] + pick(r, bits...) + text[i:]
		default:
			if i < len(text) {
				text = text[:i] + pick(r, bits...) + text[i+1:]
			}
		}
	}
	return text
}

// randomValueFor makes a value that is often close to an instance of t.
func randomValueFor(r *rand.Rand, t Type, depth int) *data.Value {
	if depth < 0 || r.Intn(6) == 0 {
		return randomValue(r, 2)
	}
	inner := func(t Type) *data.Value { return randomValueFor(r, t, depth-1) }
	switch t := t.(type) {
	case *integerType:
		return data.NewInteger(int64(r.Intn(12)))
	case *floatType:
		return data.NewFloat(pick(r, 0.5, 1, 1.5, 2, -3.25))
	case *stringType, *enumType, *patternType:
		return data.NewString(pick(r, "a", "b", "c", "A", "", "ab", "abc", "x", "bcd", "é"))
	case *arrayType:
		items := make([]*data.Value, r.Intn(4))
		for i := range items {
			items[i] = inner(t.element)
		}
		return data.NewArray(items)
	case *tupleType:
		items := make([]*data.Value, max(0, len(t.types)-1+r.Intn(3)))
		for i := range items {
			if len(t.types) == 0 {
				items[i] = randomValue(r, 1)
				continue
			}
			items[i] = inner(t.at(i))
		}
		return data.NewArray(items)
	case *hashType:
		var entries []data.Entry
		for range r.Intn(4) {
			entries = setEntry(entries, inner(t.key), inner(t.value))
		}
		return data.NewHash(entries)
	case *structType:
		var entries []data.Entry
		for _, e := range t.elements {
			if r.Intn(6) > 0 {
				entries = setEntry(entries, data.NewString(e.key), inner(e.value))
			}
		}
		if r.Intn(4) == 0 {
			entries = setEntry(entries, pick(r, data.NewString("z"), data.NewInteger(1), data.NewString("")), randomValue(r, 1))
		}
		return data.NewHash(entries)
	case *variantType:
		if len(t.types) > 0 {
			return inner(t.types[r.Intn(len(t.types))])
		}
	case *wrapperType:
		switch {
		case t.kind == optionalT && t.of != nil && r.Intn(4) > 0, t.kind == notUndefT && t.of != nil:
			return inner(t.of)
		case t.kind == optionalT:
			return data.NewUndef()
		case t.kind == sensitiveT:
			return data.NewSensitive(inner(t.of))
		}
	case *aliasType:
		return inner(t.resolved)
	}
	return randomValue(r, 2)
}

func randomValue(r *rand.Rand, depth int) *data.Value {
	n := 16
	if depth > 0 {
		n = 20
	}
	switch r.Intn(n) {
	case 0:
		return data.NewUndef()
	case 1:
		return data.NewBoolean(r.Intn(2) == 0)
	case 2, 3, 4:
		return data.NewInteger(pick[int64](r, 0, 1, 2, 5, 10, 42, -1, 65535, 1<<40))
	case 5:
		return data.NewFloat(pick(r, 0, 1.5, -2, 1e20, 1e-5, math.Inf(1), 0.1))
	case 6, 7, 8, 9:
		return data.NewString(pick(r, "", "a", "b", "abc", "x y", "5", "0x1F", "true", "é", "it's", "a\nb", "1.2.3", "%{x}"))
	case 10:
		return data.NewDefault()
	case 11:
		return data.NewSymbol("sym")
	case 12:
		return data.NewSensitive(randomValue(r, depth-1))
	case 13:
		i, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
		return data.NewBigInteger(i)
	case 14:
		return randomRich(r)
	case 15:
		return TypeValue(MustParse(pick(r, "Integer", "String[1]", "Array[Integer]", "Enum[a]", "Integer[1, 2]")))
	case 16, 17:
		items := make([]*data.Value, r.Intn(4))
		for i := range items {
			items[i] = randomValue(r, depth-1)
		}
		return data.NewArray(items)
	default:
		var entries []data.Entry
		for range r.Intn(4) {
			key := data.NewString(pick(r, "a", "b", "c"))
			if r.Intn(6) == 0 {
				key = randomValue(r, 0)
			}
			entries = setEntry(entries, key, randomValue(r, depth-1))
		}
		return data.NewHash(entries)
	}
}

func randomRich(r *rand.Rand) *data.Value {
	switch r.Intn(6) {
	case 0:
		re, _ := NewRegexp(pick(r, "a", "^b/c$"))
		return data.NewRich(re)
	case 1:
		return data.NewRich(&Timestamp{nsecs: big.NewInt(pick[int64](r, 0, 1_500_000_000, -1, 1_472_387_427_400_000_000))})
	case 2:
		return data.NewRich(&Timespan{nsecs: big.NewInt(pick[int64](r, 0, 1_500_000_000, -90_061_000_000_000, 3_600_000_000_000))})
	case 3:
		v, _ := NewSemVer(pick(r, "1.2.3", "0.0.1-rc.1+b"))
		return data.NewRich(v)
	case 4:
		v, _ := NewSemVerRange(pick(r, ">=1.0.0 <2.0.0", "1.x", "~1.2 || 3.0.0"))
		return data.NewRich(v)
	default:
		return data.NewRich(NewBinary(pick(r, "", "abc", "\x00\xff")))
	}
}

// encode writes a value as the oracle reads it.
func encode(v *data.Value) any {
	tag := func(kind string, value any) any { return map[string]any{"__type": kind, "value": value} }
	switch v.Kind() {
	case data.Undef:
		return nil
	case data.Boolean:
		return v.Bool()
	case data.Integer:
		if i, ok := v.Int(); ok {
			return i
		}
		return tag("Integer", v.BigInt().String())
	case data.Float:
		if f := v.Float(); math.IsNaN(f) || math.IsInf(f, 0) {
			return tag("Float", rubytext.Float(f))
		}
		return json.Number(rubytext.Float(v.Float()))
	case data.String:
		return v.Text()
	case data.Symbol:
		return tag("Symbol", v.Text())
	case data.Default:
		return tag("Default", nil)
	case data.Sensitive:
		return tag("Sensitive", encode(v.Unwrap()))
	case data.Array:
		items := make([]any, v.Len())
		for i, item := range v.Items() {
			items[i] = encode(item)
		}
		return items
	case data.Hash:
		pairs := make([]any, v.Len())
		plain := make(map[string]any, v.Len())
		for i, e := range v.Entries() {
			pairs[i] = []any{encode(e.Key), encode(e.Value)}
			if e.Key.Kind() == data.String {
				plain[e.Key.Text()] = encode(e.Value)
			}
		}
		return tag("Hash", pairs)
	}
	switch p := v.Payload().(type) {
	case Type:
		return tag("Type", p.String())
	case *Regexp:
		return tag("Regexp", p.source)
	case *Timestamp:
		return tag("Timestamp", p.nsecs.String())
	case *Timespan:
		return tag("Timespan", p.nsecs.String())
	case *SemVer:
		return tag("SemVer", p.String())
	case *SemVerRange:
		return tag("SemVerRange", []any{p.String(), p.Inspect()})
	case *Binary:
		return tag("Binary", p.String())
	case *URI:
		return tag("URI", p.String())
	case *Object:
		if p.RubyClass() == "" {
			return tag("Object", nil)
		}
		return tag("Object", p.RubyClass())
	}
	return tag("Object", fmt.Sprintf("%T", v.Payload()))
}

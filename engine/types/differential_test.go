package types

import (
	"errors"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/typetest"
)

func moduleAliases() *Aliases {
	return NewAliases(func(name string) (Type, *AliasDefinition, error) {
		file := typetest.ModuleAlias(name)
		if file == nil {
			return nil, nil, nil
		}
		d, err := ParseAlias(file)
		return nil, d, err
	})
}

func init() {
	typetest.TypeValue = func(text string) *data.Value { return TypeValue(MustParse(text)) }
}

func problem(err error) map[string]any {
	answer := map[string]any{"error": err.Error()}
	var refused *ParseError
	if errors.As(err, &refused) {
		answer["class"] = refused.Err.Class
	}
	return answer
}

func parseQuestion(text string) typetest.Question {
	aliases := moduleAliases()
	return typetest.Question{Request: map[string]any{"op": "parse", "type": text}, Mine: func() map[string]any {
		typ, err := ParseWith(text, aliases)
		if err != nil {
			return problem(err)
		}
		return map[string]any{"print": typ.String(), "expanded": expanded(typ, maxExpanded)}
	}}
}

// randomType returns a type expression, which is usually valid.
func randomType(r *rand.Rand, depth int) string {
	leaf := func() string {
		return typetest.Pick(r, "Integer", "Integer[0, 10]", "Integer[5]", "Integer[default, 3]", "Float", "Float[0.0, 1.5]", "Numeric", "String",
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
	size := func() string { return typetest.Pick(r, "", "", "", ", 1", ", 0, 2", ", 2, 2", ", 0, 0") }
	switch r.Intn(14) {
	case 0, 1:
		return "Array[" + inner() + size() + "]"
	case 2, 3:
		return "Hash[" + typetest.Pick(r, "String", "Integer", "String[1]", "Pattern[/^[a-z]+$/]", inner()) + ", " + inner() + size() + "]"
	case 4:
		return "Tuple[" + list() + size() + "]"
	case 5, 6:
		var members []string
		for _, name := range []string{"a", "b", "c"}[:1+r.Intn(3)] {
			key := typetest.Pick(r, name, "'"+name+"'", "Optional["+name+"]", "NotUndef['"+name+"']")
			members = append(members, key+" => "+inner())
		}
		return "Struct[{" + strings.Join(members, ", ") + "}]"
	case 7, 8:
		return "Variant[" + list() + "]"
	case 9:
		return "Optional[" + inner() + "]"
	case 10:
		return typetest.Pick(r, "NotUndef", "Sensitive", "Type", "Iterable") + "[" + inner() + "]"
	}
	return leaf()
}

// mutate makes a small random change to a string.
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
			text = text[:i] + typetest.Pick(r, bits...) + text[i:]
		default:
			if i < len(text) {
				text = text[:i] + typetest.Pick(r, bits...) + text[i+1:]
			}
		}
	}
	return text
}

// TestRandomType checks that the same seed generates the same types.
func TestRandomType(t *testing.T) {
	t.Parallel()
	ask := func() (texts []string) {
		r := rand.New(rand.NewSource(1))
		for range 50 {
			text := randomType(r, 2)
			texts = append(texts, text, mutate(r, text))
		}
		return texts
	}
	if first, second := ask(), ask(); !slices.Equal(first, second) {
		t.Fatalf("got %q, then %q", first, second)
	}
}

func TestDifferentialParse(t *testing.T) {
	r := typetest.Seed(t)
	var questions []typetest.Question
	for _, text := range parseTexts {
		questions = append(questions, parseQuestion(text))
	}
	for range typetest.Cases(t, 3000) {
		text := randomType(r, 3)
		if r.Intn(3) == 0 {
			text = mutate(r, text)
		}
		questions = append(questions, parseQuestion(text))
	}
	typetest.AskPuppet(t, questions)
}

func TestDifferentialDescribe(t *testing.T) {
	r := typetest.Seed(t)
	aliases := moduleAliases()
	var questions []typetest.Question
	for range typetest.Cases(t, 4000) {
		text := randomType(r, 3)
		typ, err := ParseWith(text, aliases)
		if err != nil {
			continue
		}
		v := randomValueFor(r, typ, 3)
		questions = append(questions,
			typetest.Question{Request: map[string]any{"op": "instance", "type": text, "value": typetest.Encode(v)}, Mine: func() map[string]any {
				return map[string]any{"instance": Instance(typ, v)}
			}},
			typetest.Question{Request: map[string]any{"op": "describe", "type": text, "value": typetest.Encode(v), "subject": "S"}, Mine: func() map[string]any {
				if Instance(typ, v) {
					return map[string]any{"text": ""}
				}
				return map[string]any{"text": describeAs("S", typ, InferSet(v))}
			}},
			typetest.Question{Request: map[string]any{"op": "infer", "value": typetest.Encode(v)}, Mine: func() map[string]any {
				set := InferSet(v)
				return map[string]any{"infer": Infer(v).String(), "set": set.String(), "generic": Generalize(set).String(), "normal": normalize(set).String()}
			}})
	}
	typetest.AskPuppet(t, questions)
}

func TestDifferentialParameters(t *testing.T) {
	r := typetest.Seed(t)
	aliases := moduleAliases()
	var questions []typetest.Question
	for range typetest.Cases(t, 1000) {
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
		questions = append(questions, typetest.Question{Request: map[string]any{"op": "parameters", "params": described, "value": typetest.Encode(h)}, Mine: func() map[string]any {
			return map[string]any{"text": ParametersText("Class[M]", CheckParameters(params, h, stepsLeft()))}
		}})
	}
	typetest.AskPuppet(t, questions)
}

func TestDifferentialAssignable(t *testing.T) {
	r := typetest.Seed(t)
	aliases := moduleAliases()
	var questions []typetest.Question
	for range typetest.Cases(t, 3000) {
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
		questions = append(questions, typetest.Question{Request: map[string]any{"op": "assignable", "type": x, "other": y}, Mine: func() map[string]any {
			return map[string]any{"assignable": Assignable(a, b), "common": common(a, b).String(), "equal": a.Eql(b),
				"generic": Generalize(a).String(), "normal": normalize(a).String()}
		}})
	}
	typetest.AskPuppet(t, questions)
}

// randomValueFor returns a random value that is often an instance of t, or almost one.
func randomValueFor(r *rand.Rand, t Type, depth int) *data.Value {
	if depth < 0 || r.Intn(6) == 0 {
		return typetest.RandomValue(r, 2)
	}
	inner := func(t Type) *data.Value { return randomValueFor(r, t, depth-1) }
	switch t := t.(type) {
	case *integerType:
		return data.NewInteger(int64(r.Intn(12)))
	case *floatType:
		return data.NewFloat(typetest.Pick(r, 0.5, 1, 1.5, 2, -3.25))
	case *stringType, *enumType, *patternType:
		return data.NewString(typetest.Pick(r, "a", "b", "c", "A", "", "ab", "abc", "x", "bcd", "é"))
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
				items[i] = typetest.RandomValue(r, 1)
				continue
			}
			items[i] = inner(t.at(i))
		}
		return data.NewArray(items)
	case *hashType:
		var hash data.HashBuilder
		for range r.Intn(4) {
			hash.Set(inner(t.key), inner(t.value))
		}
		return hash.Hash()
	case *structType:
		var hash data.HashBuilder
		for _, e := range t.elements {
			if r.Intn(6) > 0 {
				hash.Set(data.NewString(e.key), inner(e.value))
			}
		}
		if r.Intn(4) == 0 {
			hash.Set(typetest.Pick(r, data.NewString("z"), data.NewInteger(1), data.NewString("")), typetest.RandomValue(r, 1))
		}
		return hash.Hash()
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
	return typetest.RandomValue(r, 2)
}

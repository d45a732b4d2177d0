package types

import (
	"errors"
	"math/rand"
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

func TestDifferentialParse(t *testing.T) {
	r := typetest.Seed(t)
	var questions []typetest.Question
	for _, text := range parseTexts {
		questions = append(questions, parseQuestion(text))
	}
	for range typetest.Cases(t, 3000) {
		text := typetest.RandomType(r, 3)
		if r.Intn(3) == 0 {
			text = typetest.Mutate(r, text)
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
		text := typetest.RandomType(r, 3)
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
			text := typetest.RandomType(r, 2)
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
			return map[string]any{"text": ParametersText("Class[M]", CheckParameters(params, h))}
		}})
	}
	typetest.AskPuppet(t, questions)
}

func TestDifferentialAssignable(t *testing.T) {
	r := typetest.Seed(t)
	aliases := moduleAliases()
	var questions []typetest.Question
	for range typetest.Cases(t, 3000) {
		x, y := typetest.RandomType(r, 2), typetest.RandomType(r, 2)
		if r.Intn(4) == 0 {
			y = typetest.Mutate(r, x)
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

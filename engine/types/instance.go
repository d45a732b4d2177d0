package types

import (
	"slices"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lists"
)

// Instance reports whether v is an instance of t.
func Instance(t Type, v *data.Value) bool { return instance(t, v, nil) }

// instance is Instance within a check that g guards; nil starts a new one.
func instance(t Type, v *data.Value, g *guard) bool {
	switch t := t.(type) {
	case plainType:
		return t.has(v)
	case *integerType:
		return v.Kind() == data.Integer && t.has(v)
	case *floatType:
		if v.Kind() != data.Float {
			return false
		}
		n := ranges.Of(v)
		return t.from.LessEq(n) && n.LessEq(t.to)
	case *stringType:
		return v.Kind() == data.String && t.has(v)
	case *booleanType:
		return v.Kind() == data.Boolean && (t.value == nil || *t.value == v.Bool())
	case *enumType:
		return v.Kind() == data.String && t.has(v.Text())
	case *patternType:
		return v.Kind() == data.String && (len(t.patterns) == 0 || t.matches(v.Text()))
	case *regexpType:
		re, ok := v.Payload().(*rich.Regexp)
		return ok && (t.re == nil || t.re.Eql(re))
	case *collectionType:
		return (v.Kind() == data.Array || v.Kind() == data.Hash) && t.size.allows(v.Len())
	case *arrayType:
		if v.Kind() != data.Array || !t.size.allows(v.Len()) {
			return false
		}
		return lists.All(v.Items(), func(item *data.Value) bool { return instance(t.element, item, g) })
	case *hashType:
		if v.Kind() != data.Hash || !t.size.allows(v.Len()) {
			return false
		}
		return lists.All(v.Entries(), func(e data.Entry) bool { return instance(t.key, e.Key, g) && instance(t.value, e.Value, g) })
	case *tupleType:
		return v.Kind() == data.Array && t.has(v.Items(), g)
	case *structType:
		return v.Kind() == data.Hash && t.has(v, g)
	case *variantType:
		return slices.ContainsFunc(t.types, func(option Type) bool { return instance(option, v, g) })
	case *wrapperType:
		return t.has(v, g)
	case *initType:
		return t.has(v, g) == yes
	case *runtimeType:
		return v.Kind() == data.Symbol && t.accepts(inferSymbol(v.Text()))
	case *timeType:
		switch v.Payload().(type) {
		case *rich.Timestamp, *rich.Timespan:
			return accepts1(t, inferScalar(v), nil)
		}
		return false
	case *semVerType:
		version, ok := v.Payload().(*rich.SemVer)
		return ok && t.has(version)
	case *uriType:
		uri, ok := v.Payload().(*rich.URI)
		return ok && t.has(uri)
	case *objectType:
		o, ok := v.Payload().(*Object)
		return ok && assignable(t, o.typ, g)
	case *aliasType:
		return reallyInstance(t, v, g) == yes
	}
	return false // data contains no values of the other types
}

// answer is the result of a check that may be cyclic.
type answer int8

const (
	no     answer = -1
	circle answer = 0
	yes    answer = 1
)

// reallyInstance distinguishes a cycle from a value that is not an instance of t.
func reallyInstance(t Type, v *data.Value, g *guard) answer {
	switch t := t.(type) {
	case *variantType:
		best := no
		for _, option := range t.types {
			if best = max(best, reallyInstance(option, v, g)); best == yes {
				break
			}
		}
		return best
	case *aliasType:
		switch {
		case t.settled && !t.recursive && t.countVisits() < manyVisits:
			return reallyInstance(t.resolved, v, g)
		case !t.recursive:
			return g.remembered(t, t, v, func(g *guard) answer { return reallyInstance(t.resolved, v, g) })
		}
		// Types that refer to each other often would check each value exponentially often.
		if g = g.ensure(); g.instanceSteps == 0 {
			g.instanceSteps = min(2000+8*v.Size(), 2_000_000)
		}
		if !g.stepWithin(g.instanceSteps) {
			return yes
		}
		that := g.enterThat(v)
		this := g.enterThis(t)
		found := circle
		if !g.bothLoop() {
			found = reallyInstance(t.resolved, v, g)
		}
		g.leaveThis(this)
		leave(&g.that, &g.thatLoops, that)
		return found
	case *initType:
		return t.has(v, g)
	}
	return answerOf(instance(t, v, g))
}

func answerOf(is bool) answer {
	if is {
		return yes
	}
	return no
}

// isUndef reports whether v is undef or the Symbol :undef.
func isUndef(v *data.Value) bool {
	return v.IsUndef() || v.Kind() == data.Symbol && v.Text() == "undef"
}

func isDefault(v *data.Value) bool {
	return v.Kind() == data.Default || v.Kind() == data.Symbol && v.Text() == "default"
}

func (t plainType) has(v *data.Value) bool {
	switch t {
	case anyT, unitT:
		return true
	case undefT:
		return isUndef(v)
	case defaultT:
		return isDefault(v)
	case scalarDataT, numericT, scalarT:
		switch v.Kind() {
		case data.Integer:
			return true
		case data.Float:
			// NaN is in no range.
			return t != numericT || v.Float() == v.Float()
		case data.String, data.Boolean:
			return t != numericT
		case data.Rich:
			return t == scalarT && assignable(t, inferScalar(v), nil)
		}
	case binaryT:
		_, ok := v.Payload().(*rich.Binary)
		return ok
	case semVerRangeT:
		_, ok := v.Payload().(*rich.SemVerRange)
		return ok
	}
	return false
}

func (t *integerType) has(v *data.Value) bool {
	n := ranges.Of(v)
	return t.from.LessEq(n) && n.LessEq(t.to)
}

// allows reports whether the size t allows a collection of n elements; nil allows all.
func (t *integerType) allows(n int) bool {
	if t == nil {
		return true
	}
	i := ranges.Int(int64(n))
	return t.from.LessEq(i) && i.LessEq(t.to)
}

func (t *stringType) has(v *data.Value) bool {
	switch {
	case t.size != nil:
		return t.size.allows(length(v))
	case t.value != nil:
		return v.Text() == *t.value
	}
	return true
}

// length returns the length of a String in characters, or in bytes if it is binary.
func length(v *data.Value) int {
	if v.IsBinary() {
		return len(v.Text())
	}
	return utf8.RuneCountInString(v.Text())
}

func (t *enumType) has(s string) bool {
	if t.fold { // like Ruby's casecmp: only the letters A to Z have two cases
		return t.folded[lowerASCII(s)]
	}
	_, found := slices.BinarySearch(t.values, s)
	return found
}

// lowerASCII returns s in lower case, as far as it consists of the letters A to Z.
func lowerASCII(s string) string {
	lower := []byte(s)
	for i, c := range lower {
		lower[i] = ascii.ToLower(c)
	}
	return string(lower)
}

func (t *patternType) matches(s string) bool {
	return slices.ContainsFunc(t.patterns, func(p *regexpType) bool { return p.matches(s) })
}

func (t *tupleType) has(items []*data.Value, g *guard) bool {
	switch {
	case t.size != nil && !t.size.allows(len(items)):
		return false
	case len(t.types) == 0:
		return true
	case t.size == nil && len(t.types) != len(items):
		return false
	}
	for i, item := range items {
		if !instance(t.at(i), item, g) {
			return false
		}
	}
	return true
}

func (t *structType) has(v *data.Value, g *guard) bool {
	matched := 0
	for i := range t.elements {
		e := &t.elements[i]
		value, ok := v.Get(e.key)
		if !ok {
			if !e.optional {
				return false
			}
			continue
		}
		matched++
		if !instance(e.value, value, g) {
			return false
		}
	}
	return matched == v.Len()
}

func (t *wrapperType) has(v *data.Value, g *guard) bool {
	switch t.kind {
	case optionalT:
		return isUndef(v) || t.of != nil && instance(t.of, v, g)
	case notUndefT:
		return !isUndef(v) && (t.of == nil || instance(t.of, v, g))
	case sensitiveT:
		return v.Kind() == data.Sensitive && instance(t.of, v.Unwrap(), g)
	case typeT:
		of, ok := v.Payload().(Type)
		return ok && (t.of == nil || assignable(t.of, of, g))
	case iterableT:
		if t.of == nil || assignable(t.of, Any, g) {
			return Iterable(v)
		}
		return assignable(t, Infer(v), g)
	default: // no Hiera value is an Iterator
		return false
	}
}

// instanceOfText is instance for the String s.
func instanceOfText(t Type, s string) bool {
	if t == String || t == Any {
		return true
	}
	return instance(t, data.NewString(s), nil)
}

package types

import (
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

// describe returns the reasons why a value of the type actual is not an instance of expected; none
// if it is.
func describe(expected, actual Type, path []Step) []*mismatch {
	left := MaxDescribed
	return describeWithin(expected, actual, path, &left)
}

// describeWithin is describe with the number of steps that are left, which it reduces.
func describeWithin(expected, actual Type, path []Step, left *int) []*mismatch {
	comparisons := maxDescriptionSteps
	d := &describer{&guard{results: results{}, resultsOnly: true, left: &comparisons}, left, map[[2]any]bool{}, aliasSet{}}
	return d.describe(expected, actual, path)
}

// describer describes why a value is not an instance of a type.
type describer struct {
	guard    *guard
	left     *int            // the number of steps of paths that may still be taken
	within   map[[2]any]bool // recursive aliases and the types that they are compared with
	complete aliasSet        // aliases in which every type is defined
}

// MaxDescribed is the number of steps, over all paths into a value, after which the rest of the value
// is only compared, not described. Types that refer to each other often differ from a value in
// exponentially many ways. Joining the mismatches of many alternatives counts, too.
const MaxDescribed = 500_000

// maxDescribedDepth is the length of a path at whose end a value is only compared.
const maxDescribedDepth = 60

func (d *describer) assignable(t, o Type) bool { return assignable(t, o, d.guard) }

func (d *describer) describe(expected, actual Type, path []Step) []*mismatch {
	if *d.left -= len(path) + 1; *d.left < 0 || len(path) >= maxDescribedDepth {
		if d.assignable(expected, actual) {
			return nil
		}
		return []*mismatch{typeMismatch(WrongType, path, expected, actual)}
	}
	if name := d.unresolved(expected); name != "" {
		return []*mismatch{{kind: UnknownType, path: path, key: name}}
	}
	return d.describeType(normalize(expected), expected, actual, path)
}

// unresolved returns the text of the first undefined type in t, or "".
func (d *describer) unresolved(t Type) string {
	text := ""
	isDefined := func(part Type) bool {
		ref, ok := part.(*referenceType)
		if ok {
			text = ref.text
		}
		return !ok
	}
	if !yieldTypes(t, d.complete, isDefined) {
		d.complete = aliasSet{} // some were not visited completely
	}
	return text
}

// describeType compares expected, which is normalized, with actual. original is the type as given,
// such as an alias or Optional around expected, which the message contains.
func (d *describer) describeType(expected, original, actual Type, path []Step) []*mismatch {
	switch t := expected.(type) {
	case *variantType:
		return d.describeVariant(t, original, actual, path)
	case *structType:
		return d.describeStruct(t, original, actual, path)
	case *hashType:
		return d.describeHash(t, original, actual, path)
	case *tupleType:
		return d.describeTuple(t, original, actual, path, WrongSize)
	case *arrayType:
		return d.describeArray(t, original, actual, path)
	case *callableType:
		if !isA[*callableType](actual) {
			return []*mismatch{typeMismatch(WrongType, path, original, actual)}
		}
	case *patternType, *enumType:
		return []*mismatch{typeMismatch(NoMatch, path, original, actual)}
	case *aliasType:
		if t.recursive {
			key := [2]any{t, actual}
			if d.within[key] { // an Optional of the alias itself, which Puppet describes until its stack overflows
				return []*mismatch{typeMismatch(WrongType, path, original, actual)}
			}
			d.within[key] = true
			defer delete(d.within, key)
		}
		return d.describeType(normalize(t.resolved), t, actual, path)
	case *wrapperType:
		if t.kind == optionalT {
			if actual == Undef || t.of == nil {
				return nil
			}
			if _, ok := original.(*aliasType); !ok {
				original = t
			}
			return d.describeType(t.of, original, actual, path)
		}
	}
	if d.assignable(expected, actual) {
		return nil
	}
	return []*mismatch{typeMismatch(WrongType, path, original, actual)}
}

// maxAlternatives limits the number of mismatches of a Variant: once it is exceeded, the remaining
// types are not described. There may be very many types, each with very many mismatches.
const maxAlternatives = 10_000

// joinsPerStep is the number of alternatives that are compared with others in the time of a step.
const joinsPerStep = 16

func (d *describer) describeVariant(t *variantType, original, actual Type, path []Step) []*mismatch {
	types := t.types
	if isWrapper(original, optionalT) {
		types = append([]Type{Undef}, types...)
	}
	perType := make([][]*mismatch, 0, len(types))
	left := maxAlternatives
	for i, option := range types {
		found := d.describe(option, actual, step(path, Step{Kind: VariantStep, Index: i, shown: i}))
		if len(found) == 0 {
			return nil
		}
		perType = append(perType, found)
		if left -= len(found); left < 0 {
			break
		}
	}
	*d.left -= len(perType) * len(perType) / joinsPerStep
	found := mergeMismatches(len(path), WrongSize, perType)
	if _, ok := original.(*aliasType); ok && len(found) == 1 {
		// Every type of the alias failed in the same way, which is a mismatch of the alias.
		return []*mismatch{typeMismatch(WrongType, path, original, actual)}
	}
	return found
}

// mergeMismatches combines mismatches that all alternatives share, of their sizes or types, if all
// are about the same value. If one remains, the step that distinguished the alternatives is
// removed.
func mergeMismatches(varying int, size MismatchKind, alternatives [][]*mismatch) []*mismatch {
	all := lists.FlatMap(alternatives, func(found []*mismatch) []*mismatch { return found })
	kinds := []func(*mismatch) bool{
		func(m *mismatch) bool { return m.kind == size || size == WrongSize && m.kind == wrongCount },
		func(m *mismatch) bool { return m.kind == WrongType || m.kind == NoMatch },
	}
	for _, is := range kinds {
		var merged *mismatch
		n := 0
		for _, m := range all {
			if !is(m) {
				continue
			}
			n++
			switch {
			case n == 1:
				merged = m
			case merged != nil && merged.samePlace(m):
				merged = merged.merge(m)
			default:
				merged = nil
			}
		}
		if n == len(alternatives) && merged != nil {
			all = []*mismatch{merged}
			break
		}
	}
	if len(all) == 1 {
		return []*mismatch{all[0].without(varying)}
	}
	return all
}

func (d *describer) describeArray(t *arrayType, original, actual Type, path []Step) []*mismatch {
	size := sizeOrAny(t.size)
	switch a := actual.(type) {
	case *tupleType:
		if !size.covers(sizeOf(a)) {
			return sizeMismatch(WrongSize, path, size, sizeOf(a))
		}
		var found []*mismatch
		for i, e := range a.types {
			if !d.assignable(t.element, e) {
				found = append(found, d.describe(t.element, e, step(path, indexStep(i, i)))...)
			}
		}
		return found
	case *arrayType:
		if t.size != nil && !t.size.covers(sizeOf(a)) {
			return sizeMismatch(WrongSize, path, t.size, sizeOf(a))
		}
		return []*mismatch{typeMismatch(WrongType, path, original, arrayOf(a.element, nil))}
	}
	return []*mismatch{typeMismatch(WrongType, path, original, actual)}
}

func sizeMismatch(kind MismatchKind, path []Step, expected, actual *integerType) []*mismatch {
	return []*mismatch{{kind: kind, path: path, expected: expected, actual: actual}}
}

func (d *describer) describeHash(t *hashType, original, actual Type, path []Step) []*mismatch {
	switch a := actual.(type) {
	case *structType:
		if size := sizeOrAny(t.size); !size.covers(a.count()) {
			return sizeMismatch(WrongSize, path, size, a.count())
		}
		var found []*mismatch
		for _, e := range a.elements {
			if key := e.keyType(); !d.assignable(t.key, key) {
				found = append(found, d.describe(t.key, key, step(path, keyStep(e.key)))...)
			}
			if !d.assignable(t.value, e.value) {
				found = append(found, d.describe(t.value, e.value, step(path, entryStep(e.key)))...)
			}
		}
		return found
	case *hashType:
		if t.size != nil && !t.size.covers(sizeOf(a)) {
			return sizeMismatch(WrongSize, path, t.size, sizeOf(a))
		}
		return []*mismatch{typeMismatch(WrongType, path, original, hashOf(a.key, a.value, nil))}
	}
	return []*mismatch{typeMismatch(WrongType, path, original, actual)}
}

// count returns the number of entries of t's values.
func (t *structType) count() *integerType {
	required := 0
	for _, e := range t.elements {
		if !e.optional {
			required++
		}
	}
	return &integerType{from: ranges.Int(int64(required)), to: ranges.Int(int64(len(t.elements)))}
}

func (d *describer) describeStruct(t *structType, original, actual Type, path []Step) []*mismatch {
	switch a := actual.(type) {
	case *structType:
		var found []*mismatch
		known := make(map[string]bool, len(t.elements))
		find := a.finder()
		for _, e := range t.elements {
			other := find(e.key)
			switch {
			case other == nil || known[e.key]:
				if !e.optional {
					found = append(found, &mismatch{kind: MissingKey, path: path, key: e.key})
				}
				continue
			case other.optional && !e.optional:
				found = append(found, d.describe(e.keyType(), other.keyType(), step(path, keyStep(e.key)))...)
			}
			known[e.key] = true
			if !d.assignable(e.value, other.value) {
				found = append(found, d.describe(e.value, other.value, step(path, entryStep(e.key)))...)
			}
		}
		for _, e := range a.elements {
			if !known[e.key] {
				found = append(found, &mismatch{kind: UnrecognizedKey, path: path, key: e.key, expected: t})
			}
		}
		return found
	case *hashType:
		if !t.count().covers(sizeOf(a)) {
			return sizeMismatch(WrongSize, path, t.count(), sizeOf(a))
		}
		return []*mismatch{typeMismatch(WrongType, path, original, hashOf(a.key, a.value, nil))}
	}
	return []*mismatch{typeMismatch(WrongType, path, original, actual)}
}

func (d *describer) describeTuple(t *tupleType, original, actual Type, path []Step, size MismatchKind) []*mismatch {
	_, isArray := actual.(*arrayType)
	if eql(t, actual) || len(t.types) == 0 && isArray {
		return nil
	}
	var found []*mismatch
	switch a := actual.(type) {
	case *tupleType:
		if !t.countRange().covers(a.countRange()) {
			return sizeMismatch(size, path, t.countRange(), a.countRange())
		}
		if len(t.types) == 0 {
			return nil
		}
		for i, e := range a.types {
			shown := min(i, len(t.types)-1)
			found = append(found, d.describe(t.types[shown], e, step(path, indexStep(i, shown)))...)
		}
		return found
	case *arrayType:
		if !t.countRange().covers(sizeOf(a)) {
			return sizeMismatch(size, path, t.countRange(), sizeOf(a))
		}
		for i, e := range t.types {
			found = append(found, d.describe(e, a.element, step(path, indexStep(i, i)))...)
		}
		return found
	}
	return []*mismatch{typeMismatch(WrongType, path, original, actual)}
}

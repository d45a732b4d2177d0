package types

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/lists"
)

// StepKind is the kind of a Step.
type StepKind uint8

// The kinds of steps.
const (
	EntryStep     StepKind = iota // to the value of a hash key
	KeyStep                       // to the key itself
	IndexStep                     // to an array element
	VariantStep                   // to one of the types of a Variant, for the same value
	ParameterStep                 // to an argument of a function or a parameter of a class
	signatureStep                 // to one of the signatures of a function
	subjectStep                   // the subject of the message
)

// Step leads from a value to one inside it.
type Step struct {
	Kind StepKind
	// Name is the key of an EntryStep or KeyStep, or the name of a parameter.
	Name string
	// Index is the index for an IndexStep, or the number of the type for a VariantStep.
	Index int

	// shown is the index that Puppet prints, which is that of the type: the last type of a Tuple
	// repeats.
	shown int
}

func (s Step) String() string {
	switch s.Kind {
	case EntryStep:
		return "entry '" + s.Name + "'"
	case KeyStep:
		return "key of entry '" + s.Name + "'"
	case IndexStep:
		return "index " + strconv.Itoa(s.shown)
	case VariantStep:
		return "variant " + strconv.Itoa(s.Index)
	case ParameterStep:
		return "parameter '" + s.Name + "'"
	case signatureStep:
		return strconv.Itoa(s.Index+1) + "."
	}
	return s.Name
}

// same compares what Puppet prints.
func (s Step) same(o Step) bool {
	return s.Kind == o.Kind && s.Name == o.Name && s.shown == o.shown
}

// MismatchKind is the kind of a mismatch.
type MismatchKind uint8

// The kinds of mismatches.
const (
	WrongType        MismatchKind = iota // another type, or a value outside of a range
	NoMatch                              // a String that no Enum or Pattern allows
	WrongSize                            // too many or too few elements
	MissingKey                           // Key is missing
	UnrecognizedKey                      // Key is not allowed
	UnknownType                          // the type refers to an undefined one
	MissingParameter                     // Key is a parameter without a value
	UnknownParameter                     // Key is not a parameter
	wrongCount                           // of arguments
)

// Mismatch is a reason why a value is not an instance of a type.
type Mismatch struct {
	Kind MismatchKind
	// Path leads from the checked value to the one at fault.
	Path []Step
	// Value is the value at fault: the innermost on the path, or the key for a KeyStep,
	// UnrecognizedKey, and UnknownParameter. For MissingKey and MissingParameter, it is the hash
	// that lacks the key.
	Value *data.Value
	// Key is the key or parameter that is missing or not allowed, or the unknown type.
	Key string

	of *mismatch
}

// Text returns Puppet's message: "entry 'hierarchy' index 0 expects a value for key 'name'". Types
// in it are shortened.
func (m *Mismatch) Text() string { return m.TextBelow(0) }

// TextBelow returns Text without the first steps of the path.
func (m *Mismatch) TextBelow(steps int) string {
	return strings.TrimPrefix(withPath(m.Path[steps:], m.of.detail(maxMismatchType)), " ")
}

// At returns the type that applies to the value at a path into instances of t. ok is false if it depends on other values, as in a
// Variant, or on keys.
func At(t Type, path []Step) (at Type, ok bool) {
	if len(path) == 0 {
		return t, true
	}
	s := path[0]
	switch t := t.(type) {
	case *aliasType:
		if !t.recursive {
			return At(t.resolved, path)
		}
	case *wrapperType:
		if t.of != nil && (t.kind == optionalT || t.kind == notUndefT) {
			return At(t.of, path)
		}
	case *arrayType:
		if s.Kind == IndexStep {
			return At(t.element, path[1:])
		}
	case *tupleType:
		if s.Kind == IndexStep && len(t.types) > 0 {
			return At(t.types[min(s.Index, len(t.types)-1)], path[1:])
		}
	case *hashType:
		if s.Kind == EntryStep {
			return At(t.value, path[1:])
		}
	case *structType:
		if i := slices.IndexFunc(t.elements, func(e structElement) bool { return e.key == s.Name }); i >= 0 && s.Kind == EntryStep {
			return At(t.elements[i].value, path[1:])
		}
	}
	return nil, false
}

// Mismatches returns the reasons why v is not an instance of t; none if it is. In rare cases, there
// are none although it is not, because Puppet reports none either.
func Mismatches(t Type, v *data.Value) []Mismatch {
	left := MaxDescribed
	return MismatchesWithin(t, v, &left)
}

// MismatchesWithin is like Mismatches. It reduces left, the number of steps that may be taken; if none is left, mismatches are less
// exact.
func MismatchesWithin(t Type, v *data.Value, left *int) []Mismatch {
	if Instance(t, v) {
		return nil
	}
	found := describeWithin(t, InferSet(v), nil, left)
	return lists.Map(found, func(m *mismatch) Mismatch { return m.export(v) })
}

// export converts m for callers, given the checked value.
func (m *mismatch) export(v *data.Value) Mismatch {
	return Mismatch{Kind: m.kind, Path: m.path, Key: m.key, Value: m.locate(v), of: m}
}

// describeAs returns the message about a mismatch of two types; name precedes each line.
func describeAs(name string, t, actual Type) string {
	found := describe(t, actual, []Step{{Kind: subjectStep, Name: name}})
	if len(found) == 1 {
		return strings.TrimSpace(found[0].String())
	}
	var b strings.Builder
	for i, m := range found {
		if b.Len() > maxDescription {
			fmt.Fprintf(&b, "\n … and %d more", len(found)-i)
			break
		}
		if i > 0 {
			b.WriteString("\n ")
		}
		b.WriteString(m.String())
	}
	return b.String()
}

// maxDescription is the length from which further mismatches are only counted, because each repeats
// the subject, which may contain a type of any length.
const maxDescription = 64 << 10

// AssertInstance returns Puppet's error if v is not an instance of t.
func AssertInstance(subject string, t Type, v *data.Value) error {
	if Instance(t, v) {
		return nil
	}
	return assertionError(describeAs(subject+" has wrong type,", t, InferSet(v)))
}

// AssertAssignable returns Puppet's error if not all instances of a type are instances of t.
func AssertAssignable(subject string, t, actual Type) error {
	if Assignable(t, actual) {
		return nil
	}
	return assertionError(describeAs(subject+" is incorrect,", t, actual))
}

// Explain returns the reasons why v is not an instance of t, preceded by subject.
func Explain(subject string, t Type, v *data.Value) string {
	return describeAs(subject, t, InferSet(v))
}

func assertionError(message string) *rubytext.Error {
	return &rubytext.Error{Class: "Puppet::Pops::Types::TypeAssertionError", Message: message}
}

// mismatch is a Mismatch before export.
type mismatch struct {
	kind             MismatchKind
	path             []Step
	key              string
	expected, actual Type
}

// typeMismatch returns a mismatch of actual and expected.
func typeMismatch(kind MismatchKind, path []Step, expected, actual Type) *mismatch {
	return &mismatch{kind: kind, path: path, expected: normalize(expected), actual: normalize(actual)}
}

// step returns path with another step. The result never shares memory with another path.
func step(path []Step, s Step) []Step {
	return append(slices.Clip(path), s)
}

func entryStep(name string) Step { return Step{Kind: EntryStep, Name: name} }
func keyStep(name string) Step   { return Step{Kind: KeyStep, Name: name} }

func indexStep(index, shown int) Step {
	return Step{Kind: IndexStep, Index: index, shown: shown}
}

// samePlace reports whether two mismatches are about the same value, regardless of Variants on the
// path.
func (m *mismatch) samePlace(o *mismatch) bool {
	i, j := 0, 0
	for {
		for i < len(m.path) && isVariantStep(m.path[i]) {
			i++
		}
		for j < len(o.path) && isVariantStep(o.path[j]) {
			j++
		}
		if i == len(m.path) || j == len(o.path) {
			return i == len(m.path) && j == len(o.path)
		}
		if !m.path[i].same(o.path[j]) {
			return false
		}
		i++
		j++
	}
}

func isVariantStep(s Step) bool { return s.Kind == VariantStep || s.Kind == signatureStep }

// without returns m without step i of its path.
func (m *mismatch) without(i int) *mismatch {
	if i >= len(m.path) {
		return m
	}
	chopped := *m
	chopped.path = append(m.path[:i:i], m.path[i+1:]...)
	return &chopped
}

// merge returns a mismatch that combines both.
func (m *mismatch) merge(o *mismatch) *mismatch {
	switch m.kind {
	case WrongType, NoMatch:
		return typeMismatch(m.kind, m.path, variantOf([]Type{m.expected, o.expected}), m.actual)
	case WrongSize, wrongCount:
		a, b := sizeBounds(m.expected), sizeBounds(o.expected)
		from, to := ranges.Span(a.from, a.to, b.from, b.to)
		return &mismatch{kind: m.kind, path: m.path, expected: &integerType{from, to}, actual: m.actual}
	}
	return m
}

// sizeBounds returns the range of a size, which starts at 0 if it is open.
func sizeBounds(t Type) *integerType {
	size := t.(*integerType)
	if size.from.IsNegInf() {
		return &integerType{from: ranges.Int(0), to: size.to}
	}
	return size
}

// locate follows the path into v. If the path does not exist, it stops where it ends.
func (m *mismatch) locate(v *data.Value) *data.Value {
	for _, s := range m.path {
		switch s.Kind {
		case EntryStep:
			if value, ok := v.Get(s.Name); ok {
				v = value
			}
		case KeyStep:
			v = keyValue(v, s.Name)
		case IndexStep:
			if v.Kind() == data.Array && s.Index < v.Len() {
				v = v.Items()[s.Index]
			}
		}
	}
	if m.kind == UnrecognizedKey {
		v = keyValue(v, m.key)
	}
	return v
}

// keyValue returns the key of a hash as a value, or the hash if there is no such key.
func keyValue(v *data.Value, name string) *data.Value {
	if e, ok := v.Entry(name); ok {
		return e.Key
	}
	return v
}

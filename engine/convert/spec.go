package convert

import (
	"errors"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// SpecCode is a kind of mistake in the value of convert_to.
type SpecCode uint8

// The mistakes.
const (
	// SpecNotText: the type is not given as a string.
	SpecNotText SpecCode = iota
	// SpecNotAType: the string is not a type. Every lookup of the key fails.
	SpecNotAType
	// SpecUnknownType: the type names an unknown type.
	SpecUnknownType
	// SpecAssertsOnly: nothing can be converted to the type, so it only checks that the value is
	// already an instance.
	SpecAssertsOnly
	// SpecCannotConvert: nothing can be converted to the type, whatever the value is.
	SpecCannotConvert
	// SpecBadArguments: no value can be converted with these arguments.
	SpecBadArguments
)

// SpecProblem is a mistake in the value of convert_to.
type SpecProblem struct {
	Code SpecCode
	// Element is the index in the array of what is wrong; 0 is the type, even if there is no array.
	// Value is that element, or the whole array if it is empty.
	Element int
	Value   *data.Value
	// Span is the position of the mistake in the type, for SpecNotAType and SpecUnknownType.
	Span source.Span
	// Name is the unknown type.
	Name string
	// Text is Puppet's message when it converts a value, without the source lines that Ruby may
	// quote.
	Text string
}

// CheckSpec checks the value of the lookup option convert_to without a value to convert.
func CheckSpec(spec *data.Value, r types.Resolver) []SpecProblem {
	if spec.IsUndef() {
		return nil
	}
	c := specCheck{value: spec, typ: spec}
	if spec.Kind() == data.Array {
		c.typ = data.NewUndef()
		if items := spec.Items(); len(items) > 0 {
			c.value, c.typ, c.args = items[0], items[0], items[1:]
		}
	}
	if c.typ.Kind() != data.String {
		_, err := New(c.typ, data.NewUndef())
		return []SpecProblem{c.problem(SpecNotText, err)}
	}
	return c.check(r)
}

type specCheck struct {
	value, typ *data.Value
	args       []*data.Value
}

func (c *specCheck) problem(code SpecCode, err error) SpecProblem {
	return SpecProblem{Code: code, Value: c.value, Text: withoutExcerpt(err)}
}

// withoutExcerpt returns the message of err without a source line that Ruby quotes.
func withoutExcerpt(err error) string {
	if raised := (*rubytext.Error)(nil); errors.As(err, &raised) {
		return raised.Message
	}
	return err.Error()
}

func (c *specCheck) check(r types.Resolver) []SpecProblem {
	text := c.typ.Text()
	t, err := types.ParseWith(text, r)
	if err != nil {
		p := c.problem(SpecNotAType, err)
		if parse := (*types.ParseError)(nil); errors.As(err, &parse) {
			p.Span = parse.Span
		}
		return []SpecProblem{p}
	}
	if unknown := c.unknownTypes(t, r); len(unknown) > 0 {
		return unknown
	}
	constructor, err := constructorOf(t)
	switch {
	case err != nil:
		if unsupported := (*UnsupportedError)(nil); errors.As(err, &unsupported) {
			return nil
		}
		if len(c.args) > 0 || isInit(t) {
			return []SpecProblem{c.problem(SpecCannotConvert, err)}
		}
		return []SpecProblem{c.problem(SpecAssertsOnly, err)}
	case len(c.args) == 0:
		return nil
	}
	return c.checkArguments(constructor)
}

// unknownTypes returns the names in the type that are not defined.
func (c *specCheck) unknownTypes(t types.Type, r types.Resolver) []SpecProblem {
	e, err := types.ParseExpression(c.typ.Text())
	if err != nil {
		return nil // a string that only Puppet's shortcuts accept
	}
	var unknown []SpecProblem
	for _, ref := range e.References() {
		if r != nil {
			if found, err := r.ResolveType(ref.Name); found != nil || err != nil {
				continue
			}
		}
		p := SpecProblem{Code: SpecUnknownType, Value: c.value, Span: ref.Span, Name: ref.Name,
			Text: "references an unresolved type '" + ref.Name + "'"}
		if types.Name(t) == "TypeReference" {
			p.Text = types.NotSupported(t)
		}
		unknown = append(unknown, p)
	}
	return unknown
}

// checkArguments determines whether any value can be converted with the arguments.
func (c *specCheck) checkArguments(constructor *constructor) []SpecProblem {
	given := append([]types.Type{types.Unit}, lists.Map(c.args, types.InferSet)...) // Unit matches everything
	element := 0
	var rejected error
	for i := range constructor.overloads {
		w := &constructor.overloads[i]
		if !w.signature.AcceptsCount(len(given)) {
			element = max(element, min(w.signature.Len(), len(c.args)))
			continue
		}
		wrong := w.firstWrong(c.args)
		switch {
		case wrong > 0:
			element = max(element, wrong)
		case w.reject != nil:
			// Here, a value that could be converted is rejected because of its arguments.
			rejected = w.reject(append([]*data.Value{data.NewString("0")}, c.args...))
		case w.check == nil:
			return nil
		default:
			err := w.check(c.args)
			if err == nil {
				return nil
			}
			element, rejected = 1, err
		}
	}
	p := SpecProblem{Code: SpecBadArguments, Element: max(element, 1), Text: constructor.rejection(given)}
	if rejected != nil {
		p.Element, p.Text = 1, withoutExcerpt(rejected)
	}
	p.Value = c.args[p.Element-1]
	return []SpecProblem{p}
}

// firstWrong returns the number of the first argument that does not match; 0 if all do. The value
// to convert, which precedes them, is ignored.
func (o *overload) firstWrong(args []*data.Value) int {
	for i, a := range args {
		if !types.Instance(o.signature.Parameter(i+1).Type, a) {
			return i + 1
		}
	}
	return 0
}

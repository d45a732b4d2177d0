package types

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/ranges"
	"github.com/hieralint/hieralint/internal/lists"
)

// Signature is a signature of a function.
type Signature struct {
	params   []Parameter
	required int  // number of required params
	rest     bool // the last of params takes all remaining arguments
}

// At returns the type of the parameter for argument i; nil for any.
func (s *Signature) At(i int) Type {
	if last := len(s.params) - 1; i > last && s.rest {
		i = last
	}
	if i >= len(s.params) {
		return nil
	}
	return s.params[i].Type
}

// Parameter is a parameter of a Signature.
type Parameter struct {
	Name string
	// Type is the type of the argument; nil for any.
	Type Type
	// Optional reports that the parameter may be omitted. Rest reports that it takes all remaining
	// arguments, each of Type; it is only allowed for the last.
	Optional, Rest bool
}

// NewSignature returns the signature of a function with these parameters.
func NewSignature(parameters ...Parameter) *Signature {
	s := &Signature{params: parameters}
	for i := range s.params {
		p := &s.params[i]
		if p.Type == nil {
			p.Type = Any
		}
		if s.rest = p.Rest; !p.Optional && !p.Rest {
			s.required++
		}
	}
	return s
}

// ArgumentMismatch is the reason why a function cannot be called with arguments.
type ArgumentMismatch struct {
	// Text follows the name of the function in Puppet's message.
	Text string
	// ListsParameters reports whether Text contains the types of all parameters.
	ListsParameters bool
}

// Check returns nil if the function can be called with args.
func (s *Signature) Check(args []*data.Value) *ArgumentMismatch {
	if s.Accepts(args) {
		return nil
	}
	return s.mismatch(lists.Map(args, InferSet))
}

func (s *Signature) mismatch(args []Type) *ArgumentMismatch {
	rejected := s.reject(args, []Step{{Kind: signatureStep}})
	if all := mergeMismatches(0, wrongCount, [][]*mismatch{rejected}); len(all) == 1 {
		return &ArgumentMismatch{Text: all[0].String()}
	}
	var b strings.Builder
	b.WriteString(" expects (" + s.String() + ")")
	for _, m := range rejected {
		b.WriteString("\n  rejected:" + m.without(0).String())
	}
	return &ArgumentMismatch{b.String(), true}
}

// Accepts reports whether the function can be called with args.
func (s *Signature) Accepts(args []*data.Value) bool {
	if !s.AcceptsCount(len(args)) {
		return false
	}
	for i, a := range args {
		if !Instance(s.Parameter(i).Type, a) {
			return false
		}
	}
	return true
}

// AcceptsCount reports whether the function can be called with n arguments.
func (s *Signature) AcceptsCount(n int) bool {
	return n >= s.required && (n <= len(s.params) || s.rest)
}

// CountMismatch returns why the function cannot be called with any number of arguments from least to most, to follow
// its name in a message; "" if it can.
func (s *Signature) CountMismatch(least, most int) string {
	for n := least; n <= most; n++ {
		if s.AcceptsCount(n) {
			return ""
		}
	}
	expected := &integerType{from: ranges.Int(int64(least)), to: ranges.Int(int64(most))}
	return sizeMismatch(wrongCount, nil, expected, s.count())[0].String()
}

// Len returns the number of parameters.
func (s *Signature) Len() int { return len(s.params) }

// Parameter returns the parameter for argument i.
func (s *Signature) Parameter(i int) Parameter { return s.params[min(i, len(s.params)-1)] }

// tuple returns the type of the arguments.
func (s *Signature) tuple() *tupleType {
	t := &tupleType{types: make([]Type, len(s.params)), size: s.count()}
	for i, p := range s.params {
		t.types[i] = p.Type
	}
	return t
}

func (s *Signature) count() *integerType {
	size := &integerType{from: ranges.Int(int64(s.required)), to: ranges.PosInf}
	if !s.rest {
		size.to = ranges.Int(int64(len(s.params)))
	}
	return size
}

// Rejection returns Puppet's error if a function with several signatures is called with arguments
// of these types, none of which match.
func Rejection(name string, signatures []*Signature, args []Type) string {
	if len(signatures) == 1 {
		return "'" + name + "'" + signatures[0].mismatch(args).Text
	}
	rejected := make([][]*mismatch, len(signatures))
	for i, s := range signatures {
		rejected[i] = s.reject(args, []Step{{Kind: signatureStep, Index: i}})
	}
	all := mergeMismatches(0, wrongCount, rejected)
	if len(all) == 1 {
		return "'" + name + "'" + all[0].String()
	}
	var b strings.Builder
	b.WriteString("The function '" + name + "' was called with arguments it does not accept. It expects one of:")
	for i, s := range signatures {
		b.WriteString("\n  (" + s.String() + ")")
		for _, m := range rejected[i] {
			b.WriteString("\n    rejected:" + m.without(0).String())
		}
	}
	return b.String()
}

// reject returns the reasons why arguments of these types do not match: their number, or the first
// wrong one.
func (s *Signature) reject(args []Type, path []Step) []*mismatch {
	if given := exactly(len(args)); !s.count().covers(given) {
		return sizeMismatch(wrongCount, path, s.count(), given)
	}
	for i, a := range args {
		p := s.Parameter(i)
		if assignable(p.Type, a, nil) {
			continue
		}
		if found := describe(p.Type, a, step(path, Step{Kind: ParameterStep, Name: p.Name})); len(found) > 0 {
			return found
		}
	}
	return nil
}

// String returns the parameters as Puppet lists them: "String[1] string, Formats = … format?".
func (s *Signature) String() string {
	texts := make([]string, len(s.params))
	for i, p := range s.params {
		t, mark := p.Type, ""
		if i >= s.required {
			mark = "?"
			if o, ok := t.(*wrapperType); ok && o.kind == optionalT && o.of != nil {
				t = o.of
			}
		}
		if s.rest && i == len(s.params)-1 {
			mark = "*"
		}
		texts[i] = t.String() + " " + p.Name + mark
	}
	return strings.Join(texts, ", ")
}

package interpreter

import (
	"errors"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rich"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// match evaluates the operator =~. It sets $0, $1, … to the groups of the match.
func (s *scope) match(e *pp.Binary, left, right *data.Value) (bool, error) {
	if t, ok := asType(right); ok {
		return s.instance(e, t, left)
	}
	switch right.Kind() {
	case data.String:
	case data.Rich:
		if _, ok := right.Payload().(*rich.Regexp); !ok {
			return false, s.unsupported(e, "a match against anything but a pattern or a type")
		}
	default:
		return false, s.fail(e.Right, "Can not convert right match operand to a regular expression. Caused by '%s'.",
			rubytext.NoImplicitConversion(rubytext.Implicit(right), "String"))
	}
	re, err := s.pattern(e.Right, right)
	if err != nil {
		return false, err
	}
	if left.Kind() != data.String {
		if left.Kind() == data.Rich {
			return false, s.unsupported(e, "a match of anything but a string")
		}
		return false, s.fail(s.operandPlace(e.Left), "Left match operand must result in a String value. Got %s.", pp.WithArticle(label(left)))
	}
	return s.search(e, re, left.Text())
}

// pattern returns the regular expression of a Regexp, or of a string.
func (s *scope) pattern(e pp.Expression, v *data.Value) (*rubyregexp.Regexp, error) {
	source := v.Text()
	if re, ok := v.Payload().(*rich.Regexp); ok {
		source = re.Source()
	}
	re, err := s.compile(e, source, rubyregexp.Options{})
	var syntax *rubyregexp.SyntaxError
	switch {
	case err == nil:
		return re, nil
	case errors.As(err, &syntax):
		return nil, s.fail(e, "Can not convert right match operand to a regular expression. Caused by '%s'.", err)
	}
	return nil, s.notCompiled(e, source, err)
}

// pattern identifies a regular expression in the code.
type pattern struct {
	source  string
	options rubyregexp.Options
}

// compileCost is the cost of compiling a byte of a regular expression.
const compileCost = 16

// compile compiles a regular expression once.
func (s *scope) compile(at place, source string, options rubyregexp.Options) (*rubyregexp.Regexp, error) {
	key := pattern{source, options}
	if re, ok := s.patterns[key]; ok {
		return re, nil
	}
	if err := s.work(at, compileCost*(len(source)+unit)); err != nil {
		return nil, err
	}
	re, err := rubyregexp.CompileOptions(source, options)
	if err != nil {
		return nil, err
	}
	lists.Put(&s.patterns, key, re)
	return re, nil
}

// notCompiled returns the error for a regular expression that Puppet can compile.
func (s *scope) notCompiled(at place, source string, err error) error {
	if unsupported, ok := err.(*UnsupportedError); ok {
		return unsupported
	}
	return s.unsupported(at, "the regular expression `"+source+"`")
}

// searching charges the minimum cost of a search: each character is looked at once.
func (s *scope) searching(at place, text string) error { return s.work(at, unit+len(text)) }

// stepsOfSearch is the number of steps of a search that cost as much as an expression.
const stepsOfSearch = 16

// searched charges the additional steps of a search.
func (s *scope) searched(at place) rubyregexp.Spend {
	return func(steps int) error { return s.work(at, steps/stepsOfSearch) }
}

// notSearched returns the error of a failed search.
func (s *scope) notSearched(at place, re *rubyregexp.Regexp, err error) error {
	if errors.As(err, new(*rubyregexp.MatchError)) {
		return s.unsupported(at, "the regular expression `"+re.String()+"`")
	}
	return err
}

// instance is types.Instance for a value that has already been charged.
func (s *scope) instance(at place, t types.Type, v *data.Value) (bool, error) {
	if err := s.chargeType(at, t, v); err != nil {
		return false, err
	}
	return types.Instance(t, v), nil
}

// visitAs charges the check whether v is an instance of t: a walk through v, and searches.
func (s *scope) visitAs(at place, t types.Type, v *data.Value) error {
	if err := s.visit(at, v); err != nil {
		return err
	}
	return s.chargeType(at, t, v)
}

// chargeType charges the types in t that visit v, and searches in v for their regular expressions.
func (s *scope) chargeType(at place, t types.Type, v *data.Value) error {
	steps := s.searches.Of(t, func() int { return types.SearchSteps(t) })
	values := max(v.Size()/unit, 1)
	return s.work(at, (types.Visits(t)-1)*values+(values*steps)/stepsOfSearch)
}

// search searches a string, and sets the groups if it matches.
func (s *scope) search(at place, re *rubyregexp.Regexp, text string) (bool, error) {
	if err := s.searching(at, text); err != nil {
		return false, err
	}
	found, err := re.FindStringSubmatchIndex(text, s.searched(at))
	if err != nil {
		return false, s.notSearched(at, re, err)
	}
	if found != nil {
		s.groups = groups(text, found)
	}
	return found != nil, nil
}

// groups returns the text of a match and of its groups. It is undef for groups that did not take part.
func groups(text string, found []int) []*data.Value {
	values := make([]*data.Value, len(found)/2)
	for i := range values {
		values[i] = data.NewUndef()
		if start, end := found[2*i], found[2*i+1]; start >= 0 {
			values[i] = data.NewString(text[start:end])
		}
	}
	return values
}

// matches reports whether an option of a case or selector matches the subject.
func (s *scope) matches(e pp.Expression, candidate, subject *data.Value) (bool, error) {
	if t, ok := asType(candidate); ok {
		return s.instance(e, t, subject)
	}
	switch candidate.Kind() {
	case data.Array:
		if subject.Kind() != data.Array || subject.Len() != candidate.Len() {
			return false, nil
		}
		for i, item := range candidate.Items() {
			if is, err := s.matches(e, item, subject.Items()[i]); err != nil || !is {
				return false, err
			}
		}
		return true, nil
	case data.Hash:
		if subject.Kind() != data.Hash {
			return false, nil
		}
		for _, entry := range candidate.Entries() {
			value, ok := subject.GetKey(entry.Key)
			if !ok {
				value = data.NewUndef()
			}
			if is, err := s.matches(e, entry.Value, value); err != nil || !is {
				return false, err
			}
		}
		return true, nil
	case data.Default:
		return true, nil
	case data.Rich:
		if _, ok := candidate.Payload().(*rich.Regexp); !ok {
			return false, s.unsupported(e, "an option that is neither a pattern, a type nor a plain value")
		}
		if subject.Kind() != data.String {
			return false, nil
		}
		re, err := s.pattern(e, candidate)
		if err != nil {
			return false, err
		}
		return s.search(e, re, subject.Text())
	}
	return s.equal(subject, candidate)
}

// includes evaluates the operator `in`: whether what occurs in a string, in an array, or among the keys of a hash.
func (s *scope) includes(e *pp.Binary, where, what *data.Value) (bool, error) {
	switch where.Kind() {
	case data.String:
		return s.inText(e, where.Text(), what)
	case data.Array:
		return s.inList(e, where.Items(), what)
	case data.Hash:
		return s.inList(e, lists.Map(where.Entries(), func(entry data.Entry) *data.Value { return entry.Key }), what)
	case data.Rich:
		return false, s.unsupported(e, "`in` with anything but a string, an array or a hash")
	}
	return false, nil
}

func (s *scope) inText(e *pp.Binary, where string, what *data.Value) (bool, error) {
	switch what.Kind() {
	case data.String:
		return strings.Contains(strings.ToLower(where), strings.ToLower(what.Text())), nil
	case data.Rich:
		if _, ok := what.Payload().(*rich.Regexp); !ok {
			return false, nil
		}
		re, err := s.pattern(e.Left, what)
		if err != nil {
			return false, err
		}
		return s.search(e, re, where)
	}
	return false, nil
}

func (s *scope) inList(e *pp.Binary, where []*data.Value, what *data.Value) (bool, error) {
	if t, ok := asType(what); ok {
		for _, item := range where {
			if is, err := s.instance(e, t, item); err != nil || is {
				return is, err
			}
		}
		return false, nil
	}
	if _, ok := what.Payload().(*rich.Regexp); ok {
		re, err := s.pattern(e.Left, what)
		if err != nil {
			return false, err
		}
		for _, item := range where {
			if item.Kind() != data.String {
				continue
			}
			if is, err := s.search(e, re, item.Text()); err != nil || is {
				return is, err
			}
		}
		return false, nil
	}
	for _, item := range where {
		is, err := s.equal(item, what)
		if what.Kind() == data.String {
			is, err = s.matches(e.Right, item, what)
		}
		if err != nil || is {
			return is, err
		}
	}
	return false, nil
}

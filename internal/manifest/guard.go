package manifest

import (
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// guard is a condition that only depends on one variable of the node, such as `$facts['role'] == 'web'`.
type guard struct {
	variable string // without leading colons, with subkeys of a fact after dots
	test     guardTest
	size     int // number of literals that the variable is compared with, up to maxGuards
}

// guardTest reports whether a guard holds if its variable is a string. It is nil for an expression that is no guard.
type guardTest func(value string) outcome

// outcome is the outcome of a test.
type outcome uint8

const (
	unclear outcome = iota
	fails
	holds
)

func outcomeOf(is bool) outcome {
	if is {
		return holds
	}
	return fails
}

// not returns the opposite of a guard; nil for nil.
func (g *guard) not() *guard {
	if g == nil {
		return nil
	}
	return &guard{g.variable, func(value string) outcome {
		switch g.test(value) {
		case holds:
			return fails
		case fails:
			return holds
		}
		return unclear
	}, g.size}
}

// and returns a guard that holds if both do; nil if they test different variables, or are too large.
func (g *guard) and(other *guard) *guard {
	if g == nil || other == nil || !isSame(g.variable, other.variable) || g.size+other.size > maxGuards {
		return nil
	}
	return &guard{g.variable, func(value string) outcome {
		left := g.test(value)
		if left == fails {
			return fails
		}
		if right := other.test(value); left == holds || right == fails {
			return right
		}
		return unclear
	}, g.size + other.size}
}

// isSame reports whether two names are those of one variable.
func isSame(variable, other string) bool {
	return variable == other || facter.Canonical(variable) == facter.Canonical(other)
}

// guardReader reads conditions as guards.
type guardReader struct {
	// variableOf returns the variable that an expression consists of; "" if there is none.
	variableOf func(pp.Expression) string
	// other returns the guard for the expressions of a condition that is none otherwise. It may be nil.
	other func(...pp.Expression) *guard
}

// guardOf returns a condition that only depends on a variable of the node as a guard; nil if it is none.
func (c *collector) guardOf(condition pp.Expression) *guard { return c.ofNode.guardOf(condition) }

// noGuard is for conditions that are no guards.
func noGuard(...pp.Expression) *guard { return nil }

// guardOf returns the condition as a guard; nil if it is none.
func (r *guardReader) guardOf(condition pp.Expression) *guard {
	if g := r.readable(condition); g != nil {
		return g
	}
	return r.other(condition)
}

func (r *guardReader) readable(condition pp.Expression) *guard {
	switch e := condition.(type) {
	case *pp.Parenthesized:
		return r.guardOf(e.Inner)
	case *pp.Unary:
		if e.Operator == pp.Not {
			return r.guardOf(e.Operand).not()
		}
	case *pp.Variable, *pp.Access:
		if variable := r.variableOf(e); variable != "" {
			return &guard{variable, isTrue, 1}
		}
	case *pp.Binary:
		return r.binaryGuard(e)
	}
	return nil
}

// isTrue tests whether the variable counts as true: every string does, but `false` may stand for a boolean.
func isTrue(value string) outcome {
	switch value {
	case "false":
		return unclear
	case booleanMark + "false":
		return fails
	}
	return holds
}

func (r *guardReader) binaryGuard(e *pp.Binary) *guard {
	switch e.Operator {
	case pp.And:
		return r.guardOf(e.Left).and(r.guardOf(e.Right))
	case pp.Or:
		return r.guardOf(e.Left).not().and(r.guardOf(e.Right).not()).not()
	case pp.Equal:
		if g := guardOn(r.variableOf(e.Left), equals, e.Right); g != nil {
			return g
		}
		return guardOn(r.variableOf(e.Right), equals, e.Left)
	case pp.NotEqual:
		return r.binaryGuard(&pp.Binary{Left: e.Left, Operator: pp.Equal, Right: e.Right}).not()
	case pp.Match:
		return guardOn(r.variableOf(e.Left), matchesPattern, e.Right)
	case pp.NoMatch:
		return guardOn(r.variableOf(e.Left), matchesPattern, e.Right).not()
	case pp.In:
		if list, ok := e.Right.(*pp.Array); ok {
			return guardOn(r.variableOf(e.Left), equals, list.Elements...)
		}
	}
	return nil
}

// guardOn returns the guard that holds if any of several tests of a variable with literals does; nil if there is no variable. The
// outcome is unclear if the value may not be a string.
func guardOn(variable string, testOf func(pp.Expression) guardTest, literals ...pp.Expression) *guard {
	if variable == "" || len(literals) > maxGuards {
		return nil
	}
	tests := make([]guardTest, len(literals))
	for i, literal := range literals {
		if tests[i] = testOf(literal); tests[i] == nil {
			return nil
		}
	}
	isText := isText(variable)
	return &guard{variable, func(value string) outcome {
		if !isText && otherKind().MatchString(value) {
			return unclear
		}
		return anyOf(tests, value)
	}, len(literals)}
}

// anyOf returns whether any of several tests of a value holds, and allOf whether all do.
func anyOf(tests []guardTest, value string) outcome { return decided(tests, value, holds, fails) }
func allOf(tests []guardTest, value string) outcome { return decided(tests, value, fails, holds) }

// decided returns the outcome by if a test of the value has it, and otherwise if none does, unless a test is unclear.
func decided(tests []guardTest, value string, by, otherwise outcome) outcome {
	for _, test := range tests {
		switch test(value) {
		case by:
			return by
		case unclear:
			otherwise = unclear
		}
	}
	return otherwise
}

// isText reports whether a variable of the node can only be a string, an array, or a hash.
func isText(variable string) bool {
	variable = facter.Canonical(variable)
	return strings.HasPrefix(variable, "trusted.") || strings.HasPrefix(variable, "os.")
}

// otherKind matches strings that may stand for a boolean or a number.
var otherKind = lazyregexp.New(`^(?:true|false|[-+.]?[0-9][0-9a-fA-FxX.]*)$`)

// equals tests whether a string equals a literal, as Puppet compares them: ignoring case.
func equals(literal pp.Expression) guardTest {
	switch e := literal.(type) {
	case *pp.String:
		want := lower(e.Value)
		return func(value string) outcome { return outcomeOf(lower(value) == want) }
	case *pp.Name:
		return equals(&pp.String{Value: e.Value})
	case *pp.Boolean:
		want := booleanMark + strconv.FormatBool(e.Value)
		return func(value string) outcome { return outcomeOf(value == want) }
	case *pp.Undef, *pp.Integer:
		return func(string) outcome { return fails }
	}
	return nil
}

func lower(text string) string { return strings.Map(ascii.ToLower[rune], text) }

// matchesPattern tests whether a regular expression matches.
func matchesPattern(literal pp.Expression) guardTest {
	e, ok := literal.(*pp.Regexp)
	if !ok {
		return nil
	}
	re, err := rubyregexp.Compile(e.Pattern)
	if err != nil || re.CannotMemoize() {
		return nil
	}
	return func(value string) outcome {
		found, err := re.MatchString(value)
		if err != nil || strings.HasPrefix(value, booleanMark) {
			return unclear
		}
		return outcomeOf(found)
	}
}

// optionGuards returns guards for the options of a `case` or selector: each holds if the option matches and none before it does, and
// `default` if no other option matches. Those that are unknown are nil.
func (r *guardReader) optionGuards(of pp.Expression, options [][]pp.Expression) []*guard {
	guards := make([]*guard, len(options))
	variable := r.variableOf(of)
	none := guardOn(variable, equals).not() // of the options so far
	defaultAt := -1
	for i, values := range options {
		if len(values) == 1 {
			if _, ok := values[0].(*pp.Default); ok {
				defaultAt = i
				continue
			}
		}
		option := guardOn(variable, matchesOption, values...)
		guards[i] = none.and(option)
		none = none.and(option.not())
	}
	if defaultAt >= 0 {
		guards[defaultAt] = none
	}
	return guards
}

// matchesOption tests whether a literal option of a `case` matches.
func matchesOption(literal pp.Expression) guardTest {
	if test := matchesPattern(literal); test != nil {
		return test
	}
	return equals(literal)
}

// maxGuards is the maximum number of literals and guards in a guard.
const maxGuards = 50

// combined returns the conditions around an inclusion as one guard. ok is false if there are others, if they test a variable
// other than the given one, or if they are too large.
func combined(guards []*guard, conditions int, variable string) (g *guard, ok bool) {
	if len(guards) != conditions {
		return nil, false
	}
	for _, next := range guards {
		if g == nil {
			g = next
		} else if g = g.and(next); g == nil {
			return nil, false
		}
	}
	return g, g == nil || variable == "" || isSame(g.variable, variable)
}

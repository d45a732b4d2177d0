// Package interpreter evaluates functions written in the Puppet language, to the extent that Hiera's data functions
// need: literals, operators, conditions, interpolation, variables, lambdas, and those functions of Puppet that operate
// on values.
//
// Anything else ends the call with an *UnsupportedError that names it. The package declares no resources, reads no
// files, and runs no Ruby. A Host provides facts, other functions, and lookups.
//
// Behavior and error messages are those of Puppet 7.23, and differential tests compare them.
package interpreter

import (
	"context"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
)

// Host provides the environment of functions. Values may be unknown, entirely or in parts (data.Unknown). If the code
// needs such a value, the call returns a *UnknownValueError.
type Host interface {
	// Variable returns a variable from outside of functions: a fact, or `settings::environment`. The name has leading
	// colons only if it refers to the top scope alone.
	Variable(name string) (v *data.Value, ok bool)
	// Function returns the function with that name, written in the Puppet language, or nil if there is none. The error
	// is an *UnsupportedError for a function that exists, or may exist, but cannot be evaluated, or the error of Puppet
	// if it cannot load the function.
	Function(name string) (*Function, error)
	// Type binds a type expression. It returns nil if the expression has an unknown name.
	Type(e *types.Expression) (types.Type, error)
	// Lookup performs a lookup. missing means that err says that nothing was found.
	Lookup(r *Lookup) (v *data.Value, missing bool, err error)
	// Warn is called with each warning that Puppet would log.
	Warn(text string)
	// WarnClassic is called for each call of a classic function: hiera, hiera_array, or hiera_hash.
	WarnClassic(name string)
	// Strict returns how undefined variables, strings used as numbers, and duplicate keys are handled.
	Strict() Strictness
	// StrictVariables reports that undefined variables are errors regardless of Strict.
	StrictVariables() bool
	// Budget limits the cost of the call. The call ends with an *UnsupportedError when the budget is exhausted.
	Budget() *budget.Lookup
}

// Strictness is what Puppet does about minor mistakes.
type Strictness uint8

// The values off, warning, and error of Puppet's setting `strict`.
const (
	Ignore Strictness = iota
	Warn
	Fail
)

// Lookup is a call of the function lookup, or of one of the classic hiera functions.
type Lookup struct {
	Keys []string
	// Type, Merge, and Default are nil if not given.
	Type           types.Type
	Merge, Default *data.Value
	// Classic means that it is one of hiera, hiera_array, and hiera_hash.
	Classic bool
	// Override and DefaultValues are hashes, or nil if not given.
	Override, DefaultValues *data.Value
}

// evaluator is a call from outside, with all nested calls.
type evaluator struct {
	ctx    context.Context
	host   Host
	budget *budget.Lookup
	steps  int // number of evaluated expressions
	depth  int // of nested calls
	// closures are the blocks evaluated so far, and patterns the compiled regular expressions.
	closures map[*pp.Lambda]*closure
	patterns map[pattern]*rubyregexp.Regexp
	// searches caches how many steps the regular expressions of a type take.
	searches memo.Map[types.Type, int]
	// lengths caches the lengths of types as text.
	lengths memo.Map[types.Type, int]
}

func newEvaluator(ctx context.Context, host Host) *evaluator {
	return &evaluator{ctx: ctx, host: host, budget: host.Budget()}
}

// place is a node or another part of the code.
type place interface{ Span() source.Span }

// scope contains the variables of a function call or of a block.
type scope struct {
	*evaluator
	file *source.File
	// outer is the enclosing scope of a block, or nil in a function.
	outer  *scope
	vars   map[string]*data.Value
	groups []*data.Value // $0, $1, … of the last match
}

// set defines a variable.
func (s *scope) set(name string, v *data.Value) { lists.Put(&s.vars, name, v) }

// get returns a variable of this or an enclosing scope.
func (s *scope) get(name string) (*data.Value, bool) {
	for ; s != nil; s = s.outer {
		if v := s.vars[name]; v != nil {
			return v, true
		}
	}
	return nil, false
}

// guarded evaluates f, and restores the groups of the last match.
func (s *scope) guarded(f func() (*data.Value, error)) (*data.Value, error) {
	groups := s.groups
	v, err := f()
	s.groups = groups
	return v, err
}

// Package interpreter runs functions that are written in the Puppet language, as far as the data functions
// of Hiera need it: values, operators, conditions, text, variables, blocks of code, and the functions of
// Puppet's core that work on values.
//
// Whatever it does not know ends the call with an *UnsupportedError that names it; nothing is guessed. It
// declares no resources, reads no files and runs no Ruby. What the code sees of the world, such as
// facts, other functions and lookups, comes from a Host.
//
// All behaviour, and the texts of errors, are those of Puppet 7.23; the differential tests compare them.
package interpreter

import (
	"context"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Host is what the code of functions sees of the world around it. Values may be unknown, as a whole or
// in parts (data.Unknown): where the code needs such a value, the call ends with a *NotKnownError.
type Host interface {
	// Variable is a variable outside of functions: a fact, or `settings::environment`. The name has no
	// leading colons, unless only the top scope is meant. ok is false when there is none.
	Variable(name string) (v *data.Value, ok bool)
	// Function is the function of that name that is written in the Puppet language; nil when there is
	// none. The error is an *UnsupportedError for a function that exists, or may exist, but cannot be run,
	// or why Puppet cannot load it.
	Function(name string) (*Function, error)
	// Type binds a type expression. It is nil when the type has a name that does not exist.
	Type(e *types.Expression) (types.Type, error)
	// Lookup is the function lookup. missing reports that err is that nothing was found.
	Lookup(r *Lookup) (v *data.Value, missing bool, err error)
	// Warn is called with what Puppet would log as a warning.
	Warn(text string)
	// Strict decides what becomes of unknown variables and of strings that are taken for numbers.
	Strict() Strictness
	// Budget is what the call may cost. What it cannot pay for ends it with an *UnsupportedError.
	Budget() *budget.Lookup
}

// Strictness is what Puppet does about small mistakes.
type Strictness uint8

// The choices: nothing, a warning, an error.
const (
	Ignore Strictness = iota
	Warn
	Fail
)

// Lookup is a call of the function lookup, or of one of the classic functions.
type Lookup struct {
	Keys []string
	// Type, Merge and Default are nil when they are not given.
	Type           types.Type
	Merge, Default *data.Value
	// Classic reports that it is one of the functions hiera, hiera_array and hiera_hash.
	Classic bool
	// Override and DefaultValues are Hashes; nil when they are not given.
	Override, DefaultValues *data.Value
}

// evaluator is one call from outside, with all the calls in it.
type evaluator struct {
	ctx    context.Context
	host   Host
	budget *budget.Lookup
	steps  int // expressions evaluated
	depth  int // of calls
	// closures are the blocks of code that were used before, patterns the regular expressions.
	closures map[*pp.Lambda]*closure
	patterns map[pattern]*rubyregexp.Regexp
	// searches are the steps that searches for the regular expressions in a type take.
	searches map[types.Type]int
}

func newEvaluator(ctx context.Context, host Host) *evaluator {
	return &evaluator{ctx: ctx, host: host, budget: host.Budget()}
}

// place is a part of the code.
type place interface{ Span() source.Span }

// scope has the variables of a call of a function or of a block of code.
type scope struct {
	*evaluator
	file *source.File
	// outer is the scope of the code around a block; nil in a function.
	outer  *scope
	vars   variables
	groups []*data.Value // what $0, $1, … are since the last match
}

// variables are values by name. Most scopes have one or two, which are found faster without a map.
type variables struct {
	few  []variable
	many map[string]*data.Value // from maxFew on
}

type variable struct {
	name  string
	value *data.Value
}

const maxFew = 8

// get is the value of a variable; nil when there is none.
func (v *variables) get(name string) *data.Value {
	for i := range v.few {
		if v.few[i].name == name {
			return v.few[i].value
		}
	}
	return v.many[name]
}

func (v *variables) set(name string, value *data.Value) {
	if len(v.few) < maxFew {
		v.few = append(v.few, variable{name, value})
		return
	}
	if v.many == nil {
		v.many = map[string]*data.Value{}
	}
	v.many[name] = value
}

// block is the scope for a block of code in s.
func (s *scope) block() *scope {
	return &scope{evaluator: s.evaluator, file: s.file, outer: s, groups: s.groups}
}

// has reports whether the call itself has the variable; a block may have its own of the same name as one
// around it.
func (s *scope) has(name string) bool { return s.vars.get(name) != nil }

// set sets a variable that the call does not have yet.
func (s *scope) set(name string, v *data.Value) { s.vars.set(name, v) }

// get finds a variable of the call or of the code around it.
func (s *scope) get(name string) (*data.Value, bool) {
	for ; s != nil; s = s.outer {
		if v := s.vars.get(name); v != nil {
			return v, true
		}
	}
	return nil, false
}

// guarded evaluates f, and forgets the matches in it.
func (s *scope) guarded(f func() (*data.Value, error)) (*data.Value, error) {
	groups := s.groups
	v, err := f()
	s.groups = groups
	return v, err
}

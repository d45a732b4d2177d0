// Package convert is Puppet's function new: it creates values of a type from other values, as the
// lookup option convert_to does. Error messages are Puppet's.
//
// It follows Puppet 7.23; a differential test in this directory compares it with an installed
// Puppet.
package convert

import (
	"errors"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

func init() {
	types.RegisterConstructors(func(t types.Type) ([]*types.Signature, error) {
		c, err := constructorOf(t)
		if err != nil {
			return nil, err
		}
		return c.signatures(), nil
	})
}

// New is Puppet's function new: it creates an instance of the type target from args. A single
// argument that is already an instance is returned unchanged.
func New(target *data.Value, args ...*data.Value) (*data.Value, error) {
	t, ok := target.Payload().(types.Type)
	if !ok {
		c := &constructor{name: "new", overloads: []overload{{signature: takes(1, param("type", types.Builtin("Type")))}}}
		return nil, errors.New(c.rejection([]types.Type{types.InferSet(target)}))
	}
	if !isInit(t) && len(args) == 1 && types.Instance(t, args[0]) {
		return args[0], nil
	}
	c, err := constructorOf(t)
	if err != nil {
		return nil, err
	}
	v, err := c.call(args)
	if err != nil {
		return nil, err
	}
	if err := types.AssertInstance("Converted value from "+t.String()+".new()", t, v); err != nil {
		return nil, err
	}
	return v, nil
}

// isInit reports whether t is Init, with or without parameters.
func isInit(t types.Type) bool { return types.Name(t) == "Init" }

// UnsupportedError reports a type of which Puppet can create instances, but this package cannot:
// one with its own attributes, Object[{…}].
type UnsupportedError struct{ Type types.Type }

func (e *UnsupportedError) Error() string {
	return "cannot make an instance of `" + types.Name(e.Type) + "` here, though Puppet can"
}

// simpleConstructors are those of types whose parameters do not affect the conversion: the result
// is checked against the parameters.
var simpleConstructors map[string]func() *constructor

func init() {
	simpleConstructors = map[string]func() *constructor{
		"Integer": newInteger, "Float": newFloat, "Numeric": newNumeric, "Binary": newBinary, "SemVerRange": newVersionRange, "Unit": newUnit,
		"Boolean": newBoolean, "String": newString, "Regexp": newRegexp, "Array": newArray, "Tuple": newArray, "Hash": newHash, "Struct": newHash,
		"Timespan": newTimespan, "Timestamp": newTimestamp, "SemVer": newVersion, "URI": newURI, "Sensitive": newSensitive, "Type": newType,
	}
}

// constructorOf returns the constructor of t.
func constructorOf(t types.Type) (*constructor, error) { return constructorWithin(t, nil) }

// constructorWithin is constructorOf for a type in others, such as Optional. An alias may be an
// Optional of itself.
func constructorWithin(t types.Type, around []types.Type) (*constructor, error) {
	t = types.Unalias(t)
	if slices.Contains(around, t) {
		return nil, ErrStack
	}
	name := types.Name(t)
	if c, ok := simpleConstructors[name]; ok {
		return c(), nil
	}
	switch inner := types.Inner(t); {
	case name == "Init":
		if of, args, ok := types.Init(t); ok {
			return newInit(t, of, args)
		}
	case name == "Optional" && inner == nil:
		// Puppet does not consider that there may be no type inside.
		return nil, noNewFunction.On(rubytext.NilReceiver)
	case name == "NotUndef" && inner == nil:
		return newUnit(), nil
	case name == "Optional", name == "NotUndef":
		return constructorWithin(inner, append(around, t))
	case types.IsObject(t):
		return objectConstructor(t, name)
	}
	return nil, errors.New(types.NotSupported(t))
}

// generalName returns the type of a value as in messages about conversions.
func generalName(v *data.Value) string { return types.Generalize(types.Infer(v)).String() }

// Places where Puppet 7.23 calls a missing method, with Ruby 3.1's message.
var (
	noPut = rubytext.MissingMethod{
		Method: "[]=", Mark: "[path[-1]]=",
		Line:  `            r[path[-1]]= (all_hashes ? PHashType.array_as_hash(value) : value)`,
		Meant: map[string]string{"Integer": "[]"},
	}
	noHasKey = rubytext.MissingMethod{
		Method: "has_key?", Mark: ".has_key?",
		Line: `            r = path[0..-2].reduce(result) {|memo, idx| (memo.is_a?(Array) || memo.has_key?(idx)) ? memo[idx] : memo[idx] = {}}`,
	}
	noCasecmp = rubytext.MissingMethod{
		Method: "casecmp", Mark: ".casecmp",
		Line: `            if from[0] == '0' && from[1].casecmp('b').zero?`,
	}
	noNewFunction = rubytext.MissingMethod{Method: "new_function", Mark: ".new_function", Line: `    optional_type.new_function`}
	noName        = rubytext.MissingMethod{Method: "sub", Mark: ".sub", Line: `          substituted = name.sub(*subst)`}
)

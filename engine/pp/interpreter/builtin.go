package interpreter

import (
	"cmp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/convert"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// builtins are the functions of Puppet that this package implements, by name.
var builtins map[string]func(c *call) (*data.Value, error)

func init() {
	builtins = map[string]func(c *call) (*data.Value, error){
		"each": each, "map": mapped, "filter": filter, "reduce": reduce, "any": anyOf, "all": allOf,
		"with": with, "then": then, "lest": lest,
		"next": next, "return": returned, "break": broken, "fail": failed,
		"lookup": lookup, "hiera": classic, "hiera_array": classic, "hiera_hash": classic,
		"new": newValue, "convert_to": convertTo, "assert_type": assertType, "unwrap": unwrap,
		"keys": keys, "values": values, "length": length, "size": length, "empty": empty, "dig": dig,
		"flatten": flatten, "unique": unique, "sort": sorted, "join": join, "split": split,
		"upcase": text(strings.ToUpper), "downcase": text(strings.ToLower), "strip": text(strip), "lstrip": text(leftStrip), "rstrip": text(rightStrip),
		"regsubst": substitute, "match": matched,
		"abs": number(absolute), "floor": number(floor), "ceiling": number(ceiling), "round": number(round), "max": largest, "min": smallest,
		"notice": logged, "info": logged, "debug": logged, "warning": logged, "err": logged, "alert": logged, "crit": logged, "emerg": logged,
	}
}

// others are the functions of Puppet that this package does not implement: those in puppet/functions and
// puppet/parser/functions of Puppet 7.23.
var others = lists.Set(strings.Fields(`
annotate binary_file call camelcase capitalize chomp chop compare contain create_resources defined digest epp eyaml_lookup_key
file find_file find_template fqdn_rand generate get getvar group_by hiera_include hocon_data import include index inline_epp
inline_template json_data md5 module_directory partition realize require reverse_each scanf sha1 sha256 shellquote slice sprintf
step strftime tag tagged template tree_each type versioncmp yaml_data`))

// argument returns argument i, which must have one of the given kinds. Otherwise the call is unsupported, since
// Puppet's message is not reproduced.
func (c *call) argument(i int, kinds ...data.Kind) (*data.Value, error) {
	if i >= len(c.args) {
		return nil, c.unsupported(c.node, "`"+c.name+"` with these arguments")
	}
	v := c.args[i]
	if v.IsUnknown() {
		return nil, unknownError(v)
	}
	if slices.Contains(kinds, v.Kind()) {
		return v, nil
	}
	return nil, c.unsupported(c.node, "`"+c.name+"` on this value")
}

// whole is argument for the first argument, of which every part must be known.
func (c *call) whole(kinds ...data.Kind) (*data.Value, error) {
	v, err := c.argument(0, kinds...)
	if err != nil {
		return nil, err
	}
	return v, checkKnown(v)
}

// checkKnown returns an error if a part of one of the values is unknown.
func checkKnown(values ...*data.Value) error {
	for _, v := range values {
		if v.HasUnknown() {
			return unknownError(v)
		}
	}
	return nil
}

// takesBlock has the functions of builtins that can be called with a block.
var takesBlock = lists.Set(strings.Fields(`
each map filter reduce any all with then lest lookup hiera hiera_array hiera_hash new convert_to assert_type unwrap unique sort`))

// checkBlock returns an error unless the call has a block that can be called with one of the numbers of arguments from
// least to most.
func (c *call) checkBlock(least, most int) error {
	if c.lambda == nil {
		return &Error{Kind: Argument, Text: "'" + c.name + "' expects a block"}
	}
	if mismatch := c.lambda.params.signature.CountMismatch(least, most); mismatch != "" {
		return &Error{Kind: Argument, Text: "'" + c.name + "' block" + mismatch}
	}
	return nil
}

// with calls its block with its arguments. then does so unless its argument is undef, and lest only if it is undef.
func with(c *call) (*data.Value, error) {
	if c.lambda == nil {
		return nil, c.checkBlock(0, 0)
	}
	return c.lambda.call(c.args...)
}

func then(c *call) (*data.Value, error) {
	v, err := c.optional(1)
	if err != nil || v.IsUndef() {
		return v, err
	}
	return c.lambda.call(v)
}

func lest(c *call) (*data.Value, error) {
	v, err := c.optional(0)
	if err != nil || !v.IsUndef() {
		return v, err
	}
	return c.lambda.call()
}

// optional returns the only argument of then and lest, which call their block with count arguments.
func (c *call) optional(count int) (*data.Value, error) {
	if err := cmp.Or(c.counts(1), c.checkBlock(count, count)); err != nil {
		return nil, err
	}
	if v := c.args[0]; v.IsUnknown() {
		return nil, unknownError(v)
	}
	return c.args[0], nil
}

// leaving returns the argument of next and return.
func (c *call) leaving() (*data.Value, error) {
	if err := c.counts(0, 1); err != nil {
		return nil, err
	}
	if len(c.args) == 0 {
		return data.NewUndef(), nil
	}
	return c.args[0], nil
}

func next(c *call) (*data.Value, error) {
	v, err := c.leaving()
	if err != nil {
		return nil, err
	}
	return nil, nextSignal{v}
}

func returned(c *call) (*data.Value, error) {
	v, err := c.leaving()
	if err != nil {
		return nil, err
	}
	return nil, returnSignal{v}
}

func broken(*call) (*data.Value, error) { return nil, breakSignal{} }

// failed is the function fail, whose arguments are the error message.
func failed(c *call) (*data.Value, error) {
	texts := make([]string, len(c.args))
	for i, v := range c.args {
		if err := checkKnown(v); err != nil {
			return nil, err
		}
		if v.Kind() == data.Rich || v.Kind() == data.Array || v.Kind() == data.Hash {
			return nil, c.unsupported(c.node, "`fail` with anything but strings")
		}
		if err := c.build(c.node, v.Size()); err != nil {
			return nil, err
		}
		texts[i] = interpolated(v)
	}
	return nil, &Error{Kind: Argument, Text: strings.Join(texts, " ")}
}

// logged is any of the functions that log. Log messages are discarded.
func logged(*call) (*data.Value, error) { return data.NewUndef(), nil }

// newValue is the function new: it creates a value of a type, and passes it to a block if there is one.
func newValue(c *call) (*data.Value, error) {
	if len(c.args) == 0 {
		return nil, c.unsupported(c.node, "`new` without arguments")
	}
	if err := checkKnown(c.args...); err != nil {
		return nil, err
	}
	t, ok := asType(c.args[0])
	if !ok {
		return nil, c.unsupported(c.node, "`new` on anything but a type")
	}
	if err := types.Unsupported(t); err != nil {
		return nil, c.unsupported(c.node, "`new` of the type `"+t.String()+"`")
	}
	if err := c.work(c.node, types.Visits(t)); err != nil {
		return nil, err
	}
	if err := c.chargeNew(c.args[1:]); err != nil {
		return nil, err
	}
	v, err := convert.New(c.args[0], c.args[1:]...)
	if err != nil {
		return nil, &Error{Kind: Argument, Text: err.Error()}
	}
	if err := c.build(c.node, v.Size()); err != nil {
		return nil, err
	}
	return c.through(v)
}

// chargeNew charges a conversion of values, which visits them, parses their numbers, and creates lists of ranges.
func (c *call) chargeNew(args []*data.Value) error {
	for _, a := range args {
		if err := c.visit(c.node, a); err != nil {
			return err
		}
		if err := c.chargeNumber(c.node, a); err != nil {
			return err
		}
		if a.Kind() == data.Integer || a.Kind() == data.Rich {
			if err := c.build(c.node, perItem*min(types.Count(a), types.MaxElements)); err != nil {
				return err
			}
		}
	}
	return nil
}

// through returns v, or the result of the block for it.
func (c *call) through(v *data.Value) (*data.Value, error) {
	if c.lambda == nil {
		return v, nil
	}
	return c.lambda.call(v)
}

func convertTo(c *call) (*data.Value, error) {
	if len(c.args) < 2 {
		return nil, c.unsupported(c.node, "`convert_to` with these arguments")
	}
	c.args[0], c.args[1] = c.args[1], c.args[0]
	return newValue(c)
}

func assertType(c *call) (*data.Value, error) {
	if err := c.counts(2); err != nil {
		return nil, err
	}
	t, ok := asType(c.args[0])
	if !ok || c.lambda != nil {
		return nil, c.unsupported(c.node, "`assert_type` with these arguments")
	}
	v := c.args[1]
	if err := checkKnown(v); err != nil {
		return nil, err
	}
	if err := c.visitAs(c.node, t, v); err != nil {
		return nil, err
	}
	if types.Instance(t, v) {
		return v, nil
	}
	return nil, &Error{Kind: Argument, Text: types.Explain("assert_type():", t, v)}
}

func unwrap(c *call) (*data.Value, error) {
	if err := c.counts(1); err != nil {
		return nil, err
	}
	v := c.args[0]
	if v.Kind() == data.Sensitive {
		v = v.Unwrap()
	}
	return c.through(v)
}

package manifest

import (
	"strings"

	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// Check is a call of a function of stdlib that fails unless the value of a parameter, if it is not undef, has a type.
type Check struct {
	Function string
	Type     types.Type
	Span     source.Span
}

// checks are the types that functions of stdlib require of all their arguments. They convert nothing: validate_bool rejects
// 'true', and validate_string rejects 1. Most reject undef too, but not in all versions. (stdlib 4.12, 4.25, 6.6, and 8.6; Puppet 7.23)
var checks = map[string]types.Type{
	"validate_array": types.Array, "validate_bool": types.Boolean, "validate_hash": types.Hash, "validate_string": types.String,
}

// withinChecked visits the contents of a class or defined type, and adds its checks, unless it may return before them.
func (c *collector) withinChecked(d *Definition, parameters []*pp.Parameter, body *pp.Block) {
	returns := c.returns
	if c.within(d, parameters, body); c.returns == returns {
		c.addChecks(d, body)
	}
}

// addChecks adds the checks among the statements of a class or defined type to parameters without a type.
func (c *collector) addChecks(d *Definition, body *pp.Block) {
	for _, statement := range body.Statements {
		call, ok := statement.(*pp.Call)
		if !ok || len(call.Arguments) == 0 {
			continue
		}
		name, ok := call.Function.(*pp.Name)
		if !ok || !strings.Contains(name.Value, "validate_") {
			continue
		}
		function := strings.TrimPrefix(name.Value, "::")
		checked, typ := call.Arguments, checks[function]
		if function == "validate_re" && len(checked) > 1 {
			checked, typ = checked[:1], patternOf(checked[1])
		}
		if typ == nil {
			continue
		}
		for _, e := range checked {
			variable, ok := e.(*pp.Variable)
			if !ok {
				continue
			}
			if p := d.Parameter(variable.Name); p != nil && p.typ == nil && p.Check == nil {
				p.Check = &Check{function, typ, call.Span()}
			}
		}
	}
}

// patternOf returns the type of the strings that match one of the regular expressions in a string or an array of strings; nil
// if they are not known, or if one is invalid.
func patternOf(e pp.Expression) types.Type {
	all := []pp.Expression{e}
	if array, ok := e.(*pp.Array); ok {
		all = array.Elements
	}
	var sources []string
	for _, e := range all {
		text, ok := e.(*pp.String)
		if !ok {
			return nil
		}
		sources = append(sources, text.Value)
	}
	typ, err := types.PatternOf(sources...)
	if err != nil || len(sources) == 0 {
		return nil
	}
	return typ
}

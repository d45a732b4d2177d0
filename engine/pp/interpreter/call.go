package interpreter

import (
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// call is a function call with evaluated arguments.
type call struct {
	*scope
	node   place
	name   string
	args   []*data.Value
	lambda *closure // nil if the call has no block
}

// call evaluates `name(arguments)`, or `Type(arguments)`, which creates a value of a type.
func (s *scope) call(e *pp.Call) (*data.Value, error) {
	offset := e.Span().Start
	c, err := s.newCall(e, e.Arguments, e.Lambda)
	if err != nil {
		return nil, err
	}
	if name, ok := e.Function.(*pp.Name); ok {
		c.name = name.Value
	} else {
		t, err := s.typeOf(e.Function)
		if err != nil {
			return nil, err
		}
		c.name, c.args = "new", append([]*data.Value{types.TypeValue(t)}, c.args...)
	}
	v, err := c.run(offset)
	if err != nil {
		return nil, s.inCall(offset, "a Function Call", err)
	}
	return v, nil
}

// methodCall evaluates `receiver.name(arguments)`.
func (s *scope) methodCall(e *pp.MethodCall) (*data.Value, error) {
	offset := s.methodOffset(e)
	receivers, err := s.list([]pp.Expression{e.Receiver})
	if err != nil {
		return nil, err
	}
	c, err := s.newCall(e, e.Arguments, e.Lambda)
	if err != nil {
		return nil, err
	}
	c.name = e.Function.Value
	v, err := c.method(offset, receivers)
	if err != nil {
		return nil, s.inCall(offset, "a Method call", err)
	}
	return v, nil
}

func (c *call) method(offset int, receivers []*data.Value) (*data.Value, error) {
	if len(receivers) > 0 {
		if context, ok := receivers[0].Payload().(*lookupContext); ok {
			if v, ok, err := context.call(c); ok {
				return v, err
			}
		}
	}
	c.args = append(receivers, c.args...)
	return c.run(offset)
}

// methodOffset returns the position of a method call as in Puppet's messages: its parenthesis, or the dot if it has
// none.
func (s *scope) methodOffset(e *pp.MethodCall) int {
	text := string(s.file.Text)
	end := e.Function.Span().End
	if rest := text[end:e.Span().End]; strings.HasPrefix(strings.TrimLeft(rest, " \t\r\n"), "(") {
		return end + strings.IndexByte(rest, '(')
	}
	start := e.Receiver.Span().End
	return start + strings.IndexByte(text[start:e.Function.Span().Start], '.')
}

func (s *scope) newCall(at place, arguments []pp.Expression, lambda *pp.Lambda) (*call, error) {
	args, err := s.list(arguments)
	if err != nil {
		return nil, err
	}
	if err := s.work(at, callCost); err != nil {
		return nil, err
	}
	c := &call{scope: s, node: at, args: args}
	if lambda != nil {
		if c.lambda, err = s.closure(lambda); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// run calls a function of Puppet, or one written in the Puppet language. Puppet's own take precedence.
func (c *call) run(offset int) (*data.Value, error) {
	name := strings.TrimPrefix(c.name, "::")
	if own, ok := builtins[name]; ok {
		if c.lambda != nil && !takesBlock[name] {
			return nil, c.unsupported(c.node, "a block of code for `"+name+"`")
		}
		return own(c)
	}
	if others[name] {
		return nil, c.unsupported(c.node, "the function `"+name+"`")
	}
	f, err := c.host.Function(name)
	switch {
	case err != nil:
		if u, ok := err.(*UnsupportedError); ok && u.File == nil {
			return nil, c.unsupported(c.node, u.What)
		}
		return nil, err
	case f == nil:
		return nil, c.failAt(offset, "Unknown function: '%s'.", c.name)
	case c.lambda != nil:
		return nil, c.unsupported(c.node, "a block of code for a function in the Puppet language")
	}
	return f.call(c.evaluator, c.args)
}

// closure is a block passed to a function.
type closure struct {
	scope   *scope
	lambda  *pp.Lambda
	params  *parameters
	returns types.Type
}

func (s *scope) closure(lambda *pp.Lambda) (*closure, error) {
	if known, ok := s.closures[lambda]; ok {
		return &closure{scope: s, lambda: lambda, params: known.params, returns: known.returns}, nil
	}
	params, err := s.parameters("block", lambda.Parameters)
	if err != nil {
		return nil, err
	}
	c := &closure{scope: s, lambda: lambda, params: params}
	if lambda.ReturnType != nil {
		if c.returns, err = s.typeOf(lambda.ReturnType); err != nil {
			return nil, err
		}
	}
	lists.Put(&s.closures, lambda, c)
	return c, nil
}

// call evaluates the block with arguments.
func (c *closure) call(args ...*data.Value) (*data.Value, error) {
	s := &scope{evaluator: c.scope.evaluator, file: c.scope.file, outer: c.scope, groups: c.scope.groups}
	if s.depth++; s.depth > budget.MaxDepth {
		return nil, s.unsupported(c.lambda, "code nested this deeply")
	}
	defer func() { s.depth-- }()
	if err := s.step(c.lambda); err != nil {
		return nil, err
	}
	declared := c.params.declared
	if n := len(declared); n < len(args) && !c.params.declaresRest() {
		args = args[:n] // Puppet ignores the others
	}
	for _, d := range declared[min(len(args), len(declared)):] {
		if d.Default == nil && !d.Rest {
			return nil, s.failAt(d.NameSpan.Start, "Parameter $%s is required but no value was given", d.Name)
		}
	}
	if err := c.params.bind(s, c.lambda, args); err != nil {
		return nil, err
	}
	v, err := s.statements(c.lambda.Body)
	if next, ok := err.(nextSignal); ok {
		v, err = next.value, nil
	}
	if err != nil {
		return nil, err
	}
	return v, s.checkResult(c.lambda, "lambda", c.returns, v)
}

// checkResult returns an error if a function or block returns a value that is not of its type, which is nil if it declares none.
func (s *scope) checkResult(at place, name string, t types.Type, v *data.Value) error {
	if t == nil || v.HasUnknown() {
		return nil
	}
	if err := s.visitAs(at, t, v); err != nil {
		return err
	}
	if mismatch := types.AssertInstance("value returned from "+name, t, v); mismatch != nil {
		return &Error{Kind: Assertion, Text: mismatch.Error()}
	}
	return nil
}

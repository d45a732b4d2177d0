package backend

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/budget"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/scope"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp/interpreter"
	"github.com/hieralint/hieralint/engine/types"
)

// puppetBackend returns the backend of a data function in the Puppet language.
func (b *Backends) puppetBackend(f config.Function, path string) backend {
	served := &functionBackend{kind: f.Kind, name: f.Name}
	function, err := b.options.Loader.Function(f.Name, path)
	if err != nil {
		served.function = failedFunction{name: f.Name, err: err, node: f.Node}
		return served
	}
	returns, err := function.ReturnType(&functionHost{of: b})
	if err != nil {
		served.function = failedFunction{name: f.Name, err: err, node: f.Node}
		return served
	}
	if returns != nil && returns.String() != "Any" {
		served.typed = true
		subject := fmt.Sprintf("Return type of '%s' function named '%s'", f.Kind, f.Name)
		if err := types.AssertAssignable(subject, returnTypes()[f.Kind], returns); err != nil {
			return failingBackend{(&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).WithNode(f.Node)}
		}
	}
	served.function = &puppetFunction{of: b, function: function, kind: f.Kind, node: f.Node}
	return served
}

// returnTypes holds the return types that functions of each kind may declare.
var returnTypes = sync.OnceValue(func() map[config.FunctionKind]types.Type {
	value, hash := types.MustParse("RichData"), types.MustParse("Hash[RichDataKey, RichData]")
	return map[config.FunctionKind]types.Type{
		config.LookupKey: value, config.DataDig: value, config.DataHash: hash, config.V4DataHash: hash,
	}
})

// failedFunction is a function that cannot be loaded.
type failedFunction struct {
	name string
	err  error
	node *data.Node
}

func (f failedFunction) call(inv *invocation.Invocation, _ *Level, _ *Location, _ key.Key) (*data.Value, bool, *outcome.Error) {
	return functionError(inv, f.name, f.err, f.node)
}

// puppetFunction evaluates a function in the Puppet language.
type puppetFunction struct {
	of       *Backends
	function *interpreter.Function
	kind     config.FunctionKind
	node     *data.Node // the function's name in hiera.yaml
}

// call calls the function once for each key, level, and location, as Puppet does.
func (f *puppetFunction) call(inv *invocation.Invocation, l *Level, at *Location, k key.Key) (*data.Value, bool, *outcome.Error) {
	cache := &l.cache
	if at != nil {
		cache = &at.cache
	}
	asked := k.Root
	switch f.kind {
	case config.DataHash, config.V4DataHash:
		asked = ""
	case config.DataDig:
		asked = k.Text
	}
	kept, isKept := cache.values.Load(asked)
	if !isKept {
		kept, isKept = inv.Own.Load(&cache.values, asked)
	}
	if isKept {
		inv.Record.Include(&kept.Record)
		if err := inv.Budget.Work(kept.Work); err != nil {
			return functionError(inv, f.function.Name, &interpreter.UnsupportedError{What: err.Error()}, f.node)
		}
		return kept.Value, true, nil
	}
	kept = invocation.NewKept(inv.Record.Traced)
	sub := *inv
	sub.Record = &kept.Record
	host := &functionHost{of: f.of, inv: &sub}
	context := interpreter.NewContext(&functionContext{of: f.of, inv: &sub, module: l.Layer.Module, cache: &cache.function})
	var args []*data.Value
	switch f.kind {
	case config.DataHash:
		args = []*data.Value{functionOptions(l, at), context}
	case config.LookupKey:
		args = []*data.Value{data.NewString(k.Root), functionOptions(l, at), context}
	case config.DataDig:
		args = []*data.Value{segments(k), functionOptions(l, at), context}
	}
	if err := inv.Budget.LevelCall(); err != nil {
		return nil, false, err
	}
	call := inv.Budget.Call()
	v, err := f.function.Call(inv.Context, host, args...)
	kept.Work = call.End()
	inv.Record.Include(&kept.Record)
	var unsupported *interpreter.UnsupportedError
	switch {
	case errors.As(err, &unsupported) && call.IsWhole(): // the result is the same for all lookups
		v, _, _ = functionError(inv, f.function.Name, err, f.node)
		kept.Record.HasUnknown = true
	case err != nil:
		return functionError(inv, f.function.Name, err, f.node)
	}
	if kept.Value = v; inv.Explain != nil || inv.Override == nil && inv.Defaults == nil {
		kept = cache.values.Store(asked, kept)
	} else {
		inv.Own.Store(&cache.values, asked, kept)
	}
	return kept.Value, true, nil
}

// functionError returns the result of a call that failed with err.
func functionError(inv *invocation.Invocation, name string, err error, node *data.Node) (*data.Value, bool, *outcome.Error) {
	var (
		own         *outcome.Error
		failed      *interpreter.Error
		unsupported *interpreter.UnsupportedError
		unknown     *interpreter.UnknownValueError
	)
	switch {
	case errors.Is(err, interpreter.ErrNotFound):
		return nil, false, nil
	case errors.As(err, &unsupported):
		return inv.Unknown(&outcome.Unknown{Reason: outcome.FunctionCode, Subject: name, Detail: unsupported.Error(), Node: node}), true, nil
	case errors.As(err, &unknown):
		if u, ok := unknown.Value.(*outcome.Unknown); ok {
			return inv.Unknown(u), true, nil
		}
		return inv.Unknown(&outcome.Unknown{Reason: outcome.FunctionCode, Subject: name, Detail: unknown.Error(), Node: node}), true, nil
	case errors.As(err, &own):
		return nil, false, own.WithNode(node)
	case errors.As(err, &failed):
		e := &outcome.Error{Class: outcome.ClassPuppet, Message: failed.Text, Cause: outcome.BadFunction}
		switch failed.Kind {
		case interpreter.Argument:
			e.Class = outcome.ClassArgument
		case interpreter.Assertion:
			e.Class = outcome.ClassTypeAssertion
		case interpreter.Pattern:
			e.Class = "RegexpError"
		}
		return nil, false, e.WithNode(node)
	}
	return nil, false, (&outcome.Error{Class: outcome.ClassPuppet, Message: err.Error()}).WithNode(node)
}

// functionContext is the context that a data function gets.
type functionContext struct {
	of     *Backends
	inv    *invocation.Invocation
	module string
	cache  *interpreter.Cache
}

// Interpolate replaces the tokens in a value.
func (c *functionContext) Interpolate(v *data.Value) (*data.Value, error) {
	replaced, err := interpolation.Value(c.inv, v, true)
	if err != nil {
		return nil, err
	}
	return replaced, nil
}

// Explain adds a line to the explanation.
func (c *functionContext) Explain(text func() (string, error)) error {
	if c.inv.Explain == nil {
		return nil
	}
	line, err := text()
	if err == nil {
		c.inv.Explain.Text(line)
	}
	return err
}

// EnvironmentName returns the name of the environment.
func (c *functionContext) EnvironmentName() string { return c.of.options.Environment.Name }

// ModuleName returns the module of the layer; empty in other layers.
func (c *functionContext) ModuleName() string { return c.module }

// Cache returns the function's cache for its level and location.
func (c *functionContext) Cache() *interpreter.Cache { return c.cache }

// functionHost is the environment of the functions' code. It has an invocation only during a call.
type functionHost struct {
	of  *Backends
	inv *invocation.Invocation
}

// Variable returns a variable of the node, or one that contains a setting.
func (h *functionHost) Variable(name string) (*data.Value, bool) {
	v, ok := h.inv.Scope.Variable(name)
	h.inv.Record.AddRead(outcome.Read{Name: name, Value: v})
	if ok {
		return v, true
	}
	if scope.IsSetting(name) {
		return interpolation.Setting(h.inv, name, nil)
	}
	bare := strings.TrimPrefix(name, "::")
	switch {
	case scope.IsAlwaysDefined(bare):
		return data.NewUndef(), true
	case h.inv.Scope.MayBeUnset():
		return h.inv.Unknown(&outcome.Unknown{Reason: outcome.UnknownVariable, Subject: name}), true
	}
	return nil, false
}

// Function returns a function in the Puppet language.
func (h *functionHost) Function(name string) (*interpreter.Function, error) {
	path := h.of.options.Loader.FunctionFile(name)
	switch {
	case strings.HasSuffix(path, ".pp"):
		return h.of.options.Loader.Function(name, path)
	case path != "" || h.of.options.Loader.HasLegacyFunction(name):
		return nil, &interpreter.UnsupportedError{What: "the function `" + name + "`, written in Ruby,"}
	case h.of.options.Loader.MayHaveFunction(name):
		return nil, &interpreter.UnsupportedError{What: "the function `" + name + "`, which is in no module here,"}
	}
	return nil, nil
}

// Type resolves a type expression.
func (h *functionHost) Type(e *types.Expression) (types.Type, error) {
	t, err := h.of.options.Loader.Bind(e)
	if err != nil {
		return nil, err
	}
	switch shown := t.String(); {
	case strings.HasPrefix(shown, "TypeReference["):
		return nil, nil
	case strings.Contains(shown, "TypeReference["):
		return nil, errors.New("a type that does not exist")
	}
	return t, nil
}

// Lookup is the function lookup. It continues with the names that are being evaluated, so that
// recursion is detected.
func (h *functionHost) Lookup(r *interpreter.Lookup) (*data.Value, bool, error) {
	if err := h.inv.Budget.Reference(h.inv.Depth()); err != nil {
		return nil, false, err
	}
	gap := h.inv.Record.Gap
	defer func() { h.inv.Record.Gap = gap }()
	sub := h.inv.Nested()
	sub.Override, sub.Defaults = nonEmpty(r.Override), nonEmpty(r.DefaultValues)
	answer, err := h.inv.Lookup.Search(sub, r.Keys, invocation.Arguments{Merge: r.Merge, Type: r.Type, Default: r.Default, Classic: r.Classic})
	switch {
	case err != nil:
		return nil, false, err
	case answer.Value == nil:
		return nil, true, invocation.NotFound(r.Keys)
	case h.inv.Record.Gap != nil:
		return h.inv.Record.Gap, false, nil // the code would return something else for a partially known value
	}
	return answer.Value, false, nil
}

// nonEmpty returns hash unless it is empty.
func nonEmpty(hash *data.Value) *data.Value {
	if hash == nil || hash.Len() == 0 {
		return nil
	}
	return hash
}

// Budget returns the budget of the lookup. Reading the types of a function costs nothing.
func (h *functionHost) Budget() *budget.Lookup {
	if h.inv == nil {
		return new(budget.Lookup)
	}
	return h.inv.Budget
}

// Warn records a warning that Puppet logs.
func (h *functionHost) Warn(text string) { h.inv.Record.Warn(text) }

// WarnClassic records the warning about a classic function.
func (h *functionHost) WarnClassic(name string) {
	if h.Strict() == interpreter.Ignore {
		return
	}
	version := "8.11"
	if h.of.options.Shared.Puppet < 8 {
		version = "7.23"
	}
	h.Warn(fmt.Sprintf("The function '%s' is deprecated in favor of using 'lookup'. See https://puppet.com/docs/puppet/%s/deprecated_language.html", name, version) + invocation.NoPlace)
}

// Strict returns how Puppet treats minor mistakes in code.
func (h *functionHost) Strict() interpreter.Strictness {
	switch h.of.options.Shared.Strict {
	case invocation.Strict:
		return interpreter.Fail
	case invocation.Warning:
		return interpreter.Warn
	}
	return interpreter.Ignore
}

// StrictVariables is true since Puppet 8, where the setting strict_variables has another default.
func (h *functionHost) StrictVariables() bool { return h.of.options.Shared.Puppet >= 8 }

package engine

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp/interpreter"
	"github.com/hieralint/hieralint/engine/types"
)

// puppetBackend is the backend for a data function in the Puppet language.
func (e *Engine) puppetBackend(f config.Function, path string) backend {
	b := &functionBackend{kind: f.Kind, name: f.Name}
	function, err := e.loader.Function(f.Name, path)
	if err != nil {
		b.function = failedFunction{name: f.Name, err: err, node: f.Node}
		return b
	}
	returns, err := function.ReturnType(&functionHost{engine: e})
	if err != nil {
		b.function = failedFunction{name: f.Name, err: err, node: f.Node}
		return b
	}
	if returns != nil && !isAny(returns) {
		b.typed = true
		subject := fmt.Sprintf("Return type of '%s' function named '%s'", kindNames[f.Kind], f.Name)
		if err := types.AssertAssignable(subject, returnTypes()[f.Kind], returns); err != nil {
			return failingBackend{(&outcome.Error{Class: outcome.ClassTypeAssertion, Message: err.Error()}).At(f.Node)}
		}
	}
	b.function = &puppetFunction{function: function, kind: f.Kind, node: f.Node}
	return b
}

func isAny(t types.Type) bool { return t.String() == "Any" }

// returnTypes are what the functions of each kind may say that they return.
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

func (f failedFunction) call(inv *invocation, _ *level, _ *location, _ key.Key) (*data.Value, bool, *outcome.Error) {
	return inv.functionError(f.name, f.err, f.node)
}

// puppetFunction evaluates a function in the Puppet language.
type puppetFunction struct {
	function *interpreter.Function
	kind     config.FunctionKind
	node     *data.Node // where hiera.yaml names it
}

// call calls the function once for each key, level and location, as Puppet does.
func (f *puppetFunction) call(inv *invocation, l *level, at *location, k key.Key) (*data.Value, bool, *outcome.Error) {
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
	if kept, ok := cache.values.Load(asked); ok {
		inv.out.include(&kept.out)
		return kept.value, true, nil
	}
	kept := &keptValue{out: traced}
	sub := *inv
	sub.out = &kept.out
	host := &functionHost{engine: inv.node.engine, invocation: &sub}
	context := interpreter.NewContext(&functionContext{invocation: &sub, module: l.layer.module, cache: &cache.function})
	var args []*data.Value
	switch f.kind {
	case config.DataHash:
		args = []*data.Value{l.functionOptions(at), context}
	case config.LookupKey:
		args = []*data.Value{data.NewString(k.Root), l.functionOptions(at), context}
	case config.DataDig:
		args = []*data.Value{segments(k), l.functionOptions(at), context}
	}
	v, err := f.function.Call(inv.ctx, host, args...)
	inv.out.include(&kept.out)
	if err != nil {
		return inv.functionError(f.function.Name, err, f.node)
	}
	// What overrides and the like make of it is for this lookup only.
	if kept.value = v; inv.explain != nil || inv.override == nil && inv.defaults == nil {
		kept = cache.values.Store(asked, kept)
	}
	return kept.value, true, nil
}

// functionError is what a call comes to that ended with err.
func (inv *invocation) functionError(name string, err error, node *data.Node) (*data.Value, bool, *outcome.Error) {
	var (
		own         *outcome.Error
		failed      *interpreter.Error
		unsupported *interpreter.UnsupportedError
		unknown     *interpreter.NotKnownError
	)
	switch {
	case errors.Is(err, interpreter.ErrNotFound):
		return nil, false, nil
	case errors.As(err, &unsupported):
		return inv.unknown(outcome.FunctionCode, name+"`: "+unsupported.Error(), node), true, nil
	case errors.As(err, &unknown):
		if u, ok := unknown.Value.(*outcome.Unknown); ok {
			return inv.unknownValue(u), true, nil
		}
		return inv.unknown(outcome.FunctionCode, name+"`: "+unknown.Error(), node), true, nil
	case errors.As(err, &own):
		return nil, false, own.At(node)
	case errors.As(err, &failed):
		e := &outcome.Error{Class: outcome.ClassPuppet, Message: failed.Text, Cause: outcome.BadFunction}
		switch failed.Kind {
		case interpreter.Argument:
			e.Class = outcome.ClassArgument
		case interpreter.Assertion:
			e.Class = outcome.ClassTypeAssertion
		}
		return nil, false, e.At(node)
	default:
		return nil, false, (&outcome.Error{Class: outcome.ClassPuppet, Message: err.Error()}).At(node)
	}
}

// functionContext is what a data function can ask of the lookup that calls it.
type functionContext struct {
	*invocation
	module string
	cache  *interpreter.Cache
}

// Interpolate replaces the tokens in a value.
func (c *functionContext) Interpolate(v *data.Value) (*data.Value, error) {
	replaced, err := c.interpolate(v, true)
	if err != nil {
		return nil, err
	}
	return replaced, nil
}

// Explain adds a line to the explanation.
func (c *functionContext) Explain(text func() (string, error)) error {
	if c.explain == nil {
		return nil
	}
	line, err := text()
	if err == nil {
		c.explain.Text(line)
	}
	return err
}

// EnvironmentName is the name of the environment.
func (c *functionContext) EnvironmentName() string { return c.node.engine.env.Name }

// ModuleName is the module of the layer; empty in others.
func (c *functionContext) ModuleName() string { return c.module }

// Cache is what the function keeps for its level and location.
func (c *functionContext) Cache() *interpreter.Cache { return c.cache }

// functionHost is the world as the code of functions sees it. Only a call has an invocation.
type functionHost struct {
	engine *Engine
	*invocation
}

// Variable is a variable of the node, or one that holds a setting.
func (h *functionHost) Variable(name string) (*data.Value, bool) {
	v, ok := h.node.variable(name)
	h.out.trace.read(outcome.Read{Name: name, Value: v})
	if ok {
		return v, true
	}
	if isSetting(name) {
		return h.setting(name, nil)
	}
	bare := strings.TrimPrefix(name, "::")
	switch {
	case alwaysDefined(bare):
		return data.NewUndef(), true
	case h.node.scope.partial || h.node.scope.manifests:
		return h.unknown(outcome.UnknownVariable, name, nil), true
	default:
		return nil, false
	}
}

// Function is a function in the Puppet language.
func (h *functionHost) Function(name string) (*interpreter.Function, error) {
	path := h.engine.loader.FunctionFile(name)
	switch {
	case strings.HasSuffix(path, ".pp"):
		return h.engine.loader.Function(name, path)
	case path != "" || h.engine.loader.HasLegacyFunction(name):
		return nil, &interpreter.UnsupportedError{What: "the function `" + name + "`, written in Ruby,"}
	case h.engine.loader.MayHaveFunction(name):
		return nil, &interpreter.UnsupportedError{What: "the function `" + name + "`, which is in no module here,"}
	default:
		return nil, nil
	}
}

// Type binds a type expression.
func (h *functionHost) Type(e *types.Expression) (types.Type, error) {
	t, err := h.engine.loader.Bind(e)
	if err != nil {
		return nil, err
	}
	switch shown := t.String(); {
	case strings.HasPrefix(shown, "TypeReference["):
		return nil, nil
	case strings.Contains(shown, "TypeReference["):
		return nil, errors.New("a type that does not exist")
	default:
		return t, nil
	}
}

// Lookup is the function lookup. It goes on with the names that are being looked up, so that recursion
// is found.
func (h *functionHost) Lookup(r *interpreter.Lookup) (*data.Value, bool, error) {
	if err := h.budget.reference(); err != nil {
		return nil, false, err
	}
	sub := h.nested()
	o := &LookupOptions{
		Merge: r.Merge, Default: r.Default, Type: r.Type, Override: r.Override, DefaultValues: r.DefaultValues,
		Classic: r.Classic,
	}
	sub.override, sub.defaults = nonEmpty(r.Override), nonEmpty(r.DefaultValues)
	sub.hiera3.call = sub.hiera3.call || r.Classic
	gap := h.out.gap
	defer func() { h.out.gap = gap }()
	if r.Classic {
		version5, err := h.node.hasEnvironmentVersion5()
		if err != nil {
			return nil, false, err
		}
		sub.globalOnly = sub.globalOnly || !version5
	}
	result, err := sub.lookupAny(r.Keys, o)
	switch {
	case err != nil:
		return nil, err.NotFound, err
	case h.out.gap != nil:
		return h.out.gap, false, nil // the code would make something else of what is known in part
	default:
		return result.Value, false, nil
	}
}

// nonEmpty is a hash with something in it, or nil.
func nonEmpty(hash *data.Value) *data.Value {
	if hash == nil || hash.Len() == 0 {
		return nil
	}
	return hash
}

// Warn notes what Puppet would log.
func (h *functionHost) Warn(text string) { h.out.warn(text) }

// Strict is what Puppet does about small mistakes in code. From version 8 on it refuses variables that
// there are not, whatever the setting strict says.
func (h *functionHost) Strict() interpreter.Strictness {
	switch o := &h.engine.options; {
	case o.Strict == Strict || o.Puppet >= 8:
		return interpreter.Fail
	case o.Strict == Warning:
		return interpreter.Warn
	default:
		return interpreter.Ignore
	}
}

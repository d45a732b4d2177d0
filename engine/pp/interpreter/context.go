package interpreter

import (
	"fmt"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

// Context is the context of the lookup that a data function is called by.
type Context interface {
	// Interpolate replaces the interpolation tokens in a value.
	Interpolate(v *data.Value) (*data.Value, error)
	// Explain records a line of the explanation. It calls text only if there is an explanation.
	Explain(text func() (string, error)) error
	EnvironmentName() string
	// ModuleName is empty outside modules.
	ModuleName() string
	// Cache returns what the function cached for the same level and location.
	Cache() *Cache
}

// Cache is the cache of a data function. It is safe for concurrent use.
type Cache struct {
	mu      sync.Mutex
	entries data.HashBuilder
}

func (c *Cache) put(k, v *data.Value) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.entries.Set(k, v)
}

func (c *Cache) get(k *data.Value) (*data.Value, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.entries.Get(k)
}

// lookupContext is a Context as a value.
type lookupContext struct{ Context }

// NewContext returns the value that is passed to a data function as its context.
func NewContext(c Context) *data.Value { return data.NewRich(&lookupContext{c}) }

// String returns the context as Puppet prints it.
func (*lookupContext) String() string { return "Puppet::LookupContext({})" }

func isContext(v *data.Value) bool {
	_, ok := v.Payload().(*lookupContext)
	return ok
}

// contextMethods are the signatures of the methods of a context.
var contextMethods = sync.OnceValue(func() map[string]*types.Signature {
	key := types.Parameter{Type: types.MustParse("Optional[Scalar]")}
	anything := types.Parameter{}
	takes := map[string][]types.Parameter{
		"not_found": {}, "explain": {}, "interpolate": {anything}, "environment_name": {}, "module_name": {},
		"cache": {key, anything}, "cache_all": {{Type: types.MustParse("Hash[Optional[Scalar], Any]")}},
		"cache_has_key": {key}, "cached_value": {key}, "cached_entries": {}, "cached_file_data": {{Type: types.MustParse("String")}},
	}
	signatures := map[string]*types.Signature{}
	for name, parameters := range takes {
		signatures[name] = types.NewSignature(parameters...)
	}
	return signatures
})

// call calls a method of the context. ok is false if there is no method with that name.
func (l *lookupContext) call(c *call) (_ *data.Value, ok bool, _ error) {
	signature := contextMethods()[c.name]
	if signature == nil {
		return nil, false, nil
	}
	if mismatch := signature.Check(c.args); mismatch != nil {
		if err := checkKnown(c.args...); err != nil {
			return nil, true, err
		}
		return nil, true, &Error{Kind: Argument, Text: "'function Puppet::LookupContext[" + c.name + "]'" + mismatch.Text}
	}
	if err := c.visit(c.node, c.args...); err != nil {
		return nil, true, err
	}
	v, err := l.method(c)
	return v, true, err
}

func (l *lookupContext) method(c *call) (*data.Value, error) {
	undef := data.NewUndef()
	switch c.name {
	case "not_found":
		return nil, ErrNotFound
	case "explain":
		if c.lambda == nil {
			return nil, c.unsupported(c.node, "`explain` without a block of code")
		}
		return undef, l.Explain(func() (string, error) {
			v, err := c.lambda.call()
			if err != nil {
				return "", err
			}
			return rubytext.ToS(v), c.visit(c.node, v)
		})
	case "interpolate":
		return l.Interpolate(c.args[0])
	case "environment_name":
		return data.NewSymbol(l.EnvironmentName()), nil
	case "module_name":
		if name := l.ModuleName(); name != "" {
			return data.NewString(name), nil
		}
		return undef, nil
	case "cache":
		l.Cache().put(c.args[0], c.args[1])
		return c.args[1], nil
	case "cache_all":
		for _, e := range c.args[0].Entries() {
			l.Cache().put(e.Key, e.Value)
		}
		return undef, nil
	case "cache_has_key":
		_, ok := l.Cache().get(c.args[0])
		return data.NewBoolean(ok), nil
	case "cached_value":
		if v, ok := l.Cache().get(c.args[0]); ok {
			return v, nil
		}
		return undef, nil
	}
	return nil, c.unsupported(c.node, fmt.Sprintf("`%s` of a context", c.name))
}

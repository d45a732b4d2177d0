package backend

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Call is a recorded call of a custom data function with its arguments and result.
type Call struct {
	// Kind is data_hash, lookup_key, data_dig, or v4_data_hash.
	Kind config.FunctionKind
	Name string
	// Options are the options passed to the function, including `path` or `uri`.
	Options *data.Value
	// Key is the root key passed to a lookup_key function, and Segments the full key passed to a
	// data_dig function.
	Key      string
	Segments *data.Value

	// Result is the returned value; nil if the function did not find the key or failed with Err.
	Result *data.Value
	Err    *outcome.Error
}

type functionKey struct {
	kind config.FunctionKind
	name string
}

func recordedCalls(calls []Call) map[functionKey][]Call {
	m := map[functionKey][]Call{}
	for _, c := range calls {
		k := functionKey{c.Kind, c.Name}
		m[k] = append(m[k], c)
	}
	return m
}

// recordedFunction returns recorded results. Keys that were not recorded are not found.
type recordedFunction struct {
	calls []Call
	kind  config.FunctionKind
}

func (f *recordedFunction) call(_ *invocation.Invocation, l *Level, at *Location, k key.Key) (*data.Value, bool, *outcome.Error) {
	call := f.find(functionOptions(l, at), k)
	switch {
	case call == nil:
		return nil, false, nil
	case call.Err != nil:
		return nil, false, call.Err
	}
	return call.Result, call.Result != nil, nil
}

func (f *recordedFunction) find(options *data.Value, k key.Key) *Call {
	for i := range f.calls {
		c := &f.calls[i]
		switch {
		case f.kind == config.V4DataHash:
			return c
		case !data.Eql(c.Options, options):
		case f.kind == config.DataHash,
			f.kind == config.LookupKey && c.Key == k.Root,
			f.kind == config.DataDig && data.Eql(c.Segments, segments(k)):
			return c
		}
	}
	return nil
}

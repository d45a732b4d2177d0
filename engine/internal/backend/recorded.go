package backend

import (
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
)

// Call is one recorded call of a custom data function: what the function was given and what it returned.
type Call struct {
	// Kind is data_hash, lookup_key, data_dig or v4_data_hash.
	Kind config.FunctionKind
	Name string
	// Options are those that the function was given, `path` or `uri` included.
	Options *data.Value
	// Key is the root key that lookup_key was asked for, Segments the full key of data_dig.
	Key      string
	Segments *data.Value

	// Result is what it returned; nil when it did not find the key, or failed with Err.
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

// recordedFunction returns what was recorded. Whatever was not recorded is not found.
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
	default:
		return call.Result, call.Result != nil, nil
	}
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

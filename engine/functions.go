package engine

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
)

// FunctionCall is one recorded call of a custom data function, such as the conformance corpus
// has: what the function was given and what it answered.
type FunctionCall struct {
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
	Err    *Error
}

type functionKey struct {
	kind config.FunctionKind
	name string
}

func recordedFunctions(calls []FunctionCall) map[functionKey][]FunctionCall {
	m := map[functionKey][]FunctionCall{}
	for _, c := range calls {
		k := functionKey{c.Kind, c.Name}
		m[k] = append(m[k], c)
	}
	return m
}

// recordedBackend answers from recorded calls. What was not recorded was not found.
type recordedBackend struct {
	calls []FunctionCall
	kind  config.FunctionKind
	name  string
}

func (b *recordedBackend) lookup(inv *invocation, l *level, at *location, k key.Key) (*data.Value, bool, *Error) {
	call := b.find(l.functionOptions(at), k)
	if call != nil && call.Err != nil {
		return nil, false, call.Err
	}
	if call == nil || call.Result == nil {
		inv.explain.notFound(b.reported(k))
		return nil, false, nil
	}
	when := ""
	if at != nil {
		when = fmt.Sprintf(", when using location '%s',", at.text)
	}
	switch b.kind {
	case config.DataHash, config.V4DataHash:
		return b.fromHash(inv, call.Result, k, when)
	case config.DataDig:
		if problem := richDataProblem(call.Result); problem != "" {
			return nil, false, typeError(fmt.Sprintf("Value for key '%s', returned from %s%s", k.Text, b.fullName(), when), problem)
		}
		inv.explain.found(k.Text, call.Result)
		return undig(k, call.Result), true, nil
	default:
		if problem := richDataProblem(call.Result); problem != "" {
			return nil, false, typeError(fmt.Sprintf("Value for key '%s', returned from %s%s", k.Root, b.fullName(), when), problem)
		}
		inv.explain.found(k.Root, call.Result)
		return call.Result, true, nil
	}
}

// fromHash takes the key out of what a data_hash function returned.
func (b *recordedBackend) fromHash(inv *invocation, hash *data.Value, k key.Key, when string) (*data.Value, bool, *Error) {
	if hash.Kind() != data.Hash {
		return nil, false, notAHash("Value returned from "+b.fullName()+when, hash)
	}
	v, ok := hash.Get(k.Root)
	if !ok {
		inv.explain.notFound(k.Root)
		return nil, false, nil
	}
	if problem := richDataProblem(v); problem != "" {
		return nil, false, typeError(fmt.Sprintf("Value for key '%s', in hash returned from %s%s", k.Root, b.fullName(), when), problem)
	}
	v, err := inv.interpolate(v, true)
	if err != nil {
		return nil, false, err
	}
	inv.explain.found(k.Root, v)
	return v, true, nil
}

// reported is the key that an explanation says was not found.
func (b *recordedBackend) reported(k key.Key) string {
	if b.kind == config.DataDig {
		return k.Text
	}
	return k.Root
}

var kindNames = map[config.FunctionKind]string{
	config.DataHash: "data_hash", config.LookupKey: "lookup_key", config.DataDig: "data_dig",
	config.Hiera3Backend: "hiera3_backend", config.V4DataHash: "v4_data_hash",
}

func (b *recordedBackend) fullName() string {
	if b.kind == config.V4DataHash {
		return "deprecated API function '" + b.name + "'"
	}
	return kindNames[b.kind] + " function '" + b.name + "'"
}

func (b *recordedBackend) find(options *data.Value, k key.Key) *FunctionCall {
	for i := range b.calls {
		c := &b.calls[i]
		switch {
		case b.kind == config.V4DataHash:
			return c
		case !data.Eql(c.Options, options):
		case b.kind == config.DataHash,
			b.kind == config.LookupKey && c.Key == k.Root,
			b.kind == config.DataDig && data.Eql(c.Segments, segments(k)):
			return c
		}
	}
	return nil
}

// functionOptions are what a function of the level is given for a location.
func (l *level) functionOptions(at *location) *data.Value {
	var entries []data.Entry
	if l.options != nil {
		entries = append(entries, l.options.Entries()...)
	}
	if at != nil {
		name := "path"
		if at.uri {
			name = "uri"
		}
		entries = append(entries, textEntry(name, at.text))
	}
	return data.NewHash(entries)
}

// segments are the parts of a key as data_dig is given them.
func segments(k key.Key) *data.Value {
	items := []*data.Value{data.NewString(k.Root)}
	for _, s := range k.Sub {
		items = append(items, s.Value)
	}
	return data.NewArray(items)
}

// undig wraps what data_dig found, so that following the sub key leads to it again.
func undig(k key.Key, v *data.Value) *data.Value {
	for i := len(k.Sub) - 1; i >= 0; i-- {
		s := k.Sub[i]
		index, small := s.Value.Int()
		if !s.IsIndex() || !small || index < 0 || index > maxIndex {
			v = data.NewHash([]data.Entry{{Key: s.Value, Value: v}})
			continue
		}
		items := make([]*data.Value, index+1)
		for j := range items {
			items[j] = data.NewUndef()
		}
		items[index] = v
		v = data.NewArray(items)
	}
	return v
}

// maxIndex bounds the list that undig makes for an index.
const maxIndex = 1 << 16

// customBackend is the backend for a function that is not Hiera's own.
func (e *Engine) customBackend(l *level) backend {
	f := l.config.Function
	module, _, qualified := strings.Cut(f.Name, "::")
	switch {
	case e.hasFunction(f.Name):
		return &unknownBackend{reason: CustomFunction, name: f.Name}
	case e.options.Incomplete:
		return &unknownBackend{reason: MissingModule, name: f.Name}
	case qualified && module != "environment" && e.moduleDir(module) == "":
		return failingBackend{crash(classNoMethod, "undefined method `load_typed' for nil:NilClass").at(f.Node)}
	}
	err := issueError(fmt.Sprintf("Unable to find '%s' function named '%s'", kindNames[f.Kind], f.Name))
	if l.layer.configPath != "" {
		err.Message += fmt.Sprintf(" (file: %s)", l.layer.configPath)
	}
	return failingBackend{err.at(f.Node)}
}

// hasFunction tells whether a file defines the function where Puppet looks for it: in its module,
// or in the environment for a name without a module. Ruby functions of other modules are found by
// an unqualified name, too.
func (e *Engine) hasFunction(name string) bool {
	module, rest, qualified := strings.Cut(name, "::")
	path := strings.ReplaceAll(name, "::", "/")
	ruby := filepath.Join("lib", "puppet", "functions", path+".rb")
	switch {
	case !qualified:
		if e.hasFile(e.env.Dir, ruby) || e.hasFile(e.env.Dir, filepath.Join("functions", name+".pp")) {
			return true
		}
		for _, dir := range e.moduleDirs() {
			if e.hasFile(dir, ruby) {
				return true
			}
		}
		return false
	case module == "environment":
		return e.hasFile(e.env.Dir, ruby) || e.hasFile(e.env.Dir, filepath.Join("functions", path+".pp"))
	default:
		dir := e.moduleDir(module)
		return e.hasFile(dir, ruby) || e.hasFile(dir, filepath.Join("functions", strings.ReplaceAll(rest, "::", "/")+".pp"))
	}
}

func (e *Engine) hasFile(dir, name string) bool {
	return dir != "" && e.stat(filepath.Join(dir, name)) == fileRegular
}

// hasClass tells whether a manifest of the environment's modules defines the class.
func (e *Engine) hasClass(name string) bool {
	module, rest, _ := strings.Cut(name, "::")
	if rest == "" {
		rest = "init"
	}
	return e.hasFile(e.moduleDir(module), filepath.Join("manifests", strings.ReplaceAll(rest, "::", "/")+".pp"))
}

package engine

import (
	"fmt"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp/interpreter"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/types"
)

// backend gets the data of a level: the function that hiera.yaml names. at is nil for a level
// without locations.
type backend interface {
	lookup(inv *invocation, l *level, at *location, k key.Key) (*data.Value, bool, *outcome.Error)
}

// locationCache is what a backend keeps for a location of one node.
type locationCache struct {
	once sync.Once
	file *dataFile
	// values are the results of a lookup_key function by root key: Puppet calls it once for each.
	values cache.Cache[string, *keptValue]
	// function is what a function in the Puppet language keeps.
	function interpreter.Cache
}

// The names of the functions that come with Puppet, and the kinds they are.
var builtinFunctions = map[string]config.FunctionKind{
	"yaml_data":        config.DataHash,
	"json_data":        config.DataHash,
	"hocon_data":       config.DataHash,
	"eyaml_lookup_key": config.LookupKey,
}

func (e *Engine) backendFor(l *level) backend {
	f := l.config.Function
	if calls := e.recorded[functionKey{f.Kind, f.Name}]; calls != nil {
		return &functionBackend{function: &recordedFunction{calls: calls, kind: f.Kind}, kind: f.Kind, name: f.Name}
	}
	kind, builtin := builtinFunctions[f.Name]
	switch {
	case f.Kind == config.Hiera3Backend && e.options.Incomplete:
		return &unknownBackend{reason: outcome.CustomBackend, name: f.Name}
	case f.Kind == config.Hiera3Backend:
		return hiera3Backend{f.Name}
	case builtin && kind == f.Kind && kind == config.DataHash:
		return dataHashFunctions[f.Name]
	case builtin && kind == f.Kind:
		return &eyamlBackend{keys: e.eyamlKeysFor(l.options)}
	case builtin:
		return failingBackend{wrongKind(f)}
	default:
		return e.customBackend(l)
	}
}

// parameters is how many parameters the functions of a kind have.
var parameters = map[config.FunctionKind]int{config.DataHash: 2, config.LookupKey: 3, config.DataDig: 3, config.V4DataHash: 0}

func wrongKind(f config.Function) *outcome.Error {
	own := parameters[builtinFunctions[f.Name]]
	e := &outcome.Error{Class: outcome.ClassArgument, Node: f.Node}
	switch given := parameters[f.Kind]; given {
	case 0:
		e.Message = fmt.Sprintf("'%s' expects %d arguments, got none", f.Name, own)
	case own:
		e.Message = fmt.Sprintf("'%s' parameter 'key' expects a String value, got Tuple", f.Name)
	default:
		e.Message = fmt.Sprintf("'%s' expects %d arguments, got %d", f.Name, own, given)
	}
	return e
}

// hiera3Backend is a backend for Hiera 3 that is not installed: Puppet finds nothing in its levels.
type hiera3Backend struct{ name string }

func (b hiera3Backend) lookup(inv *invocation, _ *level, _ *location, _ key.Key) (*data.Value, bool, *outcome.Error) {
	if inv.explain != nil {
		file := strings.ToLower(b.name) + "_backend"
		text := fmt.Sprintf("Unable to load backend '%s': cannot load such file -- hiera/backend/%s", b.name, file)
		if meant := rubytext.DidYouMean(file, installedBackends); meant != "" {
			text += "\nDid you mean?  hiera/backend/" + meant
		}
		inv.explain.Text(text)
	}
	return nil, false, nil
}

// installedBackends are the backends that come with Hiera 3, of which Ruby suggests one.
var installedBackends = []string{"json_backend", "yaml_backend"}

// failingBackend is a function whose every call fails.
type failingBackend struct{ err *outcome.Error }

func (b failingBackend) lookup(*invocation, *level, *location, key.Key) (*data.Value, bool, *outcome.Error) {
	return nil, false, b.err
}

// unknownBackend is a function that cannot be run here.
type unknownBackend struct {
	reason outcome.Reason
	name   string
}

func (b *unknownBackend) lookup(inv *invocation, l *level, _ *location, k key.Key) (*data.Value, bool, *outcome.Error) {
	return inv.cannotAskFor(k, &outcome.Unknown{Reason: b.reason, Subject: b.name, Node: l.config.Function.Node})
}

// dataHashBackend is a function that reads a whole file: yaml_data, json_data and hocon_data.
// Its values are interpolated at each lookup.
type dataHashBackend struct {
	name   string
	format fileFormat
}

var dataHashFunctions = map[string]backend{
	"yaml_data":  &dataHashBackend{"yaml_data", yamlFile},
	"json_data":  &dataHashBackend{"json_data", jsonFile},
	"hocon_data": &dataHashBackend{"hocon_data", hoconFile},
}

func (b *dataHashBackend) lookup(inv *invocation, l *level, at *location, k key.Key) (*data.Value, bool, *outcome.Error) {
	// These functions accept no option but path. Puppet's text names the wrong cause.
	if at == nil || at.uri || l.options != nil && l.options.Len() > 0 {
		return nil, false, (&outcome.Error{
			Class: outcome.ClassArgument,
			Message: fmt.Sprintf("'%s' one of 'path', 'paths' 'glob', 'globs' or 'mapped_paths' must be declared in hiera.yaml when using this data_hash function",
				b.name),
		}).At(l.config.Node)
	}
	from := fileKey{at.text, b.format, l.layer.module, l.functionKind()}
	at.cache.once.Do(func() { at.cache.file = inv.node.engine.dataFile(from) })
	file := at.cache.file
	file.tell(inv.out)
	if file.err != nil {
		return nil, false, file.err
	}
	if file.unknown != nil {
		return inv.cannotAskFor(k, file.unknown)
	}
	entry := file.entry(k.Root)
	if entry == nil {
		inv.explain.NotFound(k.Root)
		return nil, false, nil
	}
	if problem := entry.problem(); problem != "" {
		return nil, false, typeError(
			fmt.Sprintf("Value for key '%s', in hash returned from %s", k.Root, from.function()), problem).At(entry.value.Node())
	}
	inv.from(k.Root, entry.value.Node())
	v := entry.value
	if entry.unknown {
		if u, whole := outcome.AsUnknown(v); whole {
			return inv.cannotAskFor(k, u)
		}
		inv.out.hasUnknown = true
	}
	if entry.tokens || inv.explain != nil {
		var err *outcome.Error
		if v, err = inv.interpolate(v, true); err != nil {
			return nil, false, err
		}
	}
	inv.explain.Found(k.Root, v)
	return v, true, nil
}

// functionKind is what Puppet calls a function that reads files of the level.
func (l *level) functionKind() string {
	if l.hiera3 {
		return "v3_data_hash"
	}
	return dataHashKind
}

// typeError is a value that no Hiera function may return.
func typeError(subject, got string) *outcome.Error {
	return &outcome.Error{Class: outcome.ClassTypeAssertion, Cause: outcome.BadValue, Message: fmt.Sprintf("%s has wrong type, expects Puppet::LookupValue, got %s", subject, got)}
}

// richDataProblem is the type of v as Puppet prints it when v is nothing that a lookup may find;
// "" when it is.
func richDataProblem(v *data.Value) string {
	if isRichData(v) {
		return ""
	}
	return types.Infer(v).String()
}

func isRichData(v *data.Value) bool {
	switch v.Kind() {
	case data.Symbol:
		return v.Text() == "default" || v.Text() == "undef"
	case data.Array:
		for _, item := range v.Items() {
			if !isRichData(item) {
				return false
			}
		}
	case data.Hash:
		for _, e := range v.Entries() {
			switch e.Key.Kind() {
			case data.String, data.Integer, data.Float:
			default:
				return false
			}
			if !isRichData(e.Value) {
				return false
			}
		}
	}
	return true
}

// hasTokens tells whether there is anything to interpolate in v.
func hasTokens(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		return strings.Contains(v.Text(), "%{")
	case data.Array:
		for _, item := range v.Items() {
			if hasTokens(item) {
				return true
			}
		}
	case data.Hash:
		for _, e := range v.Entries() {
			if hasTokens(e.Key) || hasTokens(e.Value) {
				return true
			}
		}
	}
	return false
}

package backend

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// function is a data function that does not come with Hiera.
type function interface {
	// call returns the function's value for a key; a data_hash function returns all its data. found
	// is false if there is none.
	call(inv *invocation.Invocation, l *Level, at *Location, k key.Key) (v *data.Value, found bool, err *outcome.Error)
}

// functionBackend gets its data from a function.
type functionBackend struct {
	function function
	kind     config.FunctionKind
	name     string
	// typed reports that the function declares its return type, so that its values need not be
	// checked.
	typed bool
}

func (b *functionBackend) traits() traits {
	return traits{isComputed: true, keepsValues: true, format: data.YAML}
}

func (b *functionBackend) lookup(inv *invocation.Invocation, l *Level, at *Location, k *Key) (*data.Value, bool, *outcome.Error) {
	v, found, err := b.function.call(inv, l, at, k.Key)
	switch {
	case err != nil:
		return nil, false, err
	case !found:
		if b.kind == config.LookupKey || b.kind == config.DataDig {
			inv.Explain.NotFound(b.reported(k.Key))
		}
		return nil, false, nil
	case v.IsUnknown():
		u, _ := outcome.AsUnknown(v)
		return inv.CannotAsk(k.Key, u)
	}
	when := ""
	if at != nil {
		when = fmt.Sprintf(", when using location '%s',", at.Text)
	}
	switch b.kind {
	case config.DataHash, config.V4DataHash:
		return b.fromHash(inv, l, v, k.Key, when)
	case config.DataDig:
		if problem := b.problem(v); problem != "" {
			return nil, false, typeError(fmt.Sprintf("Value for key '%s', returned from %s%s", k.Text, b.fullName(), when), problem)
		}
		inv.AddOrigin(k.Text, l.Config.Function.Node)
		v = inv.Objects.Share(v)
		inv.Explain.Found(k.Text, v)
		return undig(k.Key, v), true, nil
	default:
		if problem := b.problem(v); problem != "" {
			return nil, false, typeError(fmt.Sprintf("Value for key '%s', returned from %s%s", k.Root, b.fullName(), when), problem)
		}
		inv.AddOrigin(k.Root, l.Config.Function.Node)
		v = inv.Objects.Share(v)
		inv.Explain.Found(k.Root, v)
		return v, true, nil
	}
}

func (b *functionBackend) problem(v *data.Value) string {
	if b.typed || v.HasUnknown() {
		return ""
	}
	return richDataProblem(v)
}

// fromHash returns the value of the key in the result of a data_hash function.
func (b *functionBackend) fromHash(inv *invocation.Invocation, l *Level, hash *data.Value, k key.Key, when string) (*data.Value, bool, *outcome.Error) {
	if hash.Kind() != data.Hash {
		return nil, false, notAHash("Value returned from "+b.fullName()+when, hash)
	}
	if l.Layer.Module != "" {
		warnings, err := foreignKeys(inv.Shared.Puppet, l.Layer.Module, "Value returned from "+b.fullName()+when, hash)
		if err != nil {
			return nil, false, err
		}
		inv.Record.WarnAll(warnings)
	}
	v, ok := hash.Get(k.Root)
	if !ok {
		inv.Explain.NotFound(k.Root)
		return nil, false, nil
	}
	if problem := b.problem(v); problem != "" {
		return nil, false, typeError(fmt.Sprintf("Value for key '%s', in hash returned from %s%s", k.Root, b.fullName(), when), problem)
	}
	v, err := interpolation.Value(inv, v, true)
	if err != nil {
		return nil, false, err
	}
	inv.AddOrigin(k.Root, l.Config.Function.Node)
	inv.Explain.Found(k.Root, v)
	return v, true, nil
}

// reported returns the key that an explanation reports as not found.
func (b *functionBackend) reported(k key.Key) string {
	if b.kind == config.DataDig {
		return k.Text
	}
	return k.Root
}

func (b *functionBackend) fullName() string {
	if b.kind == config.V4DataHash {
		return "deprecated API function '" + b.name + "'"
	}
	return b.kind.String() + " function '" + b.name + "'"
}

// functionOptions returns the options passed to a function for a location of the level.
func functionOptions(l *Level, at *Location) *data.Value {
	var entries []data.Entry
	if l.Options != nil {
		entries = append(entries, l.Options.Entries()...)
	}
	if at != nil {
		name := "path"
		if at.URI {
			name = "uri"
		}
		entries = append(entries, data.NewEntry(name, data.NewString(at.Text)))
	}
	return data.NewHash(entries)
}

// segments returns the parts of a key as passed to data_dig functions.
func segments(k key.Key) *data.Value {
	items := []*data.Value{data.NewString(k.Root)}
	for _, s := range k.Sub {
		items = append(items, s.Value)
	}
	return data.NewArray(items)
}

// undig wraps a result of data_dig, so that following the subkey finds it again.
func undig(k key.Key, v *data.Value) *data.Value {
	for _, s := range slices.Backward(k.Sub) {
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

// maxIndex is the maximum length of the array that undig creates for an index.
const maxIndex = 1 << 16

// custom returns the backend of a function that does not come with Hiera.
func (b *Backends) custom(l *hierarchy.Level) backend {
	f := l.Config.Function
	module, _, qualified := strings.Cut(f.Name, "::")
	switch path := b.options.Loader.FunctionFile(f.Name); {
	case strings.HasSuffix(path, ".pp"):
		return b.puppetBackend(f, path)
	case path != "":
		return &unknownBackend{reason: outcome.CustomFunction, name: f.Name}
	case b.options.Loader.MayHaveFunction(f.Name):
		return &unknownBackend{reason: outcome.MissingModule, name: f.Name}
	case qualified && module != "environment" && b.options.Loader.ModuleDir(module) == "":
		return failingBackend{outcome.Crashf(outcome.ClassNoMethod, "undefined method `load_typed' for nil:NilClass").WithNode(f.Node)}
	}
	err := outcome.IssueError(fmt.Sprintf("Unable to find '%s' function named '%s'", f.Kind, f.Name))
	if l.Layer.ConfigPath != "" {
		err.Message += fmt.Sprintf(" (file: %s)", l.Layer.ConfigPath)
	}
	return failingBackend{err.WithCause(outcome.BadConfig).WithNode(f.Node)}
}

// typeError returns the error for a value that Hiera functions must not return.
func typeError(subject, got string) *outcome.Error {
	return &outcome.Error{Class: outcome.ClassTypeAssertion, Cause: outcome.BadValue, Message: fmt.Sprintf("%s has wrong type, expects Puppet::LookupValue, got %s", subject, got)}
}

// richDataProblem returns the type of v as Puppet prints it if lookups must not return v; otherwise
// "".
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
		return lists.All(v.Items(), isRichData)
	case data.Hash:
		return lists.All(v.Entries(), func(e data.Entry) bool { return isRichDataKey(e.Key) && isRichData(e.Value) })
	}
	return true
}

func isRichDataKey(v *data.Value) bool {
	return v.Kind() == data.String || v.Kind() == data.Integer || v.Kind() == data.Float
}

package backend

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/hocon"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/interpolation"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/engine/types"
)

// documentKey identifies the result of reading a file: keys of module data must be in the module's
// namespace, and messages name the kind of function.
type documentKey struct {
	path   string
	format data.Format
	module string
	kind   string
}

// document is a data file as a data_hash function returns it.
type document struct {
	key      documentKey
	once     sync.Once
	err      *outcome.Error
	unknown  *outcome.Unknown // the reason why everything in the file is unknown
	warnings []string
	entries  rootTable
}

// rootEntry is the value of a root key.
type rootEntry struct {
	value   *data.Value
	tokens  bool
	unknown bool // the value has unknown parts
	// template is the parsed value, if it is a string with tokens.
	template atomic.Pointer[interpolate.Template]
	once     sync.Once
	wrong    string
}

// problem returns the type of the value if a lookup must not return it. Only the requested key
// matters, not the other values of the file.
func (e *rootEntry) problem() string {
	e.once.Do(func() { e.wrong = richDataProblem(e.value) })
	return e.wrong
}

// interpolated returns the interpolated value.
func (e *rootEntry) interpolated(inv *invocation.Invocation) (*data.Value, *outcome.Error) {
	if e.value.Kind() != data.String {
		return interpolation.Value(inv, e.value, true)
	}
	t := e.template.Load()
	if t == nil {
		t = inv.Shared.Template(e.value.Text())
		e.template.Store(t)
	}
	return interpolation.String(inv, t, e.value, true)
}

// entry returns the value of a root key, or nil.
func (f *document) entry(root Root) *rootEntry { return f.entries.at(root) }

// isSound reports whether the file has no effect on lookups of keys that it does not contain.
func (f *document) isSound() bool { return f.err == nil && f.unknown == nil && len(f.warnings) == 0 }

// document reads a file once for all nodes.
func (b *Backends) document(key documentKey) *document {
	f := b.documents.Of(key, func() *document { return &document{key: key} })
	f.once.Do(func() { b.read(f) })
	return f
}

func (b *Backends) read(f *document) {
	key := &f.key
	if b.options.Disk.State(key.path) == disk.Directory {
		f.err = outcome.Crashf(outcome.ClassIsDirectory, "Is a directory @ io_fread - %s", key.path).WithCause(outcome.BadFile)
		return
	}
	var root *data.Value
	switch key.format {
	case data.JSON:
		root, f.err = b.readJSON(key)
	case data.HOCON:
		root, f.unknown, f.err = b.readHOCON(key.path)
	default:
		root, f.err = b.readYAML(key.path, &f.warnings)
	}
	if f.err != nil || f.unknown != nil {
		return
	}
	f.entries = b.roots.table(root)
	if key.format == data.HOCON {
		for _, entry := range f.entries.all {
			entry.unknown = entry.value.HasUnknown()
		}
	}
	if key.module != "" {
		foreign, err := foreignKeys(b.options.Shared.Puppet, key.module, "Value returned from "+key.function(), root)
		f.warnings, f.err = append(f.warnings, foreign...), err
	}
}

// foreignKeys warns about keys outside the module's namespace, which are never found. subject is
// what contains them.
func foreignKeys(puppet int, module, subject string, hash *data.Value) ([]string, *outcome.Error) {
	prefix := module + "::"
	var warnings []string
	for _, entry := range hash.Entries() {
		k := entry.Key
		if k.Kind() != data.String {
			return nil, outcome.Crashf(outcome.ClassNoMethod, "undefined method `start_with?' for %s:%s", rubytext.Inspect(k), rubytext.Class(k)).WithCause(outcome.BadFile).WithNode(k.Node())
		}
		if k.Text() == lookupoptions.Key || strings.HasPrefix(k.Text(), prefix) {
			continue
		}
		warning := fmt.Sprintf("Module '%s': %s must use keys qualified with the name of the module", module, subject)
		if puppet >= 8 {
			warning += "; got " + k.Text()
		}
		warnings = append(warnings, warning)
	}
	return warnings, nil
}

var formatFunctions = [...]string{data.YAML: "yaml_data", data.JSON: "json_data", data.HOCON: "hocon_data"}

// readYAML reads a file as yaml_data and eyaml_lookup_key do: a file that is not a hash is treated
// as empty, or is an error if strict is error.
func (b *Backends) readYAML(path string, warnings *[]string) (*data.Value, *outcome.Error) {
	doc, err := b.options.Disk.Document(path, data.YAML)
	if err != nil {
		return nil, &outcome.Error{Class: outcome.ClassSystemCall, Cause: outcome.BadFile, Message: err.Error()}
	}
	if doc.Err != nil {
		return nil, yamlError(path, doc.Err)
	}
	root := doc.Value
	if root.Kind() == data.Hash {
		return root, nil
	}
	message := path + ": file does not contain a valid yaml hash"
	if b.options.Shared.Strict == invocation.Strict && !root.IsFalsy() {
		return nil, outcome.Errorf("%s", message).WithCause(outcome.BadFile).WithNode(root.Node())
	}
	*warnings = append(*warnings, message)
	return data.NewHash(nil), nil
}

func yamlError(path string, p *data.Problem) *outcome.Error {
	var e *outcome.Error
	switch {
	case p.Code.IsLimit():
		e = outcome.Errorf("%s: %s", path, p.Message)
	case p.Code == data.CyclicAlias, p.Code == data.TooDeep:
		e = outcome.Crashf(outcome.ClassStack, "stack level too deep")
	default:
		e = outcome.Errorf("Unable to parse %s", p.Detail(path))
	}
	return e.WithCause(outcome.BadFile).WithNode(p.Node)
}

// readJSON reads a file as json_data does.
func (b *Backends) readJSON(key *documentKey) (*data.Value, *outcome.Error) {
	path := key.path
	doc, err := b.options.Disk.Document(path, data.JSON)
	if err != nil {
		return nil, &outcome.Error{Class: outcome.ClassSystemCall, Cause: outcome.BadFile, Message: err.Error()}
	}
	if doc.Err != nil && doc.Err.Code.IsLimit() {
		return nil, outcome.Errorf("%s: %s", path, doc.Err.Message).WithCause(outcome.BadFile).WithNode(doc.Err.Node)
	}
	if doc.Err != nil {
		message := doc.Err.Message
		if strings.TrimSpace(string(doc.File.Text)) == "" {
			message = "JSON::ParserError" // of multi_json, which Puppet's packages include
		}
		return nil, outcome.Errorf("Unable to parse (%s): %s", path, message).WithCause(outcome.BadFile).WithNode(doc.Err.Node)
	}
	if doc.Value.Kind() != data.Hash {
		return nil, notAHash("Value returned from "+key.function(), doc.Value)
	}
	return doc.Value, nil
}

// function returns the function that reads the file, and the file, as in messages.
func (k *documentKey) function() string {
	return fmt.Sprintf("%s function '%s', when using location '%s',", k.kind, formatFunctions[k.format], k.path)
}

func notAHash(subject string, v *data.Value) *outcome.Error {
	err := types.AssertInstance(subject, types.Builtin("Hash"), v)
	return (&outcome.Error{Class: outcome.ClassTypeAssertion, Cause: outcome.BadFile, Message: err.Error()}).WithNode(v.Node())
}

// readHOCON reads a file as hocon_data does.
func (b *Backends) readHOCON(path string) (*data.Value, *outcome.Unknown, *outcome.Error) {
	file, err := b.options.Disk.File(path)
	if err != nil {
		return nil, nil, &outcome.Error{Class: outcome.ClassSystemCall, Message: err.Error()}
	}
	if b.options.Getenv == nil {
		if doc, err := HOCONDocument(b.options.Disk.Store, b.options.Disk.Locate(path)); err == nil && doc.Err == nil {
			return doc.Value, nil, nil
		}
	}
	root, err := hocon.Parse(file.Content(), b.serverVariable)
	if err == nil {
		return root, nil, nil
	}
	var include *hocon.IncludeError
	if errors.As(err, &include) {
		return nil, &outcome.Unknown{Reason: outcome.IncludedFile, Subject: include.File}, nil
	}
	var refused *hocon.Error
	if errors.As(err, &refused) && refused.Crash != "" {
		return nil, nil, outcome.Crashf(refused.Crash, "%s", refused.Message).WithCause(outcome.BadFile)
	}
	return nil, nil, outcome.Errorf("Unable to parse (%s): %s", path, err).WithCause(outcome.BadFile)
}

// serverVariable returns an environment variable of the server; nil if it is not set.
func (b *Backends) serverVariable(name string) *data.Value {
	if b.options.Getenv == nil {
		return unknownServerVariable(name)
	}
	text, set := b.options.Getenv(name)
	if !set {
		return nil
	}
	return data.NewString(text)
}

func unknownServerVariable(name string) *data.Value {
	return data.NewRich(&outcome.Unknown{Reason: outcome.ServerVariable, Subject: name})
}

// HOCONDocument returns a HOCON file as lookups read it if the environment variables of the server
// are unknown.
func HOCONDocument(store *data.Store, path string) (*data.Document, error) {
	return store.DocumentBy(path, data.HOCON, func(file *source.File) *data.Document {
		return hocon.Document(file, unknownServerVariable)
	})
}

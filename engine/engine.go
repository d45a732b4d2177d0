// Package engine answers lookups of Hiera data as Puppet 7 and 8 do: layers, hierarchies,
// interpolation, merges, lookup_options and conversion, with the same values, the same order of
// hash keys, the same warnings and the same error texts.
//
// Beyond Puppet, every value and error knows where it is written, and what cannot be known without
// running Ruby or without a key is an answer of its own (outcome.Unknown), never a guess.
//
// An Engine is for one environment, a Scope for the facts and variables of one node. Files are read,
// and tokens, regular expressions and types parsed, once for all nodes. Everything here is safe for
// concurrent use. The engine prints nothing and runs no code.
package engine

import (
	"errors"
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/internal/search"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/lists"
)

// Strictness is the setting `strict`: what an undefined variable leads to, and data that is no hash.
type Strictness = invocation.Strictness

// The values of `strict`. DefaultStrictness is Warning for Puppet 7 and Strict for Puppet 8.
const (
	DefaultStrictness = invocation.DefaultStrictness
	Off               = invocation.Off
	Warning           = invocation.Warning
	Strict            = invocation.Strict
)

// Options are what an Engine is made from. The zero Options have no data.
type Options struct {
	// Environment is what lookups see besides the global layer; nil when there is none.
	Environment *environment.Environment

	// GlobalConfig is the path of the global hiera.yaml. When the file does not exist, the
	// built-in configuration applies beside it. Empty: there is no global layer.
	GlobalConfig string
	// NoGlobalLayer is the setting data_binding_terminus = none: the global layer answers the
	// classic hiera functions only.
	NoGlobalLayer bool
	// Codedir and WorkingDir are needed by version 3 configurations with default or relative
	// data directories.
	Codedir, WorkingDir string

	// Puppet is the major version, 7 or 8; 8 when zero. OpenVox counts as 8.
	Puppet int
	// Strict is the setting `strict`.
	Strict Strictness

	// Incomplete says that the tree may lack what the real server has: modules, keys for eyaml.
	// What Puppet would fail at for want of them is then Unknown.
	Incomplete bool
	// NotInstalled reports whether the real server has a module that the tree lacks. What its data
	// could supply is then Unknown. nil: there are none.
	NotInstalled func(module string) bool
	// LookPast asks to look past what cannot be asked, levels that are served by functions and
	// modules that are not installed: what is found below them counts, and Result.Unknown names
	// them. A reference that nothing else answers is still Unknown.
	LookPast bool
	// Relocate finds a directory of the real server in this tree, given its absolute path there.
	// nil: directories are where hiera.yaml says.
	Relocate func(dir string) string
	// PrivateKeys are files with private keys of eyaml that replace those that a hiera.yaml names and
	// that are missing. The certificate of each lies beside it, with `public` for `private` in its name.
	PrivateKeys []string
	// Getenv is an environment variable of the process that runs Puppet, which HOCON files may refer
	// to. nil: they are unknown.
	Getenv func(name string) (value string, set bool)
	// Observe asks for Result.Observations.
	Observe bool
	// Functions are recorded calls of custom functions, which are answered from them.
	Functions []FunctionCall

	// Store reads the files; a new one when nil. Engines may share one, and should share that of
	// their environment.
	Store *data.Store
}

// FunctionCall is one recorded call of a custom data function: what the function was given and what it
// answered.
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
	Err    *outcome.Error
}

// Engine answers lookups in one environment.
type Engine struct {
	disk     *disk.Disk
	loader   *loader.Loader
	settings map[string]*data.Value // variables that hold settings
	space    *search.Space
	backends backend.Options
}

// New prepares an engine. Nothing is read before the first lookup; what is wrong with the files
// is then the error of that lookup.
func New(o Options) *Engine {
	o.setDefaults()
	o.Store.Overlay(os.DevNull, nil) // a configuration there is an empty file, not a device
	files := disk.New(o.Store, o.WorkingDir)
	definitions := loader.New(o.Environment, files, o.Incomplete)
	shared := &invocation.Shared{
		Puppet: o.Puppet, Strict: o.Strict, Incomplete: o.Incomplete, LookPast: o.LookPast, Observe: o.Observe,
		HasClass: definitions.HasClass,
	}
	calls := lists.Map(o.Functions, func(c FunctionCall) backend.Call { return backend.Call(c) })
	e := &Engine{
		disk: files, loader: definitions, settings: settingVariables(&o),
		space: &search.Space{
			Shared: shared, Loader: definitions, NoGlobalLayer: o.NoGlobalLayer, NotInstalled: o.NotInstalled,
			Layers: hierarchy.NewLayers(hierarchy.Options{
				Environment: o.Environment, Disk: files, Shared: shared,
				GlobalConfig: o.GlobalConfig, Codedir: o.Codedir, Relocate: o.Relocate,
			}),
		},
		backends: backend.Options{
			Environment: o.Environment, Disk: files, Loader: definitions, Shared: shared,
			PrivateKeys: o.PrivateKeys, Getenv: o.Getenv, Calls: calls,
		},
	}
	e.space.Backends = backend.New(e.backends)
	return e
}

// With is the engine for the same tree where data files have other contents, which store has. What else there is, such as
// which files exist, configurations and functions, is as the engine found it.
func (e *Engine) With(store *data.Store) *Engine {
	with := &Engine{disk: e.disk.With(store), loader: e.loader, settings: e.settings, backends: e.backends}
	with.backends.Disk, with.backends.Shared = with.disk, e.space.Shared.Fresh()
	with.space = &search.Space{
		Shared: with.backends.Shared, Loader: e.loader, NoGlobalLayer: e.space.NoGlobalLayer, NotInstalled: e.space.NotInstalled,
		Layers: e.space.Layers, Backends: backend.New(with.backends),
	}
	return with
}

func (o *Options) setDefaults() {
	if o.Puppet == 0 {
		o.Puppet = 8
	}
	if o.Strict == DefaultStrictness {
		o.Strict = Warning
		if o.Puppet >= 8 {
			o.Strict = Strict
		}
	}
	if o.Store == nil {
		o.Store = data.NewStore()
	}
	if o.Environment == nil {
		o.Environment = environment.New("production", o.Store)
	}
	if o.GlobalConfig != "" {
		if abs, err := filepath.Abs(o.GlobalConfig); err == nil {
			o.GlobalConfig = abs
		}
	}
}

// ParseType parses a type expression, with the aliases that the environment's modules define. Where
// modules may be missing, a type of one that is missing is an error.
func (e *Engine) ParseType(text string) (types.Type, error) {
	if missing := e.loader.MissingType(text); missing != nil {
		return nil, errors.New(missing.String())
	}
	return e.loader.Type(text)
}

// Package engine answers Hiera lookups exactly as Puppet 7 and 8 do. It covers layers, hierarchies,
// interpolation, merging, lookup_options, and conversion, and returns the same values with the same
// order of hash keys, the same warnings, and the same error messages.
//
// Unlike Puppet, it records where every value and error was written. If an answer depends on Ruby
// code or on a key that is missing, it is outcome.Unknown rather than a guess.
//
// An Engine serves one environment. A Scope holds the facts and variables of one node. Files,
// tokens, regular expressions, and types are read and parsed once for all nodes. All functions and
// methods are safe for concurrent use. The engine prints nothing and runs no code.
package engine

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/backend"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/hierarchy"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/internal/search"
	"github.com/hieralint/hieralint/engine/types"
)

// Strictness is the value of the setting `strict`. It decides what happens if a variable is
// undefined or a data file does not contain a hash.
type Strictness uint8

// The values of `strict`. DefaultStrictness is Warning for Puppet 7 and Strict for Puppet 8.
const (
	DefaultStrictness = Strictness(invocation.DefaultStrictness)
	Off               = Strictness(invocation.Off)
	Warning           = Strictness(invocation.Warning)
	Strict            = Strictness(invocation.Strict)
)

// Options configures an Engine. An Engine made from the zero Options has no data.
type Options struct {
	// Environment provides the environment and module layers; nil if there is no environment.
	Environment *environment.Environment

	// GlobalConfig is the path of the global hiera.yaml. If the file does not exist, Puppet's
	// built-in configuration applies in its directory. If empty, there is no global layer.
	GlobalConfig string
	// NoGlobalLayer corresponds to the setting data_binding_terminus = none: only the classic hiera
	// functions use the global layer.
	NoGlobalLayer bool
	// Codedir and WorkingDir are needed by version 3 configurations whose data directory is the
	// default or a relative path.
	Codedir, WorkingDir string

	// Puppet is the major version, 7 or 8; zero means 8. OpenVox counts as 8.
	Puppet int
	// Strict is the setting `strict`.
	Strict Strictness

	// Incomplete says that the tree may lack modules or eyaml keys that the real server has.
	// Lookups that fail without them are then Unknown.
	Incomplete bool
	// SkipUnknown skips levels that are served by functions, and modules that are not installed,
	// instead of making the answer Unknown. Values found below them are used, and Result.Unknown
	// lists what was skipped. A reference to a key that is found nowhere else is still Unknown.
	SkipUnknown bool
	// Lenient looks up keys despite a hiera.yaml that Puppet rejects, if its levels are what the
	// author meant: the problems are elsewhere, such as an unknown key beside `hierarchy`.
	Lenient bool
	// Relocate maps an absolute path of a directory on the real server to a directory in the tree.
	// If nil, directories are used as written in hiera.yaml.
	Relocate func(dir string) string
	// RelocateFile does the same for data files that are not found. If nil, their paths are used as written in hiera.yaml.
	RelocateFile func(path string) string
	// PrivateKeys are files with eyaml private keys. They replace keys that a hiera.yaml names but
	// that are missing. The certificate of each is in the same directory, with `public` instead of
	// `private` in its name.
	PrivateKeys []string
	// Getenv returns an environment variable of the Puppet process, which HOCON files may refer to.
	// If nil, all such variables are unknown.
	Getenv func(name string) (value string, set bool)
	// Observe enables Result.Observations.
	Observe bool
	// Functions are recorded calls of custom functions. They answer the same calls.
	Functions []FunctionCall

	// Store reads the files; if nil, a new one is created. Engines may share a Store, and should
	// use the one of their environment.
	Store *data.Store
}

// FunctionCall is a recorded call of a custom data function, with its arguments and result.
type FunctionCall = backend.Call

// Engine answers lookups in one environment.
type Engine struct {
	disk     *disk.Disk
	loader   *loader.Loader
	settings map[string]*data.Value // variables that hold Puppet's settings
	space    *search.Space
	backends backend.Options
}

// New returns an engine. It reads nothing; problems with files are reported by the lookups that
// read them.
func New(o Options) *Engine {
	o.setDefaults()
	if null, err := filepath.Abs(os.DevNull); err == nil && o.GlobalConfig == null {
		o.Store.Overlay(null, nil) // it is an empty file, not a device
	}
	files := disk.New(o.Store, o.WorkingDir)
	definitions := loader.New(o.Environment, files, o.Incomplete)
	shared := &invocation.Shared{
		Puppet: o.Puppet, Strict: invocation.Strictness(o.Strict), Incomplete: o.Incomplete, SkipUnknown: o.SkipUnknown, Observe: o.Observe,
		HasClass: definitions.HasClass,
	}
	e := &Engine{
		disk: files, loader: definitions, settings: settingVariables(&o),
		space: &search.Space{
			Shared: shared, Loader: definitions, NoGlobalLayer: o.NoGlobalLayer,
			Layers: hierarchy.NewLayers(hierarchy.Options{
				Environment: o.Environment, Disk: files, Shared: shared,
				GlobalConfig: o.GlobalConfig, Codedir: o.Codedir, Relocate: o.Relocate, RelocateFile: o.RelocateFile, Lenient: o.Lenient,
			}),
		},
		backends: backend.Options{
			Environment: o.Environment, Disk: files, Loader: definitions, Shared: shared,
			PrivateKeys: o.PrivateKeys, Getenv: o.Getenv, Calls: o.Functions,
		},
	}
	e.space.Backends = backend.New(e.backends)
	return e
}

// With returns an engine for the same tree in which data files have the contents in store.
// Everything else, such as which files exist, configurations, and functions, is taken from e.
func (e *Engine) With(store *data.Store) *Engine {
	with := &Engine{disk: e.disk.With(store), loader: e.loader, settings: e.settings, backends: e.backends}
	with.backends.Disk, with.backends.Shared = with.disk, e.space.Shared.Fresh()
	with.space = &search.Space{
		Shared: with.backends.Shared, Loader: e.loader, NoGlobalLayer: e.space.NoGlobalLayer,
		Layers: e.space.Layers, Backends: backend.New(with.backends),
	}
	return with
}

func (o *Options) setDefaults() {
	o.Puppet = cmp.Or(o.Puppet, 8)
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

// ParseType parses a type expression. It resolves type aliases defined by the environment and its
// modules. If modules may be missing, a type from a missing module is an error.
func (e *Engine) ParseType(text string) (types.Type, error) {
	if missing := e.loader.MissingType(text); missing != nil {
		return nil, errors.New(missing.String())
	}
	return e.loader.Type(text)
}

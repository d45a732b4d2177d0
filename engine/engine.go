// Package engine answers lookups of Hiera data as Puppet 7 and 8 do: layers, hierarchies,
// interpolation, merges, lookup_options and conversion, with the same values, the same order of
// hash keys, the same warnings and the same error texts.
//
// Beyond Puppet, every value and error knows the place it was written at, and what cannot be
// known without running Ruby or without a key is an answer of its own (Unknown), never a guess.
//
// An Engine stands for one environment; a Scope for the facts and variables of one node. Files
// are read, tokens, regular expressions and types parsed once for all nodes. Everything here is
// safe for concurrent use. The engine prints nothing, runs no code and knows nothing of linting.
package engine

import (
	"errors"
	"os"
	"path/filepath"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/internal/cache"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/loader"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/types"
)

// Strictness is the setting `strict`: what becomes of an undefined variable and of data that is
// no hash.
type Strictness uint8

// The values of `strict`. DefaultStrictness is Warning for Puppet 7 and Strict for Puppet 8.
const (
	DefaultStrictness Strictness = iota
	Off
	Warning
	Strict
)

// Options say what an Engine looks at.
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

	// Incomplete tells that the tree may lack what the real server has: modules, keys for eyaml.
	// What Puppet would fail at for want of them is then Unknown.
	Incomplete bool
	// NotInstalled tells which modules the real server has and the tree has not. What their data
	// could supply is then Unknown. nil: there are none.
	NotInstalled func(module string) bool
	// LookPast asks to look past what cannot be asked, levels that are served by functions and
	// modules that are not installed: what is found below them counts, and Result.Unknown names
	// them. A reference that nothing else answers is still Unknown.
	LookPast bool
	// Relocate tells where in this tree a directory of the real server is, given its absolute path
	// there. nil: directories are where hiera.yaml says.
	Relocate func(dir string) string
	// PrivateKeys are files with private keys of eyaml that stand in for those that a hiera.yaml names and
	// that are not here. The certificate of each lies beside it, with `public` for `private` in its name.
	PrivateKeys []string
	// Getenv tells the variables of the environment of the process that runs Puppet, which HOCON files may
	// refer to. nil: they are not known.
	Getenv func(name string) (value string, set bool)
	// Observe asks for Result.Observations.
	Observe bool
	// Functions are recorded calls of custom functions, which are then answered from them.
	Functions []FunctionCall

	// Store reads the files; a new one when nil. Engines may share one, and should share that of
	// their environment.
	Store *data.Store
}

// Engine answers lookups in one environment.
type Engine struct {
	options Options
	env     *environment.Environment
	disk    *disk.Disk
	loader  *loader.Loader

	settings map[string]*data.Value // variables that hold settings
	recorded map[functionKey][]FunctionCall

	keys      cache.Cache[string, *parsedKey]
	templates cache.Cache[string, *interpolate.Template]
	files     cache.Cache[fileKey, *dataFile]
	modules   cache.Cache[string, *layer]
	eyamlKeys cache.Cache[string, *eyamlKeys] // by the options of the level
	patterns  lookupoptions.Patterns
	compiled  cache.Cache[*data.Value, *lookupoptions.Options]

	spareKeys        func() []*eyaml.Keys
	globalLayer      func() *layer
	environmentLayer func() *layer
}

// New prepares an engine. Nothing is read before the first lookup; what is wrong with the files
// is then the error of that lookup.
func New(o Options) *Engine {
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
	o.Store.Overlay(os.DevNull, nil) // a configuration there is an empty file, not a device
	files := disk.New(o.Store, o.WorkingDir)
	e := &Engine{
		options: o, env: o.Environment, disk: files, loader: loader.New(o.Environment, files, o.Incomplete),
		settings: settingVariables(&o), recorded: recordedFunctions(o.Functions),
	}
	e.spareKeys = sync.OnceValue(func() []*eyaml.Keys { return readSpareKeys(o.PrivateKeys) })
	e.globalLayer = sync.OnceValue(e.newGlobalLayer)
	e.environmentLayer = sync.OnceValue(e.newEnvironmentLayer)
	return e
}

// Puppet is the major version of Puppet that the engine follows.
func (e *Engine) Puppet() int { return e.options.Puppet }

// ParseType parses a type expression, with the aliases that the environment's modules define. Where
// modules may be missing, a type of one that is missing is an error.
func (e *Engine) ParseType(text string) (types.Type, error) {
	if missing := e.loader.MissingType(text); missing != nil {
		return nil, errors.New(missing.String())
	}
	return e.loader.Type(text)
}

// template is text as parsed; nil when nothing is to be interpolated in it.
func (e *Engine) template(text string) *interpolate.Template {
	if t, ok := e.templates.Load(text); ok {
		return t
	}
	return e.templates.Store(text, interpolate.Parse(text))
}

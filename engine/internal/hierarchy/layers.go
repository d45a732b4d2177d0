// Package hierarchy determines where lookups for a node search: the layers with their hiera.yaml,
// the levels of their hierarchies, and the locations of the levels.
package hierarchy

import (
	"fmt"
	"path/filepath"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/internal/invocation"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/memo"
)

// Options configures the layers of an environment.
type Options struct {
	Environment *environment.Environment
	Disk        *disk.Disk
	Shared      *invocation.Shared
	// GlobalConfig is the path of the global hiera.yaml; empty if there is no global layer.
	GlobalConfig string
	Codedir      string
	// Relocate maps a directory of the real server to one in the tree; nil if directories are used
	// as written in hiera.yaml.
	Relocate func(dir string) string
	// RelocateFile maps a data file that does not exist in the same way; nil if paths are used as written in hiera.yaml.
	RelocateFile func(path string) string
	// Lenient accepts a hiera.yaml that Puppet rejects if its levels are clear.
	Lenient bool
}

// Layers are the layers that lookups in one environment search. Each is read when it is first
// needed. Layers are safe for concurrent use.
type Layers struct {
	options     Options
	global      func() *Layer
	environment func() *Layer
	modules     memo.Map[string, *Layer]
}

// NewLayers returns the layers without reading anything.
func NewLayers(o Options) *Layers {
	all := &Layers{options: o}
	all.global = sync.OnceValue(all.newGlobal)
	all.environment = sync.OnceValue(all.newEnvironment)
	return all
}

// Global returns the global layer. Without a file, it has the built-in configuration.
func (all *Layers) Global() *Layer { return all.global() }

// Environment returns the layer of the environment; nil if the environment has no directory.
func (all *Layers) Environment() *Layer { return all.environment() }

// Lacks reports whether the path of a location certainly does not exist.
func (all *Layers) Lacks(path string) bool { return all.options.Disk.Lacks(path) }

// Module returns the layer of a module.
func (all *Layers) Module(name string) *Layer {
	return all.modules.Of(name, func() *Layer { return all.newModule(name) })
}

// Layer is the layer of a hiera.yaml, or of a configuration that replaces one.
type Layer struct {
	Kind   config.Layer
	Module string // the name of the module
	// Config provides the levels; nil if the layer has no data.
	Config *config.Config
	// ConfigPath is the path of the hiera.yaml; empty if the configuration is built in.
	ConfigPath string
	// Err is the error with which lookups fail when they reach the layer.
	Err *outcome.Error
	// Missing reports that the module does not exist.
	Missing bool

	all    *Layers
	root   string // the directory that relative paths refer to
	mapped int    // number of levels with mapped_paths
	// useErr is the error with which creating a hierarchy fails on every node.
	useErr   *outcome.Error
	warnings []string
}

// isBuiltIn reports whether the configuration is built in. Locations that do not exist are then
// omitted.
func (l *Layer) isBuiltIn() bool { return l.ConfigPath == "" }

// Warn adds what Puppet logs when it reads the configuration of the layer.
func (l *Layer) Warn(r *invocation.Record) { r.WarnAll(l.warnings) }

// IsAbsent reports whether there is nothing to search: the layer, which may be nil, has no hiera.yaml. One whose hiera.yaml
// is invalid is not absent.
func (l *Layer) IsAbsent() bool {
	return l == nil || l.Err == nil && (l.Missing || l.Config == nil)
}

// HasWarnings reports whether Puppet logs anything then.
func (l *Layer) HasWarnings() bool { return len(l.warnings) > 0 }

// IsVersion5 reports whether the layer, which may be nil, has a version 5 configuration.
func (l *Layer) IsVersion5() (bool, *outcome.Error) {
	if l == nil {
		return false, nil
	}
	return l.Err == nil && l.Config != nil && l.Config.Version >= 5, l.Err
}

// Explained returns the layer's node in an explanation.
func (l *Layer) Explained() explain.Node {
	place := [...]string{config.Global: "Global ", config.Environment: "Environment ", config.Module: `Module "` + l.Module + `" `}[l.Kind]
	return explain.Node{
		Kind:       explain.Provider,
		Name:       fmt.Sprintf("%sData Provider (hiera configuration version %d)", place, l.Config.Version),
		ConfigPath: l.ConfigPath, Module: l.Module,
	}
}

// read reads the hiera.yaml in root, if there is one.
func (all *Layers) read(l *Layer, path string) {
	path = filepath.ToSlash(path) // as in Puppet's messages; in globs, backslashes are escapes
	l.root = filepath.ToSlash(filepath.Dir(path))
	if all.options.Disk.State(path) == disk.Missing {
		return
	}
	l.ConfigPath = path
	if all.options.Disk.State(path) == disk.Directory {
		l.Err = outcome.Crashf(outcome.ClassIsDirectory, "Is a directory @ io_fread - %s", path)
		return
	}
	doc, err := all.options.Disk.Store.Document(path, data.YAML)
	if err != nil {
		l.Err = &outcome.Error{Class: outcome.ClassSystemCall, Message: err.Error()}
		return
	}
	c := config.ReadIn(all.options.Disk.Store, doc, l.Kind)
	version := all.options.Shared.StrictVersion()
	l.warnings = c.Warnings(version, all.options.Shared.Strict != invocation.Off)
	if err := c.Err(version); err != nil && !(all.options.Lenient && c.HasClearLevels()) {
		switch err.Stage {
		case config.AtRead:
			l.Err = outcome.From(err)
			return
		case config.AtUse:
			l.useErr = outcome.From(err)
		}
	}
	if !c.Ignored() {
		l.Config = c
		for _, level := range c.Levels() {
			if level.LocationKind == config.Mapped {
				l.mapped++
			}
		}
	}
}

func (all *Layers) newGlobal() *Layer {
	l := &Layer{Kind: config.Global, all: all}
	if all.options.GlobalConfig == "" {
		l.Config = &config.Config{Layer: config.Global, Version: 5}
		return l
	}
	all.read(l, all.options.GlobalConfig)
	if l.Config == nil && l.Err == nil {
		l.Config = config.Default(config.Global)
	}
	return l
}

func (all *Layers) newEnvironment() *Layer {
	if all.options.Environment.Dir == "" {
		return nil
	}
	l := &Layer{Kind: config.Environment, all: all}
	all.read(l, filepath.Join(all.options.Environment.Dir, environment.ConfigName))
	if l.Err != nil {
		return l
	}
	provider := ""
	if s := all.options.Environment.Conf.Get("environment_data_provider"); s != nil {
		provider = s.Value
	}
	if provider == "" {
		return l
	}
	warn := l.warner(inFile(all.options.Environment.Dir, "environment.conf"))
	deprecated := fmt.Sprintf("Defining environment_data_provider='%s' in environment.conf is deprecated", provider)
	if l.Config != nil && l.Config.Version >= 5 {
		warn(deprecated)
		if provider != "hiera" {
			warn(fmt.Sprintf("The environment_data_provider='%s' setting is ignored since '%s' version >= 5", provider, l.ConfigPath))
		}
		return l
	}
	if deprecated += "."; l.Config == nil {
		deprecated += " A 'hiera.yaml' file should be used instead"
	}
	warn(deprecated)
	if !all.setProvider(l, provider, "environment::data") {
		l.Err = &outcome.Error{Class: outcome.ClassPuppet, Message: fmt.Sprintf("Environment '%s', cannot find environment_data_provider '%s'", all.options.Environment.Name, provider)}
	}
	return l
}

// warner returns a function that adds a warning about a place, unless they are off.
func (l *Layer) warner(place string) func(text string) {
	return func(text string) {
		if l.all.options.Shared.Strict != invocation.Off {
			l.warnings = append(l.warnings, text+place)
		}
	}
}

// inFile returns the place in Puppet's warnings about a file.
func inFile(dir, name string) string {
	return fmt.Sprintf("\n   (file: %s)", filepath.ToSlash(filepath.Join(dir, name)))
}

// setProvider sets the levels of a legacy data provider: `none`, `hiera`, or `function`. It reports
// whether there is such a provider.
func (all *Layers) setProvider(l *Layer, provider, function string) bool {
	switch provider {
	case "none":
		l.Config = nil
	case "hiera":
		if l.Config == nil {
			l.Config = config.Default(l.Kind)
		}
	case "function":
		l.warner(invocation.NoPlace)(fmt.Sprintf("Using of legacy data provider function '%s'. Please convert to a 'data_hash' function", function))
		l.ConfigPath = ""
		l.Config = &config.Config{Layer: l.Kind, Version: 5, Hierarchy: []*config.Level{{
			Name:     fmt.Sprintf("Legacy function '%s'", function),
			Function: config.Function{Kind: config.V4DataHash, Name: function},
		}}}
	default:
		return false
	}
	return true
}

func (all *Layers) newModule(name string) *Layer {
	l := &Layer{Kind: config.Module, Module: name, all: all}
	m := all.options.Environment.Module(name)
	version := all.options.Shared.StrictVersion()
	if m == nil || !m.Visible(version) {
		l.Missing = true
		return l
	}
	if p := m.Err(version); p != nil {
		l.Err = outcome.Crashf(outcome.ClassNoMethod, "Puppet crashes on the metadata.json of the module `%s`", name)
		if p.Err != nil {
			l.Err = outcome.Crashf(outcome.ClassNoMethod, "`metadata.json` cannot be read: %s", p.Err)
		}
		return l
	}
	all.read(l, filepath.Join(m.Dir, environment.ConfigName))
	provider := m.DataProvider()
	if l.Err != nil || provider == nil {
		return l
	}
	text := rubytext.ToS(provider)
	warn := l.warner(inFile(m.Dir, "metadata.json"))
	deprecated := fmt.Sprintf("Defining \"data_provider\": \"%s\" in metadata.json is deprecated.", text)
	if l.Config != nil && l.Config.Version >= 5 {
		warn(fmt.Sprintf("%s It is ignored since a 'hiera.yaml' with version >= 5 is present", deprecated))
		return l
	}
	if l.Config == nil {
		deprecated += " A 'hiera.yaml' file should be used instead"
	}
	warn(deprecated)
	if !all.setProvider(l, text, name+"::data") {
		// Puppet tries to name the provider, but formats an error instead of a string.
		l.Err = outcome.Crashf(outcome.ClassNoMethod, "undefined method `%%' for #<Puppet::Error: Environment '%%{env}', cannot find module_data_provider '%%{provider}'>")
	}
	return l
}

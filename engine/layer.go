package engine

import (
	"fmt"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/internal/explain"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/rubytext"
)

// layer is the global layer, that of the environment or that of a module: a hiera.yaml, or what
// stands for one.
type layer struct {
	kind   config.Layer
	module string // the name of the module
	// config is what the levels come from; nil when the layer has no data.
	config *config.Config
	// configPath is the hiera.yaml, root the directory that relative paths start from. Without
	// configPath the configuration is built in.
	configPath, root string
	// err is why no key can be looked up in the layer, useErr why no hierarchy can be made from
	// its configuration, whatever the node.
	err, useErr *outcome.Error
	// missing tells that there is no such module.
	missing  bool
	warnings []string
}

// builtIn tells whether there is no hiera.yaml: locations that do not exist then do not count.
func (l *layer) builtIn() bool { return l.configPath == "" }

func (l *layer) tell(out *record) {
	for _, w := range l.warnings {
		out.warn(w)
	}
}

func (l *layer) explainNode() explain.Node {
	place := [...]string{config.Global: "Global ", config.Environment: "Environment ", config.Module: `Module "` + l.module + `" `}[l.kind]
	return explain.Node{
		Kind:       explain.Provider,
		Name:       fmt.Sprintf("%sData Provider (hiera configuration version %d)", place, l.config.Version),
		ConfigPath: l.configPath, Module: l.module,
	}
}

// read makes the layer from the hiera.yaml in root, if there is one.
func (e *Engine) read(l *layer, path string) {
	l.root = filepath.Dir(path)
	if e.disk.State(path) == disk.Missing {
		return
	}
	l.configPath = path
	if e.disk.State(path) == disk.Directory {
		l.err = outcome.Crashf(outcome.ClassIsDirectory, "Is a directory @ io_fread - %s", path)
		return
	}
	doc, err := e.disk.Store.Document(path, data.YAML)
	if err != nil {
		l.err = &outcome.Error{Class: outcome.ClassSystemCall, Message: err.Error()}
		return
	}
	c := config.Read(doc, l.kind)
	version := e.strictVersion()
	l.warnings = c.Warnings(version, e.options.Strict != Off)
	if err := c.Err(version); err != nil && err.Stage == config.AtRead {
		l.err = outcome.From(err)
		return
	} else if err != nil && err.Stage == config.AtUse {
		l.useErr = outcome.From(err)
	}
	if !c.Ignored() {
		l.config = c
	}
}

// newGlobalLayer never is without configuration: where there is no file, the built-in one holds.
func (e *Engine) newGlobalLayer() *layer {
	l := &layer{kind: config.Global}
	if e.options.GlobalConfig == "" {
		l.config = &config.Config{Layer: config.Global, Version: 5}
		return l
	}
	e.read(l, e.options.GlobalConfig)
	if l.config == nil && l.err == nil {
		l.config = config.Default(config.Global)
	}
	return l
}

// newEnvironmentLayer is nil when the environment has no directory.
func (e *Engine) newEnvironmentLayer() *layer {
	if e.env.Dir == "" {
		return nil
	}
	l := &layer{kind: config.Environment}
	e.read(l, filepath.Join(e.env.Dir, environment.ConfigName))
	if l.err != nil {
		return l
	}
	provider := ""
	if s := e.env.Conf.Get("environment_data_provider"); s != nil {
		provider = s.Value
	}
	if provider == "" {
		return l
	}
	place := fmt.Sprintf("\n   (file: %s)", filepath.Join(e.env.Dir, "environment.conf"))
	warn := func(text string) {
		if e.options.Strict != Off {
			l.warnings = append(l.warnings, text+place)
		}
	}
	deprecated := fmt.Sprintf("Defining environment_data_provider='%s' in environment.conf is deprecated", provider)
	if l.config != nil && l.config.Version >= 5 {
		warn(deprecated)
		if provider != "hiera" {
			warn(fmt.Sprintf("The environment_data_provider='%s' setting is ignored since '%s' version >= 5", provider, l.configPath))
		}
		return l
	}
	if deprecated += "."; l.config == nil {
		deprecated += " A 'hiera.yaml' file should be used instead"
	}
	warn(deprecated)
	if !e.setProvider(l, provider, "environment::data") {
		l.err = &outcome.Error{Class: outcome.ClassPuppet, Message: fmt.Sprintf("Environment '%s', cannot find environment_data_provider '%s'", e.env.Name, provider)}
	}
	return l
}

// setProvider makes the levels of l those of a legacy data provider: `none`, `hiera` or
// `function`. It tells whether there is such a provider.
func (e *Engine) setProvider(l *layer, provider, function string) bool {
	switch provider {
	case "none":
		l.config = nil
	case "hiera":
		if l.config == nil {
			l.config = config.Default(l.kind)
		}
	case "function":
		if e.options.Strict != Off {
			l.warnings = append(l.warnings, fmt.Sprintf("Using of legacy data provider function '%s'. Please convert to a 'data_hash' function", function)+noPlace)
		}
		l.configPath = ""
		l.config = &config.Config{Layer: l.kind, Version: 5, Hierarchy: []*config.Level{{
			Name:     fmt.Sprintf("Legacy function '%s'", function),
			Function: config.Function{Kind: config.V4DataHash, Name: function},
		}}}
	default:
		return false
	}
	return true
}

// moduleLayer is the layer of a module, made once.
func (e *Engine) moduleLayer(name string) *layer {
	if l, ok := e.modules.Load(name); ok {
		return l
	}
	return e.modules.Store(name, e.newModuleLayer(name))
}

func (e *Engine) newModuleLayer(name string) *layer {
	l := &layer{kind: config.Module, module: name}
	m := e.env.Module(name)
	version := e.strictVersion()
	if m == nil || !m.Visible(version) {
		l.missing = true
		return l
	}
	if p := m.Err(version); p != nil {
		l.err = outcome.Crashf(outcome.ClassNoMethod, "%s", p.Cause)
		return l
	}
	e.read(l, filepath.Join(m.Dir, environment.ConfigName))
	provider := m.DataProvider()
	if l.err != nil || provider == nil {
		return l
	}
	text := rubytext.ToS(provider)
	place := fmt.Sprintf("\n   (file: %s)", filepath.Join(m.Dir, "metadata.json"))
	warn := func(warning string) {
		if e.options.Strict != Off {
			l.warnings = append(l.warnings, warning+place)
		}
	}
	deprecated := fmt.Sprintf("Defining \"data_provider\": \"%s\" in metadata.json is deprecated.", text)
	if l.config != nil && l.config.Version >= 5 {
		warn(fmt.Sprintf("%s It is ignored since a 'hiera.yaml' with version >= 5 is present", deprecated))
		return l
	}
	if l.config == nil {
		deprecated += " A 'hiera.yaml' file should be used instead"
	}
	warn(deprecated)
	if !e.setProvider(l, text, name+"::data") {
		// Puppet means to name the provider, but formats an error instead of a text.
		l.err = outcome.Crashf(outcome.ClassNoMethod, "undefined method `%%' for #<Puppet::Error: Environment '%%{env}', cannot find module_data_provider '%%{provider}'>")
	}
	return l
}

// strictVersion is the version whose treatment of a file is that of the setting strict: what the
// versions disagree about in hiera.yaml and metadata.json, they do because of it.
func (e *Engine) strictVersion() int {
	if e.options.Strict == Strict {
		return 8
	}
	return 7
}

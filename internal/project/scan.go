package project

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/rooted"
)

// passedOver lists directories that are not searched for hierarchies, because they contain tests
// and examples, or installed files. Directories with a leading dot are skipped too. Neither applies
// to environments in `environments`, modules in a modulepath, data directories, and explicitly
// requested paths.
var passedOver = map[string]bool{
	"acceptance": true, "coverage": true, "doc": true, "docs": true, "example": true, "examples": true, "fixtures": true,
	"node_modules": true, "pkg": true, "spec": true, "test": true, "testdata": true, "tests": true, "tmp": true, "vendor": true,
}

// survey finds the environments and modules of the tree with their hierarchies.
type survey struct {
	*locator
	*layout
	scanned     map[string]bool    // directories without symbolic links
	namedAround map[[2]string]bool // see isNamedAround
}

func newSurvey(p *locator) *survey {
	return &survey{
		locator: p, scanned: map[string]bool{}, namedAround: map[[2]string]bool{},
		layout: &layout{
			byPath: map[string]*Root{}, isDatadir: map[string]bool{}, loose: map[string]bool{}, named: map[string]bool{}, templates: map[string]bool{},
			bareData: map[string]string{},
		},
	}
}

// isCanonical reports whether a file is a hiera.yaml that Puppet reads by default, in an
// environment or module that was found.
func (s *survey) isCanonical(path string) bool {
	_, known := s.byPath[path]
	return known || filepath.Base(path) == environment.ConfigName && s.modules[s.tree.real(filepath.Dir(path))]
}

// scan searches dir for environments and modules. Directories are scanned once, regardless of their
// name.
func (s *survey) scan(dir string) {
	key := s.tree.real(dir)
	if s.scanned[key] || !s.enter(dir) {
		return
	}
	s.scanned[key] = true
	f := s.folder(dir)
	if f == nil {
		_, err := s.tree.list(dir)
		s.unreadable(dir, err)
		return
	}
	switch s.kind(f) {
	case codeFolder:
		s.addCode(f)
	case environmentFolder:
		if !s.isPartOfAnother(f) {
			s.addEnvironment(f)
		}
	case configFolder:
		if s.isConfigAlone(f) {
			s.addEnvironment(f)
		} else {
			s.addLoose(f, hieraDatadirs...)
		}
	case moduleFolder:
		if !s.modules[key] {
			s.addModule(f)
		}
		return
	case otherFolder:
		s.addLoose(f, hieraDatadirs...)
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil && (e.name == environment.ConfigName || e.name == "environment.conf" || filepath.Base(dir) == "environments"):
			s.unreadable(path, e.err)
		case e.dir && e.name == environment.ConfigName && !s.isDatadir[path]:
			s.unreadable(path, source.ErrNotRegular)
		case !e.dir || e.link || strings.HasPrefix(e.name, ".") || s.modules[filepath.Join(key, e.name)]:
		case s.isDatadir[path]:
			// A hiera.yaml there is the data of a node called hiera.
		case passedOver[e.name] && filepath.Base(dir) != "environments":
		default:
			s.scan(path)
		}
	}
}

// isPartOfAnother reports whether a directory that resembles an environment is a part of the
// enclosing one, because it has neither a hierarchy nor manifests.
func (s *survey) isPartOfAnother(f *folder) bool {
	return f.configName() == "" && !f.hasFile("environment.conf") && !hasManifest(s.sub(f, "manifests")) &&
		!isInEnvironments(f.dir) && s.enclosingEnvironment(filepath.Dir(f.dir)) != nil
}

// addCode adds the environments of a code directory, and the directory itself if it is also one,
// because it is deployed as an environment.
func (s *survey) addCode(f *folder) {
	if f.hasFile("environment.conf") {
		s.addEnvironment(f)
	}
	environments := s.sub(f, "environments")
	// Links come last, so that an environment with a second name is added once.
	for _, links := range []bool{false, true} {
		for _, e := range environments.entries {
			if e.dir && e.link == links && !strings.HasPrefix(e.name, ".") {
				s.scan(filepath.Join(environments.dir, e.name))
			}
		}
	}
}

// globalRoot returns the hiera.yaml of the global layer for an environment in a code directory, which is in that or in the
// configuration directory; nil if there is none.
func (s *survey) globalRoot(environment string) *Root {
	if !isInEnvironments(environment) {
		return nil
	}
	f := s.folder(filepath.Dir(filepath.Dir(environment)))
	if f == nil || !s.tree.within(s.tree.real(f.dir)) {
		return nil
	}
	if name := f.configName(); name != "" {
		return s.addRoot(filepath.Join(f.dir, name), config.Global, "it is in the code directory, next to `environments`")
	}
	path := s.configBesideCode(f.dir)
	if path == "" {
		return nil
	}
	return s.addRoot(path, config.Global, "it is in the configuration directory, next to the code directory")
}

// configBesideCode returns the hiera.yaml in the configuration directory `puppet` next to a directory `code`, as on a server;
// "" if there is none. The data directories of a valid one of version 3 need not have anything to do with the directory.
func (s *survey) configBesideCode(code string) string {
	above := filepath.Dir(code)
	if filepath.Base(code) != "code" || !s.isWithin(above) {
		return ""
	}
	f := s.sub(s.folder(above), "puppet")
	if f == nil || !s.tree.within(s.tree.real(f.dir)) || s.kind(f) != configFolder {
		return ""
	}
	path := filepath.Join(f.dir, f.configName())
	if !s.isConfig(path) {
		return ""
	}
	doc := s.configDocument(path)
	if doc == nil {
		return ""
	}
	root := s.newRoot(path, doc, config.Global)
	if root == nil || root.Config.Version == 3 && !isRejected(root) {
		return ""
	}
	return path
}

// addEnvironment adds an environment with its modules.
func (s *survey) addEnvironment(f *folder) {
	opened, err := s.open(f, environmentName(f.dir))
	if err != nil {
		s.unreadable(f.dir, err)
		return
	}
	env := &Environment{Environment: opened, Global: s.globalRoot(f.dir), Misnamed: s.misnamed(opened)}
	name := f.configName()
	if path := filepath.Join(f.dir, name); name != "" && s.isConfig(path) {
		layer, why := s.layerOf(f, path)
		root := s.addRoot(path, layer, why)
		if layer == config.Global {
			env.Global = root
		} else {
			env.Own = root
		}
	} else {
		s.addLoose(f, usualDatadirs...)
	}
	s.environments = append(s.environments, env)
	s.addModules(f, env)
}

// addModules adds the hierarchies of the modules of an environment.
func (s *survey) addModules(f *folder, env *Environment) {
	opened := env.Environment
	s.readPuppetfiles(f, env)
	for _, dir := range opened.ModulePath {
		if rooted.IsBelow(dir, f.dir) && !s.tree.within(s.tree.real(dir)) {
			s.unreadable(dir, errOutside)
		}
	}
	for _, m := range opened.Modules() {
		dir := s.tree.real(m.Dir)
		switch {
		case rooted.IsBelow(s.tree.real(f.dir), dir):
			s.unreadable(m.Dir, errCircle)
			continue
		case !s.tree.within(dir):
			if s.tree.within(s.tree.real(filepath.Dir(m.Dir))) {
				s.unreadable(m.Dir, errOutside)
			}
			continue
		case s.isDataOfServer(m.Dir), filepath.Dir(m.Dir) == f.dir && opened.Conf.Get("modulepath") == nil && isConfigWithoutCode(s.folder(m.Dir)):
			continue
		}
		s.modules[dir] = true
		path, ok := m.HieraConfig()
		if !ok {
			if e := s.folder(m.Dir).find(environment.ConfigName); e != nil && e.err != nil {
				s.unreadable(filepath.Join(m.Dir, e.name), e.err)
			}
			s.addBare(m)
			continue
		}
		if root := s.addRoot(path, config.Module, "it is in a module of the modulepath"); root != nil {
			root.Module = m.Name
			env.Modules = append(env.Modules, root)
		}
	}
}

// environmentName returns the name under which an environment is probably used. Outside of
// `environments`, its directory has the name of the repository.
func environmentName(dir string) string {
	if isInEnvironments(dir) {
		return filepath.Base(dir)
	}
	return "production"
}

// addModule adds a module that is in no modulepath.
func (s *survey) addModule(f *folder) {
	module := environment.OpenModule(f.dir, "", s.store)
	module.Name = moduleName(f.dir, metadataName(module.Metadata), s.definitionsIn(s.sub(f, "manifests")).namespaces)
	if !f.hasFile(environment.ConfigName) {
		s.addBare(module)
		return
	}
	root := s.addRoot(filepath.Join(f.dir, environment.ConfigName), config.Module, "it is in a module")
	if root == nil {
		return
	}
	root.Module = module.Name
	s.environments = append(s.environments, &Environment{
		Environment: environment.New("production", s.store, module),
		Modules:     []*Root{root},
	})
}

// moduleName returns the name under which a standalone module is installed: that in metadata.json,
// otherwise the namespace of its classes, otherwise the name of its directory without the author,
// as in `puppetlabs-ntp`.
func moduleName(dir, metadata string, namespaces []string) string {
	names := []string{metadata}
	if len(namespaces) == 1 {
		names = append(names, namespaces[0])
	}
	for _, name := range append(names, filepath.Base(dir)) {
		name = name[strings.LastIndexAny(name, "-/")+1:]
		if environment.ValidModuleName(name) {
			return name
		}
	}
	return ""
}

// addRoot reads a hiera.yaml once; nil if it cannot be read.
func (s *survey) addRoot(path string, layer config.Layer, why string) *Root {
	if r, ok := s.byPath[path]; ok {
		return r
	}
	var root *Root
	if doc := s.configDocument(path); doc != nil {
		if root = s.newRoot(path, doc, layer); root != nil {
			root.Why = why
			s.roots = append(s.roots, root)
			s.adopt(s.reachFrom(root, root.Dir))
		}
	}
	s.byPath[path] = root
	return root
}

// newRoot returns the hierarchy of a configuration in a layer; nil if it is not a valid
// configuration.
func (l *locator) newRoot(path string, doc *data.Document, layer config.Layer) *Root {
	root := &Root{Path: doc.File.Path, Dir: filepath.Dir(path), Layer: layer, mappings: l.mappingsFor(path)}
	if crashed := crash.Guard("the file "+root.Path, func() { root.Config = config.Read(doc, layer) }); crashed != nil {
		l.unreadable(path, crashed)
		return nil
	}
	return root
}

// adopt sets the reach of a hierarchy.
func (s *survey) adopt(r *reach) {
	r.root.unseen, r.root.missing, r.root.misspelled = r.unseen, r.missing, r.misspelled
	r.root.home, r.root.homes = r.home, r.homes
	r.root.mappings = append(r.root.mappings, r.mappings...)
	r.root.elsewhere, r.root.files = r.elsewhere, r.files
	s.locations = append(s.locations, r.locations...)
	for _, dir := range r.datadirs {
		s.datadirs = append(s.datadirs, usedDatadir{dir, r.root})
		s.ahead.dir(dir)
		s.isDatadir[dir] = true
	}
}

// addNamed adds the requested files: configurations with other names, and data files even if no
// hierarchy reads them.
func (s *survey) addNamed() {
	for _, a := range s.args {
		if a.dir || s.byPath[a.path] != nil {
			continue
		}
		name := filepath.Base(a.path)
		_, isData := data.FormatOf(name)
		switch {
		case name == "environment.conf" || name == "metadata.json":
		case s.isConfig(a.path):
			s.addNamedConfig(a.path)
		case isData:
			s.named[a.path] = true
		default:
			// A level may still read it: `path: common` reads a file without an extension.
			s.named[a.path] = true
			if !strings.HasPrefix(name, ".") {
				s.unknown = append(s.unknown, a.path)
			}
		}
	}
}

// addNamedConfig adds a hierarchy that no environment or module reads by default.
func (s *survey) addNamedConfig(path string) {
	env, err := environment.Open(filepath.Dir(path), environment.Options{Store: s.store, Name: environmentName(filepath.Dir(path)), ModulePath: s.options.Modulepath})
	if err != nil {
		s.unreadable(path, err)
		return
	}
	if root := s.addRoot(path, config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"); root != nil {
		s.environments = append(s.environments, &Environment{Environment: env, Global: root})
	}
}

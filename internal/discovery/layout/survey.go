package layout

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Survey finds the environments and modules of the tree with their hierarchies.
type Survey struct {
	*locate.Locator
	*Layout
	scanned     map[string]bool    // directories without symbolic links
	namedAround map[[2]string]bool // see isNamedAround
}

// NewSurvey returns a survey that has found nothing yet.
func NewSurvey(p *locate.Locator) *Survey {
	return &Survey{
		Locator: p, scanned: map[string]bool{}, namedAround: map[[2]string]bool{},
		Layout: &Layout{
			ByPath: map[string]*project.Root{}, IsDatadir: map[string]bool{}, Loose: map[string]bool{}, Named: map[string]bool{}, Templates: map[string]bool{},
			BareData: map[string]string{},
		},
	}
}

// isCanonical reports whether a file is a hiera.yaml that Puppet reads by default, in an
// environment or module that was found.
func (s *Survey) isCanonical(path string) bool {
	_, known := s.ByPath[path]
	return known || filepath.Base(path) == environment.ConfigName && s.Modules[s.Real(filepath.Dir(path))]
}

// Scan searches dir for environments and modules. Directories are scanned once, regardless of their
// name.
func (s *Survey) Scan(dir string) {
	key := s.Real(dir)
	if s.scanned[key] || !s.Enter(dir) {
		return
	}
	s.scanned[key] = true
	f := s.Folder(dir)
	if f == nil {
		_, err := s.List(dir)
		s.CannotRead(dir, err)
		return
	}
	switch s.Kind(f) {
	case classify.CodeFolder:
		s.addCode(f)
	case classify.EnvironmentFolder:
		if !s.isPartOfAnother(f) {
			s.addEnvironment(f)
		}
	case classify.ConfigFolder:
		if s.IsConfigAlone(f) {
			s.addEnvironment(f)
		} else {
			s.addLoose(f, s.hieraDatadirs(f)...)
		}
	case classify.ModuleFolder:
		if !s.Modules[key] {
			s.addModule(f)
		}
		return
	case classify.OtherFolder:
		s.addLoose(f, s.hieraDatadirs(f)...)
	}
	for _, e := range f.Entries {
		path := filepath.Join(dir, e.Name)
		switch {
		case e.Err != nil && (e.Name == environment.ConfigName || e.Name == "environment.conf" || filepath.Base(dir) == "environments"):
			s.CannotRead(path, e.Err)
		case e.Dir && e.Name == environment.ConfigName && !s.IsDatadir[path]:
			s.CannotRead(path, source.ErrNotRegular)
		case !e.Dir || e.Link || s.IsHidden(path) || s.Modules[filepath.Join(key, e.Name)]:
		case s.IsDatadir[path]:
			// A hiera.yaml there is the data of a node called hiera.
		case recognize.PassedOver[e.Name] && filepath.Base(dir) != "environments":
		default:
			s.Scan(path)
		}
	}
}

// isPartOfAnother reports whether a directory that resembles an environment is a part of the
// enclosing one, because it has neither a hierarchy nor manifests.
func (s *Survey) isPartOfAnother(f *worktree.Folder) bool {
	return f.ConfigName() == "" && !f.HasFile("environment.conf") && !classify.HasManifest(s.Sub(f, "manifests")) &&
		!classify.IsInEnvironments(f.Dir) && s.EnclosingEnvironment(filepath.Dir(f.Dir)) != nil
}

// addCode adds the environments of a code directory, and the directory itself if it is also one,
// because it is deployed as an environment.
func (s *Survey) addCode(f *worktree.Folder) {
	if f.HasFile("environment.conf") {
		s.addEnvironment(f)
	}
	environments := s.Sub(f, "environments")
	// Links come last, so that an environment with a second name is added once.
	for _, links := range []bool{false, true} {
		for _, e := range environments.Entries {
			if e.Dir && e.Link == links && !strings.HasPrefix(e.Name, ".") {
				s.Scan(filepath.Join(environments.Dir, e.Name))
			}
		}
	}
}

// globalRoot returns the hiera.yaml of the global layer for an environment in a code directory, which is in that or in the
// configuration directory; nil if there is none.
func (s *Survey) globalRoot(environment string) *project.Root {
	if !classify.IsInEnvironments(environment) {
		return nil
	}
	f := s.Folder(filepath.Dir(filepath.Dir(environment)))
	if f == nil || !s.Within(s.Real(f.Dir)) {
		return nil
	}
	if name := f.ConfigName(); name != "" {
		return s.addRoot(filepath.Join(f.Dir, name), config.Global, "it is in the code directory, next to `environments`")
	}
	path := s.configBesideCode(f.Dir)
	if path == "" {
		return nil
	}
	return s.addRoot(path, config.Global, "it is in the configuration directory, next to the code directory")
}

// configBesideCode returns the hiera.yaml in the configuration directory `puppet` next to a directory `code`, as on a server;
// "" if there is none. The data directories of a valid one of version 3 need not have anything to do with the directory.
func (s *Survey) configBesideCode(code string) string {
	above := filepath.Dir(code)
	if filepath.Base(code) != "code" || !s.IsWithin(above) {
		return ""
	}
	f := s.Sub(s.Folder(above), "puppet")
	if f == nil || !s.Within(s.Real(f.Dir)) || s.Kind(f) != classify.ConfigFolder {
		return ""
	}
	path := filepath.Join(f.Dir, f.ConfigName())
	if !s.IsConfig(path) {
		return ""
	}
	doc := s.ConfigDocument(path)
	if doc == nil {
		return ""
	}
	root := s.NewRoot(path, doc, config.Global)
	if root == nil || root.Config.Version == 3 && !isRejected(root) {
		return ""
	}
	return path
}

// addEnvironment adds an environment with its modules.
func (s *Survey) addEnvironment(f *worktree.Folder) {
	opened, err := s.Open(f, environmentName(f.Dir))
	if err != nil {
		s.CannotRead(f.Dir, err)
		return
	}
	env := &project.Environment{Environment: opened, Global: s.globalRoot(f.Dir), Misnamed: s.Misnamed(opened)}
	name := f.ConfigName()
	if path := filepath.Join(f.Dir, name); name != "" && s.IsConfig(path) {
		layer, why := s.LayerOf(f, path)
		root := s.addRoot(path, layer, why)
		if layer == config.Global {
			env.Global = root
		} else {
			env.Own = root
		}
	} else {
		s.addLoose(f, recognize.UsualDatadirs...)
	}
	if path := s.ConfigOfVagrant(f.Dir); path != "" && env.Global == nil && env.Own == nil {
		env.Global = s.addRoot(path, config.Global, "a Vagrantfile has it as hiera_config_path")
	}
	s.Environments = append(s.Environments, env)
	s.addModules(f, env)
	if m := s.moduleOf(f); m != nil && (env.Own != nil || env.Global != nil) {
		opened.Add(m)
	}
}

// moduleOf returns the module that an environment also is, such as a Bolt project, or a repository that is deployed as both; nil
// if it is none. The manifests of a module define only classes in its namespace.
func (s *Survey) moduleOf(f *worktree.Folder) *environment.Module {
	manifests := s.Sub(f, "manifests")
	if !f.HasFile("metadata.json", "bolt-project.yaml") || !manifests.HasFile("init.pp") || manifests.HasFile("site.pp") {
		return nil
	}
	namespaces := s.DefinitionsIn(manifests).Namespaces
	m := environment.OpenModule(f.Dir, "", s.Store)
	m.Name = moduleName(f.Dir, classify.MetadataName(m.Metadata), namespaces)
	if len(namespaces) != 1 || m.Name != namespaces[0] {
		return nil
	}
	return m
}

// addModules adds the hierarchies of the modules of an environment.
func (s *Survey) addModules(f *worktree.Folder, env *project.Environment) {
	opened := env.Environment
	s.readPuppetfiles(f, env)
	for _, dir := range opened.ModulePath {
		if rooted.IsBelow(dir, f.Dir) && !s.Within(s.Real(dir)) {
			s.CannotRead(dir, worktree.ErrOutside)
		}
	}
	for _, m := range opened.Modules() {
		dir := s.Real(m.Dir)
		switch {
		case rooted.IsBelow(s.Real(f.Dir), dir):
			s.CannotRead(m.Dir, worktree.ErrCircle)
			continue
		case !s.Within(dir):
			if s.Within(s.Real(filepath.Dir(m.Dir))) {
				s.CannotRead(m.Dir, worktree.ErrOutside)
			}
			continue
		case s.IsDataOfServer(m.Dir), filepath.Dir(m.Dir) == f.Dir && opened.Conf.Get("modulepath") == nil && classify.IsConfigWithoutCode(s.Folder(m.Dir)):
			continue
		}
		s.Modules[dir] = true
		path, ok := m.HieraConfig()
		if !ok {
			if e := s.Folder(m.Dir).Find(environment.ConfigName); e != nil && e.Err != nil {
				s.CannotRead(filepath.Join(m.Dir, e.Name), e.Err)
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
	if classify.IsInEnvironments(dir) {
		return filepath.Base(dir)
	}
	return "production"
}

// addModule adds a module that is in no modulepath.
func (s *Survey) addModule(f *worktree.Folder) {
	module := environment.OpenModule(f.Dir, "", s.Store)
	module.Name = moduleName(f.Dir, classify.MetadataName(module.Metadata), s.DefinitionsIn(s.Sub(f, "manifests")).Namespaces)
	if !f.HasFile(environment.ConfigName) {
		s.addBare(module)
		return
	}
	root := s.addRoot(filepath.Join(f.Dir, environment.ConfigName), config.Module, "it is in a module")
	if root == nil {
		return
	}
	root.Module = module.Name
	s.Environments = append(s.Environments, &project.Environment{
		Environment: environment.New("production", s.Store, module),
		Modules:     []*project.Root{root},
	})
}

// moduleName returns the name under which a standalone module is installed: the namespace of its classes, without which
// Puppet does not find them, otherwise the name in metadata.json, otherwise that of its directory without the author, as in
// `puppetlabs-ntp`.
func moduleName(dir, metadata string, namespaces []string) string {
	names := []string{metadata, filepath.Base(dir)}
	if len(namespaces) == 1 {
		names = slices.Concat(namespaces, names)
	}
	for _, name := range names {
		name = name[strings.LastIndexAny(name, "-/")+1:]
		if environment.ValidModuleName(name) {
			return name
		}
	}
	return ""
}

// addRoot reads a hiera.yaml once; nil if it cannot be read.
func (s *Survey) addRoot(path string, layer config.Layer, why string) *project.Root {
	if r, ok := s.ByPath[path]; ok {
		return r
	}
	var root *project.Root
	if doc := s.ConfigDocument(path); doc != nil {
		if root = s.NewRoot(path, doc, layer); root != nil {
			root.Why = why
			s.Roots = append(s.Roots, root)
			s.adopt(s.reach(root))
		}
	}
	s.ByPath[path] = root
	return root
}

// reach returns the reach of a hierarchy. In version 3, relative data directories refer to Puppet's working directory, which is
// often the top of the repository rather than the directory of the hiera.yaml.
func (s *Survey) reach(root *project.Root) *locate.Reach {
	own := s.ReachFrom(root, root.Dir)
	if root.Config.Version != 3 || len(own.Datadirs) > 0 {
		return own
	}
	for _, home := range s.Homes(root.Dir, root.Dir) {
		if r := s.ReachFrom(root, home); len(r.Datadirs) > 0 {
			return r
		}
	}
	return own
}

// adopt sets the reach of a hierarchy.
func (s *Survey) adopt(r *locate.Reach) {
	mappings := slices.Concat(r.Root.Sources.Mappings, r.Mappings)
	r.Root.Sources = r.Sources
	r.Root.Sources.Mappings = mappings
	s.Locations = append(s.Locations, r.Locations...)
	for _, dir := range r.Datadirs {
		s.Datadirs = append(s.Datadirs, UsedDatadir{dir, r.Root})
		s.Ahead.Dir(dir)
		s.IsDatadir[dir] = true
	}
}

// AddNamed adds the requested files: configurations with other names, and data files even if no
// hierarchy reads them.
func (s *Survey) AddNamed() {
	for _, a := range s.Args {
		if a.Dir || s.ByPath[a.Path] != nil {
			continue
		}
		name := filepath.Base(a.Path)
		_, isData := data.FormatOf(name)
		switch {
		case name == "environment.conf" || name == "metadata.json":
		case s.IsConfig(a.Path):
			s.addNamedConfig(a.Path)
		case isData:
			s.Named[a.Path] = true
		default:
			// A level may still read it: `path: common` reads a file without an extension.
			s.Named[a.Path] = true
			if !strings.HasPrefix(name, ".") {
				s.Unknown = append(s.Unknown, a.Path)
			}
		}
	}
}

// addNamedConfig adds a hierarchy that no environment or module reads by default.
func (s *Survey) addNamedConfig(path string) {
	env, err := environment.Open(filepath.Dir(path), environment.Options{Store: s.Store, Name: environmentName(filepath.Dir(path)), ModulePath: s.Options.Modulepath})
	if err != nil {
		s.CannotRead(path, err)
		return
	}
	if root := s.addRoot(path, config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"); root != nil {
		s.Environments = append(s.Environments, &project.Environment{Environment: env, Global: root})
	}
}

// isPartOfModule reports whether a file is in a directory of a module, judging by its contents.
func (s *Survey) isPartOfModule(path string) bool {
	return lists.Any(s.Upwards(filepath.Dir(path)), func(dir string) bool { return s.Kind(s.Folder(dir)) == classify.ModuleFolder })
}

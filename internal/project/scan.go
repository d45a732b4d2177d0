package project

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/crash"
)

// passedOver are directories that are not looked into for hierarchies: what lies there is meant for
// tests and examples, or came from elsewhere. Directories with a leading dot are passed over too.
// Neither counts for environments in `environments`, for modules in a modulepath, for data
// directories, and for what was asked for.
var passedOver = map[string]bool{
	"acceptance": true, "coverage": true, "doc": true, "docs": true, "example": true, "examples": true, "fixtures": true,
	"node_modules": true, "pkg": true, "spec": true, "test": true, "testdata": true, "tests": true, "tmp": true, "vendor": true,
}

// scan looks for environments and modules at and below dir. A folder that was scanned, under any
// name, is not scanned again.
func (l *loader) scan(dir string) {
	key := l.tree.real(dir)
	if l.scanned[key] || !l.enter(dir) {
		return
	}
	l.scanned[key] = true
	f := l.folder(dir)
	if f == nil {
		_, err := l.tree.list(dir)
		l.unreadable(dir, err)
		return
	}
	switch l.kind(f) {
	case codeFolder:
		l.addCode(f)
	case environmentFolder:
		if !l.isPartOfAnother(f) {
			l.addEnvironment(f)
		}
	case configFolder:
		if l.isConfigAlone(f) {
			l.addEnvironment(f)
		} else {
			l.addLoose(f, "hieradata", "hiera-data", "hiera_data")
		}
	case moduleFolder:
		if !l.modules[key] {
			l.addModule(f)
		}
		return
	case otherFolder:
		l.addLoose(f, "hieradata", "hiera-data", "hiera_data")
	}
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil && (e.name == environment.ConfigName || filepath.Base(dir) == "environments"):
			l.unreadable(path, e.err)
		case !e.dir || e.link || strings.HasPrefix(e.name, ".") || l.modules[filepath.Join(key, e.name)]:
		case l.isPlace[path]:
			// What is called hiera.yaml there is the data of a node called hiera.
		case passedOver[e.name] && filepath.Base(dir) != "environments":
		default:
			l.scan(path)
		}
	}
}

// isPartOfAnother tells whether a folder that has some of what environments have is a part of the one around
// it: it has neither a hierarchy nor manifests.
func (l *loader) isPartOfAnother(f *folder) bool {
	return f.configName() == "" && !f.hasFile("environment.conf") && !hasManifest(l.sub(f, "manifests")) &&
		filepath.Base(filepath.Dir(f.dir)) != "environments" && l.environmentAround(filepath.Dir(f.dir)) != nil
}

// addCode adds the environments of a code directory, and the directory itself if it is one as well: it is
// deployed as an environment.
func (l *loader) addCode(f *folder) {
	if f.hasFile("environment.conf") {
		l.addEnvironment(f)
	}
	environments := l.sub(f, "environments")
	// Links come last: an environment under a second name is there once.
	for _, links := range []bool{false, true} {
		for _, e := range environments.entries {
			if e.dir && e.link == links && !strings.HasPrefix(e.name, ".") {
				l.scan(filepath.Join(environments.dir, e.name))
			}
		}
	}
}

// globalRoot is the hiera.yaml of the code directory that an environment lies in, which is that of
// the global layer; nil when there is none.
func (l *loader) globalRoot(environment string) *Root {
	if filepath.Base(filepath.Dir(environment)) != "environments" {
		return nil
	}
	f := l.folder(filepath.Dir(filepath.Dir(environment)))
	if f == nil || f.configName() == "" || !l.tree.within(l.tree.real(f.dir)) {
		return nil
	}
	return l.addRoot(filepath.Join(f.dir, f.configName()), config.Global, "it lies in the code directory, beside `environments`")
}

// addEnvironment adds an environment with its modules.
func (l *loader) addEnvironment(f *folder) {
	opened, err := l.open(f, environmentName(f.dir))
	if err != nil {
		l.unreadable(f.dir, err)
		return
	}
	env := &Environment{Environment: opened, Global: l.globalRoot(f.dir)}
	name := f.configName()
	if path := filepath.Join(f.dir, name); name != "" && l.isConfig(path) {
		layer, why := l.layerOf(f, path)
		root := l.addRoot(path, layer, why)
		if layer == config.Global {
			env.Global = root
		} else {
			env.Own = root
		}
	} else {
		l.addLoose(f, "data", "hieradata")
	}
	l.project.Environments = append(l.project.Environments, env)
	l.addModules(f, env)
}

// addModules adds the hierarchies of the modules of an environment.
func (l *loader) addModules(f *folder, env *Environment) {
	opened := env.Environment
	l.readPuppetfiles(f, env)
	for _, dir := range opened.ModulePath {
		if below(dir, f.dir) && !l.tree.within(l.tree.real(dir)) {
			l.unreadable(dir, errOutside)
		}
	}
	for _, m := range opened.Modules() {
		dir := l.tree.real(m.Dir)
		switch {
		case below(l.tree.real(f.dir), dir):
			l.unreadable(m.Dir, errCircle)
			continue
		case !l.tree.within(dir):
			if l.tree.within(l.tree.real(filepath.Dir(m.Dir))) {
				l.unreadable(m.Dir, errOutside)
			}
			continue
		}
		l.modules[dir] = true
		path, ok := m.HieraConfig()
		if !ok {
			continue
		}
		if root := l.addRoot(path, config.Module, "it lies in a module of the modulepath"); root != nil {
			root.Module = m.Name
			env.Modules = append(env.Modules, root)
		}
	}
}

// environmentName is the name under which an environment is most probably used: where it does not
// lie in `environments`, its directory is called as the repository is.
func environmentName(dir string) string {
	if filepath.Base(filepath.Dir(dir)) == "environments" {
		return filepath.Base(dir)
	}
	return "production"
}

// addModule adds a module that is in no modulepath.
func (l *loader) addModule(f *folder) {
	name := f.configName()
	if name != environment.ConfigName {
		return
	}
	root := l.addRoot(filepath.Join(f.dir, name), config.Module, "it lies in a module")
	if root == nil {
		return
	}
	module := environment.OpenModule(f.dir, "", l.store)
	module.Name = moduleName(f.dir, metadataName(module.Metadata), definitionsIn(l.sub(f, "manifests")).namespaces)
	root.Module = module.Name
	l.project.Environments = append(l.project.Environments, &Environment{
		Environment: environment.New("production", l.store, module),
		Modules:     []*Root{root},
	})
}

// moduleName is what a module that lies alone will be called where it is installed: what
// metadata.json says, else the namespace of its classes, else its directory, without an author as in
// `puppetlabs-ntp`.
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

// addRoot reads a hiera.yaml once; nil when it cannot be read.
func (l *loader) addRoot(path string, layer config.Layer, why string) *Root {
	if r, ok := l.roots[path]; ok {
		return r
	}
	var root *Root
	if doc := l.configDocument(path); doc != nil {
		if root = l.newRoot(path, doc, layer); root != nil {
			root.Why = why
			l.project.Roots = append(l.project.Roots, root)
			l.locate(root)
		}
	}
	l.roots[path] = root
	return root
}

// newRoot is the hierarchy of a configuration as that of a layer; nil when it cannot be understood.
func (l *loader) newRoot(path string, doc *data.Document, layer config.Layer) *Root {
	root := &Root{Path: doc.File.Path, Dir: filepath.Dir(path), Layer: layer, mappings: l.mappingsFor(path)}
	if crashed := crash.Guard("the file "+root.Path, func() { root.Config = config.Read(doc, layer) }); crashed != nil {
		l.unreadable(path, crashed)
		return nil
	}
	return root
}

var (
	puppetfileModule = regexp.MustCompile(`(?m)^[ \t]*mod[ \t(]+['":]([0-9A-Za-z_/-]+)`)
	// computedModule is a module whose name is no literal.
	computedModule   = regexp.MustCompile(`(?m)(?:^|[{|;])[ \t]*mod(?:[ \t]*\([ \t]*|[ \t]+)(?:[a-zA-Z_]|["'][^"'\n]*#\{)`)
	localModule      = regexp.MustCompile(`:local\s*=>\s*true|local:\s*true`)
	forgeAddress     = regexp.MustCompile(`(?m)^[ \t]*forge[ \t(]+['"]([^'"]*)`)
	repositoryModule = regexp.MustCompile(`:(?:git|svn|tarball)\b|\b(?:git|svn|tarball):`)
)

// readPuppetfiles reads the Puppetfile of an environment, and those that lie with the directories of its modulepath:
// modules/Puppetfile for modules/upstream.
func (l *loader) readPuppetfiles(f *folder, env *Environment) {
	l.readPuppetfile(f, env)
	seen := map[string]bool{f.dir: true}
	for _, dir := range env.ModulePath {
		for ; dir != f.dir && below(dir, f.dir) && !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			l.readPuppetfile(l.folder(dir), env)
		}
	}
}

// readPuppetfile finds out which modules a Puppetfile installs, and which of them are releases
// of the public Forge: named with their author, and from no repository.
func (l *loader) readPuppetfile(f *folder, env *Environment) {
	if f == nil || !f.hasFile("Puppetfile") {
		return
	}
	file, err := l.store.File(filepath.Join(f.dir, "Puppetfile"))
	if err != nil {
		return
	}
	if env.installed == nil {
		env.installed, env.forge = map[string]bool{}, map[string]bool{}
	}
	text := string(file.Text)
	isPublic := true
	if m := forgeAddress.FindStringSubmatch(text); m != nil && strings.Contains(m[1], "://") {
		isPublic = strings.Contains(m[1], "puppet.com") || strings.Contains(m[1], "puppetlabs.com")
	}
	all := puppetfileModule.FindAllStringSubmatchIndex(text, -1)
	for i, m := range all {
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		if !localModule.MatchString(text[m[0]:end]) {
			author := strings.LastIndexAny(text[m[2]:m[3]], "-/")
			name := text[m[2]+author+1 : m[3]]
			env.installed[name] = true
			env.forge[name] = isPublic && author > 0 && !repositoryModule.MatchString(text[m[0]:end])
		}
	}
	env.computed = env.computed || computedModule.MatchString(text)
}

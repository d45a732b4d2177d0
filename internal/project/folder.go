package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// folder is a directory and its entries.
type folder struct {
	dir     string
	entries []entry
	kind    folderKind // once known
}

type folderKind uint8

const (
	unknownFolder folderKind = iota
	otherFolder
	environmentFolder
	moduleFolder
	configFolder // contains a hiera.yaml, and nothing else that identifies it
	codeFolder   // contains the environments in a directory `environments`
)

// folder reads a directory once; nil if it cannot be read.
func (d *disk) folder(dir string) *folder {
	if f, ok := d.folders[dir]; ok {
		return f
	}
	entries, err := d.tree.list(dir)
	var f *folder
	if err == nil {
		f = &folder{dir: dir, entries: entries}
	}
	d.folders[dir] = f
	return f
}

// find returns the entry with that name; nil if there is none or f is nil.
func (f *folder) find(name string) *entry {
	if f == nil {
		return nil
	}
	for i := range f.entries {
		if f.entries[i].name == name {
			return &f.entries[i]
		}
	}
	return nil
}

func (f *folder) has(name string) bool { return f.find(name) != nil }

// hasInOtherCase reports whether the name of an entry differs from a name only in case. File systems
// of servers tell them apart, even if that of this computer does not.
func (f *folder) hasInOtherCase(name string) bool {
	return f != nil && !f.has(name) && slices.ContainsFunc(f.entries, func(e entry) bool { return strings.EqualFold(e.name, name) })
}

func (f *folder) hasFile(names ...string) bool {
	for _, name := range names {
		if e := f.find(name); e != nil && !e.dir && e.err == nil {
			return true
		}
	}
	return false
}

func (f *folder) hasDir(names ...string) bool {
	for _, name := range names {
		if e := f.find(name); e != nil && e.dir {
			return true
		}
	}
	return false
}

// sub returns a subdirectory of f; nil if there is none.
func (d *disk) sub(f *folder, name string) *folder {
	if !f.hasDir(name) {
		return nil
	}
	return d.folder(filepath.Join(f.dir, name))
}

// configName returns the name of the directory's hiera.yaml; "" if there is none. Puppet reads a
// `hiera.yml` only if the setting hiera_config names it, so that must be its purpose.
func (f *folder) configName() string {
	for _, name := range []string{environment.ConfigName, "hiera.yml"} {
		if f.hasFile(name) {
			return name
		}
	}
	return ""
}

// classifier determines the kinds of directories.
type classifier struct {
	*disk
	*request
	*inventory
	modulePaths map[string][]string // of environments, by their directory
}

func newClassifier(d *disk, q *request, v *inventory) *classifier {
	return &classifier{disk: d, request: q, inventory: v, modulePaths: map[string][]string{}}
}

// kind determines the kind of a directory by its contents and surroundings. The criteria, strongest
// first:
//
//   - A directory `environments` with environments: the code directory.
//   - A directory in the modulepath of an enclosing environment is a module.
//   - environment.conf is read only in environments.
//   - A directory in `environments` is an environment.
//   - Directories of modules (`site-modules`, `site`, `modules`) and manifests/site.pp are in
//     environments; a control repo may also have a metadata.json for its tests.
//   - metadata.json indicates a module.
//   - bolt-project.yaml indicates a Bolt project, whose hiera.yaml is used for all keys.
//   - A hierarchy with a level for each node, of version 3, or that a Vagrantfile passes to Puppet is
//     that of an environment.
//   - Manifests that define nodes belong to an environment.
//   - manifests/init.pp and lib/puppet indicate a module.
//   - A Puppetfile lists the modules of an environment.
//   - Other manifests belong to a module if all their definitions are in one namespace, and otherwise
//     to an environment.
//   - A repository of modules contains them at its top.
//   - A hiera.yaml alone is taken for that of an environment.
func (c *classifier) kind(f *folder) folderKind {
	if f.kind == unknownFolder {
		f.kind = c.kindOf(f)
	}
	return f.kind
}

func (c *classifier) kindOf(f *folder) folderKind {
	manifests := c.sub(f, "manifests")
	switch {
	case c.hasEnvironments(f):
		return codeFolder
	case c.isInModulePath(f.dir):
		return moduleFolder
	case f.hasFile("environment.conf"),
		isInEnvironments(f.dir) && c.looksLikeEnvironment(f),
		manifests.hasFile("site.pp"),
		c.hasModules(f):
		return environmentFolder
	case c.isMetadata(f) && (f.hasDir("manifests", "lib", "functions", "types", "tasks", "plans") || !c.isForNodes(f)):
		return moduleFolder
	case f.hasFile("bolt-project.yaml"), hasManifest(manifests) && c.isOfEnvironment(f), c.definitionsIn(manifests).nodes:
		return environmentFolder
	case manifests.hasFile("init.pp"), c.sub(f, "lib").hasDir("puppet", "facter"):
		return moduleFolder
	case f.hasFile("Puppetfile"):
		return environmentFolder
	case hasManifest(manifests):
		if len(c.definitionsIn(manifests).namespaces) == 1 {
			return moduleFolder
		}
		return environmentFolder
	case c.isCollection(f):
		return environmentFolder
	case f.configName() != "":
		return configFolder
	}
	return otherFolder
}

// isInEnvironments reports whether a directory is in one called `environments`, as environments of a server are.
func isInEnvironments(dir string) bool { return filepath.Base(filepath.Dir(dir)) == "environments" }

// isCollection reports whether a repository has only modules at its top. It is added to the
// modulepath of a server as a whole.
func (c *classifier) isCollection(f *folder) bool {
	return c.top(f.dir) == f.dir && slices.Contains(c.bases, f.dir) && c.modulesIn(f) > severalModules
}

// isInModulePath reports whether a directory is a module of an environment a few levels above.
func (c *classifier) isInModulePath(dir string) bool {
	if !environment.ValidModuleName(filepath.Base(dir)) || c.isDataOfServer(dir) {
		return false
	}
	parent := filepath.Dir(dir)
	for above, n := parent, 0; n < 3 && filepath.Dir(above) != above; n++ {
		above = filepath.Dir(above)
		if slices.Contains(c.modulePath(above), parent) {
			return true
		}
	}
	return false
}

// isDataOfServer reports whether a directory next to modules is a data directory with the hiera.yaml
// of a server, which has version 3, and contains nothing of a module.
func (c *classifier) isDataOfServer(dir string) bool {
	if !slices.Contains(usualDatadirs, filepath.Base(dir)) || !isConfigWithoutCode(c.folder(dir)) {
		return false
	}
	doc, err := c.store.Document(filepath.Join(dir, environment.ConfigName), data.YAML)
	return err == nil && isHierarchy(doc) && len(symbolKeys(doc.Value)) > 0
}

// isConfigWithoutCode reports whether a directory contains a hiera.yaml and nothing of a module.
func isConfigWithoutCode(f *folder) bool {
	return f.hasFile(environment.ConfigName) && !f.hasFile("metadata.json") && !f.hasDir("manifests", "functions", "lib", "types", "plans", "tasks")
}

// modulePath returns the modulepath of an environment in dir; empty if nothing indicates that dir
// is one.
func (c *classifier) modulePath(dir string) []string {
	if path, ok := c.modulePaths[dir]; ok {
		return path
	}
	var path []string
	if f := c.folder(dir); f.hasFile("environment.conf", "Puppetfile", environment.ConfigName) {
		if env, err := c.open(f, ""); err == nil {
			path = env.ModulePath
		}
	}
	c.modulePaths[dir] = path
	return path
}

// looksLikeEnvironment reports whether a directory contains anything that environments have. Since
// levels may be called `environments/%{environment}/modules/…`, a directory with the name of a
// module directory does not count if it contains data.
func (d *disk) looksLikeEnvironment(f *folder) bool {
	return f.configName() != "" || f.hasFile("environment.conf", "Puppetfile") || f.hasDir("manifests", "data", "hieradata") ||
		slices.ContainsFunc(moduleDirNames, func(name string) bool {
			return f.hasDir(name) && (d.holdsModules(d.sub(f, name)) || !d.holdsData(filepath.Join(f.dir, name)))
		})
}

// moduleDirNames lists the common names of directories of modules in an environment.
var moduleDirNames = []string{"site-modules", "site", "modules"}

func (d *disk) hasEnvironments(f *folder) bool {
	environments := d.sub(f, "environments")
	if environments == nil {
		return false
	}
	for _, e := range environments.entries {
		if e.dir && environment.ValidName(e.name) {
			if f := d.sub(environments, e.name); f != nil && d.looksLikeEnvironment(f) {
				return true
			}
		}
	}
	return false
}

// hasModules reports whether f contains a directory of Puppet modules. Since web sites, Terraform,
// and others use the same names, it checks the contents of the directory.
func (d *disk) hasModules(f *folder) bool {
	return slices.ContainsFunc(moduleDirNames, func(name string) bool { return d.holdsModules(d.sub(f, name)) })
}

func (d *disk) holdsModules(modules *folder) bool {
	return modules != nil && slices.ContainsFunc(modules.entries, func(e entry) bool {
		if !e.dir || !environment.ValidModuleName(e.name) {
			return false
		}
		m := d.sub(modules, e.name)
		return m.hasFile("metadata.json", environment.ConfigName) || m.hasDir("manifests", "tasks", "plans", "functions", "types")
	})
}

var forgeName = lazyregexp.New(`\A[0-9A-Za-z]+[-/][a-z][a-z0-9_]*\z`)

// isMetadata reports whether the directory contains the metadata.json of a Puppet module; other
// programs use that name too. An invalid one counts if there are other signs of a module.
func (d *disk) isMetadata(f *folder) bool {
	if !f.hasFile("metadata.json") {
		return false
	}
	doc, err := d.store.Document(filepath.Join(f.dir, "metadata.json"), data.JSON)
	if err != nil || !doc.Value.Is(data.Hash) || doc.Value.Len() == 0 {
		return f.configName() != "" || f.hasDir("manifests")
	}
	for _, key := range []string{"dependencies", "requirements", "operatingsystem_support"} {
		if _, ok := doc.Value.Get(key); ok {
			return true
		}
	}
	return forgeName().MatchString(metadataName(doc))
}

// metadataName returns the `name` in a metadata.json.
func metadataName(doc *data.Document) string {
	if doc == nil || doc.Value == nil {
		return ""
	}
	if name, ok := doc.Value.Get("name"); ok && name.Kind() == data.String {
		return name.Text()
	}
	return ""
}

func hasManifest(manifests *folder) bool {
	return manifests != nil && slices.ContainsFunc(manifests.entries, isManifest)
}

func isManifest(e entry) bool { return !e.dir && e.err == nil && strings.HasSuffix(e.name, ".pp") }

// isOfEnvironment reports whether the hiera.yaml of a directory cannot be that of a module.
func (d *disk) isOfEnvironment(f *folder) bool {
	return d.isForNodes(f) || f.configName() != "" && d.isPassedByVagrant(filepath.Join(f.dir, f.configName()))
}

// isForNodes reports whether the hiera.yaml of a directory has a level for each node, or version 3,
// which modules do not have.
func (d *disk) isForNodes(f *folder) bool {
	name := f.configName()
	if name == "" {
		return false
	}
	file, err := d.store.File(filepath.Join(f.dir, name))
	return err == nil && forNodes().Match(file.Text)
}

// definitions describes what the manifests in a directory define.
type definitions struct {
	// nodes reports that there is a node definition, which is allowed only in the main manifests of
	// an environment.
	nodes bool
	// namespaces lists the first segments of the names of classes and defined types, sorted. Those
	// of a module are its name.
	namespaces []string
}

var (
	forNodes        = lazyregexp.New(`%\{[^}]*(?:certname|clientcert)|(?m:^:(?:backends|hierarchy):)`)
	nodeDefinition  = lazyregexp.New(`(?m)^\s*node\s+['"/\w]`)
	classDefinition = lazyregexp.New(`(?m)^\s*(?:class|define)\s+(?:::)?([a-z][a-z0-9_]*)`)
)

// definitionsIn reads the manifests directly in a directory.
func (d *disk) definitionsIn(manifests *folder) definitions {
	var found definitions
	if manifests == nil {
		return found
	}
	for _, e := range manifests.entries {
		if !isManifest(e) {
			continue
		}
		text, err := d.store.Text(filepath.Join(manifests.dir, e.name))
		if err != nil {
			continue
		}
		found.nodes = found.nodes || nodeDefinition().Match(text)
		for _, m := range classDefinition().FindAllSubmatch(text, -1) {
			if name := string(m[1]); !slices.Contains(found.namespaces, name) {
				found.namespaces = append(found.namespaces, name)
			}
		}
	}
	return found
}

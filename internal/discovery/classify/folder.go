// Package classify determines what directories and files of a tree are: environments, modules, code
// directories, and configurations; for production or for tests; and in which layer. It also finds the
// modulepaths of environments, and the directories to search for what was requested.
package classify

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/recognize"
)

// FolderKind is what a directory is.
type FolderKind uint8

// The kinds of directories.
const (
	OtherFolder FolderKind = iota
	EnvironmentFolder
	ModuleFolder
	ConfigFolder // contains a hiera.yaml, and nothing else that identifies it
	CodeFolder   // contains the environments in a directory `environments`
)

// Classifier determines the kinds of directories.
type Classifier struct {
	*worktree.Tree
	*Request
	inventory
	kinds       map[*worktree.Folder]FolderKind
	modulePaths memo.Map[string, []string] // of environments, by their directory
	linked      memo.Map[string, []string] // see linkedInManifests
}

// New returns a classifier that knows the whole tree of a request.
func New(tree *worktree.Tree, q *Request) *Classifier {
	c := newClassifier(tree, q)
	c.takeInventory()
	return c
}

func newClassifier(tree *worktree.Tree, q *Request) *Classifier {
	return &Classifier{
		Tree: tree, Request: q, inventory: inventory{DirsNamed: map[string][]string{}},
		kinds: map[*worktree.Folder]FolderKind{},
	}
}

// Kind determines the kind of a directory by its contents and surroundings. The criteria, strongest
// first:
//
//   - A directory `environments` with environments: the code directory.
//   - A directory in the modulepath of an enclosing environment is a module.
//   - environment.conf is read only in environments.
//   - A directory in `environments` is an environment.
//   - Directories of modules (`site-modules`, `site`, `modules`) and manifests/site.pp are in
//     environments; a control repo may also have a metadata.json for its tests.
//   - bolt-project.yaml indicates a Bolt project, whose hiera.yaml is used for all keys; with metadata.json and
//     classes, a module.
//   - metadata.json indicates a module, unless a Vagrantfile passes its hiera.yaml of version 3 to Puppet.
//   - A hierarchy with a level for each node, of version 3, or that a Vagrantfile passes to Puppet is
//     that of an environment.
//   - Manifests that define nodes belong to an environment.
//   - manifests/init.pp and lib/puppet indicate a module.
//   - A Puppetfile lists the modules of an environment.
//   - Other manifests belong to a module if all their definitions are in one namespace, and otherwise
//     to an environment.
//   - A repository of modules contains them at its top.
//   - A hiera.yaml alone is taken for that of an environment.
//
// A directory that cannot be read, which is nil, is of no kind.
func (c *Classifier) Kind(f *worktree.Folder) FolderKind {
	if f == nil {
		return OtherFolder
	}
	return lists.GetOrPut(c.kinds, f, func() FolderKind { return c.kindOf(f) })
}

func (c *Classifier) kindOf(f *worktree.Folder) FolderKind {
	manifests := c.Sub(f, "manifests")
	switch {
	case c.hasEnvironments(f):
		return CodeFolder
	case c.isInModulePath(f.Dir):
		return ModuleFolder
	case f.HasFile("environment.conf"),
		IsInEnvironments(f.Dir) && c.looksLikeEnvironment(f),
		c.hasMainManifest(manifests),
		c.hasModules(f),
		f.HasFile("bolt-project.yaml") && !HasManifest(manifests):
		return EnvironmentFolder
	case c.isMetadata(f) && !c.isForVagrant(f) && (f.HasDir("manifests", "lib", "functions", "types", "tasks", "plans") || !c.isForNodes(f)):
		return ModuleFolder
	case f.HasFile("bolt-project.yaml"), HasManifest(manifests) && c.isOfEnvironment(f), c.DefinitionsIn(manifests).nodes:
		return EnvironmentFolder
	case manifests.HasFile("init.pp"), c.Sub(f, "lib").HasDir("puppet", "facter"):
		return ModuleFolder
	case f.HasFile("Puppetfile"):
		return EnvironmentFolder
	case HasManifest(manifests):
		if len(c.DefinitionsIn(manifests).Namespaces) == 1 {
			return ModuleFolder
		}
		return EnvironmentFolder
	case c.isCollection(f):
		return EnvironmentFolder
	case f.ConfigName() != "":
		return ConfigFolder
	}
	return OtherFolder
}

// IsInEnvironments reports whether a directory is in one called `environments`, as environments of a server are.
func IsInEnvironments(dir string) bool { return filepath.Base(filepath.Dir(dir)) == "environments" }

// isCollection reports whether a repository has only modules at its top. It is added to the
// modulepath of a server as a whole.
func (c *Classifier) isCollection(f *worktree.Folder) bool {
	return c.Top(f.Dir) == f.Dir && slices.Contains(c.Bases, f.Dir) && c.modulesIn(f) > severalModules
}

// isInModulePath reports whether a directory is a module of an environment a few levels above.
func (c *Classifier) isInModulePath(dir string) bool {
	if !environment.ValidModuleName(filepath.Base(dir)) || c.IsDataOfServer(dir) {
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

// IsDataOfServer reports whether a directory next to modules is a data directory with the hiera.yaml
// of a server, which has version 3, and contains nothing of a module.
func (c *Classifier) IsDataOfServer(dir string) bool {
	if !slices.Contains(recognize.UsualDatadirs, filepath.Base(dir)) || !IsConfigWithoutCode(c.Folder(dir)) {
		return false
	}
	doc, err := c.Store.Document(filepath.Join(dir, environment.ConfigName), data.YAML)
	return err == nil && recognize.IsHierarchy(doc) && len(recognize.SymbolKeys(doc.Value)) > 0
}

// IsConfigWithoutCode reports whether a directory contains a hiera.yaml and nothing of a module.
func IsConfigWithoutCode(f *worktree.Folder) bool {
	return f.HasFile(environment.ConfigName) && !f.HasFile("metadata.json") && !f.HasDir("manifests", "functions", "lib", "types", "plans", "tasks")
}

// modulePath returns the modulepath of an environment in dir; empty if nothing indicates that dir
// is one.
func (c *Classifier) modulePath(dir string) []string {
	return c.modulePaths.Of(dir, func() []string {
		f := c.Folder(dir)
		if !f.HasFile("environment.conf", "Puppetfile", environment.ConfigName) {
			return nil
		}
		env, err := c.Open(f, "")
		if err != nil {
			return nil
		}
		return env.ModulePath
	})
}

// looksLikeEnvironment reports whether a directory contains anything that environments have. Since
// levels may be called `environments/%{environment}/modules/…`, a directory with the name of a
// module directory does not count if it contains data.
func (c *Classifier) looksLikeEnvironment(f *worktree.Folder) bool {
	return f.ConfigName() != "" || f.HasFile("environment.conf", "Puppetfile") || f.HasDir("manifests", "data", "hieradata") ||
		slices.ContainsFunc(moduleDirNames, func(name string) bool {
			return f.HasDir(name) && (c.holdsModules(c.Sub(f, name)) || !c.HoldsData(filepath.Join(f.Dir, name)))
		})
}

// moduleDirNames lists the common names of directories of modules in an environment.
var moduleDirNames = []string{"site-modules", "site", "modules"}

func (c *Classifier) hasEnvironments(f *worktree.Folder) bool {
	environments := c.Sub(f, "environments")
	if environments == nil {
		return false
	}
	for _, e := range environments.Entries {
		if e.Dir && environment.ValidName(e.Name) {
			if f := c.Sub(environments, e.Name); f != nil && c.looksLikeEnvironment(f) {
				return true
			}
		}
	}
	return false
}

// hasModules reports whether f contains a directory of Puppet modules. Since web sites, Terraform,
// and others use the same names, it checks the contents of the directory.
func (c *Classifier) hasModules(f *worktree.Folder) bool {
	return slices.ContainsFunc(moduleDirNames, func(name string) bool { return c.holdsModules(c.Sub(f, name)) })
}

func (c *Classifier) holdsModules(modules *worktree.Folder) bool {
	return modules != nil && slices.ContainsFunc(modules.Entries, func(e worktree.Entry) bool {
		if !e.Dir || !environment.ValidModuleName(e.Name) {
			return false
		}
		m := c.Sub(modules, e.Name)
		return m.HasFile("metadata.json", environment.ConfigName) || m.HasDir("manifests", "tasks", "plans", "functions", "types")
	})
}

var forgeName = lazyregexp.New(`\A[0-9A-Za-z]+[-/][a-z][a-z0-9_]*\z`)

// isMetadata reports whether the directory contains the metadata.json of a Puppet module; other
// programs use that name too. An invalid one counts if there are other signs of a module.
func (c *Classifier) isMetadata(f *worktree.Folder) bool {
	if !f.HasFile("metadata.json") {
		return false
	}
	doc, err := c.Store.Document(filepath.Join(f.Dir, "metadata.json"), data.JSON)
	if err != nil || !doc.Value.Is(data.Hash) || doc.Value.Len() == 0 {
		return f.ConfigName() != "" || f.HasDir("manifests")
	}
	for _, key := range []string{"dependencies", "requirements", "operatingsystem_support"} {
		if _, ok := doc.Value.Get(key); ok {
			return true
		}
	}
	return forgeName().MatchString(MetadataName(doc))
}

// MetadataName returns the `name` in a metadata.json.
func MetadataName(doc *data.Document) string {
	if doc == nil || doc.Value == nil {
		return ""
	}
	if name, ok := doc.Value.Get("name"); ok && name.Kind() == data.String {
		return name.Text()
	}
	return ""
}

// HasManifest reports whether a directory, which may be nil, contains a manifest.
func HasManifest(manifests *worktree.Folder) bool {
	return manifests != nil && slices.ContainsFunc(manifests.Entries, isManifest)
}

// hasMainManifest reports whether a directory contains the site.pp of an environment, and not that of a class `NAME::site`.
func (c *Classifier) hasMainManifest(manifests *worktree.Folder) bool {
	if !manifests.HasFile("site.pp") {
		return false
	}
	text, err := c.Store.Text(filepath.Join(manifests.Dir, "site.pp"))
	return err != nil || !siteDefinition().Match(text)
}

func isManifest(e worktree.Entry) bool {
	return !e.Dir && e.Err == nil && strings.HasSuffix(e.Name, ".pp")
}

// isOfEnvironment reports whether the hiera.yaml of a directory cannot be that of a module.
func (c *Classifier) isOfEnvironment(f *worktree.Folder) bool {
	return c.isForNodes(f) || f.ConfigName() != "" && c.isPassedByVagrant(filepath.Join(f.Dir, f.ConfigName()))
}

// isForVagrant reports whether a directory has a hiera.yaml of version 3, which modules cannot have, that a Vagrantfile passes to Puppet.
func (c *Classifier) isForVagrant(f *worktree.Folder) bool {
	name := f.ConfigName()
	if name == "" {
		return false
	}
	path := filepath.Join(f.Dir, name)
	return c.isPassedByVagrant(path) && c.hasVersion3(path)
}

// isForNodes reports whether the hiera.yaml of a directory has a level for each node, or version 3,
// which modules do not have.
func (c *Classifier) isForNodes(f *worktree.Folder) bool {
	name := f.ConfigName()
	if name == "" {
		return false
	}
	file, err := c.Store.File(filepath.Join(f.Dir, name))
	return err == nil && forNodes().Match(file.Text)
}

// definitions describes what the manifests in a directory define.
type definitions struct {
	// nodes reports that there is a node definition, which is allowed only in the main manifests of
	// an environment.
	nodes bool
	// Namespaces lists the first segments of the names of classes and defined types, sorted. Those
	// of a module are its name.
	Namespaces []string
}

var (
	forNodes        = lazyregexp.New(`%\{[^}]*(?:certname|clientcert)|(?m:^:(?:backends|hierarchy):)`)
	nodeDefinition  = lazyregexp.New(`(?m)^\s*node\s+['"/\w]`)
	siteDefinition  = lazyregexp.New(`(?m)^\s*(?:class|define)\s+(?:::)?[a-z][a-z0-9_]*::site\b`)
	classDefinition = lazyregexp.New(`(?m)^\s*(?:class|define)\s+(?:::)?([a-z][a-z0-9_]*)`)
)

// DefinitionsIn reads the manifests directly in a directory.
func (c *Classifier) DefinitionsIn(manifests *worktree.Folder) definitions {
	var found definitions
	if manifests == nil {
		return found
	}
	for _, e := range manifests.Entries {
		if !isManifest(e) {
			continue
		}
		text, err := c.Store.Text(filepath.Join(manifests.Dir, e.Name))
		if err != nil {
			continue
		}
		found.nodes = found.nodes || nodeDefinition().Match(text)
		for _, m := range classDefinition().FindAllSubmatch(text, -1) {
			if name := string(m[1]); !slices.Contains(found.Namespaces, name) {
				found.Namespaces = append(found.Namespaces, name)
			}
		}
	}
	return found
}

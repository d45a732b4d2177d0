package layout

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/project"
)

// installation finds the modules that were installed.
type installation struct {
	*worktree.Tree
	fixtures map[string]map[string]bool // modules in a .fixtures.yml, by its directory
}

// FindInstalled marks the modules of environments that were installed, and returns their
// directories. The Puppetfile, which lists modules, was read with the environment.
func FindInstalled(d *worktree.Tree, environments []*project.Environment) []string {
	i := &installation{d, map[string]map[string]bool{}}
	var all []string
	for _, env := range environments {
		dirs := map[string]bool{}
		for _, m := range env.Environment.Modules() {
			if env.Puppetfile.Modules[m.Name] || i.cameFromElsewhere(m.Dir, env.Dir != "") {
				dirs[m.Dir] = true
				all = append(all, m.Dir)
			}
		}
		env.InstalledDirs = dirs
		for _, root := range env.Modules {
			root.Installed = root.Installed || dirs[root.Dir]
		}
	}
	return all
}

// cameFromElsewhere reports whether a module was installed, judging by its contents and
// surroundings:
//
//   - A Forge release has checksums.
//   - A module that r10k checks out in an environment is a repository of its own. Elsewhere, a
//     repository next to others is one that its users work on.
//   - Git ignores the directory, or .gitmodules or, for tests, .fixtures.yml lists it.
func (i *installation) cameFromElsewhere(dir string, inEnvironment bool) bool {
	if i.Folder(dir).Has("checksums.json") {
		return true
	}
	top := i.Top(dir)
	if top == "" || dir == top {
		return false // the whole tree was installed
	}
	if i.Folder(dir).Has(".git") && (inEnvironment || i.RepositoryOf(filepath.Dir(dir)) != "") {
		return true
	}
	return i.Gitignore(top).IgnoresDir(dir) || i.IsSubmodule(top, dir) || i.isFixture(dir)
}

// isFixture reports whether puppetlabs_spec_helper installed a module in spec/fixtures/modules for
// tests.
func (i *installation) isFixture(dir string) bool {
	modules, name := filepath.Split(dir)
	repository, ok := cutSuffixPath(filepath.Clean(modules), "spec", "fixtures", "modules")
	if !ok {
		return false
	}
	if _, known := i.fixtures[repository]; !known {
		i.fixtures[repository] = i.readFixtures(filepath.Join(repository, ".fixtures.yml"))
	}
	return i.fixtures[repository][name]
}

// cutSuffixPath removes names from the end of a path.
func cutSuffixPath(path string, names ...string) (rest string, ok bool) {
	for _, name := range slices.Backward(names) {
		if filepath.Base(path) != name {
			return "", false
		}
		path = filepath.Dir(path)
	}
	return path, true
}

// readFixtures returns the modules that a .fixtures.yml gets from repositories and the Forge. Its
// symlinks refer to the site's own modules.
func (i *installation) readFixtures(path string) map[string]bool {
	names := map[string]bool{}
	doc, err := i.Store.Document(path, data.YAML)
	if err != nil || !doc.Value.Is(data.Hash) {
		return names
	}
	fixtures, ok := doc.Value.Get("fixtures")
	if !ok || fixtures.Kind() != data.Hash {
		return names
	}
	for _, kind := range []string{"repositories", "forge_modules"} {
		if modules, ok := fixtures.Get(kind); ok {
			for name := range modules.StringEntries() {
				names[name] = true
			}
		}
	}
	return names
}

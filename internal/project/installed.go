package project

import (
	"path/filepath"

	"github.com/hieralint/hieralint/engine/data"
)

// installation finds the modules that came from elsewhere.
type installation struct {
	*disk
	fixtures map[string]map[string]bool // modules that a .fixtures.yml names, by its directory
}

// findInstalled marks the modules of environments that came from elsewhere, and gives their directories. The Puppetfile, which
// names them, was read with their environment.
func findInstalled(d *disk, environments []*Environment) []string {
	i := &installation{d, map[string]map[string]bool{}}
	var all []string
	for _, env := range environments {
		dirs := map[string]bool{}
		for _, m := range env.Environment.Modules() {
			if env.installed[m.Name] || i.cameFromElsewhere(m.Dir, env.Dir != "") {
				dirs[m.Dir] = true
				all = append(all, m.Dir)
			}
		}
		env.installedDirs = dirs
		for _, root := range env.Modules {
			root.Installed = root.Installed || dirs[root.Dir]
		}
	}
	return all
}

// cameFromElsewhere reports whether a module was installed, by what lies in it and around it: a release of the Forge has
// checksums, one that r10k checks out in an environment is a repository of its own, and where others are put git ignores them,
// .gitmodules names them, or .fixtures.yml for those that tests need. A repository that lies in a folder with others is
// that of people who work on it.
func (i *installation) cameFromElsewhere(dir string, inEnvironment bool) bool {
	if i.folder(dir).has("checksums.json") {
		return true
	}
	top := i.top(dir)
	if top == "" || dir == top {
		return false // all of it came from there
	}
	if i.folder(dir).has(".git") && (inEnvironment || i.repositoryOf(filepath.Dir(dir)) != "") {
		return true
	}
	return i.gitignore(top).IgnoresDir(dir) || i.isSubmodule(top, dir) || i.isFixture(dir)
}

// isFixture reports whether a module is one that puppetlabs_spec_helper puts into spec/fixtures/modules for tests.
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

// cutSuffixPath cuts names from the end of a path.
func cutSuffixPath(path string, names ...string) (rest string, ok bool) {
	for i := len(names) - 1; i >= 0; i-- {
		if filepath.Base(path) != names[i] {
			return "", false
		}
		path = filepath.Dir(path)
	}
	return path, true
}

// readFixtures are the modules that a .fixtures.yml has from repositories and the Forge. Its symlinks lead to what is the
// site's own.
func (i *installation) readFixtures(path string) map[string]bool {
	names := map[string]bool{}
	doc, err := i.store.Document(path, data.YAML)
	if err != nil || doc.Value == nil || doc.Value.Kind() != data.Hash {
		return names
	}
	fixtures, ok := doc.Value.Get("fixtures")
	if !ok || fixtures.Kind() != data.Hash {
		return names
	}
	for _, kind := range []string{"repositories", "forge_modules"} {
		if modules, ok := fixtures.Get(kind); ok && modules.Kind() == data.Hash {
			for _, e := range modules.Entries() {
				if e.Key.Kind() == data.String {
					names[e.Key.Text()] = true
				}
			}
		}
	}
	return names
}

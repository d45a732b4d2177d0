package classify

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/rooted"
)

// inventory is the result of one walk through the tree.
type inventory struct {
	Configs    []string            // files that may be hierarchies, with any name
	DirsNamed  map[string][]string // directories by name
	moduleDirs []string            // directories of modules
	// ManifestDirs are the directories called manifests, inside and outside of modules.
	ManifestDirs []string
	named        []string // hidden directories that Vagrantfiles name
	helpers      int      // number of Ruby files that were read for them
}

// takeInventory walks through the repositories of the request. It does not follow symbolic links,
// since their targets are found anyway.
func (c *Classifier) takeInventory() {
	listed := map[string]bool{}
	for _, base := range c.Bases {
		c.addToInventory(cmp.Or(c.Top(base), base), listed)
	}
	for len(c.named) > 0 { // one may name others
		dir := c.named[0]
		c.named = c.named[1:]
		c.DirsNamed[filepath.Base(dir)] = append(c.DirsNamed[filepath.Base(dir)], dir)
		c.addToInventory(dir, listed)
	}
}

// maxHelpers is the number of Ruby files, besides Vagrantfiles, that are searched for settings of Vagrant.
const maxHelpers = 200

// showNamed shows the hidden directories with a hiera.yaml that a Vagrantfile, or a Ruby file that several of them use, names. In
// that, paths are relative to the Vagrantfile, which is probably in a directory next to it or at the top.
func (c *Classifier) showNamed(path, name string) {
	if name != "Vagrantfile" {
		if filepath.Ext(name) != ".rb" || c.helpers == maxHelpers {
			return
		}
		c.helpers++
	}
	dir := filepath.Dir(path)
	top := c.Top(dir)
	text, err := c.Store.ReadStart(path, maxVagrantfile)
	if err != nil || top == "" {
		return
	}
	for _, found := range configPathsIn(text) {
		for _, at := range []string{filepath.Join(dir, found), filepath.Join(top, filepath.Join("/", found))} {
			if !rooted.IsBelow(at, top) || !c.IsWithin(at) || !c.IsFile(at) {
				continue
			}
			if hidden := c.show(filepath.Dir(at), top); hidden != "" {
				c.named = append(c.named, hidden)
			}
			break
		}
	}
}

func (c *Classifier) addToInventory(dir string, listed map[string]bool) {
	f := c.Folder(dir)
	if f == nil || listed[dir] || !c.Enter(dir) {
		return
	}
	listed[dir] = true
	isModule := c.IsInModule(f)
	if !isModule && c.holdsModules(f) {
		c.moduleDirs = append(c.moduleDirs, dir)
	}
	if e := f.Find("manifests"); e != nil && e.Dir && !e.Link && e.Err == nil {
		c.ManifestDirs = append(c.ManifestDirs, filepath.Join(dir, e.Name))
	}
	for _, e := range f.Entries {
		path := filepath.Join(dir, e.Name)
		switch {
		case e.Err != nil || e.Link && e.Dir || c.IsHidden(path) || e.Name == "node_modules":
		case !e.Dir:
			c.showNamed(path, e.Name)
			if c.mayBeConfig(path, e.Name) {
				c.Configs = append(c.Configs, path)
			}
		case isModule && moduleCodeDirs[e.Name]:
		default:
			c.DirsNamed[e.Name] = append(c.DirsNamed[e.Name], path)
			c.addToInventory(path, listed)
		}
	}
}

// IsInModule reports whether a directory looks like a part of a module, or of an environment that
// looks the same.
func (c *Classifier) IsInModule(f *worktree.Folder) bool {
	return c.Sub(f, "manifests").HasFile("init.pp") || f.HasFile("metadata.json") && HasManifest(c.Sub(f, "manifests"))
}

// moduleCodeDirs lists the directories of modules that contain code and tests. Others, such as files, templates, data, and
// vagrant, may contain the configuration of a server.
var moduleCodeDirs = map[string]bool{
	"acceptance": true, "examples": true, "facts.d": true, "functions": true, "lib": true, "locales": true, "manifests": true, "plans": true, "spec": true,
	"tasks": true, "test": true, "tests": true, "types": true,
}

// maxConfigStart is the number of bytes of a file that are read to determine what it is.
const maxConfigStart = 4096

// mayBeConfig reports whether a file may be a hierarchy: it is called like one, or mentions one
// near its start. Data directories contain many other files.
func (c *Classifier) mayBeConfig(path, name string) bool {
	base, template := strings.CutSuffix(strings.TrimSuffix(name, ".epp"), ".erb")
	template = template || base != name
	switch filepath.Ext(base) {
	case ".yaml", ".yml":
	default:
		return base == "hiera.eyaml"
	}
	if strings.Contains(strings.ToLower(name), "hiera") {
		return true
	}
	return !template && !c.InDataFolder(path) && c.MentionsHierarchy(path)
}

// MentionsHierarchy reports whether a file has levels, or the backends of version 3, near its start.
func (c *Classifier) MentionsHierarchy(path string) bool {
	start, err := c.Store.ReadStart(path, maxConfigStart)
	return err == nil && (bytes.Contains(start, []byte("\nhierarchy:")) || bytes.Contains(start, []byte(":hierarchy:")) || bytes.Contains(start, []byte(":backends:")))
}

package classify

import (
	"bytes"
	"iter"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/discovery/declared"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// LayerOf determines the layer of the hiera.yaml of an environment, or of a directory that is taken
// for one. For Puppet, only its location matters: <environment>/hiera.yaml is the environment layer
// regardless of its content, and the global one is where the setting hiera_config says. In a
// repository, the location on the server is unknown, so other files decide:
//
//   - A `hiera.yml` can only be meant for hiera_config.
//   - puppet.conf is in the directory that contains the global hiera.yaml by default.
//   - Version 3 is only for the global layer. Next to environment.conf, or in `environments`, it is
//     a mistake, with which Puppet 8 fails, unless a Vagrantfile or script passes it to Puppet, or code links the global one to it.
//   - An empty file prevents the warning of Puppet 3 that the global one is missing, unless there is
//     data next to it.
//   - All others are environment layers.
func (c *Classifier) LayerOf(f *worktree.Folder, path string) (layer config.Layer, why string) {
	switch {
	case filepath.Base(path) != environment.ConfigName:
		return config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"
	case f.HasFile("puppet.conf"):
		return config.Global, "it is next to puppet.conf"
	case c.hasVersion3(path) && c.isPassedByVagrant(path):
		return config.Global, "it is version 3, and the Vagrantfile has it as hiera_config_path"
	case c.hasVersion3(path) && c.isPassedByScript(path):
		return config.Global, "it is version 3, and a script passes it to Puppet as hiera_config"
	case (f.HasFile("environment.conf") || IsInEnvironments(f.Dir)) && c.hasVersion3(path) && c.isLinked(path):
		return config.Global, "it is version 3, and code makes it the server's global hiera.yaml"
	case f.HasFile("environment.conf"):
		return config.Environment, "it is next to environment.conf"
	case IsInEnvironments(f.Dir):
		return config.Environment, "it is in an environment"
	}
	switch doc := c.ConfigDocument(path); {
	case c.hasVersion3(path):
		return config.Global, "it is version 3"
	case doc != nil && doc.Err == nil && doc.Root == nil && !f.HasDir(recognize.UsualDatadirs...):
		return config.Global, "it is empty, as Puppet 3 required"
	}
	return config.Environment, "the environment layer is the default, and no file next to it suggests another"
}

// hasVersion3 reports whether a file is a non-empty configuration of version 3.
func (c *Classifier) hasVersion3(path string) bool {
	doc := c.ConfigDocument(path)
	return doc != nil && doc.Err == nil && doc.Value.Is(data.Hash) && config.Read(doc, config.Global).Version == 3
}

// maxVagrantfile is the number of bytes of a Vagrantfile, or of another script, that are read.
const maxVagrantfile = 64 << 10

// hieraConfigPath matches Vagrant's setting for the global hiera.yaml, which is relative to the Vagrantfile, and Puppet's option
// for it if that names one in the directory of the Vagrantfile, where it is mounted.
var hieraConfigPath = lazyregexp.New(`(?m)^[^#\n]*(?:\bhiera_config_path\s*=\s*["']|--hiera_config[ \t=]+/vagrant/)([^\s"'#]+)`)

// configPathsIn returns the paths of hiera.yaml files that a Vagrantfile or another Ruby file sets.
func configPathsIn(text []byte) (paths []string) {
	if !bytes.Contains(text, []byte("hiera_config")) {
		return nil // as for most; the expression takes longer
	}
	for _, found := range hieraConfigPath().FindAllSubmatch(text, -1) {
		paths = append(paths, filepath.FromSlash(string(found[1])))
	}
	return paths
}

// modulePath matches Vagrant's setting for the modulepath, and moduleDirs the directories in it, which are relative to the
// Vagrantfile.
var (
	modulePath = lazyregexp.New(`(?m)^[^#\n]*\bmodule_path\s*=\s*(\[[^\]]*\]|["'][^"'\n]*["'])`)
	moduleDirs = lazyregexp.New(`["']([^"'#\n]+)["']`)
)

// vagrantfile returns the directory of the Vagrantfile in dir or the nearest enclosing directory that has one, and its text; ""
// if there is none.
func (c *Classifier) vagrantfile(dir string) (home string, text []byte) {
	for top := c.Top(dir); !c.Folder(dir).HasFile("Vagrantfile"); dir = filepath.Dir(dir) {
		if dir == top || top == "" {
			return "", nil
		}
	}
	text, err := c.Store.ReadStart(filepath.Join(dir, "Vagrantfile"), maxVagrantfile)
	if err != nil {
		return "", nil
	}
	return dir, text
}

// isPassedByVagrant reports whether a Vagrantfile in an enclosing directory names a hiera.yaml as the global one.
func (c *Classifier) isPassedByVagrant(path string) bool {
	home, text := c.vagrantfile(filepath.Dir(path))
	return slices.ContainsFunc(configPathsIn(text), func(found string) bool { return filepath.Join(home, found) == path })
}

// environmentPath and environmentName match Vagrant's settings for the directory of environments, which is relative to the
// Vagrantfile, and for the name of the environment.
var (
	environmentPath = lazyregexp.New(`(?m)^[^#\n]*\benvironment_path\s*=\s*["']([^"'#\n]+)["']`)
	environmentName = lazyregexp.New(`(?m)^[^#\n]*\benvironment\s*=\s*["']([^"'#\n]+)["']`)
)

// ConfigOfVagrant returns the hiera.yaml that a Vagrantfile combines with an environment; "" if there is none.
func (c *Classifier) ConfigOfVagrant(dir string) string {
	home, text := c.vagrantfile(dir)
	names := func(setting *regexp.Regexp, path string) bool {
		return slices.ContainsFunc(setting.FindAllSubmatch(text, -1), func(found [][]byte) bool {
			return filepath.Clean(filepath.FromSlash(string(found[1]))) == path
		})
	}
	path, ok := rooted.Rel(home, filepath.Dir(dir))
	if !ok || home == "" || !names(environmentPath(), path) || !names(environmentName(), filepath.Base(dir)) {
		return ""
	}
	for _, found := range configPathsIn(text) {
		if at := filepath.Join(home, found); c.IsWithin(at) && c.IsConfig(at) {
			return at
		}
	}
	return ""
}

// modulesOfVagrant returns the directories of modules in an environment that a Vagrantfile names.
func (c *Classifier) modulesOfVagrant(dir string) []string {
	var found []string
	home, text := c.vagrantfile(dir)
	for _, path := range modulePath().FindAllSubmatch(text, -1) {
		for _, name := range moduleDirs().FindAllSubmatch(path[1], -1) {
			at := filepath.Join(home, filepath.FromSlash(string(name[1])))
			if (home == dir || rooted.IsBelow(at, dir)) && !rooted.IsBelow(dir, at) && c.IsWithin(at) && c.IsDir(at) && c.holdsModules(c.Folder(at)) {
				found = append(found, at)
			}
		}
	}
	return found
}

// ConfigDocument returns a hiera.yaml, or the one that a manifest or script writes; nil if it cannot be read, which is
// recorded.
func (c *Classifier) ConfigDocument(path string) *data.Document {
	doc, err := c.Store.DocumentBy(path, data.YAML, func(file *source.File) *data.Document {
		if declared.IsManifest(path) || declared.IsScript(path) {
			if doc := declared.Document(file); doc != nil {
				return doc
			}
		}
		return data.Parse(file, data.YAML)
	})
	if err != nil {
		c.CannotRead(path, err)
		return nil
	}
	return doc
}

// IsConfig reports whether a file is a hierarchy by its name and content.
func (c *Classifier) IsConfig(path string) bool {
	if !strings.HasSuffix(path, ".yaml") && !strings.HasSuffix(path, ".yml") {
		return false
	}
	doc, err := c.Store.Document(path, data.YAML)
	isNamed := filepath.Base(path) == environment.ConfigName
	if err != nil {
		if isNamed {
			c.CannotRead(path, err)
		}
		return false
	}
	return recognize.IsHierarchy(doc) || isNamed && (recognize.IsMeantAsConfig(doc) || c.isPassedByVagrant(path))
}

// HasQualifiedKey reports whether a file sets a qualified key.
func (c *Classifier) HasQualifiedKey(path string) bool {
	start, err := c.Store.ReadStart(path, recognize.StartSize)
	return err == nil && recognize.SetsQualifiedKey(path, start)
}

// hieraConfigOption matches Puppet's option for the global hiera.yaml in a command.
var hieraConfigOption = lazyregexp.New(`(?m)^[^#\n]*--hiera_config[ \t=]+["']?([^\s"'#]+)`)

// scriptDirs lists directories of scripts, beginning with the one that contains them.
var scriptDirs = []string{".", "bin", "ci", "ext", "provision", "provisioning", "script", "scripts", "tools", "vagrant"}

// isPassedByScript reports whether a script passes a hiera.yaml to Puppet: `puppet apply --hiera_config=hiera.yaml`. An
// absolute path is one of a server, unless it is that of a mounted repository.
func (c *Classifier) isPassedByScript(path string) bool {
	dir, name := filepath.Split(path)
	return c.anyScript(filepath.Clean(dir), func(text []byte) bool {
		return slices.ContainsFunc(hieraConfigOption().FindAllSubmatch(text, -1), func(found [][]byte) bool {
			given := string(found[1])
			return strings.HasSuffix("/"+given, "/"+name) && (!strings.HasPrefix(given, "/") || strings.HasPrefix(given, "/vagrant/"))
		})
	})
}

// anyScript reports whether a function returns true for the text of a script in a directory, or in one for scripts there.
func (c *Classifier) anyScript(dir string, matches func(text []byte) bool) bool {
	for f := range c.ScriptFolders(dir) {
		if slices.ContainsFunc(f.Entries, func(e worktree.Entry) bool {
			if _, isData := data.FormatOf(e.Name); e.Dir || e.Err != nil || isData {
				return false
			}
			text, err := c.Store.ReadStart(filepath.Join(f.Dir, e.Name), maxVagrantfile)
			return err == nil && matches(text)
		}) {
			return true
		}
	}
	return false
}

// isLinked reports whether a script next to a hiera.yaml, or a manifest of its repository, links the global hiera.yaml of the
// server to it, or a script copies it there.
func (c *Classifier) isLinked(path string) bool {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	inEnvironments := func(target string) bool {
		names := strings.Split(target, "/")
		if last := len(names) - 1; last < 2 || names[last] != name || names[last-2] != "environments" {
			return false
		}
		environment := names[len(names)-2]
		return !IsInEnvironments(dir) || strings.Contains(environment, declared.Unknown) || environment == filepath.Base(dir)
	}
	isHere := func(target string) bool {
		from, ok := strings.CutSuffix(target, name)
		return ok && slices.Contains([]string{"", "./", "/vagrant/", declared.Unknown + "/"}, from) || inEnvironments(target)
	}
	return c.anyScript(dir, func(text []byte) bool {
		return declared.MayLink(text) && slices.ContainsFunc(declared.LinkedInScript(text), isHere)
	}) || slices.ContainsFunc(c.linkedInManifests(c.RepositoryOf(dir)), inEnvironments)
}

// The limits for manifests that are searched for links.
const (
	maxLinking     = 20_000   // manifests
	maxLinkingText = 64 << 20 // bytes
	maxManifest    = 1 << 20  // of one
)

// linkedInManifests returns the targets to which manifests of a repository link the global hiera.yaml of a server.
func (c *Classifier) linkedInManifests(repository string) []string {
	return c.linked.Of(repository, func() (targets []string) {
		left, files := maxLinkingText, 0
		for _, dir := range c.ManifestDirs {
			if c.RepositoryOf(dir) != repository || c.IsPassedOver(dir) {
				continue
			}
			for _, path := range c.ManifestsBelow(dir) {
				text, err := c.Store.ReadStart(path, maxManifest)
				if files++; files > maxLinking || left < len(text) || c.Err() != nil {
					return targets
				}
				left -= len(text)
				if err == nil && declared.MayLink(text) {
					targets = append(targets, declared.LinkedInManifest(source.New(path, text))...)
				}
			}
		}
		return targets
	})
}

// ManifestsBelow returns the manifests in a directory and its subdirectories.
func (c *Classifier) ManifestsBelow(dir string) []string {
	f := c.Folder(dir)
	if f == nil {
		return nil
	}
	var all []string
	for _, e := range f.Entries {
		path := filepath.Join(dir, e.Name)
		switch {
		case e.Err != nil || e.Link || c.IsHidden(path):
		case e.Dir:
			all = append(all, c.ManifestsBelow(path)...)
		case declared.IsManifest(path):
			all = append(all, path)
		}
	}
	return all
}

// ScriptFolders iterates over a directory and those for scripts in it.
func (c *Classifier) ScriptFolders(dir string) iter.Seq[*worktree.Folder] {
	return func(yield func(*worktree.Folder) bool) {
		for _, name := range scriptDirs {
			if f := c.Folder(filepath.Join(dir, name)); f != nil && !yield(f) {
				return
			}
		}
	}
}

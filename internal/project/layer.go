package project

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// layerOf determines the layer of the hiera.yaml of an environment, or of a directory that is taken
// for one. For Puppet, only its location matters: <environment>/hiera.yaml is the environment layer
// regardless of its content, and the global one is where the setting hiera_config says. In a
// repository, the location on the server is unknown, so other files decide:
//
//   - A `hiera.yml` can only be meant for hiera_config.
//   - puppet.conf is in the directory that contains the global hiera.yaml by default.
//   - Version 3 is only for the global layer. Next to environment.conf, or in `environments`, it is
//     a mistake, with which Puppet 8 fails, unless a Vagrantfile passes it to Puppet.
//   - An empty file prevents the warning of Puppet 3 that the global one is missing, unless there is
//     data next to it.
//   - All others are environment layers.
func (d *disk) layerOf(f *folder, path string) (layer config.Layer, why string) {
	switch {
	case filepath.Base(path) != environment.ConfigName:
		return config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"
	case f.hasFile("puppet.conf"):
		return config.Global, "it is next to puppet.conf"
	case d.hasVersion3(path) && d.isPassedByVagrant(path):
		return config.Global, "it is version 3, and the Vagrantfile has it as hiera_config_path"
	case f.hasFile("environment.conf"):
		return config.Environment, "it is next to environment.conf"
	case isInEnvironments(f.dir):
		return config.Environment, "it is in an environment"
	}
	switch doc := d.configDocument(path); {
	case d.hasVersion3(path):
		return config.Global, "it is version 3"
	case doc != nil && doc.Err == nil && isEmpty(doc) && !f.hasDir(usualDatadirs...):
		return config.Global, "it is empty, as Puppet 3 required"
	}
	return config.Environment, "nothing next to it suggests another layer"
}

// hasVersion3 reports whether a file is a non-empty configuration of version 3.
func (d *disk) hasVersion3(path string) bool {
	doc := d.configDocument(path)
	return doc != nil && doc.Err == nil && isVersion3(config.Read(doc, config.Global))
}

// maxVagrantfile is the number of bytes of a Vagrantfile that are read.
const maxVagrantfile = 64 << 10

// hieraConfigPath matches Vagrant's setting for the global hiera.yaml, which is relative to the Vagrantfile.
var hieraConfigPath = lazyregexp.New(`(?m)^[^#\n]*\bhiera_config_path\s*=\s*["']([^"'#\n]+)["']`)

// isPassedByVagrant reports whether a Vagrantfile in an enclosing directory names a hiera.yaml as the global one.
func (d *disk) isPassedByVagrant(path string) bool {
	dir := filepath.Dir(path)
	for top := d.top(path); !d.folder(dir).hasFile("Vagrantfile"); dir = filepath.Dir(dir) {
		if dir == top || top == "" {
			return false
		}
	}
	text, err := d.store.ReadStart(filepath.Join(dir, "Vagrantfile"), maxVagrantfile)
	return err == nil && slices.ContainsFunc(hieraConfigPath().FindAllSubmatch(text, -1), func(found [][]byte) bool {
		return filepath.Join(dir, filepath.FromSlash(string(found[1]))) == path
	})
}

// isVersion3 reports whether a non-empty configuration has version 3.
func isVersion3(c *config.Config) bool {
	return c.Version == 3 && c.Doc.Value != nil && c.Doc.Value.Kind() == data.Hash
}

// isEmpty reports whether a document contains nothing but comments.
func isEmpty(doc *data.Document) bool { return doc.Root == nil }

// configDocument returns a hiera.yaml; nil if it cannot be read, which is recorded.
func (d *disk) configDocument(path string) *data.Document {
	doc, err := d.store.Document(path, data.YAML)
	if err != nil {
		d.unreadable(path, err)
		return nil
	}
	return doc
}

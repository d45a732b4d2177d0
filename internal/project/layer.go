package project

import (
	"path/filepath"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
)

// layerOf determines the layer of the hiera.yaml of an environment, or of a directory that is taken
// for one. For Puppet, only its location matters: <environment>/hiera.yaml is the environment layer
// regardless of its content, and the global one is where the setting hiera_config says. In a
// repository, the location on the server is unknown, so other files decide:
//
//   - A `hiera.yml` can only be meant for hiera_config.
//   - puppet.conf is in the directory that contains the global hiera.yaml by default.
//   - Version 3 is only for the global layer. Next to environment.conf, or in `environments`, it is
//     a mistake, with which Puppet 8 fails.
//   - An empty file prevents the warning of Puppet 3 that the global one is missing, unless there is
//     data next to it.
//   - All others are environment layers.
func (d *disk) layerOf(f *folder, path string) (layer config.Layer, why string) {
	switch {
	case filepath.Base(path) != environment.ConfigName:
		return config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"
	case f.hasFile("puppet.conf"):
		return config.Global, "it is next to puppet.conf"
	case f.hasFile("environment.conf"):
		return config.Environment, "it is next to environment.conf"
	case isInEnvironments(f.dir):
		return config.Environment, "it is in an environment"
	}
	if doc := d.configDocument(path); doc != nil && doc.Err == nil {
		switch {
		case isVersion3(config.Read(doc, config.Global)):
			return config.Global, "it is version 3"
		case isEmpty(doc) && !f.hasDir(usualDatadirs...):
			return config.Global, "it is empty, as Puppet 3 required"
		}
	}
	return config.Environment, "nothing next to it suggests another layer"
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

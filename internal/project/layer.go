package project

import (
	"path/filepath"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
)

// layerOf decides which layer the hiera.yaml of an environment folder, or of a folder that is taken
// for one, belongs to. Puppet goes by the place alone: <environment>/hiera.yaml is the environment
// layer, whatever is in it, and the global one is wherever the setting hiera_config says. In a
// repository the place on the server is not known, so what lies beside it decides:
//
//   - A `hiera.yml` can only be meant for hiera_config.
//   - puppet.conf lies in the directory where the global hiera.yaml is by default.
//   - Version 3 is for the global layer only. Beside environment.conf, or in `environments`, it is a
//     mistake all the same: Puppet 8 fails there.
//   - All else is the environment's.
func (d *disk) layerOf(f *folder, path string) (layer config.Layer, why string) {
	switch {
	case filepath.Base(path) != environment.ConfigName:
		return config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"
	case f.hasFile("puppet.conf"):
		return config.Global, "it is next to puppet.conf"
	case f.hasFile("environment.conf"):
		return config.Environment, "it is next to environment.conf"
	case filepath.Base(filepath.Dir(f.dir)) == "environments":
		return config.Environment, "it is in an environment"
	}
	if doc := d.configDocument(path); doc != nil && isVersion3(config.Read(doc, config.Global)) {
		return config.Global, "it is version 3"
	}
	return config.Environment, "nothing next to it suggests another layer"
}

// isVersion3 reports whether a configuration has version 3, and says anything.
func isVersion3(c *config.Config) bool {
	return c.Version == 3 && c.Doc.Value != nil && c.Doc.Value.Kind() == data.Hash
}

// configDocument is a hiera.yaml; nil when it cannot be read, which is noted.
func (d *disk) configDocument(path string) *data.Document {
	doc, err := d.store.Document(path, data.YAML)
	if err != nil {
		d.unreadable(path, err)
		return nil
	}
	return doc
}

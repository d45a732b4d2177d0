package project

import (
	"path/filepath"
	"strings"

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
//     mistake all the same: Puppet 8 fails there. Elsewhere it is global if its data directory is
//     that of a server: the default, absolute, or with the environment or a setting in it.
//   - All else is the environment's.
func (l *loader) layerOf(f *folder, path string) (layer config.Layer, why string) {
	switch {
	case filepath.Base(path) != environment.ConfigName:
		return config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"
	case f.hasFile("puppet.conf"):
		return config.Global, "it lies beside puppet.conf"
	case f.hasFile("environment.conf"):
		return config.Environment, "it lies beside environment.conf"
	case filepath.Base(filepath.Dir(f.dir)) == "environments":
		return config.Environment, "it lies in an environment"
	}
	if doc := l.configDocument(path); doc != nil && isServerWide(config.Read(doc, config.Global)) {
		return config.Global, "it has version 3 and the data directory of a server"
	}
	return config.Environment, "nothing beside it speaks for another layer"
}

// isServerWide tells whether a configuration of version 3 reads data from where a server has it.
func isServerWide(c *config.Config) bool {
	if c.Version != 3 || c.Doc.Value == nil || c.Doc.Value.Kind() != data.Hash {
		return false
	}
	for _, level := range c.Hierarchy {
		dir := level.Datadir
		if dir.Base == config.CodeDir || filepath.IsAbs(dir.Text) || strings.Contains(dir.Text, "environment}") || strings.Contains(dir.Text, "settings::") {
			return true
		}
	}
	return false
}

// configDocument is a hiera.yaml; nil when it cannot be read, which is noted.
func (l *loader) configDocument(path string) *data.Document {
	doc, err := l.store.Document(path, data.YAML)
	if err != nil {
		l.unreadable(path, err)
		return nil
	}
	return doc
}

package locate

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/serverpath"
)

// The options of a level that name its certificate and private key.
const (
	publicKeyOption  = "pkcs7_public_key"
	privateKeyOption = "pkcs7_private_key"
)

// keyPlaces lists the directories in which repositories keep keys, relative to the hiera.yaml.
var keyPlaces = []string{"", "keys", "eyaml", ".eyaml", "eyaml_keys", filepath.Join("eyaml", "keys")}

// FindKeys finds the certificates and private keys that the levels of a hierarchy name.
func (l *Locator) FindKeys(root *project.Root) {
	for _, level := range root.Config.Levels() {
		if level.Function.Builtin() != "eyaml_lookup_key" {
			continue
		}
		option := keyOption(level, publicKeyOption)
		if option == "" {
			continue
		}
		path := l.keyFile(root.Dir, option)
		if path != "" {
			if file, err := l.Store.File(path); err == nil {
				lists.Put(&root.PublicKeys, level, file)
			}
		}
		if private := keyOption(level, privateKeyOption); private != "" {
			if pair, ok := l.keyPair(root.Dir, path, filepath.Base(private), filepath.Base(option)); ok {
				lists.Put(&root.PrivateKeys, level, pair)
			}
		}
	}
}

// keyOption returns the path of a key in the options of a level; "" if there is none, or it depends on variables.
func keyOption(level *config.Level, name string) string {
	if level.Options == nil {
		return ""
	}
	option, ok := level.Options.Get(name)
	if !ok || option.Kind() != data.String || strings.Contains(option.Text(), "%{") {
		return ""
	}
	return option.Text()
}

// keyPair finds a private key with its certificate: beside that which is known ("" if none is), in a usual
// place of the tree, or among the files of a module. It finds none that Git ignores.
func (l *Locator) keyPair(dir, known, private, certificate string) (project.KeyPair, bool) {
	var dirs []string
	if known != "" {
		dirs = append(dirs, filepath.Dir(known))
	}
	for _, home := range l.Homes(dir, dir) {
		for _, place := range keyPlaces {
			dirs = append(dirs, filepath.Join(home, place))
		}
	}
	for _, module := range slices.Sorted(maps.Keys(l.Modules)) {
		dirs = append(dirs, filepath.Join(module, "files"))
	}
	for _, dir := range dirs {
		path, other := l.firstFile(dir, private, "private_key.pkcs7.pem"), l.firstFile(dir, certificate, "public_key.pkcs7.pem")
		if path == "" || other == "" || !l.IsWithin(path) {
			continue
		}
		if at, _ := l.KeptElsewhere(path); at != "" {
			continue
		}
		key, err := l.Store.File(path)
		if err != nil {
			continue
		}
		if file, err := l.Store.File(other); err == nil {
			return project.KeyPair{Private: key, Certificate: file}, true
		}
	}
	return project.KeyPair{}, false
}

// firstFile returns the path of the first file in a directory that exists; "" if there is none.
func (l *Locator) firstFile(dir string, names ...string) string {
	for _, name := range names {
		if path := filepath.Join(dir, name); l.IsFile(path) {
			return path
		}
	}
	return ""
}

// keyFile returns the file in the tree that the path of a key refers to; "" if there is none.
// Puppet opens relative paths in its working directory.
func (l *Locator) keyFile(dir, path string) string {
	t := levels.Path{Text: path}
	if at, _, ok := l.resolve(&t, &Reach{Root: &project.Root{Dir: dir}, Sources: project.Sources{Map: serverpath.Map{Dir: dir, Home: dir, Homes: l.Homes(dir, dir)}}}, 1); ok {
		if found := filepath.Join(at, t.Text); l.IsFile(found) {
			return found
		}
	}
	for _, place := range keyPlaces {
		if found := filepath.Join(dir, place, filepath.Base(path)); l.IsFile(found) && l.IsWithin(found) {
			return found
		}
	}
	return ""
}

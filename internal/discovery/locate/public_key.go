package locate

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/serverpath"
)

// publicKeyOption is the option of a level that names the certificate.
const publicKeyOption = "pkcs7_public_key"

// keyPlaces lists the directories in which repositories keep certificates, relative to the
// hiera.yaml.
var keyPlaces = []string{"", "keys", "eyaml", ".eyaml", "eyaml_keys"}

// FindPublicKeys finds the certificates that the levels of a hierarchy name.
func (l *Locator) FindPublicKeys(root *project.Root) {
	for _, level := range root.Config.Levels() {
		if level.Function.Builtin() != "eyaml_lookup_key" || level.Options == nil {
			continue
		}
		option, ok := level.Options.Get(publicKeyOption)
		if !ok || option.Kind() != data.String || strings.Contains(option.Text(), "%{") {
			continue
		}
		path := l.keyFile(root.Dir, option.Text())
		if path == "" {
			continue
		}
		if file, err := l.Store.File(path); err == nil {
			lists.Put(&root.PublicKeys, level, file)
		}
	}
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

package project

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
)

// PublicKey returns the certificate in the tree with which the encrypted values of a level were
// encrypted; nil if there is none, because the option names a file on the server.
func (r *Root) PublicKey(level *config.Level) *source.File { return r.publicKeys[level] }

// publicKeyOption is the option of a level that names the certificate.
const publicKeyOption = "pkcs7_public_key"

// keyPlaces lists the directories in which repositories keep certificates, relative to the
// hiera.yaml.
var keyPlaces = []string{"", "keys", "eyaml", ".eyaml", "eyaml_keys"}

// findPublicKeys finds the certificates that the levels of a hierarchy name.
func (l *locator) findPublicKeys(root *Root) {
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
		if file, err := l.store.File(path); err == nil {
			if root.publicKeys == nil {
				root.publicKeys = map[*config.Level]*source.File{}
			}
			root.publicKeys[level] = file
		}
	}
}

// keyFile returns the file in the tree that the path of a key refers to; "" if there is none.
// Puppet opens relative paths in its working directory.
func (l *locator) keyFile(dir, path string) string {
	t := pathTemplate{text: path}
	if at, _, ok := l.resolve(&t, &reach{root: &Root{Dir: dir}, home: dir, homes: l.homes(dir, dir)}, 1); ok {
		if found := filepath.Join(at, t.text); l.isFile(found) {
			return found
		}
	}
	for _, place := range keyPlaces {
		if found := filepath.Join(dir, place, filepath.Base(path)); l.isFile(found) && l.isWithin(found) {
			return found
		}
	}
	return ""
}

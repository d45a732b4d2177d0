package backend

import (
	"encoding/pem"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/eyaml"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/memo"
)

// eyamlKeys are the keys that the options of a level specify. They are read when the first value is
// decrypted, and each value is decrypted once for all nodes.
type eyamlKeys struct {
	options *data.Value
	spare   func() []*eyaml.Keys
	once    sync.Once
	keys    *eyaml.Keys
	err     error
	plain   memo.Map[string, decrypted]
}

type decrypted struct {
	text string
	err  error
}

// keysFor returns the keys for the options of a level.
func (b *Backends) keysFor(options *data.Value) *eyamlKeys {
	name := ""
	if options != nil {
		name = rubytext.Inspect(options)
	}
	return b.eyamlKeys.Of(name, func() *eyamlKeys { return &eyamlKeys{options: options, spare: b.spareKeys} })
}

func (k *eyamlKeys) decrypt(b eyaml.Block) (string, error) {
	k.once.Do(func() { k.keys, k.err = readKeys(k.options) })
	var missing *missingKeyError
	switch {
	case errors.As(k.err, &missing):
		return k.decryptWithSpare(b)
	case k.err != nil:
		return "", k.err
	}
	d := k.plain.Of(b.Cipher, func() decrypted {
		text, err := k.keys.Decrypt(b.Decode())
		return decrypted{text, err}
	})
	return d.text, d.err
}

// decryptWithSpare tries the keys that replace those of the server.
func (k *eyamlKeys) decryptWithSpare(b eyaml.Block) (string, error) {
	for _, keys := range k.spare() {
		if text, err := keys.Decrypt(b.Decode()); err == nil {
			return text, nil
		}
	}
	return "", k.err
}

// readSpareKeys reads private keys and the certificates next to them. It omits those that cannot be
// read.
func readSpareKeys(paths []string) []*eyaml.Keys {
	var all []*eyaml.Keys
	for _, path := range paths {
		dir, name := filepath.Split(path)
		private, err := source.ReadFile(path, 0)
		if err != nil {
			continue
		}
		public, err := source.ReadFile(filepath.Join(dir, strings.ReplaceAll(name, "private", "public")), 0)
		if err != nil {
			continue
		}
		key, err := eyaml.ParsePrivate(private)
		if err != nil {
			continue
		}
		if certificate, err := eyaml.ParseCertificate(public); err == nil {
			all = append(all, eyaml.NewKeys(key, certificate))
		}
	}
	return all
}

// readKeys reads the keys that the options of the level specify, in the same order and with the
// same errors as hiera-eyaml.
func readKeys(options *data.Value) (*eyaml.Keys, error) {
	option := func(name string) *data.Value {
		if options != nil {
			if v, ok := options.Get("pkcs7_" + name); ok && !v.IsFalsy() {
				return v
			}
		}
		return nil
	}
	for _, name := range [...]string{"public_key", "private_key"} {
		if option(name) == nil && option(name+"_env_var") == nil {
			return nil, &missingKeyError{"pkcs7_" + name, "pkcs7_" + name + " is not defined"}
		}
	}
	text, err := readKey(option("private_key"), option("private_key_env_var"))
	if err != nil {
		return nil, err
	}
	private, err := eyaml.ParsePrivate(text)
	if err != nil {
		return nil, notAKey(text, "pkcs7_private_key", err)
	}
	if text, err = readKey(option("public_key"), option("public_key_env_var")); err != nil {
		return nil, err
	}
	certificate, err := eyaml.ParseCertificate(text)
	if err != nil {
		return nil, notAKey(text, "pkcs7_public_key", err)
	}
	return eyaml.NewKeys(private, certificate), nil
}

// notAKey returns the error for text that is not a key. Without any PEM block, it only replaces the server's key: it is
// empty, or encrypted by a tool such as git-crypt.
func notAKey(text []byte, option string, err error) error {
	if block, _ := pem.Decode(text); block != nil {
		return err
	}
	return &missingKeyError{option, err.Error()}
}

func readKey(path, variable *data.Value) ([]byte, error) {
	if variable != nil {
		if variable.Kind() != data.String {
			return nil, rubytext.NoImplicitConversion(rubytext.Implicit(variable), "String")
		}
		if text, ok := os.LookupEnv(variable.Text()); ok {
			return []byte(text), nil
		}
	}
	if path == nil {
		return nil, &missingKeyError{"$" + variable.Text(), "no implicit conversion of nil into String"}
	}
	if path.Kind() != data.String {
		return nil, rubytext.NoImplicitConversion(rubytext.Implicit(path), "String")
	}
	text, err := source.ReadFile(path.Text(), 0)
	switch {
	case err == nil:
		return text, nil
	case errors.Is(err, os.ErrPermission):
		return nil, &missingKeyError{path.Text(), "Permission denied @ rb_sysopen - " + path.Text()}
	case isDir(path.Text()):
		return nil, &missingKeyError{path.Text(), "Is a directory @ io_fread - " + path.Text()}
	case !errors.Is(err, os.ErrNotExist):
		return nil, &missingKeyError{path.Text(), err.Error()}
	}
	return nil, &missingKeyError{path.Text(), "No such file or directory @ rb_sysopen - " + path.Text()}
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

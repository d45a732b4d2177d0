package secrets_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/hieralint/hieralint/internal/eyamltest"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

func TestEyamlPrivateKey(t *testing.T) {
	t.Parallel()
	const (
		options = "options: {pkcs7_private_key: /etc/puppetlabs/puppet/eyaml/private.pem, pkcs7_public_key: /etc/puppetlabs/puppet/eyaml/public.pem}"
		want    = " # want warning \"the private key of level `A` is in the tree: `.*keys/private.pem`\""
		config  = "version: 5\nhierarchy:\n  - name: A\n    lookup_key: eyaml_lookup_key\n    paths: [a.yaml, b.yaml]\n    " + options
	)
	dir := t.TempDir()
	secret := "a: " + eyamltest.Keys(t, dir)("x") + "\n"
	private, public := read(t, dir, "private.pem"), read(t, dir, "public.pem")
	ruletest.RunAll(t, secrets.EyamlPrivateKey, map[string]map[string]string{
		"in the tree": {"hiera.yaml": config + want + "\n", "data/a.yaml": secret, "keys/private.pem": private, "keys/public.pem": public},
		"of two levels": {
			"hiera.yaml":  config + want + "\n  - {name: B, path: b.yaml, lookup_key: eyaml_lookup_key, " + options + "}\n",
			"data/a.yaml": secret, "data/b.yaml": secret, "keys/private.pem": private, "keys/public.pem": public,
		},
		"of other values":       {"hiera.yaml": config + "\n", "data/a.yaml": "a: ENC[PKCS7," + cipher + "]\n", "keys/private.pem": private, "keys/public.pem": public},
		"nothing is encrypted":  {"hiera.yaml": config + "\n", "data/a.yaml": "a: 1\n", "keys/private.pem": private, "keys/public.pem": public},
		"only the certificate":  {"hiera.yaml": config + "\n", "data/a.yaml": secret, "keys/public.pem": public},
		"not a key":             {"hiera.yaml": config + "\n", "data/a.yaml": secret, "keys/private.pem": "x\n", "keys/public.pem": public},
		"not a certificate":     {"hiera.yaml": config + "\n", "data/a.yaml": secret, "keys/private.pem": private, "keys/public.pem": "x\n"},
		"ignored by Git":        {"hiera.yaml": config + "\n", "data/a.yaml": secret, "keys/private.pem": private, "keys/public.pem": public, ".gitignore": "keys\n"},
		"of a test environment": {"vagrant/hiera.yaml": "version: 5\nhierarchy: [{name: A, path: a.yaml, datadir: ../hieradata, lookup_key: eyaml_lookup_key, " + options + "}]\n", "hieradata/a.yaml": secret, "vagrant/keys/private.pem": private, "vagrant/keys/public.pem": public},
	})
}

func read(t *testing.T, dir, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

package discovery_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
)

func TestPublicKey(t *testing.T) {
	tests := []struct{ name, option, file, want string }{
		{"beside the hiera.yaml", "keys/public.pem", "keys/public.pem", "keys/public.pem"},
		{"of the environment on a server", "/etc/puppetlabs/code/environments/production/secrets/public.pem", "secrets/public.pem", "secrets/public.pem"},
		{"of the server, with a copy", "/etc/puppetlabs/puppet/eyaml/public_key.pkcs7.pem", "keys/public_key.pkcs7.pem", "keys/public_key.pkcs7.pem"},
		{"of the server only", "/etc/puppetlabs/puppet/eyaml/public_key.pkcs7.pem", "keys/other.pem", ""},
		{"depends on a variable", "keys/%{environment}.pem", "keys/production.pem", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, map[string]string{
				"environment.conf": "",
				"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: A, path: a.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_public_key: \"" + test.option + "\"}}\n",
				"data/a.yaml":      "",
				test.file:          "",
			}))
			root := load(t, ".").Roots[0]
			got := ""
			if file := root.PublicKeys[root.Config.Hierarchy[0]]; file != nil {
				got = file.Path
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestPrivateKey(t *testing.T) {
	const server = "/etc/puppetlabs/puppet/eyaml/"
	tests := []struct{ name, option, dir, file, ignored, want string }{
		{"beside the certificate", "keys/private.pem", "keys", "private.pem", "", "keys/private.pem"},
		{"of the server, with a copy", server + "private.pem", "eyaml", "private.pem", "", "eyaml/private.pem"},
		{"with the usual name", server + "private_key.pem", "keys", "private_key.pkcs7.pem", "", "keys/private_key.pkcs7.pem"},
		{"among the files of a module", server + "private.pem", "modules/eyaml/files", "private.pem", "", "modules/eyaml/files/private.pem"},
		{"ignored by Git", "keys/private.pem", "keys", "private.pem", "keys/private*\n", ""},
		{"of the server only", server + "private.pem", "keys", "other.pem", "", ""},
		{"depends on a variable", "keys/%{environment}.pem", "keys", "production.pem", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Chdir(filetree.Write(t, map[string]string{
				"environment.conf": "",
				"hiera.yaml": "version: 5\nhierarchy:\n  - {name: A, path: a.yaml, lookup_key: eyaml_lookup_key, options: {pkcs7_private_key: \"" + test.option +
					"\", pkcs7_public_key: " + server + "public.pem}}\n",
				"data/a.yaml": "", "modules/eyaml/manifests/init.pp": "class eyaml {}\n", ".gitignore": test.ignored,
				test.dir + "/public.pem": "", test.dir + "/" + test.file: "",
			}))
			root := load(t, ".").Roots[0]
			got := ""
			if file := root.PrivateKeys[root.Config.Hierarchy[0]].Private; file != nil {
				got = file.Path
			}
			if got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

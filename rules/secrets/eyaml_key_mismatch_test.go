package secrets_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

func TestEyamlKeyMismatch(t *testing.T) {
	t.Parallel()
	const block = "a: ENC[PKCS7," + cipher + "]\n"
	level := func(options string) string {
		return "version: 5\nhierarchy:\n  - name: Common" + options + "\n    lookup_key: eyaml_lookup_key\n    path: common.eyaml\n"
	}
	const options = "\n    options: {pkcs7_private_key: keys/private.pem, pkcs7_public_key: keys/public.pem}"
	// The blocks in these tests are encrypted for a certificate with another issuer and serial number.
	otherCertificate := secrets.EyamlKeyMismatch.Doc().Examples[1].Avoid["keys/public_key.pkcs7.pem"]
	tests := []struct {
		name  string
		files map[string]string
	}{
		{"no keys", map[string]string{"hiera.yaml": level(" # want warning \"names no keys\""), "data/common.eyaml": block}},
		{"no keys, but nothing encrypted", map[string]string{"hiera.yaml": level(""), "data/common.eyaml": "a: 1\n"}},
		{"keys of the server", map[string]string{"hiera.yaml": level(options), "data/common.eyaml": block}},
		{"the public key only", map[string]string{"hiera.yaml": level(" # want warning \"names no private key\"\n    options: {pkcs7_public_key: /k/public.pem}"), "data/common.eyaml": block}},
		{"the private key only", map[string]string{"hiera.yaml": level("\n    options: {pkcs7_private_key: /k/private.pem}"), "data/common.eyaml": block}},
		{"another plugin", map[string]string{"hiera.yaml": level("\n    options: {gpg_gnupghome: /opt/gpg}"), "data/common.eyaml": "a: ENC[GPG,hQEMA5nSna]\n"}},
		{"version 3", map[string]string{
			"puppet.conf": "", "hiera.yaml": ":backends: [eyaml]\n:hierarchy: [common]\n:eyaml: {:datadir: /etc/puppet/data, :pkcs7_private_key: /k/private.pem}\n", "data/common.eyaml": block}},
		{"not a certificate", map[string]string{"hiera.yaml": level(options), "keys/public.pem": "x\n", "data/common.eyaml": block}},
		{"damaged", map[string]string{"hiera.yaml": level(options), "keys/public.pem": otherCertificate, "data/common.eyaml": "a: ENC[PKCS7,AAAA]\n"}},
		{"for another certificate", map[string]string{"hiera.yaml": level(options), "keys/public.pem": otherCertificate,
			"data/common.eyaml": strings.TrimSpace(block) + " # want warning \"a certificate other than .*keys/public.pem\"\n"}},
		{"another level decrypts it", map[string]string{
			"hiera.yaml":      level(options) + "  - {name: More, lookup_key: eyaml_lookup_key, path: common.eyaml, options: {pkcs7_private_key: /k/a, pkcs7_public_key: /k/b}}\n",
			"keys/public.pem": otherCertificate, "data/common.eyaml": block}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { ruletest.Run(t, secrets.EyamlKeyMismatch, tt.files) })
	}
}

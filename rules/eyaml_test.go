package rules_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/rules"
)

const (
	eyamlConfig = "version: 5\nhierarchy:\n  - name: Common\n    lookup_key: eyaml_lookup_key\n    path: common.eyaml\n" +
		"    options: {pkcs7_private_key: /k/private.pem, pkcs7_public_key: /k/public.pem}\n"
	// cipher is a secret that is encrypted for a certificate that is not kept.
	cipher = "MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAgEBMA0GCSqGSIb3DQEBAQUABIGACH98YZeDno6tBAOZYHK6c/8ww5UmxvZ7Q2" +
		"wo7atlrceNM9FszyvChGHAgI9oHCnDeIUShQNiH1Xp5jXy2AeSdFsK27dd4eR5uyDw7D6vA9YEPbGQdVxaBs9z9OslZXMcbYHBAE4TWsTIV63+fXeXJngVRw" +
		"/7W+B9ypiyVRaznnIwPAYJKoZIhvcNAQcBMB0GCWCGSAFlAwQBKgQQ/cKuJuEf60OfKR7Zs3naaoAQNGgT0WfIPDYh/98S99PG5w=="
)

// lines is the cipher over several lines, indented.
func lines() string {
	var all []string
	for rest := "ENC[PKCS7," + cipher + "]"; rest != ""; {
		n := min(60, len(rest))
		all, rest = append(all, "  "+rest[:n]), rest[n:]
	}
	return strings.Join(all, "\n") + "\n"
}

// TestEyamlMalformed: what hiera-eyaml 3.3 does with each of these was measured with Puppet 7.23.
func TestEyamlMalformed(t *testing.T) {
	tests := []struct{ name, text, underlined string }{
		{"fine", "a: ENC[PKCS7," + cipher + "]\n", ""},
		{"no method", "a: ENC[" + cipher + "]\n", ""},
		{"small letters", "a: ENC[pkcs7," + cipher + "]\n", ""},
		{"text around", "a: before ENC[PKCS7," + cipher + "] behind\n", ""},
		{"a space", "a: 'ENC[PKCS7, " + cipher + "]'\n", ""},
		{"folded", "a: >\n" + lines(), ""},
		{"folded without a line break at the end", "a: >-\n" + lines(), ""},
		{"in quotes over several lines", "a: \"" + strings.TrimSpace(lines()) + "\"\n", ""},
		{"literal on one line", "a: |\n  ENC[PKCS7," + cipher + "]\n", ""},
		{"another plugin", "a: ENC[GPG,hQEMA5nSnaAUwtGKAQf8]\nb: ENC[SECRETBOX,AAAA] # want warning \"no encryption method .SECRETBOX\"\n", ""},
		{"length left open", "a: ENC[PKCS7,MIAGCSqGSIb3DQEHA6CAMIACAQAx]\n", ""},
		{"SOPS", "a: ENC[AES256_GCM,data:p673w==,iv:YY=,tag:UQ=,type:str]\n", ""},
		{"other texts", "a: 'enclosed in ENC[...]'\nb: SCIENCE[1]\nc: 'ENC[x]y'\nd: \"%{x}::[a]\"\n", ""},

		{"literal", "a: |\n" + strings.Replace(lines(), "\n", " # want error \"several lines\"\n", 1), "ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg"},
		{"folded with deeper lines", "a: >\n  ENC[PKCS7,MIH0BgkqhkiG9w0 # want error \"several lines\"\n    BBwOggeYwgeMCAQAx]\n", ""},
		{"no end", "a: ENC[PKCS7," + cipher + " # want error \"no closing bracket\"\n", "ENC[PKCS7," + cipher},
		{"not base64", "a: ENC[PKCS7,MIH0BgkqhkiG9w0-BBwOggeYwgeMCAQAx] # want error \"not base64\"\n", "-"},
		{"left out", "a: 'ENC[PKCS7,…]' # want warning \"is left out\"\n", "ENC[PKCS7,…]"},
		{"left out in dots", "a: 'ENC[PKCS7,...]' # want warning \"is left out\"\n", "ENC[PKCS7,...]"},
		{"left out from here on", "a: 'ENC[PKCS7,MIIB...]' # want warning \"is left out\"\n", "ENC[PKCS7,MIIB...]"},
		{"left out in between", "a: 'ENC[PKCS7,MIIB…x==]' # want warning \"is left out\"\n", ""},
		{"described", "a: 'ENC[PKCS7,<encrypted>]' # want warning \"is left out\"\n", ""},
		{"a tab", "a: \"ENC[PKCS7,MIH0Bgk\\tqhkiG9w0BBwOg]\" # want error \"not base64\"\n", "\\t"},
		{"empty", "a: ENC[PKCS7,] # want error \"is empty\"\n", "ENC[PKCS7,]"},
		{"cut off", "a: ENC[PKCS7," + cipher[:200] + "] # want error \"not a whole PKCS7 message\"\n", "ENC[PKCS7," + cipher[:200] + "]"},
		{"not PKCS7", "a: ENC[PKCS7,INVALID] # want error \"not a whole PKCS7 message\"\n", "ENC[PKCS7,INVALID]"},
		{"method misspelt", "a: ENC[PCKS7," + cipher + "] # want error \"no encryption method .PCKS7\"\n", "PCKS7"},
		{"no comma", "a: 'ENC[PKCS7:" + cipher + "]' # want error \"ends in a comma\"\n", "PKCS7:"},
		{"a space for the comma", "a: 'ENC[PKCS7 " + cipher + "]' # want error \"ends in a comma\"\n", "PKCS7 "},
		{"a space before the comma", "a: 'ENC[PKCS7 ," + cipher + "]' # want error \"ends in a comma\"\n", "PKCS7 "},
		{"small ENC", "a: enc[PKCS7," + cipher + "] # want error \"opens with .ENC\"\n", "enc["},
		{"a space before the bracket", "a: ENC [PKCS7," + cipher + "] # want error \"opens with .ENC\"\n", "ENC ["},
		{"nested", "a:\n  - b: ENC[PKCS7,INVALID] # want error \"whole\"\n", "ENC[PKCS7,INVALID]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			// What a plain level reads is not decrypted at all.
			run(t, rules.EyamlMalformed, common("a: ENC[PKCS7,INVALID]\n"))
			found := run(t, rules.EyamlMalformed, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": tt.text})
			if tt.underlined != "" && len(found) == 1 && underlined(found[0]) != tt.underlined {
				t.Errorf("underlined %q", underlined(found[0]))
			}
		})
	}
	// What a plain level reads is not decrypted at all.
	run(t, rules.EyamlMalformed, common("a: ENC[PKCS7,INVALID]\n"))
	// An option for the method speaks for a plugin.
	run(t, rules.EyamlMalformed, map[string]string{"hiera.yaml": strings.Replace(eyamlConfig, "pkcs7_private_key", "secretbox_key", 1), "data/common.eyaml": "a: ENC[SECRETBOX,AAAA]\n"})
	found := run(t, rules.EyamlMalformed, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": "a: ENC[PCKS7,AAAA] # want \"method\"\n"})
	if got := apply(found[0].Fixes[0]); got != "a: ENC[PKCS7,AAAA]\n" {
		t.Errorf("fixed: %s", got)
	}
}

func TestEyamlInPlainLevel(t *testing.T) {
	run(t, rules.EyamlInPlainLevel, common("a: ENC[PKCS7,"+cipher+"] # want error \"`Common` does not decrypt\"\nb: [x, 'y ENC[GPG,hQEMA5] z'] # want \"does not decrypt\"\n"+
		"c: ENC["+cipher+"] # want \"does not decrypt\"\nd: ENC[PKCS7,AAAA # want \"does not decrypt\"\ne: 'a text about ENC[...]'\nf: ENC[AES256_GCM,data:p6==,type:str]\n"))
	run(t, rules.EyamlInPlainLevel, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": "a: ENC[PKCS7," + cipher + "]\n"})
	run(t, rules.EyamlInPlainLevel, map[string]string{
		"hiera.yaml":        eyamlConfig + "  - {name: Plain, path: plain.yaml, data_hash: yaml_data}\n",
		"data/common.eyaml": "b: 1\n", "data/plain.yaml": "a: ENC[PKCS7," + cipher + "] # want error \"`Plain` does not decrypt\"\n",
	})
	const block = "a: ENC[PKCS7," + cipher + "]\n"
	run(t, rules.EyamlInPlainLevel, map[string]string{
		"hiera.yaml":       "version: 4\nhierarchy: [{name: common, backend: yaml}]\n",
		"data/common.yaml": strings.Replace(block, "\n", " # want warning \"does not decrypt\"\n", 1),
	})
	for name, config := range map[string]string{
		"one of two levels decrypts":  eyamlConfig + "  - {name: Plain, path: common.eyaml}\n",
		"a function that is not here": "version: 5\nhierarchy: [{name: A, path: common.eyaml, data_hash: 'mine::data'}]\n",
		"version 3 with eyaml":        ":backends: [eyaml, yaml]\n:hierarchy: [common]\n:yaml: {:datadir: data}\n:eyaml: {:datadir: data}\n",
		"the level is refused":        "version: 5\nhierarchy: [{name: A, path: common.eyaml, data_hash: yaml_data, lookup_key: eyaml_lookup_key}]\n",
		"nobody reads it":             "version: 5\nhierarchy: [{name: A, path: other.yaml}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			run(t, rules.EyamlInPlainLevel, map[string]string{"hiera.yaml": config, "data/common.eyaml": block})
		})
	}
	found := run(t, rules.EyamlInPlainLevel, common("a: >\n"+strings.Replace(lines(), "\n", " # want \"does not decrypt\"\n", 1)))
	if got := underlined(found[0]); strings.Contains(got, "\n") || !strings.HasPrefix(got, "ENC[PKCS7,MIH0") {
		t.Errorf("underlined %q", got)
	}
}

func TestEyamlDecryptedBlock(t *testing.T) {
	found := run(t, rules.EyamlDecryptedBlock, common(`# change only the text between DEC(<num>)::PKCS7[]! blocks
a: DEC::PKCS7[hunter2]! # want error "not encrypted"
b: {c: ['DEC(12)::GPG[a]b]!']} # want error "not encrypted"
d: x DEC::PKCS7[a]! y DEC(3)::PKCS7[b]! # want error "not encrypted" "not encrypted"
e: DEC::PKCS7[hunter2] # want error "not encrypted"
f: |
  DEC(1)::PKCS7[-----BEGIN RSA PRIVATE KEY----- # want error "not encrypted"
  AAAA
  -----END RSA PRIVATE KEY-----]!
g: 'DEC::x'
h: DECIMAL[1]
i: "a::b[c]"
j: 'DEC [1]!'
`))
	for i, want := range []string{"DEC::PKCS7[hunter2]!", "DEC(12)::GPG[a]b]!", "DEC::PKCS7[a]!", "DEC(3)::PKCS7[b]!", "DEC::PKCS7[hunter2]", "DEC(1)::PKCS7[-----BEGIN RSA PRIVATE KEY-----"} {
		if i < len(found) && underlined(found[i]) != want {
			t.Errorf("underlined %q, want %q", underlined(found[i]), want)
		}
	}
	for _, d := range found {
		if strings.Contains(d.Message+d.Detail+d.Help, "hunter2") {
			t.Errorf("the secret is told: %s %s", d.Message, d.Detail)
		}
	}
}

func TestEyamlKeyMismatch(t *testing.T) {
	const block = "a: ENC[PKCS7," + cipher + "]\n"
	level := func(options string) string {
		return "version: 5\nhierarchy:\n  - name: Common" + options + "\n    lookup_key: eyaml_lookup_key\n    path: common.eyaml\n"
	}
	const options = "\n    options: {pkcs7_private_key: keys/private.pem, pkcs7_public_key: keys/public.pem}"
	// The blocks of these tests are encrypted for a certificate with another issuer and serial number.
	otherCertificate := rules.EyamlKeyMismatch.Doc().Examples[1].Avoid["keys/public_key.pkcs7.pem"]
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
			"data/common.eyaml": strings.TrimSpace(block) + " # want warning \"another certificate than .*keys/public.pem\"\n"}},
		{"another level decrypts it", map[string]string{
			"hiera.yaml":      level(options) + "  - {name: More, lookup_key: eyaml_lookup_key, path: common.eyaml, options: {pkcs7_private_key: /k/a, pkcs7_public_key: /k/b}}\n",
			"keys/public.pem": otherCertificate, "data/common.eyaml": block}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { run(t, rules.EyamlKeyMismatch, tt.files) })
	}
}

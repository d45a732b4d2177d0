package secrets_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

const (
	eyamlConfig = "version: 5\nhierarchy:\n  - name: Common\n    lookup_key: eyaml_lookup_key\n    path: common.eyaml\n" +
		"    options: {pkcs7_private_key: /k/private.pem, pkcs7_public_key: /k/public.pem}\n"
	// cipher is a string encrypted for a certificate that was not kept.
	cipher = "MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAgEBMA0GCSqGSIb3DQEBAQUABIGACH98YZeDno6tBAOZYHK6c/8ww5UmxvZ7Q2" +
		"wo7atlrceNM9FszyvChGHAgI9oHCnDeIUShQNiH1Xp5jXy2AeSdFsK27dd4eR5uyDw7D6vA9YEPbGQdVxaBs9z9OslZXMcbYHBAE4TWsTIV63+fXeXJngVRw" +
		"/7W+B9ypiyVRaznnIwPAYJKoZIhvcNAQcBMB0GCWCGSAFlAwQBKgQQ/cKuJuEf60OfKR7Zs3naaoAQNGgT0WfIPDYh/98S99PG5w=="
)

// lines returns the ciphertext on several indented lines.
func lines() string {
	var all []string
	for rest := "ENC[PKCS7," + cipher + "]"; rest != ""; {
		n := min(60, len(rest))
		all, rest = append(all, "  "+rest[:n]), rest[n:]
	}
	return strings.Join(all, "\n") + "\n"
}

func TestEyamlInPlainLevel(t *testing.T) {
	t.Parallel()
	ruletest.Run(t, secrets.EyamlInPlainLevel, ruletest.Common("a: ENC[PKCS7,"+cipher+"] # want error \"`Common` does not decrypt\"\nb: [x, 'y ENC[GPG,hQEMA5] z'] # want \"does not decrypt\"\n"+
		"c: ENC["+cipher+"] # want \"does not decrypt\"\ng: ENC[MIL89jVL61pgNySX0N2JvzqAyLjC8O/j6AjzXIPkp1E=]\nd: ENC[PKCS7,AAAA # want \"does not decrypt\"\ne: 'a text about ENC[...]'\nf: ENC[AES256_GCM,data:p6==,type:str]\n"))
	ruletest.Run(t, secrets.EyamlInPlainLevel, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": "a: ENC[PKCS7," + cipher + "]\n"})
	ruletest.Run(t, secrets.EyamlInPlainLevel, map[string]string{
		"hiera.yaml":        eyamlConfig + "  - {name: Plain, path: plain.yaml, data_hash: yaml_data}\n",
		"data/common.eyaml": "b: 1\n", "data/plain.yaml": "a: ENC[PKCS7," + cipher + "] # want error \"`Plain` does not decrypt\"\n",
	})
	const block = "a: ENC[PKCS7," + cipher + "]\n"
	ruletest.Run(t, secrets.EyamlInPlainLevel, map[string]string{
		"hiera.yaml":       "version: 4\nhierarchy: [{name: common, backend: yaml}]\n",
		"data/common.yaml": strings.Replace(block, "\n", " # want warning \"does not decrypt\"\n", 1),
	})
	for name, config := range map[string]string{
		"one of two levels decrypts": eyamlConfig + "  - {name: Plain, path: common.eyaml}\n",
		"an unknown function":        "version: 5\nhierarchy: [{name: A, path: common.eyaml, data_hash: 'mine::data'}]\n",
		"version 3 with eyaml":       ":backends: [eyaml, yaml]\n:hierarchy: [common]\n:yaml: {:datadir: data}\n:eyaml: {:datadir: data}\n",
		"the level is refused":       "version: 5\nhierarchy: [{name: A, path: common.eyaml, data_hash: yaml_data, lookup_key: eyaml_lookup_key}]\n",
		"unreachable":                "version: 5\nhierarchy: [{name: A, path: other.yaml}]\n",
	} {
		t.Run(name, func(t *testing.T) {
			ruletest.Run(t, secrets.EyamlInPlainLevel, map[string]string{"hiera.yaml": config, "data/common.eyaml": block})
		})
	}
	ruletest.Run(t, secrets.EyamlInPlainLevel, map[string]string{
		"vagrant/hiera.yaml": "version: 5\nhierarchy: [{name: A, path: common.yaml, datadir: ../hieradata}]\n", "hieradata/common.yaml": block,
	})
	found := ruletest.Run(t, secrets.EyamlInPlainLevel, ruletest.Common("a: >\n"+strings.Replace(lines(), "\n", " # want \"does not decrypt\"\n", 1)))
	if got := ruletest.Underlined(found[0]); strings.Contains(got, "\n") || !strings.HasPrefix(got, "ENC[PKCS7,MIH0") {
		t.Errorf("underlined %q", got)
	}
}

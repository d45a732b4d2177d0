package secrets_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

// TestEyamlMalformed checks blocks whose treatment by hiera-eyaml 3.3 was determined with Puppet
// 7.23.
func TestEyamlMalformed(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, underlined string }{
		{"fine", "a: ENC[PKCS7," + cipher + "]\n", ""},
		{"no method", "a: ENC[" + cipher + "]\n", ""},
		{"lowercase", "a: ENC[pkcs7," + cipher + "]\n", ""},
		{"text around", "a: before ENC[PKCS7," + cipher + "] behind\n", ""},
		{"a space", "a: 'ENC[PKCS7, " + cipher + "]'\n", ""},
		{"folded", "a: >\n" + lines(), ""},
		{"folded without a line break at the end", "a: >-\n" + lines(), ""},
		{"in quotes over several lines", "a: \"" + strings.TrimSpace(lines()) + "\"\n", ""},
		{"literal on one line", "a: |\n  ENC[PKCS7," + cipher + "]\n", ""},
		{"another plugin", "a: ENC[GPG,hQEMA5nSnaAUwtGKAQf8]\nb: ENC[SECRETBOX,AAAA] # want warning \"unknown encryption method .SECRETBOX\"\n", ""},
		{"length left open", "a: ENC[PKCS7,MIAGCSqGSIb3DQEHA6CAMIACAQAx]\n", ""},
		{"SOPS", "a: ENC[AES256_GCM,data:p673w==,iv:YY=,tag:UQ=,type:str]\n", ""},
		{"other strings", "a: 'enclosed in ENC[...]'\nb: SCIENCE[1]\nc: 'ENC[x]y'\nd: \"%{x}::[a]\"\n", ""},

		{"literal", "a: |\n" + strings.Replace(lines(), "\n", " # want error \"several lines\"\n", 1), "ENC[PKCS7,MIH0BgkqhkiG9w0BBwOggeYwgeMCAQAxgZ8wgZwCAQAwBTAAAg"},
		{"folded with deeper lines", "a: >\n  ENC[PKCS7,MIH0BgkqhkiG9w0 # want error \"several lines\"\n    BBwOggeYwgeMCAQAx]\n", ""},
		{"no end", "a: ENC[PKCS7," + cipher + " # want error \"without a closing bracket\"\n", "ENC[PKCS7," + cipher},
		{"not base64", "a: ENC[PKCS7,MIH0BgkqhkiG9w0-BBwOggeYwgeMCAQAx] # want error \"invalid Base64\"\n", "-"},
		{"left out", "a: 'ENC[PKCS7,…]' # want warning \"placeholder\"\n", "ENC[PKCS7,…]"},
		{"left out in dots", "a: 'ENC[PKCS7,...]' # want warning \"placeholder\"\n", "ENC[PKCS7,...]"},
		{"left out from here on", "a: 'ENC[PKCS7,MIIB...]' # want warning \"placeholder\"\n", "ENC[PKCS7,MIIB...]"},
		{"left out in between", "a: 'ENC[PKCS7,MIIB…x==]' # want warning \"placeholder\"\n", ""},
		{"described", "a: 'ENC[PKCS7,<encrypted>]' # want warning \"placeholder\"\n", ""},
		{"a tab", "a: \"ENC[PKCS7,MIH0Bgk\\tqhkiG9w0BBwOg]\" # want error \"invalid Base64\"\n", "\\t"},
		{"empty", "a: ENC[PKCS7,] # want error \"empty encrypted block\"\n", "ENC[PKCS7,]"},
		{"cut off", "a: ENC[PKCS7," + cipher[:200] + "] # want error \"incomplete PKCS7 message\"\n", "ENC[PKCS7," + cipher[:200] + "]"},
		{"not PKCS7", "a: ENC[PKCS7,INVALID] # want error \"incomplete PKCS7 message\"\n", "ENC[PKCS7,INVALID]"},
		{"method misspelled", "a: ENC[PCKS7," + cipher + "] # want error \"unknown encryption method .PCKS7\"\n", "PCKS7"},
		{"no comma", "a: 'ENC[PKCS7:" + cipher + "]' # want error \"without a comma directly after\"\n", "PKCS7:"},
		{"a space for the comma", "a: 'ENC[PKCS7 " + cipher + "]' # want error \"without a comma directly after\"\n", "PKCS7 "},
		{"a space before the comma", "a: 'ENC[PKCS7 ," + cipher + "]' # want error \"without a comma directly after\"\n", "PKCS7 "},
		{"small ENC", "a: enc[PKCS7," + cipher + "] # want error \"starts with .ENC\"\n", "enc["},
		{"a space before the bracket", "a: ENC [PKCS7," + cipher + "] # want error \"starts with .ENC\"\n", "ENC ["},
		{"nested", "a:\n  - b: ENC[PKCS7,INVALID] # want error \"incomplete\"\n", "ENC[PKCS7,INVALID]"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := ruletest.Run(t, secrets.EyamlMalformed, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": tt.text})
			if tt.underlined != "" && len(found) == 1 && ruletest.Underlined(found[0]) != tt.underlined {
				t.Errorf("underlined %q", ruletest.Underlined(found[0]))
			}
		})
	}
	const other = "oWqIfmn/ER4CYIvjJSpIzQ==:FiTeRLnrYO171" // of a program other than hiera-eyaml
	ruletest.Run(t, secrets.EyamlMalformed, ruletest.Common("a: ENC["+other+"]\nb: ENC["+other+" # want warning \"without a closing bracket\"\nc: ENC[x y\nd: an ENC["+other+"\n"))
	ruletest.Run(t, secrets.EyamlMalformed, ruletest.Common("b: ENC["+other+"\n"))
	// A level without eyaml does not decrypt.
	ruletest.Run(t, secrets.EyamlMalformed, ruletest.Common("a: ENC[PKCS7,INVALID]\n"))
	// The option secretbox_key indicates that the plugin is installed.
	ruletest.Run(t, secrets.EyamlMalformed, map[string]string{"hiera.yaml": strings.Replace(eyamlConfig, "pkcs7_private_key", "secretbox_key", 1), "data/common.eyaml": "a: ENC[SECRETBOX,AAAA]\n"})
	found := ruletest.Run(t, secrets.EyamlMalformed, map[string]string{"hiera.yaml": eyamlConfig, "data/common.eyaml": "a: ENC[PCKS7,AAAA] # want \"method\"\n"})
	if got := ruletest.Apply(found[0].Fixes[0]); got != "a: ENC[PKCS7,AAAA]\n" {
		t.Errorf("fixed: %s", got)
	}
}

package secrets_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/secrets"
)

func TestEyamlDecryptedBlock(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, secrets.EyamlDecryptedBlock, ruletest.Common(`# change only the text between DEC(<num>)::PKCS7[]! blocks
a: DEC::PKCS7[hunter2]! # want error "decrypted block"
b: {c: ['DEC(12)::GPG[a]b]!']} # want error "decrypted block"
d: x DEC::PKCS7[a]! y DEC(3)::PKCS7[b]! # want error "decrypted block" "decrypted block"
e: DEC::PKCS7[hunter2] # want error "decrypted block"
f: |
  DEC(1)::PKCS7[-----BEGIN RSA PRIVATE KEY----- # want error "decrypted block"
  AAAA
  -----END RSA PRIVATE KEY-----]!
g: 'DEC::x'
h: DECIMAL[1]
i: "a::b[c]"
j: 'DEC [1]!'
k: DEC:GPG[hunter2]! # want error "decrypted block"
l: DECPKCS7[hunter2]! # want error "decrypted block"
m: x:GPG[1]
`))
	for i, want := range []string{"DEC::PKCS7[hunter2]!", "DEC(12)::GPG[a]b]!", "DEC::PKCS7[a]!", "DEC(3)::PKCS7[b]!", "DEC::PKCS7[hunter2]", "DEC(1)::PKCS7[-----BEGIN RSA PRIVATE KEY-----", "DEC:GPG[hunter2]!", "DECPKCS7[hunter2]!"} {
		if i < len(found) && ruletest.Underlined(found[i]) != want {
			t.Errorf("underlined %q, want %q", ruletest.Underlined(found[i]), want)
		}
	}
	for _, d := range found {
		if strings.Contains(d.Message+d.Detail+d.Help, "hunter2") {
			t.Errorf("the finding shows the secret: %s %s", d.Message, d.Detail)
		}
	}
}

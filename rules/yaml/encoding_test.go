package yaml_test

import (
	"slices"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestEncoding(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"Latin-1":                 "a: b\nc: caf\xe9 # want error \"UTF-8\"\n",
		"Latin-1 in a comment":    "a: b\n# caf\xe9 # want error \"UTF-8\"\n",
		"a control character":     "a: b\x07 # want error \"control\"\n",
		"git-crypt":               "\x00GITCRYPT\x00 \x01\xff # want note \"git-crypt\"\n",
		"Ansible Vault":           "$ANSIBLE_VAULT;1.1;AES256 # want note \"Ansible Vault\"\n6238\n3738\n",
		"GnuPG":                   "-----BEGIN PGP MESSAGE----- # want note \"GnuPG\"\n\nhQEMA\n-----END PGP MESSAGE-----\n",
		"GnuPG, a public key":     "\x85\x01\x0c\x03\xa0\xff # want note \"GnuPG\"\n",
		"GnuPG, a passphrase":     "\x8c\r\x04\t\x03\x02 # want note \"GnuPG\"\n",
		"age":                     "age-encryption.org/v1 # want note \"age\"\n-> X25519 a\n\xff\n",
		"OpenSSL":                 "Salted__\xff\xfe # want note \"OpenSSL\"\n",
		"transcrypt":              "U2FsdGVkX1+ # want note \"OpenSSL\"\n",
		"a byte order mark":       "\uFEFFa: b # want note \"byte order mark\"\n",
		"other alphabets":         "a: Кириллица\nb: 日本語 🙂\n",
		"escapes":                 "a: \"\\x07 \\u00e9\"\n",
		"a tab":                   "a: 'b\tc'\n",
		"a carriage return alone": "a: b\rc: d # want note \"CRLF\"\n",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.Encoding, ruletest.Common(text)) })
	}
	allowed := ".hieralint.yaml"
	ruletest.RunAll(t, yaml.Encoding, map[string]map[string]string{
		"allowed byte order mark":  {allowed: "rules: {encoding: {allow: [byte-order-mark]}}\n", "data/common.yaml": "\uFEFFa: b\n"},
		"allowed carriage returns": {allowed: "rules: {encoding: {allow: [carriage-returns]}}\n", "data/common.yaml": "a: b\r\n"},
	})
}

func TestWindowsText(t *testing.T) {
	t.Parallel()
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "\uFEFFa: b\r\nc: d\r\n"})
	var got []string
	for _, d := range ruletest.Check(t, dir) {
		got = append(got, ruletest.Place(dir, d)+" "+d.Severity.String()+" "+d.Rule.Name)
	}
	want := []string{
		"data/common.yaml:1 note encoding",                   // byte order mark
		"data/common.yaml:1 note encoding",                   // first CRLF line ending
		"data/common.yaml:2 warning yaml-multiple-documents", // caused by the byte order mark
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}

	for _, d := range ruletest.Check(t, dir) {
		if len(d.Fixes) > 0 {
			t.Errorf("%s: a fix is offered, although line endings and byte order marks change only on request", d.Message)
		}
	}

	asked := "rules: {encoding: {remove: [byte-order-mark, carriage-returns]}}\n"
	for text, fixed := range map[string]string{
		"\uFEFFa: b\n":                       "a: b\n",
		"a: b\r\nc: |\r\n  d\r\n\r\n  e\r\n": "a: b\nc: |\n  d\n\n  e\n",
		"a: b\r\nc: d":                       "a: b\nc: d",
		"a: b\rc: d\r\n":                     "",
	} {
		found := ruletest.Check(t, filetree.Write(t, map[string]string{".hieralint.yaml": asked, "hiera.yaml": "version: 5\n", "data/common.yaml": text}))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 0 != (fixed != ""):
			t.Errorf("%q: found %v", text, found)
		case fixed != "" && (ruletest.Apply(found[0].Fixes[0]) != fixed || !found[0].Fixes[0].Safe):
			t.Errorf("%q: fixed: %q", text, ruletest.Apply(found[0].Fixes[0]))
		}
	}
}

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
		"Latin-1":                                "a: b\nc: caf\xe9 # want error \"UTF-8\"\n",
		"Latin-1 in a comment":                   "a: b\n# caf\xe9 # want error \"UTF-8\"\n",
		"a control character":                    "a: b\x07 # want error \"control\"\n",
		"git-crypt":                              "\x00GITCRYPT\x00 \x01\xff # want note \"git-crypt\"\n",
		"Ansible Vault":                          "$ANSIBLE_VAULT;1.1;AES256 # want note \"Ansible Vault\"\n6238\n3738\n",
		"GnuPG":                                  "-----BEGIN PGP MESSAGE----- # want note \"GnuPG\"\n\nhQEMA\n-----END PGP MESSAGE-----\n",
		"GnuPG, a public key":                    "\x85\x01\x0c\x03\xa0\xff # want note \"GnuPG\"\n",
		"GnuPG, a passphrase":                    "\x8c\r\x04\t\x03\x02 # want note \"GnuPG\"\n",
		"age":                                    "age-encryption.org/v1 # want note \"age\"\n-> X25519 a\n\xff\n",
		"OpenSSL":                                "Salted__\xff\xfe # want note \"OpenSSL\"\n",
		"transcrypt":                             "U2FsdGVkX1+ # want note \"OpenSSL\"\n",
		"a byte order mark":                      "\uFEFFa: b # want note \"byte order mark\"\n",
		"other alphabets":                        "a: Кириллица\nb: 日本語 🙂\n",
		"escapes":                                "a: \"\\x07 \\u00e9\"\n",
		"a tab":                                  "a: 'b\tc'\n",
		"a no-break space before a value":        "a:\n  b: \u00a0'c' # want warning \"no-break space .U.00A0. in an unquoted\"\n  d: 1\n",
		"a no-break space before a key":          "a:\n  b: 1\n  \u00a0c: 2 # want warning \"no-break space\"\n",
		"no-break spaces before keys":            "a:\n\u00a0 b: 1 # want warning \"no-break space\"\n\u00a0 c: 2 # want warning \"no-break space\"\n",
		"a no-break space after a key":           "a::b\u00a0: 1 # want warning \"no-break space\"\n",
		"a no-break space after a value":         "a: x\u00a0 # want warning \"no-break space\"\nb: 1\n",
		"a no-break space after a dash":          "a:\n  -\u00a0b # want warning \"no-break space\"\n",
		"a no-break space in front of a comment": "a: 1\u00a0# want warning \"no-break space\"\n",
		"a zero-width space":                     "a: [\u200bb, c] # want warning \"zero-width space .U.200B.\"\n",
		"an ideographic space":                   "a: \u3000b # want warning \"Unicode space .U.3000.\"\n",
		"a no-break space in lookup_options":     "lookup_options:\n  a: {merge: \u00a0deep} # want warning \"no-break space\"\na: {}\n",
		"no-break spaces in text":                "a: Bonjour\u00a0!\nb: \"\u00a0\"\nc: '\u00a0d'\ne: |\n  \u00a0f\n# \u00a0g\n",
		"a carriage return alone":                "a: b\rc: d # want note \"CRLF\"\n",
	} {
		t.Run(name, func(t *testing.T) { ruletest.Run(t, yaml.Encoding, ruletest.Common(text)) })
	}
	allowed := ".hieralint.yaml"
	ruletest.RunAll(t, yaml.Encoding, map[string]map[string]string{
		"a no-break space in hiera.yaml": {"hiera.yaml": "version: 5\nhierarchy:\n  - {name: \u00a0c, path: common.yaml} # want warning \"no-break space\"\n", "data/common.yaml": "a: b\n"},
		"allowed byte order mark":        {allowed: "rules: {encoding: {allow: [byte-order-mark]}}\n", "data/common.yaml": "\uFEFFa: b\n"},
		"allowed carriage returns":       {allowed: "rules: {encoding: {allow: [carriage-returns]}}\n", "data/common.yaml": "a: b\r\n"},
	})
}

// TestOddSpaces checks the fix for spaces that YAML treats as letters.
func TestOddSpaces(t *testing.T) {
	t.Parallel()
	ruletest.Fixes(t, yaml.Encoding, false, map[string]string{
		"a: \u00a0 \u00a0'b' # want \"no-break\"\nc: 1\n":          "a:    'b'\nc: 1\n",
		"a: b\u00a0\u00a0 # want \"no-break\"\nc: 1\n":             "a: b\nc: 1\n",
		"a:\n  -\u00a0b # want \"no-break\"\n":                     "a:\n  - b\n",
		"\u00a0a: 1 # want \"no-break\"\nb: 1\n":                   "",
		"a: b\u00a0# c # want \"no-break\"\n":                      "a: b # c\n",
		"a: \u200bb # want \"zero-width\"\n":                       "a: b\n",
		"a:\n  b: 1\n\u00a0\u00a0c: 1 # want \"no-break\"\nd: 1\n": "a:\n  b: 1\n  c: 1\nd: 1\n",
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

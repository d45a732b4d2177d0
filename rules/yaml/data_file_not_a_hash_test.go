package yaml_test

import (
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

func TestDataFileNotAHash(t *testing.T) {
	t.Parallel()
	ruletest.RunAll(t, yaml.DataFileNotAHash, map[string]map[string]string{
		"encrypted":      ruletest.Common("$ANSIBLE_VAULT;1.2;AES256;prod\n6238\n"),
		"encrypted JSON": {"hiera.yaml": "version: 5\ndefaults: {data_hash: json_data}\nhierarchy: [{name: All, path: all.json}]\n", "data/all.json": "$ANSIBLE_VAULT;1.1;AES256\n6238\n"},
		"array":          ruletest.Common("- a # want error \"an array\"\n- b\n"),
		"string":         ruletest.Common("key:value # want error \"a string\"\n"),
		"number":         ruletest.Common("42 # want error \"a number\"\n"),
		"hash":           ruletest.Common("{}\n"),
		"empty":          ruletest.Common("# nothing\n"),
		"JSON":           {"hiera.yaml": "version: 5\nhierarchy: [{name: Common, path: common.json, data_hash: json_data}]\n", "data/common.json": "[1] # want error \"an array\""},
		"unreachable":    {"data/common.yaml": "a: 1\n", "data/inventory.yaml": "- host: web01\n", "data/list.json": "[1]\n"},
		"some level may read it": {
			"hiera.yaml":           "version: 5\nhierarchy: [{name: OS, path: \"%{facts.os.name}.yaml\"}, {name: Test, path: fixed/test.yaml}]\n",
			"data/test.yaml":       "test # want warning \"a string\"\n",
			"data/Debian.yaml":     "test # want error \"a string\"\n",
			"data/fixed/test.yaml": "test # want error \"a string\"\n",
		},
	})
}

// TestDataFileNotAHashDetail checks that the detail does not claim that Puppet reads the file if a level may match it by
// chance.
func TestDataFileNotAHashDetail(t *testing.T) {
	t.Parallel()
	found := ruletest.Run(t, yaml.DataFileNotAHash, map[string]string{
		"hiera.yaml":     "version: 5\nhierarchy: [{name: OS, path: \"%{facts.os.name}.yaml\"}]\n",
		"data/test.yaml": "test # want warning \"a string\"\n",
	})
	const want = "If Puppet reads this file, every lookup that reaches it fails in Puppet 8; Puppet 7 treats it as empty"
	if found[0].Detail != want {
		t.Errorf("got detail %q, want %q", found[0].Detail, want)
	}
}

// TestDataFileNotAHashHelp checks what a string at the top level was probably meant to be.
func TestDataFileNotAHashHelp(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"---{}\n":   "write `--- {}`",
		"---{ }\n":  "write `--- {}`",
		"---{a}\n":  "write `key: …`",
		"---[]\n":   "write `key: …`",
		"'---{}'\n": "write `key: …`",
		"a::b:1\n":  "write `a::b: …`",
		"a::b c\n":  "write `a::b: …`, with a colon after the key",
		"text\n":    "write `key: …`, or start the line with `#` if it is a comment",

		"ENC[PKCS7,MIIBeQ==]\n": "write `key: …`",

		"<<<<<<< HEAD\n---\na: 1\n": "keep one side, or combine both, and remove the conflict markers",
	} {
		found := ruletest.Run(t, yaml.DataFileNotAHash, ruletest.Common(strings.Replace(text, "\n", " # want error \"a string\"\n", 1)))
		if len(found) == 1 && found[0].Help != want {
			t.Errorf("%q: help %q, want %q", text, found[0].Help, want)
		}
	}
}

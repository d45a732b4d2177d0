package yaml_test

import (
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/yaml"
)

// TestFilesOfOthers: what lies in the data directory and no level reads need not be data.
func TestFilesOfOthers(t *testing.T) {
	ruletest.Run(t, yaml.DataFileNotAHash, map[string]string{
		"hiera.yaml":           "version: 5\nhierarchy: [{name: OS, path: \"%{facts.os.name}.yaml\"}, {name: Test, path: fixed/test.yaml}]\n",
		"data/test.yaml":       "test # want warning \"a text\"\n",
		"data/Debian.yaml":     "test # want error \"a text\"\n",
		"data/fixed/test.yaml": "test # want error \"a text\"\n",
	})
	ruletest.Run(t, yaml.DataFileNotAHash, map[string]string{"data/common.yaml": "a: 1\n", "data/inventory.yaml": "- host: web01\n", "data/list.json": "[1]\n"})
}

func TestFileContent(t *testing.T) {
	tests := []struct {
		name string
		rule *rule.Rule
		text string
	}{
		{"list", yaml.DataFileNotAHash, "- a # want error \"a list\"\n- b\n"},
		{"text", yaml.DataFileNotAHash, "key:value # want error \"a text\"\n"},
		{"hash", yaml.DataFileNotAHash, "{}\n"},
		{"comment only", yaml.EmptyDataFile, "# nothing # want note \"no data\"\n"},
		{"null", yaml.EmptyDataFile, "--- # want note \"no data\"\n"},
		{"empty hash", yaml.EmptyDataFile, "{}\n"},
		{"latin 1", yaml.Encoding, "a: b\nc: caf\xe9 # want error \"UTF-8\"\n"},
		{"control character", yaml.Encoding, "a: b\x07 # want error \"control\"\n"},
		{"git-crypt", yaml.Encoding, "\x00GITCRYPT\x00 \x01\xff # want note \"git-crypt\"\n"},
		{"byte order mark", yaml.Encoding, "\uFEFFa: b # want note \"byte order mark\"\n"},
		{"two documents", yaml.YAMLMultipleDocuments, "a: 1\n--- # want warning \"first document\"\nb: 2\n"},
		{"one document", yaml.YAMLMultipleDocuments, "---\na: 1\n...\n"},
		{"date", yaml.YAMLDateValue, "a: 2024-01-02 # want error \"quotes\"\nb: '2024-01-02'\n"},
		{"time", yaml.YAMLDateValue, "a: 2024-01-02 10:00:00 # want error \"quotes\"\n"},
		{"date as a key", yaml.YAMLDateValue, "a:\n  2024-01-02: x # want error \"quotes\"\n"},
		{"no date", yaml.YAMLDateValue, "a: 2024-13-02\nb: 2024-01\n"},
		{"regexp", yaml.YAMLUnsupportedTag, "a: !ruby/regexp /x/ # want error \"Regexp\"\n"},
		{"set", yaml.YAMLUnsupportedTag, "a: !!set {x, y} # want error \"Set\"\n"},
		{"float", yaml.YAMLUnsupportedTag, "a: !!float x # want error \"Float\"\n"},
		{"address", yaml.YAMLUnsupportedTag, "b: ['::1', \":b\", b:c]\na: ::1 # want error \"a Ruby symbol\"\n"},
		{"symbol by a tag", yaml.YAMLUnsupportedTag, "a: {b: !ruby/symbol c} # want error \"a Ruby symbol\"\n"},
		{"symbol in options", yaml.YAMLUnsupportedTag, "lookup_options:\n  a:\n    merge: :deep # want error \"a Ruby symbol\"\n"},
		{"symbols that Puppet knows", yaml.YAMLUnsupportedTag, "a: :default\nb:\n- :undef\n- :\n:c: d\n"},
		{"symbols as keys", yaml.YAMLUnsupportedTag, "a:\n  :b: c\n"},
		{"local tags are ignored", yaml.YAMLUnsupportedTag, "a: !vault x\nb: !Sensitive y\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { ruletest.Run(t, tt.rule, ruletest.Common(tt.text)) })
	}
}

package rules_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules"
)

func TestYAMLSyntaxError(t *testing.T) {
	for name, text := range map[string]string{
		"bracket":          "a: [b, c # want error \".\"\nd: 1\n",
		"tab":              "a:\n\tb: 1 # want error \"[Tt]ab\"\n",
		"at":               "a: @b # want error \"@\"\n",
		"backtick":         "a: `b` # want \"backquote\"\n",
		"quote in quotes":  "a: 'it's' # want error \".\"\n",
		"colon in a value": "a: b: c # want error \".\"\n",
		"unknown alias":    "a: *b # want error \"b\"\n",
		"cycle":            "a: &b\n  c: *b # want \"itself\"\n",
	} {
		t.Run(name, func(t *testing.T) { run(t, rules.YAMLSyntaxError, common(text)) })
	}
}

func TestJSONSyntaxError(t *testing.T) {
	dir := filetree.Write(t, map[string]string{
		"hiera.yaml":  "version: 5\nhierarchy: [{name: A, path: a.json, data_hash: json_data}]\n",
		"data/a.json": "{\"a\": 1,\n \"b\": tru}",
	})
	found := check(t, dir)
	if len(found) != 1 || found[0].Rule != rules.YAMLSyntaxError.Descriptor() || place(dir, found[0]) != "data/a.json:2" || found[0].Message == "" {
		t.Errorf("found %v", found)
	}
}

func TestWindowsText(t *testing.T) {
	dir := filetree.Write(t, map[string]string{"hiera.yaml": "version: 5\n", "data/common.yaml": "\uFEFFa: b\r\nc: d\r\n"})
	var got []string
	for _, d := range check(t, dir) {
		got = append(got, place(dir, d)+" "+d.Severity.String()+" "+d.Rule.Name)
	}
	want := []string{
		"data/common.yaml:1 note encoding",                   // the byte order mark
		"data/common.yaml:1 note encoding",                   // the first carriage return
		"data/common.yaml:2 warning yaml-multiple-documents", // which the byte order mark causes
	}
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q", got, want)
	}

	for _, d := range check(t, dir) {
		if len(d.Fixes) > 0 {
			t.Errorf("%s: no fix touches line endings and byte order marks unless it is asked for", d.Message)
		}
	}

	asked := "rules: {encoding: {remove: [byte-order-mark, carriage-returns]}}\n"
	for text, fixed := range map[string]string{
		"\uFEFFa: b\n":                       "a: b\n",
		"a: b\r\nc: |\r\n  d\r\n\r\n  e\r\n": "a: b\nc: |\n  d\n\n  e\n",
		"a: b\r\nc: d":                       "a: b\nc: d",
		"a: b\rc: d\r\n":                     "",
	} {
		found := check(t, filetree.Write(t, map[string]string{".hieralint.yaml": asked, "hiera.yaml": "version: 5\n", "data/common.yaml": text}))
		switch {
		case len(found) != 1 || len(found[0].Fixes) > 0 != (fixed != ""):
			t.Errorf("%q: found %v", text, found)
		case fixed != "" && (apply(found[0].Fixes[0]) != fixed || !found[0].Fixes[0].Safe):
			t.Errorf("%q: fixed: %q", text, apply(found[0].Fixes[0]))
		}
	}
}

func TestYAMLDuplicateKey(t *testing.T) {
	tests := []struct {
		name, text, fixed string
		safe              bool
	}{
		{"same value", "a: 1\nb: 2\na: 1 # want error \"already\"\n", "b: 2\na: 1\n", true},
		{"other value", "a: 1\nb: 2\na: 3 # want error \"already\"\n", "b: 2\na: 3\n", false},
		{"block", "a:\n  c: 1\n  d: [x]\nb: 2\na: {} # want error \"already\"\n", "b: 2\na: {}\n", false},
		{"nested", "x:\n  a: 1\n  a: 2 # want error \"already\"\n", "x:\n  a: 2\n", false},
		{"booleans are one key", "x:\n  yes: 1\n  true: 2 # want error \"already\"\n", "x:\n  true: 2\n", false},
		{"flow", "x: {a: 1, b: 2, a: 2} # want error \"already\"\n", "x: {b: 2, a: 2}\n", false},
		{"flow over several lines", "x: {\n  a: 1,\n  a: 1 # want error \"already\"\n  }\n", "x: {\n  a: 1\n  }\n", true},
		{"flow with a comment", "x: {\n  a: 1, # first\n  a: 1 # want error \"already\"\n  }\n", "", false},
		{"anchor is kept", "a: &v 1\nb: *v\na: 3 # want error \"already\"\n", "", false},
		{"first in a list element", "x:\n  - a: 1\n    a: 2 # want error \"already\"\n", "", false},
		{"beside what Puppet refuses", "x:\n  a: 1\n  a: 1 # want error \"already\"\n  b: 2024-01-02\n", "x:\n  a: 1\n  b: 2024-01-02\n", false},
		{"numbers and texts differ", "x:\n  1: a\n  '1': b\n", "", false},
		{"overwritten by a merge key", "m: &m {a: 1}\nx:\n  a: 2 # want warning \"merge\"\n  <<: *m\n", "", false},
		{"overwrites a merge key", "m: &m {a: 1}\nx:\n  <<: *m\n  a: 2\n", "", false},
		{"merge keys may repeat", "m: &m {a: 1}\nn: &n {b: 1}\nx:\n  <<: *m\n  <<: *n\n", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			found := run(t, rules.YAMLDuplicateKey, common(tt.text))
			if tt.fixed == "" {
				for _, d := range found {
					if len(d.Fixes) > 0 {
						t.Errorf("a fix is offered: %q", apply(d.Fixes[0]))
					}
				}
				return
			}
			if len(found) != 1 || len(found[0].Fixes) != 1 {
				t.Fatal("one finding with one fix was wanted")
			}
			if got := strings.ReplaceAll(apply(found[0].Fixes[0]), " # want error \"already\"", ""); got != tt.fixed {
				t.Errorf("fixed:\n%s\nwant:\n%s", got, tt.fixed)
			}
			if found[0].Fixes[0].Safe != tt.safe {
				t.Errorf("safe is %t, want %t", found[0].Fixes[0].Safe, tt.safe)
			}
		})
	}
}

// TestYAMLTriplicateKey: each repetition is reported.
func TestYAMLTriplicateKey(t *testing.T) {
	run(t, rules.YAMLDuplicateKey, common("a: 1\na: 2 # want \"already\"\na: 3 # want \"already\"\n"))
}

// TestFilesOfOthers: what lies in the data directory and no level reads need not be data.
func TestFilesOfOthers(t *testing.T) {
	run(t, rules.DataFileNotAHash, map[string]string{
		"hiera.yaml":           "version: 5\nhierarchy: [{name: OS, path: \"%{facts.os.name}.yaml\"}, {name: Test, path: fixed/test.yaml}]\n",
		"data/test.yaml":       "test # want warning \"a text\"\n",
		"data/Debian.yaml":     "test # want error \"a text\"\n",
		"data/fixed/test.yaml": "test # want error \"a text\"\n",
	})
	run(t, rules.DataFileNotAHash, map[string]string{"data/common.yaml": "a: 1\n", "data/inventory.yaml": "- host: web01\n", "data/list.json": "[1]\n"})
}

func TestFileContent(t *testing.T) {
	tests := []struct {
		name string
		rule *rule.Rule
		text string
	}{
		{"list", rules.DataFileNotAHash, "- a # want error \"a list\"\n- b\n"},
		{"text", rules.DataFileNotAHash, "key:value # want error \"a text\"\n"},
		{"hash", rules.DataFileNotAHash, "{}\n"},
		{"comment only", rules.EmptyDataFile, "# nothing # want note \"no data\"\n"},
		{"null", rules.EmptyDataFile, "--- # want note \"no data\"\n"},
		{"empty hash", rules.EmptyDataFile, "{}\n"},
		{"latin 1", rules.Encoding, "a: b\nc: caf\xe9 # want error \"UTF-8\"\n"},
		{"control character", rules.Encoding, "a: b\x07 # want error \"control\"\n"},
		{"git-crypt", rules.Encoding, "\x00GITCRYPT\x00 \x01\xff # want note \"git-crypt\"\n"},
		{"byte order mark", rules.Encoding, "\uFEFFa: b # want note \"byte order mark\"\n"},
		{"two documents", rules.YAMLMultipleDocuments, "a: 1\n--- # want warning \"first document\"\nb: 2\n"},
		{"one document", rules.YAMLMultipleDocuments, "---\na: 1\n...\n"},
		{"date", rules.YAMLDateValue, "a: 2024-01-02 # want error \"quotes\"\nb: '2024-01-02'\n"},
		{"time", rules.YAMLDateValue, "a: 2024-01-02 10:00:00 # want error \"quotes\"\n"},
		{"date as a key", rules.YAMLDateValue, "a:\n  2024-01-02: x # want error \"quotes\"\n"},
		{"no date", rules.YAMLDateValue, "a: 2024-13-02\nb: 2024-01\n"},
		{"regexp", rules.YAMLUnsupportedTag, "a: !ruby/regexp /x/ # want error \"Regexp\"\n"},
		{"set", rules.YAMLUnsupportedTag, "a: !!set {x, y} # want error \"Set\"\n"},
		{"float", rules.YAMLUnsupportedTag, "a: !!float x # want error \"Float\"\n"},
		{"address", rules.YAMLUnsupportedTag, "b: ['::1', \":b\", b:c]\na: ::1 # want error \"a Ruby symbol\"\n"},
		{"symbol by a tag", rules.YAMLUnsupportedTag, "a: {b: !ruby/symbol c} # want error \"a Ruby symbol\"\n"},
		{"symbol in options", rules.YAMLUnsupportedTag, "lookup_options:\n  a:\n    merge: :deep # want error \"a Ruby symbol\"\n"},
		{"symbols that Puppet knows", rules.YAMLUnsupportedTag, "a: :default\nb:\n- :undef\n- :\n:c: d\n"},
		{"symbols as keys", rules.YAMLUnsupportedTag, "a:\n  :b: c\n"},
		{"local tags are ignored", rules.YAMLUnsupportedTag, "a: !vault x\nb: !Sensitive y\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { run(t, tt.rule, common(tt.text)) })
	}
}

// TestForbiddenInUnreadFile: a file that no level reads may be that of another program, which knows dates.
func TestForbiddenInUnreadFile(t *testing.T) {
	for r, text := range map[*rule.Rule]string{
		rules.YAMLDateValue:      "heat_template_version: 2013-05-23 # want warning \"quotes\"\n",
		rules.YAMLUnsupportedTag: "a: !ruby/regexp /x/ # want warning \"Regexp\"\n",
	} {
		run(t, r, map[string]string{"environment.conf": "", "data/nodes/template.yaml": text})
	}
}

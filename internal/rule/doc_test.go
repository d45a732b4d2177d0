package rule

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParseDoc(t *testing.T) {
	t.Parallel()
	got, err := ParseDoc([]byte(`# A title with ` + "`code`" + `

## What

A sentence that goes
on. Another one.

A paragraph with a list:
- one that goes
  on
- two

## Why

Because.

## Puppet

It fails.

-- example --
lookup: a
fails: an error: with a colon
prefer: {"x": 1}
also: one two
-- avoid/data/common.yaml --
a: 1 # want
-- prefer/data/common.yaml --
a: 2
-- example --
-- avoid/data/a.yaml (quoted) --
"caf\xe9"
-- plant/file --
KEY: 1 # want
-- plant/option --
KEY: {merge: deeep}
KEY: 3 WITH 1
-- plant/upper --
KEY: 1 # want
-- plant/lower --
KEY: 2
-- plant/config --
version: (\d)
=>
version: '$1' # want
`))
	if err != nil {
		t.Fatal(err)
	}
	want := &Doc{
		Title: "A title with `code`", What: "A sentence that goes on. Another one.\n\nA paragraph with a list:\n- one that goes on\n- two", Why: "Because.", Puppet: "It fails.",
		Examples: []Example{
			{
				Avoid: map[string]string{"data/common.yaml": "a: 1 # want\n"}, Prefer: map[string]string{"data/common.yaml": "a: 2\n"},
				Lookup: "a", Fails: "an error: with a colon", PreferValue: `{"x": 1}`, Also: []string{"one", "two"},
			},
			{Avoid: map[string]string{"data/a.yaml": "caf\xe9"}, Prefer: map[string]string{}},
		},
		Plants: []Plant{
			{Where: InFile, Text: "KEY: 1 # want\n"},
			{Where: InOptions, Text: "KEY: {merge: deeep}"},
			{Where: InOptions, Text: "KEY: 3 WITH 1"},
			{Where: InUpperFile, Text: "KEY: 1 # want\n", Lower: "KEY: 2\n"},
			{Where: InConfig, Text: "version: '$1' # want", Old: `version: (\d)`},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestParseDocMistakes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                  "the first line is not `# TITLE`",
		"Title\n":                           "the first line is not `# TITLE`",
		"# T\n\n## Wy\n\nx\n":               "no section is called `Wy`",
		"# T\n-- avoid/a.yaml --\n":         "no `example` above it",
		"# T\n-- example --\n-- avoid --\n": "not the path of a file",
		"# T\n-- example --\n-- avoid/../a.yaml --\n": "not the path of a file",
		"# T\n-- example --\n-- instead/a.yaml --\n":  "neither example, avoid, prefer nor plant",
		"# T\n-- example --\nlokup: a\n":              "no entry is called `lokup`",
		"# T\n-- plant/fil --\na\n":                   "no place is called `fil`",
		"# T\n-- plant/lower --\na\n":                 "no higher-priority level above it",
		"# T\n-- plant/config --\na\n":                "no line `=>`",
		"# T\n-- plant/file (quoted) --\na\n":         "plant/file (quoted): invalid syntax",
	} {
		if _, err := ParseDoc([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

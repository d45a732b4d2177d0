package data

import (
	"strings"
	"testing"
)

// Exported for TestMistakes, which is in package data_test.
var (
	CheckPlaces = checkPlaces
	Shown       = shown
)

// Mistake is an invalid or suspicious file.
type Mistake struct{ Name, Text string }

// Mistakes are common mistakes in YAML files.
var Mistakes = []Mistake{
	{"a token opens a value", "a: %{x}\n"},
	{"a token opens a list item", "a:\n  - %{lookup('x')}/y # why\n  - b\n"},
	{"a token opens a key at the start of a line", "%{x}: a\nb: 1\n"},
	{"a token opens a key further in", "a:\n  %{x}: b\n"},
	{"tokens inside of brackets", "a: [%{x}, b%{y}c]\nd: {%{k}: v, e: %{lookup('z', 1)}}\n"},
	{"a token holds a colon and a space", "a: b %{lookup('c: d')}\n"},
	{"a token holds a colon and a tab", "a: b %{lookup('c:\td')}\n"},
	{"a token and quotes", "a: %{x} \"b\"\nc: %{x} 'd'\ne: %{x} \"f\" 'g' \\h\n"},
	{"a token that is not closed", "a: %{x\nb: c\n"},
	{"a token, and another mistake", "a: %{x}\nb: @c\nd: %{y}\n"},
	{"another mistake, and a token", "b: @c\na: %{x}\n"},
	{"a token on several lines", "a: %{x}\n  and \"more\"\n"},
	{"a percent sign", "a: %b\n"},
	{"a percent sign at the start of a line", "%b: c\n"},
	{"an at sign", "a: @b c # d\n"},
	{"a backquote", "a: `b`\n"},
	{"a single quote with a backslash", "a: \"it\\'s\"\n"},
	{"a tab in front of a key", "a:\n\tb: 1\n"},
	{"a tab behind a value", "a: b\n\tc: 1\n"},
	{"a tab in a block text", "a: |\n\tb\n"},
	{"a tab behind a dash", "a:\n  -\tb: c\n"},
	{"a second colon", "a: b: c\n"},
	{"a second colon in a list", "- a: b: c\n"},
	{"a line indented too deep", "a: b\n  c: d\n"},
	{"a line indented too deep behind a list item", "a:\n- b\n- c\n  d: e\n"},
	{"a line indented too deep below a value of two lines", "a: b\n  c\n  d: e\n"},
	{"an indented marker", "  ---\na: 1\n"},
	{"text in front of the first key", "# about\n\nabout\nit\n\na: 1\n"},
	{"text on the line of the marker", "--- about\na: 1\n"},
	{"text in front of the first key of a hash", "a:\n  b\n  c: d\n"},
	{"no space behind the first colon", "a:1\nb: 2\n"},
	{"a line indented too little", "a:\n  b: 1\n c: 2\n"},
	{"no space behind the colon", "a: 1\nb:2\nc: 3\n"},
	{"no space behind the colon of a qualified key", "a: 1\nprofile::b:2\n"},
	{"no space behind any colon", "profile::b:2\n"},
	{"a line without colon", "a: 1\nb c\nd: 3\n"},
	{"a list without key", "a: 1\n[b, c]\n"},
	{"a single quote in single quotes", "a: 'it's me'\n"},
	{"a double quote in double quotes", "a: \"say \"hi\" now\"\n"},
	{"text behind a quoted value", "a: 'b' c\n"},
	{"text behind a list", "a: [b] c\n"},
	{"a quote that is not closed", "a: \"b\nc: 1\n"},
	{"a quote that is closed by another", "a: 'b\nc: 1\nd: 'e'\n"},
	{"a list item beside keys", "a: 1\n- b\n"},
	{"a key beside list items", "- a\nb: 1\n"},
	{"a list that is not closed", "a: [b, c\nd: 1\n"},
	{"a list that is not closed at the end", "a: [b, c"},
	{"a list without elements that is not closed", "a: [\n"},
	{"a hash that is not closed", "a:\n  b: {c: d\n  e: f\n"},
	{"a comma is missing", "a: ['b' 'c']\n"},
	{"a bracket inside of a text", "a: [b[0], c]\n"},
	{"the wrong bracket", "a: [b, c}\n"},
	{"a comma too many", "a: [b, , c]\n"},
	{"a symbol inside of brackets", "a: [:b]\n"},
	{"a colon and a comma", "a: [b:, c]\n"},
	{"a dash inside of brackets", "a: [- b]\n"},
	{"a block text inside of brackets", "a: [|]\n"},
	{"a closing bracket as a value", "a: ]\n"},
	{"a bracket too many", "a: [b]]\n"},
	{"a comma as a value", "a: , b\n"},
	{"a backslash in double quotes", "a: \"\\d+\"\n"},
	{"a short escape sequence", "a: \"\\x4\"\n"},
	{"a surrogate pair", "a: \"\\ud83d\\ude00\"\n"},
	{"a list on the line of its key", "a: - b\n"},
	{"a question mark", "a: ? b\n"},
	{"text behind |", "a: |b\n  c\n"},
	{"| with indentation 0", "a: |0\n  c\n"},
	{"a glob", "a: *.example.com\n"},
	{"an ampersand", "a: & b\n"},
	{"an exclamation mark", "a: !b{c}\n"},
	{"a tag with a handle", "a: !b!c d\n"},
	{"an alias of nothing", "a: *b\n"},
	{"an alias in its own anchor", "a: &a\n  b: *a\n"},
	{"a date", "a: 2001-01-01\nb: 2001-01-01 12:00:00\n"},
	{"tags for Ruby classes", "a: !ruby/regexp /b/\nc: !ruby/object:D {}\ne: !!set {f}\n"},
	{"a tag that does not fit", "a: !!float b\n"},
	{"not quite a number", "a: 0x_\n"},
	{"equal keys", "a: 1\nb:\n  yes: 2\n  true: 3\na: 4\na: 5\n"},
	{"a merge key behind what it overwrites", "a: &a {b: 1}\nc:\n  b: 2\n  <<: *a\n"},
	{"Latin-1", "a: caf\xe9\n"},
	{"UTF-16", "\xff\xfea\x00:\x00"},
	{"a control character", "a: b\x07\n"},
	{"a byte order mark in front of ---", "\uFEFF---\na: 1\n"},
	{"a byte order mark in front of a key", "\uFEFFa: 1\nb: 2\n"},
	{"a first key that is indented", "  a: 1\nb: 2\n"},
	{"two documents", "a: 1\n---\nb: 2\n"},
	{"text behind the end", "a: 1\n...\nb: 2\n"},
	{"text behind an empty hash", "--- {}\n\na: 1\n"},
	{"an end and nothing behind it", "a: 1\n---\n# c\n...\n"},
	{"YAML 2", "%YAML 2.0\n---\na: 1\n"},
	{"a directive without ---", "%YAML 1.1\na: 1\n"},
	{"a list", "- a\n"},
	{"nothing", "# a: 1\n"},
}

// JSONMistakes are common mistakes in JSON files.
var JSONMistakes = []Mistake{
	{"a comma too many in a hash", "{\n  \"a\": 1,\n}"}, {"a comma too many in a list", `{"a": [1, 2,]}`}, {"a comma is missing", "{\n  \"a\": 1\n  \"b\": 2\n}"},
	{"a comma is missing in a list", `{"a": [1 2]}`}, {"a colon is missing", `{"a" 1}`}, {"a key without quotes", `{a: 1}`}, {"single quotes", `{'a': 1}`},
	{"a value without quotes", `{"a": b}`}, {"no value", `{"a": }`}, {"a hash that is not closed", `{"a": {"b": 1}`}, {"a list that is not closed", `{"a": [1`},
	{"a quote that is not closed", `{"a": "b}`}, {"a line break in a text", "{\"a\": \"b\nc\"}"}, {"a bad escape sequence", `{"a": "\u12"}`}, {"half a character", `{"a": "\ud83d"}`},
	{"a leading zero", `{"a": 01}`}, {"a leading dot", `{"a": .5}`}, {"a lone minus", `{"a": -}`}, {"not a number", `{"a": NaN}`}, {"infinity", `{"a": -Infinity}`},
	{"a byte order mark", "\uFEFF{}"}, {"nothing", ""}, {"text behind the end", `{} {}`}, {"a comment that never ends", "{} /* a"}, {"a slash", `{"a": 1 / 2}`},
	{"equal keys", `{"a": 1, "b": 2, "a": 3}`}, {"a list", `[1]`}, {"null", `null`}, {"too deep", strings.Repeat("[", 101)}, {"a control character", "{\"a\":\x07}"},
}

// TestMistakesPuppet checks that values and errors are the same as in Puppet.
func TestMistakesPuppet(t *testing.T) {
	var texts []string
	for _, tt := range Mistakes {
		texts = append(texts, tt.Text)
	}
	compare(t, YAML, texts)
	texts = nil
	for _, tt := range JSONMistakes {
		texts = append(texts, tt.Text)
	}
	compare(t, JSON, texts)
}

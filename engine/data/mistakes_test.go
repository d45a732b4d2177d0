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
	{"value starts with a token", "a: %{x}\n"},
	{"array element starts with a token", "a:\n  - %{lookup('x')}/y # why\n  - b\n"},
	{"top-level key starts with a token", "%{x}: a\nb: 1\n"},
	{"nested key starts with a token", "a:\n  %{x}: b\n"},
	{"tokens in a flow collection", "a: [%{x}, b%{y}c]\nd: {%{k}: v, e: %{lookup('z', 1)}}\n"},
	{"colon and space in a token", "a: b %{lookup('c: d')}\n"},
	{"colon and tab in a token", "a: b %{lookup('c:\td')}\n"},
	{"token and quotes", "a: %{x} \"b\"\nc: %{x} 'd'\ne: %{x} \"f\" 'g' \\h\n"},
	{"unclosed token", "a: %{x\nb: c\n"},
	{"token before another mistake", "a: %{x}\nb: @c\nd: %{y}\n"},
	{"token after another mistake", "b: @c\na: %{x}\n"},
	{"token in a multi-line value", "a: %{x}\n  and \"more\"\n"},
	{"percent sign", "a: %b\n"},
	{"percent sign at the start of a line", "%b: c\n"},
	{"at sign", "a: @b c # d\n"},
	{"backquote", "a: `b`\n"},
	{"single quote with a backslash", "a: \"it\\'s\"\n"},
	{"tab before a key", "a:\n\tb: 1\n"},
	{"tab after a value", "a: b\n\tc: 1\n"},
	{"tab in a block scalar", "a: |\n\tb\n"},
	{"tab after a dash", "a:\n  -\tb: c\n"},
	{"second colon", "a: b: c\n"},
	{"second colon in an array", "- a: b: c\n"},
	{"line indented too far", "a: b\n  c: d\n"},
	{"line indented too far after an array element", "a:\n- b\n- c\n  d: e\n"},
	{"first line of a block scalar indented further", "a: |\n    b\n  c\n  d\n"},
	{"line of a block scalar indented less", "a:\n  b: >-  # text\n    c\n\n   d\n"},
	{"block scalar with an indentation indicator", "a:\n- |2\n   c\n d\n"},
	{"block scalar not indented", "a:\n  b: |\n  c d\n"},
	{"key not aligned below a block scalar", "a:\n  b: |\n    c\n d: e\n"},
	{"text not aligned below a key after a block scalar", "a:\n  b: |\n    c\n  d: e\n f\n"},
	{"line indented too far below a value of two lines", "a: b\n  c\n  d: e\n"},
	{"indented marker", "  ---\na: 1\n"},
	{"marker of two dashes", "# about\n\n--\na: 1\n"},
	{"marker of four dashes", "----\na: 1\n"},
	{"marker of an em dash", "—\na: 1\n"},
	{"marker of two dashes before a comment", "--\n\n# about\na: 1\n"},
	{"marker of two dashes alone", "--\n"},
	{"marker of one dash", "-\na: 1\n"},
	{"two dashes between keys", "a: 1\n--\nb: 2\n"},
	{"element indented like its dash", "a:\n  - b: 1\n  -\n  b: 2\n"},
	{"element indented like its dash, below a comment", "- - # b\n\n  # c\n  d: 2\n"},
	{"conflict", "---\na: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> more\nc: 4\n"},
	{"conflict at the start", "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> more\n"},
	{"conflict in a hash", "a:\n  b: 1\n<<<<<<< HEAD\n  c: 2\n||||||| 1234567\n  c: 1\n=======\n  c: 3\n>>>>>>> 89abcde (d)\n"},
	{"conflict in an array", "a:\n  - b\n<<<<<<< Updated upstream\n  - c\n=======\n>>>>>>> Stashed changes\n  - d\n"},
	{"conflict in a block scalar", "a: |\n  b\n<<<<<<< HEAD\n  c\n=======\n  d\n>>>>>>> more\n"},
	{"conflict in an array, below a mistake", "a: @b\nc:\n  - b\n<<<<<<< HEAD\n  - c\n=======\n>>>>>>> more\n"},
	{"end of a conflict", "a: 1\nb: 3\n>>>>>>> more\nc: 4\n"},
	{"middle of a conflict", "a:\n  b: 1\n=======\n  b: 3\nc: 4\n"},
	{"end of a conflict in the middle of an array", "a:\n  - b\n>>>>>>> more\n  - c\n"},
	{"text before the first key", "# about\n\nabout\nit\n\na: 1\n"},
	{"text on the line of the marker", "--- about\na: 1\n"},
	{"text before the first key of a hash", "a:\n  b\n  c: d\n"},
	{"no space after the first colon", "a:1\nb: 2\n"},
	{"line indented too little", "a:\n  b: 1\n c: 2\n"},
	{"no space after the colon", "a: 1\nb:2\nc: 3\n"},
	{"no space after the colon of a qualified key", "a: 1\nprofile::b:2\n"},
	{"no space after any colon", "profile::b:2\n"},
	{"no space after the colon, but before it", "a: 1\nb :2\n"},
	{"no space after the first of several colons", "a: 1\nb:'http://c:80/d'\ne: 3\n"},
	{"no space after the colon before a host and port", "a: 1\nb:c:80\n"},
	{"no space after the colon of a quoted key", "a: 1\n'b:c':d\n"},
	{"no space after the colon of a qualified key, before a class", "a: 1\nb::c:d::e\n"},
	{"URL among the keys of a hash", "a: 1\nhttp://b:80/c\n"},
	{"no-break space after a colon", "a:\n  b:\u00a01\n  c: 2\n"},
	{"no-break space after the colon of a hash", "a:\u00a0\n  # about\n  b: 1\n"},
	{"no-break spaces before array elements", "a:\n\u00a0\u00a0- b\n\u00a0\u00a0- c\n"},
	{"no-break space after quotes", "a: 'b'\u00a0\n"},
	{"no-break space after |", "a: |\u00a0\n  b\n"},
	{"no-break space before a key", "a: 1\n\u00a0 b\n"},
	{"zero-width space after a dash", "a:\n  -\u200b b\n  c\n"},
	{"no-break space in text beside another mistake", "a: 1\nb: \"c:\u00a0d\" e\n"},
	{"Puppet code", "class profile:base {\n}\n"},
	{"no space after a colon in a sentence", "a: 1\nsee the notes:here\nb: 2\n"},
	{"line without a colon", "a: 1\nb c\nd: 3\n"},
	{"array without a key", "a: 1\n[b, c]\n"},
	{"single quote in single quotes", "a: 'it's me'\n"},
	{"double quote in double quotes", "a: \"say \"hi\" now\"\n"},
	{"text after a quoted value", "a: 'b' c\n"},
	{"comma after single quotes", "a: 'b', # c\nd: 'e',\n"},
	{"comma after double quotes", "a: \"b\",\n"},
	{"comma and text after a quoted value", "a: 'b', 'c'\n"},
	{"comma after an array", "a: [b],\nc: 1\n"},
	{"comma and text after an array", "a: [b], [c]\n"},
	{"text after an array", "a: [b] c\n"},
	{"unclosed quote", "a: \"b\nc: 1\n"},
	{"quote closed by a later one", "a: 'b\nc: 1\nd: 'e'\n"},
	{"quote closed before a token", "a: \"b\nc: \"%{d}\"\ne: %{f}\n"},
	{"quote of an array element closed before a token", "a:\n  - \"%{b}/c\n  - \"%{d}/e\"\n"},
	{"quote closed before a reserved character", "a: 'b\nc: '@d'\n"},
	{"dash without a space after an array element", "a:\n  - b\n  -c::d\n"},
	{"dash without a space between array elements", "a:\n  - b\n  -'c'\n  - d\n"},
	{"dash without a space among keys", "a: 1\n-b # c\nd: 2\n"},
	{"option among keys", "a: 1\n--b\nd: 2\n"},
	{"array element among keys", "a: 1\n- b\n"},
	{"key among array elements", "- a\nb: 1\n"},
	{"unclosed array", "a: [b, c\nd: 1\n"},
	{"unclosed array at the end of the file", "a: [b, c"},
	{"unclosed empty array", "a: [\n"},
	{"unclosed hash", "a:\n  b: {c: d\n  e: f\n"},
	{"missing comma", "a: ['b' 'c']\n"},
	{"bracket in a plain scalar", "a: [b[0], c]\n"},
	{"wrong closing bracket", "a: [b, c}\n"},
	{"extra comma", "a: [b, , c]\n"},
	{"symbol in a flow collection", "a: [:b]\n"},
	{"colon and comma", "a: [b:, c]\n"},
	{"dash in a flow collection", "a: [- b]\n"},
	{"block scalar in a flow collection", "a: [|]\n"},
	{"closing bracket as a value", "a: ]\n"},
	{"extra bracket", "a: [b]]\n"},
	{"comma as a value", "a: , b\n"},
	{"backslash in double quotes", "a: \"\\d+\"\n"},
	{"short escape sequence", "a: \"\\x4\"\n"},
	{"surrogate pair", "a: \"\\ud83d\\ude00\"\n"},
	{"array on the line of its key", "a: - b\n"},
	{"question mark", "a: ? b\n"},
	{"text after |", "a: |b\n  c\n"},
	{"| with indentation 0", "a: |0\n  c\n"},
	{"glob", "a: *.example.com\n"},
	{"ampersand", "a: & b\n"},
	{"exclamation mark", "a: !b{c}\n"},
	{"tag with a handle", "a: !b!c d\n"},
	{"undefined alias", "a: *b\n"},
	{"alias inside its own anchor", "a: &a\n  b: *a\n"},
	{"date", "a: 2001-01-01\nb: 2001-01-01 12:00:00\n"},
	{"tags for Ruby classes", "a: !ruby/regexp /b/\nc: !ruby/object:D {}\ne: !!set {f}\n"},
	{"tag that the value does not match", "a: !!float b\n"},
	{"invalid hexadecimal number", "a: 0x_\n"},
	{"duplicate keys", "a: 1\nb:\n  yes: 2\n  true: 3\na: 4\na: 5\n"},
	{"merge key after a key that it contains", "a: &a {b: 1}\nc:\n  b: 2\n  <<: *a\n"},
	{"Latin-1", "a: caf\xe9\n"},
	{"UTF-16", "\xff\xfea\x00:\x00"},
	{"control character", "a: b\x07\n"},
	{"byte order mark before ---", "\uFEFF---\na: 1\n"},
	{"byte order mark before a key", "\uFEFFa: 1\nb: 2\n"},
	{"indented first key", "  a: 1\nb: 2\n"},
	{"two documents", "a: 1\n---\nb: 2\n"},
	{"text after the document end", "a: 1\n...\nb: 2\n"},
	{"text after an empty hash", "--- {}\n\na: 1\n"},
	{"document end at the end of the file", "a: 1\n---\n# c\n...\n"},
	{"YAML 2", "%YAML 2.0\n---\na: 1\n"},
	{"directive without ---", "%YAML 1.1\na: 1\n"},
	{"array", "- a\n"},
	{"nothing", "# a: 1\n"},
}

// JSONMistakes are common mistakes in JSON files.
var JSONMistakes = []Mistake{
	{"extra comma in a hash", "{\n  \"a\": 1,\n}"}, {"extra comma in an array", `{"a": [1, 2,]}`}, {"missing comma", "{\n  \"a\": 1\n  \"b\": 2\n}"},
	{"missing comma in an array", `{"a": [1 2]}`}, {"missing colon", `{"a" 1}`}, {"key without quotes", `{a: 1}`}, {"single quotes", `{'a': 1}`},
	{"value without quotes", `{"a": b}`}, {"no value", `{"a": }`}, {"unclosed hash", `{"a": {"b": 1}`}, {"unclosed array", `{"a": [1`},
	{"unclosed quote", `{"a": "b}`}, {"line break in a string", "{\"a\": \"b\nc\"}"}, {"bad escape sequence", `{"a": "\u12"}`}, {"half a character", `{"a": "\ud83d"}`},
	{"leading zero", `{"a": 01}`}, {"leading dot", `{"a": .5}`}, {"lone minus", `{"a": -}`}, {"not a number", `{"a": NaN}`}, {"infinity", `{"a": -Infinity}`},
	{"byte order mark", "\uFEFF{}"}, {"empty file", ""}, {"content after the end", `{} {}`}, {"comment that never ends", "{} /* a"}, {"slash", `{"a": 1 / 2}`},
	{"duplicate keys", `{"a": 1, "b": 2, "a": 3}`}, {"array", `[1]`}, {"null", `null`}, {"too deep", strings.Repeat("[", 101)}, {"control character", "{\"a\":\x07}"},
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

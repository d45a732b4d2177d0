package data

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/reference"
)

// codes returns the codes of the problems of a document.
func codes(doc *Document) []ProblemCode {
	var codes []ProblemCode
	for _, p := range doc.Problems {
		codes = append(codes, p.Code)
	}
	return codes
}

// hostileSize is the approximate size of hostile texts.
func hostileSize() int {
	if reference.Long() {
		return 512 << 10
	}
	return 128 << 10
}

// long repeats piece up to hostileSize.
func long(piece string) string { return strings.Repeat(piece, hostileSize()/len(piece)) }

// distinct repeats a format with increasing numbers up to hostileSize.
func distinct(format string) string {
	var b strings.Builder
	for i := 0; b.Len() < hostileSize(); i++ {
		fmt.Fprintf(&b, format, i)
	}
	return b.String()
}

// hostile is a document meant to exhaust time, memory, or stack.
type hostile struct {
	name, text string
	err        ProblemCode // of doc.Err
	ok         bool        // doc.Err is nil
}

func hostiles() []hostile {
	laughs := "a: &a [x,x,x,x,x,x,x,x,x]\n"
	for c := 'b'; c <= 'i'; c++ {
		before := strings.TrimSuffix(strings.Repeat("*"+string(c-1)+",", 9), ",")
		laughs += fmt.Sprintf("%c: &%c [%s]\n", c, c, before)
	}
	mergers := "a: &a {" + strings.TrimSuffix(func() (s string) {
		for i := range 2000 {
			s += fmt.Sprintf("k%d: 1,", i)
		}
		return s
	}(), ",") + "}\nb:\n" + strings.Repeat("- <<: *a\n", 2000)
	return []hostile{
		{name: "100000 nested sequences", text: strings.Repeat("[", 100_000), err: TooDeep},
		{name: "100000 nested mappings", text: strings.Repeat("{a: ", 100_000), err: TooDeep},
		{name: "100000 nested block sequences", text: strings.Repeat("- ", 100_000), err: TooDeep},
		{name: "nested and closed", text: strings.Repeat("[", 5000) + strings.Repeat("]", 5000), err: TooDeep},
		{name: "maximum depth of Ruby", text: "a: " + strings.Repeat("[", 900) + strings.Repeat("]", 900), ok: true},
		{name: "many nested sequences", text: "[" + long(strings.Repeat("[", 500)+strings.Repeat("]", 500)+",") + "]", ok: true},
		{name: "billion laughs", text: laughs, err: AliasBomb},
		{name: "many merges of a large hash", text: mergers, err: AliasBomb},
		{name: "a hash merged into itself", text: "a: &a\n  b: 1\n  <<: *a\n" + strings.Repeat("  <<: *a\n", 1000), ok: true},
		{name: "cycle", text: "a: &a [*a]\n", err: CyclicAlias},
		{name: "cycle through a key", text: "a: &a\n  ? *a\n  : b\n", err: CyclicAlias},
		{name: "too many values", text: strings.Repeat("- \n", maxNodes), err: TooLarge},
		{name: "too many tokens", text: "a: '" + strings.Repeat("%{a}", maxTokens+1) + "'", err: TooLarge},
		{name: "numbers", text: "[" + long("1,") + "]", ok: true},
		{name: "duplicate keys", text: long("a: b\n"), ok: true},
		{name: "distinct keys", text: distinct("k%d: v\n"), ok: true},
		{name: "integer keys", text: distinct("%d: v\n"), ok: true},
		{name: "array keys", text: distinct("? [%d]\n: v\n"), ok: true},
		{name: "large array keys", text: strings.Repeat("? ["+strings.Repeat("a,", 200)+"]\n: v\n", 500), ok: true},
		{name: "distinct large array keys", text: distinct("? [" + strings.Repeat("a,", 110) + "%d]\n: v\n"), ok: true},
		{name: "an alias of a large value as a key", text: "a: &a [" + long("x,") + "]\n" + long("? *a\n: 1\n"), err: AliasBomb},
		{name: "aliases of equal large values as keys", text: "a: &a [" + long("x,") + "]\nb: &b [" + long("x,") + "]\n" + long("? *a\n: 1\n? *b\n: 1\n"), err: AliasBomb},
		{name: "an alias of a large hash of Symbols as a key", text: "a: &a\n" + distinct("  :k%d: 1\n") + long("? *a\n: 1\n"), err: AliasBomb},
		{name: "nested keys", text: long(strings.Repeat("? ", 400) + "a\n"), ok: true},
		{name: "a large hash merged into itself", text: "a: &a\n" + distinct("  b%d: 1\n") + long("  <<: *a\n"), err: AliasBomb},
		{name: "deeply nested aliases", text: "- &a 1\n- " + strings.Repeat("[", 900) + long("*a,") + strings.Repeat("]", 900), ok: true},
		{name: "long integer", text: "a: " + long("9"), ok: true},
		{name: "long octal integer", text: "a: 0" + long("7"), ok: true},
		{name: "long tag", text: "a: !" + long("%41") + " b", ok: true},
		{name: "long line of multibyte characters", text: "[" + long("é, ") + "]", ok: true},
		{name: "unknown aliases", text: long("- *a\n"), err: UnknownAlias},
		{name: "unquoted tokens", text: long("- %{x}\n"), err: UnquotedToken},
		{name: "unclosed tokens", text: "a: " + long("%{"), err: UnquotedToken},
		{name: "comments", text: long("#\n") + "a: b", ok: true},
		{name: "byte order marks", text: long("\uFEFF\n") + "a: b", ok: true},
		{name: "NUL", text: long("\x00"), err: BadEncoding},
		{name: "invalid UTF-8", text: long("\xff"), err: BadEncoding},
		{name: "syntax error at the end", text: long("a: b\n") + "c: @", err: SyntaxError},
		{name: "a control character at the end", text: long("a: b\n") + "\x01", err: BadEncoding},
		{name: "a control character in quotes", text: "a: '" + long("b") + "\x01'\n", err: BadEncoding},
		{name: "a control character in double quotes", text: "a: \"" + long("b ") + "\x01\"\n", err: BadEncoding},
		{name: "a control character in a block", text: "a: |\n" + long("  b\n") + "  \x01\n", err: BadEncoding},
		{name: "a control character in a plain scalar", text: "a: " + long("b ") + "\x01\n", err: BadEncoding},
		{name: "a control character in a comment", text: "# " + long("b ") + "\x01\n", err: BadEncoding},
		{name: "an incomplete character in quotes", text: "a: '\xe5\x00", err: BadEncoding},
		{name: "a control character in the second document", text: "a: b\n---\n" + long("c: d\n") + "\x01", ok: true},
		{name: "lone CR", text: long("a\r"), ok: true},
		{name: "tabs", text: long("\t"), err: SyntaxError},
		{name: "dashes", text: long("-"), ok: true},
		{name: "colons", text: long(":"), err: SyntaxError},
		{name: "quotes", text: long("'"), ok: true},
		{name: "long key", text: long("a") + ": b", err: SyntaxError},
		{name: "long string", text: "a: " + long("x\n "), ok: true},
	}
}

// TestHostile checks that hostile documents take neither too much time nor too much memory.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, tt := range hostiles() {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			start := time.Now()
			doc := parseText(tt.text)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			switch {
			case tt.ok && doc.Err != nil:
				t.Errorf("got error %d %s, want none", doc.Err.Code, doc.Err.Message)
			case !tt.ok && doc.Err == nil:
				t.Errorf("got no error")
			case !tt.ok && doc.Err.Code != tt.err:
				t.Errorf("got error %d %s, want %d", doc.Err.Code, doc.Err.Message, tt.err)
			case !tt.ok && (doc.Value != nil || !slices.Contains(doc.Problems, doc.Err)):
				t.Errorf("Value is %v, Err in Problems: %t", doc.Value, slices.Contains(doc.Problems, doc.Err))
			case doc.Value != nil:
				if size := sizeOf(doc.Value); size > 2*maxUnfolded {
					t.Errorf("got a value of size %d, want at most 2*maxUnfolded", size)
				}
			}
		})
	}
}

// TestManyTokens finds the source span of each token in long scalars.
func TestManyTokens(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"literal":                "a: |\n" + long("  %{a}\n"),
		"folded":                 "a: >\n" + long("  %{a}\n"),
		"plain":                  "a: x\n" + long(" %{a}\n"),
		"single-quoted":          "a: '" + long("%{a}''") + "'\n",
		"double-quoted":          "a: \"" + long("%{a} ") + "\"\n",
		"with escape sequences":  "a: \"" + long("%{a}\\n") + "\"\n",
		"as long as its escapes": "a: \"" + long("%{a}\\L\\n") + "\"\n", // \L decodes to three bytes, \n to one
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			doc := parseText(text)
			n := doc.Root.Children[1]
			for offset := 0; ; offset++ {
				i := strings.Index(n.Text()[offset:], "%{a}")
				if i < 0 {
					break
				}
				offset += i
				if at := n.SourceSpan(offset, offset+4); string(doc.File.Slice(at)) != "%{a}" {
					t.Fatalf("the token at %d has source span %v", offset, at)
				}
			}
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
		})
	}
}

// sizeOf counts the values in v, including repeated visits of shared values.
func sizeOf(v *Value) int {
	size := 1
	for _, item := range v.Items() {
		size += sizeOf(item)
	}
	for _, e := range v.Entries() {
		size += sizeOf(e.Key) + sizeOf(e.Value)
	}
	return size
}

func TestHostileJSON(t *testing.T) {
	for name, text := range map[string]string{
		"100000 nested arrays": strings.Repeat("[", 100_000),
		"100000 nested hashes": strings.Repeat(`{"a":`, 100_000),
		"numbers":              "[" + long("1,") + "1]",
		"duplicate keys":       "{" + long(`"a":1,`) + `"a":2}`,
		"string":               `["` + long(`\u0041`) + `"]`,
		"comments":             long("/**/") + "{}",
		"spaces":               long(" "),
		"too many values":      "[" + strings.Repeat("1,", maxNodes) + "1]",
	} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			doc := Parse(source.New("f.json", []byte(text)), JSON)
			if took := time.Since(start); took > 20*time.Second {
				t.Errorf("took %v", took)
			}
			if (doc.Err == nil) != (doc.Value != nil) {
				t.Errorf("Err is %v, Value %v", doc.Err, doc.Value)
			}
		})
	}
}

// TestHashes checks duplicate keys, merge keys, and Symbol keys.
func TestHashes(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"the last duplicate key wins, at the position of the first", "a: 1\nb: 2\na: 3", `{"a": 3, "b": 2}`},
		{"keys of different types differ", "1: a\n1.0: b\n'1': c\n", `{1: "a", float 1: "b", "1": "c"}`},
		{"keys with the same value are duplicates", "yes: a\ntrue: b\n~: c\nnull: d\n0x1: e\n1: f", `{true: "b", null: "d", 1: "f"}`},
		{"0.0 and -0.0 are duplicates", "0.0: a\n-0.0: b", `{float 0: "b"}`},
		{"NaNs are duplicates", ".nan: a\n.NaN: b", `{float NaN: "b"}`},
		{"array keys", "? [a, 1]\n: b\n? [a, 1]\n: c\n? [a, '1']\n: d", `{["a", 1]: "c", ["a", "1"]: "d"}`},
		{"hash keys in another order are duplicates", "? {a: 1, b: 2}\n: c\n? {b: 2, a: 1}\n: d", `{{"a": 1, "b": 2}: "d"}`},
		{"Symbol keys are converted to strings", ":a: 1\nb:\n- :c: :d", `{"a": 1, "b": [{"c": :d}]}`},
		{"Symbol and string keys", ":a: 1\nb: 2\na: 3\n:a: 4", `{"a": 3, "b": 2}`},
		{"Symbols inside keys are not converted", "? :a: 1\n: b", `{{:a: 1}: "b"}`},
		{"merge", "a: &a {k: 1}\nx: {<<: *a, j: 2}", `{"a": {"k": 1}, "x": {"k": 1, "j": 2}}`},
		{"a later merge key overrides", "x: {k: 2, <<: {k: 1}}", `{"x": {"k": 1}}`},
		{"a later key overrides a merge key", "x: {<<: {k: 1}, k: 2}", `{"x": {"k": 2}}`},
		{"the first hash of a merged array wins", "x: {<<: [{k: 1}, {k: 2, l: 3}]}", `{"x": {"k": 1, "l": 3}}`},
		{"the last merge key wins", "x:\n  <<: {k: 1}\n  <<: {k: 2}", `{"x": {"k": 2}}`},
		{"a quoted merge key merges", "x: {'<<': {k: 1}}", `{"x": {"k": 1}}`},
		{"a tagged merge key does not merge", "x: {!!str <<: {k: 1}}", `{"x": {"<<": {"k": 1}}}`},
		{"nothing to merge", "x:\n  <<: 5\ny: {<<: [1]}\nz: {<<: ~}", `{"x": {"<<": 5}, "y": {"<<": [1]}, "z": {"<<": null}}`},
		{"an alias of an array does not merge", "a: &a [{k: 1}]\nx: {<<: *a}", `{"a": [{"k": 1}], "x": {"<<": [{"k": 1}]}}`},
		{"an empty array merges nothing", "x: {<<: [], k: 1}", `{"x": {"k": 1}}`},
		{"a hash merged into itself", "x: &x {k: 1, <<: *x, l: 2}", `{"x": {"k": 1, "l": 2}}`},
		{"a hash merged into a nested hash", "x: &x {k: 1, y: {<<: *x}, l: 2}", `{"x": {"k": 1, "y": {"k": 1}, "l": 2}}`},
		{"Symbol keys are merged before conversion", "a: &a\n  :k: 1\nx:\n  k: 2\n  <<: *a\n  :k: 3", `{"a": {"k": 1}, "x": {"k": 3}}`},
		{"merge key at the top level", "<<: {x: 1}\ny: 2", `{"x": 1, "y": 2}`},
		{"an alias refers to the last anchor before it", "a: &a 1\nb: &a 2\nx: *a", `{"a": 1, "b": 2, "x": 2}`},
		{"an alias as a key", "a: &a b\n*a : c", `{"a": "b", "b": "c"}`},
		{"an anchor of an empty value", "x: &e\ny: *e", `{"x": null, "y": null}`},
		{"a hash of more than a dozen keys", "a1: 1\na2: 1\na3: 1\na4: 1\na5: 1\na6: 1\na7: 1\na8: 1\na9: 1\nb1: 1\nb2: 1\nb3: 1\nb4: 1\na1: 2\nb4: 3",
			`{"a1": 2, "a2": 1, "a3": 1, "a4": 1, "a5": 1, "a6": 1, "a7": 1, "a8": 1, "a9": 1, "b1": 1, "b2": 1, "b3": 1, "b4": 3}`},
	}
	var texts []string
	for _, tt := range tests {
		texts = append(texts, tt.text)
		t.Run(tt.name, func(t *testing.T) {
			doc := parseText(tt.text)
			if doc.Err != nil {
				t.Fatalf("got error %s", doc.Err.Message)
			}
			if got := shown(doc.Value); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("Psych", func(t *testing.T) { compare(t, YAML, texts) })
}

// TestRefused checks that an invalid value invalidates the values that contain it, and no others.
func TestRefused(t *testing.T) {
	doc := parseText("a:\n  b: 2001-01-01\n  c: 1\nd: [*x, 2]\ne: {f: 1}\n")
	if want := []ProblemCode{ForbiddenClass, UnknownAlias}; !slices.Equal(codes(doc), want) {
		t.Errorf("got problems %v, want %v", codes(doc), want)
	}
	if doc.Err.Message != "Tried to load unspecified class: Date" || doc.Err.Detail("x.yaml") != "(x.yaml): Tried to load unspecified class: Date" {
		t.Errorf("Err is %+v", doc.Err)
	}
	if doc.Err.Node == nil || doc.Err.Node.Text() != "2001-01-01" {
		t.Errorf("got error at %+v", doc.Err.Node)
	}
	got := map[string]string{}
	nodes(doc.Root, func(n *Node) { got[strings.Join(n.Path(), ".")] = shown(n.Value) })
	for path, want := range map[string]string{
		"": "refused", "a": "refused", "a.b": "refused", "a.c": "1", "d": "refused", "d.0": "refused", "d.1": "2", "e": `{"f": 1}`, "e.f": "1",
	} {
		if got[path] != want {
			t.Errorf("%s: got %s, want %s", path, got[path], want)
		}
	}
	if detail := doc.Problems[1].Detail("x.yaml"); detail != "Unknown alias: x" {
		t.Errorf("got detail %q", detail)
	}
}

// TestValueNodes checks the nodes of values, including aliases and merged hashes.
func TestValueNodes(t *testing.T) {
	doc := parseText("a: &a {k: [1]}\nb: *a\nc: {<<: *a}\n")
	at := func(v *Value) string { return string(doc.File.Slice(v.Node().Span)) }
	a, _ := doc.Value.Get("a")
	b, _ := doc.Value.Get("b")
	c, _ := doc.Value.Get("c")
	k, _ := c.Get("k")
	for _, tt := range []struct {
		value *Value
		want  string
	}{{a, "{k: [1]}"}, {b, "*a"}, {c, "{<<: *a}"}, {k, "[1]"}, {k.Items()[0], "1"}, {doc.Value.Entries()[1].Key, "b"}} {
		if got := at(tt.value); got != tt.want {
			t.Errorf("node of %s: got %q, want %q", shown(tt.value), got, tt.want)
		}
	}
	if bk, _ := b.Get("k"); at(bk) != "[1]" {
		t.Errorf("node of a value in an alias: got %q, want [1]", at(bk))
	}
}

// TestCrash checks that a panic in a parser becomes an error of that file.
func TestCrash(t *testing.T) {
	const unheardOf = Format(99) // has no parser, so Parse panics
	doc := Parse(source.New("data/common.yaml", []byte("a: 1\n")), unheardOf)
	if doc.Err == nil || doc.Err.Code != Unreadable || doc.Value != nil || doc.Root != nil {
		t.Fatalf("got %+v, want an error and no value", doc)
	}
	for _, part := range []string{"internal error: hieralint crashed on the file data/common.yaml: ", "report it"} {
		if !strings.Contains(doc.Err.Message, part) {
			t.Errorf("%q not found in %q", part, doc.Err.Message)
		}
	}
}

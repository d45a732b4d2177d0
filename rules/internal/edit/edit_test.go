package edit_test

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/rule/ruletest"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

func parse(text string) *data.Document {
	return data.Parse(source.New("common.yaml", []byte(text)), data.YAML)
}

// keyNamed returns the last key with a name in a document.
func keyNamed(n *data.Node, name string) *data.Node {
	var found *data.Node
	for i, child := range n.Children {
		if n.Kind == data.Mapping && i%2 == 0 && child.Text() == name {
			found = child
		}
		if nested := keyNamed(child, name); nested != nil {
			found = nested
		}
	}
	return found
}

func TestQuote(t *testing.T) {
	t.Parallel()
	for value, want := range map[string]string{
		"plain":        `"plain"`,
		"it's":         `"it's"`,
		`a "b" c`:      `'a "b" c'`,
		`a\b`:          `'a\b'`,
		`it's "b"`:     `'it''s "b"'`,
		"two\n  lines": "\"two\n  lines\"",
	} {
		doc := parse("a: " + value + "\n")
		fix := edit.Quote(doc.File, doc.Root.Children[1].Span)
		if got := ruletest.Apply(fix); got != "a: "+want+"\n" || !fix.Safe {
			t.Errorf("%s: %q, safe: %t", value, got, fix.Safe)
		}
		if quoted := parse(ruletest.Apply(fix)); !data.Eql(quoted.Value, doc.Value) {
			t.Errorf("%s: quoting changes the value", value)
		}
	}
}

func TestRename(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct{ meant, help, fixed string }{
		"prot: 1\n":                     {"port", "", "port: 1\n"},
		"'prot': 1\nother: {port: 1}\n": {"port", "", "'port': 1\nother: {port: 1}\n"},
		"port: 1\nprot: 1\n":            {"", "remove it; `port` is already set here, to the same value", ""},
		"prot: 1\nport: 2\n":            {"", "remove it, or correct its name; `port` is already set here", ""},
		"a: {prot: 1}\nport: 2\n":       {"port", "", "a: {port: 1}\nport: 2\n"},
	} {
		d := diagnostic.Diagnostic{Meant: "port"}
		edit.Rename(&d, keyNamed(parse(text).Root, "prot"), "port")
		fixed := ""
		if len(d.Fixes) > 0 {
			fixed = ruletest.Apply(d.Fixes[0])
		}
		if d.Meant != want.meant || d.Help != want.help || fixed != want.fixed || (len(d.Related) > 0) != (want.help != "") {
			t.Errorf("%q: meant %q, help %q, fixed %q, related %v", text, d.Meant, d.Help, fixed, d.Related)
		}
	}
}

func TestRemoveEntry(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		text, want string // "" if the entry cannot be removed
		safe       bool
	}{
		"a line":                  {"a: 1\nx: 2\nb: 3\n", "a: 1\nb: 3\n", true},
		"the last line":           {"a: 1\nx: 2", "a: 1\n", true},
		"a block":                 {"a: 1\nx:\n  - 2\n\nb: 3\n", "a: 1\n\nb: 3\n", true},
		"with a comment":          {"x: 2 # why\nb: 3\n", "b: 3\n", true},
		"nested":                  {"a:\n  x: 1\n  b: 2\n", "a:\n  b: 2\n", true},
		"a duplicate":             {"a: 1\nx: 2\nx: 2\n", "a: 1\nx: 2\n", true},
		"between braces":          {"a: {x: 1, b: 2}\n", "a: {b: 2}\n", true},
		"last between braces":     {"a: {b: 2, x: 1}\n", "a: {b: 2}\n", true},
		"alone between braces":    {"a: {x: 1}\n", "", false},
		"comment before comma":    {"a: {x: 1 # why\n  , b: 2}\n", "", false},
		"after a dash":            {"a:\n  - x: 1\n    b: 2\n", "", false},
		"an anchored value":       {"x: &y 1\nb: *y\n", "", false},
		"contains an anchor":      {"x:\n  - &y 1\nb: *y\n", "", false},
		"an anchored key":         {"&y x: 1\nb: *y\n", "", false},
		"an explicit key":         {"? x\n: 1\nb: 2\n", "", false},
		"not the effective value": {"x: 1\nx: 2\n", "x: 1\n", true},
	} {
		fix, ok := edit.RemoveEntry(keyNamed(parse(tt.text).Root, "x"))
		switch {
		case !ok && tt.want != "":
			t.Errorf("%s: not removable", name)
		case ok && (ruletest.Apply(fix) != tt.want || fix.Safe != tt.safe):
			t.Errorf("%s: %q, safe: %t", name, ruletest.Apply(fix), fix.Safe)
		}
	}
	doc := parse("x: 1\nx: 2\n")
	if fix, ok := edit.RemoveEntry(doc.Root.Children[0]); !ok || fix.Safe {
		t.Error("removing an entry that is not the effective one is safe")
	}
	if _, ok := edit.RemoveEntry(parse("- x\n").Root.Children[0]); ok {
		t.Error("an element of an array was removed as an entry")
	}
}

func TestRemoveWithComment(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ text, want string }{
		"no comment":                           {"a: 1\nx: 2\nb: 3\n", "a: 1\nb: 3\n"},
		"its comment":                          {"a: 1\n\n# about x\n# at length\nx: 2\n\nb: 3\n", "a: 1\n\n\nb: 3\n"},
		"a comment at the end":                 {"a: 1\n\n# about x\nx: 2\n", "a: 1\n\n"},
		"another comment below":                {"a: 1\n\n# about x\nx: 2\n# about b\nb: 3\n", "a: 1\n\n# about b\nb: 3\n"},
		"a heading":                            {"a: 1\n\n# X\nx: 2\n#x_size: 150\nx_b: 3\n\nc: 4\n", ""},
		"a heading, and an entry in a comment": {"a: 1\n\n# X\nx: 2\n# x::size: 150\nx_b: 3\n", ""},
		"a heading, and another":               {"a: 1\n\n# X\nx: 2\n# Y\nb: 3\nc: 4\n\nd: 5\n", ""},
		"a comment on each":                    {"a: 1\n\n# about x\nx: 2\n# about b\nb:\n  c: 3\n  d: 4\n# TODO: remove\ne:\n- 1\n- 2\n", "a: 1\n\n# about b\nb:\n  c: 3\n  d: 4\n# TODO: remove\ne:\n- 1\n- 2\n"},
		"a comment on the next":                {"a:\n\n  # about x\n  x: 2\n# about b\nb: 3\nc: 4\n", "a:\n\n# about b\nb: 3\nc: 4\n"},
		"a comment apart":                      {"# the file\n\nx: 2\nb: 3\n", "# the file\n\nb: 3\n"},
		"a comment on several":                 {"a: 1\n\n# about both\nx: 2\nb: 3\n", ""},
		"a comment on several, two":            {"z: 1\n\n# about both\na: 2\nx: 3\n", ""},
		"the head of the file":                 {"# the file\nx: 2\n\nb: 3\n", ""},
		"nested":                               {"a:\n\n  # about x\n  x: 1\n\n  b: 2\n", "a:\n\n\n  b: 2\n"},
		"between braces":                       {"a: {b: 2, x: 1}\n", "a: {b: 2}\n"},
	} {
		fix, ok := edit.RemoveWithComment(keyNamed(parse(tt.text).Root, "x"))
		switch {
		case ok != (tt.want != ""):
			t.Errorf("%s: removable: got %t", name, ok)
		case ok && (ruletest.Apply(fix) != tt.want || fix.Safe):
			t.Errorf("%s: %q, safe: %t", name, ruletest.Apply(fix), fix.Safe)
		}
	}
}

package yamledit_test

import (
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/yamledit"
)

func parse(text string) *data.Document {
	return data.Parse(source.New("common.yaml", []byte(text)), data.YAML)
}

// TestScalar checks that scalars are read as the same strings, in block and in flow style.
func TestScalar(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"a::b": "a::b", "/etc/hosts": "/etc/hosts", "two words": "two words", "_x.y-z": "_x.y-z",
		"it's": "'it''s'", "": "''", "no": "'no'", "Y": "'Y'", "1": "'1'", "a: b": "'a: b'", "a::": "'a::'", " a": "' a'", "a ": "'a '", "~": "'~'", "%{x}": "'%{x}'",
		"a,b": "'a,b'", "line\nbreak": `"line\nbreak"`,
	} {
		got := yamledit.Scalar(s)
		if got != want {
			t.Errorf("%q: got %s, want %s", s, got, want)
		}
		for _, text := range []string{got + ": " + got + "\n", "{" + got + ": " + got + "}\n"} {
			doc := parse(text)
			if v, ok := doc.Value.Get(s); doc.Err != nil || !ok || !data.Eql(v, data.NewString(s)) {
				t.Errorf("%s is not read as %q", text, s)
			}
		}
	}
}

func TestAddMerge(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"---\n# all\na: 1\n": "---\n# all\nlookup_options:\n  'no':\n    merge: deep\na: 1\n",
		"a: 1":               "lookup_options:\n  'no':\n    merge: deep\na: 1",
		"  a: 1\r\n":         "  lookup_options:\r\n    'no':\r\n      merge: deep\r\n  a: 1\r\n",
		"a: 1\nlookup_options:\n    # b\n    b: {}\n": "a: 1\nlookup_options:\n    # b\n    'no':\n      merge: deep\n    b: {}\n",
		"a: 1\nlookup_options: {b: {}}\n":             "a: 1\nlookup_options: {'no': {merge: deep}, b: {}}\n",
		"{a: 1}\n":                                    "",
		"lookup_options: {}\n":                        "",
		"lookup_options: &x {b: {}}\na: *x\n":         "",
		"? lookup_options\n: ? b\n  : {}\n":           "",
		"[a]\n":                                       "",
		"":                                            "",
	} {
		edit, ok := yamledit.AddMerge(parse(text), "no", "deep")
		got := ""
		if ok {
			got = text[:edit.Span.Start] + edit.New + text[edit.Span.End:]
		}
		if got != want {
			t.Errorf("%q:\ngot  %q\nwant %q", text, got, want)
		}
	}
}

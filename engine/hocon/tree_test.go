package hocon

import (
	"slices"
	"testing"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
)

// TestDocument checks that Document and Parse have the same values and errors, and checks the spans of
// Document.
func TestDocument(t *testing.T) {
	unset := func(string) *data.Value { return nil }
	more := []string{"b = [{a:1}] [{c:1}]\n", "a = [{x:1}]\na += {y:2}\nb = ${a} [{z:3}]\n", "a { b = 1 }\na.c = {d=[1,{e=2}]}\na.b = [3]\n"}
	for _, text := range slices.Concat(texts, failures, more) {
		doc := Document(source.New("a.conf", []byte(text)), unset)
		v, err := Parse(text, unset)
		switch {
		case err != nil && doc.Err == nil || err == nil && doc.Err != nil:
			t.Errorf("%q: Document error %v, Parse error %v", text, doc.Err, err)
		case err != nil:
			if span := doc.Err.Span; span.Start < 0 || span.End < span.Start || span.End > len(text) || doc.Err.Message == "" {
				t.Errorf("%q: invalid error %+v", text, doc.Err)
			}
		case rubytext.Inspect(doc.Value) != rubytext.Inspect(v):
			t.Errorf("%q: got %s, want %s", text, rubytext.Inspect(doc.Value), rubytext.Inspect(v))
		default:
			checkPlaces(t, text, doc.Root)
			checkValues(t, text, doc.Value)
		}
	}
}

// checkPlaces checks that nodes are inside the file, and that the spans of plain strings contain their text.
func checkPlaces(t *testing.T, text string, n *data.Node) {
	if n.Span.Start < 0 || n.Span.End < n.Span.Start || n.Span.End > len(text) || n.Doc == nil {
		t.Errorf("%q: invalid span %v of a node", text, n.Span)
		return
	}
	if n.Kind == data.Scalar && n.Value != nil && n.Style == data.Plain && n.Value.Kind() == data.String && len(n.Text()) == n.Span.Len() && text[n.Span.Start:n.Span.End] != n.Text() {
		t.Errorf("%q: span of %q contains %q", text, n.Text(), text[n.Span.Start:n.Span.End])
	}
	if n.Kind != data.Scalar && n.Value == nil {
		t.Errorf("%q: collection without a value", text)
	}
	for _, child := range n.Children {
		checkPlaces(t, text, child)
	}
}

// checkValues checks that every value and key has a node.
func checkValues(t *testing.T, text string, v *data.Value) {
	if v.Node() == nil {
		t.Errorf("%q: %s has no node", text, rubytext.Inspect(v))
	}
	for _, item := range v.Items() {
		checkValues(t, text, item)
	}
	for _, e := range v.Entries() {
		checkValues(t, text, e.Key)
		checkValues(t, text, e.Value)
	}
}

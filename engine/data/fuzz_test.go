package data

import (
	"math/rand"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
)

// FuzzParseYAML searches for documents for which the parser panics or violates an invariant of checkDocument.
func FuzzParseYAML(f *testing.F) {
	for _, tt := range constructs {
		f.Add(tt.text)
	}
	for _, tt := range Mistakes {
		f.Add(tt.Text)
	}
	for _, tt := range scalars {
		f.Add("x: " + tt.text)
	}
	g := &generator{Rand: rand.New(rand.NewSource(5))}
	for range 200 {
		f.Add(g.document())
	}
	f.Fuzz(func(t *testing.T, text string) { checkDocument(t, parseText(text)) })
}

// FuzzParseJSON is like FuzzParseYAML, for JSON.
func FuzzParseJSON(f *testing.F) {
	for _, text := range jsonTexts {
		f.Add(text)
	}
	for _, tt := range JSONMistakes {
		f.Add(tt.Text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		checkDocument(t, Parse(source.New("f.json", []byte(text)), JSON))
	})
}

// checkDocument checks invariants of every document.
func checkDocument(t *testing.T, doc *Document) {
	t.Helper()
	if doc.Err != nil && strings.HasPrefix(doc.Err.Message, "internal error") {
		t.Fatal(doc.Err.Message)
	}
	checkPlaces(t, doc)
	if (doc.Err == nil) != (doc.Value != nil) {
		t.Fatalf("Err is %v, Value %v", doc.Err, doc.Value)
	}
	if doc.quoted && (doc.Root == nil || doc.Err == nil || doc.Err.Code != UnquotedToken) {
		t.Fatalf("repaired document: Root is %v, Err %v", doc.Root, doc.Err)
	}
	if doc.Err != nil && doc.Err.Message == "" {
		t.Fatalf("error without a message: %+v", doc.Err)
	}
	for i := 1; i < len(doc.Problems); i++ {
		if doc.Problems[i].Span.Start < doc.Problems[i-1].Span.Start {
			t.Fatalf("problems are not in order")
		}
	}
	at := 0
	for _, c := range doc.Comments {
		if c.Start < at || c.End < c.Start || c.End > len(doc.File.Text) {
			t.Fatalf("invalid span %v of a comment", c)
		}
		at = c.End
	}
	nodes(doc.Root, func(n *Node) {
		if v := n.Value; v != nil {
			if v.Node() != n {
				t.Fatalf("the value of the node at %v has another node", n.Span)
			}
			for _, item := range v.Items() {
				if item == nil {
					t.Fatalf("the array at %v has a nil element", n.Span)
				}
			}
			checkEntries(t, v)
		}
		if n.Kind == Alias && n.Target != nil && n.Target.Anchor != n.Text() {
			t.Fatalf("the alias at %v refers to another anchor", n.Span)
		}
		if doc.quoted || n.Kind != Scalar {
			return
		}
		// The text of a plain scalar comes from the whole span of the node.
		if last := n.SourceSpan(0, len(n.Text())); n.Style == Plain && last != n.Span && n.Span.Len() > 0 {
			t.Fatalf("the text of the node at %v has source span %v", n.Span, last)
		}
	})
}

// checkEntries checks that a lookup of each key of a hash finds its entry; large hashes have an index.
func checkEntries(t *testing.T, v *Value) {
	t.Helper()
	for i, e := range v.Entries() {
		if e.Key == nil || e.Value == nil {
			t.Fatalf("the hash at %v has a nil key or value", v.Node().Span)
		}
		if found, ok := v.GetKey(e.Key); !ok || found != e.Value {
			t.Fatalf("the hash at %v: entry %d not found by its key", v.Node().Span, i)
		}
	}
}

package lsp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// edit replaces a range of a text, or all of it, by copying it.
func edit(text string, c protocol.ContentChange, e encoding) string {
	if c.Range == nil {
		return c.Text
	}
	file := source.New("", []byte(text))
	start := e.offset(file, c.Range.Start)
	return text[:start] + c.Text + text[max(start, e.offset(file, c.Range.End)):]
}

// TestChanges makes random changes of a document, several at a time, and compares it with a text that is copied for each.
func TestChanges(t *testing.T) {
	t.Parallel()
	parts := []string{"", "a", "key: value\n", "ä", "😀", "\r", "\n", "\r\n", "\n\r", byteOrderMark, strings.Repeat("long ", 300), strings.Repeat("line\r\n", 200), strings.Repeat("😀", 200)}
	for _, e := range []encoding{utf8Encoding, utf16Encoding, utf32Encoding} {
		t.Run(string(e), func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(1, 2))
			want := byteOrderMark + strings.Repeat("k: \"ä😀\"\r\n", 300)
			d := newDocument("", "", 0, want, e)
			at := func() protocol.Position {
				lines := strings.Count(want, "\n") + 1
				return protocol.Position{Line: uint32(random.IntN(lines + 1)), Character: uint32(random.IntN(12) * random.IntN(12))}
			}
			for range 1000 {
				var changes []protocol.ContentChange
				for range random.IntN(4) {
					c := protocol.ContentChange{Text: parts[random.IntN(len(parts))], Range: &protocol.Range{Start: at()}}
					c.Range.End = c.Range.Start
					switch random.IntN(20) {
					case 0:
						c.Range.End = at()
					case 1:
						c.Range.Start, c.Range.End = protocol.Position{}, protocol.Position{Line: 1 << 31, Character: 1<<32 - 1}
					case 2:
						c.Range = nil
					default:
						c.Range.End.Line += uint32(random.IntN(3))
						c.Range.End.Character += uint32(random.IntN(20))
					}
					changes = append(changes, c)
					want = edit(want, c, e)
				}
				d = d.edited(0, changes, e)
				if diff := cmp.Diff(want, d.file().Content()); diff != "" {
					t.Fatalf("after %s:\n%s", fmt.Sprintf("%.500v", changes), diff)
				}
			}
		})
	}
}

// TestManyChanges checks that changes of a large document do not copy it, whether they are in one message or in as many.
func TestManyChanges(t *testing.T) {
	t.Parallel()
	const lines, n, most = 200_000, 1000, 64 << 10
	text := strings.Repeat("key: \"a value\"\n", lines)
	for name, change := range map[string]func(i int) protocol.ContentChange{
		"anywhere": func(i int) protocol.ContentChange { return insertion(uint32(i*7919%lines), 3, "x") },
		"upwards":  func(i int) protocol.ContentChange { return insertion(uint32(lines-i), 0, "k: 1\n") },
		"typing":   func(i int) protocol.ContentChange { return insertion(1, uint32(i), "x") },
	} {
		for _, together := range []bool{true, false} {
			d := newDocument("", "", 0, text, utf16Encoding)
			var changes []protocol.ContentChange
			for i := range n {
				changes = append(changes, change(i))
			}
			allocated := totalAllocated()
			if together {
				d = d.edited(1, changes, utf16Encoding)
			} else {
				for i := range changes {
					d = d.edited(1, changes[i:i+1], utf16Encoding)
				}
			}
			if each := (totalAllocated() - allocated) / n; each > most {
				t.Errorf("%s (together: %t): each change of a document of %d bytes allocates %d bytes, want at most %d", name, together, len(text), each, most)
			}
			runtime.KeepAlive(d)
		}
	}
}

func insertion(line, character uint32, text string) protocol.ContentChange {
	at := protocol.Position{Line: line, Character: character}
	return protocol.ContentChange{Range: &protocol.Range{Start: at, End: at}, Text: text}
}

func totalAllocated() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// TestCanceledWhileOthersApplyChanges checks that a request that was canceled does not wait for the changes that others
// apply, with the version of the document that it keeps.
func TestCanceledWhileOthersApplyChanges(t *testing.T) {
	t.Parallel()
	r := newRoot(&server{ctx: t.Context()}, t.TempDir())
	r.opening <- struct{}{}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := r.usable(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

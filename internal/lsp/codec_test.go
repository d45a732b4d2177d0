package lsp

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"testing"
)

// endless is a stream without an end.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

func packed(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

// TestMessageLimits checks that a stream that is no session of an editor is not read into memory.
func TestMessageLimits(t *testing.T) {
	t.Parallel()
	for name, stream := range map[string]io.Reader{
		"zeros": endless(0), "line breaks in headers": io.MultiReader(strings.NewReader("X: y\r\n"), endless('x')), "headers": strings.NewReader(strings.Repeat("X: y\r\n", 1000)),
		"many values": strings.NewReader(packed("[" + strings.Repeat("{},", 3_000_000) + "0]")),
		"a body":      io.MultiReader(strings.NewReader("Content-Length: 2000000000\r\n\r\n"), endless(' ')),
	} {
		if body, err := readBody(bufio.NewReader(stream)); err == nil {
			t.Errorf("%s: read %d bytes", name, len(body))
		}
	}
	large := packed(`["` + strings.Repeat(`,\",`, 1_000_000) + `", 0]`)
	if _, err := readBody(bufio.NewReader(strings.NewReader(large))); err != nil {
		t.Errorf("a long text: %v", err)
	}
	body, err := readBody(bufio.NewReader(strings.NewReader("content-length:2\r\nContent-Type: x\r\n\r\n{}")))
	if err != nil || string(body) != "{}" {
		t.Errorf("got %q, %v", body, err)
	}
	if _, err := readBody(bufio.NewReader(strings.NewReader(""))); err != io.EOF { //nolint:errorlint // the end of a session
		t.Errorf("at the end: got %v", err)
	}
}

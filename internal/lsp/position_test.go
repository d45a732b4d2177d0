package lsp

import (
	"runtime"
	"testing"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

func TestPositions(t *testing.T) {
	t.Parallel()
	file := source.New("a.yaml", []byte("\uFEFFaä😀b\r\n\nx\xffy\rz"))
	for _, c := range []struct {
		encoding        encoding
		line, character uint32
		offset          int
	}{
		{utf8Encoding, 0, 0, 3}, {utf8Encoding, 0, 3, 6}, {utf8Encoding, 0, 7, 10}, {utf8Encoding, 0, 8, 11},
		{utf16Encoding, 0, 0, 3}, {utf16Encoding, 0, 2, 6}, {utf16Encoding, 0, 4, 10}, {utf16Encoding, 0, 5, 11},
		{utf32Encoding, 0, 0, 3}, {utf32Encoding, 0, 2, 6}, {utf32Encoding, 0, 3, 10}, {utf32Encoding, 0, 4, 11},
		{utf16Encoding, 1, 0, 13}, {utf16Encoding, 2, 2, 16}, {utf16Encoding, 3, 1, 19},
	} {
		p := protocol.Position{Line: c.line, Character: c.character}
		if got := c.encoding.offset(file, p); got != c.offset {
			t.Errorf("%s %+v: got offset %d, want %d", c.encoding, p, got, c.offset)
		}
		if got := c.encoding.position(file, c.offset); got != p {
			t.Errorf("%s offset %d: got %+v, want %+v", c.encoding, c.offset, got, p)
		}
	}
	for _, c := range []struct {
		position protocol.Position
		offset   int
	}{
		{protocol.Position{Line: 0, Character: 99}, 11}, // after the end of a line
		{protocol.Position{Line: 0, Character: 3}, 6},   // in the middle of a surrogate pair
		{protocol.Position{Line: 99}, len(file.Text)},
	} {
		if got := utf16Encoding.offset(file, c.position); got != c.offset {
			t.Errorf("%+v: got offset %d, want %d", c.position, got, c.offset)
		}
	}
}

func TestChooseEncoding(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		offered []string
		want    encoding
	}{
		{nil, utf16Encoding}, {[]string{"utf-8", "utf-16"}, utf8Encoding}, {[]string{"utf-7", "utf-32"}, utf32Encoding}, {[]string{"latin-1"}, utf16Encoding},
	} {
		if got := chooseEncoding(c.offered); got != c.want {
			t.Errorf("%v: got %s, want %s", c.offered, got, c.want)
		}
	}
}

func TestURIs(t *testing.T) {
	t.Parallel()
	paths := map[protocol.DocumentURI]string{"file:///a/b%20c/%25d.yaml": "/a/b c/%d.yaml", "file:///%C3%A4/x%23y.yaml": "/ä/x#y.yaml"}
	if runtime.GOOS == "windows" {
		paths = map[protocol.DocumentURI]string{"file:///C:/a/b%20c/%25d.yaml": `C:\a\b c\%d.yaml`, "file://server/share/x%23y.yaml": `\\server\share\x#y.yaml`}
		if path, err := pathOf("file:///c%3A/a.yaml"); err != nil || path != `C:\a.yaml` {
			t.Errorf("drive letter of Visual Studio Code: %q, %v", path, err)
		}
	}
	for uri, path := range paths {
		if got, err := pathOf(uri); err != nil || got != path {
			t.Errorf("%s: %q, %v", uri, got, err)
		}
		if got := uriOf(path); got != uri {
			t.Errorf("%s: got %s, want %s", path, got, uri)
		}
	}
	for _, uri := range []protocol.DocumentURI{"untitled:1", "git:/a", "://", "file:"} {
		if path, err := pathOf(uri); err == nil {
			t.Errorf("%s: got %q", uri, path)
		}
	}
}

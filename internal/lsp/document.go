package lsp

import (
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// document is a version of a file that is open in the editor. Except for outlined, it is immutable.
type document struct {
	uri     protocol.DocumentURI
	path    string // absolute
	version int32
	text    *text
	file    func() *source.File // the text, named by path; only some versions need it

	outlined *atomic.Pointer[outlined] // the last version that could be parsed; all versions share it
}

func newDocument(uri protocol.DocumentURI, path string, version int32, content string, e encoding) *document {
	return (&document{uri: uri, path: path, outlined: new(atomic.Pointer[outlined])}).with(version, &text{e.pieces(content)})
}

// with returns the document with another text.
func (d *document) with(version int32, text *text) *document {
	file := sync.OnceValue(func() *source.File { return source.New(filepath.ToSlash(d.path), text.contents()) })
	return &document{d.uri, d.path, version, text, file, d.outlined}
}

// edited returns the document after changes, which are applied in order.
func (d *document) edited(version int32, changes []protocol.ContentChange, e encoding) *document {
	if len(changes) == 0 {
		return &document{d.uri, d.path, version, d.text, d.file, d.outlined}
	}
	text := d.text
	for i := range changes {
		text = e.replace(text, &changes[i])
	}
	return d.with(version, text)
}

// isLike reports whether two documents have the same text, even with different version numbers; nil
// represents a document that is not open.
func (d *document) isLike(other *document) bool {
	if d == nil || other == nil {
		return d == other
	}
	return d.text == other.text
}

// concerns reports whether hieralint reads files like the one at a path: data, code, and settings.
func concerns(path string) bool {
	if _, ok := data.FormatOf(path); ok {
		return true
	}
	switch filepath.Ext(path) {
	case ".pp", ".epp", ".erb", ".rb", ".conf":
		return true
	}
	return filepath.Base(path) == "Puppetfile"
}

// errNotAFile is the error for a document that is not on disk, such as an older revision.
var errNotAFile = errors.New("the document is not a file")

// pathOf returns the absolute path of a document.
func pathOf(uri protocol.DocumentURI) (string, error) {
	u, err := url.Parse(string(uri))
	if err != nil {
		return "", err
	}
	if u.Scheme != "file" || u.Path == "" {
		return "", errNotAFile
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		switch path = strings.TrimPrefix(path, "/"); {
		case u.Host != "":
			path = "//" + u.Host + u.Path
		case strings.IndexByte(path, ':') == 1:
			path = strings.ToUpper(path[:1]) + path[1:] // as the system writes drive letters; some editors do not
		}
	}
	return filepath.Clean(filepath.FromSlash(path)), nil
}

// uriOf returns the URI of an absolute path.
func uriOf(path string) protocol.DocumentURI {
	u := url.URL{Scheme: "file", Path: filepath.ToSlash(path)}
	if rest, ok := strings.CutPrefix(u.Path, "//"); ok { // a share of a server
		u.Host, u.Path, _ = strings.Cut(rest, "/")
	}
	if !strings.HasPrefix(u.Path, "/") {
		u.Path = "/" + u.Path
	}
	return protocol.DocumentURI(u.String())
}

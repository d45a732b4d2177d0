package lsp

import (
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
)

// document is a version of a file that is open in the editor. It is immutable.
type document struct {
	uri     protocol.DocumentURI
	path    string // absolute
	version int32
	file    *source.File // named by path
}

func newDocument(uri protocol.DocumentURI, path string, version int32, text []byte) *document {
	return &document{uri, path, version, source.New(filepath.ToSlash(path), text)}
}

// edited returns the document after changes, which are applied in order.
func (d *document) edited(version int32, changes []protocol.ContentChange, e encoding) *document {
	file := d.file
	for _, c := range changes {
		text := []byte(c.Text)
		if c.Range != nil {
			start, end := e.offset(file, c.Range.Start), e.offset(file, c.Range.End)
			end = max(start, end)
			text = make([]byte, 0, len(file.Text)+len(c.Text))
			text = append(append(append(text, file.Text[:start]...), c.Text...), file.Text[end:]...)
		}
		file = source.New(file.Path, text)
	}
	return &document{d.uri, d.path, version, file}
}

// isLike reports whether two documents have the same text, even with different version numbers; nil
// represents a document that is not open.
func (d *document) isLike(other *document) bool {
	if d == nil || other == nil {
		return d == other
	}
	return d.file == other.file
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

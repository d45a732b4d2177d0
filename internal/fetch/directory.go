package fetch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/visible"
	"github.com/hieralint/hieralint/internal/wholefile"
)

// Summary describes the result of Run.
type Summary struct {
	// Dir is the directory.
	Dir string
	// Nodes is the number of nodes, of which some are New and some Changed. Removed is the number of nodes that no
	// longer exist.
	Nodes, New, Changed, Removed int
	// WithoutClasses is the number of nodes whose classes are unknown.
	WithoutClasses int
	// All means that all facts are kept. Otherwise, Facts are the names of the kept ones.
	All   bool
	Facts []string
	// Configured means that the configuration refers to the directory.
	Configured bool
}

// Write writes the summary as text.
func (s *Summary) Write(w io.Writer) error {
	var b strings.Builder
	changes := []string{}
	for _, c := range []struct {
		n    int
		what string
	}{{s.New, "new"}, {s.Changed, "changed"}, {s.Removed, "removed"}} {
		if c.n > 0 {
			changes = append(changes, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	if len(changes) == 0 {
		changes = []string{"nothing changed"}
	}
	fmt.Fprintf(&b, "%s: %s (%s)\n", s.Dir, plural.Count(s.Nodes, "node"), strings.Join(changes, ", "))
	if s.WithoutClasses > 0 {
		fmt.Fprintf(&b, "%s without a catalog or classification, whose classes are unknown\n", plural.Count(s.WithoutClasses, "node"))
	}
	switch {
	case s.All:
		b.WriteString("all facts are kept, except sensitive ones; without --all-facts, only those that the data uses\n")
	case len(s.Facts) == 0:
		b.WriteString("no facts are kept, since hierarchies and data use none (--fact, --all-facts)\n")
	default:
		fmt.Fprintf(&b, "facts kept: %s\n", strings.Join(s.Facts, ", "))
	}
	if !s.Configured {
		fmt.Fprintf(&b, "use them with --facts %[1]s, or `facts: [%[1]s]` in the configuration\n", s.Dir)
	}
	_, err := io.WriteString(w, visible.Lines(b.String()))
	return err
}

// directory contains a file for each node.
type directory struct {
	path string
	// gone contains the files of nodes, with their contents, that an earlier run wrote and this one has not.
	gone    map[string][]byte
	summary Summary
}

const extension = ".json"

// openDirectory reads what an earlier run wrote.
func openDirectory(path string) (*directory, error) {
	d := &directory{path: path, gone: map[string][]byte{}, summary: Summary{Dir: filepath.ToSlash(path)}}
	entries, err := os.ReadDir(path)
	if errors.Is(err, fs.ErrNotExist) {
		return d, os.MkdirAll(path, 0o755) //nolint:gosec // it is for others to read, too
	}
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != extension || !e.Type().IsRegular() {
			continue
		}
		text, err := source.ReadFile(filepath.Join(path, e.Name()), maxOwnFile)
		if err == nil && isOwn(text) {
			d.gone[e.Name()] = text
		}
	}
	return d, nil
}

// maxOwnFile is more than the size of any file that this package writes.
const maxOwnFile = 256 << 20

// maxFileName is the maximum length of the name of a file in most file systems.
const maxFileName = 255

// isOwn reports whether this package wrote a file.
func isOwn(text []byte) bool {
	var f map[string]json.RawMessage
	var by string
	return json.Unmarshal(text, &f) == nil && json.Unmarshal(f[keyWrittenBy], &by) == nil && by == writtenBy
}

// write writes the file of a node unless it is up to date.
func (d *directory) write(certname string, text []byte) error {
	name := fileName(certname)
	if len(name) > maxFileName {
		return &ServerError{fmt.Errorf("the name of the node %.50s… is too long for a file", certname)}
	}
	path := filepath.Join(d.path, name)
	old, own := d.gone[name]
	delete(d.gone, name)
	d.summary.Nodes++
	switch _, err := os.Lstat(path); {
	case own && bytes.Equal(old, text):
		return nil
	case own:
		d.summary.Changed++
	case err == nil:
		return fmt.Errorf("%s was not written by `%s`; move it, or use another directory", path, writtenBy)
	default:
		d.summary.New++
	}
	return wholefile.Write(path, text, 0o644)
}

// removeOthers removes the files of nodes that no longer exist.
func (d *directory) removeOthers() error {
	for name := range d.gone {
		if err := os.Remove(filepath.Join(d.path, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		d.summary.Removed++
	}
	return nil
}

// fileName returns the name of the file of a node. A certname from a server cannot lead outside the directory.
func fileName(certname string) string {
	var b strings.Builder
	for i := range len(certname) {
		switch c := certname[i]; {
		case ascii.IsWord(c), c == '-', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String() + extension
}

package lsp

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/session"
)

// didOpen adds a document that the editor shows.
func (s *server) didOpen(_ context.Context, p *protocol.DidOpenParams) error {
	path, err := pathOf(p.TextDocument.URI)
	if err != nil || !concerns(path) {
		return nil // not a file that hieralint reads
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	d := newDocument(p.TextDocument.URI, path, p.TextDocument.Version, p.TextDocument.Text, s.encoding)
	s.documents[d.uri] = d
	owner := s.ownerOf(path)
	if owner == nil {
		s.addRoot(projectAround(path)) // this includes the opened document
		return nil
	}
	owner.open(d.uri)
	s.changed(change{Change: session.Change{Path: path, Kind: session.Edited}, to: d})
	return nil
}

// didChange applies edits.
func (s *server) didChange(_ context.Context, p *protocol.DidChangeParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := s.documents[p.TextDocument.URI]
	if d == nil {
		return nil
	}
	d = d.edited(p.TextDocument.Version, p.ContentChanges, s.encoding)
	s.documents[d.uri] = d
	s.edited += d.text.size()
	if len(p.ContentChanges) > 0 { // otherwise, only the version has changed
		s.changed(change{Change: session.Change{Path: d.path, Kind: session.Edited}, to: d})
	}
	return nil
}

// didClose makes the file on disk effective again.
func (s *server) didClose(_ context.Context, p *protocol.DocumentParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d := s.documents[p.TextDocument.URI]; d != nil {
		delete(s.documents, d.uri)
		s.isFull = false
		s.changed(change{Change: session.Change{Path: d.path, Kind: session.Dropped}})
	}
	return nil
}

// didChangeWatchedFiles applies changes on disk.
func (s *server) didChangeWatchedFiles(_ context.Context, p *protocol.DidChangeWatchedFilesParams) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var changes []change
	for _, e := range p.Changes {
		path, err := pathOf(e.URI)
		if err == nil && !isOfTools(path) {
			changes = append(changes, change{Change: session.Change{Path: path, Kind: session.OnDisk}})
		}
	}
	s.changed(changes...)
	return nil
}

// isOfTools reports whether a file belongs to Git or a package manager.
func isOfTools(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), func(name string) bool { return name == ".git" || name == "node_modules" })
}

// change is a change of a file.
type change struct {
	session.Change // without its text

	to *document // for Edited
}

// complete returns changes with their texts.
func complete(changes []change) []session.Change {
	return lists.Map(changes, func(c change) session.Change {
		if c.to != nil {
			c.Text = c.to.file().Text
		}
		return c.Change
	})
}

// changed passes changes to the roots that they may affect. The caller holds the lock.
func (s *server) changed(changes ...change) {
	for _, r := range s.roots {
		its := lists.Filter(changes, func(c change) bool { return rooted.IsBelow(c.Path, r.top) })
		r.change(its...)
	}
}

// projectAround returns the directory to open for a file outside of all roots: the nearest
// enclosing one that looks like a project, otherwise its own.
func projectAround(path string) string {
	return nearestWith(filepath.Dir(path), "hiera.yaml", "environment.conf", "metadata.json", ".git")
}

// repositoryAround returns the Git repository that contains a directory, otherwise the directory
// itself.
func repositoryAround(dir string) string { return nearestWith(dir, ".git") }

// nearestWith returns a directory or the nearest one around it that contains one of the names; the
// directory itself if none does.
func nearestWith(dir string, names ...string) string {
	for at := range rooted.Up(dir) {
		for _, name := range names {
			if _, err := os.Stat(filepath.Join(at, name)); err == nil {
				return at
			}
		}
	}
	return dir
}

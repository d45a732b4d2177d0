package session

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/revision"
)

// State is an earlier state of a file.
type State uint8

// The states of a file that a buffer is compared with.
const (
	Committed State = iota // in the last commit; without text if it is in none
	Saved                  // on disk; without text if it is not there
)

// earlier is the text of a file in an earlier state. It is nil where there is none to compare with: of a file that Git ignores or that lies in no
// repository. The revision names the state, dir is the top of the repository, or the directory of the workspace.
func (s *snapshot) earlierText(ctx context.Context, path string, state State) (text []byte, name impact.Revision, dir string, err error) {
	dir = s.paths[0]
	if !isDir(dir) {
		dir = filepath.Dir(dir)
	}
	if state == Saved {
		text, err = source.ReadFile(path, s.options.MaxFileSize)
		if errors.Is(err, fs.ErrNotExist) {
			text, err = []byte{}, nil
		}
		return text, impact.Revision{Name: "the saved file"}, dir, err
	}
	r, text, err := revision.Committed(ctx, path)
	if r == nil || err != nil {
		return nil, impact.Revision{}, "", asRevisionError(err)
	}
	return text, impact.Revision{Name: "the last commit"}, r.Top, nil
}

// IsEdited reports whether a file has another text than in an earlier state.
func (w *Workspace) IsEdited(ctx context.Context, path string, state State) (bool, error) {
	s := w.snapshot()
	text, _, _, err := s.earlierText(ctx, path, state)
	if text == nil || err != nil {
		return false, err
	}
	now, err := s.text(path)
	return err == nil && !bytes.Equal(now, text), err
}

// text is the content of a file: that of its buffer where there is one.
func (s *snapshot) text(path string) ([]byte, error) {
	if text, ok := s.options.Overlay[path]; ok {
		return text, nil
	}
	return source.ReadFile(path, s.options.MaxFileSize)
}

// DiffFile finds out what the text that a file has does, compared with that of an earlier state, with all else as it is. It is nil where there is no
// earlier state.
func (w *Workspace) DiffFile(ctx context.Context, path string, state State) (*impact.Impact, error) {
	s := w.snapshot()
	text, name, dir, err := s.earlierText(ctx, path, state)
	if text == nil || err != nil {
		return nil, err
	}
	relative, err := filepath.Rel(dir, path)
	if err != nil {
		return nil, fmt.Errorf("%s is not in %s", path, dir)
	}
	d := &diff{
		request: &DiffRequest{NoFindings: true}, changed: []string{filepath.ToSlash(relative)},
		found:  &impact.Impact{Before: name, After: impact.Revision{Name: "the text in the editor"}},
		before: side{snapshot: s.changed(map[string][]byte{path: text}), root: dir}, after: side{snapshot: s, root: dir},
	}
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	return d.found, nil
}

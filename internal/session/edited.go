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

// The states that a buffer is compared with.
const (
	Committed State = iota // in the last commit; empty if it is not in the commit
	Saved                  // on disk; empty if it does not exist
)

// earlierText returns the text of a file in an earlier state; nil if there is none, because Git
// ignores the file or it is not in a repository. The revision describes the state, and dir is the
// top of the repository, or the directory of the workspace.
func (s *snapshot) earlierText(ctx context.Context, path string, state State) (text []byte, name impact.Revision, dir string, err error) {
	dir = s.dir()
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

// IsEdited reports whether the text of a file differs from that in an earlier state.
func (w *Workspace) IsEdited(ctx context.Context, path string, state State) (bool, error) {
	s := w.snapshot()
	text, _, _, err := s.earlierText(ctx, path, state)
	if text == nil || err != nil {
		return false, err
	}
	now, err := s.text(path)
	return err == nil && !bytes.Equal(now, text), err
}

// text returns the content of a file, from its buffer if there is one.
func (s *snapshot) text(path string) ([]byte, error) {
	if text, ok := s.options.Overlay[path]; ok {
		return text, nil
	}
	return source.ReadFile(path, s.options.MaxFileSize)
}

// DiffFile determines the effect of the changes to a file since an earlier state, with everything
// else unchanged. It returns nil if there is no earlier state.
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
		request: &DiffRequest{NoFindings: true}, changed: map[string]bool{filepath.ToSlash(relative): true},
		found:  &impact.Impact{Before: name, After: impact.Revision{Name: "the text in the editor"}},
		before: side{snapshot: s.changed(map[string][]byte{path: text}), root: dir}, after: side{snapshot: s, root: dir},
	}
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	return d.found, nil
}

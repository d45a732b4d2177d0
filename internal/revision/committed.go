package revision

import (
	"context"
	"errors"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Committed returns the text of a file in the last commit of its repository, as Git would write it
// to the working tree, but with the line endings of the file there. The text is empty if the file
// is not in that commit. The revision is nil if Git ignores the file, or if the file is not in a
// repository with a commit.
func Committed(ctx context.Context, path string) (*Revision, []byte, error) {
	dir, name := filepath.Split(path)
	here := &repository{dir: dir}
	var failed *Error
	out, err := here.git(ctx, nil, "rev-parse", "--show-toplevel", "--verify", "--end-of-options", "HEAD^{commit}")
	if errors.As(err, &failed) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	top, commit, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	r := &Revision{Top: rooted.Real(top), Commit: commit}
	r.repository = &repository{dir: r.Top}
	text, err := here.git(ctx, nil, "cat-file", "--filters", r.Commit+":./"+name)
	switch {
	case err == nil:
		text, err = here.alignText(ctx, commit, name, text)
		return r, append([]byte{}, text...), err
	case !errors.As(err, &failed):
		return nil, nil, err
	}
	if _, err := here.git(ctx, nil, "check-ignore", "--quiet", "--", name); err == nil {
		return nil, nil, nil
	}
	return r, []byte{}, ctx.Err()
}

// alignText is align for one file.
func (r *repository) alignText(ctx context.Context, commit, name string, text []byte) ([]byte, error) {
	now, err := source.ReadFile(filepath.Join(r.dir, name), maxCopied)
	if err != nil {
		return text, nil //nolint:nilerr // the file is only in the commit
	}
	c, converted, ok := compare(name, name, text, now)
	if !ok {
		return text, nil
	}
	if alike, err := r.storedAlike(ctx, commit, []conversion{c}); len(alike) == 0 {
		return text, err
	}
	return converted, nil
}

package revision

import (
	"context"
	"os"
	"path/filepath"
	"strings"
)

// ignoreSubmodules is the option of `git diff` that compares submodules by their commits only. To compare their files,
// Git would start another Git in them, which runs the filters in their configuration.
const ignoreSubmodules = "--ignore-submodules=dirty"

// submoduleMode is the start of a line of `git ls-files --stage` for a submodule.
const submoduleMode = "160000 "

// dirtySubmodules returns the paths of the submodules whose files differ from their commits.
func (r *repository) dirtySubmodules(ctx context.Context) ([]string, error) {
	lines, err := r.list(ctx, nil, "ls-files", "--stage")
	if err != nil {
		return nil, err
	}
	var dirty []string
	for _, line := range lines {
		if !strings.HasPrefix(line, submoduleMode) {
			continue
		}
		_, path, _ := strings.Cut(line, "\t")
		at := filepath.Join(r.dir, filepath.FromSlash(path))
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil && (&repository{dir: at}).isDirty(ctx) {
			dirty = append(dirty, path)
		}
	}
	return dirty, ctx.Err()
}

// isDirty reports whether files differ from the commit, or cannot be compared.
func (r *repository) isDirty(ctx context.Context) bool {
	changed, err := r.diff(ctx, "HEAD", nil, "--name-only")
	if len(changed) > 0 || err != nil {
		return true
	}
	added, err := r.untracked(ctx)
	if len(added) > 0 || err != nil {
		return true
	}
	dirty, err := r.dirtySubmodules(ctx)
	return len(dirty) > 0 || err != nil
}

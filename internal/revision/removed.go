package revision

import (
	"context"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/internal/rooted"
)

// maxRemoved is the maximum number of files that Removed asks git about in one command.
const maxRemoved = 500

// Removed returns those of the missing files below a directory that were removed: they are in the
// last commit of its repository, or existed, which may be nil, returns true for them. Files that a
// sparse checkout leaves out are not removed.
func Removed(ctx context.Context, dir string, missing []string, existed func(path string) bool) map[string]bool {
	here := &repository{dir: dir}
	removed := map[string]bool{}
	byName := map[string]string{}
	names := []string{}
	for _, path := range missing[:min(len(missing), maxRemoved)] {
		if name, ok := rooted.Rel(dir, path); ok {
			name = filepath.ToSlash(name)
			byName[name] = path
			names = append(names, name)
			if existed != nil && existed(path) {
				removed[path] = true
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	committed, noCommit := here.list(ctx, nil, append([]string{"ls-tree", "--name-only", "HEAD", "--"}, names...)...)
	for _, name := range committed {
		if path, ok := byName[name]; ok {
			removed[path] = true
		}
	}
	if len(removed) == 0 {
		return nil
	}
	inIndex, err := here.list(ctx, []string{"GIT_LITERAL_PATHSPECS=1"}, append([]string{"ls-files", "-t", "--"}, names...)...)
	if err != nil && noCommit == nil { // outside of a repository, there is no sparse checkout
		return nil
	}
	for _, entry := range inIndex {
		if name, isSkipped := strings.CutPrefix(entry, "S "); isSkipped {
			delete(removed, byName[name])
		}
	}
	return removed
}

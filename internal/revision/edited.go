package revision

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxEdited is the maximum number of files that are compared one by one, and maxEditedSize that of
// their bytes, since all are in memory. With more, little of what is known about the current files is
// useful for those of the revision.
const (
	maxEdited     = 2000
	maxEditedSize = 64 << 20
)

// Edited returns the files that differ in a later revision, or in the working tree if later is nil.
// It maps their paths, relative to the top of the repository, to their contents at this revision;
// nil means that the file does not exist there. The map is nil if there are other changes, such as
// submodules or links, or too many. Documents and reports are ignored unless they are data.
func (r *Revision) Edited(ctx context.Context, later *Revision, isData func(path string) bool) (contents map[string][]byte, err error) {
	changed, err := r.edited(ctx, later, isData)
	if changed == nil || len(changed) > maxEdited || err != nil {
		return nil, err
	}
	contents = map[string][]byte{}
	var paths []string
	for path, isHere := range changed {
		if contents[path] = nil; isHere {
			paths = append(paths, path)
		}
	}
	if len(paths) == 0 {
		return contents, nil
	}
	dir, err := temporary()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	tree := filepath.Join(dir, "tree")
	if err := r.repository.checkout(ctx, r.Commit, tree, paths...); err != nil {
		return nil, err
	}
	if later == nil {
		if err := r.align(ctx, tree, paths); err != nil {
			return nil, err
		}
	}
	size := 0
	for _, path := range paths {
		from := filepath.Join(tree, filepath.FromSlash(path))
		if !isRegular(from) {
			return nil, nil // Git's result has changed
		}
		text, err := source.ReadFile(from, 0)
		if tooLarge := (*source.TooLargeError)(nil); errors.As(err, &tooLarge) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if size += len(text); size > maxEditedSize {
			return nil, nil
		}
		contents[path] = append([]byte{}, text...) // not nil
	}
	return contents, nil
}

// align is repository.align for files with changes.
func (r *Revision) align(ctx context.Context, dir string, paths []string) error {
	changed := map[string]string{}
	for _, path := range paths {
		changed[path] = path
		if _, err := os.Lstat(filepath.Join(r.Top, filepath.FromSlash(path))); err != nil {
			if changed, err = r.changedPaths(ctx, nil); err != nil {
				return err
			}
			break
		}
	}
	return r.repository.align(ctx, r.Commit, dir, paths, changed)
}

func isRegular(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode().IsRegular()
}

// isDocument reports whether a file, given its path, is a document or report, which neither Puppet
// nor hieralint reads. Templates and facts with such names are not.
func isDocument(path string) bool {
	if folders := strings.Split(path, "/"); slices.Contains(folders, "templates") || slices.Contains(folders, "facts.d") {
		return false
	}
	switch filepath.Ext(path) {
	case ".md", ".adoc", ".sarif", ".html", ".log":
		return true
	}
	return false
}

// edited returns the files that differ, and whether they exist at this revision. It returns nil if
// there are, or may be, other changes.
func (r *Revision) edited(ctx context.Context, later *Revision, isData func(path string) bool) (map[string]bool, error) {
	isIgnored := func(path string) bool { return isDocument(path) && !isData(path) }
	changed := map[string]bool{}
	if later == nil {
		added, isComparable, err := r.added(ctx, isIgnored)
		if !isComparable || err != nil {
			return nil, err
		}
		for _, path := range added {
			changed[path] = false
		}
	}
	changes, err := r.repository.diff(ctx, r.Commit, later, "--no-renames", "--raw")
	if err != nil {
		return nil, err
	}
	for i := 0; i+1 < len(changes); i += 2 { // the description of a change, and the path
		about, path := strings.Fields(strings.TrimPrefix(changes[i], ":")), changes[i+1]
		if isIgnored(path) {
			continue
		}
		const modeBefore, modeAfter, status = 0, 1, 4
		if len(about) <= status || !isFileMode(about[modeBefore]) || !isFileMode(about[modeAfter]) {
			return nil, nil
		}
		switch about[status] {
		case "M":
			changed[path] = true
		case "A", "D":
			changed[path] = changed[path] || about[status] == "D"
		default:
			return nil, nil
		}
	}
	return changed, nil
}

// added returns the files of the working tree that Git does not track. isComparable is false if other
// than regular files differ, or if it is unknown what differs.
func (r *Revision) added(ctx context.Context, isIgnored func(path string) bool) (paths []string, isComparable bool, err error) {
	untracked, err := r.repository.untracked(ctx)
	if err != nil {
		return nil, false, err
	}
	for _, path := range untracked {
		if isIgnored(path) {
			continue
		}
		if !isRegular(filepath.Join(r.Top, filepath.FromSlash(path))) {
			return nil, false, nil
		}
		paths = append(paths, path)
	}
	tracked, err := r.repository.list(ctx, nil, "ls-files", "-v")
	if err != nil {
		return nil, false, err
	}
	for _, line := range tracked {
		if line[0] != 'H' {
			return nil, false, nil // Git ignores it, or it does not exist
		}
	}
	dirty, err := r.repository.dirtySubmodules(ctx)
	return paths, len(dirty) == 0, err
}

// isFileMode reports whether a Git mode is that of a regular file, or of none.
func isFileMode(mode string) bool { return mode == "100644" || mode == "100755" || mode == "000000" }

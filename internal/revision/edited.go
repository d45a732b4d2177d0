package revision

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
)

// maxEdited is how many files are compared one by one: with many, little of what is known of today's files is of use for those of the revision.
const maxEdited = 200

// Edited are the files whose contents are others today, with those that they had, by their absolute paths. It is nil where there is any other
// change: files that were added, removed or moved, submodules, links.
func (r *Revision) Edited(ctx context.Context) (contents map[string][]byte, err error) {
	paths, err := r.edited(ctx)
	if paths == nil || len(paths) > maxEdited || err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return map[string][]byte{}, nil
	}
	dir, err := temporary()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := checkout(ctx, r.Top, r.Commit, filepath.Join(dir, "tree"), paths...); err != nil {
		return nil, err
	}
	contents = map[string][]byte{}
	for _, path := range paths {
		from := filepath.Join(dir, "tree", filepath.FromSlash(path))
		if info, err := os.Lstat(from); err != nil || !info.Mode().IsRegular() {
			return nil, nil // it is a link, or Git says otherwise than before
		}
		text, err := source.ReadFile(from, 0)
		if err != nil {
			return nil, err
		}
		contents[filepath.Join(r.Top, filepath.FromSlash(path))] = text
	}
	return contents, nil
}

// edited are the paths of the files with other contents; nil where there is any other change, or may be.
func (r *Revision) edited(ctx context.Context) ([]string, error) {
	list := func(args ...string) ([]string, error) {
		out, err := git(ctx, r.Top, nil, args...)
		return strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }), err
	}
	added, err := list("ls-files", "--others", "--exclude-standard", "-z")
	if len(added) > 0 || err != nil {
		return nil, err
	}
	tracked, err := list("ls-files", "-v", "-z")
	if err != nil {
		return nil, err
	}
	for _, line := range tracked {
		if line[0] != 'H' {
			return nil, nil // Git does not look at it, or it is not there
		}
	}
	changes, err := list("diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--name-status", "-z", r.Commit, "--")
	if err != nil {
		return nil, err
	}
	paths := []string{}
	for i := 0; i+1 < len(changes); i += 2 { // status, path
		if changes[i] != "M" {
			return nil, nil
		}
		paths = append(paths, changes[i+1])
	}
	return paths, nil
}

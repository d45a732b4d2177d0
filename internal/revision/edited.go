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

// maxEdited is how many files are compared one by one: with many, little of what is known of today's files is of use for those of the revision.
const maxEdited = 200

// Edited are the files that a later revision, or the working tree where later is nil, has with other contents: their contents at this revision, by
// their paths relative to the top of the repository. It is nil where there is any other change: files that were added, removed or moved,
// submodules, links. Documents and reports do not count, unless they are data.
func (r *Revision) Edited(ctx context.Context, later *Revision, isData func(path string) bool) (contents map[string][]byte, err error) {
	paths, err := r.edited(ctx, later, func(path string) bool { return isDocument(path) && !isData(path) })
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
		contents[path] = text
	}
	return contents, nil
}

// isDocument reports whether a file, by its path, is a document or report, which neither Puppet nor hieralint reads. Templates and facts with such
// names are none.
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

// edited are the paths of the files with other contents; nil where there is any other change, or may be. Some files are ignored.
func (r *Revision) edited(ctx context.Context, later *Revision, isIgnored func(path string) bool) ([]string, error) {
	list := func(args ...string) ([]string, error) {
		out, err := git(ctx, r.Top, nil, args...)
		return strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }), err
	}
	args := []string{"diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--name-status", "-z", r.Commit}
	if later != nil {
		args = append(args, later.Commit)
	} else {
		added, err := list("ls-files", "--others", "--exclude-standard", "-z")
		if slices.ContainsFunc(added, func(path string) bool { return !isIgnored(path) }) || err != nil {
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
	}
	changes, err := list(append(args, "--")...)
	if err != nil {
		return nil, err
	}
	paths := []string{}
	for i := 0; i+1 < len(changes); i += 2 { // status, path
		switch path := changes[i+1]; {
		case isIgnored(path):
		case changes[i] != "M":
			return nil, nil
		default:
			paths = append(paths, path)
		}
	}
	return paths, nil
}

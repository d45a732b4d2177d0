// Package revision exports the files of a Git revision to a temporary directory, so that the tree
// before a change can be checked like the current one. It includes files that Git does not track
// and submodules, such as installed modules, since these are not part of the change.
//
// It runs git and changes nothing in the repository. It knows nothing about the contents of files.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Tree holds the files of a revision.
type Tree struct {
	// Dir is the temporary directory, and Top the top of the repository.
	Dir, Top string
	// Commit is the revision.
	Commit string
	// Renamed maps paths at the revision to the current ones for files that were renamed, relative to
	// the top of the repository, with slashes.
	Renamed map[string]string
}

// Error is an error message of git.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Revision is a revision of a repository.
type Revision struct {
	// Top is the top of the repository, and Commit the name of the revision.
	Top, Commit string

	repository *repository
	files      func() map[string]bool // see Contains
	changed    map[string]string      // see changedPaths
}

// Contains reports whether a revision of Find or Range has the file at an absolute path below root,
// which represents the top of the repository.
func (r *Revision) Contains(root, path string) bool {
	name, ok := relativeTo(root, path)
	return ok && r.files()[filepath.ToSlash(name)]
}

// Find returns the revision at which a change in the repository of dir started: the merge base of
// name and HEAD, or name itself if there is none.
func Find(ctx context.Context, dir, name string) (*Revision, error) {
	repo, err := repositoryOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := repo.revision()
	_, err = r.setBase(ctx, name, "HEAD")
	return r, err
}

// repositoryOf returns the repository that contains a directory.
func repositoryOf(ctx context.Context, dir string) (*repository, error) {
	top, err := (&repository{dir: dir}).git(ctx, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	return &repository{dir: rooted.Real(string(bytes.TrimSpace(top)))}, nil
}

// revision returns a revision without a name.
func (r *repository) revision() *Revision { return &Revision{Top: r.dir, repository: r} }

// Range returns the revisions before and after a change in the repository of dir. The change ends
// with the revision to, or with the working tree if to is empty, in which case after is nil. It
// starts at the revision that Find returns for from; "" means the default branch. name says which
// revision that is.
func Range(ctx context.Context, dir, from, to string) (before, after *Revision, name string, err error) {
	repo, err := repositoryOf(ctx, dir)
	if err != nil {
		return nil, nil, "", err
	}
	before, name = repo.revision(), from
	if name == "" {
		if name, err = repo.defaultBranch(ctx); err != nil {
			return nil, nil, "", err
		}
	}
	end, other := "HEAD", "HEAD"
	if to != "" {
		after = repo.revision()
		if after.Commit, err = repo.commit(ctx, to); err != nil {
			return nil, nil, "", err
		}
		if err = after.list(ctx); err != nil {
			return nil, nil, "", err
		}
		end, other = after.Commit, to
	}
	named, err := before.setBase(ctx, name, end)
	if err != nil {
		return nil, nil, "", err
	}
	if named != before.Commit {
		name = "the merge base of " + name + " and " + other
	}
	return before, after, name, nil
}

// defaultBranch returns the branch that changes are made for: that of the remote repository,
// otherwise the first existing one with a common name.
func (r *repository) defaultBranch(ctx context.Context) (string, error) {
	if out, err := r.git(ctx, nil, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return string(bytes.TrimSpace(out)), nil
	}
	for _, name := range []string{"main", "master", "production", "origin/main", "origin/master", "origin/production"} {
		if _, err := r.commit(ctx, name); err == nil {
			return name, nil
		}
	}
	return "", &Error{"the default branch is unknown; name the revision to compare with"}
}

// Export exports the revision to compare it with a later one, or with the working tree if later is
// nil. In this case, files have the line endings of the working tree if Git converts them.
func (r *Revision) Export(ctx context.Context, later *Revision) (tree *Tree, err error) {
	t := &Tree{Top: r.Top, Commit: r.Commit}
	if t.Dir, err = temporary(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if later == nil {
		if t.Renamed, err = r.Renamed(ctx, nil); err != nil {
			return nil, err
		}
	}
	return t, r.repository.export(ctx, t.Commit, t.Root(), r.changed)
}

// folderPrefix is the prefix of the names of temporary directories, which no other package uses.
const folderPrefix = "hieralint-revision-"

// maxFolderAge is a generous limit on the time that a temporary directory is in use.
const maxFolderAge = 24 * time.Hour

// temporary creates a temporary directory. It removes those left behind by processes that were
// killed.
func temporary() (string, error) {
	removeStale(os.TempDir())
	dir, err := os.MkdirTemp("", folderPrefix)
	if err != nil {
		return "", fmt.Errorf("no temporary directory: %w", err)
	}
	return rooted.Real(dir), nil
}

// removeStale removes old temporary directories, if permitted. It does not remove links, which may
// be anyone's in a shared directory.
func removeStale(in string) {
	entries, _ := os.ReadDir(in) // reported when a directory is created there
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.IsDir() && strings.HasPrefix(e.Name(), folderPrefix) && time.Since(info.ModTime()) > maxFolderAge {
			_ = os.RemoveAll(filepath.Join(in, e.Name())) // does not follow links
		}
	}
}

// commit returns the commit of a revision.
func (r *repository) commit(ctx context.Context, name string) (string, error) {
	named, err := r.git(ctx, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	commit := strings.TrimSpace(string(named))
	switch {
	case err == nil && isObject(commit): // for ^NAME, git prints ^ and the excluded commit
		return commit, nil
	case r.isShallow(ctx):
		return "", &Error{fmt.Sprintf("unknown Git revision `%s`; the clone is shallow, and `git fetch --unshallow` fetches the whole history", name)}
	}
	return "", &Error{fmt.Sprintf("unknown Git revision `%s`", name)}
}

// isObject reports whether a string is the full name of an object.
func isObject(name string) bool {
	const sha1, sha256 = 40, 64
	return (len(name) == sha1 || len(name) == sha256) && strings.Trim(name, "0123456789abcdef") == ""
}

// list lists the files of the revision. It returns an error if there are so many that git cannot list
// them within maxOutput: a few objects can represent any number of files, and `git diff` visits all of
// them before it writes a line.
func (r *Revision) list(ctx context.Context) error {
	names, err := r.repository.list(ctx, nil, "ls-tree", "-r", "--name-only", r.Commit)
	r.files = sync.OnceValue(func() map[string]bool { return lists.Set(names) })
	return err
}

// setBase makes the revision the merge base of a revision and another one, or the revision itself if
// there is none. named is the commit of that revision itself.
func (r *Revision) setBase(ctx context.Context, name, other string) (named string, err error) {
	if named, err = r.repository.commit(ctx, name); err != nil {
		return "", err
	}
	r.Commit = named
	if out, err := r.repository.git(ctx, nil, "merge-base", other, named); err == nil {
		if base := strings.TrimSpace(string(out)); isObject(base) {
			r.Commit = base
		}
	}
	return named, r.list(ctx)
}

// Changed returns the paths of the files, relative to the top of the repository, that differ in a
// later revision, or in the working tree if later is nil: changed, added, removed, or renamed.
func (r *Revision) Changed(ctx context.Context, later *Revision) ([]string, error) {
	if later == nil {
		if err := checkPatternsBelow(r.Top); err != nil {
			return nil, err
		}
	}
	changed, err := r.repository.diff(ctx, r.Commit, later, "--no-renames", "--name-only")
	if err != nil || later != nil {
		return changed, err
	}
	added, err := r.repository.untracked(ctx)
	if err != nil {
		return nil, err
	}
	dirty, err := r.repository.dirtySubmodules(ctx)
	if err != nil {
		return nil, err
	}
	return slices.Concat(changed, added, dirty), nil
}

// Renamed maps the paths of files in this revision to those in a later one, or in the working tree
// if later is nil, for files that were renamed.
func (r *Revision) Renamed(ctx context.Context, later *Revision) (map[string]string, error) {
	changed, err := r.changedPaths(ctx, later)
	renamed := maps.Clone(changed)
	maps.DeleteFunc(renamed, func(from, to string) bool { return from == to })
	return renamed, err
}

// changedPaths maps the paths of files in this revision to those in a later one, or in the working
// tree if later is nil, for files that were changed or renamed.
func (r *Revision) changedPaths(ctx context.Context, later *Revision) (map[string]string, error) {
	if later == nil && r.changed != nil {
		return r.changed, nil
	}
	fields, err := r.repository.diff(ctx, r.Commit, later, "--name-status", "--find-renames", "--diff-filter=MR")
	if err != nil {
		return nil, err
	}
	changed := map[string]string{}
	for len(fields) > 1 { // M, path; or R100, old, new
		isRenamed := 0
		if strings.HasPrefix(fields[0], "R") {
			isRenamed = 1
		}
		changed[fields[1]] = fields[1+isRenamed]
		fields = fields[2+isRenamed:]
	}
	if later == nil {
		r.changed = changed
	}
	return changed, nil
}

// Root returns the directory that represents the top of the repository.
func (t *Tree) Root() string { return filepath.Join(t.Dir, "tree") }

// Path returns the path in the tree of a file or directory of the repository. ok is false if it
// does not exist.
func (t *Tree) Path(path string) (there string, ok bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	name, ok := relativeTo(t.Top, abs)
	if !ok {
		return "", false
	}
	there = filepath.Join(t.Root(), name)
	_, err = os.Lstat(there)
	return there, err == nil
}

// relativeTo returns an absolute path relative to a directory, which may contain it only without
// symbolic links.
func relativeTo(dir, path string) (name string, ok bool) {
	for _, path := range []string{path, rooted.Real(path)} {
		if name, ok := rooted.Rel(dir, path); ok {
			return name, true
		}
	}
	return "", false
}

// Close removes the directory.
func (t *Tree) Close() error { return os.RemoveAll(t.Dir) }

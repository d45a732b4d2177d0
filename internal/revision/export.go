package revision

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/lists"
)

// maxExported is the maximum total size of the files of a commit in bytes. A few Git objects can
// represent any number of files.
const maxExported = 4 << 30

// entry is a file of a commit, or a submodule.
type entry struct {
	kind, object, path string // the path has slashes
	size               int64
}

// entries lists the given files of a commit, or all if none are given, and submodules. It returns an
// error if they are too large to be exported.
func (r *repository) entries(ctx context.Context, commit string, paths ...string) ([]entry, error) {
	lines, err := r.list(ctx, nil, slices.Concat([]string{"ls-tree", "-r", "-l", commit, "--"}, paths)...)
	if err != nil {
		return nil, err
	}
	var entries []entry
	var sum int64
	for _, line := range lines {
		about, path, _ := strings.Cut(line, "\t")
		fields := strings.Fields(about) // mode, type, name, size
		if len(fields) != 4 {
			continue
		}
		size, err := strconv.ParseInt(fields[3], 10, 64)
		if err == nil { // submodules have none
			sum += size
		}
		if sum > maxExported {
			return nil, &Error{fmt.Sprintf("the files of the revision are larger than %d GiB together", maxExported>>30)}
		}
		entries = append(entries, entry{fields[1], fields[2], path, size})
	}
	return entries, nil
}

// checkout writes files of a commit to a new directory, all of them if none are given, using a
// separate index: unlike `git archive`, this omits nothing, and unlike `git worktree`, it leaves
// nothing behind.
func (r *repository) checkout(ctx context.Context, commit, dest string, paths ...string) error {
	if err := os.MkdirAll(dest, 0o700); err != nil {
		return err
	}
	index := dest + ".index"
	defer func() { _ = os.Remove(index) }()
	env := []string{"GIT_INDEX_FILE=" + index}
	if _, err := r.git(ctx, env, "read-tree", commit); err != nil {
		return err
	}
	write := func(which ...string) error {
		_, err := r.git(ctx, env, append([]string{"checkout-index", "--force", "--prefix=" + filepath.ToSlash(dest) + "/"}, which...)...)
		return err
	}
	if len(paths) == 0 {
		return write("--all")
	}
	const maxNamed = 200 // the length of a command line is limited
	for named := range slices.Chunk(paths, maxNamed) {
		if err := write(append([]string{"--"}, named...)...); err != nil {
			return err
		}
	}
	return nil
}

// export writes all files of a commit to a new directory. changed are the current paths of those
// that have changed since, if the working tree is compared with.
func (r *repository) export(ctx context.Context, commit, dest string, changed map[string]string) error {
	entries, err := r.entries(ctx, commit)
	if err != nil {
		return err
	}
	if err := r.checkout(ctx, commit, dest); err != nil {
		return err
	}
	if changed != nil {
		paths := lists.Map(entries, func(e entry) string { return e.path })
		if err := r.align(ctx, commit, dest, paths, changed); err != nil {
			return err
		}
	}
	if err := r.submodules(ctx, entries, dest, changed); err != nil {
		return err
	}
	return r.ignored(ctx, dest)
}

// submodules exports the submodules at their commits, or as they are today if these are unknown.
func (r *repository) submodules(ctx context.Context, entries []entry, dest string, changed map[string]string) error {
	if changed != nil {
		changed = map[string]string{} // the paths are not those of submodules
	}
	for _, e := range entries {
		if e.kind != "commit" {
			continue
		}
		from, to := filepath.Join(r.dir, filepath.FromSlash(e.path)), filepath.Join(dest, filepath.FromSlash(e.path))
		if _, err := os.Stat(filepath.Join(from, ".git")); err != nil {
			continue // it was not cloned
		}
		if (&repository{dir: from}).export(ctx, e.object, to, changed) == nil {
			continue
		}
		if err := os.RemoveAll(to); err != nil {
			return err
		}
		if err := copyTree(ctx, from, to); err != nil {
			return err
		}
	}
	return nil
}

// ignored adds the files that Git ignores.
func (r *repository) ignored(ctx context.Context, dest string) error {
	paths, err := r.list(ctx, nil, "ls-files", "--others", "--ignored", "--exclude-standard", "--directory")
	if err != nil {
		return err
	}
	for _, path := range paths {
		from := filepath.Join(r.dir, filepath.FromSlash(path))
		if skipped(from) {
			continue
		}
		if err := copyTree(ctx, from, filepath.Join(dest, filepath.FromSlash(path))); err != nil {
			return err
		}
	}
	return nil
}

// skipped reports whether a directory is one of those that are large and contain nothing related to
// Puppet.
func skipped(path string) bool {
	name := filepath.Base(path)
	return slices.Contains([]string{".git", ".bundle", ".cache", ".terraform", ".vagrant", "node_modules"}, name) ||
		name == "bundle" && filepath.Base(filepath.Dir(path)) == "vendor"
}

// maxCopied is the maximum size of a file in bytes that is copied; larger files are not data.
const maxCopied = 64 << 20

// copyTree copies a file or directory. Existing files are kept.
func copyTree(ctx context.Context, from, to string) error {
	return filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return nil //nolint:nilerr // what cannot be read today is not there to compare with
		case e.IsDir() && skipped(path):
			return fs.SkipDir
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		if e.IsDir() {
			return os.MkdirAll(target, 0o700)
		}
		if err := os.MkdirAll(filepath.Dir(target), 0o700); err != nil {
			return err
		}
		return copyFile(path, target, e)
	})
}

// copyFile copies a file, as a hard link if the file system supports it.
func copyFile(from, to string, e fs.DirEntry) error {
	switch {
	case e.Type()&fs.ModeSymlink != 0:
		link, err := os.Readlink(from)
		if err == nil {
			err = os.Symlink(link, to)
		}
		return ignoreExisting(err)
	case !e.Type().IsRegular():
		return nil
	}
	if err := ignoreExisting(os.Link(from, to)); err == nil {
		return nil
	}
	text, err := source.ReadFile(from, maxCopied)
	if err != nil {
		return nil //nolint:nilerr // as above
	}
	return os.WriteFile(to, text, 0o600)
}

func ignoreExisting(err error) error {
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	return err
}

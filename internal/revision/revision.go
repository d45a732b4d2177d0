// Package revision puts the files of a Git revision into a folder of its own, so that the tree before
// a change can be looked at like the one after it. What Git does not keep and what lies in
// submodules, such as modules that were installed, is put there too: it is not part of the change.
//
// It asks the program git and changes nothing in the repository. It knows nothing of what is in the
// files.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Tree is the files of a revision.
type Tree struct {
	// Dir is the folder that holds them, Top that of the repository.
	Dir, Top string
	// Commit is the revision.
	Commit string
	// Renamed are files that have another path today: today's by that of the revision, relative to
	// the top of the repository, with slashes.
	Renamed map[string]string
}

// Error is what git says.
type Error struct{ Message string }

func (e *Error) Error() string { return e.Message }

// Revision is a revision of a repository.
type Revision struct {
	// Top is the top of the repository, Commit the name of the revision.
	Top, Commit string
}

// Find finds the revision from which a change in the repository around dir started: the last one that both name and HEAD go back to, or name
// itself where there is none.
func Find(ctx context.Context, dir, name string) (*Revision, error) {
	top, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	r := &Revision{Top: real(string(bytes.TrimSpace(top)))}
	r.Commit, err = commit(ctx, r.Top, name)
	return r, err
}

// Export makes the tree of the revision.
func (r *Revision) Export(ctx context.Context) (tree *Tree, err error) {
	t := &Tree{Top: r.Top, Commit: r.Commit, Renamed: map[string]string{}}
	if t.Dir, err = temporary(); err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, t.Close())
		}
	}()
	if err := export(ctx, t.Top, t.Commit, filepath.Join(t.Dir, "tree")); err != nil {
		return nil, err
	}
	return t, t.findRenamed(ctx)
}

// temporary makes a folder.
func temporary() (string, error) {
	dir, err := os.MkdirTemp("", "hieralint-")
	if err != nil {
		return "", err
	}
	return real(dir), nil
}

// commit is the revision that is compared with.
func commit(ctx context.Context, top, name string) (string, error) {
	named, err := git(ctx, top, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil {
		return "", &Error{fmt.Sprintf("git knows no revision `%s`", name)}
	}
	if base, err := git(ctx, top, nil, "merge-base", "HEAD", strings.TrimSpace(string(named))); err == nil {
		named = base
	}
	return strings.TrimSpace(string(named)), nil
}

// findRenamed finds the files that were moved.
func (t *Tree) findRenamed(ctx context.Context) error {
	out, err := git(ctx, t.Top, nil, "diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "--find-renames", "--diff-filter=R", t.Commit, "--")
	if err != nil {
		return err
	}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // R100, old, new
		t.Renamed[fields[i+1]] = fields[i+2]
	}
	return nil
}

// Root is the folder that stands for the top of the repository.
func (t *Tree) Root() string { return filepath.Join(t.Dir, "tree") }

// Path is where a file or folder of the repository lies in the tree. ok is false when it is not there.
func (t *Tree) Path(path string) (there string, ok bool) {
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	for _, path := range []string{abs, real(abs)} {
		relative, err := filepath.Rel(t.Top, path)
		if err != nil || !filepath.IsLocal(relative) {
			continue
		}
		there = filepath.Join(t.Root(), relative)
		_, err = os.Lstat(there)
		return there, err == nil
	}
	return "", false
}

func real(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// Close removes the folder.
func (t *Tree) Close() error { return os.RemoveAll(t.Dir) }

// git runs git in dir and gives what it writes. Nothing else is run, see harmless.
func git(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	settings, err := harmless(ctx, dir)
	if err != nil {
		return nil, err
	}
	return run(ctx, dir, slices.Concat(env, settings), args...)
}

// run runs git with what the repository is configured to run.
func run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", args...) //nolint:gosec // a revision that looks like an option is told apart
	command.Dir = dir
	command.Env = append(environment(), env...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	switch {
	case err == nil:
		return out, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, exec.ErrNotFound):
		return nil, &Error{"the program git is not installed"}
	}
	message, _, _ := strings.Cut(strings.TrimSpace(stderr.String()), "\n")
	if message == "" {
		message = "git " + args[0] + ": " + err.Error()
	}
	return nil, &Error{strings.TrimPrefix(message, "fatal: ")}
}

// environment is that of the process without what ties git to a repository: hooks are run with it.
func environment() []string {
	var env []string
	for _, v := range os.Environ() {
		switch name, _, _ := strings.Cut(v, "="); name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE",
			"GIT_EXTERNAL_DIFF", "GIT_PAGER":
		default:
			env = append(env, v)
		}
	}
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0")
}

// harmless are settings, as variables of the environment, with which git runs no program that the configuration of a repository or
// its .gitattributes name: no hook, no file system monitor, no filter. Diffs are made without drivers.
func harmless(ctx context.Context, dir string) ([]string, error) {
	settings := [][2]string{{"core.fsmonitor", "false"}, {"core.hooksPath", os.DevNull}, {"diff.external", ""}, {"core.sshCommand", "false"}, {"credential.helper", ""}}
	// Reading the configuration runs nothing. It ends with 1 where nothing matches.
	names, err := run(ctx, dir, nil, "config", "--null", "--name-only", "--get-regexp", `^filter\.`)
	var failed *Error
	if err != nil && !errors.As(err, &failed) {
		return nil, err
	}
	for _, name := range strings.Split(string(names), "\x00") {
		section, key, ok := cutLast(name, ".")
		switch {
		case !ok:
		case key == "required":
			settings = append(settings, [2]string{section + ".required", "false"})
		case key == "smudge" || key == "clean" || key == "process":
			settings = append(settings, [2]string{name, ""})
		}
	}
	count, err := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT")) // settings of the user, such as safe.directory
	if err != nil {
		count = 0
	}
	var env []string
	for _, s := range settings {
		env = append(env, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s", count, s[0]), fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", count, s[1]))
		count++
	}
	return append(env, fmt.Sprintf("GIT_CONFIG_COUNT=%d", count)), nil
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

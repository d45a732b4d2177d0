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
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Tree holds the files of a revision.
type Tree struct {
	// Dir is the temporary directory, and Top the top of the repository.
	Dir, Top string
	// Commit is the revision.
	Commit string
	// Renamed maps current paths to those at the revision for files that were renamed, relative to
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
}

// Find returns the revision at which a change in the repository of dir started: the merge base of
// name and HEAD, or name itself if there is none.
func Find(ctx context.Context, dir, name string) (*Revision, error) {
	top, err := topOf(ctx, dir)
	if err != nil {
		return nil, err
	}
	r := &Revision{Top: top}
	r.Commit, err = base(ctx, r.Top, name, "HEAD")
	return r, err
}

// topOf returns the top of the repository that contains a directory.
func topOf(ctx context.Context, dir string) (string, error) {
	top, err := git(ctx, dir, nil, "rev-parse", "--show-toplevel")
	if err != nil {
		return "", err
	}
	return real(string(bytes.TrimSpace(top))), nil
}

// Range returns the revisions before and after a change in the repository of dir. The change ends
// with the revision to, or with the working tree if to is empty, in which case after is nil. It
// starts at the revision that Find returns for from; "" means the default branch, whose name is
// returned.
func Range(ctx context.Context, dir, from, to string) (before, after *Revision, name string, err error) {
	top, err := topOf(ctx, dir)
	if err != nil {
		return nil, nil, "", err
	}
	before, name = &Revision{Top: top}, from
	if name == "" {
		if name, err = defaultBranch(ctx, top); err != nil {
			return nil, nil, "", err
		}
	}
	end := "HEAD"
	if to != "" {
		after = &Revision{Top: top}
		if after.Commit, err = commit(ctx, top, to); err != nil {
			return nil, nil, "", err
		}
		if err = listable(ctx, top, after.Commit); err != nil {
			return nil, nil, "", err
		}
		end = after.Commit
	}
	before.Commit, err = base(ctx, top, name, end)
	return before, after, name, err
}

// defaultBranch returns the branch that changes are made for: that of the remote repository,
// otherwise the first existing one with a common name.
func defaultBranch(ctx context.Context, top string) (string, error) {
	if out, err := git(ctx, top, nil, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return string(bytes.TrimSpace(out)), nil
	}
	for _, name := range []string{"main", "master", "production", "origin/main", "origin/master", "origin/production"} {
		if _, err := commit(ctx, top, name); err == nil {
			return name, nil
		}
	}
	return "", &Error{"the default branch is unknown; name the revision to compare with"}
}

// Export exports the revision.
func (r *Revision) Export(ctx context.Context) (tree *Tree, err error) {
	t := &Tree{Top: r.Top, Commit: r.Commit}
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
	t.Renamed, err = r.Renamed(ctx, nil)
	return t, err
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
		return "", err
	}
	return real(dir), nil
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
func commit(ctx context.Context, top, name string) (string, error) {
	named, err := git(ctx, top, nil, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	if err != nil || bytes.HasPrefix(named, []byte("^")) { // for ^NAME, git prints ^ and the excluded commit
		return "", &Error{fmt.Sprintf("git knows no revision `%s`", name)}
	}
	return strings.TrimSpace(string(named)), nil
}

// listable returns an error for a commit with so many files that git cannot list them within
// maxOutput. A few objects can represent any number of files, and `git diff` visits all of them
// before it writes a line.
func listable(ctx context.Context, top, commit string) error {
	_, err := git(ctx, top, nil, "ls-tree", "-r", "-z", "--name-only", commit)
	return err
}

// base returns the merge base of a revision and another one, or the revision itself if there is
// none.
func base(ctx context.Context, top, name, other string) (string, error) {
	named, err := commit(ctx, top, name)
	if err != nil {
		return "", err
	}
	if base, err := git(ctx, top, nil, "merge-base", other, named); err == nil {
		named = strings.TrimSpace(string(base))
	}
	return named, listable(ctx, top, named)
}

// Changed returns the paths of the files, relative to the top of the repository, that differ in a
// later revision, or in the working tree if later is nil: changed, added, removed, or renamed.
func (r *Revision) Changed(ctx context.Context, later *Revision) ([]string, error) {
	args := []string{"diff", "--no-ext-diff", "--no-textconv", "--no-renames", "--ignore-submodules=none", "--name-only", "-z", r.Commit}
	if later != nil {
		args = append(args, later.Commit)
	} else if err := readableBelow(r.Top); err != nil {
		return nil, err
	}
	out, err := git(ctx, r.Top, nil, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	if later == nil {
		added, err := git(ctx, r.Top, nil, "ls-files", "--others", "--exclude-standard", "-z")
		if err != nil {
			return nil, err
		}
		out = append(out, added...)
	}
	return strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }), nil
}

// Renamed maps the paths of files in a later revision, or in the working tree if later is nil, to
// their paths in this revision, for files that were renamed.
func (r *Revision) Renamed(ctx context.Context, later *Revision) (map[string]string, error) {
	args := []string{"diff", "--no-ext-diff", "--no-textconv", "--name-status", "-z", "--find-renames", "--diff-filter=R", r.Commit}
	if later != nil {
		args = append(args, later.Commit)
	}
	out, err := git(ctx, r.Top, nil, append(args, "--")...)
	if err != nil {
		return nil, err
	}
	renamed := map[string]string{}
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+2 < len(fields); i += 3 { // R100, old, new
		renamed[fields[i+1]] = fields[i+2]
	}
	return renamed, nil
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

// Close removes the directory.
func (t *Tree) Close() error { return os.RemoveAll(t.Dir) }

// maxReadingSettings limits the time that git takes to read the settings of a repository. It takes
// long only if a configuration file is a pipe without a writer.
const maxReadingSettings = 8 * time.Second

var errUnanswered = &Error{"git does not answer; a file in .git may be a pipe"}

// runsNoFilter are the commands that neither read nor write the contents of files of the working tree.
// They do not read the files that settings of patterns, attributes and names of authors name, either.
var runsNoFilter = map[string]bool{"rev-parse": true, "symbolic-ref": true, "merge-base": true, "ls-tree": true}

// trappedSettings match settings that name programs or files.
const trappedSettings = `^(filter\..*|core\.(excludesfile|attributesfile)|mailmap\.file)$`

// maxTraps is the maximum number of settings that are changed for a command. They are in its
// environment, whose size is limited.
const maxTraps = 500

// git runs git in dir and returns its output. It runs no other programs; see harmless.
func git(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	if err := readable(dir); err != nil {
		return nil, err
	}
	command := args[0]
	var settings []byte
	if !runsNoFilter[command] {
		// Reading the configuration runs nothing. The exit code is 1 if nothing matches.
		brief, cancel := context.WithTimeout(ctx, maxReadingSettings)
		defer cancel()
		var err error
		pattern := trappedSettings
		if command == "blame" {
			pattern += `|^blame\.ignorerevsfile$`
		}
		settings, err = run(brief, dir, nil, "config", "--null", "--get-regexp", pattern)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case errors.Is(err, context.DeadlineExceeded):
			return nil, errUnanswered
		}
	}
	limit, late := maxCommand, &Error{fmt.Sprintf("git %s does not end within %s", command, maxCommand)}
	if command == "rev-parse" {
		limit, late = maxReadingSettings, errUnanswered
	}
	changed, err := harmless(dir, settings)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := run(limited, dir, slices.Concat(env, changed), args...)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, late
	}
	return out, err
}

// maxCommand limits the time of a git command, and maxOutput its output in bytes.
const (
	maxCommand = 45 * time.Second
	maxOutput  = 32 << 20
)

// output collects the output of a command, and ends the command if there is too much.
type output struct {
	written  bytes.Buffer // not embedded, because its ReadFrom would bypass the limit
	tooLarge bool
	stop     func()
}

func (o *output) Write(p []byte) (int, error) {
	if o.written.Len()+len(p) > maxOutput {
		o.tooLarge = true
		o.stop()
		return 0, io.ErrShortWrite
	}
	return o.written.Write(p)
}

// run runs git, including programs that the repository configures.
func run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	command := exec.CommandContext(stoppable, "git", args...) //nolint:gosec // a revision that looks like an option is told apart
	command.WaitDelay = time.Second                           // for programs started by git
	command.Dir = dir
	command.Env = append(environment(), env...)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out := &output{stop: stop}
	command.Stdout = out
	err := command.Run()
	switch {
	case out.tooLarge:
		return nil, &Error{fmt.Sprintf("git %s writes more than %d MiB: the repository has too many files", args[0], maxOutput>>20)}
	case err == nil:
		return out.written.Bytes(), nil
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

// environment returns the environment of the process without variables that tie git to a
// repository, which are set for hooks.
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
	return append(env, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_TERMINAL_PROMPT=0")
}

// harmless returns the environment variables for git that override settings so that git runs no
// program that the configuration of a repository or its .gitattributes name (hooks, file system
// monitors, filters), and reads no pipe or device. settings are the settings of the repository that
// match trappedSettings, in the format of `git config --null`. Diff drivers are disabled by options
// instead.
func harmless(dir string, settings []byte) ([]string, error) {
	changed := [][2]string{{"core.fsmonitor", "false"}, {"core.hooksPath", os.DevNull}, {"diff.external", ""}, {"core.sshCommand", "false"}, {"credential.helper", ""}}
	for _, setting := range strings.Split(string(settings), "\x00") {
		name, value, _ := strings.Cut(setting, "\n")
		section, key, ok := cutLast(name, ".")
		switch {
		case !ok:
		case !strings.HasPrefix(name, "filter."):
			switch {
			case !withoutEnd(dir, value):
			case section == "blame": // an empty value would not override it
				return nil, &Error{fmt.Sprintf("`%s`, which the setting `%s` of git names, cannot be read", value, name)}
			default:
				changed = append(changed, [2]string{name, ""})
			}
		case key == "required":
			changed = append(changed, [2]string{section + ".required", "false"})
		case key == "smudge" || key == "clean" || key == "process":
			changed = append(changed, [2]string{name, ""})
		}
	}
	if len(changed) > maxTraps {
		return nil, &Error{fmt.Sprintf("the configuration of git has more than %d filters", maxTraps)}
	}
	count, err := strconv.Atoi(os.Getenv("GIT_CONFIG_COUNT")) // settings of the user, such as safe.directory
	if err != nil {
		count = 0
	}
	var env []string
	for _, s := range changed {
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

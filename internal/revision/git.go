package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// maxReadingSettings limits the time that git takes to read the settings of a repository. It takes
// long only if a configuration file is a pipe without a writer.
const maxReadingSettings = 8 * time.Second

var errUnanswered = &Error{"git does not answer; a file in .git may be a pipe"}

// runsNoFilter are the commands that neither read nor write the contents of files of the working tree.
// They do not read the files that settings of patterns, attributes and names of authors name, either.
var runsNoFilter = map[string]bool{"rev-parse": true, "symbolic-ref": true, "merge-base": true, "ls-tree": true}

// trappedSettings match settings that name programs or files, and autocrlf.
const trappedSettings = `^(filter\..*|core\.(excludesfile|attributesfile|autocrlf)|mailmap\.file|blame\.ignorerevsfile)$`

// maxTraps is the maximum number of settings that are changed for a command. They are in its
// environment, whose size is limited.
const maxTraps = 500

// repository is a Git repository, or the part of it below a directory.
type repository struct {
	dir string

	mutex    sync.Mutex
	settings []byte // see trapped
	isRead   bool

	shallow sync.Once // see isShallow
	cut     bool
}

// trapped returns the settings that match trappedSettings in the format of `git config --null`. It reads
// them once, since starting git takes longer than most of its commands.
func (r *repository) trapped(ctx context.Context) ([]byte, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.isRead {
		return r.settings, nil
	}
	brief, cancel := context.WithTimeout(ctx, maxReadingSettings)
	defer cancel()
	// Reading the configuration runs nothing. The exit code is 1 if nothing matches.
	settings, err := run(brief, r.dir, nil, "config", "--null", "--get-regexp", trappedSettings)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, errUnanswered
	}
	r.settings, r.isRead = settings, true
	return settings, nil
}

// isShallow reports whether the history of the repository is cut off.
func (r *repository) isShallow(ctx context.Context) bool {
	r.shallow.Do(func() {
		out, err := r.git(ctx, nil, "rev-parse", "--is-shallow-repository")
		r.cut = err == nil && string(bytes.TrimSpace(out)) == "true"
	})
	return r.cut
}

// git runs git and returns its output. It runs no other programs; see harmless.
func (r *repository) git(ctx context.Context, env []string, args ...string) ([]byte, error) {
	if err := checkRepository(r.dir); err != nil {
		return nil, err
	}
	command := args[0]
	var settings []byte
	if !runsNoFilter[command] {
		var err error
		if settings, err = r.trapped(ctx); err != nil {
			return nil, err
		}
	}
	limit, late := maxCommand, &Error{fmt.Sprintf("git %s does not end within %s", command, maxCommand)}
	if command == "rev-parse" {
		limit, late = maxReadingSettings, errUnanswered
	}
	changed, err := harmless(r.dir, command, settings)
	if err != nil {
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	out, err := run(limited, r.dir, slices.Concat(env, changed), args...)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, late
	}
	return out, err
}

// list runs git with the option -z, and returns the parts of its output.
func (r *repository) list(ctx context.Context, env []string, args ...string) ([]string, error) {
	out, err := r.git(ctx, env, append([]string{args[0], "-z"}, args[1:]...)...)
	return strings.FieldsFunc(string(out), func(c rune) bool { return c == 0 }), err
}

// diff lists how the files of a commit differ from those of a later revision, or of the working tree if
// later is nil, in the format of the given options.
func (r *repository) diff(ctx context.Context, commit string, later *Revision, options ...string) ([]string, error) {
	args := append(slices.Concat([]string{"diff", "--no-ext-diff", "--no-textconv", ignoreSubmodules}, options), commit)
	if later != nil {
		args = append(args, later.Commit)
	}
	return r.list(ctx, nil, append(args, "--")...)
}

// untracked lists the files that Git neither tracks nor ignores.
func (r *repository) untracked(ctx context.Context) ([]string, error) {
	return r.list(ctx, nil, "ls-files", "--others", "--exclude-standard")
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

// messages keeps the first part of what a command writes to standard error.
type messages struct{ strings.Builder }

func (m *messages) Write(p []byte) (int, error) {
	m.Builder.Write(p[:min(len(p), max(0, maxMessages-m.Len()))])
	return len(p), nil
}

// maxMessages is more than the number of bytes of any error message of git.
const maxMessages = 64 << 10

// run runs git, including programs that the repository configures.
func run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	stoppable, stop := context.WithCancel(ctx)
	defer stop()
	command := exec.CommandContext(stoppable, "git", args...) //nolint:gosec // a revision that looks like an option is told apart
	command.WaitDelay = time.Second                           // for programs started by git
	command.Dir = dir
	command.Env = append(environment(), env...)
	var stderr messages
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
	message := gitMessage(stderr.String())
	if message == "" {
		message = "git " + args[0] + ": " + err.Error()
	}
	return nil, &Error{message}
}

// gitMessage returns the first line of what git printed, with the command that git recommends if the
// repository belongs to another user.
func gitMessage(printed string) string {
	message, more, _ := strings.Cut(strings.TrimSpace(printed), "\n")
	for line := range strings.Lines(more) {
		if command := strings.TrimSpace(line); strings.HasPrefix(command, "git config ") && strings.Contains(command, "safe.directory") {
			message += "; if you trust it, run `" + command + "`"
		}
	}
	return strings.TrimPrefix(message, "fatal: ")
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

// harmless returns environment variables for git that override settings of the repository. With
// them, git runs no program that its configuration or .gitattributes name (hooks, file system
// monitors, filters), and reads no pipe or device. settings are the settings of the repository that
// match trappedSettings, in the format of `git config --null`. Diff drivers are disabled by options
// instead.
func harmless(dir, command string, settings []byte) ([]string, error) {
	changed := [][2]string{{"core.fsmonitor", "false"}, {"core.hooksPath", os.DevNull}, {"diff.external", ""}, {"core.sshCommand", "false"}, {"credential.helper", ""}}
	for setting := range strings.SplitSeq(string(settings), "\x00") {
		name, value, _ := strings.Cut(setting, "\n")
		section, key, ok := cutLast(name, ".")
		switch {
		case !ok, name == autocrlf:
		case !strings.HasPrefix(name, "filter."):
			switch {
			case !isEndless(dir, value):
			case section == command: // an empty value would not override it
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

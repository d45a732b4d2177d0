package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hieralint/hieralint/internal/rooted"
)

// maxFetch limits the time for fetching a remote repository.
const maxFetch = 10 * time.Minute

// protocols are those that a remote repository may use. Others, such as `ext`, run programs.
const protocols = "GIT_ALLOW_PROTOCOL=https:http:ssh:git:file"

// Remote is a copy of a remote repository.
type Remote struct {
	url  string
	copy *repository
	all  bool // all branches and tags have been fetched
}

// OpenRemote prepares a copy of a remote repository in a new directory.
func OpenRemote(ctx context.Context, url, dir string) (*Remote, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r := &Remote{url: url, copy: &repository{dir: rooted.Real(dir)}}
	if _, err := r.run(ctx, "init", "--quiet", "--template="); err != nil {
		return nil, err
	}
	// A symbolic link becomes a file with its target.
	_, err := r.run(ctx, "config", "core.symlinks", "false")
	return r, err
}

// Fetch fetches a branch, tag, or commit, or the default branch if name is "". It returns the name of the commit.
func (r *Remote) Fetch(ctx context.Context, name string) (commit string, err error) {
	if strings.HasPrefix(name, "-") || strings.ContainsAny(name, ":+*^ \t\n\x00") {
		return "", &Error{fmt.Sprintf("%q is not the name of a revision", name)}
	}
	if name == "" {
		name = "HEAD"
	}
	if _, err := r.run(ctx, "fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--", r.url, name); err == nil {
		return r.resolve(ctx, "FETCH_HEAD")
	} else if ctx.Err() != nil || isUnreachable(err) {
		return "", err
	}
	// The server only serves branches and tags, or this is an abbreviated commit.
	if !r.all {
		_, err := r.run(ctx, "fetch", "--quiet", "--no-recurse-submodules", "--", r.url, "+refs/heads/*:refs/remotes/origin/*", "+refs/tags/*:refs/tags/*")
		if err != nil {
			return "", err
		}
		r.all = true
	}
	for _, prefix := range []string{"refs/tags/", "refs/remotes/origin/", ""} {
		if commit, err := r.resolve(ctx, prefix+name); err == nil {
			return commit, nil
		}
	}
	return "", &Error{fmt.Sprintf("the repository has no branch, tag, or commit `%s`", name)}
}

// isUnreachable reports whether fetching something else would fail, too.
func isUnreachable(err error) bool {
	var git *Error
	return errors.As(err, &git) && !strings.Contains(git.Message, "remote ref") && !strings.Contains(git.Message, "not our ref") &&
		!strings.Contains(git.Message, "unadvertised object") && !strings.Contains(git.Message, "remote error: upload-pack")
}

func (r *Remote) resolve(ctx context.Context, name string) (string, error) {
	out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", name+"^{commit}")
	return string(bytes.TrimSpace(out)), err
}

// Export writes the files of a fetched commit to a new directory. Submodules are left out.
func (r *Remote) Export(ctx context.Context, commit, dest string) error {
	if _, err := r.copy.entries(ctx, commit); err != nil {
		return err
	}
	return r.copy.checkout(ctx, commit, dest)
}

// run runs git with the settings of the user, such as credential helpers. The copy has no others.
func (r *Remote) run(ctx context.Context, args ...string) ([]byte, error) {
	limited, cancel := context.WithTimeout(ctx, maxFetch)
	defer cancel()
	env := []string{protocols}
	if os.Getenv("GIT_SSH_COMMAND") == "" && os.Getenv("GIT_SSH") == "" {
		env = append(env, "GIT_SSH_COMMAND=ssh -o BatchMode=yes") // it must not ask
	}
	out, err := run(limited, r.copy.dir, env, args...)
	if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		return nil, &Error{fmt.Sprintf("git %s does not end within %s", args[0], maxFetch)}
	}
	return out, err
}

// Branch returns the current branch of the repository that contains a directory, or "" if there is none.
func Branch(ctx context.Context, dir string) string {
	out, err := (&repository{dir: dir}).git(ctx, nil, "symbolic-ref", "--quiet", "--short", "HEAD")
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(out))
}

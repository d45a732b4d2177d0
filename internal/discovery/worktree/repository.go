package worktree

import (
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Top returns the outermost directory of the tree that contains a path; "" if there is none.
func (t *Tree) Top(path string) string {
	top := ""
	for _, bound := range t.bounds {
		if rooted.IsBelow(path, bound) && (top == "" || len(bound) < len(top)) {
			top = bound
		}
	}
	return top
}

// RepositoryOf returns the top of the Git repository in the tree that contains a directory; "" if
// there is none.
func (t *Tree) RepositoryOf(dir string) string {
	return t.tops.Of(dir, func() string {
		switch parent := filepath.Dir(dir); {
		case !t.Within(t.Real(dir)):
			return ""
		case t.Folder(dir).Has(".git"):
			return dir
		case parent != dir:
			return t.RepositoryOf(parent)
		}
		return ""
	})
}

// Gitignore returns the patterns that Git ignores in a directory.
func (t *Tree) Gitignore(top string) *gitignore.Tree {
	return lists.GetOrPut(t.ignored, top, func() *gitignore.Tree { return gitignore.New(top) })
}

var submodulePath = lazyregexp.New(`(?m)^\s*path\s*=\s*(.*?)\s*$`)

// IsSubmodule reports whether .gitmodules lists a directory as a submodule.
func (t *Tree) IsSubmodule(top, dir string) bool {
	paths := lists.GetOrPut(t.submodules, top, func() []string {
		text, _ := t.Store.Text(filepath.Join(top, ".gitmodules")) // most trees have none
		return lists.Map(submodulePath().FindAllSubmatch(text, -1), func(m [][]byte) string {
			return filepath.Join(top, filepath.FromSlash(string(m[1])))
		})
	})
	return slices.Contains(paths, dir)
}

// maxHomes is the maximum number of directories in which paths of the server are searched for.
const maxHomes = 32

// Homes returns the directories in which paths of the server are searched for: home, the directory
// of the configuration, and the enclosing ones.
func (t *Tree) Homes(dir, home string) []string {
	homes := []string{home}
	for ; len(homes) < maxHomes && t.Within(t.Real(dir)); dir = filepath.Dir(dir) {
		if dir != home {
			homes = append(homes, dir)
		}
		if !t.closed || filepath.Dir(dir) == dir || t.Folder(dir).Has(".git") {
			break // directories around a repository do not belong to it
		}
	}
	return homes
}

// KeptElsewhere returns the directory or file on the way to a path for which the tree indicates
// that the rest is kept elsewhere; why is "" if there is no such indication.
func (t *Tree) KeptElsewhere(path string) (at, why string) {
	top := t.Top(path)
	if top == "" {
		return "", ""
	}
	ignored := t.Gitignore(top).FirstIgnored(path)
	for _, at := range downTo(path, top) {
		switch {
		case t.leadsAway(at):
			return at, BehindLink
		case t.IsSubmodule(top, at) && t.isEmptyDir(at):
			return at, NotCheckedOut
		case at == ignored:
			return at, ByGit
		}
	}
	return "", ""
}

// downTo returns the directories below top on the way to path, and path itself.
func downTo(path, top string) []string {
	var all []string
	for at := path; at != top; at = filepath.Dir(at) {
		all = append(all, at)
	}
	slices.Reverse(all)
	return all
}

// leadsAway reports whether a path is a symbolic link whose target does not exist or is not in the
// tree.
func (t *Tree) leadsAway(path string) bool {
	away, known := t.away[path]
	if !known {
		if info, err := t.Store.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
			_, err = t.Store.Stat(path)
			target := t.Real(path)
			away = err != nil || !t.Within(target) && !isDevice(target)
		}
		t.away[path] = away
	}
	return away
}

// leadsToPrivate reports whether a symbolic link leads to private data.
func (t *Tree) leadsToPrivate(link string) bool {
	_, why := t.KeptElsewhere(target(link))
	return why != ""
}

// The reasons why the rest of a path is kept elsewhere.
const (
	BehindLink    = "the target of the symbolic link is not in the tree"
	NotCheckedOut = "the submodule is not checked out"
	ByGit         = "ignored by git"
)

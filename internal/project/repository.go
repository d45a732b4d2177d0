package project

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rooted"
)

// top returns the outermost directory of the tree that contains a path; "" if there is none.
func (d *disk) top(path string) string {
	top := ""
	for _, bound := range d.tree.bounds {
		if rooted.IsBelow(path, bound) && (top == "" || len(bound) < len(top)) {
			top = bound
		}
	}
	return top
}

// repositoryOf returns the top of the Git repository in the tree that contains a directory; "" if
// there is none.
func (d *disk) repositoryOf(dir string) string {
	if top, known := d.tops[dir]; known {
		return top
	}
	top := ""
	if d.tree.within(d.tree.real(dir)) {
		if parent := filepath.Dir(dir); d.folder(dir).has(".git") {
			top = dir
		} else if parent != dir {
			top = d.repositoryOf(parent)
		}
	}
	d.tops[dir] = top
	return top
}

// gitignore returns the patterns that Git ignores in a directory.
func (d *disk) gitignore(top string) *gitignore.Tree {
	if d.ignored[top] == nil {
		d.ignored[top] = gitignore.New(top)
	}
	return d.ignored[top]
}

var submodulePath = lazyregexp.New(`(?m)^\s*path\s*=\s*(.*?)\s*$`)

// isSubmodule reports whether .gitmodules lists a directory as a submodule.
func (d *disk) isSubmodule(top, dir string) bool {
	paths, known := d.submodules[top]
	if !known {
		text, _ := d.store.Text(filepath.Join(top, ".gitmodules")) // most trees have none
		for _, m := range submodulePath().FindAllSubmatch(text, -1) {
			paths = append(paths, filepath.Join(top, filepath.FromSlash(string(m[1]))))
		}
		d.submodules[top] = paths
	}
	return slices.Contains(paths, dir)
}

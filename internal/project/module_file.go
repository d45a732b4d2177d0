package project

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/nearest"
)

// HasModuleFile reports whether a module that is in the tree has what the URL
// puppet:///modules/MODULE/PATH names: a file or directory in its directory `files`.
func (e *Environment) HasModuleFile(module, path string) bool {
	_, err := e.Store().Lstat(e.moduleFile(module, path))
	return err == nil
}

// MayHaveModuleFile reports whether a module on the server may have a file that it lacks in the
// tree, because Git ignores it or it is behind a symbolic link to something outside.
func (e *Environment) MayHaveModuleFile(module, path string) bool {
	return e.mayHave(module, e.moduleFile(module, path))
}

// MayHaveClass does the same for the manifest of a class in a module that is in the tree.
func (e *Environment) MayHaveClass(class string) bool {
	module, rest, isNested := strings.Cut(class, "::")
	if !isNested {
		rest = "init"
	}
	return e.mayHave(module, filepath.Join(e.Module(module).Dir, "manifests", strings.ReplaceAll(rest, "::", string(filepath.Separator))+".pp"))
}

// mayHave reports whether a module on the server may have a file that it lacks in the tree.
func (e *Environment) mayHave(module, file string) bool {
	top := e.Module(module).Dir
	for at := filepath.Dir(file); at != top; at = filepath.Dir(at) {
		if _, err := e.Store().Lstat(at); err == nil {
			if _, err := e.Store().Stat(at); err != nil {
				return true
			}
		}
	}
	if e.Dir != "" {
		top = e.Dir
	}
	return gitignore.New(top).FirstIgnored(file) != ""
}

// MeantModuleFile returns the path that was probably meant by one that does not exist: that without
// the directory `files`, which is not part of such URLs, or a similar name.
func (e *Environment) MeantModuleFile(module, path string) (meant string, ok bool) {
	if within, found := strings.CutPrefix(path, "files/"); found && e.HasModuleFile(module, within) {
		return within, true
	}
	near, ok := nearest.File(e.moduleFile(module, path), e.Store().ReadDir)
	if !ok {
		return "", false
	}
	meant, err := filepath.Rel(e.moduleFile(module, ""), near)
	return filepath.ToSlash(meant), err == nil
}

// moduleFile returns where a file that a URL names would be.
func (e *Environment) moduleFile(module, path string) string {
	return filepath.Join(e.Module(module).Dir, "files", filepath.FromSlash(path))
}

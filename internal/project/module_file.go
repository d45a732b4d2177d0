package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/nearest"
)

// A ModuleFile names a file or directory in a directory of a module that is in the tree.
type ModuleFile struct {
	Module string
	Dir    string // "files" or "templates"
	Path   string // in this directory, with slashes
}

// HasModuleFile reports whether a file exists.
func (e *Environment) HasModuleFile(file ModuleFile) bool {
	_, err := e.Store().Lstat(e.moduleFile(file))
	return err == nil
}

// MayHaveModuleFile reports whether a module on the server may have a file that it lacks in the
// tree, because Git ignores it or it is behind a symbolic link to something outside.
func (e *Environment) MayHaveModuleFile(file ModuleFile) bool {
	return e.mayHave(file.Module, e.moduleFile(file))
}

// MayHaveClass does the same for the manifest of a class in a module that is in the tree.
func (e *Environment) MayHaveClass(class string) bool {
	module, path := environment.ClassFile(class)
	return e.mayHave(module, filepath.Join(e.Module(module).Dir, filepath.FromSlash(path)))
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

// IsBelowDir reports whether the directory of that name in any module contains a path.
func (e *Environment) IsBelowDir(dir, path string) bool {
	return slices.ContainsFunc(e.Environment.Modules(), func(m *environment.Module) bool {
		_, err := e.Store().Lstat(filepath.Join(m.Dir, dir, filepath.FromSlash(path)))
		return err == nil
	})
}

// MeantModuleFile returns the path that was probably meant by one that does not exist: that without
// the name of the directory, or a similar name.
func (e *Environment) MeantModuleFile(file ModuleFile) (meant string, ok bool) {
	if within, found := strings.CutPrefix(file.Path, file.Dir+"/"); found && e.HasModuleFile(ModuleFile{file.Module, file.Dir, within}) {
		return within, true
	}
	path := e.moduleFile(file)
	near, ok := nearest.File(path, e.Store().ReadDir)
	if !ok || nearest.DifferInDigits(near, path) {
		return "", false
	}
	meant, err := filepath.Rel(e.moduleFile(ModuleFile{file.Module, file.Dir, ""}), near)
	return filepath.ToSlash(meant), err == nil
}

func (e *Environment) moduleFile(file ModuleFile) string {
	return filepath.Join(e.Module(file.Module).Dir, file.Dir, filepath.FromSlash(file.Path))
}

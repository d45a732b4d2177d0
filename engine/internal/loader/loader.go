// Package loader finds and loads functions, types, and classes that an environment and its modules
// define.
package loader

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/internal/disk"
	"github.com/hieralint/hieralint/engine/outcome"
	"github.com/hieralint/hieralint/engine/pp/interpreter"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/memo"
)

// Loader loads each definition once. It is safe for concurrent use.
type Loader struct {
	env  *environment.Environment
	disk *disk.Disk
	// incomplete reports that modules of the real server may be missing.
	incomplete bool

	functions memo.Map[string, function]
	types     memo.Map[string, parsedType]
	missing   memo.Map[string, *outcome.Unknown]
	aliases   func() *types.Aliases
}

// New returns the loader of an environment. incomplete says that modules of the real server may be
// missing.
func New(env *environment.Environment, files *disk.Disk, incomplete bool) *Loader {
	l := &Loader{env: env, disk: files, incomplete: incomplete}
	l.aliases = sync.OnceValue(func() *types.Aliases { return types.NewAliases(l.findType) })
	return l
}

// function is a loaded function in the Puppet language, or the reason why it cannot be loaded.
type function struct {
	function *interpreter.Function
	err      error
}

// Function loads the function in the Puppet language that the file at path defines.
func (l *Loader) Function(name, path string) (*interpreter.Function, error) {
	loaded := l.functions.Of(name, func() function {
		file, err := l.disk.Store.File(path)
		if err != nil {
			return function{err: &outcome.Error{Class: outcome.ClassSystemCall, Message: err.Error()}}
		}
		f, err := interpreter.Load(file, name)
		return function{f, err}
	})
	return loaded.function, loaded.err
}

// FunctionFile returns the file that defines a function, as Puppet finds it: in its module or, for
// an unqualified name, in the environment; "" if there is none. Ruby functions of other modules are
// also found by an unqualified name. A Ruby function takes precedence over one in the Puppet
// language.
func (l *Loader) FunctionFile(name string) string {
	module, rest, qualified := strings.Cut(name, "::")
	path := strings.ReplaceAll(name, "::", "/")
	ruby := filepath.Join("lib", "puppet", "functions", path+".rb")
	if qualified && module != "environment" {
		dir := l.ModuleDir(module)
		return l.firstFile(dir, filepath.Join(dir, ruby), filepath.Join(dir, "functions", strings.ReplaceAll(rest, "::", "/")+".pp"))
	}
	candidates := []string{filepath.Join(l.env.Dir, ruby), filepath.Join(l.env.Dir, "functions", path+".pp")}
	if !qualified {
		for _, m := range l.env.Modules() {
			candidates = append(candidates, filepath.Join(m.Dir, ruby))
		}
	}
	return l.firstFile(l.env.Dir, candidates...)
}

// firstFile returns the first file that exists; dir is empty if there can be none.
func (l *Loader) firstFile(dir string, files ...string) string {
	for _, file := range files {
		if dir != "" && l.disk.State(file) == disk.File {
			return file
		}
	}
	return ""
}

// HasLegacyFunction reports whether a module has a function of the Puppet 3 API with that name.
func (l *Loader) HasLegacyFunction(name string) bool {
	return l.hasFile("lib/puppet/parser/functions/" + name + ".rb")
}

// hasFile reports whether the environment or one of its modules has a file with that name.
func (l *Loader) hasFile(name string) bool {
	if l.disk.HasFile(l.env.Dir, name) {
		return true
	}
	return slices.ContainsFunc(l.env.Modules(), func(m *environment.Module) bool { return l.disk.HasFile(m.Dir, name) })
}

// MayHaveFunction reports whether the real server may have a function that no file defines here:
// modules may be missing, and the function's own module is, or contains no code.
func (l *Loader) MayHaveFunction(name string) bool {
	if !l.incomplete {
		return false
	}
	module, _, qualified := strings.Cut(name, "::")
	m := l.env.Module(module)
	return !qualified || m == nil || !m.HasCode()
}

// ModuleDir returns the directory of a module; "" if there is none.
func (l *Loader) ModuleDir(name string) string {
	if m := l.env.Module(name); m != nil {
		return m.Dir
	}
	return ""
}

// HasClass reports whether a manifest in the environment's modules defines the class.
func (l *Loader) HasClass(name string) bool {
	module, path := environment.ClassFile(name)
	return l.disk.HasFile(l.ModuleDir(module), filepath.FromSlash(path))
}

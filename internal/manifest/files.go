package manifest

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/rooted"
)

// role is the purpose of a code file.
type role uint8

const (
	manifestRole role = iota
	functionRole
	typeRole
	planRole
	templateRole
	rubyRole
	factRole // an external fact
)

// codeFile is a code file to read.
type codeFile struct {
	path string
	role role
	// name is the name that Puppet looks for in the file, or the path in the module for a template
	// or Ruby code.
	name   string
	module *module
	// err is the reason why nothing at the path can be read; nil if that is not known yet.
	err error
}

// place is a directory of a module that contains code.
type place struct {
	dir  string
	role role
}

// modulePlaces lists the directories of a module, and environmentPlaces those of an environment
// other than its manifests.
var (
	modulePlaces = []place{
		{"manifests", manifestRole}, {"functions", functionRole}, {"types", typeRole}, {"plans", planRole},
		{"templates", templateRole}, {"lib", rubyRole}, {"facts.d", factRole},
	}
	environmentPlaces = []place{{"functions", functionRole}, {"types", typeRole}, {"plans", planRole}, {"lib", rubyRole}, {"facts.d", factRole}}
)

const (
	// maxDepth is the maximum depth of directories; links to each other exceed it.
	maxDepth = 20
	// maxLinked is the maximum number of directories of a module to which symbolic links lead, and of manifests outside the
	// tree: environment.conf may name the whole disk.
	maxLinked = 2000
)

var errTooManyLinked = fmt.Errorf("symbolic links, or a path out of the tree, lead to more than %d directories", maxLinked)

// list finds the code files of a module.
func (m *module) list(places []place) {
	ofLink := isLink(m.dir)
	for _, p := range places {
		dir := filepath.Join(m.dir, p.dir)
		isLinked := isLink(dir)
		if !isLinked || !leadsBack(m.dir, dir) {
			m.listDir(dir, "", p.role, 0, isLinked || ofLink)
		}
	}
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// listDir finds the files in a directory. at is its path relative to the directory of the role,
// with slashes, and isLinked reports that a link, or a path out of the tree, leads to it.
func (m *module) listDir(dir, at string, r role, depth int, isLinked bool) {
	if isLinked {
		switch m.linked++; {
		case m.linked == maxLinked+1:
			m.addUnreadable(dir, strings.TrimSuffix(at, "/"), r, errTooManyLinked)
			return
		case m.linked > maxLinked:
			return
		}
	}
	entries, err := m.store.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		m.addUnreadable(dir, strings.TrimSuffix(at, "/"), r, err)
	}
	if err != nil || depth > maxDepth {
		return
	}
	for _, e := range entries {
		name := e.Name()
		path := filepath.Join(dir, name)
		isDir, isLink := e.IsDir(), e.Type()&os.ModeSymlink != 0
		if strings.HasPrefix(name, ".") {
			continue
		}
		if isLink {
			var ok bool
			if isDir, ok = m.follow(dir, name, at, r); !ok {
				continue
			}
		}
		switch {
		case isDir:
			if r == manifestRole && r.reads(name) {
				m.addUnreadable(path, at+name, r, source.ErrNotRegular)
			}
			m.listDir(path, at+name+"/", r, depth+1, isLinked || isLink)
		case r.reads(name):
			m.add(path, at+name, r)
		}
	}
}

// follow reports whether a link in a directory leads to a directory. ok is false if it is not followed.
func (m *module) follow(dir, name, at string, r role) (isDir, ok bool) {
	path := filepath.Join(dir, name)
	info, err := m.store.Stat(path)
	if err == nil && info.Mode().IsRegular() && m.store.LeadsOut(path) {
		err = data.ErrOutside
	}
	if err != nil {
		if r.reads(name) {
			m.addUnreadable(path, at+name, r, err)
		}
		return false, false
	}
	return info.IsDir(), !info.IsDir() || !leadsBack(dir, path)
}

// leadsBack reports whether a link in a directory leads to the directory or one that contains it.
func leadsBack(dir, link string) bool {
	target, err := filepath.EvalSymlinks(link)
	if err != nil {
		return false
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return false
	}
	_, isBelow := rooted.Rel(target, dir)
	return isBelow
}

// reads reports whether a file can have a role. Templates and external facts may have any name.
func (r role) reads(name string) bool {
	switch r {
	case templateRole, factRole:
		return true
	case rubyRole:
		return strings.HasSuffix(name, ".rb")
	}
	return strings.HasSuffix(name, ".pp")
}

// add adds a file; at is its path relative to the directory of the role.
func (m *module) add(path, at string, r role) {
	f := codeFile{path: path, role: r, module: m, name: at}
	switch r {
	case templateRole:
		f.name = m.name + "/" + at
	case factRole:
		f.name = "facts.d/" + at
	case rubyRole:
		f.name = "lib/" + at
		if name, ok := strings.CutPrefix(at, "puppet/type/"); ok && !strings.Contains(name, "/") {
			m.resourceTypes[strings.TrimSuffix(name, ".rb")] = true
		}
	default:
		name := strings.ReplaceAll(strings.TrimSuffix(at, ".pp"), "/", "::")
		switch {
		case r == manifestRole && m.name == "":
			f.name = "" // Puppet reads all of them first
		case r == manifestRole && name == "init":
			f.name = m.name
		default:
			f.name = strings.ToLower(m.namespace() + "::" + name)
		}
	}
	m.files = append(m.files, f)
}

// namespace returns the start of all names in the file; "" if Puppet does not check them.
func (f codeFile) namespace() string {
	switch {
	case f.module.name == "", f.role == templateRole:
		return ""
	case f.name == f.module.name+"::init":
		return f.module.name // also of functions, types, and plans
	}
	return f.name
}

// addUnreadable adds a file or directory that cannot be read. The names that Puppet looks for in a
// directory start with its own.
func (m *module) addUnreadable(path, at string, r role, err error) {
	m.add(path, at, r)
	f := &m.files[len(m.files)-1]
	f.err = err
	if at == "" {
		f.name = m.name
	}
}

// namespace returns the prefix of names in the module.
func (m *module) namespace() string {
	if m.name == "" {
		return "environment"
	}
	return m.name
}

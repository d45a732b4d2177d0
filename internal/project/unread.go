package project

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
)

// Blind is a directory that was asked for, with data in it, and with no hierarchy above modules that reads any.
type Blind struct {
	// Unread are the files that look like data, in order, as people name them.
	Unread []string
	// Config is a hierarchy that was found there; nil when there is none.
	Config *Root
	// Candidates are configurations that are not used, in order.
	Candidates []string
}

// findUnread fills Project.Unread where that is asked for, and Project.Blind.
func (l *loader) findUnread() {
	p := l.project
	if l.options.ListUnread {
		for _, a := range l.args {
			if a.dir {
				p.Unread = append(p.Unread, l.unreadBelow(a.path)...)
			}
		}
		slices.Sort(p.Unread)
		p.Unread = slices.Compact(p.Unread)
	}
	if l.readsData() {
		return
	}
	for _, a := range l.args {
		if !a.dir || l.excluded(a.path) {
			continue
		}
		unread := l.unreadBelow(a.path)
		if len(unread) == 0 {
			continue
		}
		b := Blind{Unread: unread}
		if i := slices.IndexFunc(p.Roots, func(r *Root) bool { return r.Layer != config.Module }); i >= 0 {
			b.Config = p.Roots[i]
		}
		for _, n := range p.NotUsed {
			b.Candidates = append(b.Candidates, n.Path)
		}
		p.Blind = append(p.Blind, b)
	}
}

// readsData tells whether a hierarchy above modules reads any file. In a module that lies alone there is none.
func (l *loader) readsData() bool {
	inEnvironment := slices.ContainsFunc(l.project.Environments, func(e *Environment) bool { return e.Dir != "" })
	return slices.ContainsFunc(l.project.Files, func(f *File) bool {
		return slices.ContainsFunc(f.Readers, func(r Reader) bool { return r.Root.Layer != config.Module || !inEnvironment })
	})
}

// unreadBelow are the files below a directory that look like data and that no level reads, in order. What was installed,
// and what is for tests and examples, is left out.
func (l *loader) unreadBelow(dir string) []string {
	var found []string
	for _, path := range l.walkUnread(dir) {
		found = append(found, l.store.Name(path))
	}
	slices.Sort(found)
	return found
}

// maxSniffed is how many files are looked at for what they are.
const maxSniffed = 50_000

func (l *loader) walkUnread(dir string) []string {
	f := l.folder(dir)
	if f == nil || slices.Contains(l.installed, dir) || l.sniffs > maxSniffed || l.ctx.Err() != nil {
		return nil
	}
	var found []string
	isModule := l.modules[l.tree.real(dir)] || l.kind(f) == moduleFolder
	for _, e := range f.entries {
		path := filepath.Join(dir, e.name)
		switch {
		case e.err != nil || e.link || strings.HasPrefix(e.name, "."):
		case e.dir && (passedOver[e.name] && filepath.Base(dir) != "environments" || isModule && !slices.Contains(usualDatadirs, e.name)):
		case e.dir:
			found = append(found, l.walkUnread(path)...)
		case l.isUnread(path):
			found = append(found, path)
		}
	}
	return found
}

// isUnread tells whether a file looks like data that no level reads.
func (l *loader) isUnread(path string) bool {
	if _, ok := data.FormatOf(path); !ok || l.roots[path] != nil || l.excluded(path) {
		return false
	}
	if f := l.files[path]; f != nil {
		return len(f.Readers) == 0 && len(f.Functions) == 0 && (f.Datadir == nil || f.Datadir.Layer != config.Module)
	}
	if isExample(filepath.Base(path)) {
		return false
	}
	l.sniffs++
	return hasQualifiedKey(path)
}

// isExample tells whether a file is called as one that shows what others may look like.
func isExample(name string) bool {
	return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_.", r) }), func(word string) bool {
		return word == "example" || word == "sample"
	})
}

// qualifiedKey is a key at the top level that belongs to a class or configures lookups.
var qualifiedKey = regexp.MustCompile(`(?m)^\s{0,2}["']?(?:[a-z]\w*(?:::[a-z]\w*)+|lookup_options)["']?\s*:(?:\s|$)`)

// looked is how much of a file tells whether it is data.
const looked = 16 << 10

func hasQualifiedKey(path string) bool {
	return qualifiedKey.Match(startOf(path, looked))
}

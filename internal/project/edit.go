package project

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// With returns the project with different contents of some files, by absolute path; a nil content
// means the one on disk. Everything else is unchanged. It returns nil if everything else may change
// too, because the files determine which hierarchies and other files there are; the project must
// then be loaded again. Files whose content is unchanged are ignored, and versions in a Puppetfile of modules whose releases
// are not known.
func (p *Project) With(changed map[string][]byte) *Project {
	contents := map[string][]byte{}
	files := map[int]bool{}
	names := p.namesOf(changed)
	for path, text := range changed {
		i, ok := p.file(path)
		switch {
		case p.Store.Has(path, text), p.isOtherVersion(path, text):
			contents[path] = text
		case !p.editable || !ok || mayBeMore(path):
			return nil
		default:
			files[i] = true
		}
		if ok {
			for _, other := range names[i] {
				contents[other] = text
			}
		}
		contents[rooted.Real(path)] = text
	}
	with := p.copy()
	with.Files, with.Store = slices.Clone(p.Files), p.Store.With(contents)
	for i := range files {
		before := p.Files[i]
		doc, err := with.Store.Document(rooted.Join(p.Dir, before.Path), before.Doc.Format)
		if err != nil || recognize.IsHierarchy(doc) || recognize.IsHierarchy(before.Doc) || before.LacksConfig != "" {
			return nil
		}
		with.Files[i] = before.withDocument(doc)
		if !p.hasSameNames(before, with.Files[i]) {
			with.names = &projectNames{}
		}
	}
	with.keysOnce.Do(func() {
		with.definitions = p.definitionsWith(with, files)
		if with.keys, with.keyNames = p.keys, p.keyNames; !p.hasSameKeys(with, files) {
			with.sortKeys()
		}
	})
	if with.Store.LimitNames(len(with.definitions)) != nil {
		return nil
	}
	return with
}

// namesOf returns the absolute paths of the files that have one of some paths, by their index.
func (p *Project) namesOf(changed map[string][]byte) map[int][]string {
	names := make(map[int][]string, len(changed))
	for path := range changed {
		if i, ok := p.file(path); ok {
			names[i] = nil
		}
	}
	for path, i := range p.paths {
		if _, isChanged := names[i]; isChanged {
			names[i] = append(names[i], path)
		}
	}
	return names
}

// copy returns a copy without what is computed when it is needed, except for names.
func (p *Project) copy() *Project {
	return &Project{Contents: p.Contents, paths: p.paths, editable: p.editable, load: p.load, names: p.names}
}

// hasSameKeys reports whether an edit of some files defines the same keys.
func (p *Project) hasSameKeys(with *Project, files map[int]bool) bool {
	for i := range files {
		for name := range p.Files[i].definitions() {
			if len(with.definitions[name]) == 0 {
				return false
			}
		}
	}
	return len(p.definitions) == len(with.definitions)
}

// definitionsWith returns the definitions of keys after an edit of some files.
func (p *Project) definitionsWith(with *Project, files map[int]bool) map[string][]Definition {
	p.indexKeys()
	all := maps.Clone(p.definitions)
	touched := map[string]bool{}
	replaced := map[*File]*File{}
	for i := range files {
		replaced[p.Files[i]] = with.Files[i]
		for _, f := range []*File{p.Files[i], with.Files[i]} {
			for name := range f.definitions() {
				touched[name] = true
			}
		}
	}
	for name := range touched {
		kept := slices.DeleteFunc(slices.Clone(all[name]), func(d Definition) bool { return replaced[d.File] != nil })
		all[name] = kept
	}
	for _, f := range replaced {
		for name, d := range f.definitions() {
			all[name] = append(all[name], d)
		}
	}
	for name := range touched {
		if len(all[name]) == 0 {
			delete(all, name)
			continue
		}
		slices.SortStableFunc(all[name], func(a, b Definition) int { return strings.Compare(a.File.Path, b.File.Path) })
	}
	return all
}

// mayBeMore reports whether a file may be more than data, judging by its path.
func mayBeMore(path string) bool {
	_, isData := data.FormatOf(path)
	name := filepath.Base(path)
	if !isData || name == environment.ConfigName || name == "metadata.json" {
		return true
	}
	info, err := os.Lstat(path)
	return err == nil && !info.Mode().IsRegular()
}

// CanReplace reports whether the files, by absolute path, contain only data, so that different
// contents do not change hierarchies or known releases of modules.
func (p *Project) CanReplace(contents map[string][]byte) bool {
	for path, text := range contents {
		if p.isOtherVersion(path, text) {
			continue
		}
		if mayBeMore(path) || len(p.MatchesOf(path)) == 0 || bytes.Contains(text, []byte("hierarchy:")) {
			return false
		}
	}
	return true
}

// CanAddOrRemove reports whether adding or removing some files, by absolute path (see Options.Overlay
// and Options.Hidden), changes nothing else: they are data, have only one name, and their
// directories remain.
func (p *Project) CanAddOrRemove(paths map[string]bool) bool {
	if len(paths) == 0 {
		return true
	}
	names := make([]int, len(p.Files))
	for _, i := range p.paths {
		names[i]++
	}
	single := map[string]bool{} // directories whose files have only one name
	for path, i := range p.paths {
		if names[i] == 1 {
			single[filepath.Dir(path)] = true
		}
	}
	stays := map[string]bool{}
	for path := range paths {
		dir := filepath.Dir(path)
		if _, known := stays[dir]; !known {
			entries, _ := os.ReadDir(dir) // empty if the directory does not exist
			stays[dir] = slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Type().IsRegular() && !paths[filepath.Join(dir, e.Name())] })
		}
		i, isThere := p.paths[path]
		if !stays[dir] || !single[dir] || mayBeMore(path) || recognize.ExampleOf(path) != "" || isThere && names[i] > 1 || len(p.MatchesOf(path)) == 0 {
			return false
		}
	}
	return true
}

// file returns the index of the data file at a path.
func (p *Project) file(path string) (i int, ok bool) {
	if i, ok = p.paths[path]; ok {
		return i, true
	}
	i, ok = p.paths[rooted.Real(path)]
	return i, ok
}

// isOtherVersion reports whether a file is a Puppetfile that, with the given content, installs the
// same modules in other versions of which nothing is known.
func (p *Project) isOtherVersion(path string, text []byte) bool {
	if filepath.Base(path) != "Puppetfile" || text == nil {
		return false
	}
	file, err := p.Store.File(path)
	return err == nil && recognize.HasSameModules(file.Text, text)
}

package project

import (
	"os"
	"path/filepath"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
)

// otherConfigs are where hierarchies for other purposes than the one at hand lie, from its directory
// on: those of tests. Ones under other names are looked for beside it.
var otherConfigs = []string{
	"spec", "spec/fixtures", "spec/fixtures/hiera", "spec/hiera", "test", "tests", "acceptance", "examples", "vagrant", "puppet",
}

// isClaimed tells whether a file that no level of root reads is read by another hierarchy that is not
// a part of the project: a hiera.yaml kept under another name beside it, or that of the tests.
func (l *loader) isClaimed(path string, root *Root) bool {
	index, ok := l.claims[root]
	if !ok {
		index = l.otherLocations(root)
		l.claims[root] = index
	}
	c := candidate{path: path}
	c.match(index)
	return len(c.readers) > 0
}

// otherLocations are the locations of the hierarchies beside root.
func (l *loader) otherLocations(root *Root) map[string][]*location {
	var paths []string
	if f := l.folder(root.Dir); f != nil {
		for _, e := range f.entries {
			if !e.dir && e.err == nil && e.name != environment.ConfigName && l.isConfig(filepath.Join(root.Dir, e.name)) {
				paths = append(paths, filepath.Join(root.Dir, e.name))
			}
		}
	}
	for _, dir := range otherConfigs {
		path := filepath.Join(root.Dir, filepath.FromSlash(dir), environment.ConfigName)
		if _, err := os.Stat(path); err == nil {
			paths = append(paths, path)
		}
	}
	locations, places := l.locations, l.places
	l.locations = nil
	for _, path := range paths {
		if l.roots[path] != nil {
			continue
		}
		if doc := l.configDocument(path); doc != nil {
			other := &Root{Path: doc.File.Path, Dir: filepath.Dir(path), Layer: config.Global, Config: config.Read(doc, config.Global)}
			l.locate(other)
			// Others are often copied to where the hierarchy at hand is before they are used.
			if other.Dir != root.Dir {
				l.locateFrom(other, root.Dir, true)
			}
		}
	}
	found := l.locations
	l.locations, l.places = locations, places
	return indexLocations(found)
}

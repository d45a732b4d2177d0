package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/rooted"
)

// readBy returns the data files that the paths of a hierarchy match in its data directories; see
// contender.
func (w *weigher) readBy(r *reach) (reads, firm map[string]bool) {
	reads, firm = map[string]bool{}, map[string]bool{}
	for _, at := range r.locations {
		for _, f := range w.readAt(r, at) {
			if f.fit < glob.Slashed || formatOf(at.level) != unknownFormat { // see Match.IsGuess
				reads[f.path] = true
			}
			if f.fit < glob.Slashed {
				firm[f.path] = true
			}
		}
	}
	return reads, firm
}

// readAt returns the data files that a location matches, some of them several times. Outside of the data directories, such as
// next to the configuration, most files are something else, so only those count that look like data
// and that the location names, or that are in a directory that it names.
func (w *weigher) readAt(r *reach, at *location) []fitting {
	var found []fitting
	for _, dir := range r.datadirs {
		found = append(found, w.fitsIn(dir, at)...)
	}
	if w.isOutside(r, at) && namesPart(at) {
		paths, _ := glob.Files(w.store.TreeReadOnce(), at.text.asGlob(at.dir))
		for _, path := range paths {
			if fit, ok := at.pattern.Fit(filepath.ToSlash(path)); ok && fit < glob.Slashed && w.hasQualifiedKey(path) {
				found = append(found, fitting{filepath.Clean(path), fit})
			}
		}
	}
	return found
}

// isOutside reports whether a location leads to no data directory, although its configuration is
// not in one itself.
func (w *weigher) isOutside(r *reach, at *location) bool {
	from := at.text.fixedDir(at.dir)
	return !slices.Contains(usualDatadirs, filepath.Base(at.root.Dir)) && !slices.ContainsFunc(r.datadirs, func(dir string) bool { return rooted.IsBelow(from, dir) })
}

// namesPart reports whether a location names a file or directory, as opposed to containing only
// variables.
func namesPart(at *location) bool {
	names := strings.Split(at.level.Locations[at.index].Text, "/")
	return !at.text.wild && slices.ContainsFunc(names, func(name string) bool { return !strings.Contains(name, "%{") })
}

// fitting is a data file that a location matches.
type fitting struct {
	path string
	fit  glob.Fit
}

// fitKey identifies a result of fitsIn.
type fitKey struct{ dir, at, text, holes string }

// fitsIn returns the data files in dir that the location matches. Results are cached, since several
// hierarchies and homes share locations.
func (w *weigher) fitsIn(dir string, at *location) []fitting {
	key := fitKey{dir, at.dir, at.text.text, strings.Join(at.text.holes, "/")}
	if at.text.wild {
		key.text = "glob:" + key.text
	}
	if known, ok := w.fits[key]; ok {
		return known
	}
	var found []fitting
	for _, path := range w.dataBelow(dir) {
		if fit, ok := at.pattern.Fit(filepath.ToSlash(path)); ok {
			found = append(found, fitting{path, fit})
		}
	}
	w.fits[key] = found
	return found
}

// isForProduction reports whether the name of a configuration contains that of production.
func isForProduction(path string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(path)), "production")
}

// dataBelow returns the data files in a directory, which is read once. Symbolic links in it are not
// followed, because there may be exponentially many paths.
func (d *disk) dataBelow(dir string) []string {
	if files, ok := d.dataFiles[dir]; ok {
		return files
	}
	var files []string
	if f := d.folder(dir); f != nil {
		for _, e := range f.entries {
			path := filepath.Join(dir, e.name)
			if e.err != nil || e.link && e.dir || strings.HasPrefix(e.name, ".") {
				continue
			}
			if e.dir {
				files = append(files, d.dataBelow(path)...)
			} else if _, ok := data.FormatOf(e.name); ok {
				files = append(files, path)
			}
		}
	}
	d.dataFiles[dir] = files
	return files
}

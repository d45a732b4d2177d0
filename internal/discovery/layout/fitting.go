package layout

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// readBy returns the data files that the paths of a hierarchy match in its data directories; see
// contender.
func (w *Weigher) readBy(r *locate.Reach) (reads, firm map[string]bool) {
	reads, firm = map[string]bool{}, map[string]bool{}
	for _, at := range r.Locations {
		for _, f := range w.readAt(r, at) {
			if f.fit < glob.Slashed || levels.FormatOf(at.Level) != levels.Custom { // see Match.IsGuess
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
func (w *Weigher) readAt(r *locate.Reach, at *locate.Location) []fitting {
	found := lists.FlatMap(r.Datadirs, func(dir string) []fitting { return w.fitsIn(dir, at) })
	if w.isOutside(r, at) && namesPart(at) {
		paths, _ := glob.Files(w.Store.TreeReadOnce(), at.Text.AsGlob(at.Dir))
		for _, path := range paths {
			if fit, ok := at.Pattern.Fit(filepath.ToSlash(path)); ok && fit < glob.Slashed && w.HasQualifiedKey(path) {
				found = append(found, fitting{filepath.Clean(path), fit})
			}
		}
	}
	return found
}

// isOutside reports whether a location leads to no data directory, although its configuration is
// not in one itself.
func (w *Weigher) isOutside(r *locate.Reach, at *locate.Location) bool {
	from := at.Text.FixedDir(at.Dir)
	return !slices.Contains(recognize.UsualDatadirs, filepath.Base(at.Root.Dir)) && !slices.ContainsFunc(r.Datadirs, func(dir string) bool { return rooted.IsBelow(from, dir) })
}

// namesPart reports whether a location names a file or directory, as opposed to containing only
// variables.
func namesPart(at *locate.Location) bool {
	names := strings.Split(at.Level.Locations[at.Index].Text, "/")
	return !at.Text.Wild && slices.ContainsFunc(names, func(name string) bool { return !strings.Contains(name, "%{") })
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
func (w *Weigher) fitsIn(dir string, at *locate.Location) []fitting {
	key := fitKey{dir, at.Dir, at.Text.Text, strings.Join(at.Text.Holes, "/")}
	if at.Text.Wild {
		key.text = "glob:" + key.text
	}
	return w.fits.Of(key, func() (found []fitting) {
		for _, path := range w.DataBelow(dir) {
			if fit, ok := at.Pattern.Fit(filepath.ToSlash(path)); ok {
				found = append(found, fitting{path, fit})
			}
		}
		return found
	})
}

// isForProduction reports whether the name of a configuration contains that of production.
func isForProduction(path string) bool {
	return strings.Contains(strings.ToLower(filepath.Base(path)), "production")
}

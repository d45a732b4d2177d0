package layout

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/discovery/declared"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// declarations returns the hierarchies that manifests declare for environments without any other, best first. They are
// searched for only if there is data that no hierarchy in a file reads. Next to a hiera.yaml, a declaration is often
// what that replaced.
func (w *Weigher) declarations() []*contender {
	if !w.hasUnreadDatadir() {
		return nil
	}
	var all []*contender
	for _, dir := range w.ManifestDirs {
		if filepath.Base(filepath.Dir(dir)) == "hiera" || w.IsPassedOver(dir) { // the class itself
			continue
		}
		for _, path := range w.manifestsBelow(dir) {
			text, err := w.Store.Text(path)
			if err != nil || !declared.MayDeclare(text) {
				continue
			}
			file, err := w.Store.File(path)
			if err != nil || !declared.Declares(file) {
				continue
			}
			if c := w.contenderNamed(path); c != nil && !w.hasHierarchy(c.base()) {
				all = append(all, c)
			}
		}
	}
	sortContenders(all)
	return all
}

// hasHierarchy reports whether the environment that contains a directory, or one in it, has a hierarchy.
func (w *Weigher) hasHierarchy(dir string) bool {
	return slices.ContainsFunc(append(w.environmentsBelow(dir), w.EnclosingEnvironment(dir)), func(env *project.Environment) bool {
		return env != nil && (env.Own != nil || env.Global != nil)
	})
}

// hasUnreadDatadir reports whether there is a data directory outside of modules from which no hierarchy reads.
func (w *Weigher) hasUnreadDatadir() bool {
	isRead := func(dir string) bool {
		return w.InDatadir(dir) || slices.ContainsFunc(w.Datadirs, func(used UsedDatadir) bool { return rooted.IsBelow(used.Dir, dir) })
	}
	return slices.ContainsFunc(recognize.UsualDatadirs, func(name string) bool {
		return slices.ContainsFunc(w.DirsNamed[name], func(dir string) bool {
			return !isRead(dir) && w.HoldsData(dir) && !w.IsPassedOver(dir) && !w.isPartOfModule(dir)
		})
	})
}

// manifestsBelow returns the manifests in a directory and its subdirectories.
func (w *Weigher) manifestsBelow(dir string) []string {
	f := w.Folder(dir)
	if f == nil {
		return nil
	}
	var all []string
	for _, e := range f.Entries {
		path := filepath.Join(dir, e.Name)
		switch {
		case e.Err != nil || e.Link || strings.HasPrefix(e.Name, "."):
		case e.Dir:
			all = append(all, w.manifestsBelow(path)...)
		case declared.IsManifest(path):
			all = append(all, path)
		}
	}
	return all
}

package layout

import (
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/discovery/declared"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// declarations returns the hierarchies that manifests and scripts write for environments without any other that finds
// data, best first. They are searched for only if there is data that no hierarchy in a file reads. Next to a hiera.yaml,
// a declaration is often what that replaced.
func (w *Weigher) declarations() []*contender {
	unread := w.unreadDatadirs()
	if len(unread) == 0 {
		return nil
	}
	var all []*contender
	found, left := 0, maxAllCode
	for _, path := range slices.Concat(w.codeAround(unread), w.manifests()) {
		text, err := w.Store.ReadStart(path, maxCode)
		if left -= len(text) + minCode; left < 0 || found == maxDeclarations || w.Err() != nil {
			break
		}
		if err != nil || !declared.MayDeclare(text) {
			continue
		}
		file, err := w.Store.File(path)
		if err != nil || declared.Document(file) == nil {
			continue
		}
		found++
		if c := w.contenderNamed(path); c != nil && !w.hasHierarchy(c.base()) {
			all = append(all, c)
		}
	}
	sortContenders(all)
	return all
}

// maxCode is the number of bytes of a file that are searched for a declaration, and maxAllCode that of all files, of which
// each counts as minCode more. More than maxDeclarations hierarchies are not compared.
const (
	maxCode         = 1 << 20
	maxDeclarations = 20
	maxAllCode      = 128 << 20
	minCode         = 1 << 12
)

// hasHierarchy reports whether the environment that contains a directory, or one in it, has a hierarchy with a data
// directory.
func (w *Weigher) hasHierarchy(dir string) bool {
	return slices.ContainsFunc(append(w.environmentsBelow(dir), w.EnclosingEnvironment(dir)), func(env *project.Environment) bool {
		return env != nil && (env.Own != nil && w.hasDatadir(env.Own) || env.Global != nil && w.hasDatadir(env.Global))
	})
}

// unreadDatadirs returns the data directories outside of modules from which no hierarchy reads.
func (w *Weigher) unreadDatadirs() []string {
	isRead := func(dir string) bool {
		return w.InDatadir(dir) || slices.ContainsFunc(w.Datadirs, func(used UsedDatadir) bool { return rooted.IsBelow(used.Dir, dir) })
	}
	usual := lists.FlatMap(recognize.UsualDatadirs, func(name string) []string { return w.DirsNamed[name] })
	return lists.Filter(usual, func(dir string) bool {
		return !isRead(dir) && w.HoldsData(dir) && !w.IsPassedOver(dir) && !w.isPartOfModule(dir)
	})
}

// codeAround returns the scripts and manifests next to directories and enclosing ones, and in directories for scripts there.
func (w *Weigher) codeAround(dirs []string) []string {
	var all []string
	seen := map[string]bool{}
	for _, dir := range dirs {
		for around := range w.Upwards(filepath.Dir(dir)) {
			if seen[around] {
				break
			}
			seen[around] = true
			for f := range w.ScriptFolders(around) {
				for _, e := range f.Entries {
					if path := filepath.Join(f.Dir, e.Name); !e.Dir && e.Err == nil && !e.Link && (declared.IsScript(e.Name) || declared.IsManifest(e.Name)) {
						all = append(all, path)
					}
				}
			}
		}
	}
	return all
}

// manifests returns the manifests of the tree, except those of tests, and of the module with the class `hiera` itself.
func (w *Weigher) manifests() []string {
	var all []string
	for _, dir := range w.ManifestDirs {
		if filepath.Base(filepath.Dir(dir)) != "hiera" && !w.IsPassedOver(dir) {
			all = append(all, w.ManifestsBelow(dir)...)
		}
	}
	return all
}

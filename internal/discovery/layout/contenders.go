package layout

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// contender is a configuration that no environment or module reads by default. Whether a server
// uses it is derived from the data files that its paths match.
type contender struct {
	path string
	doc  *data.Document
	// purpose is its purpose other than production, according to its name or directory; "" if it
	// may be for production.
	purpose string
	*locate.Reach
	// reads are the data files that its paths match. Those in firm match without values that
	// contain slashes; %{role}.yaml, for example, otherwise matches all files in a directory.
	reads, firm map[string]bool
}

// outsideDatadir returns the directory that contains dir if that is a data directory by its name; otherwise dir.
func (w *Weigher) outsideDatadir(dir string) string {
	if parent := filepath.Dir(dir); slices.Contains(recognize.UsualDatadirs, filepath.Base(dir)) && w.IsWithin(parent) {
		return parent
	}
	return dir
}

// contenders returns the configurations to consider, best first.
func (w *Weigher) contenders() []*contender {
	return w.contendersIn(slices.DeleteFunc(slices.Clone(w.Configs), w.isCanonical))
}

// contendersAmongData returns the configurations with any name in data directories from which no hierarchy reads, best first.
func (w *Weigher) contendersAmongData() []*contender {
	var paths []string
	for _, dir := range w.unreadDatadirs() {
		for _, e := range w.Folder(dir).Entries {
			path := filepath.Join(dir, e.Name)
			if ext := filepath.Ext(e.Name); !e.Dir && e.Err == nil && (ext == ".yaml" || ext == ".yml") && w.MentionsHierarchy(path) {
				paths = append(paths, path)
			}
		}
	}
	return w.contendersIn(paths)
}

// contendersIn returns those of some files that are configurations, best first.
func (w *Weigher) contendersIn(paths []string) []*contender {
	var all []*contender
	for _, path := range paths {
		if c := w.contender(path); c != nil {
			all = append(all, c)
		}
	}
	sortContenders(all)
	return all
}

// sortContenders sorts contenders, best first.
func sortContenders(all []*contender) {
	slices.SortFunc(all, func(a, b *contender) int {
		return cmp.Or(lists.CompareBool(a.purpose != "", b.purpose != ""), lists.CompareBool(!isForProduction(a.path), !isForProduction(b.path)), cmp.Compare(len(b.firm), len(a.firm)), cmp.Compare(len(b.reads), len(a.reads)),
			cmp.Compare(strings.Count(a.path, string(filepath.Separator)), strings.Count(b.path, string(filepath.Separator))), strings.Compare(a.path, b.path))
	})
}

// contender reads a file as a configuration; nil if it is not one.
func (w *Weigher) contender(path string) *contender {
	if dir := filepath.Dir(path); filepath.Base(path) == environment.ConfigName && w.Kind(w.Folder(dir)) == classify.ModuleFolder {
		if !w.IsPassedOver(dir) && !w.scanned[w.Real(dir)] {
			w.addModule(w.Folder(dir))
		}
		return nil
	}
	if strings.HasSuffix(path, ".erb") || strings.HasSuffix(path, ".epp") {
		text, err := w.Store.Text(path)
		if err != nil {
			return nil
		}
		w.Store.Overlay(path, recognize.WithoutTags(text))
		w.Templates[w.Store.Name(path)] = true
	}
	if doc, err := w.Store.Document(path, data.YAML); err != nil || !recognize.IsHierarchy(doc) {
		return nil
	}
	return w.contenderNamed(path)
}

// contenderNamed returns a configuration with the home from which its paths match the most; nil if
// it cannot be read.
func (w *Weigher) contenderNamed(path string) *contender {
	doc := w.ConfigDocument(path)
	if doc == nil {
		return nil
	}
	c := &contender{path: path, doc: doc, purpose: w.PurposeOf(path)}
	root := w.NewRoot(path, doc, config.Global)
	if root == nil {
		return nil
	}
	if c.purpose == "" && classify.IsForVirtualMachine(root.Config) {
		c.purpose = "its data directories are those of a virtual machine"
	}
	repository := w.RepositoryOf(root.Dir)
	for _, home := range w.possibleHomes(root.Dir) {
		if len(c.reads) > 0 && w.RepositoryOf(home) != repository {
			continue // data of another repository is only read if its own has none
		}
		at := w.ReachFrom(root, home)
		if reads, firm := w.readBy(at); c.Reach == nil || len(reads) > len(c.reads) && len(firm) >= len(c.firm) {
			c.Reach, c.reads, c.firm = at, reads, firm
		}
	}
	return c
}

// possibleHomes returns the directories in which a configuration may be when it is used: its own,
// the enclosing ones, and the environments, starting with those of its repository.
func (w *Weigher) possibleHomes(dir string) []string {
	homes := w.Homes(dir, dir)
	homes = homes[:min(len(homes), maxHomes)]
	repository := w.RepositoryOf(dir)
	for _, own := range []bool{true, false} {
		for _, env := range w.Environments {
			if env.Dir != "" && !slices.Contains(homes, env.Dir) && len(homes) < maxHomes && (w.RepositoryOf(env.Dir) == repository) == own {
				homes = append(homes, env.Dir)
			}
		}
	}
	return homes
}

// maxHomes is the maximum number of homes that are tried.
const maxHomes = 12

// base returns the directory that contains all data of a contender: its home, unless the data was
// found by its location on the server.
func (c *contender) base() string {
	base := c.Home
	if slices.Contains(c.Datadirs, base) {
		base = filepath.Dir(base)
	}
	if len(c.Datadirs) == 0 || slices.ContainsFunc(c.Datadirs, func(dir string) bool { return rooted.IsBelow(dir, base) }) {
		return base
	}
	base = filepath.Dir(c.Datadirs[0])
	for _, dir := range c.Datadirs {
		for !rooted.IsBelow(dir, base) && base != filepath.Dir(base) { // on Windows, they may be on different drives
			base = filepath.Dir(base)
		}
	}
	return base
}

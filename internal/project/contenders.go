package project

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/lists"
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
	*reach
	// reads are the data files that its paths match. Those in firm match without values that
	// contain slashes; %{role}.yaml, for example, otherwise matches all files in a directory.
	reads, firm map[string]bool
}

// outsideDatadir returns the directory that contains dir if that is a data directory by its name; otherwise dir.
func (w *weigher) outsideDatadir(dir string) string {
	if parent := filepath.Dir(dir); slices.Contains(usualDatadirs, filepath.Base(dir)) && w.isWithin(parent) {
		return parent
	}
	return dir
}

// contenders returns the configurations to consider, best first.
func (w *weigher) contenders() []*contender {
	var all []*contender
	for _, path := range w.configs {
		if w.isCanonical(path) {
			continue
		}
		if c := w.contender(path); c != nil {
			all = append(all, c)
		}
	}
	slices.SortFunc(all, func(a, b *contender) int {
		return cmp.Or(lists.CompareBool(a.purpose != "", b.purpose != ""), lists.CompareBool(!isForProduction(a.path), !isForProduction(b.path)), cmp.Compare(len(b.firm), len(a.firm)), cmp.Compare(len(b.reads), len(a.reads)),
			cmp.Compare(strings.Count(a.path, separator), strings.Count(b.path, separator)), strings.Compare(a.path, b.path))
	})
	return all
}

// contender reads a file as a configuration; nil if it is not one.
func (w *weigher) contender(path string) *contender {
	if dir := filepath.Dir(path); filepath.Base(path) == environment.ConfigName && w.kind(w.folder(dir)) == moduleFolder {
		if !w.isPassedOver(dir) && !w.scanned[w.tree.real(dir)] {
			w.addModule(w.folder(dir))
		}
		return nil
	}
	if strings.HasSuffix(path, ".erb") || strings.HasSuffix(path, ".epp") {
		text, err := w.store.Text(path)
		if err != nil {
			return nil
		}
		w.store.Overlay(path, withoutTags(text))
		w.templates[w.store.Name(path)] = true
	}
	if doc, err := w.store.Document(path, data.YAML); err != nil || !isHierarchy(doc) {
		return nil
	}
	return w.contenderNamed(path)
}

// contenderNamed returns a configuration with the home from which its paths match the most; nil if
// it cannot be read.
func (w *weigher) contenderNamed(path string) *contender {
	doc := w.configDocument(path)
	if doc == nil {
		return nil
	}
	c := &contender{path: path, doc: doc, purpose: w.purposeOf(path)}
	root := w.newRoot(path, doc, config.Global)
	if root == nil {
		return nil
	}
	if c.purpose == "" && isForVirtualMachine(root.Config) {
		c.purpose = "its data directories are those of a virtual machine"
	}
	repository := w.repositoryOf(root.Dir)
	for _, home := range w.possibleHomes(root.Dir) {
		if len(c.reads) > 0 && w.repositoryOf(home) != repository {
			continue // data of another repository is only read if its own has none
		}
		at := w.reachFrom(root, home)
		if reads, firm := w.readBy(at); c.reach == nil || len(reads) > len(c.reads) {
			c.reach, c.reads, c.firm = at, reads, firm
		}
	}
	return c
}

// possibleHomes returns the directories in which a configuration may be when it is used: its own,
// the enclosing ones, and the environments, starting with those of its repository.
func (w *weigher) possibleHomes(dir string) []string {
	homes := w.homes(dir, dir)
	repository := w.repositoryOf(dir)
	for _, own := range []bool{true, false} {
		for _, env := range w.environments {
			if env.Dir != "" && !slices.Contains(homes, env.Dir) && len(homes) < maxHomes && (w.repositoryOf(env.Dir) == repository) == own {
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
	base := c.home
	if slices.Contains(c.datadirs, base) {
		base = filepath.Dir(base)
	}
	if len(c.datadirs) == 0 || slices.ContainsFunc(c.datadirs, func(dir string) bool { return rooted.IsBelow(dir, base) }) {
		return base
	}
	base = filepath.Dir(c.datadirs[0])
	for _, dir := range c.datadirs {
		for !rooted.IsBelow(dir, base) && base != filepath.Dir(base) { // on Windows, they may be on different drives
			base = filepath.Dir(base)
		}
	}
	return base
}

package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/nearest"
)

// readIfRenamed returns the data files in directories that have almost the name of a datadir, if the hierarchy has no other
// data, and its paths lead to files there.
func (s *survey) readIfRenamed(notUsed []NotUsed) map[string]bool {
	roots := slices.DeleteFunc(slices.Clone(s.roots), func(r *Root) bool { return r.Layer == config.Module || s.hasDatadir(r) })
	for _, n := range notUsed {
		if !s.isPassedOver(n.root.Dir) {
			roots = append(roots, n.root)
		}
	}
	files := map[string]bool{}
	for _, root := range roots {
		for _, level := range root.Config.Hierarchy {
			for _, dir := range s.nearDatadir(root, level) {
				for _, file := range s.dataBelow(dir) {
					files[file] = true
				}
			}
		}
	}
	return files
}

// nearDatadir returns the directories near a hierarchy with almost the name of a level's datadir, in which the level finds
// data.
func (s *survey) nearDatadir(root *Root, level *config.Level) []string {
	name := path.Base(level.Datadir.Text)
	if level.Datadir.Node == nil || level.LocationKind == config.URI || strings.Contains(name, "%{") {
		return nil
	}
	var found []string
	for _, home := range s.homes(root.Dir, root.Dir) {
		f := s.folder(home)
		if f == nil {
			continue
		}
		for _, e := range f.entries {
			dir := filepath.Join(home, e.name)
			if near, ok := nearest.Name(name, []string{e.name}); ok && near != name && e.dir && !s.isPassedOver(dir) && s.findsIn(dir, level) {
				found = append(found, dir)
			}
		}
	}
	return found
}

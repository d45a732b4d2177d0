package layout

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

// ReadIfRenamed returns the data files in directories that have almost the name of a datadir, if the hierarchy has no other
// data, and its paths lead to files there.
func (s *Survey) ReadIfRenamed(notUsed []project.NotUsed) map[string]bool {
	roots := slices.DeleteFunc(slices.Clone(s.Roots), func(r *project.Root) bool { return r.Layer == config.Module || s.hasDatadir(r) })
	for _, n := range notUsed {
		if !s.IsPassedOver(n.Root.Dir) {
			roots = append(roots, n.Root)
		}
	}
	files := map[string]bool{}
	for _, root := range roots {
		for _, level := range root.Config.Hierarchy {
			for _, dir := range s.nearDatadir(root, level) {
				for _, file := range s.DataBelow(dir) {
					files[file] = true
				}
			}
		}
	}
	return files
}

// nearDatadir returns the directories near a hierarchy with almost the name of a level's datadir, in which the level finds
// data.
func (s *Survey) nearDatadir(root *project.Root, level *config.Level) []string {
	name := path.Base(level.Datadir.Text)
	if level.Datadir.Node == nil || level.LocationKind == config.URI || strings.Contains(name, "%{") {
		return nil
	}
	var found []string
	for _, home := range s.Homes(root.Dir, root.Dir) {
		f := s.Folder(home)
		if f == nil {
			continue
		}
		for _, e := range f.Entries {
			dir := filepath.Join(home, e.Name)
			if e.Dir && e.Name != name && nearest.IsNear(name, e.Name) && !s.IsPassedOver(dir) && s.FindsIn(dir, level) {
				found = append(found, dir)
			}
		}
	}
	return found
}

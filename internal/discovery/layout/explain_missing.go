package layout

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
)

// ExplainMissing completes the missing data directories once all others are known. If the hierarchy
// reads data next to another root, none is missing.
func ExplainMissing(s *Survey, files []*project.File) {
	for _, f := range files {
		for i := range f.Matches {
			if f.Matches[i].Assumed {
				f.Matches[i].Root.Sources.Missing = nil
			}
		}
	}
	dirs := map[string]*dataDirs{}
	for _, root := range s.Roots {
		for level, m := range root.Sources.Missing {
			dir := filepath.Dir(m.Path)
			data := lists.GetOrPut(dirs, dir, func() *dataDirs { return s.dataDirsIn(dir) })
			m.Nearest, m.Mentioned = data.nearest(m.Name), s.IsMentioned(dir, m.Name)
			if m.Nearest == "" && level.Datadir.Text == m.Name && s.hasDataBeside(root, m.Name) {
				m.Nearest = "."
			}
			m.Path = s.Store.Name(m.Path)
		}
	}
}

// hasDataBeside reports whether files of levels with a datadir are next to the hiera.yaml instead.
func (s *Survey) hasDataBeside(root *project.Root, datadir string) bool {
	return slices.ContainsFunc(root.Config.Hierarchy, func(level *config.Level) bool {
		return level.Datadir.Text == datadir && s.hasFilesOf(level, root.Dir)
	})
}

// hasFilesOf reports whether a directory contains what a level reads: a file of that name, or data in the directory that
// a path begins with.
func (s *Survey) hasFilesOf(level *config.Level, dir string) bool {
	f := s.Folder(dir)
	return f != nil && level.LocationKind == config.Path && slices.ContainsFunc(level.Locations, func(at config.Location) bool {
		first, _, isBelow := strings.Cut(at.Text, "/")
		return !isBelow && at.Template == nil && f.HasFile(first) || isBelow && f.HasDir(first) && s.HoldsData(filepath.Join(dir, first))
	})
}

// dataDirs are the directories with data in a directory.
type dataDirs struct {
	names *nearest.Names
	usual string // one with a common name that no level reads from; "" if there is none
}

func (s *Survey) dataDirsIn(dir string) *dataDirs {
	var names []string
	if f := s.Folder(dir); f != nil {
		for _, e := range f.Entries {
			if e.Dir && !strings.HasPrefix(e.Name, ".") && s.HoldsData(filepath.Join(dir, e.Name)) {
				names = append(names, e.Name)
			}
		}
	}
	found := &dataDirs{names: nearest.NewNames(names)}
	for _, usual := range recognize.UsualDatadirs {
		if slices.Contains(names, usual) && !s.IsDatadir[filepath.Join(dir, usual)] {
			found.usual = usual
			break
		}
	}
	return found
}

// nearest returns the directory that name was probably meant to be: one with a similar name, or one with a common name
// that no level reads from.
func (d *dataDirs) nearest(name string) string {
	if near, ok := d.names.Nearest(name, nil); ok {
		return near
	}
	return d.usual
}

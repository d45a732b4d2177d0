package session

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/usage"
)

// side is the workspace before or after the change.
type side struct {
	snapshot *snapshot
	root     string                    // the directory that represents the top of the repository
	cwd      string                    // the directory that paths of the snapshot are relative to
	names    *memo.Map[string, string] // of name, by path
	report   *Report                   // nil if findings are not requested
	project  *project.Project
	changed  func() map[string]*project.File // data files by name
	codeOf   map[*project.Environment]*manifest.Index
	all      *nodes.Inventory
}

// name returns a path of the side relative to the top of the repository, with slashes.
func (s *side) name(path string) string {
	return s.names.Of(path, func() string {
		path := rooted.Join(s.cwd, path)
		if relative, ok := rooted.Rel(s.root, path); ok {
			path = relative
		}
		return filepath.ToSlash(path)
	})
}

// nameBefore returns the current name of a path on the old side.
func (d *diff) nameBefore(path string) string {
	name := d.before.name(path)
	return cmp.Or(d.renamed[name], name)
}

// nameAfter returns the previous name of a path on the new side.
func (d *diff) nameAfter(path string) string {
	name := d.after.name(path)
	return cmp.Or(d.original[name], name)
}

// isNew returns a function that reports whether a data file of a side has something else for a root
// key than on the other side, where nameOn returns its name.
func (d *diff) isNew(of, other *side, nameOn func(path string) string) func(path, key string) bool {
	value := func(f *project.File, key string) *data.Value {
		if f == nil || f.Doc.Value == nil {
			return nil
		}
		v, _ := f.Doc.Value.Get(key)
		return v
	}
	return func(path, key string) bool {
		name := of.name(path)
		if !d.changed[name] {
			return false
		}
		return !impact.Equal(value(of.changed()[name], key), value(other.changed()[nameOn(path)], key))
	}
}

// filesIn returns the changed data files of a side by name.
func (d *diff) filesIn(s *side) map[string]*project.File {
	files := map[string]*project.File{}
	for _, f := range s.project.Files {
		if name := s.name(f.Path); d.changed[name] {
			files[name] = f
		}
	}
	return files
}

// prepare loads a side and reads its code, and checks it if findings are requested.
func (d *diff) prepare(ctx context.Context, s *side) (err error) {
	if !d.request.NoFindings {
		s.report, err = s.snapshot.check(ctx, &Request{Progress: d.request.Progress, ShowSecrets: d.request.ShowSecrets})
		if err != nil {
			return err
		}
		s.project, s.codeOf = s.report.project, s.report.site.CodeOf
		return nil
	}
	if s.project, err = s.snapshot.load(ctx); err == nil {
		s.codeOf, err = usage.ReadCode(ctx, s.project)
	}
	return err
}

// unread describes the files and directories that cannot be read after the change, one per line. Those that could not
// be read before it either are excluded, unless Git sees a change there.
func (d *diff) unread() []string {
	known := lists.Set(lists.Map(d.before.project.Unreadable, func(u *project.Unreadable) string { return d.before.name(u.File.Path) }))
	isChanged := func(name string) bool {
		return lists.Any(maps.Keys(d.changed), func(path string) bool { return strings.HasPrefix(path+"/", name+"/") })
	}
	var lines []string
	for _, u := range d.after.project.Unreadable {
		if name := d.after.name(u.File.Path); !u.Harmless && (!known[name] || isChanged(name)) {
			lines = append(lines, name+": "+u.Reason)
		}
	}
	return lists.Distinct(lines)
}

// forget releases what the check of a side evaluated.
func (s *side) forget() {
	s.snapshot.remember(nil)
	if s.report != nil {
		s.report.nodes = nil
	}
}

// place returns a name that identifies an environment.
func (s *side) place(fleet *nodes.Fleet) string { return s.name(fleet.Project.Place()) }

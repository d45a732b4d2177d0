package project

import (
	"maps"
	"reflect"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/notseen"
)

// WithFilesOf returns the project with the data files of another one, as an edit of itself (see With).
// The other one is of the same tree after data files were added or removed. The result is nil if the
// projects differ in anything else.
func (p *Project) WithFilesOf(other *Project) *Project {
	if !p.editable || !other.editable || !p.hasSameHierarchies(other) || !p.hasSameEnvironments(other) ||
		!slices.EqualFunc(p.NotSeen, other.NotSeen, notseen.Part.Equal) || !slices.Equal(p.Unread, other.Unread) || !slices.Equal(p.NotUsed, other.NotUsed) ||
		!slices.EqualFunc(p.Unreadable, other.Unreadable, func(a, b *Unreadable) bool { return a.File.Path == b.File.Path && a.Reason == b.Reason }) {
		return nil
	}
	with := p.copy()
	with.Files, with.paths, with.names = make([]*File, len(other.Files)), other.paths, &projectNames{}
	with.Store, with.Reports = other.Store, other.Reports
	before := make(map[string]*File, len(p.Files))
	for _, f := range p.Files {
		before[f.Path] = f
	}
	same := p.counterparts(other)
	for i, f := range other.Files {
		if len(f.Functions) > 0 {
			return nil
		}
		matches := make([]Match, len(f.Matches))
		for j, m := range f.Matches {
			m.Root, m.Level = same.roots[m.Root], same.levels[m.Level]
			if m.Root == nil || m.Level == nil {
				return nil
			}
			matches[j] = m
		}
		datadir := same.roots[f.Datadir]
		was := before[f.Path]
		if was != nil && was.Doc == f.Doc && was.Stray == f.Stray && was.Datadir == datadir && was.LacksConfig == f.LacksConfig && len(was.Functions) == 0 && slices.EqualFunc(was.Matches, matches, sameMatch) {
			with.Files[i] = was
			continue
		}
		with.Files[i] = &File{Path: f.Path, Doc: f.Doc, Matches: matches, Stray: f.Stray, Datadir: datadir, LacksConfig: f.LacksConfig, names: f.names}
	}
	return with
}

func sameMatch(a, b Match) bool {
	return a.Root == b.Root && a.Hierarchy == b.Hierarchy && a.Level == b.Level && a.Location == b.Location && a.Fit == b.Fit && a.Assumed == b.Assumed &&
		slices.Equal(a.Vars, b.Vars)
}

// counterparts maps the hierarchies and levels of another project to those of a project.
type counterparts struct {
	roots  map[*Root]*Root
	levels map[*config.Level]*config.Level
}

// counterparts returns the counterparts in a project with the same hierarchies.
func (p *Project) counterparts(other *Project) *counterparts {
	c := &counterparts{map[*Root]*Root{}, map[*config.Level]*config.Level{}}
	for i, r := range other.Roots {
		c.roots[r] = p.Roots[i]
		levels := p.Roots[i].Config.AllLevels()
		for j, l := range r.Config.AllLevels() {
			c.levels[l] = levels[j]
		}
	}
	return c
}

// hasSameHierarchies reports whether another project has the same hierarchies, with the same data
// available.
func (p *Project) hasSameHierarchies(other *Project) bool {
	return slices.EqualFunc(p.Roots, other.Roots, func(a, b *Root) bool {
		return a.Path == b.Path && a.Dir == b.Dir && a.Layer == b.Layer && a.Module == b.Module && a.Config.Doc == b.Config.Doc && a.Why == b.Why &&
			a.Installed == b.Installed && a.Fallback == b.Fallback && a.Substitute == b.Substitute && slices.Equal(a.Datadirs, b.Datadirs) &&
			slices.EqualFunc(a.Config.AllLevels(), b.Config.AllLevels(), func(x, y *config.Level) bool {
				return a.Sources.Unseen[x] == b.Sources.Unseen[y] && reflect.DeepEqual(a.Sources.Missing[x], b.Sources.Missing[y])
			}) &&
			slices.EqualFunc(p.Missing[a], other.Missing[b], func(x, y UnseenData) bool {
				return x.Level.Name == y.Level.Name && x.Location == y.Location && x.Private == y.Private && x.Folder == y.Folder
			})
	})
}

// hasSameEnvironments reports whether another project has the same environments.
func (p *Project) hasSameEnvironments(other *Project) bool {
	samePath := func(a, b *Root) bool { return a == b || a != nil && b != nil && a.Path == b.Path }
	return slices.EqualFunc(p.Environments, other.Environments, func(a, b *Environment) bool {
		return a.Name == b.Name && a.Dir == b.Dir && slices.Equal(a.ModulePath, b.ModulePath) && slices.Equal(a.ModuleDirs, b.ModuleDirs) &&
			samePath(a.Global, b.Global) && samePath(a.Own, b.Own) && slices.EqualFunc(a.Modules, b.Modules, samePath) &&
			a.Puppetfile.Equal(b.Puppetfile) && maps.Equal(a.InstalledDirs, b.InstalledDirs)
	})
}

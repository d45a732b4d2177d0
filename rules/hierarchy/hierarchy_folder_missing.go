package hierarchy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// HierarchyFolderMissing reports paths into directories that do not exist.
var HierarchyFolderMissing = &rule.Rule{
	ID: "HL4013", Name: "hierarchy-folder-missing", Family: family, Severity: diagnostic.Note,
	CheckConfig: func(p *rule.ConfigPass) {
		root := p.Root
		if root.Layer == config.Module || !hasData(p.Site, root) {
			return // modules often have levels for systems without data, or all data may be outside the tree
		}
		var folders []string
		var all []diagnostic.Related
		var first *config.Location
		similar := reportSimilar(p)
		for _, u := range p.Project.UnseenData(root) {
			if u.Folder == "" || u.Private {
				continue
			}
			location := &u.Level.Locations[u.Location]
			if location.Node == nil || similar[location.Node] {
				continue
			}
			if first == nil {
				first = location
			} else {
				all = append(all, diagnostic.Related{File: p.Source(), Span: rule.FirstLine(location.Node), Message: "this path resolves to `" + u.Folder + "`"})
			}
			if !slices.Contains(folders, u.Folder) {
				folders = append(folders, u.Folder)
			}
		}
		if first == nil {
			return
		}
		d := diagnostic.Diagnostic{
			Span: rule.FirstLine(first.Node), Key: rule.KeyPath(first.Node), Related: all,
			Message: "missing directory `" + folders[0] + "`, so no node finds data here",
			Detail:  "Puppet silently skips paths that do not exist",
			Help:    "correct or remove the path, or add the directory with its data",
		}
		if len(all) > 0 {
			d.Message = fmt.Sprintf("missing %s `%s`", plural.Noun(len(folders), "directory"), strings.Join(folders[:min(3, len(folders))], "`, `"))
			if len(folders) > 3 {
				d.Message += " and " + plural.Count(len(folders)-3, "other")
			}
			d.Message += fmt.Sprintf(", so no node finds data at %d paths", len(all)+1)
			d.Help = "correct or remove the paths, or add the directories with their data"
		}
		p.Report(d)
	},
}

// reportSimilar reports the paths of a hierarchy for whose directory or file there is no data, but for one with a
// similar name. It returns them.
func reportSimilar(p *rule.ConfigPass) map[*data.Node]bool {
	reported := map[*data.Node]bool{}
	private := map[*data.Node]bool{}
	for _, u := range p.Project.UnseenData(p.Root) {
		if u.Private && u.Location >= 0 {
			private[u.Level.Locations[u.Location].Node] = true
		}
	}
	places := placesOf(p.Site, p.Root)
	for level := range rule.Levels(p.Config()) {
		for _, location := range level.Locations {
			n := location.Node
			if n == nil || private[n] || reported[n] || strings.HasPrefix(location.Text, "/") {
				continue // version 3 reads each path once for each backend
			}
			for _, datadir := range places.datadirs {
				missing, near := places.similar(p.Root, datadir, location.Text+level.Extension)
				if near == "" {
					continue
				}
				reported[n] = true
				d := diagnostic.Diagnostic{
					Severity: diagnostic.Warning,
					Span:     rule.FirstLine(n), Key: rule.KeyPath(n),
					Message: "`" + rule.Shown(missing) + "` does not exist, but `" + rule.Shown(near) + "` does",
					Detail:  "Puppet silently skips paths that do not exist",
					Help:    rule.DidYouMean(rule.Shown(near)),
				}
				if places.dirs[path.Join(datadir, near)] {
					d.Message = "directory `" + rule.Shown(missing) + "` has no data, but `" + rule.Shown(near) + "` does"
				}
				p.Report(d)
				break
			}
		}
	}
	return reported
}

// places are the directories with data, and the files and directories in them. datadirs are the data directories of a
// hierarchy.
type places struct {
	dirs     map[string]bool
	dirsIn   map[string][]string
	filesIn  map[string][]*project.File
	datadirs []string
}

func placesOf(p *rule.Site, root *project.Root) places {
	all := places{dirs: map[string]bool{}, dirsIn: map[string][]string{}, filesIn: map[string][]*project.File{}}
	for _, f := range p.Project.Files {
		at := path.Dir(f.Path)
		all.filesIn[at] = append(all.filesIn[at], f)
		for dir := at; !all.dirs[dir]; dir = path.Dir(dir) {
			all.dirs[dir] = true
			all.dirsIn[path.Dir(dir)] = append(all.dirsIn[path.Dir(dir)], dir)
		}
		for i := range f.Matches {
			m := &f.Matches[i]
			if datadir, ok := datadirOf(f.Path, m); ok && m.Root == root && !slices.Contains(all.datadirs, datadir) {
				all.datadirs = append(all.datadirs, datadir)
			}
		}
	}
	return all
}

// datadirOf returns the data directory in which a path was matched. ok is false if it contains variables or a glob.
func datadirOf(name string, m *project.Match) (string, bool) {
	if m.Location >= len(m.Level.Locations) {
		return "", false
	}
	pattern := m.Level.Locations[m.Location].Text
	for _, value := range m.Vars {
		if strings.Contains(value, "/") {
			return "", false
		}
	}
	above := strings.Count(name, "/") - strings.Count(pattern, "/")
	if above < 0 || strings.Contains(pattern, "*") {
		return "", false
	}
	dir := strings.Join(strings.Split(name, "/")[:above], "/")
	if dir == "" {
		dir = "."
	}
	return dir, true
}

// similar returns the first part of a path without data, and one beside it that has data and a similar name, both
// relative to the data directory; "" if there is none.
func (all *places) similar(root *project.Root, datadir, pattern string) (missing, near string) {
	segments := strings.Split(pattern, "/")
	isFixed := true
	if i := slices.IndexFunc(segments, func(s string) bool { return strings.ContainsAny(s, "%*?[{") }); i >= 0 {
		segments, isFixed = segments[:i], false
	}
	at := datadir
	for i, segment := range segments {
		missing = path.Join(at, segment)
		isFile := isFixed && i == len(segments)-1
		if !isFile && all.dirs[missing] {
			at = missing
			continue
		}
		if isFile {
			near = all.similarFile(root, missing)
		} else {
			near = all.similarDir(missing)
		}
		break
	}
	if near == "" {
		return "", ""
	}
	prefix := strings.TrimPrefix(datadir+"/", "./")
	return strings.TrimPrefix(missing, prefix), strings.TrimPrefix(near, prefix)
}

// similarDir returns a directory with data whose name is nearly that of another one, or "".
func (all *places) similarDir(dir string) string {
	var near []string
	for _, other := range all.dirsIn[path.Dir(dir)] {
		if nearest.IsTypo(path.Base(dir), path.Base(other)) {
			near = append(near, other)
		}
	}
	if len(near) == 0 {
		return ""
	}
	return slices.Min(near)
}

// similarFile returns a data file whose name is nearly that of a missing one, and that the hierarchy reads only through
// variables, if at all. Other files that no hierarchy reads are reported themselves.
func (all *places) similarFile(root *project.Root, name string) string {
	near := ""
	for _, f := range all.filesIn[path.Dir(name)] {
		switch {
		case f.Path == name:
			return ""
		case near != "", !isSimilarFile(path.Base(name), path.Base(f.Path)),
			len(f.Matches) == 0 && f.Stray != project.Unclaimed,
			slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root && len(m.Vars) == 0 }):
		default:
			near = f.Path
		}
	}
	return near
}

// isSimilarFile reports whether a file name is probably a misspelling of another one, or differs only in case.
func isSimilarFile(a, b string) bool {
	ext := path.Ext(a)
	a, other := strings.CutSuffix(a, ext)
	b, same := strings.CutSuffix(b, ext)
	return other && same && a != b && (nearest.IsTypo(a, b) || strings.EqualFold(a, b))
}

// hasData reports whether the hierarchy reads any data file in the tree.
func hasData(p *rule.Site, root *project.Root) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
		return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root })
	})
}

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
		similar := map[*data.Node]bool{}
		for _, u := range p.Project.UnseenData(root) {
			if u.Private || u.Location < 0 {
				continue
			}
			location := &u.Level.Locations[u.Location]
			if location.Node == nil {
				continue
			}
			if missing, near := similarPath(p, u); near != "" {
				if !similar[location.Node] { // version 3 reads each path once for each backend
					similar[location.Node] = true
					reportSimilar(p, location, missing, near)
				}
				continue
			}
			if u.Folder == "" {
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

// reportSimilar reports a missing directory or file if there is one with a similar name.
func reportSimilar(p *rule.ConfigPass, location *config.Location, missing, near string) {
	p.Report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning,
		Span:     rule.FirstLine(location.Node), Key: rule.KeyPath(location.Node),
		Message: "`" + rule.Shown(path.Base(missing)) + "` does not exist, but `" + rule.Shown(path.Base(near)) + "` does",
		Detail:  "Puppet silently skips paths that do not exist",
		Help:    rule.DidYouMean(rule.Shown(path.Base(near))),
	})
}

// similarPath returns the missing directory or file of a location, and an existing one beside it with a similar name; ""
// if there is none.
func similarPath(p *rule.ConfigPass, u project.UnseenData) (missing, near string) {
	if u.Folder != "" {
		for _, f := range p.Project.Files {
			for dir := path.Dir(f.Path); dir != "." && dir != "/"; dir = path.Dir(dir) {
				if path.Dir(dir) == path.Dir(u.Folder) && nearest.IsTypo(path.Base(u.Folder), path.Base(dir)) {
					return u.Folder, dir
				}
			}
		}
		return "", ""
	}
	wanted := strings.Split(u.Level.Locations[u.Location].Text+u.Level.Extension, "/")
	datadir := path.Join(path.Dir(p.Root.Path), u.Level.Datadir.Text)
	for _, f := range p.Project.Files {
		folder, name, ok := readByVariable(p.Root, f, len(wanted))
		if len(f.Matches) == 0 && f.Datadir == p.Root && f.Stray == project.Unclaimed { // perhaps a hierarchy for tests reads it
			folder = datadir
			name, ok = strings.CutPrefix(f.Path, datadir+"/")
		}
		last := len(wanted) - 1
		if ok && path.Dir(name) == path.Dir(strings.Join(wanted, "/")) && isSimilarFile(wanted[last], path.Base(name)) {
			return path.Join(folder, strings.Join(wanted, "/")), f.Path
		}
	}
	return "", ""
}

// isSimilarFile reports whether a file name is probably a misspelling of another one, or differs only in case.
func isSimilarFile(a, b string) bool {
	ext := path.Ext(a)
	a, other := strings.CutSuffix(a, ext)
	b, same := strings.CutSuffix(b, ext)
	return other && same && a != b && (nearest.IsTypo(a, b) || strings.EqualFold(a, b))
}

// readByVariable splits the path of a file into the data directory and a path of depth segments in it. ok is false unless
// a hierarchy reads the file, and only at locations with variables.
func readByVariable(root *project.Root, f *project.File, depth int) (datadir, name string, ok bool) {
	segments := strings.Split(f.Path, "/")
	for _, m := range f.Matches {
		if m.Root != root {
			continue
		}
		if len(m.Vars) == 0 || m.Location >= len(m.Level.Locations) {
			return "", "", false
		}
		ok = ok || strings.Count(m.Level.Locations[m.Location].Text, "/") == depth-1
	}
	if !ok || len(segments) < depth {
		return "", "", false
	}
	at := len(segments) - depth
	return strings.Join(segments[:at], "/"), strings.Join(segments[at:], "/"), true
}

// hasData reports whether the hierarchy reads any data file in the tree.
func hasData(p *rule.Site, root *project.Root) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
		return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root })
	})
}

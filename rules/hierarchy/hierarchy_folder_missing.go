package hierarchy

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/rule"
)

// HierarchyFolderMissing reports paths into directories that do not exist.
var HierarchyFolderMissing = &rule.Rule{
	ID: "HL4013", Name: "hierarchy-folder-missing", Family: family, Severity: diagnostic.Note,
	CheckConfig: func(p *rule.ConfigPass) {
		root := p.Root
		if root.Layer == config.Module || len(p.Project.FilesOf(root)) == 0 {
			return // modules often have levels for systems without data, or all data may be outside the tree
		}
		var folders []string
		var all []diagnostic.Related
		var first *config.Location
		listed := map[*data.Node]bool{}
		similar := reportSimilar(p)
		for _, u := range p.Project.UnseenData(root) {
			if u.Folder == "" || u.Private {
				continue
			}
			location := &u.Level.Locations[u.Location]
			if location.Node == nil || similar[location.Node] {
				continue
			}
			switch {
			case listed[location.Node]: // version 3 reads each path once for each backend
			case first == nil:
				first = location
			default:
				all = append(all, diagnostic.Related{File: p.Source(), Span: rule.FirstLine(location.Node), Message: "this path is in `" + u.Folder + "`"})
			}
			listed[location.Node] = true
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
			Detail:  skipsMissing,
			Help:    "correct or remove the path, or add the directory with its data",
		}
		if len(all) > 0 {
			names := plural.Code(folders[:min(3, len(folders))])
			if len(folders) > 3 {
				names = append(names, plural.Count(len(folders)-3, "other"))
			}
			d.Message = fmt.Sprintf("missing %s %s, so no node finds data at %d paths", plural.Noun(len(folders), "directory"), plural.And(names), len(all)+1)
			d.Help = "correct or remove the paths, or add the directories with their data"
		}
		p.Report(d)
	},
}

// skipsMissing is the detail of findings about paths that lead nowhere.
const skipsMissing = "Puppet silently skips paths that do not exist"

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
	dirs := directoriesOf(p.Site)
	for _, level := range p.Config().AllLevels() {
		for _, location := range level.Locations {
			n := location.Node
			if n == nil || private[n] || reported[n] || strings.HasPrefix(location.Text, "/") {
				continue // version 3 reads each path once for each backend
			}
			for _, datadir := range dirs.datadirs[p.Root] {
				missing, near := dirs.similar(p.Root, datadir, location.Text+level.Extension)
				if near == "" {
					continue
				}
				reported[n] = true
				d := diagnostic.Diagnostic{
					Severity: diagnostic.Warning,
					Span:     rule.FirstLine(n), Key: rule.KeyPath(n),
					Message: "`" + rule.Shown(missing) + "` does not exist, but `" + rule.Shown(near) + "` does",
					Detail:  skipsMissing,
					Meant:   near,
				}
				if dirs.dirs[path.Join(datadir, near)] {
					d.Message = "directory `" + rule.Shown(missing) + "` has no data, but `" + rule.Shown(near) + "` does"
				}
				p.Report(d)
				break
			}
		}
	}
	return reported
}

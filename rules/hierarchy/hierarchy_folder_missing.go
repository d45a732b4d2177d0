package hierarchy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/diagnostic"
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
		for _, u := range p.Project.UnseenData(root) {
			if u.Folder == "" || u.Private {
				continue
			}
			location := &u.Level.Locations[u.Location]
			if location.Node == nil {
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

// hasData reports whether the hierarchy reads any data file in the tree.
func hasData(p *rule.Site, root *project.Root) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
		return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root })
	})
}

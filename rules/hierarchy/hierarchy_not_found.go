package hierarchy

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// HierarchyNotFound reports directories with data that no hierarchy reads.
var HierarchyNotFound = &rule.Rule{
	ID: "HL4014", Name: "hierarchy-not-found", Family: family, Severity: diagnostic.Warning, Gap: diagnostic.NoHierarchy,
	CheckProject: func(p *rule.ProjectPass) {
		for i := range p.Project.WithoutHierarchy {
			b := &p.Project.WithoutHierarchy[i]
			if b.Config == nil || b.Config.Config.Err(p.PuppetVersion) == nil { // otherwise hiera-config-invalid reports it
				p.Report(blind(b, writers(p.Site)))
			}
		}
	},
}

// writers returns the declarations of class `hiera` (module puppet/hiera) with a hierarchy, from which the module
// writes the server's hiera.yaml.
func writers(p *rule.Site) []diagnostic.Related {
	var all []diagnostic.Related
	for code := range p.AllCode() {
		for _, d := range code.Declarations("hiera") {
			if slices.Contains(d.Given, "hierarchy") {
				all = append(all, diagnostic.Related{File: d.File, Span: d.Span, Message: "class `hiera` writes the hierarchy of the server"})
			}
		}
	}
	return all
}

func blind(b *project.WithoutHierarchy, writers []diagnostic.Related) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		File:    source.New(b.Unread[0], nil),
		Message: "no hierarchy found for " + plural.Count(len(b.Unread), "data file") + " in " + folders(b.Unread),
		Detail:  "Without a hierarchy, only the files themselves were checked",
		Help:    "set `hiera_config` under `environments` in .hieralint.yaml to the hiera.yaml that production uses; if there is none, turn this rule off",
	}
	const unmatched = "no level of this hierarchy matches the files that look like data: "
	if b.Config != nil {
		d.File = b.Config.Config.Doc.File
		d.Message = unmatched + plural.Count(len(b.Unread), "file") + " in " + folders(b.Unread)
		d.Help = "correct its data directory and paths; if production uses another hiera.yaml, set `hiera_config` under `environments` in .hieralint.yaml to it, and if there is none, turn this rule off"
	}
	if len(writers) > 0 {
		d.Related = writers
		d.Help = "put the hiera.yaml that class `hiera` writes into the repository, and set `hiera_config` under `environments` in .hieralint.yaml to it"
	} else if wrong, ok := misspelledDatadir(b); ok {
		d.File, d.Span, d.Key = wrong.node.Doc.File, wrong.span, rule.KeyPath(wrong.node)
		d.Message = unmatched + plural.Count(len(b.Unread), "file") + " in " + folders(b.Unread)
		d.Meant = wrong.meant
		d.Fixes = []diagnostic.Fix{edit.Write(d.File, d.Span, d.Meant)}
		return d
	}
	if len(b.Candidates) > 0 {
		d.Help += ". The hiera.yaml may be " + some(lists.Map(b.Candidates, func(r *project.Root) string { return r.Path }), plural.Or)
	}
	return d
}

// wrongDatadir is a directory in a datadir that probably has another name in the tree.
type wrongDatadir struct {
	node  *data.Node // the datadir
	span  source.Span
	meant string
}

// misspelledDatadir returns the last directory of a datadir if its name resembles that of a directory with the data.
func misspelledDatadir(b *project.WithoutHierarchy) (wrongDatadir, bool) {
	roots := b.Candidates
	if b.Config != nil {
		roots = []*project.Root{b.Config}
	}
	names := lists.FlatMap(b.Unread, func(f string) []string { return strings.Split(path.Dir(f), "/") })
	for _, root := range roots {
		for _, level := range root.Config.AllLevels() {
			n := level.Datadir.Node
			if n == nil || n.Kind != data.Scalar || n.Text() != level.Datadir.Text || level.LocationKind == config.URI {
				continue
			}
			if missing := root.MissingDatadir(level); missing != nil && missing.Nearest != "" && readsDatadir(level) {
				continue // hierarchy-datadir-missing reports it
			}
			last := strings.TrimRight(level.Datadir.Text, "/")
			start := strings.LastIndex(last, "/") + 1
			last = last[start:]
			near, ok := nearest.Name(last, names)
			if !ok || strings.Contains(last, "%{") || slices.Contains(names, last) {
				continue
			}
			return wrongDatadir{n, n.SourceSpan(start, start+len(last)), near}, true
		}
	}
	return wrongDatadir{}, false
}

// folders returns a phrase with the directories of some files, without those in others.
func folders(files []string) string {
	dirs := lists.Map(files, path.Dir)
	slices.SortFunc(dirs, func(a, b string) int { return strings.Compare(a+"/", b+"/") }) // those in a directory follow it
	var all []string
	for _, dir := range dirs {
		if len(all) == 0 || !strings.HasPrefix(dir+"/", all[len(all)-1]+"/") {
			all = append(all, dir)
		}
	}
	return some(all, plural.And)
}

// few is the number of names that some names if there are more.
const few = 4

// some joins a few of many names.
func some(names []string, join func([]string) string) string {
	if len(names) > few {
		return strings.Join(plural.Code(names[:few]), ", ") + ", …"
	}
	return join(plural.Code(names))
}

package hierarchy

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// HierarchyMissingExtension reports paths without the extension of the files they are meant to match.
var HierarchyMissingExtension = &rule.Rule{
	ID: "HL4004", Name: "hierarchy-missing-extension", Family: family, Severity: diagnostic.Warning,
	CheckConfig: func(p *rule.ConfigPass) {
		for _, level := range p.Config().AllLevels() {
			if level.Extension != "" || extensionsOf(level) == nil {
				continue
			}
			if level.LocationKind != config.Path && level.LocationKind != config.Mapped {
				continue
			}
			for i := range level.Locations {
				missingExtension(p, level, i)
			}
		}
	},
}

// extensionsOf returns the extensions of the files of a level, the usual one first, or nil if a function other than
// Puppet's reads them.
func extensionsOf(level *config.Level) []string {
	switch level.Function.Builtin() {
	case "yaml_data":
		return []string{".yaml", ".yml", ".eyaml"}
	case "eyaml_lookup_key":
		return []string{".yaml", ".eyaml", ".yml"}
	case "json_data":
		return []string{".json"}
	case "hocon_data":
		return []string{".conf"}
	}
	return nil
}

func missingExtension(p *rule.ConfigPass, level *config.Level, i int) {
	location := level.Locations[i]
	node := location.Node
	ending := endingOf(location)
	isWild := level.LocationKind == config.Path && hasWildcard(location) // reported by hiera-config-invalid
	if ending.known || node == nil || node.Kind != data.Scalar || node.Text() != location.Text || isWild || readsBare(p, level, i) {
		return
	}
	d := diagnostic.Diagnostic{
		Span:    rule.FirstLine(node),
		Key:     rule.KeyPath(node),
		Message: "`" + rule.Shown(location.Text) + "` has no extension, and Puppet does not append one",
		Detail:  skipsMissing,
	}
	extension, example, only := lackedExtension(p, level, i)
	switch {
	case extension != "":
		d.Detail = "Puppet silently ignores `" + example.Path + "` at this level"
	case ending.anything || p.Root.Unseen(level) != project.Seen || p.Root.MissingDatadir(level) != nil:
		return
	default:
		extension = extensionsOf(level)[0]
	}
	d.Help = "write `" + rule.Shown(location.Text+extension) + "`"
	end := len(location.Text)
	d.Fixes = []diagnostic.Fix{{
		Message: "add `" + extension + "`",
		// How the value of an unknown variable ends is unknown.
		Safe:  only && !ending.anything,
		Edits: []diagnostic.TextEdit{{File: p.Source(), Span: node.SourceSpan(end, end), New: extension}},
	}}
	p.Report(d)
}

// lackedExtension returns the first extension with which the location would match existing files, or "", and whether no
// other extension is possible.
func lackedExtension(p *rule.ConfigPass, level *config.Level, i int) (extension string, example *project.File, only bool) {
	for _, f := range lacking(p.Site)[place{p.Root, level, i}] {
		ext := path.Ext(f.Path)
		if !slices.Contains(extensionsOf(level), ext) || extension == ext || strings.HasSuffix(f.Path, "/"+ext) {
			continue
		}
		if extension != "" {
			return extension, example, false
		}
		extension, example, only = ext, f, true
	}
	return extension, example, only
}

// place is a location in a hierarchy.
type place struct {
	root     *project.Root
	level    *config.Level
	location int
}

// lacking returns the files that each location would match if they had no extension. They are determined once.
func lacking(p *rule.Site) map[place][]*project.File {
	type key struct{}
	return rule.Once(p, key{}, func() map[place][]*project.File {
		found := map[place][]*project.File{}
		for _, f := range p.Project.Files {
			seen := map[place]bool{}
			for _, m := range p.Project.MatchesOf(strings.TrimSuffix(f.Path, path.Ext(f.Path))) {
				if at := (place{m.Root, m.Level, m.Location}); !seen[at] {
					seen[at] = true
					found[at] = append(found[at], f)
				}
			}
		}
		return found
	})
}

// readsBare reports whether the location matches an existing file without an extension.
func readsBare(p *rule.ConfigPass, level *config.Level, i int) bool {
	return slices.ContainsFunc(p.Project.FilesOf(p.Root), func(f *project.File) bool {
		return !slices.Contains(extensionsOf(level), path.Ext(f.Path)) && slices.ContainsFunc(f.Matches, func(m project.Match) bool {
			return m.Root == p.Root && m.Level == level && m.Location == i
		})
	})
}

// ending describes the end of a path.
type ending struct {
	// known means that the path has an extension, or certainly needs none.
	known bool
	// anything means that the path ends in a variable that may contain the extension, since neither Puppet nor Facter
	// sets it.
	anything bool
}

func endingOf(location config.Location) ending {
	tail, last := location.Text, (*interpolate.Token)(nil)
	if t := location.Template; t != nil && len(t.Tokens) > 0 {
		last = &t.Tokens[len(t.Tokens)-1]
		tail = t.Text[last.Span.End:]
	}
	name := tail[strings.LastIndexByte(tail, '/')+1:]
	if name != "" {
		// `common.d` and `v1.2` may be complete names.
		return ending{known: path.Ext(name) != ""}
	}
	if last == nil || tail != "" || last.Kind != interpolate.Variable {
		return ending{known: true}
	}
	root := strings.TrimPrefix(last.Key.Root, "::")
	switch {
	case root == "facts" && len(last.Key.Sub) > 1 && facter.Core(last.Key.Sub[0].Text) != nil, root == "trusted" && len(last.Key.Sub) == 1:
		return ending{}
	case slices.Contains([]string{"clientcert", "environment", "fqdn", "hostname", "domain", "osfamily", "operatingsystem", "kernel"}, root) && len(last.Key.Sub) == 0:
		return ending{}
	}
	text := strings.ToLower(location.Template.Source(last))
	return ending{anything: true, known: strings.Contains(text, "file") || strings.Contains(text, "path") || strings.Contains(text, "yaml")}
}

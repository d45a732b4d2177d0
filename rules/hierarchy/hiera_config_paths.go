package hierarchy

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// ofSystem lists directories at the root of a server's file system.
var ofSystem = map[string]bool{"etc": true, "home": true, "mnt": true, "opt": true, "root": true, "run": true, "srv": true, "tmp": true, "usr": true, "vagrant": true, "var": true}

// reportPaths reports paths and globs that cannot lead to the data that they are meant for: with a leading slash, the
// data directory, or a space at the end.
func reportPaths(p *rule.ConfigPass) {
	seen := map[*data.Node]bool{}
	inData, relative := namesInData(p), firstNames(p.Config())
	for _, level := range p.Config().AllLevels() {
		for _, location := range level.Locations {
			n := location.Node
			if level.LocationKind == config.URI || n == nil || seen[n] || n.Kind != data.Scalar || n.Text() != location.Text {
				continue
			}
			seen[n] = true
			first, rest, _ := strings.Cut(strings.TrimPrefix(location.Text, "/"), "/")
			blank := len(location.Text) - len(strings.TrimRight(location.Text, " \t"))
			switch datadir := path.Clean(level.Datadir.Text); {
			case blank > 0:
				reportPath(p, n, source.Span{Start: len(location.Text) - blank, End: len(location.Text)}, "the path ends in a space",
					"Puppet looks for a file whose name ends in a space", "remove the space")
			case strings.HasPrefix(location.Text, "/") && !ofSystem[first] && (inData[first] || inData[first+level.Extension] || relative[first]):
				reportPath(p, n, source.Span{Start: 0, End: 1}, "the path is absolute, so Puppet does not read it below the data directory",
					"Puppet looks for `"+rule.Shown(location.Text)+"` in the file system of the server", "remove the slash at the start")
			case first == path.Base(datadir) && !strings.HasPrefix(location.Text, "/") && !inData[first] && inData[firstOf(rest)]:
				reportPath(p, n, source.Span{Start: 0, End: len(first) + 1}, "the path contains the data directory `"+rule.Shown(first)+"`",
					"Paths are relative to it, so Puppet looks in `"+rule.Shown(path.Join(datadir, first))+"`", "remove `"+rule.Shown(first)+"/`")
			}
		}
	}
}

// reportWildcards reports paths with an asterisk, which only globs expand.
func reportWildcards(p *rule.ConfigPass) {
	for _, level := range p.Config().AllLevels() {
		if level.LocationKind != config.Path || level.LocationNode == nil {
			continue
		}
		wild := lists.Filter(level.Locations, func(l config.Location) bool { return l.Node != nil && hasWildcard(l) })
		if len(wild) == 0 || slices.ContainsFunc(p.Project.Files, func(f *project.File) bool { return strings.Contains(f.Doc.File.Path, "*") }) {
			continue
		}
		n := wild[0].Node
		d := diagnostic.Diagnostic{
			Severity: diagnostic.Warning, Span: rule.FirstLine(n), Key: rule.KeyPath(n),
			Message: "a path has no wildcards",
			Detail:  "Puppet looks for a file with this name, `*` included, so this level finds nothing",
			Help:    "list the files, or convert hiera.yaml to version 5, which has `globs`",
		}
		if key := level.LocationNode.Counterpart(); p.Config().Version == 5 && key != nil {
			d.Message = "`" + key.Text() + "` has no wildcards"
			glob := strings.Replace(key.Text(), "path", "glob", 1)
			if len(wild) == len(level.Locations) {
				d.Help = "write `" + glob + "`"
				edit.Rename(&d, key, glob)
			} else {
				d.Help = "read these files in a level of their own, with `globs`"
			}
		}
		p.Report(d)
	}
}

// hasWildcard reports whether there is a `*` in a path, outside its interpolation tokens.
func hasWildcard(location config.Location) bool {
	if location.Template == nil {
		return strings.Contains(location.Text, "*")
	}
	from := 0
	for _, t := range location.Template.Tokens {
		if strings.Contains(location.Template.Text[from:t.Span.Start], "*") {
			return true
		}
		from = t.Span.End
	}
	return strings.Contains(location.Template.Text[from:], "*")
}

// isBelowWildcard reports whether a file that no level of its hierarchy reads is in a directory in which a path has a wildcard.
func isBelowWildcard(p *rule.Site, f *project.File) bool {
	directories := wildcardsIn(p, f.Datadir)
	if len(directories) == 0 {
		return false
	}
	name := rule.BelowRoot(f)
	for at := range len(name) {
		if name[at] == '/' && directories[name[:at+1]] {
			return true
		}
	}
	return false
}

type wildcardsKey struct{ root *project.Root }

// wildcardsIn returns the directories in which paths of a hierarchy have wildcards, relative to that of its hiera.yaml. They are
// determined once.
func wildcardsIn(p *rule.Site, root *project.Root) map[string]bool {
	return rule.Once(p, wildcardsKey{root}, func() map[string]bool {
		found := map[string]bool{}
		for _, level := range root.Config.AllLevels() {
			for _, location := range level.Locations {
				if level.LocationKind != config.Path || !hasWildcard(location) {
					continue
				}
				before := location.Text[:max(strings.IndexAny(location.Text, "*%"), 0)]
				if directory := before[:strings.LastIndexByte(before, '/')+1]; directory != "" {
					found[path.Join(level.Datadir.Text, directory)+"/"] = true
				}
			}
		}
		return found
	})
}

// reportRepeated reports paths of version 5 that a level above has, too, so that it finds every key of the files first.
func reportRepeated(p *rule.ConfigPass) {
	type files struct {
		datadir, path string
		format        levels.Format
	}
	type place struct {
		level *config.Level
		node  *data.Node
	}
	seen := map[files]place{}
	for _, level := range p.Config().Hierarchy {
		format := levels.FormatOf(level)
		if p.Config().Version != 5 || format == levels.Custom || level.LocationKind == config.URI {
			continue
		}
		for _, l := range level.Locations {
			at := files{path.Clean(level.Datadir.Text), strings.ReplaceAll(path.Clean(l.Text), "%{::", "%{"), format}
			above, isRepeated := seen[at]
			if !isRepeated {
				seen[at] = place{level, l.Node}
				continue
			}
			if l.Node == nil || above.node == nil {
				continue
			}
			d := diagnostic.Diagnostic{
				Severity: diagnostic.Note, Span: rule.FirstLine(l.Node), Key: rule.KeyPath(l.Node),
				Message: "level `" + rule.Shown(above.level.Name) + "` already reads `" + rule.Shown(l.Text) + "`",
				Detail:  "That level finds every key of these files first",
				Help:    "remove the path, or correct it",
				Related: []diagnostic.Related{{File: p.Source(), Span: rule.FirstLine(above.node), Message: "the same path"}},
			}
			switch eyaml := "eyaml_lookup_key"; {
			case above.level.Function.Name == level.Function.Name:
			case above.level.Function.Name == eyaml:
				d.Detail += ". Where values are merged, this level adds the encrypted ones"
			default:
				d.Detail += ", and decrypts nothing"
			}
			p.Report(d)
		}
	}
}

// reportPath reports a part of a path, which its fix removes.
func reportPath(p *rule.ConfigPass, n *data.Node, part source.Span, message, detail, help string) {
	p.Report(diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: rule.FirstLine(n), Key: rule.KeyPath(n), Message: message, Detail: detail, Help: help,
		Fixes: []diagnostic.Fix{edit.Replace(help, p.Source(), n.SourceSpan(part.Start, part.End), "")},
	})
}

// namesInData returns the names of the files and directories with data in the data directories of the hierarchy.
func namesInData(p *rule.ConfigPass) map[string]bool {
	names := map[string]bool{}
	for _, name := range p.Root.Datadirs {
		if dir := directoriesOf(p.Site).in[name]; dir != nil && name != "." && name != "/" {
			for _, name := range dir.dirs {
				names[name] = true
			}
			for name := range dir.files {
				names[name] = true
			}
		}
	}
	return names
}

// firstNames returns the names that relative paths of the hierarchy start with.
func firstNames(c *config.Config) map[string]bool {
	names := map[string]bool{}
	for _, level := range c.AllLevels() {
		for _, l := range level.Locations {
			names[firstOf(l.Text)] = true
		}
	}
	delete(names, "") // of absolute paths
	return names
}

// firstOf returns the first name in a path.
func firstOf(name string) string {
	first, _, _ := strings.Cut(name, "/")
	return first
}

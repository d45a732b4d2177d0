package hierarchy

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// HierarchyDatadirMissing reports data directories that do not exist.
var HierarchyDatadirMissing = &rule.Rule{
	ID: "HL4005", Name: "hierarchy-datadir-missing", Family: family, Severity: diagnostic.Warning,
	CheckConfig: func(p *rule.ConfigPass) {
		root := p.Root
		seen := map[*data.Node]bool{}
		for _, level := range root.Config.AllLevels() {
			missing := missingDatadirOf(root, level)
			if missing == nil || missing.Mentioned {
				continue
			}
			// The place of the global hiera.yaml on the server is unknown, and nobody wrote the default datadir.
			if missing.Nearest == "" && !missing.File && (root.Layer == config.Global || level.Datadir.Node == nil) || seen[level.Datadir.Node] {
				continue
			}
			seen[level.Datadir.Node] = true
			p.Report(missingDatadir(p, level, missing))
		}
	},
}

// missingDatadirOf returns the data directory of a level that is missing or misspelled, if the level reads files in it.
func missingDatadirOf(root *project.Root, level *config.Level) *project.MissingDatadir {
	if missing := root.MissingDatadir(level); missing != nil && readsDatadir(level) {
		return missing
	}
	if !readsRelativePaths(level) {
		return nil
	}
	return root.Sources.Misspelled[level]
}

func missingDatadir(p *rule.ConfigPass, level *config.Level, missing *project.MissingDatadir) diagnostic.Diagnostic {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Note,
		Detail:   affected(p, level.Datadir.Node),
	}
	switch missing.Nearest {
	case "":
		d.Help = "add the directory with its data, or correct `datadir`"
	case ".":
		d.Severity = diagnostic.Warning
		d.Help = "the data files are next to this file; set `datadir: .` to read them"
	default:
		d.Severity = diagnostic.Warning
		d.Meant = missing.Nearest
	}
	what := "does not exist"
	if missing.File {
		d.Severity = diagnostic.Warning
		what = "is a file"
		if missing.Nearest == "" {
			d.Help = "replace the file with a directory, or correct `datadir`"
		}
	}
	node := level.Datadir.Node
	name := "data directory `" + rule.Shown(level.Datadir.Text) + "`"
	if node == nil {
		d.Span = rule.PlaceOf(level)
		d.Message = name + ", the default, " + what
		return d
	}
	d.Message = name + " " + what
	d.Span, d.Key = rule.FirstLine(node), rule.KeyPath(node)
	if missing.Nearest == "" || node.Kind != data.Scalar || node.Text() != level.Datadir.Text {
		return d
	}
	for start, part := range parts(level.Datadir.Text) {
		if part == missing.Name {
			d.Fixes = []diagnostic.Fix{edit.Write(p.Source(), node.SourceSpan(start, start+len(part)), missing.Nearest)}
			break
		}
	}
	return d
}

// affected names the levels without data because their datadir is missing.
func affected(p *rule.ConfigPass, datadir *data.Node) string {
	var names []string
	for _, level := range p.Config().AllLevels() {
		if level.Datadir.Node == datadir && missingDatadirOf(p.Root, level) != nil {
			names = append(names, "`"+rule.Shown(level.Name)+"`")
		}
	}
	switch {
	case len(names) == 1:
		return "Puppet silently finds nothing at level " + names[0]
	case len(names) <= 3:
		return "Puppet silently finds nothing at levels " + plural.And(names)
	}
	return fmt.Sprintf("Puppet silently finds nothing at %d levels", len(names))
}

// readsDatadir reports whether a level reads files in its datadir, and whether that is relative to the directory of the
// hiera.yaml, as from version 4 on.
func readsDatadir(level *config.Level) bool {
	if level.Datadir.Base != config.ConfigDir || level.Datadir.Template == nil && strings.Contains(level.Datadir.Text, "%{") {
		return false // version 4 does not interpolate datadirs, which is reported elsewhere
	}
	return readsRelativePaths(level)
}

// readsRelativePaths reports whether a level reads files in its datadir.
func readsRelativePaths(level *config.Level) bool {
	switch level.LocationKind {
	case config.Path, config.Glob, config.Mapped:
		return slices.ContainsFunc(level.Locations, func(location config.Location) bool { return !strings.HasPrefix(location.Text, "/") })
	}
	return false
}

// parts returns the parts of a path with their offsets.
func parts(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		start := 0
		for part := range strings.SplitSeq(text, "/") {
			if !yield(start, part) {
				return
			}
			start += len(part) + 1
		}
	}
}

package overview

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/interpolate"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/report"
)

// filesByLevel lists the files that each level reads, in the order of its locations.
func filesByLevel(p *project.Project) map[*config.Level][]report.LevelFile {
	all := map[*config.Level][]report.LevelFile{}
	location := map[*config.Level]map[string]int{}
	for _, f := range p.Files {
		keys := rootKeys(f)
		for _, m := range f.Matches {
			when := conditions(m.Vars)
			files := all[m.Level]
			if n := len(files); n > 0 && files[n-1].Path == f.Path { // the same file, for other values
				if !slices.ContainsFunc(files[n-1].When, func(other []report.Condition) bool { return slices.Equal(other, when) }) {
					files[n-1].When = append(files[n-1].When, when)
				}
				continue
			}
			all[m.Level] = append(files, report.LevelFile{Path: f.Path, When: [][]report.Condition{when}, Keys: keys})
			lists.PutIn(location, m.Level, f.Path, m.Location)
		}
	}
	for level, files := range all {
		slices.SortStableFunc(files, func(a, b report.LevelFile) int {
			return cmp.Compare(location[level][a.Path], location[level][b.Path])
		})
	}
	return all
}

// rootKeys returns the number of keys that a file defines.
func rootKeys(f *project.File) int {
	if !f.Doc.Value.Is(data.Hash) {
		return 0
	}
	return f.Doc.Value.Len()
}

func conditions(vars glob.Values) []report.Condition {
	return lists.Map(vars, func(v glob.Value) report.Condition { return report.Condition{Variable: v.Name, Value: v.Text} })
}

// overviewHierarchy returns a hierarchy with the files that its levels read, and the nodes that
// read them.
func overviewHierarchy(root *project.Root, c *columns, read map[*config.Level][]report.LevelFile, nodes map[string][]string) report.Hierarchy {
	h := report.Hierarchy{Name: root.Layer.String() + " layer", Path: root.Path}
	if root.Layer == config.Module {
		h.Name = "module " + root.Module
	}
	from := root.Config
	if from.Version != 5 && from.Version != 0 {
		h.Notes = append(h.Notes, fmt.Sprintf("It is version %d.", from.Version))
	}
	for _, puppet := range []int{7, 8} {
		if from.Err(puppet) != nil {
			h.Notes = append(h.Notes, fmt.Sprintf("Puppet %d rejects it.", puppet))
		}
	}
	add := func(part string, levels []*config.Level) {
		for _, level := range levels {
			files := slices.Clone(read[level]) // other environments may read it too
			for i := range files {
				files[i].Nodes = nodes[files[i].Path]
			}
			h.Levels = append(h.Levels, report.Level{
				Name: level.Name, Column: c.of(level), Part: part, Locations: locations(level), Function: level.Function.Name,
				Unseen: unseen(root.Unseen(level)), Files: files,
			})
		}
	}
	add("", from.Hierarchy)
	add("default_hierarchy", from.DefaultHierarchy)
	add("plan_hierarchy", from.PlanHierarchy)
	return h
}

// locations returns the locations of a level as written, relative to its data directory.
func locations(level *config.Level) [][]report.Piece {
	var all [][]report.Piece
	for _, location := range level.Locations {
		var pieces []report.Piece
		if level.LocationKind != config.URI && level.Datadir.Text != "" && !strings.HasPrefix(location.Text, "/") {
			pieces = append(pieces, templatePieces(level.Datadir.Text, level.Datadir.Template)...)
			pieces = append(pieces, report.Piece{Text: "/"})
		}
		pieces = append(pieces, templatePieces(location.Text, location.Template)...)
		if !strings.HasSuffix(location.Text, level.Extension) {
			pieces = append(pieces, report.Piece{Text: level.Extension})
		}
		all = append(all, joined(pieces))
	}
	return all
}

func templatePieces(text string, template *interpolate.Template) []report.Piece {
	if template == nil {
		return []report.Piece{{Text: secret.Redact(text)}}
	}
	var pieces []report.Piece
	end := 0
	for _, token := range template.Tokens {
		pieces = append(pieces, report.Piece{Text: secret.Redact(template.Text[end:token.Span.Start])})
		end = token.Span.End
		pieces = append(pieces, report.Piece{Text: template.Text[token.Span.Start:end], Variable: true})
	}
	return append(pieces, report.Piece{Text: secret.Redact(template.Text[end:])})
}

// joined joins adjacent plain pieces.
func joined(pieces []report.Piece) []report.Piece {
	var all []report.Piece
	for _, p := range pieces {
		switch n := len(all); {
		case p.Text == "":
		case n > 0 && !p.Variable && !all[n-1].Variable:
			all[n-1].Text += p.Text
		default:
			all = append(all, p)
		}
	}
	return all
}

func unseen(why project.Unseen) string {
	switch why {
	case project.Outside:
		return "its files are outside the checked tree"
	case project.Remote:
		return "its data is at a URI"
	case project.ByCode:
		return "it is served by a function, which is not run here"
	case project.Obscured:
		return "its location cannot be read"
	case project.TooLong:
		return "its path is too long for a file"
	}
	return ""
}

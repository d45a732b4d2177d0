package project

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lists"
)

// gatherer converts the candidates that are data to files.
type gatherer struct {
	*matcher
	unused    *unusedConfigs
	functions *functions

	files   []*File
	byName  map[string]*File // by each absolute path of the file
	formats map[*File]data.Format
	// examples lists the files that represent others; see examples.go.
	examples []string
}

// gather returns the files, each once.
func gather(m *matcher, unused *unusedConfigs) *gatherer {
	g := &gatherer{
		matcher: m, unused: unused, functions: &functions{disk: m.disk, layout: m.layout, known: map[string]*DataFunction{}},
		byName: map[string]*File{}, formats: map[*File]data.Format{},
	}
	byTarget := map[string][]*candidate{}
	for _, c := range g.candidates {
		byTarget[c.real] = append(byTarget[c.real], c)
	}
	for _, names := range byTarget {
		slices.SortFunc(names, func(a, b *candidate) int {
			return cmp.Or(lists.CompareBool(a.linked, b.linked), strings.Compare(a.path, b.path))
		})
		if f := g.file(names); f != nil {
			g.files = append(g.files, f)
		}
	}
	slices.SortFunc(g.files, func(a, b *File) int { return strings.Compare(a.Path, b.Path) })
	g.excludeExamples()
	return g
}

// file returns the file with the given names, the best of which is the first; nil if it is not data.
func (g *gatherer) file(names []*candidate) *File {
	if slices.ContainsFunc(names, func(c *candidate) bool { return g.byPath[c.path] != nil || g.unused.paths[c.path] }) {
		return nil // a hiera.yaml whose directory is the data directory
	}
	path := names[0].path
	f := &File{Path: g.store.Name(path)}
	var within []*Root
	for _, c := range names {
		f.Matches = append(f.Matches, c.matches...)
		within = append(within, c.within...)
	}
	slices.SortStableFunc(f.Matches, func(a, b Match) int { return cmp.Compare(a.order, b.order) })
	f.Matches = bestFits(f.Matches)
	isStray := len(f.Matches) == 0
	format, isData := formatAt(f.Path, f.Matches)
	if isStray && len(within) > 0 && g.lacksExtension(path) {
		format, isData = data.YAML, true
	}
	if !isData || isStray && !g.takeStray(f, path, within) {
		return nil
	}
	g.formats[f] = format
	for _, c := range names {
		g.byName[c.path] = f
	}
	return f
}

// formatAt returns the format in which levels read a file; isData is false if none of them reads it as
// data. Without levels, its name decides.
func formatAt(path string, matches []Match) (format data.Format, isData bool) {
	for i := range matches {
		if format, isData = formatOf(matches[i].Level).dataFormat(path); isData {
			return format, true
		}
	}
	if len(matches) > 0 {
		return format, false
	}
	return data.FormatOf(path)
}

// takeStray reports whether a file that no level reads is taken for data, and sets why. within are the
// hierarchies whose data directories contain it.
func (g *gatherer) takeStray(f *File, path string, within []*Root) bool {
	isHidden := strings.HasPrefix(filepath.Base(path), ".")
	switch {
	case len(within) > 0 && !isHidden:
		f.Stray, f.Datadir = Orphan, within[0]
		if mayReadAnything(f.Datadir) || f.Datadir.Fallback || g.functions.mayBeExpanded(path, f.Datadir) || g.isClaimed(path) {
			f.Stray = Unclaimed
		}
	case g.loose[path] && !isHidden:
		f.Stray, f.LacksConfig = Unclaimed, g.bareData[path]
	case g.named[path]:
		f.Stray = Named
	default:
		return false
	}
	return true
}

// leftovers lists the extensions of files that are not meant to be read.
var leftovers = []string{".bak", ".disabled", ".dist", ".example", ".off", ".old", ".orig", ".sample", ".save", ".template", ".tmpl"}

// lacksExtension reports whether a file would be read if its name ended in .yaml, such as
// data/nodes/web01.example.com, and contains parameter keys, so that it must be meant for Hiera.
func (g *gatherer) lacksExtension(path string) bool {
	name := filepath.Base(path)
	if _, isData := data.FormatOf(name); isData || strings.HasPrefix(name, ".") || slices.Contains(leftovers, strings.ToLower(filepath.Ext(name))) || strings.Contains(name, ".yaml.") {
		return false
	}
	if !slices.ContainsFunc(g.index.matches(path+".yaml"), func(m Match) bool { return m.Fit == glob.Likely }) {
		return false
	}
	doc, err := g.store.Document(path, data.YAML)
	return err == nil && doc.Value.Is(data.Hash) && slices.ContainsFunc(doc.Value.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && strings.Contains(e.Key.Text(), "::")
	})
}

// mayReadAnything reports whether it is unknown what some levels of a hierarchy read. If Puppet
// rejects a hierarchy, its intention is unknown.
func mayReadAnything(root *Root) bool {
	for level, reason := range root.unseen {
		if reason == Obscured || reason == ByCode && level.LocationKind == config.NoLocation {
			return true
		}
	}
	return root.Config.Err(7) != nil || root.Config.Err(8) != nil
}

// isClaimed reports whether a hierarchy that is not used reads a file that no level reads.
func (g *gatherer) isClaimed(path string) bool {
	for dir := filepath.Dir(path); !g.isDatadir[dir] && g.inDatadir(dir); dir = filepath.Dir(dir) {
		if g.unused.dirs[dir] {
			return true // a function reads it, according to the configuration next to it
		}
	}
	return len(g.unused.index.matches(path)) > 0
}

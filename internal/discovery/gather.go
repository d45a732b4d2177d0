package discovery

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

// gatherer converts the candidates that are data to files.
type gatherer struct {
	*matcher
	weigher   *layout.Weigher
	unused    *layout.UnusedConfigs
	functions *functions

	files   []*project.File
	byName  map[string]*project.File // by each absolute path of the file
	formats map[*project.File]data.Format
	// examples lists the files that represent others; see examples.go.
	examples []string
}

// gather returns the files, each once.
func gather(m *matcher, weigher *layout.Weigher) *gatherer {
	g := &gatherer{
		matcher: m, weigher: weigher, unused: weigher.Unused, functions: &functions{Tree: m.Tree, Layout: m.Layout},
		byName: map[string]*project.File{}, formats: map[*project.File]data.Format{},
	}
	byTarget := map[string][]*candidate{}
	for _, c := range g.candidates {
		byTarget[c.target] = append(byTarget[c.target], c)
	}
	for _, names := range byTarget {
		slices.SortFunc(names, func(a, b *candidate) int {
			return cmp.Or(lists.CompareBool(a.linked, b.linked), strings.Compare(a.path, b.path))
		})
		if f := g.file(names); f != nil {
			g.files = append(g.files, f)
		}
	}
	slices.SortFunc(g.files, func(a, b *project.File) int { return strings.Compare(a.Path, b.Path) })
	g.excludeExamples()
	return g
}

// file returns the file with the given names, the best of which is the first; nil if it is not data.
func (g *gatherer) file(names []*candidate) *project.File {
	if slices.ContainsFunc(names, func(c *candidate) bool { return g.ByPath[c.path] != nil || g.unused.Paths[c.path] }) {
		return nil // a hiera.yaml whose directory is the data directory
	}
	path := names[0].path
	f := &project.File{Path: g.Store.Name(path)}
	var within []*project.Root
	for _, c := range names {
		f.Matches = append(f.Matches, c.matches...)
		within = append(within, c.within...)
	}
	slices.SortStableFunc(f.Matches, func(a, b project.Match) int { return cmp.Compare(a.Order, b.Order) })
	f.Matches = project.BestFits(f.Matches)
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
func formatAt(path string, matches []project.Match) (format data.Format, isData bool) {
	for i := range matches {
		if format, isData = levels.FormatOf(matches[i].Level).Of(path); isData {
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
func (g *gatherer) takeStray(f *project.File, path string, within []*project.Root) bool {
	isHidden := strings.HasPrefix(filepath.Base(path), ".")
	switch {
	case len(within) > 0 && !isHidden:
		f.Stray, f.Datadir = project.Orphan, within[0]
		f.Decrypted = g.isDecrypted(path)
		if mayReadAnything(f.Datadir) || f.Datadir.Fallback || g.functions.mayBeExpanded(path, f.Datadir) || g.isClaimed(path) || f.Decrypted || g.weigher.IsReadByTests(f.Datadir, path) {
			f.Stray = project.Unclaimed
		}
	case g.Loose[path] && !isHidden:
		f.Stray, f.LacksConfig = project.Unclaimed, g.BareData[path]
	case g.Named[path]:
		f.Stray = project.Named
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
	if !slices.ContainsFunc(g.index.Matches(path+".yaml"), func(m project.Match) bool { return m.Fit == glob.Likely }) {
		return false
	}
	doc, err := g.Store.Document(path, data.YAML)
	return err == nil && doc.Value.Is(data.Hash) && slices.ContainsFunc(doc.Value.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && strings.Contains(e.Key.Text(), "::")
	})
}

// isDecrypted reports whether a level reads the file into which an encrypted one is decrypted before Puppet runs: Git ignores it.
func (g *gatherer) isDecrypted(path string) bool {
	bare, isEncrypted := strings.CutSuffix(path, ".eyaml")
	if !isEncrypted || !slices.ContainsFunc(g.index.Matches(bare+".yaml"), func(m project.Match) bool { return m.Fit == glob.Likely }) {
		return false
	}
	_, why := g.KeptElsewhere(bare + ".yaml")
	return why == worktree.ByGit
}

// mayReadAnything reports whether it is unknown what some levels of a hierarchy read. If Puppet
// rejects a hierarchy, its intention is unknown.
func mayReadAnything(root *project.Root) bool {
	for level, reason := range root.Sources.Unseen {
		if reason == project.Obscured || reason == project.ByCode && level.LocationKind == config.NoLocation {
			return true
		}
	}
	return root.Config.Err(7) != nil || root.Config.Err(8) != nil
}

// isClaimed reports whether a hierarchy that is not used reads a file that no level reads.
func (g *gatherer) isClaimed(path string) bool {
	for dir := filepath.Dir(path); !g.IsDatadir[dir] && g.InDatadir(dir); dir = filepath.Dir(dir) {
		if g.unused.Dirs[dir] {
			return true // a function reads it, according to the configuration next to it
		}
	}
	// Values with slashes, with which %{a}/%{b}.yaml matches any file below two directories, indicate nothing.
	hasSlash := func(v glob.Value) bool { return strings.Contains(v.Text, "/") }
	return slices.ContainsFunc(g.unused.Index.Matches(path), func(m project.Match) bool { return !slices.ContainsFunc(m.Vars, hasSlash) })
}

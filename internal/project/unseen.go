package project

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/notseen"
)

// UnseenData is data that a hierarchy reads but that is missing from the tree, so that any key may
// be defined there.
type UnseenData struct {
	Root  *Root
	Level *config.Level
	// Location is the index of the path or glob in the level; -1 for the whole level.
	Location int
	// Private reports that something in the tree indicates that the data is kept elsewhere.
	Private bool
	// Folder is the first missing directory on the way to the location, as shown to users; "" if
	// none is missing, and for a whole level.
	Folder string
}

// Name returns the location as written in the hiera.yaml, or the name of the level.
func (u UnseenData) Name() string {
	if u.Location < 0 || len(u.Level.Locations) < 2 {
		return u.Level.Name
	}
	return u.Level.Locations[u.Location].Text
}

// UnseenData returns the data of the hierarchy that is missing from the tree, in the order of
// levels and locations:
//
//   - levels outside of the tree, and levels served by a function;
//   - private locations;
//   - files that are created later: they do not exist, although their name contains no variable.
//
// The default hierarchy is excluded.
func (p *Project) UnseenData(root *Root) []UnseenData { return p.unseenData[root] }

// LacksData reports whether a hierarchy reads data that is missing from the tree, or may have levels
// that do.
func (p *Project) LacksData(root *Root) bool { return len(p.UnseenData(root)) > 0 || root.Substitute }

// unseenFinder finds the data that hierarchies read but that is missing from the tree.
type unseenFinder struct {
	*gatherer
	existed func(path string) bool // see Options.Existed
	notSeen []notseen.Part         // see Project.NotSeen
	noted   map[string]bool        // the levels in it

	read    map[locationID]bool   // locations that read a file
	removed map[locationID]bool   // see findRemoved
	nowhere map[locationID]string // see findNowhere
	private map[locationID]bool   // see findPrivate
}

// find returns the data by hierarchy, and adds private data to notSeen.
func (u *unseenFinder) find(ctx context.Context) map[*Root][]UnseenData {
	u.read = map[locationID]bool{}
	for _, f := range u.files {
		for i := range f.Matches {
			u.read[f.Matches[i].id()] = true
		}
	}
	u.findRemoved(ctx)
	u.findNowhere()
	u.findPrivate()
	all := map[*Root][]UnseenData{}
	for _, root := range u.roots {
		for _, level := range root.Config.Hierarchy {
			if root.Unseen(level) != Seen || root.MissingDatadir(level) != nil {
				all[root] = append(all[root], UnseenData{Root: root, Level: level, Location: -1})
				continue
			}
			for i := range level.Locations {
				id := locationID{level, i}
				isCreatedLater := hasFixedPath(level, i) && !u.isReadByOther(root, id) && !u.removed[id]
				if u.private[id] || !u.read[id] && (isCreatedLater || u.nowhere[id] != "") {
					all[root] = append(all[root], UnseenData{root, level, i, u.private[id], u.nowhere[id]})
				}
			}
		}
	}
	return all
}

// noteSubstitute records that the configuration of production is missing.
func (u *unseenFinder) noteSubstitute(root *Root) {
	if root.Substitute {
		u.addNotSeen(fmt.Sprintf("the hierarchy of production (`%s` is used instead)", root.Path))
	}
}

// noteLevel records a level whose data is completely unknown.
func (u *unseenFinder) noteLevel(root *Root, level *config.Level) {
	var why string
	switch root.unseen[level] {
	case Outside:
		why = "outside the tree"
	case Remote:
		why = "a URI"
	case TooLong:
		why = "a path longer than that of a file can be"
	case ByCode:
		if level.Function.Name == "" {
			return
		}
		why = fmt.Sprintf("served by function `%s`", level.Function.Name)
	default:
		return
	}
	what := fmt.Sprintf("level `%s` of %s (%s)", level.Name, root.Path, why)
	if !u.noted[what] {
		u.noted[what] = true
		u.notSeen = append(u.notSeen, notseen.Part{What: what, Level: true})
	}
}

// addNotSeen adds a description to notSeen.
func (u *unseenFinder) addNotSeen(what string) {
	u.notSeen = append(u.notSeen, notseen.Part{What: what})
}

// hasFixedPath reports whether a location names the same file for all nodes, except that the data
// directory may depend on the environment.
func hasFixedPath(level *config.Level, location int) bool {
	if level.LocationKind != config.Path || !hasFixedDatadir(level) {
		return false
	}
	at := level.Locations[location]
	return at.Template == nil || len(at.Template.Tokens) == 0
}

// isReadByOther reports whether another version 3 backend reads a file with the same name: each
// path of the hierarchy applies to every backend, but usually only one of them has a file.
func (u *unseenFinder) isReadByOther(root *Root, id locationID) bool {
	return root.Config.Version == 3 && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other != id.level && id.index < len(other.Locations) && u.read[locationID{other, id.index}]
	})
}

// hasFixedDatadir reports whether a data directory depends on nothing except the node's
// environment.
func hasFixedDatadir(level *config.Level) bool {
	var datadir pathTemplate
	return datadir.add(level.Datadir.Text, level.Datadir.Template) && !slices.ContainsFunc(datadir.holes, func(name string) bool {
		return name != facter.Environment && !strings.HasPrefix(name, "settings::")
	})
}

// findNowhere finds the locations that lead into a missing directory, such as one of secrets that
// are kept elsewhere, with the directory. Directories of individual nodes may be missing
// because there are none; keys that values of other levels reference are not in them.
func (u *unseenFinder) findNowhere() {
	u.nowhere = map[locationID]string{}
	for _, at := range u.locations {
		if at.hierarchy != Regular || len(at.text.holes) == 0 || at.text.wild || slices.ContainsFunc(at.text.holes, facter.IsUniquePerNode) {
			continue
		}
		if missing := u.missingOnTheWay(at); missing != "" {
			u.nowhere[at.id()] = u.store.Name(missing)
		}
	}
}

// missingOnTheWay returns the first missing directory on the way to a location; "" if there is
// none. Directories after a variable other than the environment are not considered, because not all
// zones, for example, need to have the same ones.
func (d *disk) missingOnTheWay(at *location) string {
	dirs := []string{at.dir}
	names := strings.Split(at.text.text, "/")
	for _, name := range names[:len(names)-1] {
		var next []string
		for _, dir := range dirs {
			next = append(next, d.step(dir, name, &at.text)...)
		}
		switch {
		case len(next) > 0:
			dirs = next
		case at.text.isOpen(name):
			return ""
		default:
			return filepath.Join(dirs[0], name)
		}
	}
	return ""
}

// step returns the directories that a part of a template leads to from a directory.
func (d *disk) step(dir, name string, t *pathTemplate) []string {
	if !t.isOpen(name) {
		if at := filepath.Join(dir, name); d.isDir(at) {
			return []string{at}
		}
		return nil
	}
	if hole, size := utf8.DecodeRuneInString(name); size < len(name) || t.holes[hole-firstHole] != "environment" {
		return nil
	}
	entries, _ := d.tree.list(dir) // errors have been recorded
	var all []string
	for _, e := range entries {
		if e.dir && !strings.HasPrefix(e.name, ".") {
			all = append(all, filepath.Join(dir, e.name))
		}
	}
	return all
}

package project

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
)

// UnseenData is data that a hierarchy reads and that is not in the tree, though a node may have any key there.
type UnseenData struct {
	Root  *Root
	Level *config.Level
	// Location is the index of the path or glob in the level; -1 stands for the level as a whole.
	Location int
	// Private means that something in the tree says that the data is kept elsewhere.
	Private bool
	// Folder is the first directory on the way to the location that is not there, as people name it; "" when the way is
	// there, and for a level as a whole.
	Folder string
}

// Name is the location as the hiera.yaml has it, or the name of the level.
func (u UnseenData) Name() string {
	if u.Location < 0 || len(u.Level.Locations) < 2 {
		return u.Level.Name
	}
	return u.Level.Locations[u.Location].Text
}

// UnseenData is the data of the hierarchy that is not in the tree, in the order of levels and locations: levels that lie
// elsewhere or are served by a function, locations that are kept private, and files that are made or added later,
// since their name has no variable and still they are not there. The default hierarchy is left out.
func (p *Project) UnseenData(root *Root) []UnseenData { return p.unseenData[root] }

// readLocation names a location that reads a file.
type readLocation struct {
	level    *config.Level
	location int
}

// unseenFinder finds the data that hierarchies read and that is not in the tree.
type unseenFinder struct {
	*gatherer
	notSeen []string // see Project.NotSeen
}

// find gives the data by hierarchies, and says in notSeen what of it is private.
func (u *unseenFinder) find() map[*Root][]UnseenData {
	all := map[*Root][]UnseenData{}
	read := map[readLocation]bool{}
	for _, f := range u.files {
		for i := range f.Matches {
			read[readLocation{f.Matches[i].Level, f.Matches[i].Location}] = true
		}
	}
	private, nowhere := u.findPrivate(read), u.findNowhere()
	for _, root := range u.roots {
		for _, level := range root.Config.Hierarchy {
			if root.Unseen(level) != Seen || root.MissingDatadir(level) != nil {
				all[root] = append(all[root], UnseenData{Root: root, Level: level, Location: -1})
				continue
			}
			for i := range level.Locations {
				at := readLocation{level, i}
				if private[at] || !read[at] && (hasFixedPath(level, i) && !u.isReadByOther(root, at, read) || nowhere[at] != "") {
					all[root] = append(all[root], UnseenData{root, level, i, private[at], nowhere[at]})
				}
			}
		}
	}
	return all
}

// noteLevel notes a level whose data is not seen at all.
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
		why = fmt.Sprintf("function `%s`", level.Function.Name)
	default:
		return
	}
	text := fmt.Sprintf("level `%s` of %s (%s)", level.Name, root.Path, why)
	if !slices.Contains(u.notSeen, text) {
		u.notSeen = append(u.notSeen, text)
	}
}

// hasFixedPath reports whether a location names a file that does not depend on the node, but for its environment in the
// data directory.
func hasFixedPath(level *config.Level, location int) bool {
	if level.LocationKind != config.Path || !hasFixedDatadir(level) {
		return false
	}
	at := level.Locations[location]
	return at.Template == nil || len(at.Template.Tokens) == 0
}

// isReadByOther reports whether another backend of version 3 reads a file of the same name: each path of the hierarchy is
// for every backend, and has a file for one of them as a rule.
func (u *unseenFinder) isReadByOther(root *Root, at readLocation, read map[readLocation]bool) bool {
	return root.Config.Version == 3 && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other != at.level && at.location < len(other.Locations) && read[readLocation{other, at.location}]
	})
}

// hasFixedDatadir reports whether a data directory depends on nothing of a node but its environment.
func hasFixedDatadir(level *config.Level) bool {
	var datadir pathTemplate
	return datadir.add(level.Datadir.Text, level.Datadir.Template) && !slices.ContainsFunc(datadir.holes, func(name string) bool {
		return name != facter.Environment && !strings.HasPrefix(name, "settings::")
	})
}

// findNowhere finds the locations that lead into a directory that is not there, as into that of secrets which are kept
// elsewhere, and names it. A directory of single nodes may be missing because there are none; a key that values of other
// levels refer to is not in it.
func (u *unseenFinder) findNowhere() map[readLocation]string {
	nowhere := map[readLocation]string{}
	for _, at := range u.locations {
		if at.hierarchy != Regular || len(at.text.holes) == 0 || at.text.wild || slices.ContainsFunc(at.text.holes, facter.IsOfOneNode) {
			continue
		}
		if missing := u.missingOnTheWay(at); missing != "" {
			nowhere[readLocation{at.level, at.index}] = u.store.Name(missing)
		}
	}
	return nowhere
}

// missingOnTheWay is the first directory on the way to a location that is not there; "" when there is none. Behind a
// variable other than the environment it says nothing: not all zones need have the same folders.
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

// step are the directories that a part of a template leads to from a directory.
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
	entries, _ := d.tree.list(dir) // what cannot be read has been noted
	var all []string
	for _, e := range entries {
		if e.dir && !strings.HasPrefix(e.name, ".") {
			all = append(all, filepath.Join(dir, e.name))
		}
	}
	return all
}

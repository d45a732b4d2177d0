package discovery

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/project"
)

// unseenFinder finds the data that hierarchies read but that is missing from the tree.
type unseenFinder struct {
	*gatherer
	existed func(path string) bool // see Options.Existed
	notSeen []notseen.Part         // see Project.NotSeen
	noted   map[string]bool        // the levels in it

	read    map[project.LocationID]bool   // locations that read a file
	removed map[project.LocationID]bool   // see findRemoved
	nowhere map[project.LocationID]string // see findNowhere
	private map[project.LocationID]bool   // see findPrivate
}

// find returns the data by hierarchy, and adds private data to notSeen.
func (u *unseenFinder) find(ctx context.Context) map[*project.Root][]project.UnseenData {
	u.read = map[project.LocationID]bool{}
	for _, f := range u.files {
		for i := range f.Matches {
			u.read[f.Matches[i].ID()] = true
		}
	}
	u.findRemoved(ctx)
	u.findNowhere()
	u.findPrivate()
	all := map[*project.Root][]project.UnseenData{}
	for _, root := range u.Roots {
		for _, level := range root.Config.Hierarchy {
			if root.Unseen(level) != project.Seen || root.MissingDatadir(level) != nil {
				all[root] = append(all[root], project.UnseenData{Root: root, Level: level, Location: -1})
				continue
			}
			for i := range level.Locations {
				id := project.LocationID{Level: level, Index: i}
				isCreatedLater := hasFixedPath(level, i) && !u.isReadByOther(root, id) && !u.removed[id]
				if u.private[id] || !u.read[id] && (isCreatedLater || u.nowhere[id] != "") {
					all[root] = append(all[root], project.UnseenData{Root: root, Level: level, Location: i, Private: u.private[id], Folder: u.nowhere[id]})
				}
			}
		}
	}
	return all
}

// noteSubstitute records that the configuration of production is missing.
func (u *unseenFinder) noteSubstitute(root *project.Root) {
	if root.Substitute {
		u.addNotSeen(fmt.Sprintf("the hierarchy of production (`%s` is used instead)", root.Path))
	}
}

// noteLevel records a level whose data is completely unknown.
func (u *unseenFinder) noteLevel(root *project.Root, level *config.Level) {
	var why string
	switch root.Sources.Unseen[level] {
	case project.Outside:
		why = "outside the tree"
	case project.Remote:
		why = "a URI"
	case project.TooLong:
		why = "a path that is too long for a file"
	case project.ByCode:
		if level.Function.Name == "" {
			return
		}
		why = "served by " + level.Function.Described()
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
func (u *unseenFinder) isReadByOther(root *project.Root, id project.LocationID) bool {
	return root.Config.Version == 3 && slices.ContainsFunc(root.Config.Hierarchy, func(other *config.Level) bool {
		return other != id.Level && id.Index < len(other.Locations) && u.read[project.LocationID{Level: other, Index: id.Index}]
	})
}

// hasFixedDatadir reports whether a data directory depends on nothing except the node's
// environment.
func hasFixedDatadir(level *config.Level) bool {
	var datadir levels.Path
	return datadir.Add(level.Datadir.Text, level.Datadir.Template) && !slices.ContainsFunc(datadir.Holes, func(name string) bool {
		return name != facter.Environment && !strings.HasPrefix(name, "settings::")
	})
}

// findNowhere finds the locations that lead into a missing directory, such as one of secrets that
// are kept elsewhere, with the directory. Directories of individual nodes may be missing
// because there are none; keys that values of other levels reference are not in them.
func (u *unseenFinder) findNowhere() {
	u.nowhere = map[project.LocationID]string{}
	for _, at := range u.Locations {
		if at.Hierarchy != project.Regular || len(at.Text.Holes) == 0 || at.Text.Wild || slices.ContainsFunc(at.Text.Holes, facter.IsUniquePerNode) {
			continue
		}
		if missing := u.missingOnTheWay(at); missing != "" {
			u.nowhere[at.ID()] = u.Store.Name(missing)
		}
	}
}

// missingOnTheWay returns the first missing directory on the way to a location; "" if there is
// none. Directories after a variable other than the environment are not considered, because not all
// zones, for example, need to have the same ones.
func (u *unseenFinder) missingOnTheWay(at *locate.Location) string {
	dirs := []string{at.Dir}
	names := strings.Split(at.Text.Text, "/")
	for _, name := range names[:len(names)-1] {
		next := lists.FlatMap(dirs, func(dir string) []string { return u.step(dir, name, &at.Text) })
		switch {
		case len(next) > 0:
			dirs = next
		case at.Text.IsOpen(name):
			return ""
		default:
			return filepath.Join(dirs[0], name)
		}
	}
	return ""
}

// step returns the directories that a part of a template leads to from a directory.
func (u *unseenFinder) step(dir, name string, t *levels.Path) []string {
	if !t.IsOpen(name) {
		if at := filepath.Join(dir, name); u.IsDir(at) {
			return []string{at}
		}
		return nil
	}
	if !t.IsVariable(name, facter.Environment) {
		return nil
	}
	entries, _ := u.List(dir) // errors have been recorded
	if slices.ContainsFunc(entries, func(e worktree.Entry) bool { return e.Dir && (e.Name == "manifests" || e.Name == "modules") }) {
		return nil // directories beside code are not named after environments
	}
	var all []string
	for _, e := range entries {
		if e.Dir && !strings.HasPrefix(e.Name, ".") {
			all = append(all, filepath.Join(dir, e.Name))
		}
	}
	return all
}

package project

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/revision"
)

// The reasons why data is private: the hierarchy reads it, but the tree indicates that it is kept
// elsewhere.
const (
	behindLink  = "the target of the symbolic link is missing here"
	isSubmodule = "the submodule is not checked out"
	byGit       = "ignored by git"
	byExample   = "only an example of it exists"
	forTests    = "only files for development and tests exist"
)

// notThere is the reason for a missing file that hiera.yaml names and that is not private. It may
// be created later.
const notThere = "no such file"

// missingReasons lists all reasons in the order in which they are shown.
var missingReasons = []string{behindLink, isSubmodule, byGit, byExample, forTests, notThere}

// maxPrivate is the maximum number of paths listed for each reason.
const maxPrivate = 3

// findPrivate finds the locations whose data is private, and adds them and missing files to notSeen.
func (u *unseenFinder) findPrivate() {
	u.private = map[locationID]bool{}
	names := map[string][]string{} // of files and directories, by reason
	add := func(path, why string) {
		if name := u.store.Name(path); !slices.Contains(names[why], name) {
			names[why] = append(names[why], name)
		}
	}
	addPrivate := func(at *location, path, why string) {
		u.private[at.id()] = true
		if !at.root.Installed {
			add(path, why)
		}
	}
	tests := u.onlyForTests()
	for _, at := range u.locations {
		if at.hierarchy != Regular || !slices.Contains(u.roots, at.root) {
			continue
		}
		for _, real := range u.onlyExamples(at) {
			addPrivate(at, real, byExample)
		}
		id := at.id()
		if u.read[id] {
			if tests[id] {
				addPrivate(at, at.text.written(at.dir), forTests)
			}
			continue
		}
		path := at.text.anyFile(at.dir)
		from, why := u.keptElsewhere(path)
		switch {
		case why != "":
			addPrivate(at, at.text.writtenTo(at.dir, from), why)
		case u.private[id]:
		case u.nowhere[id] == "" && u.isMissingSecret(at):
			addPrivate(at, at.text.written(at.dir), notThere)
		case !u.removed[id] && u.isMissing(at, path):
			add(path, notThere)
		}
	}
	noted := map[string]bool{}
	for _, why := range missingReasons {
		u.noteMissing(lists.Filter(names[why], func(name string) bool { return !noted[name] }), why)
		for _, name := range names[why] {
			noted[name] = true
		}
	}
}

// noteMissing adds files and directories that are missing for the same reason to notSeen.
func (u *unseenFinder) noteMissing(names []string, why string) {
	slices.Sort(names)
	switch {
	case len(names) > maxPrivate:
		u.addNotSeen(plural.Count(len(names), "data file") + " (" + why + ")")
	case len(names) > 0:
		u.addNotSeen("data in " + plural.And(plural.Code(names)) + " (" + why + ")")
	}
}

// findRemoved finds the locations whose only file was removed since the last commit, or since the
// revision that the project is compared with: it is not kept elsewhere, but gone.
func (u *unseenFinder) findRemoved(ctx context.Context) {
	missing := map[string][]string{} // paths, by the top directory
	locations := map[string][]locationID{}
	for _, at := range u.locations {
		id := at.id()
		if u.read[id] || at.root.Installed || len(at.text.holes) > 0 || !hasFixedPath(at.level, at.index) {
			continue
		}
		path := at.text.anyFile(at.dir)
		if top := u.top(path); top != "" && !u.exists(path) && isAbsent(path) {
			missing[top] = append(missing[top], path)
			locations[path] = append(locations[path], id)
		}
	}
	u.removed = map[locationID]bool{}
	for top, paths := range missing {
		for path := range revision.Removed(ctx, top, paths, u.existed) {
			for _, id := range locations[path] {
				u.removed[id] = true
			}
		}
	}
}

// isAbsent reports whether there is nothing on disk at a path. What is hidden is there.
func isAbsent(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, os.ErrNotExist)
}

// isMissing reports whether a location that reads nothing is the path of a single file that does not
// exist.
func (u *unseenFinder) isMissing(at *location, path string) bool {
	return len(at.text.holes) == 0 && hasFixedPath(at.level, at.index) && !u.exists(path) && u.isOfUsedHierarchy(at)
}

// isMissingSecret reports whether a location that reads nothing has variables and names secrets.
func (u *unseenFinder) isMissingSecret(at *location) bool {
	return len(at.text.holes) > 0 && secretName().MatchString(at.text.text) && u.isOfUsedHierarchy(at)
}

// isOfUsedHierarchy reports whether a location that reads nothing belongs to a hierarchy of an
// environment or the global layer that reads other files.
func (u *unseenFinder) isOfUsedHierarchy(at *location) bool {
	return at.root.Layer != config.Module && at.root.Unseen(at.level) == Seen && !u.isReadByOther(at.root, at.id()) && u.readsFiles(at.root)
}

// readsFiles reports whether a hierarchy reads any files.
func (u *unseenFinder) readsFiles(root *Root) bool {
	return slices.ContainsFunc(u.files, func(f *File) bool {
		return slices.ContainsFunc(f.Matches, func(m Match) bool { return m.Root == root })
	})
}

// keptElsewhere returns the directory or file on the way to a path for which the tree indicates
// that the rest is kept elsewhere; why is "" if there is no such indication.
func (d *disk) keptElsewhere(path string) (at, why string) {
	top := d.top(path)
	if top == "" {
		return "", ""
	}
	ignored := d.gitignore(top).FirstIgnored(path)
	for _, at := range downTo(path, top) {
		switch {
		case d.leadsAway(at):
			return at, behindLink
		case d.isSubmodule(top, at) && d.isEmptyDir(at):
			return at, isSubmodule
		case at == ignored:
			return at, byGit
		}
	}
	return "", ""
}

// downTo returns the directories below top on the way to path, and path itself.
func downTo(path, top string) []string {
	var all []string
	for at := path; at != top; at = filepath.Dir(at) {
		all = append(all, at)
	}
	slices.Reverse(all)
	return all
}

// leadsAway reports whether a path is a symbolic link whose target does not exist or is not in the
// tree.
func (d *disk) leadsAway(path string) bool {
	away, known := d.away[path]
	if !known {
		if info, err := d.store.Lstat(path); err == nil && info.Mode()&os.ModeSymlink != 0 {
			_, err = d.store.Stat(path)
			real := d.tree.real(path)
			away = err != nil || !d.tree.within(real) && !isDevice(real)
		}
		d.away[path] = away
	}
	return away
}

// leadsToPrivate reports whether a symbolic link leads to private data.
func (d *disk) leadsToPrivate(link string) bool {
	_, why := d.keptElsewhere(target(link))
	return why != ""
}

// secretName matches parts of a path that suggest secrets, and testValue values of variables for machines without real
// ones.
var (
	secretName = lazyregexp.New(`(?i)secret|credential|passw|private|vault`)
	testValue  = lazyregexp.New(`(?i)^(?:vagrant|virtualbox|docker|dev|devel|development|local|localhost|test|testing|tests|ci|kitchen|beaker|spec|sandbox|example|dummy)$`)
)

// onlyForTests returns the locations that name secrets and read only files for values such as `vagrant`: those for other
// machines are kept elsewhere.
func (u *unseenFinder) onlyForTests() map[locationID]bool {
	only := map[locationID]bool{}
	for _, at := range u.locations {
		if len(at.text.holes) > 0 && secretName().MatchString(at.text.text) {
			only[at.id()] = true
		}
	}
	if len(only) == 0 {
		return only
	}
	for _, f := range u.files {
		for i := range f.Matches {
			m := &f.Matches[i]
			only[m.id()] = only[m.id()] && slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return testValue().MatchString(v.Text) })
		}
	}
	return only
}

package discovery

import (
	"context"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/revision"
)

// The reasons why data is private, besides those of disk.KeptElsewhere.
const (
	byExample = "only an example of it exists"
	forTests  = "only files for development and tests exist"
)

// notThere is the reason for a missing file that hiera.yaml names and that is not private. It may
// be created later.
const notThere = "no such file"

// missingReasons lists all reasons in the order in which they are shown.
var missingReasons = []string{worktree.BehindLink, worktree.NotCheckedOut, worktree.ByGit, byExample, forTests, notThere}

// maxPrivate is the maximum number of paths listed for each reason.
const maxPrivate = 3

// findPrivate finds the locations whose data is private, and adds them and missing files to notSeen.
func (u *unseenFinder) findPrivate() {
	u.private = map[project.LocationID]bool{}
	names := map[string][]string{} // of files and directories, by reason
	add := func(path, why string) {
		if name := u.Store.Name(path); !slices.Contains(names[why], name) {
			names[why] = append(names[why], name)
		}
	}
	addPrivate := func(at *locate.Location, path, why string) {
		u.private[at.ID()] = true
		if !at.Root.Installed {
			add(path, why)
		}
	}
	tests := u.onlyForTests()
	for _, at := range u.Locations {
		if at.Hierarchy != project.Regular || !slices.Contains(u.Roots, at.Root) {
			continue
		}
		for _, path := range u.onlyExamples(at) {
			addPrivate(at, path, byExample)
		}
		id := at.ID()
		if u.read[id] {
			if tests[id] {
				addPrivate(at, at.Text.Written(at.Dir), forTests)
			}
			continue
		}
		path := at.Text.AnyFile(at.Dir)
		from, why := u.KeptElsewhere(path)
		switch {
		case why != "":
			addPrivate(at, at.Text.WrittenTo(at.Dir, from), why)
		case u.private[id]:
		case u.isMissingSecret(at):
			addPrivate(at, at.Text.Written(at.Dir), notThere)
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
	locations := map[string][]project.LocationID{}
	for _, at := range u.Locations {
		id := at.ID()
		if u.read[id] || at.Root.Installed || len(at.Text.Holes) > 0 || !hasFixedPath(at.Level, at.Index) {
			continue
		}
		path := at.Text.AnyFile(at.Dir)
		if top := u.Top(path); top != "" && !u.Exists(path) && isAbsent(path) {
			missing[top] = append(missing[top], path)
			locations[path] = append(locations[path], id)
		}
	}
	u.removed = map[project.LocationID]bool{}
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
// exist. No file is expected to have a name with wildcards.
func (u *unseenFinder) isMissing(at *locate.Location, path string) bool {
	return len(at.Text.Holes) == 0 && !strings.Contains(at.Text.Text, "*") && hasFixedPath(at.Level, at.Index) && !u.Exists(path) && u.isOfUsedHierarchy(at)
}

// isMissingSecret reports whether a location that reads nothing has variables and names secrets.
func (u *unseenFinder) isMissingSecret(at *locate.Location) bool {
	return len(at.Text.Holes) > 0 && secretName().MatchString(at.Text.Text) && u.isOfUsedHierarchy(at)
}

// isOfUsedHierarchy reports whether a location that reads nothing belongs to a hierarchy of an
// environment or the global layer that reads other files.
func (u *unseenFinder) isOfUsedHierarchy(at *locate.Location) bool {
	return at.Root.Layer != config.Module && at.Root.Unseen(at.Level) == project.Seen && !u.isReadByOther(at.Root, at.ID()) && u.readsFiles(at.Root)
}

// readsFiles reports whether a hierarchy reads any files.
func (u *unseenFinder) readsFiles(root *project.Root) bool {
	return slices.ContainsFunc(u.files, func(f *project.File) bool {
		return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root })
	})
}

// secretName matches parts of a path that suggest secrets, and testValue values of variables for machines without real
// ones.
var (
	secretName = lazyregexp.New(`(?i)secret|credential|passw|private|vault`)
	testValue  = lazyregexp.New(`(?i)^(?:vagrant|virtualbox|docker|dev|devel|development|local|localhost|test|testing|tests|ci|kitchen|beaker|spec|sandbox|example|dummy)$`)
)

// onlyForTests returns the locations that name secrets and read only files for values such as `vagrant`: those for other
// machines are kept elsewhere.
func (u *unseenFinder) onlyForTests() map[project.LocationID]bool {
	only := map[project.LocationID]bool{}
	for _, at := range u.Locations {
		if len(at.Text.Holes) > 0 && secretName().MatchString(at.Text.Text) {
			only[at.ID()] = true
		}
	}
	if len(only) == 0 {
		return only
	}
	for _, f := range u.files {
		for i := range f.Matches {
			m := &f.Matches[i]
			only[m.ID()] = only[m.ID()] && slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return testValue().MatchString(v.Text) })
		}
	}
	return only
}

package project

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/rooted"
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

var privateReasons = []string{behindLink, isSubmodule, byGit, byExample, forTests}

// maxPrivate is the maximum number of paths listed for each reason.
const maxPrivate = 3

// findPrivate finds the locations whose data is private, and adds them and missing files to notSeen.
func (u *unseenFinder) findPrivate(read, removed map[readLocation]bool, nowhere map[readLocation]string) map[readLocation]bool {
	private := map[readLocation]bool{}
	paths := map[string][]string{} // by reason
	note := func(at *location, path, why string) {
		private[readLocation{at.level, at.index}] = true
		if name := u.store.Name(path); !at.root.Installed && !slices.Contains(paths[why], name) {
			paths[why] = append(paths[why], name)
		}
	}
	tests := u.onlyForTests()
	for _, at := range u.locations {
		if at.hierarchy != Regular || !slices.Contains(u.roots, at.root) {
			continue
		}
		for _, real := range u.onlyExamples(at) {
			note(at, real, byExample)
		}
		if read[readLocation{at.level, at.index}] {
			if tests[readLocation{at.level, at.index}] {
				note(at, at.text.written(at.dir), forTests)
			}
			continue
		}
		path := at.text.anyFile(at.dir)
		if from, why := u.keptElsewhere(path); why != "" {
			note(at, at.text.writtenTo(at.dir, from), why)
		} else if reads := (readLocation{at.level, at.index}); !private[reads] && nowhere[reads] == "" && u.isMissingSecret(at, read) {
			note(at, at.text.written(at.dir), notThere)
		} else if name := u.store.Name(path); !private[reads] && !removed[reads] && u.isMissing(at, path, read) && !slices.Contains(paths[notThere], name) {
			paths[notThere] = append(paths[notThere], name)
		}
	}
	noted := map[string]bool{}
	for _, why := range append(slices.Clone(privateReasons), notThere) {
		u.notePrivate(lists.Filter(paths[why], func(name string) bool { return !noted[name] }), why)
		for _, name := range paths[why] {
			noted[name] = true
		}
	}
	return private
}

// findRemoved returns the locations whose only file was removed since the last commit, or since the
// revision that the project is compared with: it is not kept elsewhere, but gone.
func (u *unseenFinder) findRemoved(ctx context.Context, read map[readLocation]bool) map[readLocation]bool {
	missing := map[string][]string{} // by the top directory
	locations := map[string][]readLocation{}
	for _, at := range u.locations {
		reads := readLocation{at.level, at.index}
		if read[reads] || at.root.Installed || len(at.text.holes) > 0 || !hasFixedPath(at.level, at.index) {
			continue
		}
		path := at.text.anyFile(at.dir)
		if top := u.top(path); top != "" && !u.exists(path) && isAbsent(path) {
			missing[top] = append(missing[top], path)
			locations[path] = append(locations[path], reads)
		}
	}
	removed := map[readLocation]bool{}
	for top, paths := range missing {
		for path := range revision.Removed(ctx, top, paths, u.existed) {
			for _, at := range locations[path] {
				removed[at] = true
			}
		}
	}
	return removed
}

// isAbsent reports whether there is nothing on disk at a path. What is hidden is there.
func isAbsent(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, os.ErrNotExist)
}

// isMissing reports whether a location that reads nothing is the path of a single file, in a
// hierarchy of an environment or the global layer that reads other files.
func (u *unseenFinder) isMissing(at *location, path string, read map[readLocation]bool) bool {
	return at.root.Layer != config.Module && at.root.Unseen(at.level) == Seen && len(at.text.holes) == 0 && hasFixedPath(at.level, at.index) && !u.exists(path) &&
		!u.isReadByOther(at.root, readLocation{at.level, at.index}, read) && u.readsFiles(at.root)
}

// readsFiles reports whether a hierarchy reads any files.
func (u *unseenFinder) readsFiles(root *Root) bool {
	return slices.ContainsFunc(u.files, func(f *File) bool {
		return slices.ContainsFunc(f.Matches, func(m Match) bool { return m.Root == root })
	})
}

// isMissingSecret reports whether a location without files has variables and names secrets, in a hierarchy of an
// environment or the global layer that reads other files.
func (u *unseenFinder) isMissingSecret(at *location, read map[readLocation]bool) bool {
	return at.root.Layer != config.Module && at.root.Unseen(at.level) == Seen && len(at.text.holes) > 0 && secretName().MatchString(at.text.text) &&
		!u.isReadByOther(at.root, readLocation{at.level, at.index}, read) && u.readsFiles(at.root)
}

// exists reports whether there is anything at a path, including a broken link.
func (d *disk) exists(path string) bool {
	_, err := d.store.Tree().Lstat(path)
	return err == nil
}

func (u *unseenFinder) notePrivate(paths []string, why string) {
	slices.Sort(paths)
	switch {
	case len(paths) > maxPrivate:
		u.note(plural.Count(len(paths), "data file") + " (" + why + ")")
	case len(paths) > 0:
		u.note("data in " + plural.And(plural.Code(paths)) + " (" + why + ")")
	}
}

// anyFile returns one of the files that a template below dir matches, for any values of its
// variables.
func (t *pathTemplate) anyFile(dir string) string {
	path := strings.Map(func(r rune) rune {
		if _, open := t.isHole(r); open || t.wild && strings.ContainsRune("*?[]{}", r) {
			return 'x'
		}
		return r
	}, t.text)
	return filepath.Join(dir, filepath.FromSlash(path))
}

// written returns a template below dir as in hiera.yaml.
func (t *pathTemplate) written(dir string) string {
	var b strings.Builder
	for _, r := range t.text {
		if i, open := t.isHole(r); open {
			b.WriteString("%{" + t.holes[i] + "}")
		} else {
			b.WriteRune(r)
		}
	}
	return filepath.Join(dir, filepath.FromSlash(b.String()))
}

// writtenTo returns the path of a directory or file on the way to anyFile, with the text of
// hiera.yaml instead of invented values.
func (t *pathTemplate) writtenTo(dir, path string) string {
	below, err := filepath.Rel(dir, path)
	if err != nil || below == "." || strings.HasPrefix(below, "..") {
		return path
	}
	written := strings.TrimPrefix(strings.TrimPrefix(t.written(dir), dir), string(filepath.Separator))
	names := strings.Split(written, string(filepath.Separator))
	return filepath.Join(append([]string{dir}, names[:min(len(names), strings.Count(below, string(filepath.Separator))+1)]...)...)
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

// top returns the outermost directory of the tree that contains a path; "" if there is none.
func (d *disk) top(path string) string {
	top := ""
	for _, bound := range d.tree.bounds {
		if rooted.IsBelow(path, bound) && (top == "" || len(bound) < len(top)) {
			top = bound
		}
	}
	return top
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

// isEmptyDir reports whether a directory is empty or does not exist.
func (d *disk) isEmptyDir(dir string) bool {
	entries, err := d.store.ReadDir(dir)
	return len(entries) == 0 && (err == nil || errors.Is(err, os.ErrNotExist))
}

// gitignore returns the patterns that Git ignores in a directory.
func (d *disk) gitignore(top string) *gitignore.Tree {
	if d.ignored[top] == nil {
		d.ignored[top] = gitignore.New(top)
	}
	return d.ignored[top]
}

var submodulePath = lazyregexp.New(`(?m)^\s*path\s*=\s*(.*?)\s*$`)

// isSubmodule reports whether .gitmodules lists a directory as a submodule.
func (d *disk) isSubmodule(top, dir string) bool {
	paths, known := d.submodules[top]
	if !known {
		text, _ := d.store.Text(filepath.Join(top, ".gitmodules")) // most trees have none
		for _, m := range submodulePath().FindAllSubmatch(text, -1) {
			paths = append(paths, filepath.Join(top, filepath.FromSlash(string(m[1]))))
		}
		d.submodules[top] = paths
	}
	return slices.Contains(paths, dir)
}

// exampleName matches the name of an example file: `secrets.example.yaml`, `secrets.yaml.sample`.
var exampleName = lazyregexp.New(`\A(.+)\.(example|sample|dist|tmpl|template)(\.(?:ya?ml|eyaml|json|conf))?\z`)

// exampleOf returns the path of the file that an example represents; "" if it is not an example.
func exampleOf(path string) string {
	dir, name := filepath.Split(path)
	m := exampleName().FindStringSubmatch(name)
	if m == nil {
		return ""
	}
	return dir + m[1] + m[3]
}

// onlyExamples returns the files that a location would read if they existed, and of which the tree
// contains an example.
func (u *unseenFinder) onlyExamples(at *location) []string {
	var missing []string
	for _, path := range u.examples {
		real := exampleOf(path)
		stands := func(f glob.Match) bool { return standsFor(path, f.Values) }
		if !slices.ContainsFunc(at.pattern.Find(filepath.ToSlash(real)), stands) {
			continue
		}
		if !u.exists(real) && u.byName[real] == nil {
			missing = append(missing, real)
		}
	}
	return missing
}

// secretName matches parts of a path that suggest secrets, and testValue values of variables for machines without real
// ones.
var (
	secretName = lazyregexp.New(`(?i)secret|credential|passw|private|vault`)
	testValue  = lazyregexp.New(`(?i)^(?:vagrant|virtualbox|docker|dev|devel|development|local|localhost|test|testing|tests|ci|kitchen|beaker|spec|sandbox|example|dummy)$`)
)

// onlyForTests returns the locations that name secrets and read only files for values such as `vagrant`: those for other
// machines are kept elsewhere.
func (u *unseenFinder) onlyForTests() map[readLocation]bool {
	only := map[readLocation]bool{}
	for _, at := range u.locations {
		if len(at.text.holes) > 0 && secretName().MatchString(at.text.text) {
			only[readLocation{at.level, at.index}] = true
		}
	}
	if len(only) == 0 {
		return only
	}
	for _, f := range u.files {
		for _, m := range f.Matches {
			reads := readLocation{m.Level, m.Location}
			only[reads] = only[reads] && slices.ContainsFunc(m.Vars, func(v glob.Value) bool { return testValue().MatchString(v.Text) })
		}
	}
	return only
}

// excludeExamples finds the examples in the data directories. A level that would read them for a
// value such as `production.example` is not meant for them: they are intentionally unread.
func (g *gatherer) excludeExamples() {
	for path := range g.candidates {
		if exampleOf(path) != "" {
			g.examples = append(g.examples, path)
		}
	}
	slices.Sort(g.examples)
	for _, path := range g.examples {
		f := g.byName[path]
		if f == nil {
			continue
		}
		real := candidate{path: exampleOf(path)}
		real.match(g.index)
		f.Matches = slices.DeleteFunc(f.Matches, func(m Match) bool {
			return len(m.Vars) > 0 && standsFor(path, m.Vars) && slices.ContainsFunc(real.matches, func(of Match) bool { return of.Level == m.Level && of.Location == m.Location })
		})
		if len(f.Matches) == 0 {
			f.Stray = Example
		}
	}
}

// standsFor reports whether an example represents a file that is read for these values. A host may
// be called web01.example.
func standsFor(path string, values glob.Values) bool {
	for _, v := range values {
		if facter.IsUniquePerNode(v.Name) && exampleName().FindStringSubmatch(filepath.Base(path))[2] == "example" {
			return false
		}
	}
	return true
}

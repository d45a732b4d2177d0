package classify

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/recognize"
	"github.com/hieralint/hieralint/internal/rooted"
)

// PurposeOf returns the purpose of a configuration other than production, according to its path in
// the tree.
func (c *Classifier) PurposeOf(path string) string {
	folders := strings.Split(filepath.ToSlash(c.withinBase(path)), "/")
	for i, folder := range folders {
		for _, word := range strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
			purpose, ok := recognize.Purposes[word]
			isFile := i == len(folders)-1
			if !ok || !isFile && word != strings.ToLower(folder) && purpose == "examples" || word == "dist" && !isFile {
				continue
			}
			if isFile {
				return "its name suggests " + purpose
			}
			return "it is in a directory for " + purpose
		}
	}
	return ""
}

// IsPassedOver reports whether a directory is in one of tests or examples, whose data is not used
// by any machine.
func (c *Classifier) IsPassedOver(dir string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(c.withinBase(dir)), "/"), func(name string) bool { return recognize.PassedOver[name] })
}

// InDataFolder reports whether a directory of the tree that contains a path, or the path itself, has a common name of data
// directories. Where the tree is does not matter.
func (c *Classifier) InDataFolder(path string) bool {
	rel, ok := rooted.Rel(c.Top(path), path)
	return ok && recognize.IsDataFolder(rel)
}

// withinBase returns a path relative to the innermost directory that is searched, or to the top of
// the tree, because the names of these directories do not matter.
func (c *Classifier) withinBase(path string) string {
	rel := path
	for _, base := range append([]string{c.Top(path)}, c.Bases...) {
		if base != "" && rooted.IsBelow(path, base) && len(path)-len(base) < len(rel) {
			rel = strings.TrimPrefix(path[len(base):], string(filepath.Separator))
		}
	}
	return rel
}

// IsForVirtualMachine reports whether all data directories are where Vagrant mounts the repository.
func IsForVirtualMachine(c *config.Config) bool {
	return len(c.Hierarchy) > 0 && !slices.ContainsFunc(c.Hierarchy, func(level *config.Level) bool {
		return !strings.HasPrefix(level.Datadir.Text, "/vagrant") && !strings.HasPrefix(level.Datadir.Text, "/tmp/vagrant")
	})
}

// IsConfigAlone reports whether a file is the hiera.yaml of a requested directory that contains
// nothing else of an environment, so that there is nothing to compare it with. Above a code directory, as in
// Debian's /etc/puppet, it is that of the environments there.
func (c *Classifier) IsConfigAlone(f *worktree.Folder) bool {
	code := c.Sub(f, "code")
	return f.ConfigName() == environment.ConfigName && slices.Contains(c.Bases, f.Dir) && c.Top(f.Dir) == f.Dir && (code == nil || c.Kind(code) != CodeFolder)
}

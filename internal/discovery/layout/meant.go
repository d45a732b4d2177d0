package layout

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
)

// MeantFor returns what in the directory of a hierarchy it was probably meant for, "environment" or "module", if Puppet
// does not find it there because its name is not hiera.yaml; otherwise "". Files that are used under such a name are in
// version 3 or have absolute data directories, are for other purposes, or are named by the program that uses them.
func (s *Survey) MeantFor(root *project.Root) string {
	name := filepath.Base(root.Path)
	f := s.Folder(root.Dir)
	switch {
	case f == nil, root.Layer != config.Global, root.Why == namedInSettings, root.Config.Version < 4, !resemblesConfigName(name),
		f.HasFile(environment.ConfigName), f.HasFile("puppet.conf"), s.PurposeOf(filepath.Join(root.Dir, name)) != "",
		hasAbsolutePaths(root.Config), s.isNamedAround(root.Dir, name):
		return ""
	}
	switch s.Kind(f) {
	case classify.ModuleFolder:
		return "module"
	case classify.EnvironmentFolder:
		return "environment"
	}
	return ""
}

// resemblesConfigName reports whether a name other than hiera.yaml was probably meant to be that.
func resemblesConfigName(name string) bool {
	if name == environment.ConfigName {
		return false
	}
	return name == "hiera.yml" || strings.EqualFold(name, environment.ConfigName) || nearest.IsTypo(name, environment.ConfigName)
}

// hasAbsolutePaths reports whether a level reads an absolute path.
func hasAbsolutePaths(c *config.Config) bool {
	return slices.ContainsFunc(c.Hierarchy, func(level *config.Level) bool {
		return strings.HasPrefix(level.Datadir.Text, "/") ||
			slices.ContainsFunc(level.Locations, func(at config.Location) bool { return strings.HasPrefix(at.Text, "/") })
	})
}

// isNamedAround reports whether a file in a directory or above it, or in a directory for tests and scripts there, contains
// a name, which suggests a setting hiera_config. Documentation does not count.
func (s *Survey) isNamedAround(dir, name string) bool {
	return lists.GetOrPut(s.namedAround, [2]string{dir, name}, func() bool {
		top := s.Top(dir)
		return s.isNamedIn(dir, name) || top != "" && top != dir && s.isNamedAround(filepath.Dir(dir), name)
	})
}

func (s *Survey) isNamedIn(dir, name string) bool {
	f := s.Folder(dir)
	return f != nil && slices.ContainsFunc(f.Entries, func(e worktree.Entry) bool {
		switch {
		case e.Link || e.Err != nil || e.Name == name || strings.EqualFold(filepath.Ext(e.Name), ".md"):
			return false
		case e.Dir:
			sub := s.Sub(f, e.Name)
			return sub != nil && slices.Contains([]string{"spec", "test", "tests", "scripts", "bin", ".github", "vagrant", "docker"}, e.Name) &&
				s.filesMention(sub, name)
		}
		content, err := s.Store.Text(filepath.Join(dir, e.Name))
		return err == nil && bytes.Contains(content, []byte(name))
	})
}

// namedInSettings is the reason for using a configuration that Options.Environments names.
const namedInSettings = "hieralint's configuration names it"

// ReadIfRenamed returns the data files in directories that have almost the name of a datadir, if the hierarchy has no other
// data, and its paths lead to files there.
func (s *Survey) ReadIfRenamed(notUsed []project.NotUsed) map[string]bool {
	roots := slices.DeleteFunc(slices.Clone(s.Roots), func(r *project.Root) bool { return r.Layer == config.Module || s.hasDatadir(r) })
	for _, n := range notUsed {
		if !s.IsPassedOver(n.Root.Dir) {
			roots = append(roots, n.Root)
		}
	}
	files := map[string]bool{}
	for _, root := range roots {
		for _, level := range root.Config.Hierarchy {
			for _, dir := range s.nearDatadir(root, level) {
				for _, file := range s.DataBelow(dir) {
					files[file] = true
				}
			}
		}
	}
	return files
}

// nearDatadir returns the directories near a hierarchy with almost the name of a level's datadir, in which the level finds
// data.
func (s *Survey) nearDatadir(root *project.Root, level *config.Level) []string {
	name := path.Base(level.Datadir.Text)
	if level.Datadir.Node == nil || level.LocationKind == config.URI || strings.Contains(name, "%{") {
		return nil
	}
	var found []string
	for _, home := range s.Homes(root.Dir, root.Dir) {
		f := s.Folder(home)
		if f == nil {
			continue
		}
		for _, e := range f.Entries {
			dir := filepath.Join(home, e.Name)
			if e.Dir && e.Name != name && nearest.IsNear(name, e.Name) && !s.IsPassedOver(dir) && s.FindsIn(dir, level) {
				found = append(found, dir)
			}
		}
	}
	return found
}

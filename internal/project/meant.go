package project

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/nearest"
)

// meantFor returns what in the directory of a hierarchy it was probably meant for, "environment" or "module", if Puppet
// does not find it there because its name is not hiera.yaml; otherwise "". Files that are used under such a name are in
// version 3 or have absolute data directories, are for other purposes, or are named by the program that uses them.
func (s *survey) meantFor(root *Root) string {
	name := filepath.Base(root.Path)
	f := s.folder(root.Dir)
	switch {
	case f == nil, root.Layer != config.Global, root.Why == namedInSettings, root.Config.Version < 4, !resemblesConfigName(name),
		f.hasFile(environment.ConfigName), f.hasFile("puppet.conf"), s.purposeOf(filepath.Join(root.Dir, name)) != "",
		hasAbsolutePaths(root.Config), s.isNamedAround(root.Dir, name):
		return ""
	}
	switch s.kind(f) {
	case moduleFolder:
		return "module"
	case environmentFolder:
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
func (s *survey) isNamedAround(dir, name string) bool {
	key := [2]string{dir, name}
	named, known := s.namedAround[key]
	if !known {
		top := s.top(dir)
		named = s.isNamedIn(dir, name) || top != "" && top != dir && s.isNamedAround(filepath.Dir(dir), name)
		s.namedAround[key] = named
	}
	return named
}

func (s *survey) isNamedIn(dir, name string) bool {
	f := s.folder(dir)
	return f != nil && slices.ContainsFunc(f.entries, func(e entry) bool {
		switch {
		case e.link || e.err != nil || e.name == name || strings.EqualFold(filepath.Ext(e.name), ".md"):
			return false
		case e.dir:
			sub := s.sub(f, e.name)
			return sub != nil && slices.Contains([]string{"spec", "test", "tests", "scripts", "bin", ".github", "vagrant", "docker"}, e.name) &&
				s.filesMention(sub, name)
		}
		content, err := s.store.Text(filepath.Join(dir, e.name))
		return err == nil && bytes.Contains(content, []byte(name))
	})
}

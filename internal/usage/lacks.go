package usage

import (
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/project"
)

// Lacks reports whether a module does not exist, in the tree or elsewhere: neither code nor data
// mentions it, and the Puppetfile lists other modules, or nothing lists modules and those that code
// uses are in the tree. It is only known if the site's code was read, and if the Puppetfile lists the modules of all
// classes that the site includes.
func (x *Index) Lacks(module string) bool {
	return x.lacking.Of(module, func() bool { return x.findWhetherLacks(module) })
}

func (x *Index) findWhetherLacks(module string) bool {
	if !x.LacksIncluded(module) || x.project.Names(module) || x.hasUnlisted() {
		return false
	}
	return !slices.ContainsFunc(x.project.Mentioned(module), func(name string) bool { return !x.project.HasKey(name) })
}

// LacksIncluded is like Lacks, but does not consider what data mentions, which may be the name of a class to include.
func (x *Index) LacksIncluded(module string) bool {
	if x.env.Dir == "" || !x.HasCode() || x.code.HasModule(module) || isBundled(module) {
		return false
	}
	presence := x.env.Presence(module)
	return (presence == project.Absent && x.lists() || presence == project.Possible && x.holds()) && !x.codeSpeaksOf(module) && !slices.Contains(x.loose(), module)
}

// findWhetherHasUnlisted reports whether code or data includes classes of modules that are neither in the tree nor in the
// Puppetfile, so that there are modules that nothing lists.
func (x *Index) findWhetherHasUnlisted() bool {
	return slices.ContainsFunc(slices.Concat(x.included(), x.listed()), func(module string) bool {
		return x.env.Presence(module) == project.Absent && !isBundled(module)
	})
}

// isBundled reports whether Puppet Enterprise includes the module.
func isBundled(module string) bool {
	return module == "puppet_enterprise" || strings.HasPrefix(module, "pe_") || strings.HasPrefix(module, "cd4pe")
}

// codeSpeaksOf reports whether code mentions anything of a module: a class, a defined type, a function, or a data type.
func (x *Index) codeSpeaksOf(module string) bool {
	x.namespacesOnce.Do(func() { x.namespaces = x.code.Namespaces(x.project.HasKey) })
	return x.namespaces[module]
}

// findWhetherLists reports whether the only Puppetfile lists the modules one by one, without computing them. It is that of the
// environment or, if that has none, the one next to `environments`.
func (s *surroundings) findWhetherLists() bool {
	dir := s.env.Dir
	files := s.matching(dir, "*Puppetfile*", "*/*Puppetfile*")
	if len(files) == 0 && classify.IsInEnvironments(dir) {
		dir = filepath.Dir(filepath.Dir(dir))
		files = s.matching(dir, "*Puppetfile*", "*/*Puppetfile*")
	}
	for _, file := range files {
		if name := path.Base(file); name != "Puppetfile" && name != "Puppetfile.lock" {
			return false
		}
	}
	text, err := s.env.Store().Text(filepath.Join(dir, "Puppetfile"))
	if err != nil {
		return false
	}
	lists := false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		word, _, _ := strings.Cut(strings.ReplaceAll(line, "(", " "), " ")
		switch word {
		case "mod":
			lists = true
		case "metadata", "modulefile", "eval", "instance_eval", "require", "require_relative", "load", "def", "if", "unless", "case", "end":
			return false
		}
		if strings.Contains(line, ".each") || strings.Contains(line, "#{") {
			return false
		}
	}
	return lists
}

// looseModules returns the names of directories with manifests. Those outside the modulepath may be modules that scripts or Vagrant
// put there.
func (s *surroundings) looseModules() []string {
	return lists.Map(s.matching(s.env.Dir, "*/manifests", "*/*/manifests", "*/*/*/manifests"), func(dir string) string { return path.Base(path.Dir(dir)) })
}

// matching returns the files in a directory, whose name may contain special characters, that match
// one of the patterns.
func (s *surroundings) matching(dir string, patterns ...string) []string {
	var all []string
	for _, pattern := range patterns {
		found, err := fs.Glob(s.env.Store().Dir(dir), pattern)
		if err != nil {
			panic(err) // the patterns are constants
		}
		all = append(all, found...)
	}
	return all
}

// findWhetherHolds reports whether the tree contains its modules: nothing else indicates where they
// come from, and nine of ten modules whose classes the site's code includes are there.
func (s *surroundings) findWhetherHolds() bool {
	above := filepath.Dir(s.env.Dir)
	if len(s.matching(s.env.Dir, "Puppetfile*", "*/Puppetfile*", "Modulefile", "Berksfile"))+len(s.matching(above, "Puppetfile*"))+len(s.matching(filepath.Dir(above), "Puppetfile*")) > 0 {
		return false
	}
	if submodules, err := s.env.Store().Text(filepath.Join(s.env.Dir, ".gitmodules")); err == nil && len(submodules) > 0 {
		return false
	}
	for _, e := range s.env.Entries {
		if missing := e.Unknown || slices.ContainsFunc(e.Dirs, s.isMissing); missing && e.Text != "$basemodulepath" {
			return false
		}
	}
	here, missing := map[string]bool{}, map[string]bool{}
	for _, i := range s.inclusions() {
		name, known := i.Class.Text()
		if !known {
			continue
		}
		module, _, _ := strings.Cut(name, "::")
		if _, presence := s.code.Class(name); presence == manifest.Elsewhere {
			missing[module] = true
		} else {
			here[module] = true
		}
	}
	return len(here) > 0 && 9*len(missing) <= len(here)
}

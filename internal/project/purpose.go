package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/internal/rooted"
)

// oldVersion is the purpose of a copy, and oldName that of one which is recognized by its own name.
const (
	oldVersion = "an old version"
	oldName    = "its name suggests " + oldVersion
)

// otherPurposes maps parts of file and directory names to purposes other than production.
var otherPurposes = map[string]string{
	"spec": "tests", "test": "tests", "tests": "tests", "acceptance": "tests", "fixtures": "tests", "rake": "tests", "beaker": "tests", "kitchen": "tests",
	"litmus": "tests", "rspec": "tests", "serverspec": "tests", "integration": "tests", "onceover": "tests", "example": "examples", "examples": "examples", "sample": "examples", "samples": "examples", "doc": "examples", "docs": "examples",
	"skeleton": "examples", "vagrant": "virtual machines", "docker": "containers", "vm": "virtual machines", "sandbox": "tests",
	"old": oldVersion, "bak": oldVersion, "orig": oldVersion, "dist": "examples", "template": "examples",
}

// purposeOf returns the purpose of a configuration other than production, according to its path in
// the tree.
func (c *classifier) purposeOf(path string) string {
	folders := strings.Split(filepath.ToSlash(c.withinBase(path)), "/")
	for i, folder := range folders {
		for _, word := range strings.FieldsFunc(strings.ToLower(folder), func(r rune) bool { return strings.ContainsRune("-_. ", r) }) {
			purpose, ok := otherPurposes[word]
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

// isPassedOver reports whether a directory is in one of tests or examples, whose data is not used
// by any machine.
func (c *classifier) isPassedOver(dir string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(c.withinBase(dir)), "/"), func(name string) bool { return passedOver[name] })
}

// withinBase returns a path relative to the innermost directory that is searched, or to the top of
// the tree, because the names of these directories do not matter.
func (c *classifier) withinBase(path string) string {
	rel := path
	for _, base := range append([]string{c.top(path)}, c.bases...) {
		if base != "" && rooted.IsBelow(path, base) && len(path)-len(base) < len(rel) {
			rel = strings.TrimPrefix(path[len(base):], separator)
		}
	}
	return rel
}

// isForVirtualMachine reports whether all data directories are where Vagrant mounts the repository.
func isForVirtualMachine(c *config.Config) bool {
	return len(c.Hierarchy) > 0 && !slices.ContainsFunc(c.Hierarchy, func(level *config.Level) bool {
		return !strings.HasPrefix(level.Datadir.Text, "/vagrant") && !strings.HasPrefix(level.Datadir.Text, "/tmp/vagrant")
	})
}

// isConfigAlone reports whether a file is the hiera.yaml of a requested directory that contains
// nothing else of an environment, so that there is nothing to compare it with. Above a code directory, as in
// Debian's /etc/puppet, it is that of the environments there.
func (c *classifier) isConfigAlone(f *folder) bool {
	code := c.sub(f, "code")
	return f.configName() == environment.ConfigName && slices.Contains(c.bases, f.dir) && c.top(f.dir) == f.dir && (code == nil || c.kind(code) != codeFolder)
}

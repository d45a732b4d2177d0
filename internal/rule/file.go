package rule

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/project"
)

// OnlyModule returns the only module that the data belongs to; "" if there is none or more than
// one.
func (p *FilePass) OnlyModule() string {
	if module := p.Module(); module != "" && len(p.File.Modules()) == 1 {
		return module
	}
	return ""
}

// EveryLookupFails returns which lookups fail if Puppet rejects a whole lookup_options.
func (p *FilePass) EveryLookupFails() string {
	if module := p.Module(); module != "" {
		return "Every lookup of a key `" + module + "::…` fails"
	}
	return "Every lookup fails on every node that reads this file"
}

// BelowRoot returns the path of a file relative to the directory of its hiera.yaml.
func BelowRoot(f *project.File) string {
	root := f.Datadir
	if root == nil && len(f.Matches) > 0 {
		root = f.Matches[0].Root
	}
	if root == nil {
		return path.Base(f.Path)
	}
	return strings.TrimPrefix(f.Path, path.Dir(root.Path)+"/")
}

// IsExample reports whether the name of a file indicates that it is not, or no longer, meant for
// Hiera. Compliance profiles are read by SIMP's compliance engine.
func IsExample(name string) bool {
	return slices.Contains(strings.Split(name, "/"), "compliance_profiles") || hasWord(name, examples) || IsLeftover(name)
}

// isUnreadExample reports whether no known level reads a file because it is an example. Where the
// hierarchy is unknown, roles and hosts may be called test or backup.
func isUnreadExample(f *project.File) bool {
	switch f.Stray {
	case project.Example:
		return true
	case project.Orphan:
		return IsExample(BelowRoot(f))
	case project.Unclaimed:
		return hasWord(BelowRoot(f), samples)
	}
	return false
}

// IsLeftover reports whether the name of a file indicates that it is no longer meant for Hiera.
func IsLeftover(name string) bool { return hasWord(name, leftovers) }

// hasWord reports whether a part of a path contains one of the words. Those in host names, such as
// old.example.com, do not count.
func hasWord(name string, words map[string]bool) bool {
	for part := range strings.SplitSeq(name, "/") {
		name := strings.ToLower(strings.TrimSuffix(part, path.Ext(part)))
		if strings.Contains(name, ".") {
			continue
		}
		if slices.ContainsFunc(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_- ", r) }), func(word string) bool { return words[word] }) {
			return true
		}
	}
	return false
}

var (
	samples  = map[string]bool{"example": true, "examples": true, "sample": true, "samples": true}
	examples = map[string]bool{
		"dist": true, "example": true, "examples": true, "fixtures": true, "sample": true, "samples": true, "schema": true, "schemas": true,
		"skeleton": true, "template": true, "templates": true, "test": true, "tests": true,
	}
	leftovers = map[string]bool{"archive": true, "backup": true, "bak": true, "disabled": true, "old": true, "unused": true}
)

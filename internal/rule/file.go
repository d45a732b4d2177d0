package rule

import (
	"path"
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
	for _, part := range strings.Split(name, "/") {
		if part == "compliance_profiles" {
			return true
		}
		name := strings.ToLower(strings.TrimSuffix(part, path.Ext(part)))
		if strings.Contains(name, ".") {
			continue // a host name, such as web01.example.com
		}
		for _, word := range strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_- ", r) }) {
			if notMeant[word] {
				return true
			}
		}
	}
	return false
}

var notMeant = map[string]bool{
	"archive": true, "backup": true, "bak": true, "disabled": true, "dist": true, "example": true, "examples": true, "fixtures": true, "old": true, "sample": true, "samples": true,
	"schema": true, "schemas": true, "skeleton": true, "template": true, "templates": true, "test": true, "tests": true, "unused": true,
}

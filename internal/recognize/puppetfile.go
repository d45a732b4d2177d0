package recognize

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/puppetfile"
)

// moduleVersion matches a version of a module: a release, tag, branch, or commit.
var moduleVersion = lazyregexp.New(`(,\s*|\b(?:ref|tag|commit|branch)\s*(?:=>|:)\s*)(?:'[\w.+/~<>=^ -]*'|"[\w.+/~<>=^ -]*")`)

// Puppetfile is what the Puppetfiles of an environment reveal about its modules.
type Puppetfile struct {
	// Files are the paths of the Puppetfiles, as shown to users.
	Files []string
	// Modules are the names of the modules that are installed; nil if there is no Puppetfile.
	Modules map[string]bool
	// Forge are those that are releases of the public Forge: named with their author, and without a
	// repository.
	Forge map[string]bool
	// Computed reports that a Puppetfile is a program that also computes names of modules.
	Computed bool
}

// Add adds what the text of a Puppetfile reveals.
func (p *Puppetfile) Add(path, text string) {
	p.Files = append(p.Files, path)
	if p.Modules == nil {
		p.Modules, p.Forge = map[string]bool{}, map[string]bool{}
	}
	file := puppetfile.Parse(text)
	isPublic := !strings.Contains(file.Forge, "://") || strings.Contains(file.Forge, "puppet.com") || strings.Contains(file.Forge, "puppetlabs.com")
	for i := range file.Modules {
		if m := &file.Modules[i]; m.Source != puppetfile.Local {
			p.Modules[m.Name] = true
			p.Forge[m.Name] = isPublic && m.Author != "" && m.Source == puppetfile.Forge
		}
	}
	p.Computed = p.Computed || file.Computed
}

// HasSameModules reports whether two texts of a Puppetfile differ only in versions of modules, which
// determine nothing in the tree.
func HasSameModules(a, b []byte) bool {
	withoutVersions := func(text []byte) []byte { return moduleVersion().ReplaceAll(text, []byte("$1''")) }
	return bytes.Equal(withoutVersions(a), withoutVersions(b))
}

// Equal reports whether two Puppetfiles reveal the same.
func (p Puppetfile) Equal(other Puppetfile) bool {
	return slices.Equal(p.Files, other.Files) && maps.Equal(p.Modules, other.Modules) && maps.Equal(p.Forge, other.Forge) && p.Computed == other.Computed
}

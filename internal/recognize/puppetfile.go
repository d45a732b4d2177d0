package recognize

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/puppetfile"
	"github.com/hieralint/hieralint/internal/releases"
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
	// Versions are those of the modules.
	Versions map[string]Version
	// Computed reports that a Puppetfile is a program that also computes names of modules.
	Computed bool
}

// Version is the version of a module, of the public Forge or of a repository. It is zero if Puppetfiles list several, or compute it.
type Version struct{ Author, Name, Repository, Text string }

// Release returns the release with the version; ok is false unless it is a known one.
func (v Version) Release() (r releases.Release, ok bool) {
	if v.Text == "" {
		return r, false
	}
	if v.Repository == "" {
		if m := releases.Of(v.Author, v.Name); m != nil {
			return m.Release(v.Text)
		}
		return r, false
	}
	for _, m := range releases.In(v.Repository) {
		if r, ok = m.Release(v.Text); ok && m.Name == v.Name {
			return r, true
		}
	}
	return r, false
}

// Add adds what the text of a Puppetfile reveals.
func (p *Puppetfile) Add(path, text string) {
	p.Files = append(p.Files, path)
	if p.Modules == nil {
		p.Modules, p.Forge, p.Versions = map[string]bool{}, map[string]bool{}, map[string]Version{}
	}
	file := puppetfile.Parse(text)
	isPublic := !strings.Contains(file.Forge, "://") || strings.Contains(file.Forge, "puppet.com") || strings.Contains(file.Forge, "puppetlabs.com")
	for i := range file.Modules {
		if m := &file.Modules[i]; m.Source != puppetfile.Local {
			p.Modules[m.Name] = true
			p.Forge[m.Name] = isPublic && m.Author != "" && m.Source == puppetfile.Forge
			version := versionOf(m, p.Forge[m.Name])
			if known, ok := p.Versions[m.Name]; ok && known != version {
				version = Version{}
			}
			p.Versions[m.Name] = version
		}
	}
	p.Computed = p.Computed || file.Computed
}

// versionOf returns the version of a module, which may be a release of the public Forge.
func versionOf(m *puppetfile.Module, isRelease bool) Version {
	switch {
	case m.Computed || m.Dir != "":
		return Version{}
	case isRelease:
		return Version{Author: m.Author, Name: m.Name, Text: m.Version}
	case m.Source == puppetfile.Git && m.URL != "":
		return Version{Name: m.Name, Repository: m.URL, Text: m.Version}
	}
	return Version{}
}

// HasSameModules reports whether two texts of a Puppetfile differ only in versions of modules that determine nothing: none is a
// known release.
func HasSameModules(a, b []byte) bool {
	withoutVersions := func(text []byte) []byte { return moduleVersion().ReplaceAll(text, []byte("$1''")) }
	return bytes.Equal(withoutVersions(a), withoutVersions(b)) && maps.Equal(releasesIn(a), releasesIn(b))
}

// releasesIn returns the known releases in the text of a Puppetfile.
func releasesIn(text []byte) map[string]releases.Release {
	var p Puppetfile
	p.Add("", string(text))
	return p.releases()
}

// releases returns the known releases by the names of modules.
func (p Puppetfile) releases() map[string]releases.Release {
	known := map[string]releases.Release{}
	for name, version := range p.Versions {
		if r, ok := version.Release(); ok {
			known[name] = r
		}
	}
	return known
}

// Equal reports whether two Puppetfiles reveal the same.
func (p Puppetfile) Equal(other Puppetfile) bool {
	return slices.Equal(p.Files, other.Files) && maps.Equal(p.Modules, other.Modules) && maps.Equal(p.Forge, other.Forge) && maps.Equal(p.releases(), other.releases()) && p.Computed == other.Computed
}

package recognize

import (
	"bytes"
	"maps"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
)

var (
	puppetfileModule = lazyregexp.New(`(?m)^[ \t]*mod[ \t(]+['":]([0-9A-Za-z_/-]+)`)
	// computedModule matches a module whose name is not a literal.
	computedModule   = lazyregexp.New(`(?m)(?:^|[{|;])[ \t]*mod(?:[ \t]*\([ \t]*|[ \t]+)(?:[a-zA-Z_]|["'][^"'\n]*(?:#\{|["'][ \t]*\+))`)
	commentLine      = lazyregexp.New(`(?m)^[ \t]*#.*$`)
	localModule      = lazyregexp.New(`:local\s*=>\s*true|local:\s*true`)
	forgeAddress     = lazyregexp.New(`(?m)^[ \t]*forge[ \t(]+['"]([^'"]*)`)
	repositoryModule = lazyregexp.New(`:(?:git|svn|tarball)\b|\b(?:git|svn|tarball):`)
	// moduleVersion matches a version of a module: a release, tag, branch, or commit.
	moduleVersion = lazyregexp.New(`(,\s*|\b(?:ref|tag|commit|branch)\s*(?:=>|:)\s*)(?:'[\w.+/~<>=^ -]*'|"[\w.+/~<>=^ -]*")`)
)

// Puppetfile is what the Puppetfiles of an environment reveal about its modules.
type Puppetfile struct {
	// Modules are the names of the modules that are installed; nil if there is no Puppetfile.
	Modules map[string]bool
	// Forge are those that are releases of the public Forge: named with their author, and without a
	// repository.
	Forge map[string]bool
	// Computed reports that a Puppetfile is a program that also computes names of modules.
	Computed bool
}

// Add adds what the text of a Puppetfile reveals.
func (p *Puppetfile) Add(text string) {
	if p.Modules == nil {
		p.Modules, p.Forge = map[string]bool{}, map[string]bool{}
	}
	text = commentLine().ReplaceAllString(text, "")
	isPublic := true
	if m := forgeAddress().FindStringSubmatch(text); m != nil && strings.Contains(m[1], "://") {
		isPublic = strings.Contains(m[1], "puppet.com") || strings.Contains(m[1], "puppetlabs.com")
	}
	all := puppetfileModule().FindAllStringSubmatchIndex(text, -1)
	for i, m := range all {
		end := len(text)
		if i+1 < len(all) {
			end = all[i+1][0]
		}
		written, declaration := text[m[2]:m[3]], text[m[0]:end]
		author := strings.LastIndexAny(written, "-/")
		name := written[author+1:]
		if name == "" || localModule().MatchString(declaration) { // computed, or part of the repository
			continue
		}
		p.Modules[name] = true
		p.Forge[name] = isPublic && author > 0 && !repositoryModule().MatchString(declaration)
	}
	p.Computed = p.Computed || computedModule().MatchString(text)
}

// HasSameModules reports whether two texts of a Puppetfile differ only in versions of modules, which
// determine nothing in the tree.
func HasSameModules(a, b []byte) bool {
	withoutVersions := func(text []byte) []byte { return moduleVersion().ReplaceAll(text, []byte("$1''")) }
	return bytes.Equal(withoutVersions(a), withoutVersions(b))
}

// Equal reports whether two Puppetfiles reveal the same.
func (p Puppetfile) Equal(other Puppetfile) bool {
	return maps.Equal(p.Modules, other.Modules) && maps.Equal(p.Forge, other.Forge) && p.Computed == other.Computed
}

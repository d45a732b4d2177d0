package project

import (
	"bytes"
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/rooted"
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

// readPuppetfiles reads the Puppetfile of an environment, and those next to the directories of its
// modulepath: modules/Puppetfile for modules/upstream, and the Puppetfile next to `environments`
// for modules there.
func (d *disk) readPuppetfiles(f *folder, env *Environment) {
	d.readPuppetfile(f, env)
	code := filepath.Dir(filepath.Dir(f.dir))
	seen := map[string]bool{f.dir: true}
	for _, dir := range env.ModulePath {
		top := f.dir
		if !rooted.IsBelow(dir, f.dir) {
			if !isInEnvironments(f.dir) || dir == code || !rooted.IsBelow(dir, code) || !d.tree.within(d.tree.real(code)) {
				continue
			}
			top = filepath.Dir(code)
		}
		for ; dir != top && !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			d.readPuppetfile(d.folder(dir), env)
		}
	}
}

// readPuppetfile finds out which modules a Puppetfile installs, and which of them are releases of
// the public Forge: those named with their author and without a repository.
func (d *disk) readPuppetfile(f *folder, env *Environment) {
	if f == nil || !f.hasFile("Puppetfile") {
		return
	}
	file, err := d.store.File(filepath.Join(f.dir, "Puppetfile"))
	if err != nil {
		return
	}
	if env.installed == nil {
		env.installed, env.forge = map[string]bool{}, map[string]bool{}
	}
	text := commentLine().ReplaceAllString(string(file.Text), "")
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
		if !localModule().MatchString(text[m[0]:end]) {
			author := strings.LastIndexAny(text[m[2]:m[3]], "-/")
			name := text[m[2]+author+1 : m[3]]
			if name == "" { // computed
				continue
			}
			env.installed[name] = true
			env.forge[name] = isPublic && author > 0 && !repositoryModule().MatchString(text[m[0]:end])
		}
	}
	env.computed = env.computed || computedModule().MatchString(text)
}

// hasSameModules reports whether two texts of a Puppetfile differ only in versions of modules, which
// determine nothing in the tree.
func hasSameModules(a, b []byte) bool {
	withoutVersions := func(text []byte) []byte { return moduleVersion().ReplaceAll(text, []byte("$1''")) }
	return bytes.Equal(withoutVersions(a), withoutVersions(b))
}

// isOtherVersion reports whether a file is a Puppetfile that, with the given content, installs the
// same modules in other versions.
func (p *Project) isOtherVersion(path string, text []byte) bool {
	if filepath.Base(path) != "Puppetfile" || text == nil {
		return false
	}
	file, err := p.Store.File(path)
	return err == nil && hasSameModules(file.Text, text)
}

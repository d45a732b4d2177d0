package manifest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/rooted"
)

// Indexer reads the code of environments. Shared modules are read once.
type Indexer struct {
	store *data.Store

	mu      sync.Mutex
	modules map[string]*module // by directory
	indexes map[*environment.Environment]*Index
}

// NewIndexer returns an Indexer that reads files with store.
func NewIndexer(store *data.Store) *Indexer {
	return &Indexer{store: store, modules: map[string]*module{}, indexes: map[*environment.Environment]*Index{}}
}

// module is the code of a module, or that of an environment itself, which has no name.
type module struct {
	name, dir     string
	resourceTypes map[string]bool
	files         []codeFile
	found         []found // of files
	linked        int     // directories to which links lead

	store  *data.Store
	quoted memo.Map[string, bool]           // see Index.Quotes
	words  memo.Map[struct{}, *moduleWords] // see wordsOnce
}

// has reports whether the module has files with a role.
func (m *module) has(r role) bool {
	return slices.ContainsFunc(m.files, func(f codeFile) bool { return f.role == r })
}

// Index reads the code of an environment and all its modules. The error is that of the context.
func (r *Indexer) Index(ctx context.Context, env *environment.Environment) (*Index, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if known := r.indexes[env]; known != nil { // the environment has several hierarchies
		return known, nil
	}
	var all, unread []*module
	own := &module{store: r.store, dir: env.Dir, resourceTypes: map[string]bool{}}
	if env.Dir != "" {
		all, unread = append(all, own), append(unread, own)
	}
	add := func(name, dir string) {
		known := r.modules[dir]
		if known == nil {
			known = &module{store: r.store, name: name, dir: dir, resourceTypes: map[string]bool{}}
			unread = append(unread, known)
		}
		all = append(all, known)
	}
	for _, m := range env.Modules() {
		add(m.Name, m.Dir)
	}
	for _, dir := range env.Misnamed() {
		add(filepath.Base(dir), dir)
	}
	if err := r.read(ctx, env, own, unread); err != nil {
		return nil, err
	}
	for _, m := range unread {
		if m != own {
			r.modules[m.dir] = m
		}
	}
	r.indexes[env] = newIndex(all)
	return r.indexes[env], nil
}

// read reads modules, several files at a time.
func (r *Indexer) read(ctx context.Context, env *environment.Environment, own *module, modules []*module) error {
	workers := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0))
	for _, m := range modules {
		workers.Go(func() {
			if m == own {
				m.listManifests(env)
				m.list(environmentPlaces)
				return
			}
			m.list(modulePlaces)
		})
	}
	workers.Wait()
	reading := pool.New().WithMaxGoroutines(runtime.GOMAXPROCS(0)).WithContext(ctx)
	for _, m := range modules {
		m.found = make([]found, len(m.files))
		for start := 0; start < len(m.files); start += batch {
			reading.Go(func(ctx context.Context) error {
				for i := start; i < min(start+batch, len(m.files)); i++ {
					m.found[i] = r.guarded(m.files[i])
					if u := m.found[i].unreadable; u != nil {
						u.Module = m.name
					}
				}
				return ctx.Err()
			})
		}
	}
	return reading.Wait()
}

// batch is the number of files that a goroutine reads at a time.
const batch = 16

// listManifests finds the manifests of an environment.
func (m *module) listManifests(env *environment.Environment) {
	dir := initialManifest(env)
	if info, err := m.store.Stat(dir); err == nil && !info.IsDir() {
		m.add(dir, filepath.Base(dir), manifestRole)
		return
	}
	m.listDir(dir, "", manifestRole, 0, m.store.LeadsOut(dir))
}

// maxPath is the maximum length of a path in bytes on Linux.
const maxPath = 4096

// initialManifest returns the file or directory that the setting `manifest` names, by default the
// directory `manifests` or, as for `puppet apply site.pp`, a site.pp without such a directory. A path
// on a server, such as $codedir/environments/production/manifests/site.pp, is found in the
// environment by its end.
func initialManifest(env *environment.Environment) string {
	byDefault := filepath.Join(env.Dir, "manifests")
	s := env.Conf.Get("manifest")
	if s == nil || s.Value == "" {
		if applied := filepath.Join(env.Dir, "site.pp"); !exists(env, byDefault) && exists(env, applied) {
			return applied
		}
		return byDefault
	}
	path := s.Value
	if !rooted.Is(path) {
		path = filepath.Join(env.Dir, path)
	}
	if exists(env, path) {
		return path
	}
	end := filepath.ToSlash(filepath.Clean(s.Value))
	names := strings.Split(end[max(0, len(end)-maxPath):], "/")
	for i := range names {
		if names[i] == "" || names[i] == ".." {
			continue
		}
		end := filepath.Join(env.Dir, filepath.Join(names[i:]...))
		if exists(env, end) {
			return end
		}
	}
	if strings.Contains(s.Value, "$") {
		return byDefault
	}
	return path
}

func exists(env *environment.Environment, path string) bool {
	_, err := env.Store().Stat(path)
	return err == nil
}

// guarded reads one file. If that crashes, the file is unreadable.
func (r *Indexer) guarded(f codeFile) (read found) {
	name := r.store.Name(f.path)
	if crashed := crash.Guard("the file "+name, func() { read = r.readFile(f) }); crashed != nil {
		read = f.unreadable(source.New(name, nil), crashed.Error(), source.Span{})
		read.crashed = crashed
	}
	return read
}

// readFile reads one file.
func (r *Indexer) readFile(f codeFile) found {
	var file *source.File
	err := f.err
	if err == nil {
		file, err = r.store.File(f.path)
	}
	if err != nil {
		if pathErr := (*os.PathError)(nil); errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return f.unreadable(source.New(r.store.Name(f.path), nil), err.Error(), source.Span{})
	}
	if name := f.module.name; name != "" && !environment.ValidModuleName(name) {
		return f.unreadable(file, "a module cannot be called `"+name+"`", source.Span{})
	}
	switch f.role {
	case rubyRole:
		return f.readRuby(file, Ruby)
	case templateRole:
		return f.readTemplate(file)
	case factRole:
		return f.readFacts(file)
	}
	c := newCollector(file, f.module.name, &Definition{Kind: Site, Module: f.module.name, File: file})
	tree, err := pp.Parse(file, pp.Options{Plans: f.role == planRole})
	read := f.collect(c, tree, err)
	if err != nil && f.role == manifestRole {
		read.definitions = f.readHeader(file, read.unreadable.Span.Start)
	}
	return read
}

// header matches the start of the header of a class or defined type.
var header = lazyregexp.New(`(?m)^[ \t]*(?:class|define)[ \t]+[\w:]+`)

// maxHeaderBraces is the maximum number of braces that are tried as the end of a header.
const maxHeaderBraces = 64

// readHeader reads the header of the class or defined type that Puppet looks for in a file whose
// body cannot be parsed, as is common for Puppet 3 code: its name and parameters are known anyway.
// The syntax error is after end.
func (f codeFile) readHeader(file *source.File, end int) []*Definition {
	text := file.Text[:min(end, len(file.Text))]
	begin := header().FindIndex(text)
	if begin == nil {
		return nil
	}
	at := begin[1]
	for range maxHeaderBraces {
		brace := bytes.IndexByte(text[at:], '{')
		if brace < 0 {
			return nil
		}
		at += brace + 1
		tree, err := pp.Parse(source.New(file.Path, append(bytes.Clone(text[:at]), '}')), pp.Options{})
		if err != nil {
			continue
		}
		c := newCollector(file, f.module.name, &Definition{Kind: Site, Module: f.module.name, File: file})
		c.visit(tree.Body)
		if len(c.definitions) != 1 || c.definitions[0].Name != f.name {
			return nil
		}
		return c.definitions
	}
	return nil
}

// collect collects what a syntax tree contains, or records why there is none.
func (f codeFile) collect(c *collector, tree *pp.File, err error) found {
	if wrong := (*pp.Error)(nil); errors.As(err, &wrong) {
		return f.unreadable(c.file, wrong.Text, wrong.Span)
	}
	refused := tree.Validate(f.namespace())
	c.visit(tree.Body)
	for _, p := range tree.Parameters {
		c.visit(p)
	}
	if len(refused) == 0 {
		return c.found
	}
	read := f.unreadable(c.file, refused[0].Text, refused[0].Span)
	if f.role == manifestRole {
		for _, d := range c.definitions {
			if isSought(f.name, d.Name) {
				read.definitions = append(read.definitions, d)
			} else {
				read.misplaced = append(read.misplaced, d)
			}
		}
	}
	return read
}

func (f codeFile) unreadable(file *source.File, text string, span source.Span) found {
	return found{unreadable: &Unreadable{File: file, Text: text, Span: span, role: f.role, name: f.name}}
}

// mayLookUp reports whether code other than Puppet's may contain a lookup.
func mayLookUp(text []byte) bool {
	return bytes.Contains(text, []byte("lookup")) || bytes.Contains(text, []byte("hiera"))
}

// readRuby searches for lookups in Ruby code.
func (f codeFile) readRuby(file *source.File, kind Kind) found {
	var facts []string
	if strings.HasPrefix(f.name, "lib/facter/") {
		facts = matched(rubyFact(), file.Text)
	}
	if !mayLookUp(file.Text) {
		return found{facts: facts}
	}
	c := newCollector(file, f.module.name, &Definition{Kind: kind, Name: f.name, Module: f.module.name, File: file, Span: source.Span{End: len(file.Text)}})
	c.facts = facts
	r := rubyCode{collector: c, text: file.Content()}
	r.scan()
	return c.found
}

// readTemplate reads a template with Puppet code, or any other template, which may contain Ruby
// code.
func (f codeFile) readTemplate(file *source.File) found {
	if !strings.HasSuffix(f.path, ".epp") || !mayLookUp(file.Text) {
		return f.readRuby(file, Template)
	}
	c := newCollector(file, f.module.name, &Definition{Kind: Template, Name: f.name, Module: f.module.name, File: file, Span: source.Span{End: len(file.Text)}})
	tree, err := pp.ParseTemplate(file, pp.Options{})
	return f.collect(c, tree, err)
}

// byName sorts definitions by name, keeping the order of those with the same name.
func byName(list []*Definition) {
	slices.SortStableFunc(list, func(a, b *Definition) int { return cmp.Compare(a.Name, b.Name) })
}

package nodes

import (
	"iter"
	"path/filepath"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/nodes/hashing"
	"github.com/hieralint/hieralint/internal/nodes/index"
	"github.com/hieralint/hieralint/internal/project"
)

// sources are the places that lookups for a node search in the global and environment layers, or in
// one module.
type sources struct {
	// groups are all of them, and regular those that are not in a default_hierarchy.
	groups, regular []*sourceFiles
	// failure is the error if Puppet rejects a configuration.
	failure string
	// marker is the same for nodes that read the same files among those that affect every lookup:
	// files that cannot be read, and files with lookup_options.
	marker uint64
	// computed reports that a function may answer differently on each node.
	computed bool
	// class is the same for nodes with the same places.
	class uint64
}

// all iterates over the sources.
func (s *sources) all() iter.Seq[*sourceFile] {
	return func(yield func(*sourceFile) bool) {
		for _, group := range s.groups {
			for i := range group.all {
				if !yield(&group.all[i]) {
					return
				}
			}
		}
	}
}

// defining iterates over the sources in some groups whose files define a root key, with the index of
// its entry in the file.
func defining(groups []*sourceFiles, r *index.Root) iter.Seq2[*sourceFile, int] {
	return func(yield func(*sourceFile, int) bool) {
		for _, group := range groups {
			if !group.present.mayHave(r.Hash) {
				continue
			}
			for i := range group.all {
				at := &group.all[i]
				if entry, ok := at.file.entry(r); ok && !yield(at, entry) {
					return
				}
			}
		}
	}
}

// sourceFiles is a group of sources with their files. The hashes are those of sources.
type sourceFiles struct {
	all []sourceFile
	// present is the union of the filters of the files.
	present       keyFilter
	marker, class uint64
	computed      bool
	isMarked      bool // marker counts
}

// sourceFile is a source with its file.
type sourceFile struct {
	*config.Source
	file  *file
	level uint64 // the hash of the level's name
}

// file is a data file as nodes read it.
type file struct {
	id  uint64
	doc *data.Document
	// project is the file in the project; nil if it is not part of it.
	project *project.File
	// real is the path of the file without symbolic links.
	real   string
	broken bool
	// options reports that it has lookup_options.
	options bool
	keys    map[string]int // the index of each key's entry in the file
	present keyFilter
}

// keyFilter is a Bloom filter of keys: if not all bits of a key are set, it is not among them.
type keyFilter [4]uint64

func (f *keyFilter) add(hash uint64) { f[hash&3] |= bits(hash) }

func (f *keyFilter) mayHave(hash uint64) bool { return f[hash&3]&bits(hash) == bits(hash) }

// bits returns the bits of a key in the word that its hash selects.
func bits(hash uint64) uint64 { return 1<<(hash>>2&63) | 1<<(hash>>8&63) }

// sourcesOf returns the sources of the node, determined once.
func (n *Node) sourcesOf(module string) *sources {
	n.mu.Lock()
	defer n.mu.Unlock()
	if module == "" {
		if n.own == nil {
			n.own = n.findSources("")
		}
		return n.own
	}
	s := n.ofModules[module]
	if s == nil {
		s = n.findSources(module)
		if n.ofModules == nil {
			n.ofModules = map[string]*sources{}
		}
		n.ofModules[module] = s
	}
	return s
}

func (n *Node) findSources(module string) *sources {
	found, defaults, err := n.engine.Sources(n.Scope, module)
	s := &sources{groups: make([]*sourceFiles, 0, len(found)+len(defaults))}
	if err != nil {
		s.failure = err.Error()
	}
	for _, group := range found {
		s.add(n.sourceFiles(group))
	}
	s.regular = s.groups
	for _, group := range defaults {
		s.add(n.sourceFiles(group))
	}
	s.class = hashing.Text(hashing.Mix(s.class, uint64(len(found))), s.failure)
	return s
}

func (s *sources) add(group *sourceFiles) {
	s.groups = append(s.groups, group)
	s.computed = s.computed || group.computed
	s.class = hashing.Mix(s.class, group.class)
	if group.isMarked {
		s.marker = hashing.Mix(s.marker, group.marker)
	}
}

// sourceFiles returns sources with their files, once for all nodes.
func (n *Node) sourceFiles(group *config.SourceGroup) *sourceFiles {
	if known, ok := n.fleet.groups.Load(group); ok {
		return known.(*sourceFiles)
	}
	of := &sourceFiles{all: make([]sourceFile, len(group.Sources))}
	for i, source := range group.Sources {
		of.all[i] = sourceFile{source, n.fleet.file(n.engine, source), hashing.Text(0, source.Level.Name)}
		of.add(&of.all[i])
	}
	known, _ := n.fleet.groups.LoadOrStore(group, of)
	return known.(*sourceFiles)
}

func (group *sourceFiles) add(at *sourceFile) {
	group.computed = group.computed || at.Computed
	group.class = hashing.Mix(group.class, at.level)
	if at.file == nil {
		return
	}
	group.class = hashing.Mix(group.class, at.file.id)
	for i, bits := range at.file.present {
		group.present[i] |= bits
	}
	if at.file.broken || at.file.options {
		group.isMarked, group.marker = true, hashing.Mix(group.marker, at.file.id)
	}
}

// file returns the file of a source; nil if it has none.
func (fleet *Fleet) file(e *engine.Engine, s *config.Source) *file {
	if s.Path == "" {
		return nil
	}
	doc := e.Document(s)
	if f := fleet.files.at(s.Path, doc); f != nil {
		return f
	}
	f := newFile(doc)
	f.doc, f.project, f.real = doc, fleet.index.Files[doc], s.Path
	if doc != nil {
		f.real = fleet.files.realPath(filepath.FromSlash(doc.File.Path))
	}
	return fleet.files.keep(s.Path, f)
}

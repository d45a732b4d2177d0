// Package project describes what discovery found on disk: environments and modules, their hiera.yaml
// files, the data files, and which level of which hierarchy reads which file. It answers questions about
// the keys and names in data files, and derives the project after an edit of data files.
//
// It reads nothing but the files that are edited, and evaluates nothing.
package project

import (
	"iter"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/notseen"
)

// Project is everything that belongs together on disk. It is immutable, and safe for concurrent
// use.
type Project struct {
	Contents

	paths    map[string]int // indexes of Files, by each absolute path of the file
	editable bool           // see With
	load     *byte          // the same for all edits of a loaded project

	keysOnce    sync.Once
	definitions map[string][]Definition
	keys        []string              // those of definitions, sorted
	keyNames    func() *nearest.Names // keys, for comparisons
	names       *projectNames

	undefinedOnce sync.Once
	undefined     *nearest.Names // see undefinedNames

	readersOnce sync.Once
	readersOf   map[*Root][]int                  // see EnvironmentsWith
	unclaimedBy map[*File][]int                  // likewise
	with        memo.Map[string, []*Environment] // the results of EnvironmentsWith, by name

	filesOnce sync.Once
	filesOf   map[*Root][]int // see FilesOf
}

// Contents is what a project consists of.
type Contents struct {
	// Environments are the environments in which keys are looked up, in the order of their
	// directories. A standalone module has one of its own.
	Environments []*Environment
	// Roots are the hierarchies, in the order of their paths.
	Roots []*Root
	// Files are the data files, in the order of their paths, without repetitions.
	Files []*File
	// Unreadable lists what cannot be read, in the order of paths. The run continues without it.
	Unreadable []*Unreadable
	// NotSeen lists, in a few words each, data that is missing from the tree: levels outside of the
	// tree, and levels served by functions. It is for the summary of a report.
	NotSeen []notseen.Part
	// NotUsed lists files that are Hiera configurations by their content, but that production does
	// not use, in the order of their paths.
	NotUsed []NotUsed
	// Unread lists files that look like data but that no level reads, as shown to users, if
	// Options.ListUnread is set.
	Unread []string
	// WithoutHierarchy lists requested directories that contain data of which no hierarchy reads any.
	WithoutHierarchy []WithoutHierarchy
	// Store holds every file that was read.
	Store *data.Store

	// Dir is the absolute directory that paths shown to users are relative to.
	Dir string
	// Reports reports whether findings in a file are reported; nil if all are.
	Reports func(path string) bool
	// Match returns the locations of hierarchies that match an absolute path, whether or not there is a
	// file.
	Match func(path string) []Match
	// Missing is what UnseenData returns.
	Missing map[*Root][]UnseenData
}

// New returns a project, given the files by each of their absolute paths, which may include files
// that cannot be read.
func New(c Contents, paths map[string]*File) *Project {
	p := &Project{Contents: c, load: new(byte), names: &projectNames{}, paths: make(map[string]int, len(paths))}
	at := make(map[*File]int, len(p.Files))
	for i, f := range p.Files {
		at[f] = i
	}
	for path, f := range paths {
		if i, ok := at[f]; ok {
			p.paths[path] = i
		}
	}
	isHOCON := func(f *File) bool { return f.Doc.Format == data.HOCON } // HOCON files may include each other
	isUnclaimed := func(env *Environment) bool { return len(env.Unclaimed) > 0 }
	p.editable = len(p.WithoutHierarchy) == 0 && !slices.ContainsFunc(p.Files, isHOCON) && !slices.ContainsFunc(p.Environments, isUnclaimed)
	return p
}

// NotUsed is a Hiera configuration that production does not use.
type NotUsed struct {
	// Path is the path of the file as shown to users.
	Path string
	// Why is the reason in a few words.
	Why string

	// Root is its hierarchy.
	Root *Root
}

// Unreadable is a file or directory that cannot be read.
type Unreadable struct {
	// File represents it in reports; its text is empty.
	File *source.File
	// Reason is the reason as a sentence.
	Reason string
	// Near is the path that was probably meant, if the path does not exist; may be empty.
	Near string
	// Harmless reports that nothing is lost: a link out of the tree was not followed.
	Harmless bool
	// Directory reports that it is a directory with a name under which Puppet would read a file.
	Directory bool
}

// Selected reports whether findings in path are reported. All are, unless parts of the project were
// requested.
func (p *Project) Selected(path string) bool { return p.Reports == nil || p.Reports(path) }

// Checked returns the number of files that are reported on: data files and hiera.yaml files.
func (p *Project) Checked() int {
	n := 0
	for path := range p.Documents() {
		if p.Selected(path) {
			n++
		}
	}
	return n
}

// Documents iterates over the data files, and then the hiera.yaml files, with their paths.
func (p *Project) Documents() iter.Seq2[string, *data.Document] {
	return func(yield func(path string, doc *data.Document) bool) {
		for _, f := range p.Files {
			if !yield(f.Path, f.Doc) {
				return
			}
		}
		for _, r := range p.Roots {
			if !r.Declared && !yield(r.Path, r.Config.Doc) {
				return
			}
		}
	}
}

// WithoutHierarchy is a requested directory that contains data of which no hierarchy of an environment or the
// global layer reads any.
type WithoutHierarchy struct {
	// Unread lists the files that look like data, sorted, as shown to users.
	Unread []string
	// Config is a hierarchy that was found there; nil if there is none.
	Config *Root
	// Candidates lists configurations that are not used, sorted, except those of tests and examples.
	Candidates []*Root
}

// Package project determines what is on disk: environments and modules, their hiera.yaml files, the
// data files, and which level of which hierarchy reads which file.
//
// It evaluates nothing. It matches data files with the templates of hierarchies, which yields the
// values of variables for which Puppet reads them, without any facts.
//
// Loading consists of phases. Each is a type whose fields are the results of earlier phases and its
// own:
//
//   - request: classifies the paths, and determines the directories to search (arguments.go);
//   - inventory: finds what may be anywhere in the tree, such as hierarchies with other names
//     (inventory.go);
//   - classifier: determines whether a directory is an environment, a module, or a code directory
//     (folder.go, modulepath.go);
//   - locator: determines where in the tree the levels of a hierarchy read (locate.go, datadir.go,
//     serverpath.go, template.go);
//   - survey: finds environments, modules, and their hierarchies, which form a layout (scan.go,
//     layer.go, layout.go);
//   - weigher: decides whether to use hierarchies outside of environments and modules (weigh.go,
//     contenders.go, fitting.go, attach.go);
//   - collector: finds the files of the layout that may be data (collect.go);
//   - matcher: finds the locations that match them (match.go);
//   - gatherer: selects those that are data (gather.go, examples.go);
//   - selection: determines what is reported (selection.go);
//   - unseenFinder: finds data that hierarchies read but that is missing from the tree (unseen.go,
//     private.go);
//   - unreadFinder: finds files that look like data but that no level reads (unread.go);
//   - functions: finds the custom functions that read files (function.go).
//
// All of them read through disk, which reads each directory and file once.
package project

import (
	"iter"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/notseen"
)

// Project is everything that belongs together on disk. It is immutable, and safe for concurrent
// use.
type Project struct {
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

	selected func(path string) bool

	cwd        string
	locations  locationIndex // of all hierarchies
	unseenData map[*Root][]UnseenData

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
	readersOf   map[*Root][]int // see EnvironmentsWith
	unclaimedBy map[*File][]int // likewise
	with        sync.Map        // the results of EnvironmentsWith, by name

	filesOnce sync.Once
	filesOf   map[*Root][]int // see FilesOf
}

// Options are the options for loading a project.
type Options struct {
	// Workers is the number of files that are read concurrently; 0 means one per processor.
	Workers int
	// MaxFileSize is the maximum size of files in bytes; 0 means source.DefaultMaxFileSize.
	MaxFileSize int64
	// Exclude reports whether a file or directory, given its absolute path, is excluded from what
	// is reported; nil excludes nothing. Paths that were requested explicitly are reported anyway,
	// unless ForceExclude is set.
	Exclude      func(path string) bool
	ForceExclude bool
	// ListUnread enables Project.Unread.
	ListUnread bool
	// ReportInstalled includes modules that were installed in what is reported.
	ReportInstalled bool
	// Overlay holds the content of files that replace those on disk or do not exist on disk, such
	// as the buffers of an editor. The keys are paths as passed to Load.
	Overlay map[string][]byte
	// Hidden lists files on disk that are ignored.
	Hidden map[string]bool
	// Existed reports whether a file existed at the revision that the project is compared with, given
	// its absolute path: if it is missing, it is not kept elsewhere, but was removed. nil for no
	// revision.
	Existed func(path string) bool
	// Before is the project as it was loaded before; nil if it was not. Unchanged files are not
	// read again.
	Before *Project
	// Dir is the absolute directory that relative paths refer to; files are then shown to users by
	// absolute path. If empty, it is the working directory of the process, and files below it are
	// shown by their relative path.
	Dir string
	// Modulepath lists the directories of modules, overriding each environment.conf; nil for no
	// override.
	Modulepath []string
	// Environments overrides what is found in the directories of environments.
	Environments []EnvironmentOptions
}

// EnvironmentOptions provides what the tree does not reveal about an environment. Relative paths
// refer to the working directory.
type EnvironmentOptions struct {
	// Dir is the directory of the environment.
	Dir string
	// HieraConfig is the configuration that the server reads, in the global layer unless it is the
	// hiera.yaml in Dir; if empty, it is searched for.
	HieraConfig string
	// Datadirs maps data directories as written in the configuration, including tokens, to
	// directories in the tree.
	Datadirs map[string]string
	// Modulepath lists the directories of modules; if nil, they are searched for.
	Modulepath []string
}

// NotUsed is a Hiera configuration that production does not use.
type NotUsed struct {
	// Path is the path of the file as shown to users.
	Path string
	// Why is the reason in a few words.
	Why string

	root *Root
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
func (p *Project) Selected(path string) bool { return p.selected == nil || p.selected(path) }

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
			if !yield(r.Path, r.Config.Doc) {
				return
			}
		}
	}
}

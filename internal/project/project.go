// Package project finds out what is on disk: environments and modules, their hiera.yaml files,
// the data files, and which level of which hierarchy reads which file.
//
// It evaluates nothing. A data file is matched against the templates of the hierarchies, so it is
// known which values of which variables make Puppet read it, without any facts.
//
// A load goes through phases. Each is a type whose fields are what earlier phases found and what it adds:
//
//   - request: what the paths are, and the folders in which to look (arguments.go);
//   - inventory: what may lie anywhere in the tree, such as a hierarchy under another name (inventory.go);
//   - classifier: what a folder is: an environment, a module, a code directory (folder.go, modulepath.go);
//   - placer: where in the tree the levels of a hierarchy read (place.go, serverpath.go, template.go);
//   - survey: environments, modules and their hierarchies, which are a layout (scan.go, layer.go, layout.go);
//   - weigher: hierarchies that lie in no environment or module, used or not (weigh.go);
//   - matcher: the files that the layout leads to, matched with its locations (files.go);
//   - gatherer: those of them that are data (files.go);
//   - selection: what is reported on (selection.go);
//   - and what can be said once all files are known: unseenFinder, unreadFinder, functions.
//
// All of them read through disk, which lists each folder and reads each file once.
package project

import (
	"iter"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/nearest"
)

// Project is all that belongs together on disk. It is complete when Load returns it and does not
// change; it is safe for concurrent use.
type Project struct {
	// Environments are what keys are looked up in, in the order of their directories; a module that
	// lies alone has one of its own.
	Environments []*Environment
	// Roots are the hierarchies, in the order of their paths.
	Roots []*Root
	// Files are the data files, in the order of their paths, each once.
	Files []*File
	// Unreadable is what could not be read, in the order of paths: the run goes on without it.
	Unreadable []*Unreadable
	// NotSeen says in a few words each what data there may be that is not here: levels outside of
	// the tree, levels served by functions. For the summary of a report.
	NotSeen []string
	// NotUsed are the files found that are Hiera configurations by their content and that production
	// does not read, in the order of their paths.
	NotUsed []NotUsed
	// Unread are the files that look like data and that no level reads, in order, as people name them, where
	// Options.ListUnread asks for them.
	Unread []string
	// Blind is what was asked for and has data of which no hierarchy reads any.
	Blind []Blind
	// Store holds every file that was read.
	Store *data.Store

	selected func(path string) bool

	cwd        string
	locations  map[string][]*location // see candidate.match
	unseenData map[*Root][]UnseenData

	paths    map[string]int // of Files, under all absolute paths by which a file is found
	editable bool           // see With
	load     *byte          // the same for all edits of one project that was loaded

	keysOnce    sync.Once
	definitions map[string][]Definition
	keys        []string              // those of definitions, in order
	keyNames    func() *nearest.Names // keys, for comparisons
	names       *projectNames
}

// Options say how a project is loaded.
type Options struct {
	// Workers is how many files are read at a time; 0 means one for each processor.
	Workers int
	// MaxFileSize is how many bytes files may have; 0 stands for source.DefaultMaxFileSize.
	MaxFileSize int64
	// Exclude reports whether a file or folder, by its absolute path, is left out of what is reported on;
	// nil leaves out none. What was asked for by name is reported on all the same, unless ForceExclude is set.
	Exclude      func(path string) bool
	ForceExclude bool
	// ListUnread asks for Project.Unread.
	ListUnread bool
	// ReportInstalled asks to report on modules that came from elsewhere too.
	ReportInstalled bool
	// Overlay is the content of files that stand for those on disk, or for ones that are not on
	// disk yet: the buffers of an editor. The keys are paths as Load gets them.
	Overlay map[string][]byte
	// Hidden are files that do not count although they are on disk.
	Hidden map[string]bool
	// Before is the project as it was loaded before; nil when it was not. What is in a file that has not changed is not read again.
	Before *Project
	// Dir is the directory that relative paths start at, absolute; files are named by absolute paths then. "" is the working directory of the
	// process, and files below it are named by their paths from there.
	Dir string
	// Modulepath are directories of modules that count instead of those that each environment.conf names;
	// nil: it is as they say.
	Modulepath []string
	// Environments say what counts instead of what is found in their directories.
	Environments []EnvironmentOptions
}

// EnvironmentOptions say of one environment what its tree does not. Relative paths start at the
// working directory.
type EnvironmentOptions struct {
	// Dir is the directory of the environment.
	Dir string
	// HieraConfig is the configuration that its server reads, in the global layer if it is not the
	// hiera.yaml in Dir; "": it is found.
	HieraConfig string
	// Datadirs map data directories as the configuration writes them, tokens included, to
	// directories in the tree.
	Datadirs map[string]string
	// Modulepath are its directories of modules; nil: they are found.
	Modulepath []string
}

// NotUsed is a Hiera configuration that production does not read.
type NotUsed struct {
	// Path is the file as people name it.
	Path string
	// Why says in a few words why it is not used.
	Why string
}

// Environment is an environment with the hierarchies that a lookup in it asks.
type Environment struct {
	*environment.Environment
	// Global and Own are the hierarchies of the global and the environment layer; nil where there
	// is none in the tree.
	Global, Own *Root
	// Modules are the hierarchies of the modules in the modulepath, in the order of the names.
	Modules []*Root
	// ModuleDirs are the directories of the modulepath that exist, in its order, as people name them.
	ModuleDirs []string

	// Unclaimed are the data files in the directory of an environment for which no hierarchy above modules was found: a
	// server reads them through one that is not here, in levels of which nothing is known; and those that only functions of
	// its hierarchy read. In the order of paths.
	Unclaimed []*File

	installed map[string]bool // names of modules in the Puppetfile
	forge     map[string]bool // those of them that are releases of the Forge
	computed  bool            // the Puppetfile is a program that makes up names of modules too

	installedDirs map[string]bool // directories of modules that came from elsewhere
}

// Installed reports whether a module of the environment came from elsewhere: what is in it is not that
// of the people who look at the project.
func (e *Environment) Installed(m *environment.Module) bool {
	return e.installedDirs[m.Dir]
}

// FromForge reports whether the Puppetfile takes a module from the Forge: its code was written for any site.
func (e *Environment) FromForge(module string) bool { return e.forge[module] }

// ComputesModules reports whether the Puppetfile is a program that makes up names of modules, beside those that it may list.
func (e *Environment) ComputesModules() bool { return e.computed }

// Presence is what the tree says about a module.
type Presence uint8

// The presences.
const (
	Present  Presence = iota // it is in the tree
	Expected                 // it is not, but the Puppetfile or metadata.json names it
	Possible                 // it is not, and nothing says which modules there are
	Absent                   // it is not, and is not among those that are named
)

// Presence is what is known of a module by its name.
func (e *Environment) Presence(module string) Presence {
	if e.Module(module) != nil {
		return Present
	}
	switch named := e.named(); {
	case named[module]:
		return Expected
	case named == nil, e.computed:
		return Possible
	default:
		return Absent
	}
}

// NotInstalled are the modules that the Puppetfile or metadata.json names and that are not in the tree,
// in order.
func (e *Environment) NotInstalled() []string {
	var names []string
	for name := range e.named() {
		if e.Module(name) == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// named are the modules that the Puppetfile or metadata.json names; nil when there is neither. Nobody may change them.
func (e *Environment) named() map[string]bool {
	alone := e.alone()
	if len(alone) == 0 {
		return e.installed
	}
	named := maps.Clone(e.installed)
	for _, m := range alone {
		for _, name := range dependencies(m) {
			if named == nil {
				named = map[string]bool{}
			}
			named[name] = true
		}
	}
	return named
}

// ModuleAlone is the name of the module for which the environment is made, since it lies in none; "" for other environments.
func (e *Environment) ModuleAlone() string {
	for _, m := range e.alone() {
		return m.Name
	}
	return ""
}

// alone is the module for which an environment without directory is made.
func (e *Environment) alone() []*environment.Module {
	if e.Dir != "" {
		return nil
	}
	return e.Environment.Modules()
}

// dependencies are the names of the modules that metadata.json asks for.
func dependencies(m *environment.Module) []string {
	if m.Metadata == nil || m.Metadata.Value == nil {
		return nil
	}
	list, ok := m.Metadata.Value.Get("dependencies")
	if !ok {
		return nil
	}
	var names []string
	for _, d := range list.Items() {
		if name, ok := d.Get("name"); ok && name.Kind() == data.String {
			names = append(names, name.Text()[strings.LastIndexAny(name.Text(), "-/")+1:])
		}
	}
	return names
}

// Root is a hiera.yaml and what it belongs to.
type Root struct {
	// Path is the hiera.yaml as people name it. Dir is the absolute path of its directory, from
	// which datadirs start.
	Path, Dir string
	Layer     config.Layer
	// Module is the name of the module for the module layer, else "". It is "" too when neither the
	// directory nor metadata.json says the name.
	Module string
	// Config is what the file says. It has a Doc.
	Config *config.Config
	// Why says in a few words why the file is taken for that of its layer.
	Why string
	// Installed means that the hierarchy came with a module from elsewhere: its keys count, but its
	// data is not that of the people who look at the project, and nothing in it is selected.
	Installed bool
	// Datadirs are the directories in the tree that its levels read from, in order, as people name
	// them.
	Datadirs []string
	// Fallback means that the configuration is not for production, and is used since nothing else in
	// the tree reads the data.
	Fallback bool

	unseen  map[*config.Level]Unseen
	missing map[*config.Level]*MissingDatadir

	home     string   // see reach
	homes    []string // see reach
	mappings []mapping

	elsewhere []*regexp.Regexp // see reach

	publicKeys map[*config.Level]*source.File
}

// Unseen is why the data of a level is not known.
type Unseen uint8

// The reasons.
const (
	Seen     Unseen = iota // it is
	Outside                // the location lies outside of the tree
	Remote                 // a URI
	ByCode                 // a function other than those of Puppet, or none that can be called
	Obscured               // a location that cannot be read, such as one with a syntax error
	TooLong                // the path is longer than that of a file can be
)

// Unseen reports why the data of one of the levels is not known, or not all of it. What a level that
// is served by a function reads may be among the files all the same, if it gives a path.
func (r *Root) Unseen(level *config.Level) Unseen { return r.unseen[level] }

// MissingDatadir is set where the data directory of a level, or the part of it that does not depend on
// variables, does not exist; nil when it does, and when it lies outside of the tree.
func (r *Root) MissingDatadir(level *config.Level) *MissingDatadir { return r.missing[level] }

// File is a data file.
type File struct {
	// Path is the file as people name it: relative to the working directory where it lies below
	// it, with slashes. For a file that is reached under several names it is that without symbolic
	// links.
	Path string
	Doc  *data.Document
	// Matches are the locations of levels that match the path, in the order of roots, hierarchies and levels.
	// A file without matches looks like data but belongs to no hierarchy; Stray says why it does.
	Matches []Match
	// Stray is why a file without matches is taken for data.
	Stray Stray
	// Functions are those that read the file, or may read it, where none of Puppet's own does.
	Functions []*DataFunction
	// Datadir is the root in whose data directory a file without matches lies; nil when it lies in
	// none.
	Datadir *Root

	names *fileNames
}

// Stray is why a file that no level reads is taken for data.
type Stray uint8

// The reasons.
const (
	NotStray  Stray = iota // a level reads it
	Orphan                 // it lies in the data directory of a hierarchy all of whose levels are known
	Unclaimed              // it lies where data lies, but no hierarchy is known there, or not all of it, or one that is not part of the project reads it
	Named                  // it was asked for by name
)

// Hierarchy is one of the lists of levels in a hiera.yaml.
type Hierarchy uint8

// The hierarchies.
const (
	Regular Hierarchy = iota // hierarchy
	Default                  // default_hierarchy
	Plan                     // plan_hierarchy
)

// Match is a location of a level that matches the path of a file, so that Puppet reads it there.
type Match struct {
	Root      *Root
	Hierarchy Hierarchy
	Level     *config.Level
	// Location is the index of the path or glob in the level.
	Location int
	// Vars are the values of variables that make Puppet read the file here, as
	// `trusted.certname` → `web01.example.com`; names are without leading `::`. It is empty where
	// none is needed. An empty value is a variable that the node does not have. Where a level has
	// mapped_paths, the name that it gives to an element stands among them with the element.
	//
	// When a file name can be divided into values in several ways, there is a Match for each.
	Vars map[string]string
	// Fit is how well the name fits: of the ways in which a root can read a file the worse fits
	// are left out.
	Fit glob.Fit
	// Assumed means that the file lies elsewhere than the hiera.yaml says: below the root where the
	// hiera.yaml has an absolute path of the server, or beside another root because this hiera.yaml
	// is copied there before it is used.
	Assumed bool
}

// IsGuess reports whether the level may as well not read the file: its function is one of the site, and its path
// a variable that would have slashes in its value, as all files match `%{site}`. Which of them the function reads only its
// code says.
func (m *Match) IsGuess() bool {
	return m.Fit >= glob.Slashed && formatOf(m.Level) == unknownFormat
}

// Unreadable is a file or directory that could not be read.
type Unreadable struct {
	// File stands for it in reports; its text is empty.
	File *source.File
	// Reason says in a sentence why.
	Reason string
	// Near is what a path that does not exist was probably meant to be; may be empty.
	Near string
	// Harmless means that nothing is lost: a link that leads out of the tree and was not followed.
	Harmless bool
	// Directory means that Puppet would read a file of this name, and it is a directory.
	Directory bool
}

// Selected reports whether findings in path are to be reported: all are, unless single files were
// asked for.
func (p *Project) Selected(path string) bool { return p.selected == nil || p.selected(path) }

// Checked is the number of files that are reported on: data files and hiera.yaml files.
func (p *Project) Checked() int {
	n := 0
	for _, f := range p.Files {
		if p.Selected(f.Path) {
			n++
		}
	}
	for _, r := range p.Roots {
		if p.Selected(r.Path) {
			n++
		}
	}
	return n
}

// Modules are the names of the modules in whose layer the file is read, in order, each once.
func (f *File) Modules() []string {
	var names []string
	for _, m := range f.Matches {
		if m.Root.Layer == config.Module && (len(names) == 0 || names[len(names)-1] != m.Root.Module) {
			names = append(names, m.Root.Module)
		}
	}
	return names
}

// Defines reports whether the file sets a key at its root.
func (f *File) Defines(name string) bool {
	if f.Doc.Value == nil {
		return false
	}
	_, ok := f.Doc.Value.Get(name)
	return ok
}

// Meets reports whether one node can read both files in the same layer, as far as the values of
// the variables that lead to them show.
func (f *File) Meets(other *File) bool {
	for _, a := range f.Matches {
		for _, b := range other.Matches {
			if a.Root == b.Root && a.Hierarchy == b.Hierarchy && agree(a.Vars, b.Vars) {
				return true
			}
		}
	}
	return false
}

// agree reports whether no variable has two values.
func agree(a, b map[string]string) bool {
	for name, value := range a {
		if other, ok := b[name]; ok && other != value {
			return false
		}
	}
	return true
}

// HasKey reports whether any data file sets the key name at its root.
func (p *Project) HasKey(name string) bool {
	p.indexKeys()
	return len(p.definitions[name]) > 0
}

// MeantKey is the key that was probably meant by a name; "" when none is near. Those do not count of which except says so.
func (p *Project) MeantKey(name string, except func(known string) bool) string {
	p.indexKeys()
	near, _ := p.keyNames().Meant(name, except)
	return near
}

// Keys are the keys that data files set at their root, in order. The list is shared: nobody may change it.
func (p *Project) Keys() []string {
	p.indexKeys()
	return p.keys
}

func (p *Project) indexKeys() {
	p.keysOnce.Do(func() {
		all := map[string][]Definition{}
		for _, f := range p.Files {
			for name, d := range f.definitions() {
				all[name] = append(all[name], d)
			}
		}
		p.definitions = all
		p.sortKeys()
	})
}

func (p *Project) sortKeys() {
	keys := slices.Sorted(maps.Keys(p.definitions))
	p.keys, p.keyNames = keys, sync.OnceValue(func() *nearest.Names { return nearest.NewNames(keys) })
}

// definitions are the keys that the file sets at its root.
func (f *File) definitions() iter.Seq2[string, Definition] {
	return func(yield func(string, Definition) bool) {
		if f.Doc.Value == nil {
			return
		}
		for _, e := range f.Doc.Value.Entries() {
			if e.Key.Kind() == data.String && !yield(e.Key.Text(), Definition{File: f, Key: e.Key.Node(), Value: e.Value}) {
				return
			}
		}
	}
}

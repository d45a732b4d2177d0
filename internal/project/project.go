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
//   - placer: determines where in the tree the levels of a hierarchy read (place.go, serverpath.go,
//     template.go);
//   - survey: finds environments, modules, and their hierarchies, which form a layout (scan.go,
//     layer.go, layout.go);
//   - weigher: decides whether to use hierarchies outside of environments and modules (weigh.go);
//   - matcher: finds the files of the layout and matches them with its locations (files.go);
//   - gatherer: selects those that are data (files.go);
//   - selection: determines what is reported (selection.go);
//   - unseenFinder, unreadFinder, and functions: need all files.
//
// All of them read through disk, which reads each directory and file once.
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
	locations  locationIndex // see candidate.match
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
}

// Environment is an environment with the hierarchies that lookups in it search.
type Environment struct {
	*environment.Environment
	// Global and Own are the hierarchies of the global and environment layers; nil if the tree
	// contains none.
	Global, Own *Root
	// Modules are the hierarchies of the modules in the modulepath, sorted by name.
	Modules []*Root
	// ModuleDirs lists the existing directories of the modulepath in order, as shown to users.
	ModuleDirs []string

	// Unclaimed lists the data files in the environment's directory that the server reads through
	// an unknown hierarchy, since none was found for the global or environment layer. It also
	// lists the files that only custom functions of its hierarchy read. They are in the order of
	// paths.
	Unclaimed []*File

	// Misnamed lists the directories of the modulepath that do not exist although another directory,
	// which the modulepath does not contain, has modules.
	Misnamed []MisnamedModules

	installed map[string]bool // names of modules in the Puppetfile
	forge     map[string]bool // those that are releases of the Forge
	computed  bool            // the Puppetfile is a program that also computes names of modules

	installedDirs map[string]bool // directories of modules that were installed
}

// MisnamedModules is an entry of the modulepath whose directory does not exist.
type MisnamedModules struct {
	environment.Entry
	Actual string // the directory with modules, relative to the environment
}

// Installed reports whether a module of the environment was installed, so that its users do not
// maintain it.
func (e *Environment) Installed(m *environment.Module) bool {
	return e.installedDirs[m.Dir]
}

// FromForge reports whether the Puppetfile gets a module from the Forge, so that its code was
// written for any site.
func (e *Environment) FromForge(module string) bool { return e.forge[module] }

// ComputesModules reports whether the Puppetfile is a program that also computes names of modules.
func (e *Environment) ComputesModules() bool { return e.computed }

// Presence describes what the tree reveals about a module.
type Presence uint8

// The presences.
const (
	Present  Presence = iota // the module is in the tree
	Expected                 // it is missing, but the Puppetfile or metadata.json lists it
	Possible                 // it is missing, and nothing lists modules
	Absent                   // it is missing, and not listed
)

// Presence returns what is known about a module, given its name.
func (e *Environment) Presence(module string) Presence {
	if e.Module(module) != nil {
		return Present
	}
	switch named := e.named(); {
	case named[module]:
		return Expected
	case named == nil, e.computed:
		return Possible
	}
	return Absent
}

// NotInstalled returns the modules that the Puppetfile or metadata.json lists and that are missing
// from the tree, sorted.
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

// named returns the names of the modules that the Puppetfile or metadata.json lists, or nil if
// neither exists. The caller must not modify the map.
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

// ModuleAlone returns the name of the standalone module for which the environment was created; ""
// for other environments.
func (e *Environment) ModuleAlone() string {
	for _, m := range e.alone() {
		return m.Name
	}
	return ""
}

// alone returns the module for which an environment without a directory was created.
func (e *Environment) alone() []*environment.Module {
	if e.Dir != "" {
		return nil
	}
	return e.Environment.Modules()
}

// dependencies returns the names of the modules in the dependencies of a metadata.json.
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

// Root is a hiera.yaml and what belongs to it.
type Root struct {
	// Path is the path of the hiera.yaml as shown to users. Dir is the absolute path of its
	// directory, which datadirs are relative to.
	Path, Dir string
	Layer     config.Layer
	// Module is the name of the module in the module layer, otherwise "". It is also "" if neither
	// the directory nor metadata.json contains the name.
	Module string
	// Config is the parsed file, with a Doc.
	Config *config.Config
	// Why is the reason for the choice of this file, in a few words.
	Why string
	// Installed reports that the hierarchy belongs to an installed module: its keys are used, but
	// users do not maintain its data, and nothing in it is reported.
	Installed bool
	// Datadirs lists the directories in the tree that its levels read from, in order, as shown to
	// users.
	Datadirs []string
	// MeantFor is "environment" or "module" if the file was probably meant for the one in its
	// directory, but Puppet does not find it there because its name is not hiera.yaml; otherwise "".
	MeantFor string
	// Fallback reports that the configuration is not meant for production, and used only because
	// nothing else in the tree reads the data.
	Fallback bool
	// Substitute reports that, in addition, it was made for tests or virtual machines, with data of
	// production: the configuration of production is not in the tree, and may have other levels.
	Substitute bool

	unseen  map[*config.Level]Unseen
	missing map[*config.Level]*MissingDatadir

	globCost int // see Locations

	home     string   // see reach
	homes    []string // see reach
	mappings []mapping

	elsewhere []*regexp.Regexp // see reach

	publicKeys map[*config.Level]*source.File
}

// Locations returns the number of locations that a lookup may search. Globs that read or match many files count as
// several.
func (r *Root) Locations() int {
	n := r.globCost
	for _, levels := range [][]*config.Level{r.Config.Hierarchy, r.Config.DefaultHierarchy} {
		for _, level := range levels {
			n += len(level.Locations)
		}
	}
	return n
}

// Unseen is the reason why the data of a level is unknown.
type Unseen uint8

// The reasons.
const (
	Seen     Unseen = iota // it is known
	Outside                // the location is outside of the tree
	Remote                 // a URI
	ByCode                 // a custom function, or one that cannot be called
	Obscured               // a location that cannot be read, for example because of a syntax error
	TooLong                // the path is longer than the maximum length
)

// Unseen returns the reason why some data of a level is unknown. Files may nevertheless include
// what a level with a custom function reads, if the level has a path.
func (r *Root) Unseen(level *config.Level) Unseen { return r.unseen[level] }

// MissingDatadir is set if the data directory of a level, or its part that does not depend on
// variables, does not exist; nil if it does, or is outside of the tree.
func (r *Root) MissingDatadir(level *config.Level) *MissingDatadir { return r.missing[level] }

// File is a data file.
type File struct {
	// Path is the path as shown to users: relative to the working directory if the file is below
	// it, with slashes. If a file has several names, it is the one without symbolic links.
	Path string
	Doc  *data.Document
	// Matches are the locations of levels that match the path, in the order of roots, hierarchies,
	// and levels. A file without matches looks like data but belongs to no hierarchy; Stray is the
	// reason why it is included.
	Matches []Match
	// Stray is the reason why a file without matches is taken for data.
	Stray Stray
	// Functions are the custom functions that read, or may read, the file, if none of Puppet's own
	// does.
	Functions []*DataFunction
	// Datadir is the root whose data directory contains a file without matches; nil if there is
	// none.
	Datadir *Root
	// LacksConfig is the hiera.yaml, as shown to users, without which Puppet does not read the file:
	// that of the module whose data it is. It is "" if no hiera.yaml is missing.
	LacksConfig string

	names *fileNames
}

// Stray is the reason why a file that no level reads is taken for data.
type Stray uint8

// The reasons.
const (
	NotStray  Stray = iota // a level reads it
	Orphan                 // it is in the data directory of a hierarchy whose levels are all known
	Unclaimed              // it is where data is, but the hierarchy is unknown, incomplete, or not part of the project
	Named                  // it was requested explicitly
	Example                // it is an example of a data file, such as common.example.yaml
)

// Hierarchy is one of the lists of levels in a hiera.yaml.
type Hierarchy uint8

// The hierarchies.
const (
	Regular Hierarchy = iota // hierarchy
	Default                  // default_hierarchy
	Plan                     // plan_hierarchy
)

// Match is a location of a level that matches the path of a file, so that Puppet reads the file
// there.
type Match struct {
	Root      *Root
	Hierarchy Hierarchy
	Level     *config.Level
	// Location is the index of the path or glob in the level.
	Location int
	// Vars holds the values of variables for which Puppet reads the file at the location, such as
	// `trusted.certname` → `web01.example.com`; names have no leading `::`. It is empty if there
	// are no variables. An empty value means that the node does not have the variable. If a level
	// has mapped_paths, its name for an element maps to the element.
	//
	// If a file name can be divided into values in several ways, there is a Match for each.
	Vars glob.Values
	// Fit is the quality of the match. Of a root's matches, only the best are kept.
	Fit glob.Fit
	// Assumed reports that the file is not where the hiera.yaml says. Either the hiera.yaml has an
	// absolute path of the server, and the path is below the root; or the hiera.yaml is copied
	// elsewhere before it is used, and the path is relative to that root.
	Assumed bool
}

// IsGuess reports whether it is uncertain that the level reads the file: a custom function serves
// it, and its path is a variable whose value would contain slashes; `%{site}` matches all files.
// Only its code determines which files the function reads.
func (m *Match) IsGuess() bool {
	return m.Fit >= glob.Slashed && formatOf(m.Level) == unknownFormat
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

// Modules returns the names of the modules in whose layer the file is read, in order, without
// repetitions.
func (f *File) Modules() []string {
	var names []string
	for _, m := range f.Matches {
		if m.Root.Layer == config.Module && (len(names) == 0 || names[len(names)-1] != m.Root.Module) {
			names = append(names, m.Root.Module)
		}
	}
	return names
}

// Defines reports whether the file sets a root key.
func (f *File) Defines(name string) bool {
	if f.Doc.Value == nil {
		return false
	}
	_, ok := f.Doc.Value.Get(name)
	return ok
}

// Meets reports whether one node can read both files in the same layer, judging by the values of
// the variables for which it reads them.
func (f *File) Meets(other *File) bool {
	for _, a := range f.Matches {
		for _, b := range other.Matches {
			if a.Root == b.Root && a.Hierarchy == b.Hierarchy && !a.Vars.Contradict(b.Vars) {
				return true
			}
		}
	}
	return false
}

// HasKey reports whether any data file defines the root key name.
func (p *Project) HasKey(name string) bool {
	p.indexKeys()
	return len(p.definitions[name]) > 0
}

// MeantKey returns the key that was probably meant by a name; "" if there is no similar one. Keys
// for which except returns true are excluded.
func (p *Project) MeantKey(name string, except func(known string) bool) string {
	p.indexKeys()
	near, _ := p.keyNames().Meant(name, except)
	return near
}

// Keys returns the root keys of data files, sorted. The list is shared and must not be changed.
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

// definitions returns the root keys of the file.
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

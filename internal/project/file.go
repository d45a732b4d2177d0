package project

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/internal/levels"
)

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
	// Decrypted reports that a level reads the file into which this one, which has no matches, is decrypted before
	// Puppet runs.
	Decrypted bool

	names *fileNames
}

// SetDocument sets the parsed content of a file.
func (f *File) SetDocument(doc *data.Document) { f.Doc, f.names = doc, namesOf(doc) }

// withDocument returns the file with a different content.
func (f *File) withDocument(doc *data.Document) *File {
	with := *f
	with.SetDocument(doc)
	return &with
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

	// Order is the position of the location among all.
	Order int
}

// IsGuess reports whether it is uncertain that the level reads the file: a custom function serves
// it, and its path is a variable whose value would contain slashes; `%{site}` matches all files.
// Only its code determines which files the function reads.
func (m *Match) IsGuess() bool {
	return m.Fit >= glob.Slashed && levels.FormatOf(m.Level) == levels.Custom
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

// LocationID identifies a location in a hiera.yaml.
type LocationID struct {
	Level *config.Level
	Index int // in Level.Locations
}

// ID returns what identifies the location.
func (m *Match) ID() LocationID { return LocationID{m.Level, m.Location} }

// BestFits removes the matches of each root that fit worse than others of the same root. A file that a path names is for all nodes,
// not for one with its name: `lists.yaml`, which `%{fqdn}.yaml` also matches.
func BestFits(matches []Match) []Match {
	best, named := map[*Root]glob.Fit{}, map[*Root]bool{}
	for i := range matches {
		m := &matches[i]
		if fit, ok := best[m.Root]; !ok || m.Fit < fit {
			best[m.Root] = m.Fit
		}
		named[m.Root] = named[m.Root] || len(m.Vars) == 0 && m.Level.LocationKind == config.Path
	}
	return slices.DeleteFunc(matches, func(m Match) bool {
		return m.Fit > best[m.Root] || named[m.Root] && len(m.Vars) == 1 && facter.IsUniquePerNode(m.Vars[0].Name)
	})
}

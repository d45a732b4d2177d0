package project

import (
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/serverpath"
)

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
	// Declared reports that Path is a manifest or script that writes the hiera.yaml.
	Declared bool
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

	// Sources is where in the tree its levels read.
	Sources Sources
	// GlobCost is the number of locations without globs that cost as much as its globs; see Locations.
	GlobCost int
	// PublicKeys are the certificates in the tree with which values of levels were encrypted. Those that an option
	// names by a file on the server are missing.
	PublicKeys map[*config.Level]*source.File
	// PrivateKeys are the private keys of levels that are in the tree, and that Git does not ignore.
	PrivateKeys map[*config.Level]KeyPair
}

// KeyPair is a private key and the certificate next to it.
type KeyPair struct{ Private, Certificate *source.File }

// Sources is where in the tree the levels of a hierarchy read.
type Sources struct {
	// Map maps the directories of a server that the hierarchy names to the tree.
	serverpath.Map
	// Unseen are the reasons why data of levels is unknown.
	Unseen map[*config.Level]Unseen
	// Missing are the data directories of levels that do not exist; see Root.MissingDatadir. Misspelled are those of a
	// server that the tree does not contain, but one with almost the same name in which the level finds data.
	Missing, Misspelled map[*config.Level]*MissingDatadir
}

// Locations returns the number of locations that a lookup may search. Globs that read or match many files count as
// several.
func (r *Root) Locations() int {
	n := r.GlobCost
	for _, level := range r.Config.Levels() {
		n += len(level.Locations)
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
func (r *Root) Unseen(level *config.Level) Unseen { return r.Sources.Unseen[level] }

// MissingDatadir is set if the data directory of a level, or its part that does not depend on
// variables, does not exist; nil if it does, or is outside of the tree.
func (r *Root) MissingDatadir(level *config.Level) *MissingDatadir { return r.Sources.Missing[level] }

// MissingDatadir is a data directory that does not exist, or is not a directory.
type MissingDatadir struct {
	// Path is the first directory on the way to the data directory that does not exist, as shown to
	// users. Name is its name in the hiera.yaml.
	Path, Name string
	// Nearest is the name that was probably meant, of a sibling directory with data files; "." if the
	// files are next to the hiera.yaml; "" if there is none.
	Nearest string
	// Mentioned reports that the Puppetfile, .gitmodules, or .gitignore mentions a directory with
	// that name, which is therefore created when the tree is deployed.
	Mentioned bool
	// File reports that a file with that name exists.
	File bool
}

// UnseenData is data that a hierarchy reads but that is missing from the tree, so that any key may
// be defined there.
type UnseenData struct {
	Root  *Root
	Level *config.Level
	// Location is the index of the path or glob in the level; -1 for the whole level.
	Location int
	// Private reports that something in the tree indicates that the data is kept elsewhere.
	Private bool
	// Folder is the first missing directory on the way to the location, as shown to users; "" if
	// none is missing, and for a whole level.
	Folder string
}

// Name returns the location as written in the hiera.yaml, or the name of the level.
func (u UnseenData) Name() string {
	if u.Location < 0 || len(u.Level.Locations) < 2 {
		return u.Level.Name
	}
	return u.Level.Locations[u.Location].Text
}

// UnseenData returns the data of the hierarchy that is missing from the tree, in the order of
// levels and locations:
//
//   - levels outside of the tree, and levels served by a function;
//   - private locations;
//   - files that are created later: they do not exist, although their name contains no variable.
//
// The default hierarchy is excluded.
func (p *Project) UnseenData(root *Root) []UnseenData { return p.Missing[root] }

// LacksData reports whether a hierarchy reads data that is missing from the tree, or may have levels
// that do.
func (p *Project) LacksData(root *Root) bool { return len(p.UnseenData(root)) > 0 || root.Substitute }

// HidesData is like LacksData, except that directories that do not exist do not count: most of them are empty, as Git
// stores no empty directories.
func (p *Project) HidesData(root *Root) bool {
	return root.Substitute || slices.ContainsFunc(p.UnseenData(root), func(u UnseenData) bool { return u.Folder == "" || u.Private })
}

// LacksSiteData reports whether data of the global or environment layer is not in the tree.
func (p *Project) LacksSiteData() bool {
	return slices.ContainsFunc(p.Roots, func(r *Root) bool { return r.Layer != config.Module && p.LacksData(r) })
}

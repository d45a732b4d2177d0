package project

import (
	"github.com/hieralint/hieralint/engine/config"
)

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

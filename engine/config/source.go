package config

import "github.com/hieralint/hieralint/engine/data"

// Source is a place that lookups for one node search for keys. Nodes that share a source get the same
// *Source.
type Source struct {
	Layer Layer
	// Level is the level of the hierarchy.
	Level *Level
	// Path is the path of the file, and Format its format; "" for a level without files.
	Path   string
	Format data.Format
	// Computed reports that a function serves the level that may answer differently on each node.
	Computed bool
}

// SourceGroup holds the sources of a level, or of one location of it. Nodes that share a group get the
// same *SourceGroup.
type SourceGroup struct{ Sources []*Source }

package project

import (
	"path/filepath"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
)

// isOutdone tells whether a data directory of the server was found at a directory of the tree for which another one of the
// hierarchy stands: of /etc/puppet/hieradata and /etc/puppet/private/hieradata only the first can be the hieradata
// of the tree, and the other lies elsewhere.
func (l *loader) isOutdone(r *reach, level *config.Level, at string) bool {
	for _, other := range r.root.Config.Hierarchy {
		written := other.Datadir.Text
		if written == level.Datadir.Text || !isCloser(written, level.Datadir.Text) {
			continue
		}
		if t, ok := datadirText(other); ok {
			if home, relocated, ok := l.settle(&t, r, 0); ok && relocated && filepath.Join(home, t.text) == at {
				return true
			}
		}
	}
	return false
}

// isCloser tells whether a data directory of the server is nearer to that of the tree than another one with the same end: fewer
// names stand before it.
func isCloser(written, than string) bool {
	if strings.Contains(written, "%{") || strings.Contains(than, "%{") {
		return false
	}
	return strings.Count(filepath.Clean(written), "/") < strings.Count(filepath.Clean(than), "/")
}

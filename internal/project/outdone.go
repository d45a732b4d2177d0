package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
)

// isOutdone reports whether a data directory of the server was found at a directory of the tree for which another one of the
// hierarchy stands: of /etc/puppet/hieradata and /etc/puppet/private/hieradata only the first can be the hieradata
// of the tree, and the other lies elsewhere.
func (p *placer) isOutdone(r *reach, level *config.Level, at string) bool {
	var others []*config.Level
	for _, other := range r.root.Config.Hierarchy {
		others = append(others, views(r.root.Config, other)...)
	}
	for _, other := range others {
		written := other.Datadir.Text
		if written == level.Datadir.Text || !isCloser(written, level.Datadir.Text) {
			continue
		}
		if t, ok := datadirText(other); ok {
			if home, relocated, ok := p.settle(&t, r, 0); ok && relocated && filepath.Join(home, t.text) == at {
				return true
			}
		}
	}
	return false
}

// isCloser reports whether a data directory of the server is nearer to that of the tree than another one with the same end: fewer
// names stand before it, or it lies in an environment and the other one in a folder of its own.
func isCloser(written, than string) bool {
	if strings.Contains(written, "/environments/") && !strings.Contains(than, "/environments/") {
		return filepath.Base(written) == filepath.Base(than) && !slices.Contains(serverFolders, filepath.Base(filepath.Dir(than)))
	}
	if strings.Contains(written, "%{") || strings.Contains(than, "%{") {
		return false
	}
	return strings.Count(filepath.Clean(written), "/") < strings.Count(filepath.Clean(than), "/")
}

// serverFolders are the folders of a server that a tree is mostly put into.
var serverFolders = []string{"puppet", "puppetlabs", "code"}

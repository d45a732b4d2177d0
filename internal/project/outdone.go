package project

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
)

// isOutdone reports whether a directory of the tree matches another data directory of the hierarchy
// better than the one on the server that was mapped to it. Of /etc/puppet/hieradata and
// /etc/puppet/private/hieradata, only the first can be the hieradata of the tree.
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
			if home, relocated, ok := p.settleDatadir(&t, r, other); ok && relocated && filepath.Join(home, t.text) == at {
				return true
			}
		}
	}
	return false
}

// isCloser reports whether a data directory of the server matches a directory of the tree better
// than another one with the same end: fewer names precede it, or it is in an environment and the
// other one is not.
func isCloser(written, than string) bool {
	if strings.Contains(written, "/environments/") && !strings.Contains(than, "/environments/") {
		return filepath.Base(written) == filepath.Base(than) && !slices.Contains(serverFolders, filepath.Base(filepath.Dir(than)))
	}
	if strings.Contains(written, "%{") || strings.Contains(than, "%{") {
		return false
	}
	return strings.Count(path.Clean(written), "/") < strings.Count(path.Clean(than), "/")
}

// serverFolders lists the directories of a server in which trees are usually deployed.
var serverFolders = []string{"puppet", "puppetlabs", "code"}

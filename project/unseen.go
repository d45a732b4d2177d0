package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/interpolate"
)

// UnseenData is data that a hierarchy reads and that is not in the tree, though a node may have any key there.
type UnseenData struct {
	Root  *Root
	Level *config.Level
	// Location is the index of the path or glob in the level; -1 stands for the level as a whole.
	Location int
	// Private tells that something in the tree says that the data is kept elsewhere.
	Private bool
}

// Name is the location as the hiera.yaml has it, or the name of the level.
func (u UnseenData) Name() string {
	if u.Location < 0 || len(u.Level.Locations) < 2 {
		return u.Level.Name
	}
	return u.Level.Locations[u.Location].Text
}

// UnseenData is the data of the hierarchy that is not in the tree, in the order of levels and locations: levels that lie
// elsewhere or are served by a function, locations that are kept private, and files that are made or added later,
// since their name has no variable and still they are not there. The default hierarchy is left out.
func (p *Project) UnseenData(root *Root) []UnseenData { return p.unseenData[root] }

// readLocation names a location that reads a file.
type readLocation struct {
	level    *config.Level
	location int
}

// findUnseen fills Project.unseenData, and says in Project.NotSeen what is private.
func (l *loader) findUnseen() {
	p := l.project
	p.unseenData = map[*Root][]UnseenData{}
	read := map[readLocation]bool{}
	for _, f := range p.Files {
		for i := range f.Readers {
			read[readLocation{f.Readers[i].Level, f.Readers[i].Location}] = true
		}
	}
	private := l.findPrivate(read)
	for _, root := range p.Roots {
		for _, level := range root.Config.Hierarchy {
			if root.Unseen(level) != Seen || root.MissingDatadir(level) != nil {
				p.unseenData[root] = append(p.unseenData[root], UnseenData{Root: root, Level: level, Location: -1})
				continue
			}
			for i := range level.Locations {
				at := readLocation{level, i}
				if private[at] || !read[at] && (hasFixedPath(level, i) || leadsNowhere(root, level, i)) {
					p.unseenData[root] = append(p.unseenData[root], UnseenData{root, level, i, private[at]})
				}
			}
		}
	}
}

// hasFixedPath tells whether a location names a file that does not depend on the node.
func hasFixedPath(level *config.Level, location int) bool {
	if level.LocationKind != config.Path || level.Datadir.Template != nil {
		return false
	}
	at := level.Locations[location]
	return at.Template == nil || len(at.Template.Tokens) == 0
}

// leadsNowhere tells whether a path leads into a directory that is not there, as into that of secrets which are kept
// elsewhere. A directory of single nodes may be missing because there are none; a key that values of other levels
// refer to is not in it.
func leadsNowhere(root *Root, level *config.Level, location int) bool {
	if level.LocationKind == config.URI || level.Datadir.Template != nil || level.Datadir.Base != config.ConfigDir {
		return false
	}
	at := level.Locations[location]
	fixed, _, templated := strings.Cut(at.Text, "%{")
	end := strings.LastIndex(fixed, "/")
	if !templated || end <= 0 || strings.ContainsAny(fixed[:end], "*?[{") || at.Template == nil {
		return false
	}
	if slices.ContainsFunc(at.Template.Tokens, func(token interpolate.Token) bool { return isOfOneNode(token.Key.Text) }) {
		return false
	}
	_, err := os.Stat(filepath.Join(root.Dir, level.Datadir.Text, fixed[:end]))
	return os.IsNotExist(err)
}

// isOfOneNode tells whether a variable is different on each node.
func isOfOneNode(name string) bool {
	name = strings.TrimPrefix(strings.TrimPrefix(name, "::"), "facts.")
	if twin, ok := facter.Legacy(name); ok && twin.Path != "" {
		name = twin.Path
	}
	switch name {
	case "trusted.certname", "clientcert", "trusted.hostname", "networking.fqdn", "networking.hostname":
		return true
	}
	return false
}

package nodes

import (
	"slices"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/nodes/sources"
	"github.com/hieralint/hieralint/internal/project"
)

// FilesRead holds which files each real node of an inventory reads, for another inventory of the same project, nodes, and
// version of Puppet.
type FilesRead struct {
	byEnvironment map[*project.Environment]*filesRead
}

type filesRead struct {
	files  *sources.Files
	byNode map[*facts.Node]*nodeFiles
}

// nodeFiles are the files that a node reads: those of the global and environment layers, and those of modules.
type nodeFiles struct {
	own       *sources.Sources
	ofModules map[string]*sources.Sources
}

// FilesRead returns which files the real nodes read on which all keys have been evaluated. It is empty without
// Options.KeepsFilesRead.
func (v *Inventory) FilesRead() *FilesRead {
	all := &FilesRead{byEnvironment: map[*project.Environment]*filesRead{}}
	for _, fleet := range v.Fleets {
		if slices.ContainsFunc(fleet.roots, func(r *project.Root) bool { return r.Config.Err(fleet.options.Puppet) != nil }) {
			continue // with Options.Lenient, nodes read other files
		}
		of := &filesRead{fleet.sources.Files(), make(map[*facts.Node]*nodeFiles, len(fleet.Real))}
		for _, n := range fleet.Real {
			if n.kept != nil {
				of.byNode[n.facts] = n.kept
			}
		}
		all.byEnvironment[fleet.Project] = of
	}
	return all
}

// use makes a new fleet use what is known of its environment.
func (all *FilesRead) use(fleet *Fleet) {
	if all == nil {
		return
	}
	if known := all.byEnvironment[fleet.Project]; known != nil {
		fleet.known, fleet.sources = known.byNode, sources.NewFinder(known.files, fleet.index)
	}
}

// recallSources sets the sources of a real node if they are known, and reports whether they are.
func (n *Node) recallSources() bool {
	known := n.fleet.known[n.facts]
	if known != nil {
		n.own, n.ofModules = known.own, known.ofModules
	}
	return known != nil
}

// prepared prepares a node of which only the sources were recalled, and returns it.
func (n *Node) prepared() *Node {
	n.preparing.Lock()
	defer n.preparing.Unlock()
	if n.Scope == nil {
		n.findSources()
	}
	return n
}

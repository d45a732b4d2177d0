package session

import (
	"context"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/usage"
)

// UsedNodeData is what a workspace needs to know about nodes.
type UsedNodeData struct {
	// Variables are the variables that hierarchies, data, and inclusions of classes read, sorted:
	// `facts.os.family`.
	Variables []string
	// Classes are the classes that the workspace defines, except those of installed modules, and
	// those for which data defines keys.
	Classes map[string]bool
}

// UsedNodeData determines what the workspace needs to know about nodes.
func (w *Workspace) UsedNodeData(ctx context.Context) (*UsedNodeData, error) {
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	used := &UsedNodeData{Classes: map[string]bool{}}
	inventory := nodes.New(p, nodes.Options{Puppet: s.settings.PuppetVersion})
	for _, k := range inventory.UsedVariables() {
		used.Variables = append(used.Variables, k.Text)
	}
	codeOf, err := usage.ReadCode(ctx, p)
	if err != nil {
		return nil, err
	}
	for _, env := range p.Environments {
		used.addCode(env, codeOf[env])
	}
	for _, fleet := range inventory.Fleets {
		for _, name := range fleet.Defined() {
			if class, _, ok := manifest.CutParameter(name); ok {
				used.Classes[class] = true
			}
		}
	}
	used.Variables = lists.Distinct(used.Variables)
	return used, nil
}

func (u *UsedNodeData) addCode(env *project.Environment, code *manifest.Index) {
	add := func(all []*manifest.Inclusion) {
		for _, i := range all {
			if i.Variable != "" {
				u.Variables = append(u.Variables, i.Variable)
			}
		}
	}
	add(code.Site)
	for _, d := range code.Nodes {
		add(d.Inclusions)
	}
	for _, d := range code.Classes {
		if m := env.Module(d.Module); m != nil && env.Installed(m) {
			continue
		}
		u.Classes[d.Name] = true
		add(d.Inclusions)
	}
}

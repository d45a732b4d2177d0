package session

import (
	"context"
	"slices"

	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
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
	asked := &UsedNodeData{Classes: map[string]bool{}}
	inventory := nodes.New(p, nodes.Options{Puppet: s.settings.PuppetVersion})
	for _, k := range inventory.UsedVariables() {
		asked.Variables = append(asked.Variables, k.Text)
	}
	reader := manifest.NewIndexer(p.Store)
	for _, env := range p.Environments {
		code, err := reader.Index(ctx, env.Environment)
		if err != nil {
			return nil, err
		}
		asked.addCode(env, code)
	}
	for _, fleet := range inventory.Fleets {
		for _, name := range fleet.Defined() {
			if class, _, ok := manifest.CutParameter(name); ok {
				asked.Classes[class] = true
			}
		}
	}
	slices.Sort(asked.Variables)
	asked.Variables = slices.Compact(asked.Variables)
	return asked, nil
}

func (a *UsedNodeData) addCode(env *project.Environment, code *manifest.Index) {
	add := func(all []*manifest.Inclusion) {
		for _, i := range all {
			if i.Variable != "" {
				a.Variables = append(a.Variables, i.Variable)
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
		a.Classes[d.Name] = true
		add(d.Inclusions)
	}
}

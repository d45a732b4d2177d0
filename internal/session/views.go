package session

import (
	"cmp"
	"context"
	"path/filepath"
	"runtime"

	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/views"
)

// Environments are the environments of the workspace, with what was found of each.
func (w *Workspace) Environments(ctx context.Context) ([]*views.Environment, error) {
	s := w.snapshot().copied()
	s.options.ListUnread = true
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	base, err := filepath.Abs(s.paths[0])
	if err != nil {
		return nil, err
	}
	if !isDir(base) {
		base = filepath.Dir(base)
	}
	return views.FindEnvironments(ctx, p, base)
}

// Nodes are the nodes on which keys are evaluated; if a file is given, those that read it.
func (w *Workspace) Nodes(ctx context.Context, file string) ([]*views.Nodes, error) {
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	all := nodes.New(p, nodes.Options{Puppet: s.settings.PuppetVersion, Nodes: s.nodes, Workers: runtime.GOMAXPROCS(0)})
	return views.FindNodes(ctx, all, nameOf(p, file))
}

// Keys are the keys that data in the workspace sets.
func (w *Workspace) Keys(ctx context.Context, filter views.KeyFilter) ([]*views.Keys, error) {
	p, err := w.snapshot().load(ctx)
	if err != nil {
		return nil, err
	}
	filter.File = nameOf(p, filter.File)
	return views.FindKeys(ctx, p, filter)
}

// nameOf is what a project calls a file; "" for "".
func nameOf(p *project.Project, file string) string {
	if file == "" {
		return ""
	}
	return p.Store.Name(filepath.Clean(file))
}

// FindEnvironments are the environments in the working directory, as a configuration would describe them.
func FindEnvironments(ctx context.Context) ([]*settings.Environment, error) {
	p, err := project.Load(ctx, []string{"."}, project.Options{})
	if err != nil {
		return nil, err
	}
	var found []*settings.Environment
	for _, env := range p.Environments {
		root := cmp.Or(env.Global, env.Own)
		path, err := filepath.Rel(workingDirectory(), env.Dir)
		if env.Dir == "" || root == nil || err != nil {
			continue
		}
		found = append(found, &settings.Environment{
			Path: filepath.ToSlash(path), HieraConfig: root.Path, Datadirs: mappedDatadirs(root), Modulepath: env.ModuleDirs,
		})
	}
	return found, nil
}

// mappedDatadirs are the data directories of a hierarchy that lie elsewhere in the tree than it says, where that is plain: there is one
// of each.
func mappedDatadirs(root *project.Root) map[string]string {
	written := map[string]bool{}
	for _, level := range root.Config.Hierarchy {
		written[level.Datadir.Text] = true
	}
	if len(written) != 1 || len(root.Datadirs) != 1 {
		return nil
	}
	for text := range written {
		if at := filepath.ToSlash(filepath.Join(filepath.Dir(filepath.FromSlash(root.Path)), filepath.FromSlash(text))); at != root.Datadirs[0] {
			return map[string]string{text: root.Datadirs[0]}
		}
	}
	return nil
}

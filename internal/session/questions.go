package session

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/listing"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/rules"
)

// Inspector returns an Inspector for the current workspace, even if it has not been checked since
// the last change. It returns nil if a check must read the code first (see Request.Seen): at the
// start, and after changes of files other than data.
func (w *Workspace) Inspector(ctx context.Context) (*inspect.Inspector, error) {
	s := w.snapshot()
	s.looking.Lock()
	defer s.looking.Unlock()
	p := s.loaded()
	if p == nil || s.inspector != nil {
		return s.inspector, nil
	}
	site, inventory, err := runner.Prepare(ctx, p, s.runOptions())
	if site != nil {
		s.inspector = inspectorOf(p, site, inventory)
	}
	return s.inspector, err
}

// see keeps what is known before a check is complete.
func (s *snapshot) see(p *project.Project, site *rule.Site, inventory func() *nodes.Inventory) {
	s.looking.Lock()
	defer s.looking.Unlock()
	if s.inspector == nil {
		s.inspector = inspectorOf(p, site, inventory)
	}
}

func inspectorOf(p *project.Project, site *rule.Site, inventory func() *nodes.Inventory) *inspect.Inspector {
	return &inspect.Inspector{Project: p, CodeOf: site.CodeOf, UsageOf: site.UsageOf, Inventory: inventory}
}

// Unread describes the files and directories of the workspace that could not be read, one per line.
func (w *Workspace) Unread(ctx context.Context) ([]string, error) {
	p, err := w.snapshot().load(ctx)
	if err != nil {
		return nil, err
	}
	return listing.UnreadData(p), nil
}

// Reads reports whether the workspace consists of a file, or is configured by it.
func (w *Workspace) Reads(ctx context.Context, path string) (bool, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false, nil //nolint:nilerr // it does not exist yet
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return false, err
	}
	s := w.snapshot()
	if s.isConfiguredBy(map[string][]byte{abs: nil}) {
		return true, nil
	}
	p, err := s.load(ctx)
	if err != nil {
		return false, err
	}
	return slices.ContainsFunc(documentsOf(p), func(doc *data.Document) bool {
		other, err := os.Stat(rooted.Join(cmp.Or(s.options.Dir, workingDirectory()), doc.File.Path))
		return err == nil && os.SameFile(info, other)
	}), nil
}

// Environments returns the environments of the workspace, with what was found about each. unread is
// that of Unread.
func (w *Workspace) Environments(ctx context.Context) (found []*listing.Environment, unread []string, err error) {
	s := w.snapshot().copied()
	s.options.ListUnread = true
	p, err := s.load(ctx)
	if err != nil {
		return nil, nil, err
	}
	base, err := filepath.Abs(s.paths[0])
	if err != nil {
		return nil, nil, err
	}
	if !isDir(base) {
		base = filepath.Dir(base)
	}
	found, err = listing.FindEnvironments(ctx, p, base)
	return found, listing.UnreadData(p), err
}

// Puppetfiles returns the paths of the Puppetfiles of the environments, sorted.
func (w *Workspace) Puppetfiles(ctx context.Context) ([]string, error) {
	p, err := w.snapshot().load(ctx)
	if err != nil {
		return nil, err
	}
	files := lists.FlatMap(p.Environments, func(env *project.Environment) []string { return env.Puppetfile.Files })
	slices.Sort(files)
	return slices.Compact(files), nil
}

// Nodes returns the nodes on which keys are evaluated or, if a file is given, those that read it.
func (w *Workspace) Nodes(ctx context.Context, file string) ([]*listing.Nodes, error) {
	s := w.snapshot()
	p, err := s.load(ctx)
	if err != nil {
		return nil, err
	}
	all := nodes.New(p, nodes.Options{Puppet: s.settings.PuppetVersion, Nodes: s.nodes})
	return listing.FindNodes(ctx, all, nameOf(p, file))
}

// Keys returns the keys that data in the workspace defines.
func (w *Workspace) Keys(ctx context.Context, filter listing.KeyFilter) (keys []*listing.Keys, err error) {
	p, err := w.snapshot().load(ctx)
	if err != nil {
		return nil, err
	}
	filter.File = nameOf(p, filter.File)
	keys, err = listing.FindKeys(ctx, p, filter)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(filter.Names, func(name string) bool { return !p.HasKey(name) }); i >= 0 {
		err = noKey(filter.Names[i], p.Keys())
	}
	return keys, err
}

// nameOf returns the project's path of a file; "" for "".
func nameOf(p *project.Project, file string) string {
	if file == "" {
		return ""
	}
	return p.Store.Name(filepath.Clean(file))
}

// FindRule returns the description of the rule with a name or id; nil if there is none.
func FindRule(name string) *diagnostic.Descriptor {
	if r := rules.Find(name); r != nil {
		return r.Descriptor()
	}
	return nil
}

// Rules returns the descriptions of all rules, sorted by id.
func Rules() []*diagnostic.Descriptor { return rules.Descriptors() }

package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/memo"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/secret"
)

// DiffRequest describes a change, and what to find out about it.
type DiffRequest struct {
	// From and To are Git revisions: the change is that from their merge base to To. If empty, From
	// is the default branch and To the working tree.
	From, To string
	// Versions are two major versions of Puppet with which the working tree is evaluated and
	// compared. It is zero if revisions are compared.
	Versions [2]int
	// Key selects the keys, and Node the nodes to compare; nil for all.
	Key  func(name string) bool
	Node func(*nodes.Node) bool
	// Names are the keys that Key selects, if it selects them by name. It is an error if none of them
	// is defined.
	Names []string
	// NoLookups, NoMoved, and NoFindings omit parts of the result: lookups with different outcomes,
	// lookups of the same values from different files, and findings.
	NoLookups, NoMoved, NoFindings bool
	// MaxPairs limits the number of nodes that read two files with a key that are compared for each
	// key; 0 means a limit that few keys reach.
	MaxPairs int
	// MaxSize is that of an impact.Comparer.
	MaxSize int
	// ShowSecrets leaves passwords, keys, and the like in the result.
	ShowSecrets bool
	// Progress is notified of the progress of the comparison; may be nil.
	Progress runner.Progress
}

// Diff determines the effect of a change: which lookups have different outcomes, and on which
// nodes.
func (w *Workspace) Diff(ctx context.Context, r DiffRequest) (found *impact.Impact, err error) {
	s := w.snapshot()
	if r.Versions != [2]int{} {
		return s.diffVersions(ctx, &r)
	}
	from, to, name, err := revision.Range(ctx, s.dir(), r.From, r.To)
	if err != nil {
		return nil, asRevisionError(err)
	}
	s = s.since(from, from.Top)
	d := &diff{request: &r, found: &impact.Impact{WithoutLookups: r.NoLookups}}
	d.found.Before = impact.Revision{Name: name, Commit: from.Commit}
	defer func() { err = errors.Join(err, d.close()) }()
	changed, err := from.Changed(ctx, to)
	if err != nil {
		return nil, asRevisionError(err)
	}
	d.changed = lists.Set(changed)
	if d.renamed, err = from.Renamed(ctx, to); err != nil {
		return nil, asRevisionError(err)
	}
	d.original = make(map[string]string, len(d.renamed))
	for from, to := range d.renamed {
		d.original[to] = from
	}
	d.found.After = impact.Revision{Name: "the working tree"}
	if to != nil {
		d.found.After = impact.Revision{Name: r.To, Commit: to.Commit}
	}
	if err := d.open(ctx, s, from, to); err != nil {
		return nil, asRevisionError(err)
	}
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	return d.found, nil
}

// open opens both sides with as few files as possible: the working tree provides those that are the
// same.
func (d *diff) open(ctx context.Context, s *snapshot, from, to *revision.Revision) (err error) {
	d.after = side{snapshot: s, root: from.Top}
	onlyData := true // differ between the working tree and the new side
	if to != nil {
		changed, err := to.Changed(ctx, nil)
		if err != nil {
			return err
		}
		isNoData := func(path string) bool {
			_, isData := data.FormatOf(path)
			return !isData
		}
		if d.after.snapshot = nil; !slices.ContainsFunc(changed, isNoData) { // otherwise, the working tree need not be loaded
			if d.after.snapshot, onlyData, err = s.beforeChange(ctx, to, nil, from.Top); err != nil {
				return err
			}
		}
	}
	if d.after.snapshot != nil {
		d.before = side{root: from.Top}
		d.before.snapshot, d.isEdit, err = s.beforeChange(ctx, from, nil, from.Top)
		if d.isEdit = d.isEdit && onlyData; d.before.snapshot != nil || err != nil {
			return err
		}
	}
	if to != nil {
		if d.after, err = d.export(ctx, s, to, to); err != nil {
			return err
		}
		d.after.snapshot = d.after.snapshot.since(from, d.after.root)
		d.before = side{root: d.after.root}
		if d.before.snapshot, d.isEdit, err = d.after.snapshot.beforeChange(ctx, from, to, d.after.root); err != nil {
			return err
		}
	}
	if d.before.snapshot == nil {
		d.before, err = d.export(ctx, s, from, to)
	}
	return err
}

// diffVersions compares how two versions of Puppet evaluate the workspace.
func (s *snapshot) diffVersions(ctx context.Context, r *DiffRequest) (*impact.Impact, error) {
	d := &diff{request: r, everything: true, found: &impact.Impact{WithoutLookups: r.NoLookups}}
	root := cmp.Or(s.options.Dir, workingDirectory())
	d.before, d.after = side{snapshot: s.under(r.Versions[0]), root: root}, side{snapshot: s.under(r.Versions[1]), root: root}
	d.found.Before.Name, d.found.After.Name = fmt.Sprintf("Puppet %d", r.Versions[0]), fmt.Sprintf("Puppet %d", r.Versions[1])
	if err := d.run(ctx); err != nil {
		return nil, err
	}
	if d.found.Nodes == 0 && !r.NoLookups {
		d.found.NotSeen = append([]string{d.undefined()}, d.found.NotSeen...)
	}
	return d.found, nil
}

// undefined says that derived nodes do not show which variables are undefined, on which most
// lookups that fail only in Puppet 8 depend.
func (d *diff) undefined() string {
	text := "not compared: lookups of undefined variables, since only the facts of real nodes (--facts) say which are defined"
	if d.after.report == nil {
		return text
	}
	legacy := lists.Filter(d.wanted(d.after.report.Shown()), func(f diagnostic.Diagnostic) bool { return f.Rule.FindsLegacyFacts })
	if len(legacy) > 0 {
		text += "; `hieralint lint --select " + legacy[0].Rule.Name + "` reports " + plural.Count(len(legacy), "use") + " of facts that agents of Puppet 8 do not send"
	}
	return text
}

// under returns the workspace as a version of Puppet evaluates it.
func (s *snapshot) under(version int) *snapshot {
	other := s.with(s.options.Overlay)
	configured := *s.settings
	configured.PuppetVersion = version
	other.settings = &configured
	return other
}

// asRevisionError returns a UsageError for Git's error.
func asRevisionError(err error) error {
	var git *revision.Error
	if errors.As(err, &git) {
		return &UsageError{&RevisionError{git.Message}}
	}
	return err
}

// diff is a comparison of two sides.
type diff struct {
	request       *DiffRequest
	before, after side
	trees         []*revision.Tree
	anyChosen     bool              // there is a node to compare on
	anyKey        bool              // there is a requested key
	defined       []string          // other keys, as long as there is none
	changed       map[string]bool   // the changed files, relative to the top of the repository
	everything    bool              // any lookup may change, regardless of the files
	renamed       map[string]string // new paths by old paths
	original      map[string]string // old paths by new paths
	isEdit        bool              // the old side is an edit of the new one
	found         *impact.Impact
}

// export creates the side of a revision to compare it with a later one, or with the working tree.
func (d *diff) export(ctx context.Context, s *snapshot, r, later *revision.Revision) (side, error) {
	tree, err := r.Export(ctx, later)
	if err != nil {
		return side{}, err
	}
	d.trees = append(d.trees, tree)
	then := s.at(tree)
	if then == nil {
		return side{}, &revision.Error{Message: "the revision has none of the paths: " + strings.Join(s.paths, ", ")}
	}
	return side{snapshot: then, root: tree.Root()}, nil
}

func (d *diff) close() error {
	var err error
	for _, tree := range d.trees {
		err = errors.Join(err, tree.Close())
	}
	return err
}

func (d *diff) run(ctx context.Context) error {
	for _, s := range []*side{&d.before, &d.after} {
		s.cwd, s.names = cmp.Or(s.snapshot.options.Dir, workingDirectory()), &memo.Map[string, string]{}
		if err := d.prepare(ctx, s); err != nil {
			return err
		}
		if d.isEdit && d.after.snapshot.recall() == nil {
			d.after.snapshot.remember(d.before.snapshot.recall())
		}
	}
	d.found.Unread = d.unread()
	for _, line := range d.found.Unread {
		d.found.NotSeen = append(d.found.NotSeen, "not read: "+line)
	}
	for _, s := range []*side{&d.before, &d.after} {
		s.forget() // before nodes are evaluated again, or both would be in memory
	}
	for _, s := range []*side{&d.before, &d.after} {
		s.changed = sync.OnceValue(func() map[string]*project.File { return d.filesIn(s) })
		s.all = nodes.New(s.project, nodes.Options{
			Puppet: s.snapshot.settings.PuppetVersion, Nodes: s.snapshot.nodes, Workers: s.snapshot.options.Workers,
			PrivateKeys: s.snapshot.settings.PrivateKeys, Origins: true,
		})
	}
	if !d.request.NoLookups || !d.request.NoMoved {
		if err := d.lookups(ctx); err != nil {
			return err
		}
	}
	if !d.request.NoFindings {
		d.findings()
	}
	if !d.request.ShowSecrets {
		d.withhold()
	}
	return nil
}

// withhold removes secrets from the result.
func (d *diff) withhold() {
	docs := lists.FlatMap([]*side{&d.before, &d.after}, func(s *side) []*data.Document { return documentsOf(s.project) })
	d.found.Withhold(d.after.snapshot.redactorOf(docs), secret.SensitiveIn(docs))
}

// documentsOf returns the data files and hierarchies of a project.
func documentsOf(p *project.Project) []*data.Document {
	return slices.Collect(lists.Values(p.Documents()))
}

package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/place"
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
	// NeedsKey makes it an error if Key selects none.
	NeedsKey bool
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
	if d.changed, err = from.Changed(ctx, to); err != nil {
		return nil, asRevisionError(err)
	}
	d.isChanged = lists.Set(d.changed)
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
	return d.found, nil
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
	changed       []string          // the changed files, relative to the top of the repository
	isChanged     map[string]bool   // changed, as a set
	everything    bool              // any lookup may change, regardless of the files
	renamed       map[string]string // new paths by old paths
	original      map[string]string // old paths by new paths
	isEdit        bool              // the old side is an edit of the new one
	found         *impact.Impact
}

// side is the workspace before or after the change.
type side struct {
	snapshot *snapshot
	root     string    // the directory that represents the top of the repository
	cwd      string    // the directory that paths of the snapshot are relative to
	names    *sync.Map // of name, by path
	report   *Report   // nil if findings are not requested
	project  *project.Project
	changed  func() map[string]*project.File // data files by name
	codeOf   map[*project.Environment]*manifest.Index
	read     *nodes.FilesRead // of the check; nil if there are no real nodes
	all      *nodes.Inventory
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

// name returns a path of the side relative to the top of the repository, with slashes.
func (s *side) name(path string) string {
	if name, ok := s.names.Load(path); ok {
		return name.(string)
	}
	name := s.findName(path)
	s.names.Store(path, name)
	return name
}

func (s *side) findName(path string) string {
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		path = filepath.Join(s.cwd, path)
	}
	relative, err := filepath.Rel(s.root, path)
	if err != nil || !filepath.IsLocal(relative) {
		return filepath.ToSlash(path)
	}
	return filepath.ToSlash(relative)
}

// nameBefore returns the current name of a path on the old side.
func (d *diff) nameBefore(path string) string {
	name := d.before.name(path)
	return cmp.Or(d.renamed[name], name)
}

// nameAfter returns the previous name of a path on the new side.
func (d *diff) nameAfter(path string) string {
	name := d.after.name(path)
	return cmp.Or(d.original[name], name)
}

// isNew returns a function that reports whether a data file of a side has something else for a root
// key than on the other side, where nameOn returns its name.
func (d *diff) isNew(of, other *side, nameOn func(path string) string) func(path, key string) bool {
	value := func(f *project.File, key string) *data.Value {
		if f == nil || f.Doc.Value == nil {
			return nil
		}
		v, _ := f.Doc.Value.Get(key)
		return v
	}
	return func(path, key string) bool {
		name := of.name(path)
		if !d.isChanged[name] {
			return false
		}
		return !impact.Equal(value(of.changed()[name], key), value(other.changed()[nameOn(path)], key))
	}
}

// filesIn returns the changed data files of a side by name.
func (d *diff) filesIn(s *side) map[string]*project.File {
	files := map[string]*project.File{}
	for _, f := range s.project.Files {
		if name := s.name(f.Path); d.isChanged[name] {
			files[name] = f
		}
	}
	return files
}

func (d *diff) run(ctx context.Context) error {
	for _, s := range []*side{&d.before, &d.after} {
		s.cwd, s.names = cmp.Or(s.snapshot.options.Dir, workingDirectory()), &sync.Map{}
		if err := d.prepare(ctx, s); err != nil {
			return err
		}
		if d.isEdit && d.after.snapshot.recall() == nil {
			d.after.snapshot.remember(d.before.snapshot.recall())
		}
	}
	for _, s := range []*side{&d.before, &d.after} {
		s.forget() // before nodes are evaluated again, or both would be in memory
	}
	for _, s := range []*side{&d.before, &d.after} {
		s.changed = sync.OnceValue(func() map[string]*project.File { return d.filesIn(s) })
		s.all = nodes.New(s.project, nodes.Options{
			Puppet: s.snapshot.settings.PuppetVersion, Nodes: s.snapshot.nodes, Workers: cmp.Or(s.snapshot.options.Workers, runtime.GOMAXPROCS(0)),
			PrivateKeys: s.snapshot.settings.PrivateKeys, Origins: true, FilesRead: s.read,
		})
		s.read = nil
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

// prepare loads a side and reads its code, and checks it if findings are requested.
func (d *diff) prepare(ctx context.Context, s *side) (err error) {
	if !d.request.NoFindings {
		s.report, err = s.snapshot.check(ctx, &Request{Progress: d.request.Progress, ShowSecrets: d.request.ShowSecrets, KeepsFilesRead: true})
		if err != nil {
			return err
		}
		if len(s.snapshot.nodes) > 0 {
			s.read = s.report.nodes().FilesRead()
		}
		s.project, s.codeOf = s.report.project, s.report.site.CodeOf
		return nil
	}
	if s.project, err = s.snapshot.load(ctx); err != nil {
		return err
	}
	s.codeOf = map[*project.Environment]*manifest.Index{}
	reader := manifest.NewIndexer(s.project.Store)
	for _, env := range s.project.Environments {
		if s.codeOf[env], err = reader.Index(ctx, env.Environment); err != nil {
			return err
		}
	}
	return nil
}

// forget releases what the check of a side evaluated.
func (s *side) forget() {
	s.snapshot.forget()
	if s.report != nil {
		s.report.nodes = nil
	}
}

// place returns a name that identifies an environment.
func (s *side) place(fleet *nodes.Fleet) string {
	e := fleet.Project
	if e.Dir == "" && len(e.Modules) > 0 {
		return s.name(e.Modules[0].Dir)
	}
	return s.name(e.Dir)
}

// shared returns the directories that have several environments, with different hierarchies, on
// either side.
func (d *diff) shared() map[string]bool {
	shared := map[string]bool{}
	for _, s := range []*side{&d.before, &d.after} {
		seen := map[string]bool{}
		for _, fleet := range s.all.Fleets {
			place := s.place(fleet)
			shared[place] = shared[place] || seen[place]
			seen[place] = true
		}
	}
	return shared
}

// places iterates over the environments with names that identify them: those in a shared directory
// are named by it and their hierarchies.
func (s *side) places(shared map[string]bool) iter.Seq2[string, *nodes.Fleet] {
	return func(yield func(string, *nodes.Fleet) bool) {
		for _, fleet := range s.all.Fleets {
			place := s.place(fleet)
			if shared[place] {
				for _, root := range []*project.Root{fleet.Project.Own, fleet.Project.Global} {
					if root != nil {
						place += " (" + s.name(root.Path) + ")"
					}
				}
			}
			if !yield(place, fleet) {
				return
			}
		}
	}
}

// lookups compares the outcomes of lookups in each environment.
func (d *diff) lookups(ctx context.Context) error {
	shared, before := d.shared(), map[string]*nodes.Fleet{}
	for place, fleet := range d.before.places(shared) {
		before[place] = fleet
	}
	everything := d.everything || !d.isEdit && d.mayDecideAny()
	for place, fleet := range d.after.places(shared) {
		was := before[place]
		delete(before, place)
		if was == nil {
			d.found.Environments = append(d.found.Environments, environmentName(place)+" is new; its lookups are not compared.")
			continue
		}
		name := ""
		if len(d.after.all.Fleets) > 1 {
			name = place
		}
		if err := d.environment(ctx, name, was, fleet, everything); err != nil {
			return err
		}
	}
	for place := range before {
		d.found.Environments = append(d.found.Environments, environmentName(place)+" is gone; its lookups are not compared.")
	}
	slices.Sort(d.found.Environments)
	if n := len(d.after.all.Unplaced); n > 0 && d.found.Nodes == 0 {
		d.found.NotSeen = append(d.found.NotSeen, "compared on derived nodes, since the environments of "+plural.Count(n, "node")+" with facts are missing")
	}
	if d.request.Node != nil && !d.anyChosen {
		return &UsageError{errors.New("no node matches --node; `hieralint nodes` lists them")}
	}
	if d.request.NeedsKey && d.anyChosen && !d.anyKey {
		return &UsageError{errors.New("no key matches --key")}
	}
	return nil
}

// environmentName returns the start of a sentence about an environment.
func environmentName(place string) string {
	if rest, isTop := strings.CutPrefix(place, "."); isTop && (rest == "" || rest[0] == ' ') {
		return "The top-level environment" + rest
	}
	return "The environment " + place
}

func (d *diff) environment(ctx context.Context, name string, before, after *nodes.Fleet, everything bool) error {
	sides := &nodes.Sides{Before: before, After: after, NameBefore: d.before.name, NameAfter: d.after.name, Chosen: d.request.Node, MaxPairs: d.request.MaxPairs}
	if !sides.AnyChosen() {
		return nil
	}
	d.anyChosen = true
	c := &impact.Comparer{
		Environment: name, MaxSize: cmp.Or(d.request.MaxSize, impact.MaxSize),
		Before: impact.Side{Name: d.before.name, Same: d.nameBefore, IsNew: d.isNew(&d.before, &d.after, d.nameBefore), Root: d.before.root, Code: d.before.codeOf[before.Project]},
		After:  impact.Side{Name: d.after.name, IsNew: d.isNew(&d.after, &d.before, d.nameAfter), Root: d.after.root, Code: d.after.codeOf[after.Project]},
	}
	sides.Defaults = c.Parameters()
	names := sides.Touched(everything)
	if d.request.Key != nil {
		d.anyKey = d.anyKey || hasKey(before, c.Before.Code, d.request.Key) || hasKey(after, c.After.Code, d.request.Key)
		names = slices.DeleteFunc(names, func(name string) bool { return !d.request.Key(name) })
	}
	d.found.Keys += len(names)
	d.found.Nodes += sides.Nodes()
	if err := sides.Keys(ctx, names, c.Differ, c.Observe); err != nil {
		return err
	}
	if limited := sides.Limited(); len(limited) > 0 {
		d.found.NotSeen = append(d.found.NotSeen, notSeen(name, "not compared on every node, since there are too many combinations of files, or of nodes and references", limited))
	}
	if large := c.TooLarge(); len(large) > 0 {
		d.found.NotSeen = append(d.found.NotSeen, notSeen(name, fmt.Sprintf("values that differ are not shown, since together they are larger than %d MB", c.MaxSize>>20), large))
	}
	before.Release()
	after.Release()
	groups, moved := c.Groups()
	if !d.request.NoLookups {
		d.found.Groups = append(d.found.Groups, groups...)
		d.found.Folds = append(d.found.Folds, c.Folds()...)
		d.found.Outages = append(d.found.Outages, c.Outages()...)
	}
	if !d.request.NoMoved {
		d.found.Moved = append(d.found.Moved, moved...)
	}
	return nil
}

// hasKey reports whether an environment has a key in data, or as a class parameter.
func hasKey(fleet *nodes.Fleet, code *manifest.Index, isKey func(name string) bool) bool {
	if slices.ContainsFunc(fleet.Names(), isKey) {
		return true
	}
	return code != nil && slices.ContainsFunc(code.Classes, func(class *manifest.Definition) bool {
		return slices.ContainsFunc(class.Parameters, func(p *manifest.Parameter) bool { return isKey(class.Name + "::" + p.Name) })
	})
}

// notSeen returns a message about keys of an environment that were not compared completely.
func notSeen(environment, reason string, keys []string) string {
	if environment != "" {
		environment += ": "
	}
	return environment + reason + ": " + plural.More(keys, 3)
}

// mayDecideAny reports whether a changed file may affect the outcome of any lookup, apart from the hierarchies of either
// side, which are compared.
func (d *diff) mayDecideAny() bool {
	isHierarchy := map[string]bool{}
	for _, s := range []*side{&d.before, &d.after} {
		for _, root := range s.project.Roots {
			isHierarchy[s.name(root.Path)] = true
		}
	}
	return slices.ContainsFunc(d.changed, func(path string) bool { return mayDecideAny(path) && !isHierarchy[path] })
}

// mayDecideAny reports whether a file other than data may affect the outcome of any lookup:
// configurations, functions, facts, and types. hieralint's own configuration does not, since both
// sides use the current one.
func mayDecideAny(path string) bool {
	name := filepath.Base(path)
	if _, isData := data.FormatOf(name); isData && strings.Contains(name, "hiera") && !strings.HasPrefix(name, ".hieralint") {
		return true
	}
	path = "/" + path
	switch filepath.Ext(name) {
	case ".rb":
		return strings.Contains(path, "/lib/")
	case ".pp":
		return strings.Contains(path, "/functions/") || strings.Contains(path, "/types/")
	}
	return name == "environment.conf" || name == "metadata.json" || filepath.Ext(name) == ".pem"
}

// findings compares findings.
func (d *diff) findings() {
	if d.request.Versions != [2]int{} {
		d.versionFindings()
		return
	}
	baseline := func(of *side, renamed map[string]string) *runner.Baseline {
		b := runner.NewBaseline(of.root, of.report.Findings)
		for from, to := range renamed {
			b.Rename(from, to)
		}
		return b
	}
	known, left := baseline(&d.before, d.renamed), baseline(&d.after, d.original)
	known.Dir, left.Dir = d.after.root, d.before.root
	d.found.New = d.after.named(d.wanted(known.New(d.after.report.Shown())))
	d.found.Fixed = d.before.named(d.wanted(left.New(d.before.report.Shown())))
}

// wanted returns the findings at the requested keys, or in their lookup_options.
func (d *diff) wanted(found []diagnostic.Diagnostic) []diagnostic.Diagnostic {
	if d.request.Key == nil {
		return found
	}
	return lists.Filter(found, func(f diagnostic.Diagnostic) bool {
		path := f.Key
		if len(path) > 1 && path[0].Name == lookupoptions.Key {
			path = path[1:]
		}
		return len(path) > 0 && d.request.Key(path[0].Name)
	})
}

// versionFindings compares the findings of two versions of Puppet in the same tree.
func (d *diff) versionFindings() {
	before, after := d.before.severities(), d.after.severities()
	only := func(s *side, other map[identity]diagnostic.Severity) []impact.Finding {
		return s.named(lists.Filter(d.wanted(s.report.Shown()), func(d diagnostic.Diagnostic) bool { return other[identify(&d)] == 0 }))
	}
	d.found.New, d.found.Fixed = only(&d.after, before), only(&d.before, after)
	for _, f := range d.wanted(d.after.report.Shown()) {
		if was := before[identify(&f)]; was != 0 && was != f.Severity {
			for _, changed := range d.after.named([]diagnostic.Diagnostic{f}) {
				changed.Was = was
				d.found.Changed = append(d.found.Changed, changed)
			}
		}
	}
}

// identity identifies a finding on two sides of the same tree.
type identity struct {
	rule          *diagnostic.Descriptor
	path, message string
	start         int
}

func identify(d *diagnostic.Diagnostic) identity {
	return identity{d.Rule, d.File.Path, d.Message, d.Span.Start}
}

// severities returns the findings of a side with their severities.
func (s *side) severities() map[identity]diagnostic.Severity {
	found := map[identity]diagnostic.Severity{}
	for _, d := range s.report.Shown() {
		found[identify(&d)] = d.Severity
	}
	return found
}

// named returns findings with their places on both sides.
func (s *side) named(found []diagnostic.Diagnostic) []impact.Finding {
	var all []impact.Finding
	for i := range found {
		if d := &found[i]; runner.CanBeInBaseline(d) {
			all = append(all, impact.Finding{
				Rule: d.Rule, Severity: d.Severity, Message: strings.ReplaceAll(d.Message, filepath.ToSlash(s.root)+"/", ""),
				Key:   d.Key.String(),
				Place: place.Place{Path: s.name(d.File.Path), Line: d.File.Pos(d.Span.Start).Line},
			})
		}
	}
	return all
}

// withhold removes secrets from the result.
func (d *diff) withhold() {
	var docs []*data.Document
	for _, s := range []*side{&d.before, &d.after} {
		docs = append(docs, documentsOf(s.project)...)
	}
	d.found.Withhold(d.after.snapshot.redactorOf(docs), secret.SensitiveIn(docs))
}

// documentsOf returns the data files and hierarchies of a project.
func documentsOf(p *project.Project) []*data.Document {
	docs := lists.Map(p.Files, func(f *project.File) *data.Document { return f.Doc })
	for _, root := range p.Roots {
		docs = append(docs, root.Config.Doc)
	}
	return docs
}

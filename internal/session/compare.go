package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"

	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/gitignore"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/wholefile"
)

// Comparison determines which findings are known.
type Comparison struct {
	// Baseline is a baseline file; if empty, the one in the configuration, if any.
	Baseline string
	// NoBaseline disables the baseline.
	NoBaseline bool
	// Revision is a Git revision: the findings of the tree before the changes since then are known;
	// "" for none.
	Revision string
}

// Known holds findings that are not reported.
type Known struct {
	of       Comparison
	baseline *runner.Baseline
	before   *runner.Baseline
	keys     map[string]bool // that data defined before the changes
}

// NoBaselineError is the UsageError for a baseline that does not exist.
type NoBaselineError struct{ Path string }

func (e *NoBaselineError) Error() string { return "no baseline `" + e.Path + "`" }

// RevisionError is the UsageError for a revision that cannot be compared with.
type RevisionError struct{ Message string }

func (e *RevisionError) Error() string { return e.Message }

// Compare determines which findings are known. From then on, files that existed at the revision and
// are missing now were removed; they are not kept elsewhere.
func (w *Workspace) Compare(ctx context.Context, c Comparison) (*Known, error) {
	known, err := w.withBaseline(&Known{of: c})
	if err != nil {
		return nil, err
	}
	if c.Revision == "" {
		return known, nil
	}
	r, err := revision.Find(ctx, w.snapshot().dir(), c.Revision)
	if err == nil {
		known.before, known.keys, err = w.since(r).before(ctx, r)
	}
	return known, asRevisionError(err)
}

// withBaseline returns the known findings with those of the baseline as it is now. nil remains nil.
func (w *Workspace) withBaseline(known *Known) (*Known, error) {
	if known == nil {
		return nil, nil
	}
	now := *known
	path := cmp.Or(w.options.from(known.of.Baseline), w.snapshot().settings.Baseline)
	if now.baseline = nil; path == "" || known.of.NoBaseline {
		return &now, nil
	}
	var err error
	now.baseline, err = runner.ReadBaseline(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &now, &UsageError{&NoBaselineError{path}}
	case err != nil:
		return &now, &UsageError{err}
	}
	return &now, nil
}

// since makes a revision the one that the tree is compared with, and returns the current state.
func (w *Workspace) since(r *revision.Revision) *snapshot {
	w.updating.Lock()
	defer w.updating.Unlock()
	now := w.snapshot().since(r, r.Top)
	w.base = r
	w.now.Store(now)
	return now
}

// since returns the workspace compared with a revision: files that existed then were removed if they
// are missing now. root represents the top of the repository.
func (s *snapshot) since(r *revision.Revision, root string) *snapshot {
	c := s.with(s.options.Overlay)
	c.options.Existed = func(path string) bool { return r.Contains(root, path) }
	return c
}

// before returns the findings in the tree at a revision, with the current rules and settings, and the keys that its data
// defines.
func (s *snapshot) before(ctx context.Context, r *revision.Revision) (known *runner.Baseline, keys map[string]bool, err error) {
	if known, keys, err = s.beforeInPlace(ctx, r); known != nil || err != nil {
		return known, keys, err
	}
	tree, err := r.Export(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, tree.Close()) }()
	known = runner.NewBaseline(tree.Root(), nil)
	if then := s.at(tree); then != nil {
		r, err := then.check(ctx, &Request{})
		if err != nil {
			return nil, nil, err
		}
		known, keys = runner.NewBaseline(tree.Root(), r.Findings), lists.Set(r.project.Keys())
	}
	known.Dir = tree.Top
	known.Rename(tree.Renamed)
	return known, keys, nil
}

// beforeInPlace is before for a revision whose tree need not be exported; nil for others.
func (s *snapshot) beforeInPlace(ctx context.Context, r *revision.Revision) (*runner.Baseline, map[string]bool, error) {
	then, onlyData, err := s.beforeChange(ctx, r, nil, r.Top)
	if then == nil || err != nil {
		return nil, nil, err
	}
	report, err := then.check(ctx, &Request{})
	if err != nil {
		return nil, nil, err
	}
	if onlyData && s.recall() == nil {
		s.remember(then.recall())
	}
	known := runner.NewBaseline(r.Top, report.Findings)
	renamed, err := r.Renamed(ctx, nil)
	if err != nil {
		return nil, nil, err
	}
	known.Rename(renamed)
	return known, lists.Set(report.project.Keys()), nil
}

// beforeChange returns the workspace at a revision, with the files that have not changed since then
// taken from a later revision or the working tree, whose top is root. It returns nil if the revision
// has to be exported, because more than the contents and presence of files may differ. onlyData
// reports that only data files have changed, so that the project is an edit of the current one.
func (s *snapshot) beforeChange(ctx context.Context, r, later *revision.Revision, root string) (then *snapshot, onlyData bool, err error) {
	p, err := s.load(ctx)
	if err != nil {
		return nil, false, err
	}
	edited, err := r.Edited(ctx, later, func(path string) bool {
		return len(p.MatchesOf(filepath.Join(root, filepath.FromSlash(path)))) > 0
	})
	if edited == nil || err != nil {
		return nil, false, err
	}
	contents, hidden, comeOrGo := map[string][]byte{}, map[string]bool{}, map[string]bool{}
	for path, text := range edited {
		path = filepath.Join(root, filepath.FromSlash(path))
		if text == nil {
			hidden[path] = true
		} else {
			contents[path] = text
		}
		if _, err := os.Lstat(path); text == nil || err != nil {
			comeOrGo[path] = true
		}
	}
	if len(comeOrGo) == 0 {
		if then = s.editedBefore(contents); then != nil {
			then.singleFiles = true // the configuration is not compared
			return then, true, nil
		}
	}
	if !mayOverlay(edited) {
		return nil, false, nil
	}
	return s.overlaid(ctx, p, contents, hidden, comeOrGo)
}

// overlaid is beforeChange for a project with other contents of some files and without the hidden
// ones, by absolute path. comeOrGo are those that do not exist before or after the change.
func (s *snapshot) overlaid(ctx context.Context, p *project.Project, contents map[string][]byte, hidden, comeOrGo map[string]bool) (then *snapshot, onlyData bool, err error) {
	then = s.with(contents)
	then.options.Hidden = hidden
	then.singleFiles = true
	other, err := then.load(ctx)
	if err != nil {
		return nil, false, err
	}
	if slices.ContainsFunc(s.paths, func(path string) bool { _, err := other.Store.Stat(path); return err != nil }) {
		return nil, false, nil // it did not exist
	}
	onlyData = len(comeOrGo) > 0 && !slices.ContainsFunc(s.paths, func(path string) bool { return !isDir(path) }) && p.CanReplace(contents) && p.CanAddOrRemove(comeOrGo)
	if onlyData {
		if edit := p.WithFilesOf(other); edit != nil {
			then.project = edit
		}
	}
	return then, onlyData, nil
}

// mayOverlay reports whether the contents of files at a revision, by their path in the repository
// (see revision.Edited), can be laid over later ones: none determines what Git ignores, or is where
// there is a directory.
func mayOverlay(edited map[string][]byte) bool {
	for name := range edited {
		if path.Base(name) == gitignore.Name {
			return false
		}
		for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
			if _, isFile := edited[dir]; isFile {
				return false
			}
		}
	}
	return true
}

// editedBefore returns the workspace with other contents of some files, by absolute path, and
// without its buffers; nil if more than the contents of data files may differ.
func (s *snapshot) editedBefore(contents map[string][]byte) *snapshot {
	changed := maps.Clone(contents)
	for path := range s.options.Overlay {
		if _, ok := changed[path]; !ok {
			changed[path] = nil // as on disk
		}
	}
	return s.edited(contents, changed)
}

// AddToBaseline adds findings to the baseline in the configuration, or else to one next to it, and
// returns its path.
func (w *Workspace) AddToBaseline(found []diagnostic.Diagnostic) (path string, err error) {
	path, err = filepath.Abs(w.snapshot().baselinePath())
	if err != nil {
		return "", err
	}
	written := runner.NewBaseline(filepath.Dir(path), found)
	old, err := runner.ReadBaseline(path)
	switch {
	case err == nil:
		written.Merge(old, func(string) bool { return true })
	case !errors.Is(err, fs.ErrNotExist):
		return "", &UsageError{err}
	}
	return path, wholefile.Write(path, written.Bytes(), 0o644)
}

// baselinePath returns the baseline in the configuration, or else one next to it.
func (s *snapshot) baselinePath() string {
	return cmp.Or(s.settings.Baseline, filepath.Join(s.settings.Dir, settings.BaselineName))
}

// BaselineRequest describes how to write a baseline.
type BaselineRequest struct {
	// Path is the file to write; if empty, the one in the configuration, or else one next to it.
	Path string
	// Prune only removes findings that no longer exist.
	Prune bool
}

// BaselineReport describes a baseline that was written.
type BaselineReport struct {
	*Report
	Path string
	// Entries is the number of findings in the baseline, and Files the number of files with such
	// findings.
	Entries, Files int
	// Missing lists findings about paths that do not exist, which baselines cannot contain.
	Missing []*diagnostic.Diagnostic
}

// WriteBaseline checks the workspace and writes its findings to a baseline. Entries of the old
// baseline for files outside of the workspace are kept.
func (w *Workspace) WriteBaseline(ctx context.Context, b BaselineRequest) (*BaselineReport, error) {
	s := w.snapshot()
	path := cmp.Or(w.options.from(b.Path), s.baselinePath())
	old, err := runner.ReadBaseline(path)
	isNew := errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNew {
		return nil, &UsageError{err}
	}
	if isNew && b.Prune {
		return nil, &UsageError{fmt.Errorf("%w to prune", &NoBaselineError{path})}
	}
	request := Request{}
	if b.Prune {
		request.Known = &Known{baseline: old}
	}
	r, err := s.check(ctx, &request)
	if err != nil {
		return nil, err
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	written := runner.NewBaseline(filepath.Dir(abs), r.Findings)
	switch {
	case b.Prune:
		written = old.Without(r.stale)
	case !isNew:
		written.Merge(old, func(path string) bool {
			_, err := os.Stat(path)
			return err == nil && !r.project.Selected(path)
		})
	}
	if err := wholefile.Write(path, written.Bytes(), 0o644); err != nil {
		return nil, err
	}
	missing := slices.DeleteFunc(r.Unreadable(), runner.CanBeInBaseline)
	return &BaselineReport{Report: r, Path: path, Entries: written.Len(), Files: written.Files(), Missing: missing}, nil
}

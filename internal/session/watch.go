package session

import (
	"context"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
)

// WatchOptions are the options for watching a workspace.
type WatchOptions struct {
	// Every is the interval between checks for changes. If these take long, it is increased.
	Every time.Duration
	// Ignore lists files to ignore, such as those that observe writes.
	Ignore []string
	// Changed is called with the sorted paths of changed files before the workspace is checked
	// again; may be nil.
	Changed func(paths []string)
}

// idle is the minimum time between two checks for changes, as a multiple of the time that a check
// takes.
const idle = 10

// Watch checks the workspace, and again whenever files on disk have changed. It passes each report,
// or the error of the check, such as the UsageError about an invalid configuration, to observe. It
// returns the error of the context, or the one that observe returns to end the watch.
func (w *Workspace) Watch(ctx context.Context, r Request, o WatchOptions, observe func(*Report, error) error) error {
	var updated error
	for {
		before, err := w.state(ctx, o.Ignore)
		if err != nil {
			return err
		}
		var report *Report
		failed := updated
		if failed == nil {
			report, failed = w.Check(ctx, r)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := observe(report, failed); err != nil {
			return err
		}
		changes, _, err := w.await(ctx, before, &o)
		if err != nil {
			return err
		}
		if o.Changed != nil {
			o.Changed(lists.Map(changes, func(c Change) string { return c.Path }))
		}
		if updated = w.Update(ctx, changes...); updated == nil {
			r.Known, updated = w.withBaseline(r.Known)
		}
	}
}

// Follow passes the changes of files on disk to observe, for use with Update. It returns the error
// of the context.
func (w *Workspace) Follow(ctx context.Context, o WatchOptions, observe func([]Change)) error {
	state, err := w.state(ctx, o.Ignore)
	for err == nil {
		var changes []Change
		if changes, state, err = w.await(ctx, state, &o); err == nil {
			observe(changes)
		}
	}
	return err
}

// await waits until files have changed since a state, and also returns their new state.
func (w *Workspace) await(ctx context.Context, before diskState, o *WatchOptions) ([]Change, diskState, error) {
	wait := o.Every
	for {
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
			timer.Stop()
			return nil, nil, ctx.Err()
		case <-timer.C:
		}
		start := time.Now()
		now, err := w.state(ctx, o.Ignore)
		if err != nil {
			return nil, nil, err
		}
		if changes := before.changes(now); len(changes) > 0 {
			return changes, now, nil
		}
		wait = max(o.Every, idle*time.Since(start))
	}
}

// fileState differs after a file has been written, or its permissions have changed.
type fileState struct {
	size     int64
	modified time.Time
	mode     fs.FileMode
}

// diskState holds the states of files by absolute path.
type diskState map[string]fileState

// changes returns the files that have changed, been created, or been removed.
func (d diskState) changes(now diskState) []Change {
	paths := map[string]bool{}
	for path, state := range d {
		if other, ok := now[path]; !ok || other != state {
			paths[path] = true
		}
	}
	for path := range now {
		if _, ok := d[path]; !ok {
			paths[path] = true
		}
	}
	return lists.Map(slices.Sorted(maps.Keys(paths)), func(path string) Change { return Change{Path: path} })
}

// state returns the state of the files in the directories of the workspace, except ignored ones.
func (w *Workspace) state(ctx context.Context, ignored []string) (diskState, error) {
	dirs, err := w.snapshot().directories(ctx)
	if err != nil {
		return nil, err
	}
	state := diskState{}
	for _, dir := range dirs {
		err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return nil //nolint:nilerr // what cannot be read has no state
			case e.IsDir():
				if name := e.Name(); path != dir && (name == ".git" || name == "node_modules") {
					return fs.SkipDir
				}
				return nil
			}
			if info, err := e.Info(); err == nil {
				state[path] = fileState{info.Size(), info.ModTime(), info.Mode()}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for _, path := range ignored {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		delete(state, abs)
	}
	return state, nil
}

// directories returns the outermost directories that the project reads and that its configuration
// applies to. If the project cannot be loaded, they are those of the paths.
func (s *snapshot) directories(ctx context.Context) ([]string, error) {
	p, err := s.load(ctx)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil: // reported by the check
		p = &project.Project{}
	}
	all := []string{s.settings.Dir}
	for _, path := range s.paths {
		abs, err := filepath.Abs(path)
		if err != nil {
			return nil, err
		}
		if !isDir(abs) {
			abs = filepath.Dir(abs)
		}
		all = append(all, abs)
	}
	for _, env := range p.Environments {
		if env.Dir != "" {
			all = append(all, env.Dir)
		}
		all = append(all, env.ModulePath...)
	}
	for _, root := range p.Roots {
		all = append(all, root.Dir)
	}
	for _, f := range p.Files {
		abs, err := filepath.Abs(filepath.FromSlash(f.Path))
		if err != nil {
			return nil, err
		}
		all = append(all, filepath.Dir(abs))
	}
	return outermost(all), nil
}

// outermost returns the directories that are not inside another one.
func outermost(dirs []string) []string {
	slices.Sort(dirs)
	var all []string
	for _, dir := range dirs {
		if !slices.ContainsFunc(all, func(other string) bool { return rooted.IsBelow(dir, other) }) {
			all = append(all, dir)
		}
	}
	return all
}

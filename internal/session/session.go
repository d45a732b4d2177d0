// Package session is hieralint as a library, for the command line, the language server, and tests.
// It opens a workspace, checks it, compares it with a baseline or a Git revision, fixes it, and
// answers again after changes.
//
// It prints nothing and knows no flags. A Workspace and all its results are safe for concurrent
// use. The only state outside of it is the working directory of the process, which paths are
// relative to unless Options.Dir is set.
package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/settings"
)

// Options are the options of a workspace.
type Options struct {
	// Paths are control repos, code directories, modules, directories, or files; if there are none,
	// the working directory. The project around a path is always loaded; files and directories in
	// it only select what is reported.
	Paths []string
	// Dir is the absolute directory that relative paths refer to; files are then named by absolute
	// path. If empty, it is the working directory of the process, and files below it are named by
	// their relative path.
	Dir string
	// Config is the configuration file; if empty, it is searched for upwards from the paths.
	Config string
	// NoConfig disables the configuration.
	NoConfig bool
	// Profile is the profile if the configuration specifies none.
	Profile settings.Profile
	// PuppetVersion is the major version of Puppet to assume; 0 means the one in the configuration.
	PuppetVersion int
	// Selection limits the rules that run.
	Selection settings.Selection
	// MinSeverity is the lowest severity that is needed, even if the configuration's is higher; 0
	// means the one in the configuration.
	MinSeverity diagnostic.Severity
	// Facts are files and directories with facts of nodes; nil means those in the configuration.
	Facts []string
	// ForceExclude excludes what the configuration excludes even if Paths contains it.
	ForceExclude bool
	// Workers is the number of files that are checked concurrently; 0 means one per processor.
	Workers int
	// Buffers are the contents of files in an editor, which replace those on disk.
	Buffers map[string][]byte
}

// UsageError is an error in the options of a workspace: a configuration, facts, a baseline, or a
// revision that cannot be used. Nothing was checked.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// FactsError is the UsageError about Options.Facts.
type FactsError struct{ Err error }

func (e *FactsError) Error() string { return e.Err.Error() }

func (e *FactsError) Unwrap() error { return e.Err }

// Workspace is a project that is checked, and checked again after changes.
type Workspace struct {
	options Options

	now atomic.Pointer[snapshot]

	updating sync.Mutex         // for the fields below, and to replace now
	buffers  map[string][]byte  // by absolute path; replaced, never modified
	base     *revision.Revision // see Compare; nil for none
	invalid  error              // why the configuration cannot be used, in which case an earlier one is used; nil if it can
}

// Open reads the configuration and the facts of nodes. The data is read when it is first needed.
func Open(ctx context.Context, o Options) (*Workspace, error) {
	if o.Dir != "" {
		o.resolve()
	}
	w := &Workspace{options: o}
	changes := make([]Change, 0, len(o.Buffers))
	for path, text := range o.Buffers {
		changes = append(changes, Change{Path: path, Kind: Edited, Text: text})
	}
	if err := w.Update(ctx, changes...); err != nil {
		return nil, err
	}
	return w, nil
}

// from makes a path relative to Dir absolute; "" remains "".
func (o *Options) from(path string) string {
	if path == "" || o.Dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(o.Dir, path)
}

// resolve makes the paths relative to Dir absolute.
func (o *Options) resolve() {
	all := func(paths []string) []string {
		if paths == nil {
			return nil
		}
		return lists.Map(paths, o.from)
	}
	if o.Paths = all(o.Paths); len(o.Paths) == 0 {
		o.Paths = []string{o.Dir}
	}
	o.Config, o.Facts = o.from(o.Config), all(o.Facts)
	buffers := map[string][]byte{}
	for path, text := range o.Buffers {
		buffers[o.from(path)] = text
	}
	o.Buffers = buffers
}

// Change is a change of a file.
type Change struct {
	Path string
	Kind ChangeKind
	// Text is the content of a buffer.
	Text []byte
}

// ChangeKind is the kind of a change.
type ChangeKind uint8

// The kinds of changes.
const (
	OnDisk  ChangeKind = iota // the file was written, created, or removed; if it is in a buffer, the buffer is still used
	Edited                    // a buffer was opened or edited: Text replaces the file on disk
	Dropped                   // a buffer was closed: the file on disk is used again
)

// Update applies changes. If it returns an error, which is a UsageError or that of the context, the
// workspace keeps its previous configuration. What begins before it returns may use the previous state.
func (w *Workspace) Update(ctx context.Context, changes ...Change) error {
	w.updating.Lock()
	defer w.updating.Unlock()
	buffers := maps.Clone(w.buffers)
	if buffers == nil {
		buffers = map[string][]byte{}
	}
	changed := map[string][]byte{}
	for _, c := range changes {
		path, err := filepath.Abs(w.options.from(c.Path))
		if err != nil {
			return err
		}
		switch c.Kind {
		case Edited:
			buffers[path] = append([]byte{}, c.Text...) // not nil, which means the file on disk
		case Dropped:
			delete(buffers, path)
		case OnDisk:
		}
		changed[path] = buffers[path]
	}
	w.buffers = buffers
	var usage *UsageError
	isRead := w.invalid == nil || errors.As(w.invalid, &usage) // or reading it was canceled
	before := w.now.Load()
	if before != nil && isRead && !before.isConfiguredBy(changed) {
		if now := before.edited(buffers, changed); now != nil {
			w.now.Store(now)
			return w.invalid
		}
	}
	now, err := newSnapshot(ctx, &w.options, buffers)
	if err == nil && w.base != nil {
		now = now.since(w.base, w.base.Top)
	}
	w.invalid = err
	switch {
	case err == nil && before != nil:
		now.earlier = before.loaded()
		w.now.Store(now)
	case err == nil:
		w.now.Store(now)
	case before != nil:
		w.now.Store(before.with(buffers))
	}
	return err
}

// isConfiguredBy reports whether one of the files may be the configuration, a baseline, or contain facts
// of nodes.
func (s *snapshot) isConfiguredBy(files map[string][]byte) bool {
	return lists.Any(maps.Keys(files), func(path string) bool {
		return settings.IsConfiguration(path) || filepath.Base(path) == settings.BaselineName ||
			slices.ContainsFunc(s.configured, func(of string) bool { return rooted.IsBelow(path, of) })
	})
}

// Settings returns the configuration.
func (w *Workspace) Settings() *settings.Settings { return w.snapshot().settings }

// snapshot returns the current state of the workspace.
func (w *Workspace) snapshot() *snapshot { return w.now.Load() }

// readNodes reads the facts of nodes in the options, or else in the configuration.
func readNodes(ctx context.Context, o *Options, s *settings.Settings) ([]*facts.Node, error) {
	if o.Facts != nil {
		nodes, err := readFacts(ctx, o.Facts, s.MaxFileSize)
		if err != nil {
			return nil, &FactsError{err}
		}
		return nodes, nil
	}
	nodes, err := readFacts(ctx, s.Facts, s.MaxFileSize)
	if err != nil {
		return nil, fmt.Errorf("`facts` in the configuration: %w", err)
	}
	return append(nodes, s.Nodes...), nil
}

func readFacts(ctx context.Context, paths []string, maxSize int64) ([]*facts.Node, error) {
	var nodes []*facts.Node
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		read, err := facts.Read(ctx, path, maxSize)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, read...)
	}
	return nodes, nil
}

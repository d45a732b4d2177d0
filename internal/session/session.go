// Package session is hieralint as a library: what the command line, a language server and tests call. It opens a
// workspace, checks it, compares it with a baseline or a Git revision, fixes it, and answers again after changes.
//
// It prints nothing and knows no flags. A Workspace and all it returns may be used concurrently; there is no state outside of it
// but the working directory of the process, which paths are relative to unless Options.Dir says another one.
package session

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"

	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/settings"
)

// Options say what a workspace is.
type Options struct {
	// Paths are control repos, code directories, modules, folders or files; without any it is the working
	// directory. The project around a path is always loaded; files and folders in it only select what is reported.
	Paths []string
	// Dir is the directory that relative paths start at, absolute; files are named by absolute paths then. "" is the working directory of the
	// process, and files below it are named by their paths from there.
	Dir string
	// Config is the file with the configuration; "": it is searched for from the paths upwards.
	Config string
	// NoConfig leaves out the configuration.
	NoConfig bool
	// Profile is that of a configuration that names none.
	Profile settings.Profile
	// PuppetVersion is the major version of Puppet whose behaviour counts; 0 leaves it to the configuration.
	PuppetVersion int
	// Selection limits the rules that run.
	Selection settings.Selection
	// MinSeverity is the mildest severity that is needed, even where the configuration reports only worse; 0 leaves it to the
	// configuration.
	MinSeverity diagnostic.Severity
	// Facts are files and folders with facts of nodes, instead of those that the configuration names; nil leaves it
	// to the configuration.
	Facts []string
	// ForceExclude leaves out what the configuration excludes even where Paths name it.
	ForceExclude bool
	// Workers is how many files are checked at a time; 0 means one for each processor.
	Workers int
	// Buffers are the contents of files that count instead of those on disk, as an editor has them.
	Buffers map[string][]byte
}

// UsageError is a mistake in what a workspace was asked for: a configuration, facts, a baseline or a revision that cannot be
// used. Nothing was checked.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }

func (e *UsageError) Unwrap() error { return e.Err }

// FactsError is the UsageError of Options.Facts.
type FactsError struct{ Err error }

func (e *FactsError) Error() string { return e.Err.Error() }

func (e *FactsError) Unwrap() error { return e.Err }

// Workspace is a project that is checked, and checked again after changes.
type Workspace struct {
	options Options

	mu      sync.Mutex
	buffers map[string][]byte // by absolute paths; replaced, never written to
	now     *snapshot
	invalid error // why the configuration cannot be used: that of now is an earlier one; nil if it can
}

// Open reads the configuration and the facts of nodes. The data is read when it is needed first.
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

// from is a path as it is from Dir; "" stays "".
func (o *Options) from(path string) string {
	if path == "" || o.Dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(o.Dir, path)
}

// resolve makes relative paths absolute ones that start at Dir.
func (o *Options) resolve() {
	all := func(paths []string) []string {
		if paths == nil {
			return nil
		}
		resolved := make([]string, len(paths))
		for i, path := range paths {
			resolved[i] = o.from(path)
		}
		return resolved
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

// Change is a file that is not any more what it was.
type Change struct {
	Path string
	Kind ChangeKind
	// Text is the content of a buffer.
	Text []byte
}

// ChangeKind is what happened to a file.
type ChangeKind uint8

// The kinds of changes.
const (
	OnDisk  ChangeKind = iota // the file was written, made or removed; if it is in a buffer, that still counts
	Edited                    // a buffer was opened or edited: Text counts instead of the file on disk
	Dropped                   // a buffer was closed: the file on disk counts again
)

// Update takes in changes. After an error, which is a UsageError or that of the context, it goes on with the configuration that it had.
func (w *Workspace) Update(ctx context.Context, changes ...Change) error {
	w.mu.Lock()
	defer w.mu.Unlock()
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
			buffers[path] = append([]byte{}, c.Text...) // not nil, which is for the file on disk
		case Dropped:
			delete(buffers, path)
		case OnDisk:
		}
		changed[path] = buffers[path]
	}
	w.buffers = buffers
	var usage *UsageError
	isRead := w.invalid == nil || errors.As(w.invalid, &usage) // or reading it was cancelled
	if w.now != nil && isRead && !w.now.isConfiguredBy(changed) {
		if now := w.now.edited(buffers, changed); now != nil {
			w.now = now
			return w.invalid
		}
	}
	now, err := newSnapshot(ctx, &w.options, buffers)
	w.invalid = err
	switch {
	case err == nil && w.now != nil:
		now.earlier = w.now.loaded()
		w.now = now
	case err == nil:
		w.now = now
	case w.now != nil:
		w.now = w.now.with(buffers)
	}
	return err
}

// isConfiguredBy reports whether one of the files may be the configuration, or have facts of nodes.
func (s *snapshot) isConfiguredBy(files map[string][]byte) bool {
	for path := range files {
		if settings.IsConfiguration(path) || slices.ContainsFunc(s.configured, func(of string) bool { return isBelow(path, of) }) {
			return true
		}
	}
	return false
}

// Settings are those of the configuration.
func (w *Workspace) Settings() *settings.Settings { return w.snapshot().settings }

// snapshot is the workspace as it is now.
func (w *Workspace) snapshot() *snapshot {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.now
}

// readNodes reads the facts of nodes that options name, or else the configuration.
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

package lsp

import (
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"github.com/hieralint/hieralint/internal/crash"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/lsp/protocol"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// root is a directory that is checked as a whole.
type root struct {
	server *server
	dir    string          // absolute
	top    string          // of the repository that contains dir, in which changes may matter
	ctx    context.Context //nolint:containedctx // of the root: it ends when the root is closed
	cancel context.CancelFunc
	wake   chan struct{}

	isFolder bool // of the workspace; guarded by the lock of the server

	opening   chan struct{} // holds an element while changes are applied
	workspace *session.Workspace
	unusable  error // of the configuration, if workspace has an earlier one or is nil

	mu        sync.Mutex
	isStale   bool // the workspace must be reopened
	pending   []change
	changes   int                // number of changes
	checked   int                // number of changes that the findings include
	seen      int                // number of changes after which code and data were read, checked or not
	early     early              // what is known about the next check
	interrupt context.CancelFunc // cancels the running check; may be nil
	unfollow  context.CancelFunc // ends the observation of the workspace's files; may be nil
	edited    chan struct{}      // closed by the next change
	impact    impactTitle        // the last one
	finished  chan struct{}      // see announce
	found     *findings          // of the last check that succeeded; nil before the first
	failure   error              // of the last check; nil if it succeeded
	published map[protocol.DocumentURI]*published
	opened    map[protocol.DocumentURI]bool // documents that were opened, until they are published
	told      map[string]string             // the last messages to the user, by subject
}

func newRoot(s *server, dir string) *root {
	r := &root{
		server: s, dir: dir, top: repositoryAround(dir), opening: make(chan struct{}, 1), wake: make(chan struct{}, 1), changes: 1, isStale: true,
		finished: make(chan struct{}), edited: make(chan struct{}), published: map[protocol.DocumentURI]*published{}, opened: map[protocol.DocumentURI]bool{}, told: map[string]string{},
	}
	r.ctx, r.cancel = context.WithCancel(s.ctx)
	return r
}

// begin starts to check the root, now and after each change.
func (r *root) begin() {
	r.server.start("checking "+r.dir, r.run)
	if !r.server.client.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		r.server.start("watching "+r.dir, r.watch)
	}
	r.wake <- struct{}{}
}

func (r *root) close() { r.cancel() }

// change records changes and starts a check.
func (r *root) change(changes ...change) {
	if len(changes) == 0 {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range changes {
		if last := len(r.pending) - 1; last >= 0 && c.Kind == session.Edited && r.pending[last].Kind == session.Edited && r.pending[last].Path == c.Path {
			r.pending[last] = c
			continue
		}
		r.pending = append(r.pending, c)
	}
	r.again()
}

// open records that the editor shows a document, since it may have dropped previous diagnostics.
// Editors that pull do so again.
func (r *root) open(uri protocol.DocumentURI) {
	if r.server.pulls() {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.opened[uri] = true
}

// reopen reopens the workspace with the current settings and documents.
func (r *root) reopen() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.isStale = true
	r.again()
}

// again cancels a running check and starts another one. The caller holds the lock.
func (r *root) again() {
	r.changes++
	close(r.edited)
	r.edited = make(chan struct{})
	if r.interrupt != nil {
		r.interrupt()
	}
	select {
	case r.wake <- struct{}{}:
	default:
	}
}

// watchEvery is the interval at which files on disk are checked for clients that do not watch them.
const watchEvery = time.Second

// watch checks for changes on disk.
func (r *root) watch() {
	wasMissing := false
	for r.ctx.Err() == nil {
		if !r.isOnDisk() { // a document may be in a directory that does not exist yet
			wasMissing = true
			r.pause()
			continue
		}
		if wasMissing {
			wasMissing = false
			r.change(change{Change: session.Change{Path: r.dir, Kind: session.OnDisk}})
		}
		ctx, cancel := context.WithCancel(r.ctx)
		r.mu.Lock()
		r.unfollow = cancel
		r.mu.Unlock()
		w, err := r.current(ctx)
		if err == nil {
			err = w.Follow(ctx, session.WatchOptions{Every: watchEvery}, func(changes []session.Change) {
				r.change(lists.Map(changes, func(c session.Change) change { return change{Change: c} })...)
			})
		}
		isReplaced := ctx.Err() != nil
		cancel()
		switch {
		case isReplaced:
			continue
		case err == nil:
			return
		}
		r.pause()
	}
}

// pause waits before the next attempt to check for changes.
func (r *root) pause() {
	select {
	case <-r.ctx.Done():
	case <-time.After(watchEvery):
	}
}

func (r *root) isOnDisk() bool {
	info, err := os.Stat(r.dir)
	return err == nil && info.IsDir()
}

// view is a workspace with all changes and the documents that were open at that time, by path.
type view struct {
	*session.Workspace
	dir       string // of the root
	isEarlier bool   // the configuration is not the current one
	documents map[string]*document
}

// current returns the workspace with all changes. If the configuration is invalid, the workspace is
// unchanged, and current returns an error. The context only ends the wait for others who apply changes.
func (r *root) current(ctx context.Context) (*view, error) {
	select {
	case r.opening <- struct{}{}:
		defer func() { <-r.opening }()
	case <-ctx.Done():
		return &view{}, ctx.Err()
	}
	r.server.mu.Lock() // also for the documents, so that none changes in between
	r.mu.Lock()
	changes, isStale := r.pending, r.isStale
	r.pending, r.isStale = nil, false
	options := r.server.workspaceOptions(r.dir)
	v := &view{dir: r.dir, documents: map[string]*document{}}
	for _, d := range r.server.documents {
		v.documents[d.path] = d
	}
	r.mu.Unlock()
	r.server.mu.Unlock()
	if isStale || r.workspace == nil {
		options.Buffers = make(map[string][]byte, len(v.documents))
		for path, d := range v.documents {
			options.Buffers[path] = d.file().Text
		}
		var opened *session.Workspace
		if opened, r.unusable = session.Open(r.ctx, options); r.unusable == nil {
			r.workspace = opened
			r.mu.Lock()
			if r.unfollow != nil {
				r.unfollow()
			}
			r.mu.Unlock()
		} else {
			r.mu.Lock()
			r.isStale = true
			r.mu.Unlock()
			if r.workspace != nil && len(changes) > 0 {
				_ = r.workspace.Update(r.ctx, complete(changes)...) // with its previous settings
			}
		}
	} else if len(changes) > 0 {
		r.unusable = r.workspace.Update(r.ctx, complete(changes)...)
	}
	v.Workspace = r.workspace
	return v, r.unusable
}

// usable is current with the last valid configuration, if there was one. It also returns the
// mistakes in the current one, or warns about it if their position is unknown.
func (r *root) usable(ctx context.Context) (v *view, problems []*settings.Problem, err error) {
	v, err = r.current(ctx)
	var invalid *settings.InvalidError
	var usage *session.UsageError
	v.isEarlier = err != nil
	switch {
	case errors.As(err, &invalid):
		return v, invalid.Problems, nil
	case errors.As(err, &usage):
		r.warn("configuration", err)
		return v, nil, nil
	case err == nil:
		r.warn("configuration", nil)
	}
	return v, nil, err
}

// warn shows an error to the user once, until it is corrected or changes.
func (r *root) warn(about string, err error) {
	text := ""
	if err != nil {
		text = err.Error()
	}
	r.mu.Lock()
	isTold := r.told[about] == text
	r.told[about] = text
	r.mu.Unlock()
	if err != nil && !isTold {
		r.server.notify("window/showMessage", protocol.ShowMessageParams{Type: protocol.MessageError, Message: "hieralint: " + text})
	}
}

// run checks the root after each change until it is closed.
func (r *root) run() {
	for {
		select {
		case <-r.ctx.Done():
			return
		case <-r.wake:
		}
		for r.ctx.Err() == nil && r.check() {
		}
	}
}

// check checks the root unless nothing has changed. It returns true if there is more to check.
func (r *root) check() bool {
	r.mu.Lock()
	goal := r.changes
	if goal == r.checked {
		r.mu.Unlock()
		return false
	}
	ctx, cancel := context.WithCancel(r.ctx)
	r.interrupt = cancel
	first := r.found == nil
	r.mu.Unlock()
	defer cancel()
	var found *findings
	var err error
	if crashed := crash.Guard("the check of "+r.dir, func() { found, err = r.find(ctx, goal, first) }); crashed != nil {
		err = r.server.crashed(crashed)
	}
	if ctx.Err() != nil {
		return r.ctx.Err() == nil
	}
	if err != nil {
		r.server.log("%s: %v", r.dir, err)
	}
	return r.finish(goal, found, err)
}

// finish stores the findings of a check, or its error. It returns true if there is more to check.
func (r *root) finish(goal int, found *findings, err error) bool {
	var converted *converter
	if err == nil {
		converted = r.convert(found)
	}
	r.mu.Lock()
	var other []protocol.PublishDiagnosticsParams
	if err == nil {
		r.found = found
		other = r.replace(converted)
	}
	r.mu.Unlock()
	r.publish(other) // before answering requests that wait for the findings
	r.mu.Lock()
	defer r.mu.Unlock()
	r.interrupt, r.checked, r.failure = nil, goal, err
	r.announce()
	return r.changes != goal
}

// announce wakes those who wait for a check to be done, or for earlier results. The caller holds the
// lock.
func (r *root) announce() {
	close(r.finished)
	r.finished = make(chan struct{})
}

// errClosed is the error of a request about a root that is no longer open.
var errClosed = errors.New("the folder is closed")

// latest returns the findings after all changes so far.
func (r *root) latest(ctx context.Context) (*findings, error) {
	if err := r.await(ctx, r.isChecked); err != nil {
		return nil, err
	}
	defer r.mu.Unlock()
	if r.failure != nil {
		return nil, r.failure
	}
	return r.found, nil
}

func (r *root) isChecked(goal int) bool { return r.checked >= goal }

func (r *root) isSeen(goal int) bool { return r.seen >= goal || r.isChecked(goal) }

// await waits until enough is known about the changes so far. Unless there is an error, it then
// holds the lock.
func (r *root) await(ctx context.Context, isKnown func(goal int) bool) error {
	r.mu.Lock()
	goal := r.changes
	for !isKnown(goal) {
		finished := r.finished
		r.mu.Unlock()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-r.ctx.Done():
			return errClosed
		case <-finished:
		}
		r.mu.Lock()
	}
	return nil
}

// inspect returns an inspector of the state after all changes so far. If nothing has changed since
// the last check, it has the results of this check. Otherwise, it has what is known without a
// check, or what is known as soon as the next check has read the code. It is nil if nothing is
// known.
func (r *root) inspect(ctx context.Context) (*view, *inspect.Inspector, error) {
	for range 2 {
		if v, inspector, err := r.look(ctx); inspector != nil || err != nil {
			return v, inspector, err
		}
		if err := r.await(ctx, r.isSeen); err != nil {
			return nil, nil, err
		}
		r.mu.Unlock()
	}
	f, err := r.latest(ctx)
	if err != nil || f == nil || f.report == nil {
		return nil, nil, err
	}
	return f.view, f.report.Inspector(), nil
}

// look is inspect without waiting: the inspector is nil if a check must read the code.
func (r *root) look(ctx context.Context) (*view, *inspect.Inspector, error) {
	if f, isOutdated := r.last(); f != nil && !isOutdated {
		if f.report == nil {
			return nil, nil, nil
		}
		return f.view, f.report.Inspector(), nil
	}
	v, _, err := r.usable(ctx)
	if err != nil || v.Workspace == nil {
		return nil, nil, err
	}
	inspector, err := v.Inspector(ctx)
	return v, inspector, err
}

// last returns the findings of the last check that succeeded, and whether there have been changes since;
// nil before the first one.
func (r *root) last() (f *findings, isOutdated bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.found, r.checked < r.changes || r.failure != nil
}

// clear withdraws what was published.
func (r *root) clear() {
	r.mu.Lock()
	other := r.replace(&converter{})
	r.mu.Unlock()
	r.publish(other)
}

package session

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/facts"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/settings"
	"github.com/hieralint/hieralint/internal/views"
)

// snapshot is a workspace between two changes.
type snapshot struct {
	settings    *settings.Settings
	nodes       []*facts.Node
	paths       []string // without configurations; at least one
	options     project.Options
	configured  []string // the absolute paths that the settings and nodes come from
	singleFiles bool     // none of the paths is a directory
	empty       bool     // all that was asked for are configurations: nothing is reported

	loading sync.Mutex // held while the project is loaded

	mu       sync.Mutex
	earlier  *project.Project // what was loaded before there was project; may be nil
	project  *project.Project // nil until it is loaded
	took     time.Duration    // to load it
	memory   *runner.Memory   // of the last check, also of a project that this one is an edit of; may be nil
	redactor *secret.Redactor // likewise

	looking   sync.Mutex
	inspector *views.Inspector // see Workspace.Inspector; nil until it is asked for
}

func newSnapshot(ctx context.Context, o *Options, buffers map[string][]byte) (*snapshot, error) {
	configured, err := readSettings(o, buffers)
	if err != nil {
		return nil, &UsageError{err}
	}
	if missing := configured.Missing(); len(missing) > 0 {
		return nil, &UsageError{&settings.InvalidError{Problems: missing}}
	}
	nodes, err := readNodes(ctx, o, configured)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &UsageError{err}
	}
	s := &snapshot{
		settings: configured, nodes: nodes,
		// A configuration is no data: it was checked by reading it.
		paths:   slices.DeleteFunc(slices.Clone(o.Paths), settings.IsConfiguration),
		options: project.Options{Workers: o.Workers, Overlay: buffers, Dir: o.Dir, ForceExclude: o.ForceExclude},
	}
	if len(s.paths) == 0 {
		s.empty = len(o.Paths) > 0
		s.paths = []string{"."}
	}
	s.configure()
	for _, path := range slices.Concat([]string{o.Config}, o.Facts, configured.Facts, configured.PrivateKeys) {
		if abs, err := filepath.Abs(path); err == nil && path != "" {
			s.configured = append(s.configured, abs)
		}
	}
	s.singleFiles = !slices.ContainsFunc(s.paths, isDir)
	return s, nil
}

// configure takes over from the settings what the project is to know.
func (s *snapshot) configure() {
	switch {
	case s.empty:
		s.options.Exclude, s.options.ForceExclude = func(string) bool { return true }, true
	case s.settings.Exclude != nil:
		s.options.Exclude = s.settings.Excluded
	default:
		s.options.Exclude = nil
	}
	if len(s.settings.Modulepath) > 0 {
		s.options.Modulepath = s.settings.Modulepath
	}
	s.options.MaxFileSize = s.settings.MaxFileSize
	s.options.ReportInstalled = s.settings.ReportInstalledModules
	s.options.Environments = nil
	for _, e := range s.settings.Environments {
		s.options.Environments = append(s.options.Environments, project.EnvironmentOptions{
			Dir: e.Path, HieraConfig: e.HieraConfig, Datadirs: e.Datadirs, Modulepath: e.Modulepath,
		})
	}
}

// copied is the same workspace before its project is loaded.
func (s *snapshot) copied() *snapshot {
	return &snapshot{settings: s.settings, nodes: s.nodes, paths: s.paths, options: s.options, configured: s.configured, singleFiles: s.singleFiles, empty: s.empty}
}

// with is the workspace with other buffers, by absolute paths.
func (s *snapshot) with(buffers map[string][]byte) *snapshot {
	c := s.copied()
	c.options.Overlay = buffers
	c.earlier = s.loaded()
	return c
}

// edited is the workspace with other buffers, of which some are not what they were; a file whose content is nil is none any more. It is
// nil where more than the contents of data files may be different.
func (s *snapshot) edited(buffers, changed map[string][]byte) *snapshot {
	before := s.loaded()
	if before == nil || s.empty {
		return nil
	}
	p := before.With(changed)
	if p == nil {
		return nil
	}
	c := s.copied()
	c.options.Overlay = buffers
	c.project = p
	s.mu.Lock()
	defer s.mu.Unlock()
	c.memory, c.redactor = s.memory, s.redactor
	return c
}

// recall is what the last check found out; nil where there was none.
func (s *snapshot) recall() *runner.Memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memory
}

// redactorOf keeps the secrets in documents out of what is reported.
func (s *snapshot) redactorOf(docs []*data.Document) *secret.Redactor {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.redactor == nil {
		s.redactor = secret.NewRedactor(docs)
	} else {
		s.redactor = s.redactor.With(docs)
	}
	return s.redactor
}

// remember keeps what a check found out.
func (s *snapshot) remember(m *runner.Memory) {
	if m == nil {
		return
	}
	s.mu.Lock()
	s.memory = m
	s.mu.Unlock()
	s.looking.Lock()
	defer s.looking.Unlock()
	s.inspector = nil // it keeps what the check before found out
}

// changed is the workspace with other contents for some files beside its buffers, by absolute paths.
func (s *snapshot) changed(files map[string][]byte) *snapshot {
	if len(files) == 0 {
		return s
	}
	buffers, changed := maps.Clone(s.options.Overlay), map[string][]byte{}
	for path, text := range files {
		changed[path] = append([]byte{}, text...) // not nil, which is for the file on disk
		buffers[path] = changed[path]
	}
	if c := s.edited(buffers, changed); c != nil {
		return c
	}
	return s.with(buffers)
}

// loaded is the project; nil where it is not loaded yet.
func (s *snapshot) loaded() *project.Project {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.project
}

// at is the workspace in the tree of a revision, by today's settings; nil where none of its paths was there.
func (s *snapshot) at(tree *revision.Tree) *snapshot {
	then := s.with(nil)
	then.paths = nil
	for _, path := range s.paths {
		if there, ok := tree.Path(path); ok {
			then.paths = append(then.paths, there)
		}
	}
	if len(then.paths) == 0 {
		return nil
	}
	then.singleFiles = true // the configuration is not compared
	if dir, ok := tree.Path(s.settings.Dir); ok {
		then.settings = s.settings.Moved(dir)
		then.configure()
	}
	return then
}

// load loads the project, once.
func (s *snapshot) load(ctx context.Context) (*project.Project, error) {
	s.loading.Lock()
	defer s.loading.Unlock()
	if p := s.loaded(); p != nil {
		return p, nil
	}
	start := time.Now()
	o := s.options
	s.mu.Lock()
	o.Before = s.earlier
	s.mu.Unlock()
	p, err := project.Load(ctx, s.paths, o)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.earlier, s.project, s.took = nil, p, time.Since(start)
	return p, nil
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

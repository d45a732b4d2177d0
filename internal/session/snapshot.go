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
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/inspect"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/revision"
	"github.com/hieralint/hieralint/internal/runner"
	"github.com/hieralint/hieralint/internal/secret"
	"github.com/hieralint/hieralint/internal/settings"
)

// snapshot is the state of a workspace between two changes.
type snapshot struct {
	settings    *settings.Settings
	nodes       []*facts.Node
	paths       []string // without configurations; at least one
	options     discovery.Options
	configured  []string // the absolute paths of the settings and facts
	singleFiles bool     // none of the paths is a directory
	empty       bool     // only configurations were requested: nothing is reported

	loading sync.Mutex // held while the project is loaded

	mu       sync.Mutex
	earlier  *project.Project // the previously loaded project; may be nil
	project  *project.Project // nil until it is loaded
	took     time.Duration    // the time to load it
	memory   *runner.Memory   // of the last check, even of a project that this one is an edit of; may be nil
	redactor *secret.Redactor // likewise

	looking   sync.Mutex
	inspector *inspect.Inspector // see Workspace.Inspector; nil until needed
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
		// Configurations are not data; they have been checked by reading them.
		paths:   slices.DeleteFunc(slices.Clone(o.Paths), settings.IsConfiguration),
		options: discovery.Options{Workers: o.Workers, Overlay: buffers, Dir: o.Dir, ForceExclude: o.ForceExclude},
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

// configure sets the project's options according to the settings.
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
		s.options.Environments = append(s.options.Environments, discovery.EnvironmentOptions{
			Dir: e.Path, HieraConfig: e.HieraConfig, Datadirs: e.Datadirs, Modulepath: e.Modulepath,
		})
	}
}

// copied returns the same workspace without its loaded project.
func (s *snapshot) copied() *snapshot {
	return &snapshot{settings: s.settings, nodes: s.nodes, paths: s.paths, options: s.options, configured: s.configured, singleFiles: s.singleFiles, empty: s.empty}
}

// with returns the workspace with other buffers, by absolute path.
func (s *snapshot) with(buffers map[string][]byte) *snapshot {
	c := s.copied()
	c.options.Overlay = buffers
	c.earlier = s.loaded()
	return c
}

// edited returns the workspace with other buffers, some of which have changed; a nil content means
// that the file has no buffer any more. It returns nil if more than the contents of data files may
// differ.
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

// recall returns the results of the last check; nil if there was none.
func (s *snapshot) recall() *runner.Memory {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.memory
}

// redactorOf returns a Redactor for the secrets in documents.
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

// remember keeps the results of a check; nil releases them.
func (s *snapshot) remember(m *runner.Memory) {
	s.mu.Lock()
	s.memory = m
	s.mu.Unlock()
	s.looking.Lock()
	defer s.looking.Unlock()
	s.inspector = nil // it refers to the results of the previous check
}

// changed returns the workspace with different contents of some files in addition to its buffers,
// by absolute path.
func (s *snapshot) changed(files map[string][]byte) *snapshot {
	if len(files) == 0 {
		return s
	}
	buffers, changed := maps.Clone(s.options.Overlay), map[string][]byte{}
	for path, text := range files {
		changed[path] = append([]byte{}, text...) // not nil, which means the file on disk
		buffers[path] = changed[path]
	}
	if c := s.edited(buffers, changed); c != nil {
		return c
	}
	return s.with(buffers)
}

// loaded returns the project; nil if it is not loaded yet.
func (s *snapshot) loaded() *project.Project {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.project
}

// at returns the workspace in the tree of a revision, with the current settings; nil if none of its
// paths existed there.
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

// load loads the project once.
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
	p, err := discovery.Load(ctx, s.paths, o)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.earlier, s.project, s.took = nil, p, time.Since(start)
	return p, nil
}

// dir returns the first path, or the directory of the file that it is.
func (s *snapshot) dir() string {
	if dir := s.paths[0]; isDir(dir) {
		return dir
	}
	return filepath.Dir(s.paths[0])
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

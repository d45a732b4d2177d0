package project

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/gitignore"
)

// Load finds the project that paths belong to and reads it. A path may be a control repo, a
// directory with `environments`, an environment, a module, a folder or a single file; single files and
// folders within a project only choose what is reported on.
//
// What cannot be read is in Project.Unreadable, a path that does not exist too. The error is that of
// the context, or that there is no working directory.
func Load(ctx context.Context, paths []string, o Options) (*Project, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	l := newLoader(ctx, cwd, o)
	defer l.stopReading()
	l.arguments(paths)
	for _, base := range l.bases {
		l.readFileAhead(filepath.Join(base, environment.ConfigName), data.YAML)
		l.readFileAhead(filepath.Join(base, "metadata.json"), data.JSON)
	}
	for _, base := range l.bases {
		l.inventory(first(l.top(base), base))
	}
	for _, base := range l.bases {
		l.scan(base)
	}
	l.addSaid()
	l.weigh()
	l.addBroken()
	l.addNamed()
	l.findInstalled()
	slices.SortFunc(l.project.Roots, func(a, b *Root) int { return strings.Compare(a.Path, b.Path) })
	l.addLooseData()
	l.collect()
	l.match()
	l.project.Files = l.gather()
	l.setExamplesAside()
	l.prune()
	l.finish()
	if err := l.parse(); err != nil {
		return nil, err
	}
	return l.project, ctx.Err()
}

// loader is one call of Load. All its paths are absolute.
type loader struct {
	ctx     context.Context
	cwd     string
	options Options
	workers int
	store   *data.Store
	tree    *tree
	ahead   conc.WaitGroup // those who look for files to read ahead, see readAhead
	readers conc.WaitGroup // those who read them
	queue   chan fileAhead
	project *Project

	paths   []string   // that were asked for
	args    []argument // those of them that exist
	unknown []string   // files among them of which it is not known what they are
	bases   []string   // where to look, see lookAround
	room    int        // directories that may still be entered

	folders map[string]*folder
	scanned map[string]bool  // directories without symbolic links
	roots   map[string]*Root // by the path of the hiera.yaml
	modules map[string]bool  // directories of modules in a modulepath, without symbolic links

	modulepath  []string            // see Options.Modulepath
	modulePaths map[string][]string // of environments by their directory
	noted       map[string]bool     // what is in Project.Unreadable

	locations  []*location
	places     []dataPlace
	isPlace    map[string]bool    // directories of places
	walked     map[string][]*Root // directories below places, with the roots of those
	names      map[string]int     // under how many names a directory was walked through
	candidates map[string]*candidate
	// What one walk through the tree found, see inventory.go.
	listed       map[string]bool     // directories
	mayBeConfigs []string            // files that may be hierarchies
	dirsNamed    map[string][]string // directories by their names
	moduleDirs   []string            // directories that have modules in them
	dataFiles    map[string][]string // data files below directories
	templates    map[string]bool     // templates of configurations, as people name them

	unusedLocations []*location            // of configurations that are not used, see weigh.go
	unused          map[string][]*location // by directory
	notUsed         map[string]bool        // those configurations
	hasOwnConfig    map[string]bool        // their directories

	loose   map[string]bool // see loose.go
	named   map[string]bool // files that were asked for
	files   map[string]*File
	formats map[*File]data.Format

	examples   []string                   // files that stand for others, see private.go
	ignored    map[string]*gitignore.Tree // by the top of the tree
	submodules map[string][]string        // directories, by the top of the tree
	fixtures   map[string]map[string]bool // modules that .fixtures.yml names, by its directory
	sniffs     int                        // files that were looked at for what they are
	installed  []string                   // directories of modules that came from elsewhere
	functions  map[string]*DataFunction   // by their names
}

// maxDirectories is how many directories are entered before something must be wrong. A large control
// repo with all its modules has some ten thousand.
const maxDirectories = 1_000_000

func newLoader(ctx context.Context, cwd string, o Options) *loader {
	l := &loader{
		ctx: ctx, cwd: cwd, options: o, workers: o.Workers, modulepath: o.Modulepath, store: data.NewStore(), tree: &tree{overlay: map[string]bool{}}, room: maxDirectories,
		folders: map[string]*folder{}, scanned: map[string]bool{}, roots: map[string]*Root{}, modules: map[string]bool{}, modulePaths: map[string][]string{}, noted: map[string]bool{},
		isPlace: map[string]bool{}, walked: map[string][]*Root{}, names: map[string]int{}, candidates: map[string]*candidate{}, listed: map[string]bool{}, dirsNamed: map[string][]string{}, dataFiles: map[string][]string{}, templates: map[string]bool{}, notUsed: map[string]bool{}, hasOwnConfig: map[string]bool{},
		loose: map[string]bool{}, named: map[string]bool{},
		files: map[string]*File{}, formats: map[*File]data.Format{},
		ignored: map[string]*gitignore.Tree{}, submodules: map[string][]string{}, fixtures: map[string]map[string]bool{}, functions: map[string]*DataFunction{},
	}
	if l.workers <= 0 {
		l.workers = runtime.GOMAXPROCS(0)
	}
	l.startReading()
	l.store.NameFrom(cwd)
	for path, text := range o.Overlay {
		if abs, err := filepath.Abs(path); err == nil {
			l.tree.overlay[abs] = true
			l.store.Overlay(abs, text)
		}
	}
	l.project = &Project{Store: l.store, cwd: cwd}
	return l
}

// enter tells whether to go on into a directory.
func (l *loader) enter(dir string) bool {
	if l.ctx.Err() != nil {
		return false
	}
	if l.room--; l.room == 0 {
		l.unreadable(dir, errTooMuch)
	}
	return l.room > 0
}

var errTooMuch = errors.New("there are too many directories")

// unreadable notes what could not be read. A link that was not followed is harmless.
func (l *loader) unreadable(path string, err error) {
	l.note(path, reason(err), errors.Is(err, errOutside) || errors.Is(err, errCircle) || errors.Is(err, errNowhere) && l.leadsToPrivate(path))
}

// note notes it once, under whatever names it was met.
func (l *loader) note(path, reason string, harmless bool) {
	itself := filepath.Join(l.tree.real(filepath.Dir(path)), filepath.Base(path))
	if l.noted[itself] {
		return
	}
	l.noted[itself] = true
	name := l.store.Name(path)
	l.project.Unreadable = append(l.project.Unreadable, &Unreadable{File: source.New(name, nil), Reason: reason, Harmless: harmless})
}

// addNamed looks at the files that were asked for: configurations under other names are read, data
// files are checked even if no hierarchy reads them.
func (l *loader) addNamed() {
	for _, a := range l.args {
		if a.dir || l.roots[a.path] != nil {
			continue
		}
		name := filepath.Base(a.path)
		_, isData := data.FormatOf(name)
		switch {
		case name == "environment.conf" || name == "metadata.json":
		case l.isConfig(a.path):
			l.addNamedConfig(a.path)
		case isData:
			l.named[a.path] = true
		default:
			// A level may read it all the same, as `path: common` reads a file without extension.
			l.named[a.path] = true
			if !strings.HasPrefix(name, ".") {
				l.unknown = append(l.unknown, a.path)
			}
		}
	}
}

// addNamedConfig adds a hierarchy that no environment or module reads by itself.
func (l *loader) addNamedConfig(path string) {
	env, err := environment.Open(filepath.Dir(path), environment.Options{Store: l.store, Name: environmentName(filepath.Dir(path)), ModulePath: l.modulepath})
	if err != nil {
		l.unreadable(path, err)
		return
	}
	if root := l.addRoot(path, config.Global, "Puppet reads a file of this name only if the setting hiera_config names it"); root != nil {
		l.project.Environments = append(l.project.Environments, &Environment{Environment: env, Global: root})
	}
}

// readAhead starts to read the files of a data directory while others are still looked for. The
// store keeps them for parse; what turns out not to be data was read in vain.
func (l *loader) readAhead(dir string) {
	l.ahead.Go(func() {
		entries, _ := l.tree.directories.list(dir) // whoever needs it reports the error
		for _, e := range entries {
			path := filepath.Join(dir, e.Name())
			format, ok := data.FormatOf(path)
			switch {
			case l.ctx.Err() != nil:
				return
			case e.IsDir(): // no symbolic link, so this ends
				l.readAhead(path)
			case ok && e.Type().IsRegular():
				l.readFileAhead(path, format)
			}
		}
	})
}

// fileAhead is a file that is read ahead.
type fileAhead struct {
	path   string
	format data.Format
}

func (l *loader) readFileAhead(path string, format data.Format) { l.queue <- fileAhead{path, format} }

// startReading starts those who read what is in the queue.
func (l *loader) startReading() {
	l.queue = make(chan fileAhead, 256)
	for range l.workers {
		l.readers.Go(func() {
			for f := range l.queue {
				if l.ctx.Err() == nil {
					_, _ = l.store.Document(f.path, f.format)
				}
			}
		})
	}
}

// stopReading waits for all who read ahead.
func (l *loader) stopReading() {
	l.ahead.Wait()
	close(l.queue)
	l.readers.Wait()
}

// parse reads the data files.
func (l *loader) parse() error {
	work := pool.New().WithMaxGoroutines(l.workers).WithContext(l.ctx)
	failed := make([]error, len(l.project.Files))
	for i, f := range l.project.Files {
		work.Go(func(ctx context.Context) error {
			if ctx.Err() == nil {
				f.Doc, failed[i] = l.document(f)
			}
			return ctx.Err()
		})
	}
	if err := work.Wait(); err != nil {
		return err
	}
	var read []*File
	for i, f := range l.project.Files {
		if failed[i] != nil {
			l.unreadable(l.absolute(f.Path), failed[i])
			continue
		}
		read = append(read, f)
	}
	l.project.Files = read
	slices.SortFunc(l.project.Unreadable, func(a, b *Unreadable) int { return strings.Compare(a.File.Path, b.File.Path) })
	return nil
}

// document reads a data file.
func (l *loader) document(f *File) (*data.Document, error) {
	path := l.absolute(f.Path)
	if l.formats[f] != data.HOCON {
		return l.store.Document(path, l.formats[f])
	}
	return engine.HOCONDocument(l.store, path)
}

// absolute is the path of what people call name.
func (l *loader) absolute(name string) string {
	if path := filepath.FromSlash(name); filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(l.cwd, filepath.FromSlash(name))
}

// finish puts in order what was found.
func (l *loader) finish() {
	p := l.project
	for _, env := range p.Environments {
		slices.SortFunc(env.Modules, func(a, b *Root) int {
			return cmp.Or(strings.Compare(a.Module, b.Module), strings.Compare(a.Path, b.Path))
		})
	}
	slices.SortFunc(p.Environments, func(a, b *Environment) int { return strings.Compare(a.place(), b.place()) })
	l.explainMissing()
	l.nameDirectories()
	for _, root := range p.Roots {
		if root.Installed {
			continue
		}
		l.findPublicKeys(root)
		for _, levels := range [][]*config.Level{root.Config.Hierarchy, root.Config.DefaultHierarchy} {
			for _, level := range levels {
				l.notSeen(root, level)
			}
		}
	}
	l.findUnseen()
	l.findFunctions()
	l.findUnclaimed()
	p.selected = l.selector()
	l.findUnread()
	for _, a := range l.args {
		if a.dir && l.isEmpty(a.path) {
			l.project.NotSeen = append(l.project.NotSeen, "Hiera data in `"+l.store.Name(a.path)+"` (there is neither a hiera.yaml nor a data file)")
		}
	}
	for _, path := range l.unknown {
		if l.files[path] == nil {
			l.note(path, "this is neither a data file (YAML, EYAML, JSON) nor a hiera.yaml; it is not checked", true)
		}
	}
}

// nameDirectories names the data directories of hierarchies and the modulepaths of environments.
func (l *loader) nameDirectories() {
	for _, at := range l.places {
		at.root.Datadirs = append(at.root.Datadirs, l.store.Name(at.dir))
	}
	for _, root := range l.project.Roots {
		slices.Sort(root.Datadirs)
		root.Datadirs = slices.Compact(root.Datadirs)
	}
	for _, env := range l.project.Environments {
		for _, dir := range env.ModulePath {
			if name := l.store.Name(dir); l.tree.isDir(dir) && !slices.Contains(env.ModuleDirs, name) {
				env.ModuleDirs = append(env.ModuleDirs, name)
			}
		}
	}
}

// place is the directory of an environment, or that of the module it is made for.
func (e *Environment) place() string {
	if e.Dir == "" && len(e.Modules) > 0 {
		return e.Modules[0].Dir
	}
	return e.Dir
}

func (l *loader) notSeen(root *Root, level *config.Level) {
	var why string
	switch root.unseen[level] {
	case Outside:
		why = "outside of the tree"
	case Remote:
		why = "a URI"
	case ByCode:
		if level.Function.Name == "" {
			return
		}
		why = fmt.Sprintf("function `%s`", level.Function.Name)
	default:
		return
	}
	text := fmt.Sprintf("level `%s` of %s (%s)", level.Name, root.Path, why)
	if !slices.Contains(l.project.NotSeen, text) {
		l.project.NotSeen = append(l.project.NotSeen, text)
	}
}

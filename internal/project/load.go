package project

import (
	"cmp"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/sourcegraph/conc/pool"

	"github.com/hieralint/hieralint/engine"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
)

// Load finds and reads the project that paths belong to. A path may be a control repo, a directory
// with `environments`, an environment, a module, a directory, or a single file. Files and
// directories within a project only select what is reported.
//
// Project.Unreadable lists what cannot be read, including paths that do not exist. Load returns an
// error if the context ends or there is no working directory.
func Load(ctx context.Context, paths []string, o Options) (*Project, error) {
	cwd, err := workingDirectory(&o)
	if err != nil {
		return nil, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	d := newDisk(ctx, cwd, o)
	defer d.ahead.stop()
	asked := newRequest(d, paths, o)
	for _, base := range asked.bases {
		d.ahead.file(filepath.Join(base, environment.ConfigName), data.YAML)
		d.ahead.file(filepath.Join(base, "metadata.json"), data.JSON)
	}
	s := newSurvey(&locator{newClassifier(d, asked, takeInventory(d, asked)), map[string]bool{}})
	for _, base := range asked.bases {
		s.scan(base)
	}
	w := weigh(s)
	unused := w.unused
	s.addNamed()
	installed := findInstalled(d, s.environments)
	unread := &unreadFinder{survey: s, installed: installed, renamed: s.readIfRenamed(unused.list)}
	s.addLooseData(unread)
	w.addWithoutData()
	slices.SortFunc(s.roots, func(a, b *Root) int { return strings.Compare(a.Path, b.Path) })
	found, err := collect(d, s.layout)
	if err != nil {
		return nil, err
	}
	m, err := match(found, o.Workers)
	if err != nil {
		return nil, err
	}
	g := gather(m, unused)
	selection := &selection{request: asked, gatherer: g, installed: installed}
	selection.prune()

	p := describe(ctx, s, g)
	p.NotUsed, p.selected = unused.list, selection.selector()
	unread.files = g.byName
	if o.ListUnread {
		p.Unread = unread.belowArguments()
	}
	p.WithoutHierarchy = unread.dirsWithoutHierarchy(g.files, unused.list)
	p.NotSeen = slices.Concat(p.NotSeen, selection.empty(unread), unread.filesWithoutHierarchy(g.files))
	selection.noteUnknown()
	if p.Files, err = parse(g, o.Workers); err != nil {
		return nil, err
	}
	if err := d.store.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(d.notes, func(a, b *Unreadable) int { return strings.Compare(a.File.Path, b.File.Path) })
	p.Unreadable = d.notes
	p.prepareEdits(g)
	return p, ctx.Err()
}

// workingDirectory returns the directory that relative paths refer to.
func workingDirectory(o *Options) (string, error) {
	if o.Dir != "" {
		return o.Dir, nil
	}
	return os.Getwd()
}

// describe returns the project with the known files, and everything that depends on all of them.
func describe(ctx context.Context, s *survey, g *gatherer) *Project {
	p := &Project{Store: g.store, cwd: g.cwd, locations: g.index, Environments: s.environments, Roots: s.roots, names: &projectNames{}}
	for _, env := range p.Environments {
		slices.SortFunc(env.Modules, func(a, b *Root) int {
			return cmp.Or(strings.Compare(a.Module, b.Module), strings.Compare(a.Path, b.Path))
		})
	}
	slices.SortFunc(p.Environments, func(a, b *Environment) int { return strings.Compare(a.Place(), b.Place()) })
	explainMissing(s.disk, s.layout, g.files)
	nameDirectories(s.disk, s.layout)
	u := &unseenFinder{gatherer: g, existed: s.options.Existed, noted: map[string]bool{}}
	for _, root := range p.Roots {
		if root.Installed {
			continue
		}
		root.MeantFor = s.meantFor(root)
		s.findPublicKeys(root)
		u.noteSubstitute(root)
		for _, level := range root.Config.Levels() {
			u.noteLevel(root, level)
		}
	}
	p.unseenData = u.find(ctx)
	p.NotSeen = u.notSeen
	g.functions.find(g.files)
	findUnclaimed(s.disk, s.layout, g.files)
	return p
}

// nameDirectories sets the names of data directories and modulepaths as shown to users.
func nameDirectories(d *disk, y *layout) {
	for _, at := range y.datadirs {
		at.root.Datadirs = append(at.root.Datadirs, d.store.Name(at.dir))
	}
	for _, root := range y.roots {
		slices.Sort(root.Datadirs)
		root.Datadirs = slices.Compact(root.Datadirs)
	}
	for _, env := range y.environments {
		for _, dir := range env.ModulePath {
			if name := d.store.Name(dir); d.isDir(dir) && !slices.Contains(env.ModuleDirs, name) {
				env.ModuleDirs = append(env.ModuleDirs, name)
			}
		}
	}
}

// Place returns the directory of an environment, or of the standalone module for which it was created.
func (e *Environment) Place() string {
	if e.Dir == "" && len(e.Modules) > 0 {
		return e.Modules[0].Dir
	}
	return e.Dir
}

// parse parses the data files. It returns those that can be read, and the error of the context.
func parse(g *gatherer, workers int) ([]*File, error) {
	work := pool.New().WithMaxGoroutines(workers).WithContext(g.ctx)
	failed := make([]error, len(g.files))
	for i, f := range g.files {
		work.Go(func(ctx context.Context) error {
			if ctx.Err() == nil {
				f.Doc, failed[i] = g.document(f)
			}
			return ctx.Err()
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	var read []*File
	for i, f := range g.files {
		if failed[i] != nil {
			g.unreadable(g.absolute(f.Path), failed[i])
			continue
		}
		f.names = namesOf(f.Doc)
		read = append(read, f)
	}
	return read, nil
}

// document parses a data file.
func (g *gatherer) document(f *File) (*data.Document, error) {
	path := g.absolute(f.Path)
	if g.formats[f] != data.HOCON {
		return g.store.Document(path, g.formats[f])
	}
	return engine.HOCONDocument(g.store, path)
}

func (e *Environment) isDir(path string) bool {
	info, err := e.Store().Stat(path)
	return err == nil && info.IsDir()
}

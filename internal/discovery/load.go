// Package discovery determines what is on disk: environments and modules, their hiera.yaml files, the
// data files, and which level of which hierarchy reads which file.
//
// It evaluates nothing. It matches data files with the templates of hierarchies, which yields the
// values of variables for which Puppet reads them, without any facts.
//
// Loading consists of phases. Each is a type that has the results of earlier phases and its own:
//
//   - worktree: the files and directories that are searched;
//   - classify: the requested paths, and whether a directory is an environment, a module, or a code directory;
//   - locate: where in the tree the levels of a hierarchy read;
//   - layout: the environments, modules, and hierarchies;
//   - collector: the files that may be data (collect.go);
//   - matcher: the locations that match them (match.go);
//   - gatherer: those that are data (gather.go, examples.go);
//   - findAround: code that belongs to no environment with a hierarchy (around.go);
//   - selection: what is reported (selection.go);
//   - unseenFinder: data that hierarchies read but that is missing from the tree (unseen.go, private.go);
//   - functions: the custom functions that read files (function.go).
package discovery

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
	"github.com/hieralint/hieralint/internal/discovery/classify"
	"github.com/hieralint/hieralint/internal/discovery/layout"
	"github.com/hieralint/hieralint/internal/discovery/locate"
	"github.com/hieralint/hieralint/internal/discovery/worktree"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
)

// Load finds and reads the project that paths belong to. A path may be a control repo, a directory
// with `environments`, an environment, a module, a directory, or a single file. Files and
// directories within a project only select what is reported.
//
// Project.Unreadable lists what cannot be read, including paths that do not exist. Load returns an
// error if the context ends or there is no working directory.
func Load(ctx context.Context, paths []string, o Options) (*project.Project, error) {
	cwd, err := workingDirectory(&o)
	if err != nil {
		return nil, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	tree := worktree.New(ctx, cwd, o)
	defer tree.Ahead.Stop()
	asked := classify.NewRequest(tree, paths, o)
	tree.Store.Confine(tree.Within)
	for _, base := range asked.Bases {
		tree.Folder(base)
		tree.Ahead.File(filepath.Join(base, environment.ConfigName), data.YAML)
		tree.Ahead.File(filepath.Join(base, "metadata.json"), data.JSON)
	}
	s := layout.NewSurvey(locate.New(classify.New(tree, asked)))
	for _, base := range asked.Bases {
		s.Scan(base)
	}
	weigher := layout.Weigh(s)
	unused := weigher.Unused
	s.AddNamed()
	installed := layout.FindInstalled(tree, s.Environments)
	unread := &layout.UnreadFinder{Survey: s, Installed: installed, Renamed: s.ReadIfRenamed(unused.List)}
	s.AddLooseData(unread)
	weigher.AddWithoutData()
	slices.SortFunc(s.Roots, func(a, b *project.Root) int { return strings.Compare(a.Path, b.Path) })
	found, err := collect(tree, s.Layout)
	if err != nil {
		return nil, err
	}
	m, err := match(found, o.Workers)
	if err != nil {
		return nil, err
	}
	g := gather(m, weigher)
	findAround(s)
	selection := &selection{Request: asked, gatherer: g, installed: installed}
	selection.prune()

	p := describe(ctx, s, g)
	p.NotUsed, p.Reports = unused.List, selection.selector()
	unread.Files = g.byName
	if o.ListUnread {
		p.Unread = unread.BelowArguments()
	}
	p.WithoutHierarchy = unread.DirsWithoutHierarchy(g.files, unused.List)
	p.NotSeen = slices.Concat(p.NotSeen, selection.empty(unread), unread.FilesWithoutHierarchy(g.files), selection.overlooked(unread, p.WithoutHierarchy))
	selection.noteUnknown()
	if p.Files, err = parse(ctx, g, o.Workers); err != nil {
		return nil, err
	}
	for _, env := range p.Environments {
		env.Unclaimed = slices.DeleteFunc(env.Unclaimed, func(f *project.File) bool { return f.Doc == nil }) // it cannot be read
	}
	if err := tree.Store.Err(); err != nil {
		return nil, err
	}
	slices.SortFunc(tree.Notes, func(a, b *project.Unreadable) int { return strings.Compare(a.File.Path, b.File.Path) })
	p.Unreadable = tree.Notes
	loaded := project.New(p, g.byName)
	return loaded, cmp.Or(tree.Store.LimitNames(len(loaded.Keys())), ctx.Err())
}

// workingDirectory returns the directory that relative paths refer to.
func workingDirectory(o *Options) (string, error) {
	if o.Dir != "" {
		return o.Dir, nil
	}
	return os.Getwd()
}

// describe returns the contents of the project without its files, and completes everything that depends on all of them.
func describe(ctx context.Context, s *layout.Survey, g *gatherer) project.Contents {
	p := project.Contents{Store: g.Store, Dir: g.Cwd, Match: g.index.Matches, Environments: s.Environments, Roots: s.Roots}
	for _, env := range p.Environments {
		slices.SortFunc(env.Modules, func(a, b *project.Root) int {
			return cmp.Or(strings.Compare(a.Module, b.Module), strings.Compare(a.Path, b.Path))
		})
	}
	slices.SortFunc(p.Environments, func(a, b *project.Environment) int { return strings.Compare(a.Place(), b.Place()) })
	layout.ExplainMissing(s, g.files)
	nameDirectories(s)
	u := &unseenFinder{gatherer: g, existed: s.Options.Existed, noted: map[string]bool{}}
	for _, root := range p.Roots {
		if root.Installed {
			continue
		}
		root.MeantFor = s.MeantFor(root)
		s.FindKeys(root)
		u.noteSubstitute(root)
		for _, level := range root.Config.Levels() {
			u.noteLevel(root, level)
		}
	}
	p.Missing = u.find(ctx)
	p.NotSeen = u.notSeen
	g.functions.find(g.files)
	findUnclaimed(s, g.files)
	return p
}

// nameDirectories sets the names of data directories and modulepaths as shown to users.
func nameDirectories(s *layout.Survey) {
	for _, at := range s.Datadirs {
		at.Root.Datadirs = append(at.Root.Datadirs, s.Store.Name(at.Dir))
	}
	for _, root := range s.Roots {
		root.Datadirs = lists.Distinct(root.Datadirs)
	}
	for _, env := range s.Environments {
		for _, dir := range env.ModulePath {
			if name := s.Store.Name(dir); s.IsDir(dir) && !slices.Contains(env.ModuleDirs, name) {
				env.ModuleDirs = append(env.ModuleDirs, name)
			}
		}
	}
}

// parse parses the data files. It returns those that can be read, and the error of the context.
func parse(ctx context.Context, g *gatherer, workers int) ([]*project.File, error) {
	work := pool.New().WithMaxGoroutines(workers).WithContext(ctx)
	failed := make([]error, len(g.files))
	for i, f := range g.files {
		work.Go(func(ctx context.Context) error {
			if ctx.Err() == nil {
				var doc *data.Document
				if doc, failed[i] = g.document(f); failed[i] == nil {
					f.SetDocument(doc)
				}
			}
			return ctx.Err()
		})
	}
	if err := work.Wait(); err != nil {
		return nil, err
	}
	var read []*project.File
	for i, f := range g.files {
		if failed[i] != nil {
			g.CannotRead(g.Absolute(f.Path), failed[i])
			continue
		}
		read = append(read, f)
	}
	return read, nil
}

// document parses a data file.
func (g *gatherer) document(f *project.File) (*data.Document, error) {
	path := g.Absolute(f.Path)
	if g.formats[f] != data.HOCON {
		return g.Store.Document(path, g.formats[f])
	}
	return engine.HOCONDocument(g.Store, path)
}

// Options are the options for loading a project.
type Options = worktree.Options

// EnvironmentOptions provides what the tree does not reveal about an environment.
type EnvironmentOptions = worktree.EnvironmentOptions

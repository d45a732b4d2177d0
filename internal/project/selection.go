package project

import "slices"

// asked tells whether path, or a directory that it lies in, was asked for. What came with a module
// from elsewhere is not meant unless the module or something in it was asked for.
func (l *loader) asked(path string, installed []string) bool {
	return slices.ContainsFunc(l.paths, func(asked string) bool {
		return below(path, asked) && !slices.ContainsFunc(installed, func(dir string) bool { return below(path, dir) && !below(asked, dir) })
	})
}

// selector tells what is reported on: what was asked for, and for an environment or module as a
// whole all that it reads, wherever that lies. A template of a configuration is not what Puppet reads.
func (l *loader) selector() func(name string) bool {
	var installed []string
	if !l.options.ReportInstalled {
		installed = l.installed
	}
	chosen := map[string]bool{}
	for _, a := range l.args {
		if f := l.files[a.path]; f != nil {
			chosen[f.Path] = true
		}
		if !a.whole {
			continue
		}
		belongs := func(r *Root) bool {
			return r != nil && (!r.Installed || l.options.ReportInstalled) && below(r.Dir, a.path)
		}
		for _, f := range l.project.Files {
			if belongs(f.Datadir) || slices.ContainsFunc(f.Readers, func(r Reader) bool { return belongs(r.Root) }) {
				chosen[f.Path] = true
			}
		}
	}
	return func(name string) bool {
		path := l.absolute(name)
		return (chosen[name] || l.asked(path, installed)) && !l.excluded(path) && !l.templates[name]
	}
}

// excluded tells whether a path is left out: not if that, or a directory that it lies in, was asked
// for although it is left out.
func (l *loader) excluded(path string) bool {
	if l.options.Exclude == nil || !l.options.Exclude(path) {
		return false
	}
	return l.options.ForceExclude || !slices.ContainsFunc(l.paths, func(asked string) bool { return below(path, asked) && l.options.Exclude(asked) })
}

// isEmpty tells whether there is nothing to check in a directory that was asked for.
func (l *loader) isEmpty(dir string) bool {
	has := func(name string) bool { return below(l.absolute(name), dir) }
	return !slices.ContainsFunc(l.project.Files, func(f *File) bool { return has(f.Path) }) &&
		!slices.ContainsFunc(l.project.Roots, func(r *Root) bool { return has(r.Path) })
}

// prune leaves out the environments that have nothing to do with what was asked for: one file of a
// repository with many environments is checked with its own.
func (l *loader) prune() {
	p := l.project
	selected := l.selector()
	chosen := map[*Root]bool{} // that read anything that is selected, or have it in their data directories
	for _, f := range p.Files {
		if selected(f.Path) {
			for _, r := range f.Readers {
				chosen[r.Root] = true
			}
			if f.Datadir != nil {
				chosen[f.Datadir] = true
			}
		}
	}
	p.Environments = slices.DeleteFunc(p.Environments, func(env *Environment) bool { return !l.concerns(env, chosen) })
	kept := map[*Root]bool{}
	for _, env := range p.Environments {
		for _, r := range env.Roots() {
			kept[r] = true
		}
	}
	p.Roots = slices.DeleteFunc(p.Roots, func(r *Root) bool { return !kept[r] })
	p.Files = slices.DeleteFunc(p.Files, func(f *File) bool {
		f.Readers = slices.DeleteFunc(f.Readers, func(r Reader) bool { return !kept[r.Root] })
		return len(f.Readers) == 0 && !kept[f.Datadir] && !selected(f.Path)
	})
}

// concerns tells whether an environment has to do with what was asked for: it lies there, or around
// it, or has one of the chosen hierarchies.
func (l *loader) concerns(env *Environment, chosen map[*Root]bool) bool {
	for _, path := range l.paths {
		if below(env.place(), path) || below(path, env.place()) {
			return true
		}
	}
	for _, r := range env.Roots() {
		if chosen[r] {
			return true
		}
		for _, path := range l.paths {
			if l.absolute(r.Path) == path || r != env.Global && (below(r.Dir, path) || below(path, r.Dir)) {
				return true
			}
		}
	}
	return false
}

// Roots are the hierarchies of an environment: global, its own, those of modules.
func (e *Environment) Roots() []*Root {
	var roots []*Root
	for _, r := range []*Root{e.Global, e.Own} {
		if r != nil {
			roots = append(roots, r)
		}
	}
	return append(roots, e.Modules...)
}

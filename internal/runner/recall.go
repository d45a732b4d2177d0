package runner

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rooted"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
)

// inFile returns the earlier findings in a data file, and for how many widths they are still valid.
func (r *recall) inFile(f *project.File) (found fileFindings, widths int) {
	if r == nil {
		return found, 0
	}
	found, known := r.files[f]
	switch {
	case !known:
		return found, int(rule.OwnFile)
	case r.isByName:
		return found, int(rule.OtherKeys)
	case r.definesTouched(f):
		return found, int(rule.OtherValues)
	}
	return found, rule.Reaches
}

// allInFile returns the earlier findings in a data file, which may be nil; ok is false unless all of them are still valid.
func (r *recall) allInFile(f *project.File) (found fileFindings, ok bool) {
	if f == nil {
		return found, false
	}
	found, widths := r.inFile(f)
	return found, widths == rule.Reaches
}

// subject returns a data file to check.
func (r *recall) subject(site *rule.Site, f *project.File) *rule.Subject {
	if r != nil && r.files[f].subject != nil {
		return r.files[f].subject.In(site)
	}
	return rule.FileSubject(site, f)
}

// definesTouched reports whether a file defines a key whose value in another file has changed.
func (r *recall) definesTouched(f *project.File) bool {
	return lists.Any(maps.Keys(r.changes.Keys), f.Defines)
}

// recall holds the results of an earlier run that may still be valid.
type recall struct {
	*Memory
	changes *project.Changes
	edits   map[*source.File]*source.Edit // by the file before
	other   map[*source.File]bool         // added or removed files, and those at which lookups start or stop to fail
	// everything reports that the findings about any key may have changed; otherwise, they may have
	// changed for the keys in touched.
	everything bool
	touched    map[string]bool
	// options are the lookup_options, before and after the edit, that apply to further such keys.
	options []*data.Value
	// read are files that affect all keys on the nodes that read them.
	read []*project.File
	// isByName reports that findings that depend on the names of keys may have changed.
	isByName bool
	// isUnseenOther reports that other code is missing than before, which may read keys without a
	// namespace.
	isUnseenOther bool
}

// recalled returns the earlier results that are still valid; nil if there are none.
func (o *Options) recalled(p *project.Project) *recall {
	r := o.recall(p, o.Memory)
	if r != nil && r.changes.Broken && r.sound != nil {
		if sound := o.recall(p, r.sound); sound != nil && !sound.changes.Broken {
			return sound
		}
	}
	return r
}

// recall returns the results of one earlier run that are still valid.
func (o *Options) recall(p *project.Project, m *Memory) *recall {
	if m == nil || !p.IsEditOf(m.project) || o.Settings != m.options.Settings || o.PuppetVersion != m.options.PuppetVersion ||
		!slices.Equal(o.Nodes, m.options.Nodes) || !slices.Equal(o.Rules, m.options.Rules) || o.Observe != nil {
		return nil
	}
	r := &recall{Memory: m, changes: p.Since(m.project), touched: map[string]bool{}, other: map[*source.File]bool{}, edits: map[*source.File]*source.Edit{}}
	dirs := sync.OnceValue(m.realDirs)
	if slices.ContainsFunc(r.changes.Files, func(f project.FileChange) bool { return m.isCode(f, dirs) }) {
		return nil
	}
	for _, f := range r.changes.Files {
		if !f.IsEdit() || slices.Contains(r.changes.Breaking, f) {
			for _, f := range f.Sides() {
				r.other[f.Doc.File] = true
			}
			continue
		}
		r.edits[f.Before.Doc.File] = source.NewEdit(f.Before.Doc.File, f.After.Doc.File)
	}
	return r
}

// realDirs returns the directories of environments without symbolic links.
func (m *Memory) realDirs() map[*project.Environment]string {
	dirs := make(map[*project.Environment]string, len(m.site.CodeOf))
	for env := range m.site.CodeOf {
		if env.Dir != "" {
			dirs[env] = rooted.Real(rooted.Join(m.project.Dir, env.Dir))
		}
	}
	return dirs
}

// isCode reports whether a data file may also be read as code or as a script. realDirs is the method.
func (m *Memory) isCode(f project.FileChange, realDirs func() map[*project.Environment]string) bool {
	dirs, file := realDirs(), rooted.Real(rooted.Join(m.project.Dir, f.Path()))
	base := filepath.Base(f.Path())
	for env, code := range m.site.CodeOf {
		if code.HasFile(func(path string) bool {
			return filepath.Base(path) == base && m.project.Store.Name(path) == f.Path()
		}) {
			return true
		}
		dir, ok := dirs[env]
		if !ok {
			continue
		}
		// Scripts are regular files, and links to them are not followed.
		relative, err := filepath.Rel(dir, file)
		if err != nil || filepath.IsLocal(relative) && usage.MayBeScript(filepath.ToSlash(relative)) {
			return true
		}
	}
	return false
}

// manyNames is the number of names from which it takes longer to find out which keys have similar
// names than to evaluate all keys again.
const manyNames = 300

// judge determines about which keys findings may have changed.
func (r *recall) judge(site *rule.Site) {
	c := r.changes
	maps.Copy(r.touched, c.Keys)
	maps.Copy(r.touched, c.Named)
	maps.Copy(r.touched, c.Guessed)
	if len(c.Keys) > 0 || c.AddedOrRemoved || c.Broken {
		maps.Copy(r.touched, site.KeysOfOtherDefaults(r.site))
	}
	if r.isByName = c.AddedOrRemoved || c.Options || c.Broken || len(c.Defined)+len(c.Guessed)+len(c.Named)+len(c.Words) > 0; !r.isByName {
		return
	}
	for _, f := range c.Breaking {
		r.read = append(r.read, f.After)
	}
	r.everything = c.Broken && c.AddedOrRemoved || len(c.Defined)+len(c.Named) > manyNames || c.Options && !r.addOptions() || !r.noteUsage(site) ||
		slices.ContainsFunc(optionNames(site.Project), func(name string) bool { return c.Known[name] })
}

// addOptions adds the lookup_options in the edited files, before and after the edit. It returns
// false if they may affect any key: those of added or removed files, and those of a module.
func (r *recall) addOptions() bool {
	for _, f := range r.changes.Files {
		if !f.IsEdit() {
			if slices.ContainsFunc(f.Sides(), func(f *project.File) bool { return f.Defines(lookupoptions.Key) }) {
				return false
			}
			continue
		}
		count := len(r.options)
		for _, doc := range []*data.Document{f.Before.Doc, f.After.Doc} {
			if doc.Value == nil {
				continue // it could not be read before either
			}
			if v, ok := doc.Value.Get(lookupoptions.Key); ok {
				r.options = append(r.options, v)
			}
		}
		count = len(r.options) - count
		isModules := func(m project.Match) bool { return m.Root.Module != "" }
		isOfAll := func(m project.Match) bool { return len(m.Vars) == 0 }
		if count > 0 && slices.ContainsFunc(f.After.Matches, isModules) {
			return false
		}
		if count == 1 && !slices.ContainsFunc(f.After.Matches, isOfAll) {
			r.read = append(r.read, f.After) // its nodes have other lookup_options than before
		}
	}
	return true
}

// noteUsage records what has changed about missing code. It returns false if that may affect any
// key.
func (r *recall) noteUsage(site *rule.Site) bool {
	for env, x := range site.UsageOf {
		before := r.site.UsageOf[env]
		if (x == nil) != (before == nil) {
			return false
		}
		if x != nil && !slices.Equal(x.Unseen(), before.Unseen()) {
			r.isUnseenOther = true
		}
	}
	return true
}

// optionNames returns the names of the entries of all lookup_options.
func optionNames(p *project.Project) []string {
	var names []string
	for _, d := range p.Definitions(lookupoptions.Key) {
		for _, e := range d.Value.Entries() {
			if e.Key.Kind() == data.String {
				names = append(names, e.Key.Text())
			}
		}
	}
	return names
}

// renew divides the keys of an environment into those to evaluate again, and the findings about the
// others.
func (r *recall) renew(site *rule.Site, env *nodes.Fleet, at int, names []string) (again []string, kept map[string]*keyFindings) {
	if r.everything || at >= len(r.keys) {
		return names, nil
	}
	before := &r.keys[at]
	again = slices.Concat(env.NamesFor(r.touched, r.options), r.byName(site, env, r.inventory.Fleets[at], names))
	if len(r.read) > 0 {
		reading, ok := env.NamesReading(r.read, r.inventory.Fleets[at])
		if !ok {
			return names, nil
		}
		again = append(again, reading...)
	}
	if !isSameList(names, before.names) {
		again = append(again, missing(names, before.names)...)
	}
	touched := lists.Set(again)
	kept = map[string]*keyFindings{}
	for name, found := range before.found {
		if touched[name] {
			continue
		}
		isSame := !r.changes.AddedOrRemoved || len(found.diagnostics) == 0 && env.GivesSame(r.inventory.Fleets[at], found.answers)
		if isSame && (len(found.diagnostics) == 0 || !r.changes.Beside[name]) {
			if found = r.moved(name, found); found != nil {
				kept[name] = found
				continue
			}
		}
		again = append(again, name)
	}
	again = slices.DeleteFunc(lists.Distinct(again), func(name string) bool { return !isIn(names, name) })
	maps.DeleteFunc(kept, func(name string, _ *keyFindings) bool { return !isIn(names, name) })
	return again, kept
}

// isIn reports whether a name is among sorted names.
func isIn(names []string, name string) bool {
	_, is := slices.BinarySearch(names, name)
	return is
}

// isSameList reports whether two slices share their elements.
func isSameList(a, b []string) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

// missing returns the names that are not in other. Both are sorted.
func missing(names, other []string) []string {
	var all []string
	for _, name := range names {
		for len(other) > 0 && other[0] < name {
			other = other[1:]
		}
		if len(other) == 0 || other[0] != name {
			all = append(all, name)
		}
	}
	return all
}

// byName returns the keys whose findings depend on the names of others. before is the environment before the edit.
func (r *recall) byName(site *rule.Site, env, before *nodes.Fleet, names []string) []string {
	c := r.changes
	var all []string
	if len(c.Known) > 0 || c.Broken {
		all = env.Dangling()
	}
	switch includesOther := env.IncludesBy(c.Keys) || env.IncludesBy(c.Guessed); {
	case includesOther:
		all = slices.Concat(all, env.Required(), before.Required()) // some may not be required any longer
	case c.AddedOrRemoved || c.Broken || c.Options:
		all = append(all, env.Required()...)
	case len(c.Known) > 0: // a required key without data may be one of them that is misspelled
		all = append(all, lists.Filter(env.Required(), func(name string) bool {
			return lists.Any(maps.Keys(c.Known), func(known string) bool { return nearest.IsNear(name, known) || nearest.IsNear(known, name) })
		})...)
	}
	if !r.isByName {
		return all
	}
	others := slices.Concat(slices.Collect(maps.Keys(c.Defined)), slices.Collect(maps.Keys(c.Named)))
	modules := maps.Clone(c.Words)
	for _, name := range slices.Concat(slices.Collect(maps.Keys(c.Known)), slices.Collect(maps.Keys(c.Named))) {
		module, _, _ := strings.Cut(strings.TrimPrefix(name, "::"), "::")
		modules[module] = true
	}
	for _, name := range names {
		if class, _, ok := manifest.CutParameter(name); ok {
			module, _, _ := strings.Cut(name, "::")
			mayBeMeant := func(other string) bool { return usage.MayMean(name, other) }
			if (modules[module] || slices.ContainsFunc(others, mayBeMeant)) && lacksClass(site.CodeOf[env.Project], class) {
				all = append(all, name)
			}
		} else if r.isUnseenOther || slices.ContainsFunc(others, func(other string) bool { return nearest.IsNear(other, name) }) {
			all = append(all, name)
		}
	}
	return all
}

// lacksClass reports whether a class is missing from the code of an environment, which may be nil.
func lacksClass(code *manifest.Index, class string) bool {
	if code == nil {
		return true
	}
	_, presence := code.Class(class)
	return presence != manifest.Found
}

// moved returns the findings about a key with their positions after the edit; nil if what they are
// about was edited. In an edited file, fixes may change when other keys are added or removed.
func (r *recall) moved(name string, found *keyFindings) *keyFindings {
	is := &keyFindings{diagnostics: make([]diagnostic.Diagnostic, 0, len(found.diagnostics)), answers: found.answers}
	for _, d := range found.diagnostics {
		ok := !r.isInBroken(&d) && r.moveDiagnostic(&d)
		if !ok || len(d.Fixes) > 0 && r.isOfEdited(name) && len(r.changes.Defined) > 0 {
			return nil
		}
		is.diagnostics = append(is.diagnostics, d)
	}
	is.unseen.types, is.unseen.keys, is.unseen.expensive, is.unseen.unchecked = found.unseen.types, found.unseen.keys, found.unseen.expensive, found.unseen.unchecked
	for _, at := range found.unseen.encrypted {
		file, span := at.file, source.Span{Start: at.start, End: at.start}
		if !r.movePlace(&file, &span) {
			return nil
		}
		is.unseen.encrypted = append(is.unseen.encrypted, encrypted{file, span.Start})
	}
	return is
}

// isInBroken reports whether a finding is in a file that is still invalid. Findings about keys do not quote the mistakes
// in files: no rule for keys reports failures with the cause outcome.BadFile.
func (r *recall) isInBroken(d *diagnostic.Diagnostic) bool {
	return slices.ContainsFunc(r.changes.StillBroken, func(f project.FileChange) bool {
		file := f.Before.Doc.File
		return d.File == file || slices.ContainsFunc(d.Related, func(at diagnostic.Related) bool { return at.File == file })
	})
}

// isOfEdited reports whether an edited file defines the key.
func (r *recall) isOfEdited(name string) bool {
	return slices.ContainsFunc(r.changes.Files, func(f project.FileChange) bool {
		return f.After != nil && f.After.Defines(name)
	})
}

func (r *recall) moveDiagnostic(d *diagnostic.Diagnostic) bool {
	if !r.movePlace(&d.File, &d.Span) {
		return false
	}
	d.Related = slices.Clone(d.Related)
	for i := range d.Related {
		if !r.movePlace(&d.Related[i].File, &d.Related[i].Span) {
			return false
		}
	}
	d.Fixes = slices.Clone(d.Fixes)
	for i := range d.Fixes {
		d.Fixes[i].Edits = slices.Clone(d.Fixes[i].Edits)
		for j := range d.Fixes[i].Edits {
			if e := &d.Fixes[i].Edits[j]; !r.movePlace(&e.File, &e.Span) {
				return false
			}
		}
	}
	return true
}

// movePlace moves a position in an edited file. It returns false if the position itself was edited.
func (r *recall) movePlace(file **source.File, span *source.Span) bool {
	if r.other[*file] {
		return false
	}
	e := r.edits[*file]
	if e == nil {
		return true
	}
	moved, ok := e.Move(*span)
	if ok {
		*file, *span = e.After, moved
	}
	return ok
}

package hierarchy

import (
	"path"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/environment"
	"github.com/hieralint/hieralint/engine/facter"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/ascii"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/levels"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// OrphanDataFile reports data files that no node reads.
var OrphanDataFile = &rule.Rule{
	ID: "HL4006", Name: "orphan-data-file", Family: family, Severity: diagnostic.Warning, Tag: diagnostic.Unnecessary, Dead: diagnostic.UnreadFile, Reach: rule.OtherKeys,
	Selectors: []*rule.Selector{rule.Blocks},
	CheckFile: func(p *rule.FilePass) {
		f := p.File
		name := rule.BelowRoot(f)
		switch {
		case f.Stray == project.Orphan && isNamedTest(name):
			if better, _ := betterName(p); better != "" { // there is a stage of that name
				orphan(p)
			}
		case rule.IsExample(name) && !(f.Stray == project.Orphan && rule.IsLeftover(name)):
		case f.Stray == project.Orphan && p.Doc().Err != nil:
			if better, _ := betterName(p); better != "" { // the content of an unreadable file is unknown
				orphan(p)
			}
		case p.Doc().Value == nil || p.Doc().Value.Kind() != data.Hash || p.Doc().Value.Len() == 0:
		case f.Stray == project.Orphan:
			orphan(p)
		case f.LacksConfig != "" && len(f.Functions) == 0:
			ofBareModule(p)
		case f.Stray == project.Unclaimed && f.Datadir == nil:
			leftBehind(p)
		case len(f.Matches) > 0:
			impossible(p)
			ofNoRole(p)
			ofNoNode(p)
		}
	},
}

// isNamedTest reports whether a file is called test, as examples and stages are.
func isNamedTest(name string) bool {
	base := path.Base(name)
	return strings.TrimSuffix(base, path.Ext(base)) == "test"
}

// orphan reports a file that no level reads.
func orphan(p *rule.FilePass) {
	f := p.File
	if ext := extensionOf(f.Path); ext != "" && !lists.All(p.Project.MatchesOf(strings.TrimSuffix(f.Path, ext)), addsExtension) {
		return // reported as a path without its extension
	}
	if isBelowWildcard(p.Site, f) {
		return // hiera-config-invalid reports the path
	}
	if isReadFirst(p) {
		return
	}
	d := diagnostic.Diagnostic{
		Message: "no level of `" + f.Datadir.Path + "` reads this file",
		Detail:  "Puppet never opens it",
	}
	better, m := betterName(p)
	written := append(writers(p.Site), writersInData(p.Project, f.Datadir)...)
	switch {
	case rule.IsLeftover(rule.BelowRoot(f)), isCopy(f.Path):
		d.Severity = diagnostic.Note
		d.Cause = f.Datadir.Path
		d.Help = "remove it if it is no longer needed"
	case better != "" && path.Ext(f.Path) == ".eyaml" && len(p.Selected(rule.Blocks)) > 0 && m.Level.Extension == "" && m.Level.Function.Name == "yaml_data":
		d.Help = "add its path to a level with `lookup_key: eyaml_lookup_key`; " + levelOf(m) + ", which reads `" + better + "`, does not decrypt values"
	case better != "" && exists(p.Site, better):
		d.Help = "move its content to `" + better + "`, which " + levelOf(m) + " reads"
	case better != "":
		d.Help = "rename it to `" + better + "`, which " + levelOf(m) + " reads"
		if !directoriesOf(p.Site).dirs[path.Dir(better)] {
			d.Help += ", or correct the path in `" + f.Datadir.Path + "`"
		}
	case len(written) > 0 && f.Datadir.Layer != config.Module:
		d.Severity = diagnostic.Note
		d.Cause = f.Datadir.Path
		d.Detail = "Puppet opens it only if the hierarchy that class `hiera` writes on the server matches it"
		d.Help = "put that hierarchy into the repository, and name it under `environments` in .hieralint.yaml"
		d.Related = written
	case !looksLikeData(p):
		d.Severity = diagnostic.Note
		d.Cause = f.Datadir.Path
		d.Detail = "Puppet never opens it, and few of its keys look like Hiera keys"
		if p.Doc().Value.Len() == 1 {
			d.Detail = "Puppet never opens it, and its key does not look like a Hiera key"
		}
		d.Help = "add a level that reads it, or remove it from the data directory"
	case isStaged(p.Project, f.Datadir):
		d.Severity = diagnostic.Note
		d.Cause = f.Datadir.Path
		d.Detail = "Most files that the hierarchy reads are not in the tree. Puppet opens this one only if the server has a copy with one of their names"
		d.Help = "remove it if nothing copies it"
	default:
		d.Cause = f.Datadir.Path
		d.Help = "add a level that reads it, or remove it"
		if unread := unreadPath(p); unread != "" {
			d.Help = "correct the path `" + rule.Shown(unread) + "`, which matches no file, add another level, or remove the file"
		}
	}
	p.Report(d)
}

// isStaged reports whether the data directory of a hierarchy is one on the server that other programs fill: most paths without
// variables are not in the tree.
func isStaged(p *project.Project, root *project.Root) bool {
	missing := map[*data.Node]bool{}
	for _, u := range p.UnseenData(root) {
		if u.Location >= 0 {
			missing[u.Level.Locations[u.Location].Node] = true
		}
	}
	fixed, absent := 0, 0
	for _, level := range root.Config.AllLevels() {
		if !strings.HasPrefix(level.Datadir.Text, "/") {
			return false
		}
		for _, location := range level.Locations {
			if strings.ContainsAny(location.Text, "%*?[{") {
				continue
			}
			if fixed++; missing[location.Node] {
				absent++
			}
		}
	}
	const least = 3
	return absent >= least && 2*absent > fixed
}

// unreadPath returns the path with variables in the name of the file that reads from the directory of the orphan, if there is only
// one such path, and if it matches no file at all; "" otherwise.
func unreadPath(p *rule.FilePass) string {
	root := p.File.Datadir
	dir := path.Dir(p.File.Path)
	unread := ""
	for _, level := range root.Config.AllLevels() {
		for _, location := range level.Locations {
			folder, name := path.Split(location.Text)
			isIn := slices.ContainsFunc(root.Datadirs, func(datadir string) bool { return path.Join(datadir, folder) == dir })
			if folder == "" || !isIn || !strings.Contains(name, "%{") || readPaths(p.Site, root)[location.Node] || location.Text == unread {
				continue
			}
			if unread != "" {
				return ""
			}
			unread = location.Text
		}
	}
	return unread
}

type readPathsKey struct{ root *project.Root }

// readPaths returns the paths of a hierarchy that match files.
func readPaths(p *rule.Site, root *project.Root) map[*data.Node]bool {
	return rule.Once(p, readPathsKey{root}, func() map[*data.Node]bool {
		read := map[*data.Node]bool{}
		for _, f := range p.Project.Files {
			for _, m := range f.Matches {
				if m.Root == root && m.Location < len(m.Level.Locations) {
					read[m.Level.Locations[m.Location].Node] = true
				}
			}
		}
		return read
	})
}

// writersInData returns the data from which class `hiera` writes the server's hiera.yaml, if it has levels that root lacks.
func writersInData(p *project.Project, root *project.Root) []diagnostic.Related {
	var all []diagnostic.Related
	for _, d := range p.Definitions("hiera::hierarchy") {
		isNew := func(level *data.Value) bool {
			if level.Kind() != data.String {
				return true
			}
			path := escapedPercent().ReplaceAllString(level.Text(), "%")
			return !slices.ContainsFunc(root.Config.Levels(), func(l *config.Level) bool {
				return slices.ContainsFunc(l.Locations, func(at config.Location) bool {
					return strings.ReplaceAll(at.Text, "%{::", "%{") == strings.ReplaceAll(path, "%{::", "%{")
				})
			})
		}
		if d.Value.Kind() == data.Array && slices.ContainsFunc(d.Value.Items(), isNew) {
			all = append(all, diagnostic.Related{File: d.Key.Doc.File, Span: d.Key.Span, Message: "class `hiera` writes the hierarchy of the server"})
		}
	}
	return all
}

// escapedPercent matches the ways to write a percent sign that starts no token.
var escapedPercent = lazyregexp.New(`%\{literal\((?:'%'|"%")\)\}|%%\{(?:::)?\}`)

// isReadFirst reports whether code names the file as one that hiera reads before the levels of version 3.
func isReadFirst(p *rule.FilePass) bool {
	root := p.File.Datadir
	if root.Config.Version != 3 {
		return false
	}
	bare := strings.TrimSuffix(p.File.Path, extensionOf(p.File.Path))
	for _, dir := range root.Datadirs {
		name, ok := strings.CutPrefix(bare, dir+"/")
		if !ok {
			continue
		}
		for code := range p.AllCode() {
			for _, use := range code.Lookups {
				if slices.ContainsFunc(use.First, func(file manifest.Pattern) bool { return !file.IsAny() && file.Matches(name) }) {
					return true
				}
			}
		}
	}
	return false
}

// ofBareModule reports data of a module without a hiera.yaml.
func ofBareModule(p *rule.FilePass) {
	config := p.File.LacksConfig
	p.Report(diagnostic.Diagnostic{
		Message: "the module has no hiera.yaml, so Puppet never opens this file",
		Detail:  "Puppet reads the data of a module only through `" + config + "`",
		Help:    "add `" + config + "` with a level that reads the file, or remove the file",
		Cause:   config,
	})
}

// leftBehind reports a file in a data directory that the hierarchy of the environment does not read, since it reads
// another one. It is a note because the server's global hierarchy may read it.
func leftBehind(p *rule.FilePass) {
	f := p.File
	for _, env := range p.Project.Environments {
		own := env.Own
		if own == nil || env.Global != nil || own.Layer != config.Environment || own.Config.Version < 4 {
			continue
		}
		below := strings.TrimPrefix(path.Dir(own.Path)+"/", "./")
		rest, ok := strings.CutPrefix(f.Path, below)
		folder, _, nested := strings.Cut(rest, "/")
		if !ok || !nested || folder != "data" && folder != "hieradata" || !reads(p.Site, own, below) || isReadFrom(p.Site, below+folder+"/") || !looksLikeData(p) {
			continue
		}
		p.Report(diagnostic.Diagnostic{
			Severity: diagnostic.Note,
			Message:  "no hierarchy in the repository reads the data in `" + below + folder + "`",
			Detail:   "`" + own.Path + "` reads other directories; Puppet opens these files only if a global hierarchy on the server matches them",
			Help:     "move what is still used to a directory that `" + own.Path + "` reads, and remove the rest",
			Cause:    below + folder,
		})
		return
	}
}

// reads reports whether a hierarchy reads a file below a directory.
func reads(p *rule.Site, root *project.Root, dir string) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
		return strings.HasPrefix(f.Path, dir) && slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root == root })
	})
}

// isReadFrom reports whether any hierarchy reads a file below a directory.
func isReadFrom(p *rule.Site, dir string) bool {
	return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool { return strings.HasPrefix(f.Path, dir) && len(f.Matches) > 0 })
}

// levelOf returns the name of the level of a match. Levels of version 3 have no name, so it is that of the backend.
func levelOf(m *project.Match) string {
	if m.Root.Config.Version == 3 && m.Location < len(m.Level.Locations) {
		return "path `" + rule.Shown(m.Level.Locations[m.Location].Text) + "`"
	}
	return "level `" + rule.Shown(m.Level.Name) + "`"
}

// impossible reports a file that is read only if a variable has an impossible value.
func impossible(p *rule.FilePass) {
	f := p.File
	ext := extensionOf(f.Path)
	bare := lists.Filter(p.Project.MatchesOf(strings.TrimSuffix(f.Path, ext)), func(m project.Match) bool { return !addsExtension(m) })
	isBare := func(m project.Match) bool {
		return slices.ContainsFunc(bare, func(b project.Match) bool { return b.Root == m.Root && b.Level == m.Level && b.Location == m.Location })
	}
	if ext != "" && !slices.ContainsFunc(f.Matches, func(m project.Match) bool { return !isBare(m) }) {
		return // reported as a path without its extension
	}
	var variable, value, meant string
	for i := range f.Matches {
		name, better := impossibleValue(&f.Matches[i])
		if name == "" {
			return
		}
		if variable == "" || meant == "" && better != "" {
			variable, meant = name, better
			value, _ = f.Matches[i].Vars.Get(name)
		}
	}
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Note,
		Message:  "probably no node reads this file: `" + variable + "` is never `" + rule.Shown(value) + "`",
		Detail:   "Puppet opens it only for nodes with this value",
		Help:     "rename the file after a value that nodes have, or add a level that reads it",
	}
	if meant != "" {
		d.Severity = diagnostic.Warning
		d.Message = "no node reads this file: `" + variable + "` is never `" + rule.Shown(value) + "`"
		if strings.TrimSpace(value) == meant {
			d.Message = "no node reads this file: the part of its name for `" + variable + "` begins or ends with a space"
		}
		if value != meant && strings.EqualFold(value, meant) && meant == "windows" {
			d.Message = strings.Replace(d.Message, "no node", "no server", 1)
			d.Detail += "; `puppet apply` on Windows opens it as well, since the file system there ignores case"
		}
		d.Meant = meant
	}
	p.Report(d)
}

// impossibleValue returns a variable that would need an impossible value for the file to be read, and the value that
// was probably meant, or "".
func impossibleValue(m *project.Match) (variable, meant string) {
	for _, v := range m.Vars {
		if trimmed := strings.TrimSpace(v.Text); trimmed != v.Text && trimmed != "" {
			return v.Name, trimmed
		}
		if ext := extensionOf(v.Text); ext != "" && addsExtension(*m) {
			return v.Name, strings.TrimSuffix(v.Text, ext)
		}
		if better, impossible := levels.IsImpossible(v.Name, v.Text); impossible && (m.Fit == glob.Unlikely || better != "") {
			return v.Name, better
		}
	}
	return impossibleRelease(m)
}

// addsExtension reports whether the path of a level ends in an extension.
func addsExtension(m project.Match) bool {
	return m.Location < len(m.Level.Locations) && extensionOf(m.Level.Locations[m.Location].Text+m.Level.Extension) != ""
}

// impossibleRelease returns the variable for the release of Ubuntu if the file is for one without a month: the major
// release of Ubuntu 24.04 is 24.04.
func impossibleRelease(m *project.Match) (variable, meant string) {
	for _, names := range [][2]string{{"os.name", "os.release.major"}, {"operatingsystem", "operatingsystemmajrelease"}} {
		for _, prefix := range []string{"", "facts."} {
			variable = prefix + names[1]
			release, known := m.Vars.Get(variable)
			if system, _ := m.Vars.Get(prefix + names[0]); known && system == "Ubuntu" && ascii.IsNumber(release) {
				return variable, release + ".04"
			}
		}
	}
	return "", ""
}

// betterName returns a name under which a level would read the file, and the level: with another extension, or with one
// part spelled as in the hierarchy, or below a directory that is missing. It returns "" if there is none.
func betterName(p *rule.FilePass) (name string, m *project.Match) {
	f := p.File
	ext := extensionOf(f.Path)
	bare := strings.TrimSuffix(f.Path, ext)
	others := []string{".yaml", ".eyaml", ".yml"}
	if p.Doc().Format == data.JSON {
		others = []string{".json"}
	}
	var names []string
	if extensionOf(bare) != "" {
		names = append(names, bare)
	}
	if written := path.Ext(f.Path); ext == "" && written != "" {
		if near, ok := nearest.Name(written, others); ok {
			names = append(names, strings.TrimSuffix(f.Path, written)+near)
		}
	}
	for _, other := range others {
		if other != ext {
			names = append(names, bare+other)
		}
	}
	dir := path.Dir(f.Datadir.Path)
	split := strings.Split(f.Path, "/")
	known := partsOf(p.Site, f.Datadir.Config)
	for i, part := range split {
		if dir != "." && !strings.HasPrefix(strings.Join(split[:i+1], "/"), dir+"/") {
			continue
		}
		near, ok := known.Nearest(part, nil)
		if !ok || strings.TrimSpace(near) == part {
			continue
		}
		renamed := slices.Clone(split)
		renamed[i] = near
		names = append(names, strings.Join(renamed, "/"))
	}
	for _, name := range names {
		for _, m := range p.Project.MatchesOf(name) {
			if m.Fit == glob.Likely || m.Fit == glob.Slashed {
				return name, &m
			}
		}
	}
	return nameBelow(p)
}

// nameBelow returns a path to which the file should be moved because the directory that a level reads from is missing, and
// the match of that level, if the name of the file is fixed or that of an operating system.
func nameBelow(p *rule.FilePass) (name string, m *project.Match) {
	isOfSystem := func(v glob.Value) bool {
		return slices.Contains([]string{"kernel", "os.family", "os.name"}, facter.Canonical(v.Name))
	}
	dir, base := path.Split(p.File.Path)
	for _, folder := range levelFoldersOf(p.Site, p.File.Datadir.Config).of(base) {
		name = path.Join(dir, folder, base)
		if directoriesOf(p.Site).dirs[path.Dir(name)] {
			continue
		}
		for _, m := range p.Project.MatchesOf(name) {
			if m.Fit == glob.Likely && lists.All(m.Vars, isOfSystem) {
				return name, &m
			}
		}
	}
	return "", nil
}

// levelFolders are the directories without variables in the paths of a hierarchy, by the names of the files; "" for names with
// variables.
type levelFolders map[string][]string

// maxFolders is the maximum number of directories that nameBelow tries.
const maxFolders = 100

// of returns the directories in which a file with that name may be read.
func (f levelFolders) of(name string) []string {
	all := slices.Concat(f[name], f[""])
	return all[:min(len(all), maxFolders)]
}

type levelFoldersKey struct{ config *config.Config }

// levelFoldersOf returns the directories in a hierarchy. They are computed once per hierarchy.
func levelFoldersOf(p *rule.Site, c *config.Config) levelFolders {
	return rule.Once(p, levelFoldersKey{c}, func() levelFolders {
		found, seen := levelFolders{}, map[[2]string]bool{}
		for _, level := range c.AllLevels() {
			for _, location := range level.Locations {
				folder, name := path.Split(strings.TrimSuffix(location.Text, level.Extension) + level.Extension)
				if strings.ContainsAny(name, "%{*?[") {
					name = ""
				}
				at := [2]string{folder, name}
				if path.Clean(folder) == "." || strings.ContainsAny(folder, "%{*?[") || seen[at] {
					continue
				}
				seen[at] = true
				found[name] = append(found[name], folder)
			}
		}
		return found
	})
}

// extensionOf returns the extension of a data file, or "" for files such as data/nodes/web01.example.com.
func extensionOf(name string) string {
	if _, ok := data.FormatOf(name); !ok {
		return ""
	}
	return path.Ext(name)
}

// isCopy reports whether something is added to the extension of a file, as in `web.yaml_back`.
func isCopy(name string) bool {
	ext := path.Ext(name)
	return slices.ContainsFunc([]string{".yaml", ".yml", ".eyaml", ".json"}, func(known string) bool {
		added, ok := strings.CutPrefix(ext, known)
		return ok && added != "" && strings.ContainsAny(added[:1], "_-~")
	})
}

type partsKey struct{ config *config.Config }

// partsOf returns the parts of paths in a hierarchy that contain no variables. They are computed once per hierarchy.
func partsOf(p *rule.Site, c *config.Config) *nearest.Names {
	return rule.Once(p, partsKey{c}, func() *nearest.Names {
		var found []string
		seen := map[string]bool{}
		for _, level := range c.AllLevels() {
			for _, location := range level.Locations {
				for part := range strings.SplitSeq(location.Text+level.Extension, "/") {
					if part != "" && !strings.ContainsAny(part, "%{*?[") && !seen[part] {
						seen[part] = true
						found = append(found, part)
					}
				}
			}
		}
		return nearest.NewNames(found)
	})
}

// exists reports whether there is a data file with that name.
func exists(p *rule.Site, name string) bool {
	type key struct{}
	known := rule.Once(p, key{}, func() map[string]bool {
		return lists.Set(lists.Map(p.Project.Files, func(f *project.File) string { return f.Path }))
	})
	return known[name]
}

// looksLikeData reports whether the file is encrypted YAML, or has keys like Hiera data: a qualified key, or mostly keys
// that reachable files have, that list classes, or that code looks up.
func looksLikeData(p *rule.FilePass) bool {
	if path.Ext(p.File.Path) == ".eyaml" {
		return true
	}
	entries := p.Doc().Value.Entries()
	known := 0
	for _, e := range entries {
		if e.Key.Kind() != data.String {
			continue
		}
		name := e.Key.Text()
		if strings.Contains(name, "::") || name == lookupoptions.Key {
			return true
		}
		if listsClasses(e.Value) || isReached(p.Site, name) || p.LookupOf(name) != nil {
			known++
		}
	}
	return known > 0 && 2*known >= len(entries)
}

// isReached reports whether a file that a hierarchy reads has the key.
func isReached(p *rule.Site, name string) bool {
	type key struct{ name string }
	return rule.Once(p, key{name}, func() bool {
		return slices.ContainsFunc(p.Project.Definitions(name), func(d project.Definition) bool { return len(d.File.Matches) > 0 })
	})
}

// listsClasses reports whether a value is an array of class names, at least one of them qualified.
func listsClasses(v *data.Value) bool {
	if v.Kind() != data.Array {
		return false
	}
	qualified := false
	for _, item := range v.Items() {
		if item.Kind() != data.String {
			return false
		}
		name := strings.TrimPrefix(item.Text(), "::")
		qualified = qualified || rule.IsParameterKey(name)
		if !environment.ValidModuleName(name) && !rule.IsParameterKey(name) {
			return false
		}
	}
	return qualified
}

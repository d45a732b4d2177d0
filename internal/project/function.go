package project

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/internal/lazyregexp"
)

// DataFunction is a custom function that a hierarchy names, with what its source reveals about how
// it reads files.
type DataFunction struct {
	Name string
	// Source is the path of its source as shown to users; "" if that is not in the tree.
	Source string
	// Interpolates reports that the function asks Puppet to interpolate.
	Interpolates bool
	// expands reports that the function also reads files at paths that it derives from those in
	// the hierarchy.
	expands bool

	any     bool // it loads objects of any class
	classes []string
}

// Permits reports whether the function may load objects of a Ruby class that Puppet itself rejects
// from YAML. It is true if the source is not in the tree.
func (f *DataFunction) Permits(class string) bool { return f.any || slices.Contains(f.classes, class) }

// Known reports whether the source of the function is in the tree.
func (f *DataFunction) Known() bool { return f.Source != "" }

// Patterns for the source of a function in Ruby or the Puppet language.
var (
	interpolates = lazyregexp.New(`\binterpolate\b`)
	// unsafeLoad loads any class with the Psych of Puppet 7; so does loadyaml of stdlib.
	unsafeLoad = lazyregexp.New(`\b(?:YAML|Psych)\.(?:unsafe_)?load(?:_file)?\b|\bloadyaml\b`)
	// safeLoad loads the classes in its arguments.
	safeLoad  = lazyregexp.New(`\bsafe_load(?:_file)?\b\s*\(`)
	className = lazyregexp.New(`\b[A-Z]\w*\b`)
	constant  = lazyregexp.New(`^[A-Z][A-Z0-9_]+$`)
	// makesPath composes a path.
	makesPath = lazyregexp.New(`\bFile\.join\b|\bDir\.glob\b|\bDir\[|\.(?:ya?ml|json)["']`)
)

// read sets the fields from the source.
func (f *DataFunction) read(text string) {
	f.Interpolates = interpolates().MatchString(text)
	f.expands = makesPath().MatchString(text)
	f.any = unsafeLoad().MatchString(text)
	for _, m := range safeLoad().FindAllStringIndex(text, -1) {
		for _, name := range className().FindAllString(arguments(text[m[1]:]), -1) {
			f.any = f.any || constant().MatchString(name) // the list is defined elsewhere
			f.classes = append(f.classes, name)
		}
	}
}

// arguments returns the arguments of a call, given the source after the opening parenthesis.
func arguments(text string) string {
	open := 1
	for i := range len(text) {
		switch text[i] {
		case '(':
			open++
		case ')':
			open--
		}
		if open == 0 {
			return text[:i]
		}
	}
	return text
}

// modulesBackend is the Hiera 3 backend that reads the data of modules, and nothing in the data
// directory of other backends.
const modulesBackend = "module_data"

// functions finds the functions that hierarchies name.
type functions struct {
	*disk
	*layout
	known map[string]*DataFunction // by name
}

// dataFunction returns the custom function of a level. Its source is searched for once, in the
// modules of all environments and next to the hierarchy.
func (n *functions) dataFunction(root *Root, name string) *DataFunction {
	if f, ok := n.known[name]; ok {
		return f
	}
	f := &DataFunction{Name: name, any: true, expands: name != modulesBackend}
	for _, path := range n.functionFiles(root, name) {
		if text, err := n.store.Text(path); err == nil {
			f.Source = n.store.Name(path)
			f.read(string(text))
			break
		}
	}
	n.known[name] = f
	return f
}

// functionFiles lists the paths at which the source of a function may be.
func (n *functions) functionFiles(root *Root, name string) []string {
	parts := strings.Split(strings.TrimPrefix(name, "::"), "::")
	ruby := filepath.Join("lib", "puppet", "functions", filepath.Join(parts...)+".rb")
	paths := []string{filepath.Join(root.Dir, ruby)}
	if len(parts) == 1 {
		return paths
	}
	puppet := filepath.Join("functions", filepath.Join(parts[1:]...)+".pp")
	paths = append(paths, filepath.Join(root.Dir, puppet))
	for _, env := range n.environments {
		if env.Dir != "" {
			paths = append(paths, filepath.Join(env.Dir, ruby))
		}
		if parts[0] == "environment" {
			paths = append(paths, filepath.Join(env.Dir, puppet))
		}
		if m := env.Module(parts[0]); m != nil {
			paths = append(paths, filepath.Join(m.Dir, ruby), filepath.Join(m.Dir, puppet))
		}
	}
	return paths
}

// mayBeExpanded reports whether a function may read a file in the data directory of root for a path
// of the hierarchy that leads elsewhere: for `common`, the files `common.yaml` and
// `common/web.yaml`.
func (n *functions) mayBeExpanded(path string, root *Root) bool {
	return slices.ContainsFunc(n.expanded(path, root), func(f *DataFunction) bool { return f.expands })
}

// expanded returns the functions of root that may read a file although no level names it.
func (n *functions) expanded(path string, root *Root) []*DataFunction {
	var functions []*DataFunction
	for _, level := range root.Config.Hierarchy {
		if root.unseen[level] != ByCode || level.Function.Name == "" {
			continue
		}
		f := n.dataFunction(root, level.Function.Name)
		if !slices.Contains(functions, f) && (level.LocationKind == config.NoLocation || f.expands && n.startsLike(path, level)) {
			functions = append(functions, f)
		}
	}
	return functions
}

// startsLike reports whether a path starts with the constant prefix of a location of the level,
// without the extension: `regex.yaml` does for `regex/%{facts.hostname}`.
func (n *functions) startsLike(path string, level *config.Level) bool {
	return slices.ContainsFunc(n.locations, func(at *location) bool {
		if at.level != level {
			return false
		}
		prefix := at.pattern.Prefix()
		return strings.HasPrefix(filepath.ToSlash(path), strings.TrimRight(strings.TrimSuffix(prefix, filepath.Ext(prefix)), "/"))
	})
}

// find finds the functions that read files which Puppet's own functions do not read.
func (n *functions) find(files []*File) {
	for _, f := range files {
		if len(f.Matches) == 0 && f.Stray == Unclaimed && f.Datadir != nil {
			f.Functions = n.expanded(n.absolute(f.Path), f.Datadir)
			continue
		}
		f.Functions = n.readingFunctions(f)
	}
}

// readingFunctions returns the functions of the levels that read a file; none if one of Puppet's
// own functions reads it. A level that names the file takes precedence over one that would read it
// for some value of a variable.
func (n *functions) readingFunctions(f *File) []*DataFunction {
	isNamed := slices.ContainsFunc(f.Matches, func(m Match) bool { return m.Root.Unseen(m.Level) == ByCode && len(m.Vars) == 0 })
	var functions []*DataFunction
	for i := range f.Matches {
		m := &f.Matches[i]
		if m.Root.Unseen(m.Level) != ByCode {
			if isNamed && len(m.Vars) > 0 {
				continue
			}
			return nil
		}
		if function := n.dataFunction(m.Root, m.Level.Function.Name); !slices.Contains(functions, function) {
			functions = append(functions, function)
		}
	}
	return functions
}

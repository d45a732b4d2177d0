package usage

import (
	"bytes"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/recognize"
)

// The limits for code outside of environments. If there is more, it is assumed that it contains every key.
const (
	maxOutside      = 20_000   // files
	maxOutsideText  = 64 << 20 // bytes
	maxOutsideNames = 500_000
	// maxEntered is the number of directories that are searched.
	maxEntered = 100_000
)

// outside are the names in code and scripts of a repository that no environment with a hierarchy reads: manifests of a virtual
// machine that shares the data, for example.
type outside struct {
	names map[string]bool
	// starts are the constant parts before the first variable of names, with a namespace.
	starts map[string]bool
	// parameters are the keys of the parameters of classes, and of other variables in them.
	parameters map[string]bool
	large      bool // a limit is exceeded
}

// outsideKey is the key of an outside in a store.
type outsideKey struct{ *project.Around }

// isNamedOutside reports whether code or a script in the repository, but outside of environments, may look up a key.
func (x *Index) isNamedOutside(key string) bool {
	if x.env.Around == nil {
		return false
	}
	store := x.env.Store()
	found := store.Derived(outsideKey{x.env.Around}, func() any { return readOutside(store, x.env.Around) }).(*outside)
	switch {
	case found.large, found.names[key]:
		return true
	case found.parameters[key]:
		module, _, _ := strings.Cut(key, "::")
		return !x.code.HasModule(module)
	}
	return len(found.starts) > 0 && slices.ContainsFunc(startsOf(key), func(start string) bool { return found.starts[start] })
}

// startsOf returns the parts of a key up to its colons and underscores, at which computed names usually begin.
func startsOf(key string) []string {
	var all []string
	for i, c := range key {
		if i > 0 && (c == ':' || c == '_') {
			all = append(all, key[:i+1])
		}
	}
	return all
}

func readOutside(store *data.Store, around *project.Around) *outside {
	tree := store.Dir(around.Dir)
	found := &outside{names: map[string]bool{}, starts: map[string]bool{}, parameters: map[string]bool{}}
	files, left, entered := 0, maxOutsideText, 0
	_ = fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		at := filepath.Join(around.Dir, filepath.FromSlash(name))
		isManifest := path.Ext(name) == ".pp"
		switch {
		case err != nil:
			return fs.SkipDir
		case e.IsDir():
			entered++
			isCode := slices.Contains(readFolders, e.Name()) && around.Served[filepath.Dir(at)]
			if name != "." && (isCode || around.Other[at] || recognize.PassedOver[e.Name()] || e.Name() == ".git" || isRepository(store, at)) {
				return fs.SkipDir
			}
			if found.large = entered > maxEntered; found.large {
				return fs.SkipAll
			}
			return nil
		case !isManifest && (isInServed(around, at) || !isScript(name, e) || isYAML(name)), !e.Type().IsRegular():
			return nil // other scripts of an environment are searched with it
		}
		text, ok := readScript(store, at)
		files++
		if left -= len(text); left < 0 || files > maxOutside || len(found.names)+len(found.starts)+len(found.parameters) > maxOutsideNames {
			found.large = true
			return fs.SkipAll
		}
		switch {
		case !ok:
		case isManifest:
			found.addManifest(text)
		case bytes.Contains(text, []byte("hiera")) || bytes.Contains(text, []byte("puppet")):
			found.addScript(text)
		}
		return nil
	})
	return found
}

func isYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(path.Ext(name)))
}

// isRepository reports whether a directory is the top of another repository, such as a submodule.
func isRepository(store *data.Store, dir string) bool {
	_, err := store.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// isInServed reports whether a path is in an environment with a hierarchy.
func isInServed(around *project.Around, at string) bool {
	for dir := filepath.Dir(at); len(dir) >= len(around.Dir); dir = filepath.Dir(dir) {
		if around.Served[dir] {
			return true
		}
	}
	return false
}

// addManifest adds the strings of a manifest that consist of a name, or start with one, and the keys of its parameters.
func (o *outside) addManifest(text []byte) {
	for i := 0; i < len(text); i++ {
		open := text[i]
		if open != '\'' && open != '"' && open != '(' {
			continue
		}
		start := i + 1
		end := start
		for end < len(text) && (isPartOfName(text[end]) || text[end] == ':' || text[end] == '.') {
			end++
		}
		if end == len(text) || end == start {
			continue
		}
		name := strings.TrimPrefix(string(text[start:end]), "::")
		switch next := text[end]; {
		case open == '"' && (next == '$' || next == '%') && strings.Contains(name, "::"):
			o.starts[name] = true
		case next == open && open != '(', open == '(' && (next == ')' || next == ','):
			o.names[name] = true
			root, _, _ := strings.Cut(name, ".")
			o.names[root] = true
		}
		i = end - 1
	}
	o.addParameters(text)
}

// classIn matches the name of a class that a manifest defines, and variableIn a variable.
var (
	classIn    = lazyregexp.New(`(?m)^\s*class\s+(?:::)?([a-z][\w:]*)`)
	variableIn = lazyregexp.New(`\$(\w+)`)
)

// addParameters adds the keys of the variables in a manifest that defines one class.
func (o *outside) addParameters(text []byte) {
	const two = 2
	if classes := classIn().FindAllSubmatch(text, two); len(classes) == 1 {
		for _, v := range variableIn().FindAllSubmatch(text, maxOutsideNames) {
			o.parameters[string(classes[0][1])+"::"+string(v[1])] = true
		}
	}
}

// addScript adds the words of a script.
func (o *outside) addScript(text []byte) {
	isSeparator := func(c rune) bool { return c < 0x80 && !isPartOfName(byte(c)) && c != ':' }
	for _, word := range bytes.FieldsFunc(text, isSeparator) {
		o.names[string(word)] = true
	}
}

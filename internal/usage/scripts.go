package usage

import (
	"bytes"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/internal/ascii"
)

// maxScript is the maximum size of a script, maxScripts the maximum number of scripts, and maxAllScripts that of their size together
// in all environments. If there are more, it is assumed that they contain every key.
const (
	maxScript     = 1 << 20
	maxScripts    = 5000
	maxAllScripts = 256 << 20
)

// scripts are the files of an environment that are neither data nor Puppet code that was read:
// scripts that call `puppet lookup`, Rakefiles, pipelines, and modules outside of the modulepath.
type scripts struct {
	mu sync.Mutex
	// names holds the keys that were searched for, and whether a script contains them.
	names map[string]bool
	large bool // the scripts exceed maxAllScripts
}

// inScripts reports whether a script contains the name of a key. All keys are searched for at once.
func (x *Index) inScripts(key string) bool {
	if x.env.Dir == "" {
		return false
	}
	x.scripts.mu.Lock()
	defer x.scripts.mu.Unlock()
	if found, ok := x.scripts.names[key]; ok || x.scripts.large {
		return found || x.scripts.large
	}
	names := map[string]bool{key: false}
	for _, name := range x.project.Keys() {
		if !strings.Contains(name, "::") {
			names[name] = false
		}
	}
	left := maxAllScripts / max(1, len(x.project.Environments))
	x.readScripts(func(text []byte) bool {
		left -= len(text)
		findWords(text, names)
		return left >= 0
	})
	x.scripts.names, x.scripts.large = names, left < 0
	return names[key] || x.scripts.large
}

// findWords sets the names that are words of a text.
func findWords(text []byte, names map[string]bool) {
	start := 0
	note := func(end int) {
		if found, ok := names[string(text[start:end])]; ok && !found {
			names[string(text[start:end])] = true
		}
	}
	for i, c := range text {
		if !isPartOfName(c) {
			note(i)
			start = i + 1
		}
	}
	note(len(text))
}

func isPartOfName(c byte) bool {
	return ascii.IsWord(c) || c == '-' || c >= utf8.RuneSelf
}

// readScripts passes the text of each script in the environment to read, until that returns false. Files that cannot be read
// are skipped; they are reported where data is searched for.
func (s *surroundings) readScripts(read func([]byte) bool) {
	skipped := map[string]bool{}
	var own []string
	for _, m := range s.env.Environment.Modules() {
		dir, err := filepath.Rel(s.env.Dir, m.Dir)
		switch {
		case err != nil:
		case s.env.Installed(m):
			skipped[filepath.ToSlash(dir)] = true
		default:
			own = append(own, filepath.ToSlash(dir)+"/")
		}
	}
	inModule := func(name string) bool {
		return slices.ContainsFunc(own, func(dir string) bool { return strings.HasPrefix(name, dir) })
	}
	tree := s.env.Store().Dir(s.env.Dir)
	files := 0
	_ = fs.WalkDir(tree, ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return fs.SkipDir
		case e.IsDir() && (skipped[name] || e.Name() == ".git" || e.Name() == "node_modules" || e.Name() == "spec" && inModule(name)):
			return fs.SkipDir
		case files >= maxScripts:
			return fs.SkipAll
		case e.IsDir() || !isScript(name, e):
			return nil
		case inModule(name) && path.Ext(name) != ".rb":
			return nil // Puppet code and templates were read, and files for nodes look up no keys
		}
		files++
		if text, ok := readScript(s.env.Store(), filepath.Join(s.env.Dir, filepath.FromSlash(name))); ok && !read(text) {
			return fs.SkipAll
		}
		return nil
	})
}

// readScript returns the text of a file if it is a script that is not too large.
func readScript(store *data.Store, path string) (text []byte, ok bool) {
	text, err := store.ReadStart(path, maxScript+1)
	return text, err == nil && len(text) <= maxScript && bytes.IndexByte(text[:min(len(text), 512)], 0) < 0
}

// readFolders lists the directories of an environment whose code package manifest reads.
var readFolders = []string{"manifests", "functions", "types", "plans"}

// MayBeScript reports whether a data file, given its path in the environment, may be read as a
// script.
func MayBeScript(name string) bool {
	return path.Base(path.Dir(name)) == "plans" || strings.Contains("/"+name, "/.")
}

// isScript reports whether a file, given its path in the environment, may be a program. Data and
// documentation contain names of keys for other reasons.
func isScript(name string, e fs.DirEntry) bool {
	if !e.Type().IsRegular() {
		return false
	}
	switch path.Base(name) {
	case "Puppetfile", "Puppetfile.lock", ".gitmodules", ".fixtures.yml":
		return false // they list modules, whose names may be those of keys
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
		// The configuration of pipelines starts with a dot; plans may be written in YAML.
		inPlans := path.Base(path.Dir(name)) == "plans"
		// hieralint's own configuration contains names of keys in its comments.
		isOurs := strings.HasPrefix(path.Base(name), ".hieralint.")
		return inPlans || strings.Contains("/"+name, "/.") && !isOurs
	case ".pp":
		// Modules outside of the modulepath. Those that were read are excluded.
		top, _, _ := strings.Cut(name, "/")
		return !slices.Contains(readFolders, top)
	case ".json", ".eyaml", ".md", ".txt", ".rst", ".adoc", ".html", ".css", ".svg", ".png", ".pem", ".lock", ".csv",
		".sarif", ".xml", ".log": // reports, including those of hieralint
		return false
	}
	return true
}

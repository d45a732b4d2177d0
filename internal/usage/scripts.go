package usage

import (
	"bytes"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// maxScript is the maximum size of a script, and maxScripts the maximum number of scripts.
const (
	maxScript  = 1 << 20
	maxScripts = 5000
)

// scripts are the files of an environment that are neither data nor Puppet code that was read:
// scripts that call `puppet lookup`, Rakefiles, pipelines, and modules outside of the modulepath.
type scripts struct {
	mu sync.Mutex
	// names holds the keys that were searched for, and whether a script contains them.
	names map[string]bool
}

// inScripts reports whether a script contains the name of a key. All keys are searched for at once.
func (x *Index) inScripts(key string) bool {
	if x.env.Dir == "" {
		return false
	}
	x.scripts.mu.Lock()
	defer x.scripts.mu.Unlock()
	if found, ok := x.scripts.names[key]; ok {
		return found
	}
	names := map[string]bool{key: false}
	for _, name := range x.project.Keys() {
		if !strings.Contains(name, "::") {
			names[name] = false
		}
	}
	x.readScripts(func(text []byte) {
		for _, word := range bytes.FieldsFunc(text, func(r rune) bool { return !isPartOfName(r) }) {
			if found, ok := names[string(word)]; ok && !found {
				names[string(word)] = true
			}
		}
	})
	x.scripts.names = names
	return names[key]
}

func isPartOfName(r rune) bool {
	return r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}

// readScripts passes the text of each script in the environment to read. Files that cannot be read
// are skipped; they are reported where data is searched for.
func (s *surroundings) readScripts(read func([]byte)) {
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
		if text, ok := s.readScript(name); ok {
			read(text)
		}
		return nil
	})
}

// readScript returns the text of a file of the environment if it is a script that is not too large.
func (s *surroundings) readScript(name string) (text []byte, ok bool) {
	text, err := s.env.Store().ReadStart(filepath.Join(s.env.Dir, filepath.FromSlash(name)), maxScript+1)
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

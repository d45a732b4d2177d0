package usage

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxScript is how large scripts may be, maxScripts how many of them are read.
const (
	maxScript  = 1 << 20
	maxScripts = 5000
)

// inScripts reports whether the name of a key stands in a file of the environment that is neither data nor Puppet code that
// was read: a script that calls `puppet lookup`, a Rakefile, a pipeline, a module outside of the modulepath.
func (x *Index) inScripts(key string) bool {
	x.scriptsOnce.Do(func() {
		x.otherScripts = map[string]bool{}
		if x.env.Dir == "" {
			return
		}
		wanted := map[string]bool{}
		for _, name := range x.project.Keys() {
			if !strings.Contains(name, "::") {
				wanted[name] = true
			}
		}
		x.readScripts(func(text []byte) {
			for _, word := range bytes.FieldsFunc(text, func(r rune) bool { return !isPartOfName(r) }) {
				if wanted[string(word)] {
					x.otherScripts[string(word)] = true
				}
			}
		})
	})
	return x.otherScripts[key]
}

func isPartOfName(r rune) bool {
	return r == '_' || r == '-' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
}

// readScripts gives the text of each script in the environment to read. What cannot be read is passed over: it is
// reported where data is looked for.
func (x *Index) readScripts(read func([]byte)) {
	skipped := map[string]bool{}
	var own []string
	for _, m := range x.env.Environment.Modules() {
		dir, err := filepath.Rel(x.env.Dir, m.Dir)
		switch {
		case err != nil:
		case x.env.Installed(m):
			skipped[filepath.ToSlash(dir)] = true
		default:
			own = append(own, filepath.ToSlash(dir)+"/")
		}
	}
	inModule := func(name string) bool {
		return slices.ContainsFunc(own, func(dir string) bool { return strings.HasPrefix(name, dir) })
	}
	tree := os.DirFS(x.env.Dir)
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
			return nil // Puppet code and templates were read, and what nodes get does not look up keys
		}
		files++
		if text, ok := readScript(tree, name, e); ok {
			read(text)
		}
		return nil
	})
}

// readScript is the text of a file, if it is one and not too large.
func readScript(tree fs.FS, name string, e fs.DirEntry) (text []byte, ok bool) {
	info, err := e.Info()
	if err != nil || info.Size() > maxScript {
		return nil, false
	}
	text, err = fs.ReadFile(tree, name)
	return text, err == nil && bytes.IndexByte(text[:min(len(text), 512)], 0) < 0
}

// readFolders are the folders of an environment whose code package manifest reads.
var readFolders = []string{"manifests", "functions", "types", "plans"}

// isScript reports whether a file, by its path in the environment, may be a program. Data and documentation have the same words for other reasons.
func isScript(name string, e fs.DirEntry) bool {
	if !e.Type().IsRegular() {
		return false
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".yaml", ".yml":
		// The configuration of pipelines has a dot in front; plans may be written in YAML.
		inPlans := path.Base(path.Dir(name)) == "plans"
		// Our own has names of keys and words that keys are made of in its comments.
		isOurs := strings.HasPrefix(path.Base(name), ".hieralint.")
		return inPlans || strings.Contains("/"+name, "/.") && !isOurs
	case ".pp":
		// Modules that are not in the modulepath, since their directory is set elsewhere. What was read is not among them.
		top, _, _ := strings.Cut(name, "/")
		return !slices.Contains(readFolders, top)
	case ".json", ".eyaml", ".md", ".txt", ".rst", ".adoc", ".html", ".css", ".svg", ".png", ".pem", ".lock", ".csv":
		return false
	}
	return true
}

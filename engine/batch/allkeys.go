package batch

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
)

// allKeys are the top level keys of all YAML and JSON files under the data directories of the
// environment and its modules, sorted, with quotes where they are needed. Files that cannot be
// read have none.
func allKeys(r request) []string {
	envdir := absolute(r.text("envdir"))
	if envdir == "" {
		return nil
	}
	store := data.NewStore()
	roots := dataDirs(store, envdir)
	if len(roots) == 0 {
		for _, name := range []string{"data", "hieradata", "hiera"} {
			roots = append(roots, existing(filepath.Join(envdir, name))...)
		}
	}
	modulepath, err := r.texts("modulepath")
	if err != nil || modulepath == nil {
		modulepath = []string{filepath.Join(envdir, "modules")}
	}
	for _, dir := range modulepath {
		modules, err := os.ReadDir(absolute(dir))
		if err != nil {
			continue
		}
		for _, m := range modules {
			roots = append(roots, dataDirs(store, filepath.Join(absolute(dir), m.Name()))...)
		}
	}
	keys := map[string]bool{}
	for _, root := range roots {
		addKeys(keys, store, root)
	}
	delete(keys, "lookup_options")
	delete(keys, "")
	names := make([]string, 0, len(keys))
	for k := range keys {
		names = append(names, k)
	}
	slices.Sort(names)
	for i, k := range names {
		if strings.ContainsAny(k, `."'`) {
			quote := `'`
			if strings.Contains(k, `'`) {
				quote = `"`
			}
			names[i] = quote + k + quote
		}
	}
	return names
}

// dataDirs are the data directories that the hiera.yaml in base names, up to their first token.
func dataDirs(store *data.Store, base string) []string {
	doc, err := store.Document(filepath.Join(base, "hiera.yaml"), data.YAML)
	if err != nil || doc.Value == nil || doc.Value.Kind() != data.Hash {
		return nil
	}
	names := []*data.Value{data.NewString("data")}
	if defaults, ok := doc.Value.Get("defaults"); ok {
		if dir, ok := defaults.Get("datadir"); ok {
			names[0] = dir
		}
	} else if dir, ok := doc.Value.GetKey(data.NewSymbol("datadir")); ok {
		names[0] = dir
	} else if dir, ok := doc.Value.Get("datadir"); ok {
		names[0] = dir
	}
	for _, list := range []string{"hierarchy", "default_hierarchy"} {
		levels, ok := doc.Value.Get(list)
		if !ok {
			continue
		}
		for _, level := range levels.Items() {
			if dir, ok := level.Get("datadir"); ok {
				names = append(names, dir)
			}
		}
	}
	var dirs []string
	for _, name := range names {
		dir, _, _ := strings.Cut(name.Text(), "%{")
		if !filepath.IsAbs(dir) {
			dir = filepath.Join(base, dir)
		}
		dirs = append(dirs, existing(dir)...)
	}
	return dirs
}

func existing(dir string) []string {
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return []string{dir}
	}
	return nil
}

func addKeys(keys map[string]bool, store *data.Store, root string) {
	_ = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil //nolint:nilerr // what cannot be read has no keys
		}
		if entry.IsDir() {
			if path != root && strings.HasPrefix(entry.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		format := data.YAML
		switch filepath.Ext(path) {
		case ".json":
			format = data.JSON
		case ".yaml", ".yml", ".eyaml":
		default:
			return nil
		}
		doc, err := store.Document(path, format)
		if err != nil || doc.Value == nil || doc.Value.Kind() != data.Hash {
			return nil //nolint:nilerr // as above
		}
		for _, e := range doc.Value.Entries() {
			if k := e.Key.Kind(); k == data.String || k == data.Symbol {
				keys[e.Key.Text()] = true
			}
		}
		return nil
	})
}

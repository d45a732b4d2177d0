package batch

import (
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/internal/rooted"
)

// allKeys returns the top-level keys of all YAML and JSON files under the data directories of the
// environment and its modules, sorted, and quoted where necessary. Files that cannot be read are
// ignored.
func (s *server) allKeys(r request) ([]string, error) {
	store := data.NewStore()
	env, err := s.environment(r, store)
	if err != nil {
		return nil, err
	}
	var roots []string
	if env.Dir != "" {
		roots = dataDirs(store, env.Dir)
		if len(roots) == 0 {
			for _, name := range []string{"data", "hieradata", "hiera"} {
				roots = append(roots, existing(filepath.Join(env.Dir, name))...)
			}
		}
	}
	for _, m := range env.Modules() {
		roots = append(roots, dataDirs(store, m.Dir)...)
	}
	keys := map[string]bool{}
	for _, root := range roots {
		addKeys(keys, store, root)
	}
	delete(keys, "lookup_options")
	delete(keys, "")
	names := slices.Sorted(maps.Keys(keys))
	for i, k := range names {
		if strings.ContainsAny(k, `."'`) {
			quote := `'`
			if strings.Contains(k, `'`) {
				quote = `"`
			}
			names[i] = quote + k + quote
		}
	}
	return names, nil
}

// dataDirs returns the data directories in the hiera.yaml in base, each up to its first
// interpolation token.
func dataDirs(store *data.Store, base string) []string {
	doc, err := store.Document(filepath.Join(base, "hiera.yaml"), data.YAML)
	if err != nil || !doc.Value.Is(data.Hash) {
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
		if !rooted.Is(dir) {
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
		switch {
		case err != nil:
			return nil //nolint:nilerr // what cannot be read has no keys
		case path != root && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return filepath.SkipDir
			}
			return nil
		case entry.IsDir():
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
		if doc, err := store.Document(path, format); err == nil {
			addKeysOf(keys, doc)
		}
		return nil
	})
}

// addKeysOf adds the keys of a file. They include those of a file that Puppet rejects because of a
// date, so that lookups of them show the error.
func addKeysOf(keys map[string]bool, doc *data.Document) {
	switch {
	case doc.Value.Is(data.Hash):
		for _, e := range doc.Value.Entries() {
			keys[rubytext.ToS(e.Key)] = true
		}
	case doc.Err != nil && doc.Err.Code == data.ForbiddenClass && doc.Root != nil && doc.Root.Kind == data.Mapping:
		for _, p := range doc.Problems {
			if p.Code == data.ForbiddenClass && (p.Node == nil || p.Node.Tag != "") {
				return
			}
		}
		for i := 0; i < len(doc.Root.Children); i += 2 {
			if k := doc.Root.Children[i].Value; k != nil {
				keys[rubytext.ToS(k)] = true
			}
		}
	}
}

package session_test

import (
	"bytes"
	"context"
	"fmt"
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/filetree"
	"github.com/hieralint/hieralint/internal/notseen"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
	"github.com/hieralint/hieralint/internal/settings"
)

// editor makes random edits to the files of a tree.
type editor struct {
	*rand.Rand
	files []string          // absolute paths
	texts map[string][]byte // contents of the files
	lines [][]byte          // lines of the files
	keys  []string          // keys of the files
	last  string            // the file of the last edit
	// earlier are previous contents of files, which some edits restore.
	earlier map[string][]byte
}

func newEditor(t testing.TB, seed string, files []string) *editor {
	t.Helper()
	if len(files) == 0 {
		t.Skip("no data files")
	}
	e := &editor{Rand: newRand(seed, 0), texts: map[string][]byte{}, earlier: map[string][]byte{}, keys: []string{"a::b"}, lines: [][]byte{[]byte("a::b: 1\n")}}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		e.files = append(e.files, path)
		e.texts[path] = text
		for line := range bytes.Lines(text) {
			e.lines = append(e.lines, line)
			if key, _, ok := strings.Cut(string(line), ": "); ok && key == strings.TrimSpace(key) {
				e.keys = append(e.keys, key)
			}
		}
	}
	return e
}

// newRand returns a generator that depends only on its arguments.
func newRand(seed string, stream uint64) *rand.Rand {
	sum := fnv.New64()
	sum.Write([]byte(seed))
	return rand.New(rand.NewPCG(sum.Sum64(), stream))
}

func pick[T any](e *editor, all []T) T { return all[e.IntN(len(all))] }

// key returns the name of a key, or one with a typo.
func (e *editor) key() string {
	key := []byte(pick(e, e.keys))
	if e.IntN(3) == 0 {
		key[e.IntN(len(key))] = byte('a' + e.IntN(26))
	}
	return string(key)
}

// line returns a line with a random entry.
func (e *editor) line() string {
	switch e.IntN(16) {
	case 0:
		return fmt.Sprintf("%s: \"%%{lookup('%s')}\"\n", e.key(), e.key())
	case 1:
		return fmt.Sprintf("%s: %s\n", e.key(), e.key())
	case 2:
		return fmt.Sprintf("lookup_options: {%s: {merge: %s}}\n", e.key(), pick(e, []string{"deep", "unique", "first", "deeep"}))
	case 3:
		return fmt.Sprintf("%s: {a: [1, %d]}\n", e.key(), e.IntN(9))
	case 4:
		return fmt.Sprintf("%s: undef\n", e.key())
	case 5:
		return fmt.Sprintf("%s: \"%%{hiera('%s.a')} %%{facts.role}\"\n", e.key(), e.key())
	case 6:
		return fmt.Sprintf("%s: \"%%{lokup('%s')}\"\n", e.key(), e.key())
	case 7:
		return fmt.Sprintf("lookup_options: {'^%s': {merge: hash}, '%s': {convert_to: Integer}}\n", strings.SplitAfter(e.key(), "::")[0], e.key())
	case 8:
		return fmt.Sprintf("%s: ~\n", e.key())
	case 9:
		return pick(e, []string{"a: [\n", "- a\n", "key\n", "%{x\n", "a: *x\n", "a: !ruby/object:A {}\n", "---\n"})
	case 10:
		return fmt.Sprintf("lookup_options: {%s: ~, '^%s.*': {merge: %s}}\n", e.key(), e.key()[:2], pick(e, []string{"deep", "unique", "deeep"}))
	case 11:
		return fmt.Sprintf("lookup_options: {%s: {convert_to: Integr}, %s: unique}\n", e.key(), e.key())
	case 12:
		return pick(e, []string{"lookup_options:\n", "lookup_options: {'^(a)\\1': {merge: deep}, '%{facts.role}': {merge: deep}}\n"})
	default:
		return string(pick(e, e.lines))
	}
}

// edit changes a random file.
func (e *editor) edit() session.Change {
	switch e.IntN(6) {
	case 0, 1:
		if change, ok := e.editValue(); ok {
			return change
		}
	case 2:
		if e.earlier[e.last] != nil {
			e.texts[e.last] = e.earlier[e.last]
			return session.Change{Path: e.last, Kind: session.Edited, Text: e.texts[e.last]}
		}
	}
	path := pick(e, e.files)
	e.earlier[path] = e.texts[path]
	lines := bytes.SplitAfter(e.texts[path], []byte("\n"))
	at := e.IntN(len(lines))
	switch e.IntN(4) {
	case 0:
		lines = slices.Delete(slices.Clone(lines), at, at+1)
	case 1:
		line := bytes.Clone(lines[at])
		for i, c := range line {
			if c >= '0' && c <= '9' {
				line[i] = byte('0' + e.IntN(10))
			}
		}
		lines[at] = line
	default:
		lines = slices.Insert(lines, at, []byte(e.line()))
	}
	e.texts[path] = bytes.Join(lines, nil)
	if e.IntN(8) == 0 && filepath.Base(path) != "hiera.yaml" {
		e.texts[path] = []byte(e.line() + e.line())
	}
	e.last = path
	return session.Change{Path: path, Kind: session.Edited, Text: e.texts[path]}
}

// editValue changes a digit of a value, usually in the file of the last edit. It returns false if
// it finds none.
func (e *editor) editValue() (session.Change, bool) {
	for range 100 {
		path := e.last
		if path == "" || e.IntN(3) == 0 {
			path = pick(e, e.files)
		}
		text := bytes.Clone(e.texts[path])
		_, value, _ := bytes.Cut(pick(e, bytes.SplitAfter(text, []byte("\n"))), []byte(": "))
		if at := bytes.IndexAny(value, "0123456789"); at >= 0 {
			value[at] = '0' + (value[at]-'0'+1)%10
			e.texts[path], e.last = text, path
			return session.Change{Path: path, Kind: session.Edited, Text: text}, true
		}
		e.last = ""
	}
	return session.Change{}, false
}

// comeOrGo removes a data file from disk, copies it, or moves it.
func (e *editor) comeOrGo(t *testing.T) {
	t.Helper()
	data := slices.DeleteFunc(slices.Clone(e.files), func(path string) bool { return filepath.Base(path) == "hiera.yaml" })
	if len(data) == 0 {
		return
	}
	path := pick(e, data)
	other := filepath.Join(filepath.Dir(path), pick(e, []string{"new", "other", "more"})+filepath.Ext(path))
	what := e.IntN(3)
	if _, err := os.Lstat(other); err == nil {
		path, what = other, 0
	}
	if what > 0 {
		replace(t, other, string(e.texts[path]))
		e.files, e.texts[other] = append(e.files, other), e.texts[path]
	}
	if what < 2 {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		e.files = slices.DeleteFunc(e.files, func(file string) bool { return file == path })
		delete(e.texts, path)
		delete(e.earlier, path)
		e.last = ""
	}
}

// editOther removes or moves a random file in a tree that is neither data nor hidden, preferably a
// manifest, or changes a line of it.
func (e *editor) editOther(t *testing.T, dir string) {
	t.Helper()
	var all, manifests []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.Name() == ".git":
			return filepath.SkipDir
		case !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") || slices.Contains(e.files, path):
		case filepath.Ext(path) == ".pp":
			manifests = append(manifests, path)
		default:
			all = append(all, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(manifests) > 0 && (len(all) == 0 || e.IntN(3) > 0) {
		all = manifests
	}
	if len(all) == 0 {
		return
	}
	path := pick(e, all)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if what := e.IntN(8); what < 2 {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		if what == 1 {
			to := pick(e, []string{"", "modules/moved/manifests", "templates", "../moved"})
			filetree.Add(t, filepath.Join(filepath.Dir(path), to), map[string]string{"moved" + filepath.Ext(path): string(text)})
		}
		return
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := e.IntN(len(lines))
	switch e.IntN(4) {
	case 0:
		lines = slices.Delete(lines, at, at+1)
	case 1:
		lines = slices.Insert(lines, at, lines[e.IntN(len(lines))])
	case 2:
		lines = slices.Insert(lines, at, fmt.Appendf(nil, "class %s { $x = lookup('%s') }\n", e.key(), e.key()))
	default:
		if words := bytes.Fields(lines[at]); len(words) > 0 {
			lines[at] = bytes.Replace(lines[at], words[e.IntN(len(words))], []byte(e.key()), 1)
		}
	}
	replace(t, path, string(bytes.Join(lines, nil)))
}

// TestEdits makes random edits to the files of each tree: the findings in the workspace must be
// those in a new workspace.
func TestEdits(t *testing.T) {
	t.Parallel()
	for _, tree := range namedTrees(t) {
		t.Run(tree.name, func(t *testing.T) {
			t.Parallel()
			ctx := context.Background()
			options := session.Options{Paths: []string{tree.dir}, Facts: tree.facts, Profile: settings.Strict}
			w := open(t, options)
			e := newEditor(t, tree.name, check(t, w, session.Request{}).Files)
			options.Buffers = map[string][]byte{}
			for i := range reference.Cases(200) {
				change := e.edit()
				options.Buffers[change.Path] = change.Text
				if err := w.Update(ctx, change); err != nil {
					t.Fatal(err)
				}
				got, want := check(t, w, session.Request{}), check(t, open(t, options), session.Request{})
				if len(got.Crashes) > 0 {
					t.Fatalf("after %d edits, the last in %s: %v", i+1, change.Path, got.Crashes[0])
				}
				if got, want := describe(got.Findings), describe(want.Findings); !slices.Equal(got, want) {
					t.Fatalf("after %d edits, the last in %s: updated (+) and new (-) workspace:%s", i+1, change.Path, differences(got, want))
				}
				if !slices.EqualFunc(got.Summary.NotSeen, want.Summary.NotSeen, notseen.Part.Equal) {
					t.Errorf("after %d edits, the last in %s: NotSeen: got %q, want %q", i+1, change.Path, got.Summary.NotSeen, want.Summary.NotSeen)
				}
			}
		})
	}
}

// manyKeys returns data with a number of keys.
func manyKeys(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "app::key%d: 1\n", i)
	}
	return b.String()
}

// TestEditsInPart checks that after an edit, only those keys are evaluated again that it may
// affect.
func TestEditsInPart(t *testing.T) {
	t.Parallel()
	const keys = 50
	common := manyKeys(keys)
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":  common,
		"data/role/db.yaml": "app::key1: 2\napp::key2: 2\n",
	})
	w := open(t, session.Options{Paths: []string{tree}, NoConfig: true})
	check(t, w, session.Request{})
	for _, edit := range []struct {
		name, file, text string
		isAll            bool
	}{
		{"a value", "common", common + "more: 1\n", false},
		{"options", "common", common + "lookup_options: {app::key1: {merge: unique}}\n", false},
		{"half a strategy", "common", common + "lookup_options: {app::key1: {merge: uniq}}\n", false},
		{"a pattern", "common", common + "lookup_options: {'^app::key1$': {merge: first}}\n", false},
		{"a token", "common", common + "lookup_options: {'%{facts.role}': {merge: first}}\n", true},
		{"null", "common", common + "lookup_options:\n", true},
		{"no options", "common", common, true},
		{"broken", "role/db", "app::key1: 2\nap", true},
		{"still broken", "role/db", "app::key1: 2\napp", false},
		{"an edit elsewhere", "common", common + "more: 2\n", false},
		{"fixed", "role/db", "app::key1: 2\napp::key2: 3\n", false},
		{"options on some nodes", "role/db", "app::key1: 3\nlookup_options: {app::key1: {merge: unique}}\n", false},
		{"other options on some nodes", "role/db", "app::key1: 3\nlookup_options: {app::key1: {merge: first}}\n", false},
		{"a key of another file", "role/db", "app::key1: 3\napp::key9: 2\nlookup_options: {app::key1: {merge: first}}\n", false},
		{"a new key", "role/db", "app::key1: 3\napp::key: 2\nlookup_options: {app::key1: {merge: first}}\n", true},
	} {
		change := session.Change{Path: filepath.Join(tree, "data", filepath.FromSlash(edit.file)+".yaml"), Kind: session.Edited, Text: []byte(edit.text)}
		if err := w.Update(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		for _, p := range check(t, w, session.Request{Statistics: true}).Statistics.Phases {
			if p.Of == "evaluation" && p.Count >= keys != edit.isAll {
				t.Errorf("%s: %d evaluations of %d keys", edit.name, p.Count, keys)
			}
		}
	}
}

// TestEditsOfRequiredKeys checks that keys that code requires are evaluated again if they may be meant by a key that an
// edit adds, but not because of other keys.
func TestEditsOfRequiredKeys(t *testing.T) {
	t.Parallel()
	var parameters strings.Builder
	for i := range 50 {
		fmt.Fprintf(&parameters, "$%s%s, ", strings.Repeat(string(rune('a'+i/26)), 4), strings.Repeat(string(rune('a'+i%26)), 4)) // no two are similar
	}
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":  "app::aaaabbbb: 1\n",
		"data/role/db.yaml": "app::aaaabbbb: 2\n",
		"environment.conf":  "modulepath = modules\n", "manifests/site.pp": "include app\n", "modules/app/manifests/init.pp": "class app (" + parameters.String() + ") { }\n",
	})
	w := open(t, session.Options{Paths: []string{tree}, NoConfig: true})
	check(t, w, session.Request{})
	for _, edit := range []struct {
		name, text string
		most       int // evaluations
	}{
		{"another kind of value", "app::aaaabbbb: [2]\n", 3},
		{"a key of another file", "app::aaaabbbb: 2\n", 3},
		{"a key that resembles none", "unrelated: 2\n", 6},
		{"a misspelled key", "app::Ccccdddd: 2\n", 6},
		{"a key without a class", "app::aaaa::bbbb: 2\n", 6},
	} {
		change := session.Change{Path: filepath.Join(tree, "data", "role", "db.yaml"), Kind: session.Edited, Text: []byte(edit.text)}
		if err := w.Update(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		got := check(t, w, session.Request{Statistics: true})
		for _, p := range got.Statistics.Phases {
			if p.Of == "evaluation" && p.Count > edit.most {
				t.Errorf("%s: %d evaluations", edit.name, p.Count)
			}
		}
		fresh := check(t, open(t, session.Options{Paths: []string{tree}, NoConfig: true, Buffers: map[string][]byte{change.Path: change.Text}}), session.Request{})
		if got, want := describe(got.Findings), describe(fresh.Findings); !slices.Equal(got, want) {
			t.Errorf("%s: updated (+) and new (-) workspace:%s", edit.name, differences(got, want))
		}
	}
}

// TestEditsOfFewNodes checks that edits after which lookups fail on some nodes, or have other
// lookup_options there, evaluate only the keys that files set for these nodes.
func TestEditsOfFewNodes(t *testing.T) {
	t.Parallel()
	const keys = 50
	common := manyKeys(keys)
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Sites, path: \"site/%{facts.site}/%{facts.role}.yaml\"}\n" +
			"  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":     common + "web::port: 1\n",
		"data/role/db.yaml":    "db::port: 2\n",
		"data/role/web.yaml":   "web::port: 2\n",
		"data/site/a/db.yaml":  "db::port: 3\napp::key1: \"%{lookup('app::key2')}\"\n",
		"data/site/a/web.yaml": "web::port: 3\n",
	})
	options := session.Options{Paths: []string{tree}, NoConfig: true, Buffers: map[string][]byte{}}
	w := open(t, options)
	check(t, w, session.Request{})
	for _, edit := range []struct{ name, file, text string }{
		{"broken", "role/db", "db::port: 2\ndb"},
		{"fixed", "role/db", "db::port: 2\n"},
		{"options", "role/db", "db::port: 2\nlookup_options: {db::port: {merge: unique}}\n"},
		{"other options", "role/db", "db::port: 2\nlookup_options: {db::port: {merge: hash}}\n"},
		{"no options", "role/db", "db::port: [2]\n"},
	} {
		path := filepath.Join(tree, "data", filepath.FromSlash(edit.file)+".yaml")
		options.Buffers[path] = []byte(edit.text)
		if err := w.Update(t.Context(), session.Change{Path: path, Kind: session.Edited, Text: options.Buffers[path]}); err != nil {
			t.Fatal(err)
		}
		got, want := check(t, w, session.Request{Statistics: true}), check(t, open(t, options), session.Request{})
		if got, want := describe(got.Findings), describe(want.Findings); !slices.Equal(got, want) {
			t.Errorf("%s: updated (+) and new (-) workspace:%s", edit.name, differences(got, want))
		}
		for _, p := range got.Statistics.Phases {
			if p.Of == "evaluation" && p.Count >= keys {
				t.Errorf("%s: %d evaluations of %d keys", edit.name, p.Count, keys)
			}
		}
	}
}

// editData is a new text of a data file, and the number of findings about missing data with it.
type editData struct {
	file, text string
	want       int
}

// TestEditsOfListedClasses checks edits after which nodes include other classes, or whose places in data move.
func TestEditsOfListedClasses(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":                    "version: 5\nhierarchy:\n  - {name: Nodes, path: \"nodes/%{trusted.certname}.yaml\"}\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"manifests/site.pp":             "include lookup('classes')\ninclude \"role::${facts['role']}\"\n",
		"modules/app/manifests/init.pp": "class app($port) { }\n",
		"modules/db/manifests/init.pp":  "class db($host, $size) { include app }\n",
		"modules/role/manifests/web.pp": "class role::web($x) { }\n",
		"data/common.yaml":              "classes: [stdlib]\nlookup_options: {classes: {merge: unique}}\n",
		"data/role/db.yaml":             "classes:\n  - db\n",
	})
	checkMissingData(t, tree, []editData{
		{"role/db", "# A database\nclasses:\n  - db\n", 3},
		{"role/db", "# A database\nclasses:\n  - db\ndb::host: a\n", 2},
		{"role/db", "# A database\ndb::host: b\nclasses:\n  - db\n", 2},
		{"role/db", "db::host: a\nclasses:\n  - stdlib\n", 0},
		{"role/db", "db::host: a\nclasses:\n  - app\n", 1},
		{"role/db", "db::host: a\nclasses:\n  - app\napp::port: 1\n", 0},
		{"common", "classes: [db]\nlookup_options: {classes: {merge: unique}}\n", 1},
		{"common", "classes: [db]\n", 0},
		{"common", "classes: [db]\nlookup_options: {classes: {merge: unique}}\ndb::host: b\n", 1},
		{"common", "classes: [db]\nlookup_options: {classes: {merge: unique}}\ndb::host: b\nbroken", 0},
		{"common", "classes: [db]\nlookup_options: {classes: {merge: unique}}\ndb::host: c\n", 1},
		{"nodes/db01", "classes: [app]\n", 1},
		{"nodes/db01", "classes: [app]\napp::port: 1\n", 1},
		{"nodes/db01", "", 1},
		{"role/web", "x: 1\n", 3},
		{"role/web", "role::web::x: 1\n", 2},
		{"common", "x: 1\nlookup_options: {classes: {merge: unique}}\n", 0},
		{"nodes/db02", "app::port: 1\n", 0},
		{"nodes/db01", "x: 1\n", 0},
		{"role/db", "classes: [db]\n", 3},
		{"role/db", "classes: [stdlib]\n", 0},
	})
}

// TestEditsOfSettings checks edits after which nodes include other classes because of the values of class parameters.
func TestEditsOfSettings(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":                     "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"manifests/site.pp":              "include site\n",
		"modules/app/manifests/init.pp":  "class app($port) { }\n",
		"modules/site/manifests/init.pp": "class site(Boolean $manage = false, String $mode = 'off') {\n  if $manage { include app }\n  case $mode { 'on', 'auto': { include app } }\n}\n",
		"data/common.yaml":               "x: 1\n",
		"data/role/db.yaml":              "x: 1\n",
	})
	checkMissingData(t, tree, []editData{
		{"common", "site::manage: true\n", 1},
		{"common", "site::manage: true\napp::port: 1\n", 0},
		{"common", "site::manage: true\nx: 1\n", 1},
		{"common", "site::manage: 'true'\nx: 1\n", 0},
		{"common", "site::manage: false\nx: 1\n", 0},
		{"common", "site::mode: Auto\nx: 1\n", 1},
		{"common", "site::mode: \"%{x}\"\nx: 1\n", 0},
		{"common", "site::mode: auto\nlookup_options: {site::mode: {merge: unique}}\n", 0},
		{"common", "site::mode: auto\nlookup_options: {}\n", 1},
		{"role/db", "site::mode: on\n", 0},
		{"role/db", "site::mode: auto\n", 1},
		{"role/db", "site::mode: auto\n: broken [", 0},
		{"role/db", "site::manage: true\n", 1},
		{"common", "x: 1\n", 0},
		{"role/db", "app::port: 1\n", 0},
		{"common", "site::manage: true\n", 0},
		{"role/web", "x: 1\n", 1},
		{"role/web", "site::manage: false\n", 0},
	})
}

// checkMissingData checks the findings about missing data after edits of a tree, and that they are the same in a new workspace.
func checkMissingData(t *testing.T, tree string, edits []editData) {
	t.Helper()
	options := session.Options{Paths: []string{tree}, NoConfig: true, Buffers: map[string][]byte{}}
	w := open(t, options)
	check(t, w, session.Request{})
	for i, edit := range edits {
		path := filepath.Join(tree, "data", filepath.FromSlash(edit.file)+".yaml")
		change := session.Change{Path: path, Kind: session.Edited, Text: []byte(edit.text)}
		if _, err := os.Stat(path); err != nil {
			filetree.Add(t, tree, map[string]string{"data/" + edit.file + ".yaml": edit.text})
			change = session.Change{Path: path, Kind: session.OnDisk}
		} else {
			options.Buffers[path] = change.Text
		}
		if err := w.Update(t.Context(), change); err != nil {
			t.Fatal(err)
		}
		got, want := describe(check(t, w, session.Request{}).Findings), describe(check(t, open(t, options), session.Request{}).Findings)
		if !slices.Equal(got, want) {
			t.Errorf("after edit %d, of %s: updated (+) and new (-) workspace:%s", i, edit.file, differences(got, want))
		}
		missing := slices.DeleteFunc(want, func(finding string) bool { return !strings.Contains(finding, "missing-required-data") })
		if len(missing) != edit.want {
			t.Errorf("after edit %d, of %s: %d findings, want %d:\n%s", i, edit.file, len(missing), edit.want, strings.Join(missing, "\n"))
		}
	}
}

// TestEditOfOtherOptions checks that adding lookup_options that hide an invalid entry of another
// file changes the severity of the finding.
func TestEditOfOtherOptions(t *testing.T) {
	t.Parallel()
	for name, entry := range map[string]string{
		"merge": "{merge: deeep}", "conversion": "{convert_to: Integr}", "option": "{mergee: deep}",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tree := filetree.Write(t, map[string]string{
				"hiera.yaml":       "version: 5\nhierarchy:\n  - {name: Site, path: site.yaml}\n  - {name: Common, path: common.yaml}\n",
				"data/site.yaml":   "app::port: 80\n",
				"data/common.yaml": "lookup_options:\n  app::port: " + entry + "\napp::port: 81\n",
			})
			options := session.Options{Paths: []string{tree}, NoConfig: true}
			w := open(t, options)
			check(t, w, session.Request{})
			path := filepath.Join(tree, "data", "site.yaml")
			text := []byte("app::port: 80\nlookup_options:\n  app::port: {merge: first}\n")
			if err := w.Update(t.Context(), session.Change{Path: path, Kind: session.Edited, Text: text}); err != nil {
				t.Fatal(err)
			}
			options.Buffers = map[string][]byte{path: text}
			got, want := describe(check(t, w, session.Request{}).Findings), describe(check(t, open(t, options), session.Request{}).Findings)
			if !slices.Equal(got, want) {
				t.Errorf("updated (+) and new (-) workspace:%s", differences(got, want))
			}
		})
	}
}

// checkEdits replaces the text of a file in a tree by others, one after the other: the findings must be those in a new workspace.
func checkEdits(t *testing.T, tree, path string, texts []string) {
	t.Helper()
	options := session.Options{Paths: []string{tree}, NoConfig: true}
	w := open(t, options)
	check(t, w, session.Request{})
	for _, text := range texts {
		if err := w.Update(t.Context(), session.Change{Path: path, Kind: session.Edited, Text: []byte(text)}); err != nil {
			t.Fatal(err)
		}
		options.Buffers = map[string][]byte{path: []byte(text)}
		got, want := describe(check(t, w, session.Request{}).Findings), describe(check(t, open(t, options), session.Request{}).Findings)
		if !slices.Equal(got, want) {
			t.Errorf("%q: updated (+) and new (-) workspace:%s", text, differences(got, want))
		}
	}
}

// TestEditOfHiddenOptions edits the values and options of a key whose options in another file hide others: the findings must be those in a new
// workspace.
func TestEditOfHiddenOptions(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Site, path: site.yaml}\n  - {name: Options, path: options.yaml}\n  - {name: Common, path: common.yaml}\n",
		"data/site.yaml":    "app::list: a\n",
		"data/options.yaml": "lookup_options:\n  '^app::': {merge: unique}\n  app::list: {convert_to: [Array, true]}\n",
		"data/common.yaml":  "app::list: b\n",
	})
	checkEdits(t, tree, filepath.Join(tree, "data", "site.yaml"), []string{"app::list: [a]\n", "app::list: a\n", "app::lists: a\n", "app::list: {a: 1}\n"})
	checkEdits(t, tree, filepath.Join(tree, "data", "common.yaml"), []string{
		"app::list: [b]\n", "lookup_options:\n  app::list: {merge: unique}\napp::list: [b]\n", "lookup_options:\n  app::other: {merge: unique}\n", "app::list: [b]\n",
	})
}

// TestEditOfLookedUpKey removes, adds, and renames a key that code looks up without a default: the
// findings must be those in a new workspace.
func TestEditOfLookedUpKey(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml": "version: 5\nhierarchy:\n  - {name: Common, path: common.yaml}\n", "environment.conf": "modulepath = modules\n",
		"manifests/site.pp": "notify { lookup('title'): }\nnotify { lookup('backup_dir'): }\n",
		"data/common.yaml":  "title: x\nbackup_dir: /srv\n",
	})
	checkEdits(t, tree, filepath.Join(tree, "data", "common.yaml"), []string{"title: x\n", "title: x\nbackup_dir: /srv\n", "title: x\nother: /srv\n", "title: x\nbackup_dirs: /srv\n", "backup_dir: /srv\nother: 1\n", "title: x\nbackup_dri: /srv\n", "title: x\nBackup_Dir: /srv\n", "title: x\nbackup_dir: /srv\n"})
}

// TestEditOfOverriddenDefaults changes how many keys a file overrides in another one, on which the severity of all findings about them
// depends: the findings must be those in a new workspace.
func TestEditOfOverriddenDefaults(t *testing.T) {
	t.Parallel()
	keys := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "k%d: %d\n", i, n)
		}
		return b.String()
	}
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":     "version: 5\nhierarchy:\n  - {name: Levels, paths: [site.yaml, defaults.yaml]}\n",
		"data/site.yaml": keys(19), "data/defaults.yaml": keys(30),
	})
	checkEdits(t, tree, filepath.Join(tree, "data", "site.yaml"), []string{keys(20), keys(21), keys(19), "k1: [", keys(20), keys(19) + "k40: 1\n"})
}

// TestEditOfInsertedText changes what a reference inserts on some nodes, first text that does not matter, so that nodes
// that read it with the reference were not evaluated: the findings must be those in a new workspace.
func TestEditOfInsertedText(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Site, path: \"site/%{facts.site}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":   "title: x\n",
		"data/role/web.yaml": "greeting: \"Hello %{lookup('title')}\"\nnames: {\"%{lookup('title')}\": 1}\n",
		"data/site/osl.yaml": "title: y\n",
	})
	checkEdits(t, tree, filepath.Join(tree, "data", "site", "osl.yaml"), []string{"title: [y]\n", "title: z\n", "title: {a: 1}\n", "title: z\n", "title: \"%{lookup('greeting')}\"\n", "title: 1\n", "title: \"%{lookup('nowhere')}\"\n", "title: z\n", "title: ''\n", "title: [1]\n"})
}

// TestEditOfInvalidFile edits a file that Puppet cannot read and that may define keys which others use: the findings must be those
// in a new workspace.
func TestEditOfInvalidFile(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":        "version: 5\nhierarchy:\n  - {name: Roles, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"environment.conf":  "modulepath = modules\n",
		"manifests/site.pp": "notify { lookup('title'): }\nnotify { lookup('backup_dir'): }\ninclude app\n", "modules/app/manifests/init.pp": "class app($port) { }\n",
		"data/common.yaml":   "title: \"x %{lookup('city')}\"\nold: 1\nlookup_options:\n  users: {merge: unique}\n  '^grou': {merge: hash}\n",
		"data/role/web.yaml": "city: x\n",
	})
	all := "backup_dir: /srv\ncity: a\nusers: []\ngroups: {}\napp::port: 1\nx: \"%{lookup('old')}\"\n"
	checkEdits(t, tree, filepath.Join(tree, "data", "role", "web.yaml"), []string{"city: [\n", all, all + "y: [\n", "y: [\n", all + "y: [\n", "y: [\nbackup_dir: a\n", "y: [\nusers: [a]\n", "y: [\ncity: 1\n", "y: [\napp::port: 1\n", "y: ]\n", "y: 1\n", ""})
}

// TestEditOfMisspelledWord edits a file that contains the words of another one: correctly, with the same misspelling, or not at
// all. The findings must be those in a new workspace.
func TestEditOfMisspelledWord(t *testing.T) {
	t.Parallel()
	tree := filetree.Write(t, map[string]string{
		"hiera.yaml":         "version: 5\nhierarchy:\n  - {name: Role, path: \"role/%{facts.role}.yaml\"}\n  - {name: Common, path: common.yaml}\n",
		"data/common.yaml":   "a: /srv/uplaods/1\n",
		"data/role/web.yaml": "b: 1\n",
	})
	const correct = "b: [/srv/uploads/2, /srv/uploads/3, /srv/uploads/4, /srv/uploads/5, /srv/uploads/6, /srv/uploads/7]\n"
	checkEdits(t, tree, filepath.Join(tree, "data", "role", "web.yaml"), []string{correct, correct + "c: 1\n", correct + "# uplaods\n", correct + "c: /uplaods\n", correct, "b: 1\n", correct + "c: [\n", correct})
}

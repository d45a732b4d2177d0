package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/rubytext"
	"github.com/hieralint/hieralint/engine/source"
	"github.com/hieralint/hieralint/internal/answers"
	"github.com/hieralint/hieralint/internal/discovery"
	"github.com/hieralint/hieralint/internal/impact"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/reference"
	"github.com/hieralint/hieralint/internal/session"
)

// TestDiffOfRefactorings rewrites real repositories, and back again, with combinations of
// refactorings that change no lookup: diff must report nothing. A change with an effect must be
// reported.
func TestDiffOfRefactorings(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	_, isWhole := reference.Find(t)
	rounds := reference.SlowCases(3)
	if !isWhole {
		rounds = 2
	}
	all := &rewritings{places: map[string]int{}}
	t.Run("trees", func(t *testing.T) {
		for _, tree := range trees(t) {
			if _, err := os.Stat(filepath.Join(tree.dir, "hiera.yaml")); err != nil || tree.facts != nil {
				continue // its directory is not its own
			}
			t.Run(tree.name, func(t *testing.T) {
				t.Parallel()
				tree.commit(t)
				r := &refactored{T: t, Rand: newRand(tree.name, 2), dir: tree.dir, all: all}
				for range rounds {
					r.round()
				}
			})
		}
	})
	t.Logf("places rewritten: %v; changes with an effect: %d", all.places, all.mutations)
	for _, r := range refactorings {
		if isWhole && all.places[r.name] == 0 {
			t.Errorf("never applied: %s", r.name)
		}
	}
	if all.mutations < min(4, rounds/2) {
		t.Errorf("only %d changes with an effect", all.mutations)
	}
}

// rewritings counts how often refactorings were applied.
type rewritings struct {
	sync.Mutex
	places    map[string]int // by name of the refactoring
	mutations int
}

// refactored is a repository that is being rewritten.
type refactored struct {
	*testing.T
	*rand.Rand
	dir  string
	last []string // refactorings in this round
	all  *rewritings
}

type refactoring struct {
	name  string
	apply func(*refactored) int
}

var refactorings = []refactoring{
	{"order of keys", (*refactored).shuffle},
	{"order of keys in hashes", (*refactored).shuffleHashes},
	{"comments", (*refactored).comment},
	{"quotes", (*refactored).quote},
	{"aliases", (*refactored).alias},
	{"files renamed with their level", (*refactored).rename},
	{"files split", (*refactored).split},
	{"copies in other levels", (*refactored).copyDown},
	{"keys moved to a new level", (*refactored).move},
	{"YAML as JSON", (*refactored).toJSON},
	{"hiera.yaml in another style", (*refactored).restyle},
}

// round applies some refactorings, checks that they have no effect, checks that a mutation has one,
// reverts everything, and checks that this has no effect either.
func (r *refactored) round() {
	before := r.git("rev-parse", "HEAD")
	r.last = nil
	for _, i := range r.Perm(len(refactorings))[:3+r.IntN(len(refactorings)-3)] {
		n := refactorings[i].apply(r)
		r.all.Lock()
		r.all.places[refactorings[i].name] += n
		r.all.Unlock()
		r.last = append(r.last, refactorings[i].name)
	}
	r.commit()
	r.same("rewritten")
	if key, kind, ok := r.mutate(); ok {
		r.all.Lock()
		r.all.mutations++
		r.all.Unlock()
		found := r.diff("")
		if !slices.ContainsFunc(found.Groups, func(g *impact.Group) bool {
			return slices.ContainsFunc(g.Changes, func(c *impact.Change) bool { return c.Key == key })
		}) {
			r.Errorf("%s: the change of %s was not reported\n%s", kind, key, r.git("diff"))
		}
	}
	r.git("checkout", "-q", before, "--", ".")
	r.git("clean", "-qfd")
	if added := strings.Fields(r.git("diff", "--name-only", "--diff-filter=A", before, "HEAD")); len(added) > 0 {
		r.git(append([]string{"rm", "-qf"}, added...)...)
	}
	r.commit()
	r.same("put back")
}

func (r *refactored) git(args ...string) string {
	r.Helper()
	git := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", "-c", "core.quotePath=false", "-c", "maintenance.auto=false"}, args...)...)
	git.Dir = r.dir
	out, err := git.CombinedOutput()
	if err != nil {
		r.Fatalf("%v: %s", args, out)
	}
	return strings.TrimSpace(string(out))
}

func (r *refactored) commit() {
	r.git("add", "-A", "-f")
	r.git("commit", "-q", "--allow-empty", "-m", "next")
}

// diff compares the working tree with the last commit, or if to is not empty, that revision with
// the commit before the last one.
func (r *refactored) diff(to string) *impact.Impact {
	r.Helper()
	request := session.DiffRequest{From: "HEAD", NoFindings: true, ShowSecrets: true}
	if to != "" {
		request.From, request.To = "HEAD~", to
	}
	found, err := open(r.T, session.Options{Paths: []string{r.dir}, NoConfig: true}).Diff(r.Context(), request)
	if err != nil {
		r.Fatal(err)
	}
	return found
}

func (r *refactored) same(what string) {
	r.Helper()
	found := r.diff("HEAD")
	for _, g := range found.Groups {
		for _, c := range g.Changes {
			r.Errorf("%s by %v: on %s, %s is %s: %v", what, r.last, g.Where, c.Key, c.Kind, c.Edits)
		}
	}
	if found.HasChanges() {
		r.Fatalf("%.3000s", r.git("diff", "-U0", "HEAD~", "HEAD"))
	}
}

// dataFile is a data file of the hierarchy whose top level is a block mapping with plain keys.
type dataFile struct {
	*project.File
	entries []*data.Node // key nodes
	shared  bool         // the file has anchors or merge keys
}

// files returns the data files of the hierarchy at the top of the repository.
func (r *refactored) files() []*dataFile {
	p, err := discovery.Load(r.Context(), []string{r.dir}, discovery.Options{})
	if err != nil {
		r.Fatal(err)
	}
	var all []*dataFile
	for _, f := range p.Files {
		if f.Doc.Err != nil || f.Doc.Root == nil || f.Doc.Root.Kind != data.Mapping || f.Doc.Root.Style != data.Block || filepath.Ext(f.Path) != ".yaml" || len(f.Matches) == 0 ||
			slices.ContainsFunc(f.Matches, func(m project.Match) bool {
				return filepath.Clean(m.Root.Path) != r.path("hiera.yaml") || m.Fit == glob.Unlikely
			}) ||
			!bytes.HasSuffix(f.Doc.File.Text, []byte("\n")) || bytes.Contains(f.Doc.File.Text, []byte("\n---")) || bytes.Contains(f.Doc.File.Text, []byte("\n...")) || bytes.Contains(f.Doc.File.Text, []byte("\r")) {
			continue
		}
		of := &dataFile{File: f}
		seen := map[string]bool{}
		valid := true
		for i, n := range f.Doc.Root.Children {
			of.shared = of.shared || isShared(n)
			if i%2 > 0 {
				continue
			}
			valid = valid && n.Kind == data.Scalar && n.Value != nil && n.Value.Kind() == data.String && !seen[n.Text()] && n.Tag == "" && f.Doc.File.Pos(n.Span.Start).Column == 1
			seen[n.Text()] = true
			of.entries = append(of.entries, n)
		}
		if valid && len(of.entries) > 0 {
			all = append(all, of)
		}
	}
	return all
}

func (r *refactored) path(name string) string {
	abs, err := filepath.Abs(filepath.Join(r.dir, name))
	if err != nil {
		r.Fatal(err)
	}
	return abs
}

func isShared(n *data.Node) bool {
	return n.Anchor != "" || n.Kind == data.Alias || n.Kind == data.Scalar && n.Text() == "<<" || slices.ContainsFunc(n.Children, isShared)
}

func (f *dataFile) text() string { return string(f.Doc.File.Text) }

func (f *dataFile) value(i int) *data.Node { return f.Doc.Root.Children[2*i+1] }

// blocks returns the text before the first entry, and the text of each entry, including the
// comments after it.
func (f *dataFile) blocks() (start string, blocks []string) {
	text := f.text()
	for i, n := range f.entries {
		end := len(text)
		if i+1 < len(f.entries) {
			end = f.entries[i+1].Span.Start
		}
		block := text[n.Span.Start:end]
		if !strings.HasSuffix(block, "\n") {
			block += "\n"
		}
		blocks = append(blocks, block)
	}
	return text[:f.entries[0].Span.Start], blocks
}

func (r *refactored) write(path, text string) {
	r.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.Fatal(err)
	}
}

// replacement replaces a span of a text.
type replacement struct {
	source.Span
	text string
}

// replace writes a file with some spans replaced, which must not overlap.
func (r *refactored) replace(path, text string, all []replacement) {
	r.Helper()
	slices.SortFunc(all, func(a, b replacement) int { return b.Start - a.Start })
	for _, e := range all {
		text = text[:e.Start] + e.text + text[e.End:]
	}
	r.write(path, text)
}

func (r *refactored) shuffle() (places int) {
	for _, f := range r.files() {
		if f.shared {
			continue
		}
		start, blocks := f.blocks()
		r.Shuffle(len(blocks), func(i, j int) { blocks[i], blocks[j] = blocks[j], blocks[i] })
		r.write(f.Path, start+strings.Join(blocks, ""))
		places += len(blocks)
	}
	return places
}

// shuffleHashes swaps two entries of mappings below the top level.
func (r *refactored) shuffleHashes() (places int) {
	for _, f := range r.files() {
		if f.shared {
			continue
		}
		text := f.text()
		var swaps []replacement
		var walk func(n *data.Node)
		walk = func(n *data.Node) {
			if n.Kind == data.Mapping && n.Style == data.Block && n.Parent != f.Doc.Root && len(n.Children) >= 6 && !isRepeated(n) {
				if a, b, c := lineStart(text, n.Children[0]), lineStart(text, n.Children[2]), lineStart(text, n.Children[4]); a >= 0 && b >= 0 && c >= 0 {
					swaps = append(swaps, replacement{source.Span{Start: a, End: c}, text[b:c] + text[a:b]})
					return
				}
			}
			for _, child := range n.Children {
				walk(child)
			}
		}
		for i := range f.entries {
			if f.entries[i].Text() != "lookup_options" { // the order of patterns matters
				walk(f.value(i))
			}
		}
		if len(swaps) > 0 {
			r.replace(f.Path, text, swaps)
			places += len(swaps)
		}
	}
	return places
}

func isRepeated(n *data.Node) bool {
	seen := map[string]bool{}
	for i := 0; i < len(n.Children); i += 2 {
		key := n.Children[i]
		if key.Kind != data.Scalar || seen[key.Text()] {
			return true
		}
		seen[key.Text()] = true
	}
	return false
}

// lineStart returns the start of the line of a node, or -1 if it follows anything but spaces.
func lineStart(text string, n *data.Node) int {
	at := strings.LastIndexByte(text[:n.Span.Start], '\n') + 1
	if strings.Trim(text[at:n.Span.Start], " ") != "" {
		return -1
	}
	return at
}

func (r *refactored) comment() (places int) {
	for _, f := range r.files() {
		var all []replacement
		for _, n := range f.entries {
			if r.IntN(3) == 0 {
				all = append(all, replacement{source.Span{Start: n.Span.Start, End: n.Span.Start}, "# not: 'a key', %{nor} a \"token\n"})
			}
		}
		r.replace(f.Path, f.text(), all)
		places += len(all)
	}
	return places
}

// quote quotes plain strings.
func (r *refactored) quote() (places int) {
	for _, f := range r.files() {
		var all []replacement
		var walk func(*data.Node)
		walk = func(n *data.Node) {
			if n.Kind == data.Scalar && n.Style == data.Plain && n.Value != nil && n.Value.Kind() == data.String && n.Tag == "" && n.Text() != "<<" && n.Span.Len() > 0 {
				if text := string(f.Doc.File.Slice(n.Span)); text == n.Text() && r.IntN(2) == 0 {
					all = append(all, replacement{n.Span, "'" + strings.ReplaceAll(text, "'", "''") + "'"})
				}
			}
			for _, child := range n.Children {
				walk(child)
			}
		}
		walk(f.Doc.Root)
		r.replace(f.Path, f.text(), all)
		places += len(all)
	}
	return places
}

// alias replaces repeated values in a file with aliases.
func (r *refactored) alias() (places int) {
	for _, f := range r.files() {
		if f.shared {
			continue
		}
		text := f.text()
		var all []replacement
		known := map[string]string{} // names of anchors, by identity of the value
		first := map[string]int{}
		for i := range f.entries {
			v := f.value(i)
			if v.Value == nil || v.Tag != "" || v.Span.Len() == 0 {
				continue
			}
			id := impact.Identity(v.Value)
			colon := f.entries[i].Span.End + strings.IndexByte(text[f.entries[i].Span.End:], ':') + 1
			at, again := first[id]
			switch {
			case !again:
				first[id] = i
			case known[id] == "":
				known[id] = fmt.Sprintf("same%d", i)
				before := f.entries[at].Span.End + strings.IndexByte(text[f.entries[at].Span.End:], ':') + 1
				all = append(all, replacement{source.Span{Start: before, End: before}, " &" + known[id]})
				fallthrough
			default:
				all = append(all, replacement{source.Span{Start: colon, End: v.Span.End}, " *" + known[id]})
			}
		}
		r.replace(f.Path, text, all)
		places += len(all) / 2
	}
	return places
}

// levels returns the YAML levels with a single path in the data directory, the hiera.yaml, and the
// data directory.
func (r *refactored) levels() (levels []*config.Level, hierarchy *data.Document, datadir string) {
	p, err := discovery.Load(r.Context(), []string{r.dir}, discovery.Options{})
	if err != nil {
		r.Fatal(err)
	}
	for _, root := range p.Roots {
		if filepath.Clean(root.Path) != r.path("hiera.yaml") || root.Config.Version != 5 {
			continue
		}
		datadir = "data"
		if defaults, ok := root.Config.Doc.Value.Get("defaults"); ok {
			if v, ok := defaults.Get("datadir"); ok {
				datadir = v.Text()
			}
		}
		for _, l := range root.Config.Hierarchy {
			if l.LocationKind == config.Path && l.Function.Kind == config.DataHash && l.Function.Name == "yaml_data" && l.LocationNode.Kind == data.Scalar &&
				!strings.Contains(l.LocationNode.Text(), "..") && !path.IsAbs(l.LocationNode.Text()) && !hasDatadir(l) {
				levels = append(levels, l)
			}
		}
		hierarchy = root.Config.Doc
	}
	return levels, hierarchy, r.path(datadir)
}

func hasDatadir(l *config.Level) bool {
	_, ok := l.Node.Value.Get("datadir")
	return ok
}

// rename renames the directory of some levels.
func (r *refactored) rename() (places int) {
	levels, hierarchy, datadir := r.levels()
	for _, l := range levels {
		dir, _, ok := strings.Cut(l.LocationNode.Text(), "/")
		old := filepath.Join(datadir, dir)
		if _, err := os.Stat(old); err != nil || !ok || strings.Contains(dir, "%") {
			continue
		}
		if strings.Count(string(hierarchy.File.Text), dir+"/") != 1 {
			continue // other levels read it, too
		}
		renamed := fmt.Sprintf("%s%d", dir, r.IntN(100))
		if err := os.Rename(old, filepath.Join(datadir, renamed)); err != nil {
			r.Fatal(err)
		}
		r.write(hierarchy.File.Path, strings.Replace(string(hierarchy.File.Text), dir+"/", renamed+"/", 1))
		return 1
	}
	return 0
}

// split moves some keys of the files of a level to other files, which the level reads by a second
// path.
func (r *refactored) split() (places int) {
	levels, hierarchy, datadir := r.levels()
	if len(levels) == 0 {
		return 0
	}
	l := levels[r.IntN(len(levels))]
	key := l.LocationNode.Parent.Children[slices.Index(l.LocationNode.Parent.Children, l.LocationNode)-1]
	quoted := func(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }
	more := fmt.Sprintf("more%d/", r.IntN(100))
	for _, f := range r.files() {
		below, err := filepath.Rel(datadir, f.Path)
		if err != nil || f.shared || !filepath.IsLocal(below) || slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Level.LocationNode.Span != l.LocationNode.Span }) {
			continue
		}
		rest, moved, count := r.divide(f)
		places += count
		if moved == "" {
			continue
		}
		r.write(f.Path, rest)
		r.write(filepath.Join(datadir, more, below), moved)
	}
	r.replace(hierarchy.File.Path, string(hierarchy.File.Text), []replacement{
		{key.Span, "paths"}, {l.LocationNode.Span, "[" + quoted(l.LocationNode.Text()) + ", " + quoted(more+l.LocationNode.Text()) + "]"},
	})
	return places
}

// divide distributes the keys of a file, except lookup_options, between two texts at random, and
// counts those in the second. The second is empty if either file would be.
func (r *refactored) divide(f *dataFile) (rest, moved string, places int) {
	start, blocks := f.blocks()
	rest, moved = start, "---\n"
	for i, block := range blocks {
		if f.entries[i].Text() != "lookup_options" && r.IntN(2) == 0 {
			moved += block
			places++
		} else {
			rest += block
		}
	}
	if places == 0 || rest == start {
		return rest, "", 0
	}
	return rest, moved, places
}

// rewriteHierarchy rewrites the levels of hiera.yaml.
func (r *refactored) rewriteHierarchy(rewrite func(level *yaml.Node) (more []*yaml.Node)) {
	r.Helper()
	path := r.path("hiera.yaml")
	text, err := os.ReadFile(path)
	if err != nil {
		r.Fatal(err)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		r.Fatal(err)
	}
	levels := entry(doc.Content[0], "hierarchy")
	var all []*yaml.Node
	for _, level := range levels.Content {
		all = append(append(all, level), rewrite(level)...)
	}
	levels.Content = all
	if text, err = yaml.Marshal(&doc); err != nil {
		r.Fatal(err)
	}
	r.write(path, string(text))
}

// entry returns the value of a key in a mapping, or nil.
func entry(mapping *yaml.Node, key string) *yaml.Node {
	if mapping == nil {
		return nil
	}
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			return mapping.Content[i+1]
		}
	}
	return nil
}

func set(mapping *yaml.Node, key, value string) {
	if v := entry(mapping, key); v != nil {
		v.Value = value
		return
	}
	mapping.Content = append(mapping.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: key}, &yaml.Node{Kind: yaml.ScalarNode, Value: value, Style: yaml.DoubleQuotedStyle})
}

// isOf reports whether a level has a location.
func isOf(level *yaml.Node, l *config.Level) bool {
	path := entry(level, "path")
	return path != nil && path.Value == l.LocationNode.Text()
}

// restyle copies the defaults into each level, replaces paths by lists, and writes everything in
// flow style.
func (r *refactored) restyle() (places int) {
	text, err := os.ReadFile(r.path("hiera.yaml"))
	if err != nil {
		r.Fatal(err)
	}
	var doc struct {
		Version  int
		Defaults map[string]any
	}
	if err := yaml.Unmarshal(text, &doc); err != nil || doc.Version != 5 || bytes.Contains(text, []byte(": &")) {
		return 0
	}
	r.rewriteHierarchy(func(level *yaml.Node) []*yaml.Node {
		hasFunction := false
		for _, function := range []string{"data_hash", "lookup_key", "data_dig", "hiera3_backend"} {
			hasFunction = hasFunction || entry(level, function) != nil
		}
		for name, v := range doc.Defaults {
			if text, ok := v.(string); ok && (name == "datadir" && entry(level, name) == nil || name == "data_hash" && !hasFunction && doc.Defaults["options"] == nil) {
				set(level, name, text)
			}
		}
		for i := 0; i+1 < len(level.Content); i += 2 {
			if key := level.Content[i]; key.Value == "path" && level.Content[i+1].Kind == yaml.ScalarNode {
				key.Value, level.Content[i+1] = "paths", &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{level.Content[i+1]}}
			}
		}
		level.Style = yaml.FlowStyle
		places++
		return nil
	})
	return places
}

// move moves some keys of a file that all nodes read to a new level after its own.
func (r *refactored) move() int {
	levels, _, datadir := r.levels()
	for _, l := range levels {
		if strings.Contains(l.LocationNode.Text(), "%{") {
			continue
		}
		for _, f := range r.files() {
			if f.Path != filepath.Join(datadir, filepath.FromSlash(l.LocationNode.Text())) || f.shared {
				continue
			}
			rest, moved, places := r.divide(f)
			if moved == "" {
				return 0
			}
			name := fmt.Sprintf("moved%d.yaml", r.IntN(100))
			r.write(f.Path, rest)
			r.write(filepath.Join(datadir, name), moved)
			r.rewriteHierarchy(func(level *yaml.Node) []*yaml.Node {
				if !isOf(level, l) {
					return nil
				}
				added := &yaml.Node{Kind: yaml.MappingNode}
				for i := 0; i+1 < len(level.Content); i += 2 {
					set(added, level.Content[i].Value, level.Content[i+1].Value)
				}
				set(added, "name", name)
				set(added, "path", name)
				return []*yaml.Node{added}
			})
			return places
		}
	}
	return 0
}

// toJSON converts the files of a level to JSON.
func (r *refactored) toJSON() (places int) {
	levels, _, datadir := r.levels()
	p, err := discovery.Load(r.Context(), []string{r.dir}, discovery.Options{})
	if err != nil {
		r.Fatal(err)
	}
	for _, i := range r.Perm(len(levels)) {
		l := levels[i]
		location, isYAML := strings.CutSuffix(l.LocationNode.Text(), ".yaml")
		if !isYAML {
			continue
		}
		texts := map[string]string{}
		convertible := true
		for _, f := range p.Files {
			isOf := func(m project.Match) bool { return m.Level.LocationNode.Span == l.LocationNode.Span }
			if !slices.ContainsFunc(f.Matches, isOf) {
				continue
			}
			text, ok := asJSON(f.Doc.Value)
			_, isBelow := strings.CutPrefix(f.Path, datadir+string(filepath.Separator))
			convertible = convertible && ok && isBelow && strings.HasSuffix(f.Path, ".yaml") && len(f.Matches) == 1 && f.Doc.Value.Kind() == data.Hash
			texts[f.Path] = text
		}
		if !convertible || len(texts) == 0 {
			continue
		}
		for path, text := range texts {
			if err := os.Remove(path); err != nil {
				r.Fatal(err)
			}
			r.write(strings.TrimSuffix(path, ".yaml")+".json", text+"\n")
		}
		r.rewriteHierarchy(func(level *yaml.Node) []*yaml.Node {
			if isOf(level, l) {
				set(level, "path", location+".json")
				set(level, "data_hash", "json_data")
			}
			return nil
		})
		return len(texts)
	}
	return 0
}

// asJSON returns a value as JSON, or false if JSON cannot represent it.
func asJSON(v *data.Value) (text string, ok bool) {
	if v == nil {
		return "", false
	}
	switch v.Kind() {
	case data.Hash:
		var entries []string
		for _, e := range v.Entries() {
			key, ok1 := asJSON(e.Key)
			value, ok2 := asJSON(e.Value)
			if !ok1 || !ok2 || e.Key.Kind() != data.String {
				return "", false
			}
			entries = append(entries, key+": "+value)
		}
		return "{" + strings.Join(entries, ", ") + "}", true
	case data.Array:
		var items []string
		for _, item := range v.Items() {
			text, ok := asJSON(item)
			if !ok {
				return "", false
			}
			items = append(items, text)
		}
		return "[" + strings.Join(items, ", ") + "]", true
	case data.String:
		text, err := json.Marshal(v.Text())
		return string(text), err == nil && utf8.ValidString(v.Text()) && !v.IsBinary()
	case data.Integer, data.Boolean:
		return rubytext.ToS(v), true
	case data.Undef:
		return "null", true
	}
	return "", false
}

// copyDown copies a key from a file that all nodes read to files that some nodes read.
func (r *refactored) copyDown() (places int) {
	all := r.files()
	everywhere := func(f *dataFile) bool {
		return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return len(m.Vars) == 0 })
	}
	if hasOptions(all) {
		return 0 // the key may be merged
	}
	for _, f := range all {
		for i, n := range f.entries {
			if !everywhere(f) || f.shared || definitions(all, n.Text()) != 1 || r.IntN(4) > 0 {
				continue
			}
			for _, other := range all {
				if !everywhere(other) && !other.shared && r.IntN(2) == 0 {
					_, blocks := f.blocks()
					text := other.text()
					if !strings.HasSuffix(text, "\n") {
						text += "\n"
					}
					r.write(other.Path, text+blocks[i])
					return 1
				}
			}
		}
	}
	return 0
}

func hasOptions(all []*dataFile) bool {
	return definitions(all, "lookup_options") > 0
}

func definitions(all []*dataFile, key string) (count int) {
	for _, f := range all {
		if slices.ContainsFunc(f.entries, func(n *data.Node) bool { return n.Text() == key }) {
			count++
		}
	}
	return count
}

// isFound reports whether a lookup of a key finds a value on any node. Changes to keys that no node
// finds may have no effect.
func (r *refactored) isFound(key string) bool {
	found, err := open(r.T, session.Options{Paths: []string{r.dir}, NoConfig: true}).Lookup(r.Context(), session.LookupRequest{Key: key})
	if err != nil {
		r.Fatal(err)
	}
	return slices.ContainsFunc(found, func(f *answers.Answer) bool { return f.Value != nil })
}

// mutate changes a key that is in a single file, such that some nodes are affected.
func (r *refactored) mutate() (key, kind string, ok bool) {
	all := r.files()
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	for _, f := range all {
		i := r.IntN(len(f.entries))
		key := f.entries[i].Text()
		v := f.value(i)
		if f.shared || key == "lookup_options" || strings.ContainsAny(key, ". '\"") || definitions(all, key) != 1 || v.Value == nil || v.Tag != "" || !r.isFound(key) {
			continue
		}
		start, blocks := f.blocks()
		switch r.IntN(4) {
		case 0:
			if len(blocks) == 1 {
				continue
			}
			kind, blocks[i] = "removed", ""
		case 1:
			kind, blocks[i] = "of another type", key+": [{other: type}]\n"
		case 2:
			if v.Value.Kind() != data.Integer {
				continue
			}
			kind, blocks[i] = "quoted", key+": '"+string(f.Doc.File.Slice(v.Span))+"'\n"
		default:
			kind = "renamed without the level"
			if err := os.Rename(f.Path, f.Path+".disabled"); err != nil {
				r.Fatal(err)
			}
			return key, kind, true
		}
		r.write(f.Path, start+strings.Join(blocks, ""))
		return key, kind, true
	}
	return "", "", false
}

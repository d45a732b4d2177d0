package runner_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/settings"
)

// defect is a way to break a clean repo, and the rule that must report it.
type defect struct {
	rule string
	// plant changes the tree and adds the expected findings, none if the repo has no place for the
	// defect.
	plant func(d *damage)
	// leadsTo are rules that also report errors, caused by the defect in other places.
	leadsTo []string
}

// damage is a repo with defects.
type damage struct {
	*site
	tree  map[string]string
	wants []want
}

// want is an expected finding, on any of the lines.
type want struct {
	path  string
	lines []int
}

// want expects a finding on one of the lines.
func (d *damage) want(path string, lines ...int) { d.wants = append(d.wants, want{path, lines}) }

// yaml returns a random YAML file that satisfies all conditions, or nil.
func (d *damage) yaml(conditions ...func(*dataFile) bool) *dataFile {
	var fit []*dataFile
	for _, f := range d.hierarchies[0].files {
		// Other environments do not read the directory of the environment `staging`.
		ok := !f.isJSON() && len(f.data) > 0 && (d.env == "" || f.value != "staging")
		for _, condition := range conditions {
			ok = ok && condition(f)
		}
		if ok {
			fit = append(fit, f)
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return pick(d.r, fit...)
}

func isAny(*dataFile) bool { return true }

func isStatic(f *dataFile) bool { return f.static }

func isVarying(f *dataFile) bool { return !f.static }

// inSite plants a defect in control repos only.
func inSite(plant func(*damage)) func(*damage) {
	return func(d *damage) {
		if d.hierarchy != nil {
			plant(d)
		}
	}
}

func isEyaml(f *dataFile) bool { return f.eyaml }

func isPlain(f *dataFile) bool { return !f.eyaml }

// below matches files at lower levels that are also read by the nodes that read f.
func below(f *dataFile) func(*dataFile) bool {
	return func(o *dataFile) bool {
		return o.level > f.level && (o.static || o.dimension != f.dimension || o.dimension == -1)
	}
}

// add appends text to a file, and returns the number of its first line.
func (d *damage) add(f *dataFile, text string) int {
	old := strings.TrimSuffix(strings.TrimRight(d.tree[f.path], "\n"), "\n...") + "\n"
	d.tree[f.path] = old + text
	return strings.Count(old, "\n") + 1
}

// fresh returns a new key that no rule reports: that of a module that is not in the tree, or in the
// repo of a module, of a new untyped parameter.
func (d *damage) fresh() string {
	name := fmt.Sprintf("planted_%d", d.next())
	switch {
	case d.hierarchy == nil:
		c := d.classes[0]
		text := d.tree[c.path]
		if !strings.Contains(text, " (\n") {
			text = strings.Replace(text, "class "+c.name, "class "+c.name+" (\n)", 1)
		}
		d.tree[c.path] = strings.Replace(text, " (\n", " (\n  $"+name+" = undef,\n", 1)
		return c.name + "::" + name
	default:
		return "acmecorp::" + name
	}
}

// edit makes one of the edits that a file permits, and expects findings on the marked lines.
func (d *damage) edit(path string, plants ...rule.Plant) {
	text := d.tree[path]
	plants = slices.DeleteFunc(slices.Clone(plants), func(p rule.Plant) bool { return !regexp.MustCompile(p.Old).MatchString(text) })
	if len(plants) == 0 {
		return
	}
	plant := pick(d.r, plants...)
	pattern := regexp.MustCompile(plant.Old)
	m := pattern.FindStringSubmatchIndex(text)
	replacement := string(pattern.ExpandString(nil, plant.Text, text, m))
	d.tree[path] = text[:m[0]] + strings.ReplaceAll(replacement, " "+rule.Want, "") + text[m[1]:]
	d.wantMarked(path, strings.Count(text[:m[0]], "\n")+1, replacement)
}

func (d *damage) config() string { return d.hierarchies[0].root + "hiera.yaml" }

// damage plants a number of defects in a tree, without their expected findings.
func (s *site) damage(tree map[string]string, places int) {
	for range places {
		d := damage{site: s, tree: tree}
		pick(s.r, defects...).plant(&d)
	}
}

// plantedIn plants one of several texts in a file that satisfies the condition.
func plantedIn(condition func(*dataFile) bool, texts ...string) func(*damage) {
	return func(d *damage) {
		f := d.yaml(condition)
		if f == nil {
			return
		}
		d.plantMarked(f, strings.ReplaceAll(pick(d.r, texts...), "KEY", d.fresh()))
	}
}

// plantInModule plants one of several texts in the data of a module.
func plantInModule(texts ...string) func(*damage) {
	return func(d *damage) {
		for _, h := range d.hierarchies {
			f := h.common()
			if h == d.hierarchy || f.isJSON() || len(f.data) == 0 || strings.Contains(d.tree[f.path], "lookup_options") {
				continue
			}
			module, _, _ := strings.Cut(f.data[0].key, "::")
			d.plantMarked(f, strings.ReplaceAll(pick(d.r, texts...), "MODULE", module))
			return
		}
	}
}

// plantForClass plants one of several texts about a parameter of a class.
func plantForClass(texts ...string) func(*damage) {
	return func(d *damage) {
		c, p := d.param(func(*class, *param) bool { return true })
		if f := d.yaml(); c != nil && f != nil {
			d.plantMarked(f, strings.NewReplacer("CLASS", c.name, "PARAMETER", p.name).Replace(pick(d.r, texts...)))
		}
	}
}

// across plants one text in a file that satisfies the condition, and another in a file at a lower
// level that the same nodes read. It expects findings on the marked lines of both.
func across(upper, lower string, condition func(*damage, *dataFile) bool) func(*damage) {
	return func(d *damage) {
		if d.hierarchy == nil {
			return
		}
		high := d.yaml(func(f *dataFile) bool { return condition(d, f) && d.yaml(isStatic, below(f)) != nil })
		if high == nil {
			return
		}
		low := d.yaml(isStatic, below(high))
		key := d.fresh()
		for f, text := range map[*dataFile]string{high: upper, low: lower} {
			if !d.plantMarked(f, strings.ReplaceAll(text, "KEY", key)) {
				d.wants = nil
				return
			}
		}
	}
}

// hasSibling reports whether the level of a file has another file for other nodes: only then do
// some nodes certainly not read the first one.
func hasSibling(d *damage, f *dataFile) bool {
	for _, o := range d.hierarchy.files {
		if f.dimension >= 0 && !f.static && o.level == f.level && o.value != f.value && (d.env == "" || o.value != "staging") {
			return true
		}
	}
	return false
}

// plantMarked adds text, and the entries of lookup_options that its first lines may define, and
// expects a finding on each marked line. It reports whether there is a place for the entries.
func (d *damage) plantMarked(f *dataFile, text string) bool {
	for strings.HasPrefix(text, "OPTIONS ") {
		entry, rest, _ := strings.Cut(strings.TrimPrefix(text, "OPTIONS "), "\n")
		path, line := d.addOptions(strings.TrimSuffix(entry, " "+rule.Want))
		if path == "" {
			return false
		}
		d.wantMarked(path, line, entry)
		text = rest
	}
	if text != "" {
		d.wantMarked(f.path, d.add(f, strings.ReplaceAll(text, " "+rule.Want, "")), text)
	}
	return true
}

// wantMarked expects a finding on each line of text that ends in `# want`. The first line of text
// is that line of the file.
func (d *damage) wantMarked(path string, first int, text string) {
	for i, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, " "+rule.Want) {
			d.want(path, first+i)
		}
	}
}

// addOptions adds an entry to lookup_options, if possible in a file that has none, and returns the
// file and the line of the entry.
func (d *damage) addOptions(entry string) (path string, line int) {
	h := d.hierarchies[0]
	for _, f := range h.files {
		if f.static && !f.isJSON() && !strings.Contains(d.tree[f.path], "lookup_options") && len(f.data) > 0 {
			return f.path, d.add(f, "lookup_options:\n  "+entry+"\n") + 1
		}
	}
	// All files have lookup_options: insert the entry before theirs.
	for _, f := range h.files {
		text := d.tree[f.path]
		at := strings.Index("\n"+text, "\nlookup_options:\n")
		if f.static && !f.isJSON() && at >= 0 {
			at += len("lookup_options:\n")
			indent := len(text[at:]) - len(strings.TrimLeft(text[at:], " "))
			d.tree[f.path] = text[:at] + strings.Repeat(" ", indent) + entry + "\n" + text[at:]
			return f.path, strings.Count(text[:at], "\n") + 1
		}
	}
	return "", 0
}

// plantOptions plants an invalid entry of lookup_options, and data for its key.
func plantOptions(entries ...string) func(*damage) {
	return func(d *damage) {
		f := d.yaml(isStatic)
		if f == nil {
			return
		}
		key := d.fresh()
		data, entry := "KEY: [a]\n", pick(d.r, entries...)
		if before, after, ok := strings.Cut(entry, " WITH "); ok {
			entry, data = before, "KEY: "+after+"\n"
		}
		path, line := d.addOptions(strings.ReplaceAll(entry, "KEY", key))
		if path == "" {
			return
		}
		d.add(f, strings.ReplaceAll(data, "KEY", key))
		d.want(path, line)
	}
}

// param returns a random class with a parameter that satisfies the condition, or nil.
func (d *damage) param(fits func(*class, *param) bool) (*class, *param) {
	for _, i := range d.r.Perm(len(d.classes)) {
		for _, p := range d.classes[i].params {
			if fits(d.classes[i], p) {
				return d.classes[i], p
			}
		}
	}
	return nil, nil
}

// newDamage plants one defect in the repo of a seed.
func newDamage(seed uint64, plant func(*damage)) *damage {
	s := newSite(seed)
	d := &damage{site: s, tree: s.tree()}
	s.r = rand.New(rand.NewPCG(seed, 21))
	plant(d)
	return d
}

// hasUnseenLevel reports whether a level uses a third-party function.
func (d *damage) hasUnseenLevel() bool { return strings.Contains(d.hierarchies[0].text, "hiera_vault") }

// settings returns those of the configuration in the tree, or of the profile that the rule needs,
// or nil for the defaults.
func (d *damage) settings(t testing.TB, dir, rule string) *settings.Settings {
	t.Helper()
	switch {
	case d.tree[".hieralint.yaml"] == "" && slices.Contains(onRequest, rule):
		return settings.Default(dir, settings.Strict)
	case d.tree[".hieralint.yaml"] == "":
		return nil
	}
	found, err := settings.Finder{}.Load(filepath.Join(dir, ".hieralint.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	return found
}

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

// defect is a way to break a clean repo, and the rule that has to find it.
type defect struct {
	rule string
	// plant changes the tree and says which findings it must lead to: none where the repo has no place
	// for the defect.
	plant func(d *damage)
	// leadsTo are rules that report what follows from the defect in other places, as Puppet would.
	leadsTo []string
}

// damage is a repo that is being broken.
type damage struct {
	*site
	tree  map[string]string
	wants []want
}

// want is a finding that must be there: on any of the lines.
type want struct {
	path  string
	lines []int
}

// want asks for a finding on one of the lines.
func (d *damage) want(path string, lines ...int) { d.wants = append(d.wants, want{path, lines}) }

// yaml is a YAML file that satisfies all conditions; nil when there is none.
func (d *damage) yaml(conditions ...func(*dataFile) bool) *dataFile {
	var fit []*dataFile
	for _, f := range d.hierarchies[0].files {
		// What lies in the folder of one environment is not read in another.
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

// inSite plants a defect in the repos of environments only.
func inSite(plant func(*damage)) func(*damage) {
	return func(d *damage) {
		if d.hierarchy != nil {
			plant(d)
		}
	}
}

func isEyaml(f *dataFile) bool { return f.eyaml }

func isPlain(f *dataFile) bool { return !f.eyaml }

// below are the files that nodes which read f read too, at lower levels.
func below(f *dataFile) func(*dataFile) bool {
	return func(o *dataFile) bool {
		return o.level > f.level && (o.static || o.dimension != f.dimension || o.dimension == -1)
	}
}

// add writes lines at the end of a file and is the number of the first.
func (d *damage) add(f *dataFile, text string) int {
	old := strings.TrimSuffix(strings.TrimRight(d.tree[f.path], "\n"), "\n...") + "\n"
	d.tree[f.path] = old + text
	return strings.Count(old, "\n") + 1
}

// fresh is a key that nothing is known of: that of a module which is not in the tree, or in the repo of a module a
// parameter that takes anything.
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

// edit makes one of the edits that are possible in a file, and asks for findings on the marked lines.
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

// damage breaks a tree in that many places, without asking what should be found.
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

// across plants text in a file that satisfies the condition, and other text in one at a lower level that the same nodes read;
// the findings are on the marked lines of both.
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

// hasSibling reports whether the level of a file has one for other nodes too: only then is it certain that there are nodes
// that do not read the first.
func hasSibling(d *damage, f *dataFile) bool {
	for _, o := range d.hierarchy.files {
		if f.dimension >= 0 && !f.static && o.level == f.level && o.value != f.value && (d.env == "" || o.value != "staging") {
			return true
		}
	}
	return false
}

// plantMarked adds text, with the entry of lookup_options that its first line may have, and asks for a finding on each marked
// line. It reports whether there is a place for the entry.
func (d *damage) plantMarked(f *dataFile, text string) bool {
	if options, ok := strings.CutPrefix(text, "OPTIONS "); ok {
		entry, rest, _ := strings.Cut(options, "\n")
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

// wantMarked asks for a finding on each line of text that ends in `# want`, of which the first is a line of the file.
func (d *damage) wantMarked(path string, first int, text string) {
	for i, line := range strings.Split(text, "\n") {
		if strings.HasSuffix(line, " "+rule.Want) {
			d.want(path, first+i)
		}
	}
}

// addOptions adds an entry to lookup_options, in a file that has none: the line of the entry.
func (d *damage) addOptions(entry string) (path string, line int) {
	h := d.hierarchies[0]
	for _, f := range h.files {
		if f.static && !f.isJSON() && !strings.Contains(d.tree[f.path], "lookup_options") && len(f.data) > 0 {
			return f.path, d.add(f, "lookup_options:\n  "+entry+"\n") + 1
		}
	}
	// All have some: another entry goes in front of theirs.
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

// options plants an entry of lookup_options that is wrong, and data for its key.
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

// param is a class with a parameter that satisfies the condition.
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

// newDamage breaks the repo of a seed in one way.
func newDamage(seed uint64, plant func(*damage)) *damage {
	s := newSite(seed)
	d := &damage{site: s, tree: s.tree()}
	s.r = rand.New(rand.NewPCG(seed, 21))
	plant(d)
	return d
}

// hasUnseenLevel reports whether a function of others serves a level.
func (d *damage) hasUnseenLevel() bool { return strings.Contains(d.hierarchies[0].text, "hiera_vault") }

// settings are those of the configuration in the tree, or of the profile that the rule needs; nil for the defaults.
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

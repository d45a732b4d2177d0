package options

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/glob"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// hiding determines which entries of a file's lookup_options are hidden by others.
type hiding struct {
	pass *rule.FilePass
	// options are the merged options of the files that are read together with this one, for each of its matches; nil
	// if they are invalid.
	options []func() *lookupoptions.Options
	matcher matcher
	known   map[known]bool
}

// known is a key whose options are known.
type known struct {
	options *lookupoptions.Options
	key     string
}

// timeOf returns how long it takes to find the options of a key: the first time, it is matched with all patterns.
func (h *hiding) timeOf(options *lookupoptions.Options, key string) int {
	id := known{options, key}
	if h.known[id] {
		return 1
	}
	h.known[id] = true
	return 1 + options.Patterns()/perMicrosecond
}

func newHiding(p *rule.FilePass) *hiding {
	h := &hiding{pass: p, matcher: newMatcher(p), known: map[known]bool{}}
	for i := range p.File.Matches {
		h.options = append(h.options, func() *lookupoptions.Options { return together(p.Site, &p.File.Matches[i]) })
	}
	return h
}

// by returns the entry that Puppet uses instead of an entry of the file, on every node that reads the file: a
// higher-priority entry with the same name or, for a pattern, the one that matches first for each key in the project.
// It returns nil if the entry applies, or may apply, to some key.
//
// Only files that every node reading this file certainly reads are considered: their paths contain no further variable.
// The engine merges, compiles, and matches their options.
func (h *hiding) by(entry string) *data.Node {
	var winner *data.Node
	for i := range h.options {
		options := h.options[i]()
		if options == nil {
			return nil
		}
		used := h.usedInstead(entry, options)
		if used == nil {
			return nil
		}
		winner = used
	}
	return winner
}

// togetherID identifies the matches with which the same files are certainly read.
type togetherID struct {
	root      *project.Root
	hierarchy project.Hierarchy
	isAssumed bool
	vars      string
}

func togetherIDOf(m *project.Match) togetherID {
	var vars strings.Builder
	for _, v := range m.Vars {
		fmt.Fprintf(&vars, "%q=%q,", v.Name, v.Text)
	}
	return togetherID{m.Root, m.Hierarchy, m.Assumed, vars.String()}
}

// together returns the merged options of the files that are certainly read together with the file of a match; nil if
// they are invalid.
func together(s *rule.Site, m *project.Match) *lookupoptions.Options {
	return rule.Once(s, togetherIDOf(m), func() *lookupoptions.Options { return compiled(certain(s, m)) })
}

// compiled returns the merged options of files; nil if they are invalid.
func compiled(files []*project.File) *lookupoptions.Options {
	var values []*data.Value
	for _, f := range files {
		if value, ok := f.Doc.Value.Get(lookupoptions.Key); ok && value.Kind() == data.Hash {
			values = append(values, value)
		}
	}
	merged, err := lookupoptions.Collect(values)
	if err != nil {
		return nil
	}
	options, err := lookupoptions.Compile(merged, "")
	if err != nil {
		return nil
	}
	return options
}

// usedInstead returns the entry that takes precedence over an entry of this file in the merged options of all files, or
// nil if the entry itself applies to some key.
func (h *hiding) usedInstead(entry string, options *lookupoptions.Options) *data.Node {
	keys := []string{entry}
	if merging.IsPattern(entry) {
		keys = h.matcher.keys(entry)
	}
	var winner *data.Node
	for _, key := range keys {
		if !h.matcher.spend(h.timeOf(options, key)) {
			return nil
		}
		used, ok, err := options.For(key)
		if err != nil || !ok || used.KeyNode == nil || used.Key == entry && used.Node != nil && used.Node.Doc == h.pass.Doc() {
			return nil
		}
		winner = used.KeyNode
	}
	return winner
}

// matcher matches patterns of lookup_options with the keys of the project, up to a limit of time for all patterns of a
// file.
type matcher struct {
	site   *rule.Site
	left   int
	gaveUp bool // because no time was left
}

func newMatcher(p *rule.FilePass) matcher {
	return matcher{site: p.Site, left: timesOf(p.Site).of(p.File)}
}

// maxMatching limits the time of all matchers together, in units of a microsecond, and maxMatchingOfFile that of each
// one. Most patterns are matched in much less.
const (
	maxMatching       = 3_000_000
	maxMatchingOfFile = 2_000_000
)

// times is how long it takes to match the patterns of each file.
type times struct {
	file map[*project.File]int
	all  int
}

type timesID struct{}

// timesOf returns how long it takes to match the patterns of each file of the project.
func timesOf(s *rule.Site) *times {
	return rule.Once(s, timesID{}, func() *times {
		t := &times{file: map[*project.File]int{}}
		for _, f := range s.Project.Files {
			if !f.Doc.Value.Is(data.Hash) {
				continue
			}
			options, _ := f.Doc.Value.Get(lookupoptions.Key)
			if options == nil || options.Kind() != data.Hash {
				continue
			}
			for _, e := range options.Entries() {
				if e.Key.Kind() == data.String && merging.IsPattern(e.Key.Text()) {
					t.file[f] += timeOf(s, e.Key.Text())
				}
			}
			t.all += t.file[f]
		}
		return t
	})
}

// of returns the limit for a file: a share, if all files together take too long.
func (t *times) of(f *project.File) int {
	if t.all <= maxMatching {
		return maxMatchingOfFile
	}
	return min(int(float64(maxMatching)*float64(t.file[f])/float64(t.all)), maxMatchingOfFile)
}

// timeOf returns how long it takes to match a pattern with all keys.
func timeOf(s *rule.Site, pattern string) int {
	keys := candidates(s, pattern).Len()
	return 1 + keys/perMicrosecond + keys*rubyregexp.Repetitions(pattern)
}

// perMicrosecond is the number of keys that a simple pattern is matched with in a microsecond.
const perMicrosecond = 10

// spend reports whether some time is left, and spends it.
func (m *matcher) spend(time int) bool {
	if time > m.left {
		m.left, m.gaveUp = 0, true
		return false
	}
	m.left -= time
	return true
}

// keysByStart are the keys of the project that may match a pattern: those with the literal text at its start, and
// those with several lines.
type keysByStart struct{ plain, long []string }

func (k keysByStart) Len() int { return len(k.plain) + len(k.long) }

type longKeysID struct{}

// candidates returns the keys of the project that may match a pattern.
func candidates(s *rule.Site, pattern string) keysByStart {
	keys := s.Project.Keys()
	start := lookupoptions.PlainStart(pattern)
	if start == "" {
		return keysByStart{plain: keys}
	}
	long := rule.Once(s, longKeysID{}, func() []string {
		return lists.Filter(keys, func(key string) bool { return strings.Contains(key, "\n") })
	})
	return keysByStart{lists.WithPrefix(keys, start), long}
}

// keys returns the keys of the project that a pattern on its own would match, or none if matching is expensive.
func (m *matcher) keys(pattern string) []string {
	re, err := rubyregexp.Compile(pattern)
	if err != nil || m.isExpensive(re, pattern) {
		return nil
	}
	return lists.Distinct(slices.Collect(m.found(re, pattern)))
}

// found returns the keys of the project that a pattern matches. Some may be repeated.
func (m *matcher) found(re *rubyregexp.Regexp, pattern string) iter.Seq[string] {
	return func(yield func(string) bool) {
		candidates := candidates(m.site, pattern)
		for _, keys := range [][]string{candidates.plain, candidates.long} {
			for _, key := range keys {
				if found, err := re.MatchString(key); err == nil && found && !yield(key) {
					return
				}
			}
		}
	}
}

// matches reports whether a pattern matches a key of the project.
func (m *matcher) matches(re *rubyregexp.Regexp, pattern string) bool {
	for range m.found(re, pattern) {
		return true
	}
	return false
}

// isExpensive reports whether it takes too long to match a pattern with all keys, and spends the time otherwise.
func (m *matcher) isExpensive(re *rubyregexp.Regexp, pattern string) bool {
	if re.CannotMemoize() { // it may take exponential time
		return true
	}
	return !m.spend(timeOf(m.site, pattern))
}

// filesWithOptions returns the files with lookup_options.
func filesWithOptions(s *rule.Site) []*project.File {
	type id struct{}
	return rule.Once(s, id{}, func() []*project.File {
		return lists.Filter(s.Project.Files, func(f *project.File) bool { return f.Defines(lookupoptions.Key) })
	})
}

// certain returns the files whose lookup_options Puppet collects whenever it reads the file of a match: those of the
// same hierarchy and, for a module, of the environment. The files with the highest priority come first.
func certain(p *rule.Site, m *project.Match) []*project.File {
	type id struct{ togetherID }
	return rule.Once(p, id{togetherIDOf(m)}, func() []*project.File { return findCertain(p, m) })
}

func findCertain(p *rule.Site, m *project.Match) []*project.File {
	type ranked struct {
		file                   *project.File
		layer, level, location int
	}
	var candidates []optionsMatch
	take := func(root *project.Root, hierarchy project.Hierarchy) {
		all := matchesWithOptions(p)
		candidates = append(candidates, all[optionsPlace{root, hierarchy, glob.Value{}}]...)
		for _, v := range m.Vars {
			candidates = append(candidates, all[optionsPlace{root, hierarchy, v}]...)
		}
	}
	take(m.Root, m.Hierarchy)
	if m.Root.Layer == config.Module {
		if above := environmentOf(p, m.Root); above != nil {
			take(above, project.Regular)
			take(above, project.Default)
		}
	}
	slices.SortFunc(candidates, func(a, b optionsMatch) int { return cmp.Or(cmp.Compare(a.file, b.file), cmp.Compare(a.match, b.match)) })
	var found []ranked
	last := -1 // the file whose first match was found
	for _, c := range candidates {
		f := filesWithOptions(p)[c.file]
		other := &f.Matches[c.match]
		if c.file == last || !implied(other, m) {
			continue
		}
		last = c.file
		levels := other.Root.Config.Hierarchy
		if other.Hierarchy != project.Regular {
			levels = other.Root.Config.DefaultHierarchy
		}
		layer := 1
		if other.Root != m.Root {
			layer = 0
		}
		found = append(found, ranked{f, layer, slices.Index(levels, other.Level), other.Location})
	}
	slices.SortStableFunc(found, func(a, b ranked) int {
		return cmp.Or(cmp.Compare(a.layer, b.layer), cmp.Compare(a.level, b.level), cmp.Compare(a.location, b.location))
	})
	return lists.Map(found, func(f ranked) *project.File { return f.file })
}

// optionsPlace is a hierarchy, with the first value of a variable that files in it depend on; empty for files that depend on none.
type optionsPlace struct {
	root      *project.Root
	hierarchy project.Hierarchy
	first     glob.Value
}

// optionsMatch is the index of a file in filesWithOptions, and of one of its matches.
type optionsMatch struct{ file, match int }

// matchesWithOptions returns the matches of the files with lookup_options. Few have the place of any one file.
func matchesWithOptions(p *rule.Site) map[optionsPlace][]optionsMatch {
	type id struct{}
	return rule.Once(p, id{}, func() map[optionsPlace][]optionsMatch {
		all := map[optionsPlace][]optionsMatch{}
		for i, f := range filesWithOptions(p) {
			for k := range f.Matches {
				m := &f.Matches[k]
				place := optionsPlace{root: m.Root, hierarchy: m.Hierarchy}
				if len(m.Vars) > 0 {
					place.first = m.Vars[0]
				}
				all[place] = append(all[place], optionsMatch{i, k})
			}
		}
		return all
	})
}

// implied reports whether the conditions under which Puppet reads one file imply that it reads another.
func implied(other, m *project.Match) bool {
	return other.Assumed == m.Assumed && m.Vars.Include(other.Vars)
}

// environmentOf returns the hierarchy of the environment that a module belongs to, or nil if there is none or more than
// one.
func environmentOf(p *rule.Site, module *project.Root) *project.Root {
	var own *project.Root
	for _, e := range p.Project.Environments {
		if !slices.Contains(e.Modules, module) {
			continue
		}
		if e.Own == nil || own != nil {
			return nil
		}
		own = e.Own
	}
	return own
}

package options

import (
	"cmp"
	"slices"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/plural"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsHidden reports entries that apply to a key instead of others with an option that they lack: a pattern in the same file or of a
// higher level, or an entry of a lower level or of the module.
var LookupOptionsHidden = &rule.Rule{
	ID: "HL3014", Name: "lookup-options-hidden", Family: family, Severity: diagnostic.Warning, Reach: rule.OtherValues,
	CheckFile: func(p *rule.FilePass) {
		matching := matchingEntries(p)
		for _, h := range matching.hidden {
			slices.Sort(h.keys)
			h.report(p)
		}
		stacks := stacksOf(p)
		if len(stacks) == 0 {
			return
		}
		for key, value := range p.Options().Entries() {
			if !key.Value.Is(data.String) || !value.Value.Is(data.Hash) {
				continue
			}
			name := key.Value.Text()
			if merging.IsPattern(name) || matching.several[name] {
				continue
			}
			used := &entry{key, value.Value}
			if below, above := others(p, stacks, name); !reportReplaced(p, used, below, name) {
				reportReplaced(p, used, above, name)
			}
		}
	},
}

// entry is an entry of the lookup_options of a file.
type entry struct {
	key    *data.Node
	values *data.Value // the options
}

// hiddenOption is an option of a pattern that does not apply to keys because another entry does.
type hiddenOption struct {
	used, pattern *entry
	option        string
	keys          []string
}

// matches tells which entries of a file apply to the same keys of the project.
type matches struct {
	several map[string]bool // keys with a pattern beside the entry that Puppet uses
	hidden  []*hiddenOption
}

// matchingEntries returns which options of the file's patterns do not apply to keys, because the entry with the name of the key, or an earlier
// pattern, does.
func matchingEntries(p *rule.FilePass) matches {
	var patterns, named []*entry
	for key, value := range p.Options().Entries() {
		e := &entry{key, value.Value}
		switch {
		case !key.Value.Is(data.String) || !value.Value.Is(data.Hash):
		case merging.IsPattern(key.Value.Text()):
			patterns = append(patterns, e)
		case p.Project.HasKey(key.Value.Text()):
			named = append(named, e)
		}
	}
	if len(patterns) == 0 || len(named) == 0 && !differ(patterns) {
		return matches{} // as for most
	}
	used := make(map[string]*entry, len(named)) // the entry that Puppet uses for each key
	for _, e := range named {
		used[e.key.Value.Text()] = e
	}
	type id struct {
		used, pattern *entry
		option        string
	}
	found := matches{several: map[string]bool{}}
	hidden := map[id]*hiddenOption{}
	isHidden := map[string]bool{} // keys with a hidden option; the patterns after it are hidden by it
	matcher := newMatcher(p)
	for _, e := range patterns {
		for _, key := range matcher.keys(e.key.Value.Text()) {
			first := used[key]
			if first == nil {
				used[key] = e
				continue
			}
			found.several[key] = true
			if isHidden[key] {
				continue
			}
			h := id{first, e, e.optionFor(p.Project, key, first)}
			if h.option == "" {
				continue
			}
			isHidden[key] = true
			if hidden[h] == nil {
				hidden[h] = &hiddenOption{first, e, h.option, nil}
				found.hidden = append(found.hidden, hidden[h])
			}
			hidden[h].keys = append(hidden[h].keys, key)
		}
	}
	return found
}

// differ reports whether one of the entries has an option that another one lacks.
func differ(entries []*entry) bool {
	return slices.ContainsFunc([]string{"convert_to", "merge"}, func(option string) bool {
		with := lists.Filter(entries, func(e *entry) bool { return has(e.values, option) })
		return len(with) > 0 && len(with) < len(entries)
	})
}

// reportReplaced reports an entry for a key that is used instead of another one, of another level or of the module, if that has an option that
// it lacks.
func reportReplaced(p *rule.FilePass, used *entry, other *lookupoptions.Entry, name string) (reported bool) {
	if other == nil || other.KeyNode == nil || other.Node == nil || !other.Node.Value.Is(data.Hash) {
		return false
	}
	option := (&entry{other.KeyNode, other.Node.Value}).optionFor(p.Project, name, used)
	if option == "" {
		return false
	}
	in := other.KeyNode.Doc.File
	d := diagnostic.Diagnostic{
		Span: used.key.Span, Key: rule.KeyPath(used.key),
		Message: "this entry hides the `" + option + "` of the entry in `" + in.Path + "`",
		Detail:  "Puppet uses only the entry with the highest priority, and does not combine entries",
		Help:    "write `" + option + "` here, too",
		Related: []diagnostic.Related{{File: in, Span: other.KeyNode.Span, Message: "the other entry"}},
	}
	if merging.IsPattern(other.Key) {
		d.Message = "this entry hides the `" + option + "` of pattern `" + rule.Shown(other.Key) + "` in `" + in.Path + "`"
		d.Detail = "Puppet uses the entry with the name of the key, whatever the levels of both, and does not combine entries"
		d.Related[0].Message = "the pattern"
	}
	p.Report(d)
	return true
}

// stack holds the lookup_options of the files that are read together, in their order.
type stack struct {
	at      map[*project.File]int
	options []*lookupoptions.Options // of each file; nil if they are invalid
	// named are the files with an entry for a key, and patterned those with patterns.
	named     map[string][]int
	patterned []int
}

// stackOf returns the lookup_options that Puppet reads whenever it reads the file of a match.
func stackOf(s *rule.Site, m *project.Match) *stack {
	type id struct{ togetherID }
	return rule.Once(s, id{togetherIDOf(m)}, func() *stack {
		files := certain(s, m)
		all := &stack{at: make(map[*project.File]int, len(files)), named: map[string][]int{}}
		for i, f := range files {
			value, _ := f.Doc.Value.Get(lookupoptions.Key)
			options, err := lookupoptions.Compile(value, "")
			if err != nil {
				options = nil
			}
			all.at[f] = i
			all.options = append(all.options, options)
			if options == nil || value.Kind() != data.Hash {
				continue
			}
			if options.Patterns() > 0 {
				all.patterned = append(all.patterned, i)
			}
			for _, e := range value.Entries() {
				if name := e.Key.Text(); !merging.IsPattern(name) {
					all.named[name] = append(all.named[name], i)
				}
			}
		}
		return all
	})
}

// maxPatterned limits the number of files whose patterns are matched with a key.
const maxPatterned = 100

// below returns the entry that Puppet would use for a key if the file and those of higher priority had none; nil if there is none.
func (s *stack) below(file *project.File, key string) *lookupoptions.Entry {
	i := s.at[file]
	if named := s.named[key]; len(named) > 0 {
		if next := slices.IndexFunc(named, func(at int) bool { return at > i }); next >= 0 {
			return s.first(named[next:next+1], key)
		}
	}
	next, _ := slices.BinarySearch(s.patterned, i+1)
	return s.first(s.patterned[next:], key)
}

// above returns the pattern of a higher priority than the file that matches first for a key without an entry there; nil if there is none.
func (s *stack) above(file *project.File, key string) *lookupoptions.Entry {
	i := s.at[file]
	if named := s.named[key]; len(named) == 0 || named[0] < i {
		return nil
	}
	end, _ := slices.BinarySearch(s.patterned, i)
	return s.first(s.patterned[:end], key)
}

// first returns the entry that applies to a key in the first of some files that has one.
func (s *stack) first(files []int, key string) *lookupoptions.Entry {
	for _, at := range files[:min(len(files), maxPatterned)] {
		if e, ok, err := s.options[at].For(key); ok && err == nil {
			return e
		}
	}
	return nil
}

// stacksOf returns the lookup_options that are read with the file of the pass, for each of its matches; none if it is a file of a module.
func stacksOf(p *rule.FilePass) []*stack {
	var all []*stack
	for i := range p.File.Matches {
		m := &p.File.Matches[i]
		if m.Root.Layer == config.Module {
			return nil
		}
		all = append(all, stackOf(p.Site, m))
	}
	return all
}

// optionsOfModuleID identifies the lookup_options of a module.
type optionsOfModuleID struct{ module string }

// others returns the entries that apply to a key if the file has none for it: the one of a lower priority or of the module, and a pattern of a
// higher priority. Either may be nil.
func others(p *rule.FilePass, stacks []*stack, key string) (below, above *lookupoptions.Entry) {
	for _, s := range stacks {
		below, above = cmp.Or(below, s.below(p.File, key)), cmp.Or(above, s.above(p.File, key))
	}
	if below == nil {
		below, _, _ = optionsOfModule(p.Site, namespace(key)).For(key)
	}
	return below, above
}

// optionsOfModule returns the lookup_options that are read whenever a key of a module is looked up.
func optionsOfModule(s *rule.Site, module string) *lookupoptions.Options {
	return rule.Once(s, optionsOfModuleID{module}, func() *lookupoptions.Options {
		return compiled(lists.Filter(filesWithOptions(s), func(f *project.File) bool {
			return slices.Contains(f.Modules(), module) && lists.All(f.Matches, func(m project.Match) bool {
				return m.Root.Layer == config.Module && m.Hierarchy == project.Regular && len(m.Vars) == 0
			})
		}))
	})
}

// optionFor returns the option of a pattern that a key probably needs, but that the entry used instead lacks; "" if there is none. An entry
// with `merge: first`, or without options, may be there to exempt the key from the pattern.
func (e *entry) optionFor(p *project.Project, key string, used *entry) string {
	if merge, ok := used.values.Get("merge"); used.values.Len() == 0 || ok && strategyOf(merge) == "first" {
		return ""
	}
	if has(e.values, "convert_to") && !has(used.values, "convert_to") {
		return "convert_to"
	}
	merge, ok := e.values.Get("merge")
	if !ok || strategyOf(merge) == "first" || has(used.values, "merge") || !isMergeable(p.Definitions(key)) {
		return ""
	}
	return "merge"
}

func has(options *data.Value, name string) bool {
	_, ok := options.Get(name)
	return ok
}

// strategyOf returns the strategy that a merge option names, if any.
func strategyOf(merge *data.Value) string {
	if merge.Is(data.Hash) {
		if strategy, ok := merge.Get("strategy"); ok {
			merge = strategy
		}
	}
	return merge.Text()
}

// isMergeable reports whether several files define a key, as hashes or arrays.
func isMergeable(definitions []project.Definition) bool {
	return len(definitions) > 1 && slices.ContainsFunc(definitions, func(d project.Definition) bool { return d.Value.Is(data.Hash) || d.Value.Is(data.Array) })
}

// report reports an option that does not apply to the keys: at the entry for a single key, or else at the pattern.
func (h *hiddenOption) report(p *rule.FilePass) {
	used, pattern := "`"+rule.Shown(h.used.key.Value.Text())+"`", "`"+rule.Shown(h.pattern.key.Value.Text())+"`"
	d := diagnostic.Diagnostic{
		Span: h.used.key.Span, Key: rule.KeyPath(h.used.key),
		Message: "this entry hides the `" + h.option + "` of pattern " + pattern,
		Detail:  "Puppet uses only the entry with the name of the key, or else the first pattern that matches, and does not combine entries",
		Help:    "write `" + h.option + "` here, too",
		Related: []diagnostic.Related{{File: p.Source(), Span: h.pattern.key.Span, Message: "the pattern"}},
	}
	if merging.IsPattern(h.used.key.Value.Text()) {
		d.Span, d.Key = h.pattern.key.Span, rule.KeyPath(h.pattern.key)
		d.Message = "`" + h.option + "` does not apply to `" + rule.Shown(h.keys[0]) + "`"
		if len(h.keys) > 1 {
			d.Message += " and " + plural.Count(len(h.keys)-1, "other key")
		}
		d.Message += ", which the earlier pattern " + used + " matches, too"
		d.Help = "move this pattern before the other one, with the options of both"
		d.Related[0] = diagnostic.Related{File: p.Source(), Span: h.used.key.Span, Message: "the earlier pattern"}
	}
	p.Report(d)
}

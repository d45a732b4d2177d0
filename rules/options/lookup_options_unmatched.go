package options

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/engine/rubyregexp"
	"github.com/hieralint/hieralint/engine/types"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lazyregexp"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/rules/internal/edit"
	"github.com/hieralint/hieralint/rules/internal/merging"
)

// LookupOptionsUnmatched reports entries of lookup_options that match no key.
var LookupOptionsUnmatched = &rule.Rule{
	ID: "HL3010", Name: "lookup-options-unmatched", Family: family, Severity: diagnostic.Note, Tag: diagnostic.Unnecessary, Reach: rule.OtherValues,
	CheckFile: func(p *rule.FilePass) {
		options := p.Options()
		if options == nil || options.Kind != data.Mapping || options.Value == nil {
			return
		}
		m := newMatcher(p)
		judge := func(n *data.Node) { unmatched(p, &m, n) }
		switch {
		case p.OnlyModule() != "", slices.ContainsFunc(p.File.Matches, func(m project.Match) bool { return m.Root.Layer == config.Module }):
			judge = func(n *data.Node) {
				if !unmatchedParameter(p, n) && isOfSite(p) {
					unread(p, n)
				}
			}
		case !isEnvironmentData(p) || p.Project.LacksSiteData():
			judge = func(n *data.Node) {
				if !unmatchedSubkey(p, n) && !unmatchedParameter(p, n) && !unmatchedPattern(p, &m, n) && !unmatchedTypo(p, n) && !unmatchedPlural(p, n) {
					unread(p, n)
				}
			}
		}
		told := false
		for n := range options.Entries() {
			if n.Value.Is(data.String) && !strings.Contains(n.Value.Text(), "%{") && !unmatchedGlob(p, n) && !unmatchedEntries(p, n) {
				judge(n)
			}
			if m.gaveUp && !told {
				told = true
				p.Report(diagnostic.Diagnostic{
					Span: n.Span, Message: "the patterns from here on were not compared with the keys",
					Detail: "There are too many patterns and keys to compare all of them",
				})
			}
		}
	},
}

// onlyThisKey is the detail of findings about entries that are not patterns.
const onlyThisKey = "Puppet uses these options only for a lookup of exactly this key"

// unmatchedParameter reports an entry that is similar to a parameter of a class, and whether it is, whatever other data
// exists.
func unmatchedParameter(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	end := strings.LastIndex(name, "::")
	if end < 0 || mayApply(p.Site, name) {
		return false
	}
	for code := range p.AllCode() {
		class, presence := code.Class(name[:end])
		if presence == manifest.Missing && unmatchedClass(p, code, n, name[:end], name[end+len("::"):]) {
			return true
		}
		if class == nil {
			continue
		}
		if near, ok := p.ParametersOf(class).Nearest(name[end+len("::"):], nil); ok {
			near = name[:end] + "::" + near
			reportName(p, diagnostic.Diagnostic{
				Message: "class `" + rule.Shown(class.Name) + "` has no parameter `" + rule.Shown(name[end+len("::"):]) + "`",
				Detail:  onlyThisKey,
				Meant:   near,
			}, n, near)
			return true
		}
	}
	return false
}

// unmatchedClass reports an entry for a parameter of a class that its module does not have, and whether a class with a
// similar name has the parameter.
func unmatchedClass(p *rule.FilePass, code *manifest.Index, n *data.Node, class, parameter string) bool {
	others := classesWith(p.Site, code)[modulesParameter{namespace(class + "::"), parameter}]
	if others == nil {
		return false
	}
	near, ok := others.Nearest(class, nil)
	if !ok {
		return false
	}
	near += "::" + parameter
	reportName(p, diagnostic.Diagnostic{
		Message: "no class `" + rule.Shown(class) + "` in module `" + namespace(class+"::") + "`",
		Detail:  onlyThisKey,
		Meant:   near,
	}, n, near)
	return true
}

// modulesParameter is a parameter of classes of a module.
type modulesParameter struct{ module, name string }

type classesWithID struct{ code *manifest.Index }

// classesWith returns the names of the classes that have a parameter.
func classesWith(s *rule.Site, code *manifest.Index) map[modulesParameter]*nearest.Names {
	return rule.Once(s, classesWithID{code}, func() map[modulesParameter]*nearest.Names {
		classes := map[modulesParameter][]string{}
		for _, c := range code.Classes {
			for _, parameter := range c.Parameters {
				p := modulesParameter{namespace(c.Name + "::"), parameter.Name}
				classes[p] = append(classes[p], c.Name)
			}
		}
		names := make(map[modulesParameter]*nearest.Names, len(classes))
		for p, of := range classes {
			names[p] = nearest.NewNames(of)
		}
		return names
	})
}

// unmatchedPattern reports a pattern for a namespace without keys whose name differs as a typing error does from that of
// another one, of which the pattern then matches a key; and whether it is such a pattern, whatever other data exists.
func unmatchedPattern(p *rule.FilePass, m *matcher, n *data.Node) bool {
	name := n.Value.Text()
	found := literalNamespace().FindStringSubmatch(name)
	if found == nil || p.Project.MayInstall(namespace(found[1]+"::")) || p.Project.MayDefineOthers() || hasClassIn(p.Site, found[1]) {
		return false
	}
	known := namespaces(p.Site)
	if known[found[1]] {
		return false
	}
	for _, near := range slices.Sorted(maps.Keys(known)) {
		meant := "^" + near + strings.TrimPrefix(name, "^"+found[1])
		if !nearest.IsTypo(found[1], near) {
			continue
		}
		if re, err := rubyregexp.Compile(meant); err == nil && !m.isExpensive(re, meant) && m.matches(re, meant) {
			reportName(p, diagnostic.Diagnostic{
				Message: "`" + rule.Shown(name) + "` matches no key here",
				Detail:  "Puppet matches it against every key that is looked up, and no data here defines such a key",
				Meant:   meant,
			}, n, meant)
			return true
		}
	}
	return false
}

// unmatchedGlob reports a pattern with an asterisk for a segment of a name, as in a glob, and whether it is one. It would only match a key with
// three colons.
func unmatchedGlob(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	if !merging.IsPattern(name) || !strings.Contains(name, "::*::") {
		return false
	}
	meant := strings.ReplaceAll(name, "::*::", "::.*::")
	reportName(p, diagnostic.Diagnostic{
		Message: "`" + rule.Shown(name) + "` matches no key",
		Detail:  "In a pattern, `*` repeats what is before it, here a colon",
		Help:    "write `" + rule.Shown(meant) + "`",
	}, n, meant)
	return true
}

// unmatchedEntries reports a pattern that matches only names in the namespace of a class parameter, as if entries of its value
// were looked up by such names; and whether it is such a pattern.
func unmatchedEntries(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	found := literalNamespace().FindStringSubmatch(name)
	if found == nil {
		return false
	}
	key := found[1]
	if _, parameter := p.Parameter(key); parameter == nil || namespaces(p.Site)[key] || p.Project.MayDefineOthers() || hasClassIn(p.Site, key) || mayLookUpIn(p.Site, key) {
		return false
	}
	reportName(p, diagnostic.Diagnostic{
		Message: "`" + rule.Shown(name) + "` does not match `" + rule.Shown(key) + "`",
		Detail:  "Options apply to root keys: Puppet looks up the value of this parameter as a whole, and nothing looks up its entries by such names",
		Help:    "write `" + rule.Shown(key) + "`",
	}, n, key)
	return true
}

// mayLookUpIn reports whether code looks up keys in a namespace, or computes their names from text in the code.
func mayLookUpIn(s *rule.Site, namespace string) bool {
	return lists.Any(s.AllCode(), func(code *manifest.Index) bool {
		return slices.ContainsFunc(code.LookupsOf(namespace+"::x"), func(u *manifest.Lookup) bool { return !u.Key.IsAny() })
	})
}

// literalNamespace matches the namespace that all keys that match a pattern are in.
var literalNamespace = lazyregexp.New(`^\^([a-z][a-z0-9_]*(?:::[a-z][a-z0-9_]*)*)::`)

type namespacesID struct{}

// namespaces returns the namespaces of the keys of all data: a and a::b for a::b::c.
func namespaces(s *rule.Site) map[string]bool {
	return rule.Once(s, namespacesID{}, func() map[string]bool {
		all := map[string]bool{}
		for _, key := range s.Project.Keys() {
			for at := strings.Index(key, "::"); at > 0; {
				all[key[:at]] = true
				next := strings.Index(key[at+len("::"):], "::")
				if next < 0 {
					break
				}
				at += len("::") + next
			}
		}
		return all
	})
}

// hasClassIn reports whether the tree contains a class in a namespace, or with its name.
func hasClassIn(s *rule.Site, name string) bool {
	return lists.Any(maps.Values(s.CodeOf), func(code *manifest.Index) bool {
		return slices.ContainsFunc(code.ClassesIn(namespace(name+"::")), func(c *manifest.Definition) bool {
			return c.Name == name || strings.HasPrefix(c.Name, name+"::")
		})
	})
}

// unmatchedTypo reports an entry whose name differs as a typing error does from that of a key without options, and whether it
// does, whatever other data exists.
func unmatchedTypo(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	if mayApply(p.Site, name) {
		return false
	}
	near := p.Project.MeantKey(name, func(known string) bool {
		_, has := p.Options().Value.Get(known)
		return has || !nearest.IsTypo(name, known)
	})
	if near != "" {
		reportName(p, diagnostic.Diagnostic{
			Message: "`" + rule.Shown(name) + "` matches no key here",
			Detail:  onlyThisKey,
			Meant:   near,
		}, n, near)
	}
	return near != ""
}

// unmatchedPlural reports an entry whose name only lacks the `s` at the end of the name of a key without options whose values are
// hashes or arrays, or has it in addition, and whether it does, whatever other data exists.
func unmatchedPlural(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	other := name + "s"
	if singular, ok := strings.CutSuffix(name, "s"); ok {
		other = singular
	}
	if mayApply(p.Site, name) || mayBeUsed(p.Site, name) || !p.Project.HasKey(other) || entriesOf(p.Site).mayBeFor(other) ||
		!lists.All(p.Project.Definitions(other), func(d project.Definition) bool {
			return d.Value.Kind() == data.Hash || d.Value.Kind() == data.Array
		}) {
		return false
	}
	reportName(p, diagnostic.Diagnostic{
		Message: "`" + rule.Shown(name) + "` matches no key here, and the key `" + rule.Shown(other) + "` has no options",
		Detail:  onlyThisKey,
		Meant:   other,
	}, n, other)
	return true
}

// mayBeUsed reports whether data references a key, or code or data contains its name or may compute it.
func mayBeUsed(s *rule.Site, name string) bool {
	return s.Project.Refers(name) || s.Project.Mentions(name) || lists.Any(s.AllCode(), func(code *manifest.Index) bool {
		return code.Mentions(name) || slices.ContainsFunc(code.LookupsOf(name), rule.IsPartlyKnown)
	})
}

// entries holds the entries in lookup_options of all files.
type entries struct {
	names    map[string]bool
	prefixes map[string]bool // what keys start with that a pattern may match
}

// entriesOf returns the entries in lookup_options of all files.
func entriesOf(s *rule.Site) *entries {
	type id struct{}
	return rule.Once(s, id{}, func() *entries {
		all := &entries{map[string]bool{}, map[string]bool{}}
		for _, d := range s.Project.Definitions(lookupoptions.Key) {
			for _, e := range d.Value.Entries() {
				if e.Key.Kind() != data.String {
					continue
				}
				if merging.IsPattern(e.Key.Text()) {
					all.prefixes[literalStart(e.Key.Text())] = true
				} else {
					all.names[e.Key.Text()] = true
				}
			}
		}
		return all
	})
}

// mayBeFor reports whether one of the entries may be for a key.
func (a *entries) mayBeFor(key string) bool {
	if a.names[key] {
		return true
	}
	for end := range len(key) + 1 {
		if a.prefixes[key[:end]] {
			return true
		}
	}
	return false
}

// literalStart returns the text that each key starts with that a pattern matches, as far as it is easily known.
func literalStart(pattern string) string {
	if strings.Contains(pattern, "|") {
		return ""
	}
	literal := strings.TrimPrefix(pattern, "^")
	end := strings.IndexFunc(literal, func(c rune) bool { return c != '_' && c != ':' && !unicode.IsLetter(c) && !unicode.IsDigit(c) })
	switch {
	case end < 0:
		return literal
	case end > 0 && strings.ContainsRune("?*{", rune(literal[end])): // the character may be missing
		_, size := utf8.DecodeLastRuneInString(literal[:end])
		end -= size
	}
	return literal[:end]
}

// unread reports an entry for a parameter that does not exist, of a class or a module in the tree, and that nothing else looks
// up, whatever other data exists.
func unread(p *rule.FilePass, n *data.Node) {
	name := n.Value.Text()
	class, parameter, ok := manifest.CutParameter(name)
	if !ok || mayApply(p.Site, name) {
		return
	}
	d := diagnostic.Diagnostic{Span: n.Span, Key: rule.KeyPath(n), Detail: onlyThisKey + ", and nothing looks it up", Help: "remove the entry, or check its name"}
	for _, env := range p.Project.Environments {
		code := p.CodeOf[env]
		if code == nil {
			continue
		}
		definition, presence := code.Class(class)
		switch {
		case presence == manifest.Missing:
			d.Message = "no class `" + rule.Shown(class) + "` in module `" + namespace(name) + "`"
		case definition != nil && definition.Parameter(parameter) == nil:
			d.Message = "class `" + rule.Shown(class) + "` has no parameter `" + rule.Shown(parameter) + "`"
		default:
			return
		}
		if x := p.UsageOf[env]; x == nil || !x.IsUnread(name) {
			return
		}
	}
	if d.Message != "" {
		reportUseless(p, d, n)
	}
}

// unmatched reports an entry of lookup_options that matches no key.
func unmatched(p *rule.FilePass, m *matcher, n *data.Node) {
	if unmatchedPattern(p, m, n) {
		return
	}
	name := n.Value.Text()
	if slices.ContainsFunc(p.OptionProblems(), func(problem lookupoptions.Problem) bool { return problem.Entry == name }) {
		return // other rules report it
	}
	d := diagnostic.Diagnostic{Span: n.Span, Key: rule.KeyPath(n)}
	if merging.IsPattern(name) {
		if re, err := rubyregexp.Compile(name); err != nil || p.Project.MayDefineOthers() || mayHaveDataFor(p.Site, namespace(strings.TrimPrefix(name, "^"))) || m.isExpensive(re, name) || m.matches(re, name) || isPatternOfCode(p.Site, name) {
			return
		}
		d.Message = "`" + rule.Shown(name) + "` matches no key"
		d.Detail = "Puppet matches it against every key that is looked up, and no data here defines such a key"
		d.Help = "check the pattern, or remove the entry"
		reportUseless(p, d, n)
		return
	}
	if mayApply(p.Site, name) {
		return
	}
	if better := rootKeyOf(p.Site, name); better != "" {
		reportSubkey(p, n, better)
		return
	}
	options := p.Options().Value
	near := p.Project.MeantKey(name, func(known string) bool {
		_, has := options.Get(known)
		return has
	})
	if module := namespace(name); near == "" && module != "" && p.Project.MayInstall(module) {
		return
	}
	d.Message = "`" + rule.Shown(name) + "` matches no key"
	d.Detail = onlyThisKey
	d.Help = "remove the entry, or check its name"
	if near == "" {
		reportUseless(p, d, n)
		return
	}
	d.Meant = near
	reportName(p, d, n, near)
}

// unmatchedSubkey reports an entry for a subkey, and whether it is one. Options apply only to root keys, whatever other
// data exists.
func unmatchedSubkey(p *rule.FilePass, n *data.Node) bool {
	name := n.Value.Text()
	if mayApply(p.Site, name) {
		return false
	}
	root := rootKeyOf(p.Site, name)
	if root != "" {
		reportSubkey(p, n, root)
	}
	return root != ""
}

// reportSubkey reports an entry for a subkey of a root key, or for the root key with a leading `::`. An entry that converts
// the subkey is not renamed, since it would convert the whole value.
func reportSubkey(p *rule.FilePass, n *data.Node, root string) {
	d := diagnostic.Diagnostic{
		Severity: diagnostic.Warning, Span: n.Span, Key: rule.KeyPath(n),
		Message: "options apply to root keys: `" + rule.Shown(n.Value.Text()) + "` is never looked up",
		Detail:  "Puppet uses the options of `" + rule.Shown(root) + "`",
		Help:    "write `" + rule.Shown(root) + "`",
	}
	if options := n.Counterpart().Value; options != nil && root != strings.TrimPrefix(n.Value.Text(), "::") {
		if to, converts := options.Get("convert_to"); converts {
			d.Detail += ", so this part of its value is not converted"
			d.Help = "remove the entry, or set this part as a separate key"
			if mayConvert(p.Site, root, to) {
				d.Help = "convert the whole value of `" + rule.Shown(root) + "`, or set this part as a separate key"
			}
			p.Report(d)
			return
		}
	}
	reportName(p, d, n, root)
}

// mayConvert reports whether a key may be converted to a type: to Sensitive, if that is accepted.
func mayConvert(s *rule.Site, key string, to *data.Value) bool {
	return to.Kind() == data.String && to.Text() == "Sensitive" && rule.Once(s, sensitiveID{key}, func() bool { return acceptsSensitive(s, key) })
}

type sensitiveID struct{ key string }

// acceptsSensitive reports whether a key is that of a parameter whose type accepts all its values as Sensitive.
func acceptsSensitive(s *rule.Site, key string) bool {
	converted := lists.Map(s.Project.Definitions(key), func(d project.Definition) *data.Value { return data.NewSensitive(d.Value) })
	found := false
	for code := range s.AllCode() {
		_, parameter := code.Parameter(key)
		if parameter == nil {
			continue
		}
		typ, err := code.ParameterType(parameter)
		if err != nil || !code.IsAffordable(typ, slices.Values(converted)) || !lists.All(converted, func(v *data.Value) bool { return types.Instance(typ, v) }) {
			return false
		}
		found = true
	}
	return found
}

// mayApply reports whether an entry is for several keys, or for one that data sets or code looks up by exactly this name, so
// that it applies once there is data.
func mayApply(p *rule.Site, name string) bool {
	if merging.IsPattern(name) || merging.LooksLikePattern(name) || p.Project.HasKey(name) || p.Project.MayDefine(name) {
		return true
	}
	_, parameter := p.Parameter(name)
	return parameter != nil || p.LookupOf(name) != nil
}

// isPatternOfCode reports whether a pattern matches the key of a class parameter or of a lookup in code.
func isPatternOfCode(p *rule.Site, pattern string) bool {
	re, err := rubyregexp.Compile(pattern)
	if err != nil {
		return false
	}
	matches := func(key string) bool {
		found, err := re.MatchString(key)
		return err == nil && found
	}
	for code := range p.AllCode() {
		for _, class := range code.Classes {
			for _, parameter := range class.Parameters {
				if matches(class.Name + "::" + parameter.Name) {
					return true
				}
			}
		}
		for _, use := range code.Lookups {
			if key, exact := use.Key.Text(); exact && matches(key) {
				return true
			}
		}
	}
	return false
}

// reportUseless reports a finding with a fix that removes the entry n, together with lookup_options if it is the only
// entry. The fix is unsafe, as the key may be added later.
func reportUseless(p *rule.FilePass, d diagnostic.Diagnostic, n *data.Node) {
	if options := p.Options(); len(options.Children) == 2 {
		n = options.Counterpart()
	}
	if fix, ok := edit.RemoveEntry(n); ok {
		fix.Safe, fix.Message = false, "remove the entry"
		d.Fixes = []diagnostic.Fix{fix}
	}
	p.Report(d)
}

// reportName reports a warning about the entry n, with a fix that renames it unless an entry with the new name exists.
func reportName(p *rule.FilePass, d diagnostic.Diagnostic, n *data.Node, name string) {
	d.Severity, d.Span, d.Key = diagnostic.Warning, n.Span, rule.KeyPath(n)
	if edit.Rename(&d, n, name); strings.ContainsAny(name, `'"\# `) {
		d.Fixes = nil
	}
	p.Report(d)
}

// rootKeyOf returns the root key of a name with a subkey or a leading `::` if data sets it, and "" otherwise.
func rootKeyOf(p *rule.Site, name string) string {
	root := strings.TrimPrefix(name, "::")
	if k, err := key.Parse(root); err == nil && len(k.Sub) > 0 {
		root = k.Root
	}
	if root != name && p.Project.HasKey(root) {
		return root
	}
	return hashWith(p, name)
}

// hashWith returns the root key whose value contains the last segment of a name as a key: `app::db` for
// `app::db::password`. It returns "" if the root key is the name of a class.
func hashWith(p *rule.Site, name string) string {
	root, sub, ok := manifest.CutParameter(name)
	if !ok {
		return ""
	}
	for code := range p.AllCode() {
		if class, _ := code.Class(root); class != nil {
			return ""
		}
	}
	if slices.ContainsFunc(p.Project.Definitions(root), func(d project.Definition) bool { return hasKeyWithin(d.Value, sub, 2) }) {
		return root
	}
	return ""
}

// hasKeyWithin reports whether a hash, or one nested in it up to the given depth, has a key.
func hasKeyWithin(v *data.Value, name string, levels int) bool {
	if levels == 0 || v.Kind() != data.Hash {
		return false
	}
	return slices.ContainsFunc(v.Entries(), func(e data.Entry) bool {
		return e.Key.Kind() == data.String && e.Key.Text() == name || hasKeyWithin(e.Value, name, levels-1)
	})
}

// namespace returns the part of a key or pattern before the first `::`, or "" if that is not the name of a module.
func namespace(name string) string {
	first, _, ok := strings.Cut(name, "::")
	if !ok || strings.Trim(first, "abcdefghijklmnopqrstuvwxyz0123456789_") != "" {
		return ""
	}
	return first
}

// isOfSite reports whether the file is data of a module that a site maintains: its own data is in the tree.
func isOfSite(p *rule.FilePass) bool {
	type id struct{}
	return !slices.ContainsFunc(p.File.Matches, func(m project.Match) bool { return m.Root.Installed }) && rule.Once(p.Site, id{}, func() bool {
		return slices.ContainsFunc(p.Project.Files, func(f *project.File) bool {
			return slices.ContainsFunc(f.Matches, func(m project.Match) bool { return m.Root.Layer != config.Module })
		})
	})
}

// isEnvironmentData reports whether only hierarchies of environments read the file, from their own datadir.
func isEnvironmentData(p *rule.FilePass) bool {
	matches := p.File.Matches
	return len(matches) > 0 && !slices.ContainsFunc(matches, func(m project.Match) bool { return m.Root.Layer != config.Environment || m.Assumed })
}

// mayHaveDataFor reports whether a module that is not in the tree may have keys that match a pattern: the module that
// the pattern starts with, or any module if it does not start with a literal one, as in `^(ntp|chrony)::servers$`.
func mayHaveDataFor(p *rule.Site, module string) bool {
	if module != "" {
		return p.Project.MayInstall(module)
	}
	return slices.ContainsFunc(p.Project.Environments, func(env *project.Environment) bool { return len(env.NotInstalled()) > 0 })
}

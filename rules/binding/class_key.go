package binding

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/pp"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/releases"
	"github.com/hieralint/hieralint/internal/rule"
	"github.com/hieralint/hieralint/internal/usage"
	"github.com/hieralint/hieralint/rules/internal/edit"
)

// binding says whether, and how, an environment uses a key.
type binding uint8

const (
	// The zero binding: the class may be in code outside the tree, or something may look up the key.
	_ binding = iota
	// bound: the key is the value of a parameter.
	bound
	// noModule, noClass and noParameter: nothing looks up the key, since the module, class or parameter does not exist.
	noModule
	noClass
	noParameter
)

// classKey is a key of the form CLASS::PARAMETER, judged by the code of an environment.
type classKey struct {
	binding binding
	code    *manifest.Index
	// module, class, and name are the parts of the key. definition is the class; it is set only for noParameter.
	module, class, name string
	definition          *manifest.Definition
	// listed means that the modules of the environment are known. For noModule, meantModule is the module that was
	// probably meant. unseen means that the module is missing, but may be outside the tree.
	listed, unseen bool
	meantModule    string
	// computed are the lookups whose keys are computed, so that they cannot be determined from the code.
	computed []*manifest.Lookup
	// doubtful means that such a lookup may look up this key, although its name is nowhere in code or data.
	doubtful bool
	// named means that code or data includes the missing class. included is where code does.
	named    bool
	included *manifest.Inclusion
	// release is the release of the module by which the key is judged; nil if the tree has the module, or the release is unknown.
	release *releases.Release
	// inherited and related are the keys of the parameters with the same name of a parent class, and of the only related one.
	inherited, related string
}

// classKeyOf returns the binding of the key of the pass. It is noClass or noParameter only if that holds in every
// environment that reads the key.
func classKeyOf(p *rule.KeyPass) classKey {
	name := p.Key.Name
	class, parameter, ok := manifest.CutParameter(name)
	if !ok {
		return classKey{}
	}
	k := classKeyIn(p, p.Key.Fleet.Project, class, parameter)
	if !k.isDead() {
		return k
	}
	all := elsewhereOf(p, &k, name)
	if !all.isDead {
		return classKey{}
	}
	k.computed, k.doubtful = append(k.computed, all.computed...), k.doubtful || all.doubtful
	return k
}

// elsewhere is what the environments that read a key say about it, if all agree that nothing looks it up.
type elsewhere struct {
	isDead   bool
	computed []*manifest.Lookup
	doubtful bool
}

// elsewhereKey identifies a key whose module may be shared by several environments.
type elsewhereKey struct {
	name     string
	isShared bool
}

// elsewhereOf returns what all environments that read a key say about it, determined once for all of them.
func elsewhereOf(p *rule.KeyPass, k *classKey, name string) elsewhere {
	key := elsewhereKey{name, isShared(p.Key.Fleet.Project, k.module)}
	return rule.Once(p.Site, key, func() elsewhere { return askElsewhere(p, k, key) })
}

// askElsewhere asks all environments that read a key.
func askElsewhere(p *rule.KeyPass, k *classKey, key elsewhereKey) elsewhere {
	all := elsewhere{isDead: true}
	isMisspelled, isUnseen := k.meantModule != "", false
	for _, env := range p.Project.EnvironmentsWith(key.name) {
		if !mayBind(p, env, k.module, key.isShared) {
			continue
		}
		other := classKeyIn(p, env, k.class, k.name)
		isMisspelled = isMisspelled || other.meantModule != ""
		if other.unseen {
			isUnseen = true
			continue
		}
		if !other.isDead() {
			return elsewhere{}
		}
		all.doubtful = all.doubtful || other.doubtful
		if len(all.computed) == 0 { // a finding names one
			all.computed = other.computed
		}
	}
	if isUnseen && !isMisspelled { // a misspelled module is not outside the tree either
		return elsewhere{}
	}
	return all
}

// mayBind reports whether an environment may bind a key. It does not if it lacks the module and has no code, or if the
// class or parameter is missing from a module shared by several environments.
func mayBind(p *rule.KeyPass, env *project.Environment, module string, isShared bool) bool {
	code := p.CodeOf[env]
	switch presence := env.Presence(module); {
	case code == nil || presence == project.Expected:
		return true
	case presence != project.Present && isShared:
		return false
	}
	return code.HasCode()
}

// isShared reports whether a module is in the modulepath of an environment, but outside its directory.
func isShared(env *project.Environment, module string) bool {
	m := env.Module(module)
	return m != nil && env.Dir != "" && !strings.HasPrefix(m.Dir, env.Dir+string(filepath.Separator))
}

// isDead reports whether nothing looks up the key.
func (k *classKey) isDead() bool { return k.binding >= noModule }

func classKeyIn(p *rule.KeyPass, env *project.Environment, class, name string) classKey {
	k := classKey{code: p.CodeOf[env], class: class, name: name}
	if k.code == nil {
		return k
	}
	k.module, _, _ = strings.Cut(class, "::")
	var presence manifest.Presence
	k.definition, presence = k.code.Class(class)
	judged := noClass
	switch {
	case presence == manifest.Elsewhere:
		if r, ok := env.Release(k.module); ok {
			judged = k.inRelease(r)
		} else if judged = noModule; !k.lacksModule(p.Site, env) {
			judged = 0
		}
		if judged == 0 {
			k.unseen = true
			return k
		}
	case presence == manifest.Found:
		if _, parameter := k.code.Parameter(k.definition.Name + "::" + name); parameter != nil {
			k.binding = bound
			return k
		}
		judged = noParameter
	case presence != manifest.Missing || !k.code.HasCode() || isElsewhere(p, &k) || k.code.Passes(class) && !k.code.Defines(class):
		return k
	}
	key := class + "::" + name
	if !rule.IsParameterKey(key) || mayBeAskedFor(p.Site, env, &k, key) {
		return k // reported by key-never-bound
	}
	k.binding = judged
	return k
}

// lacksModule reports whether the module does not exist: all modules of the environment are known, or the name is
// misspelled.
func (k *classKey) lacksModule(p *rule.Site, env *project.Environment) bool {
	index := p.UsageOf[env]
	if index == nil {
		return false
	}
	k.listed = env.Presence(k.module) == project.Absent
	k.meantModule = index.MeantModule(k.class, k.name)
	return k.meantModule != "" || index.Lacks(k.module)
}

// noModule returns the message for a missing module.
func (k *classKey) noModule() string {
	if k.listed {
		return "no module `" + rule.Shown(k.module) + "` in the modulepath or the Puppetfile"
	}
	return "no module `" + rule.Shown(k.module) + "` in the modulepath"
}

// withMeantModule returns the name of the class in the module that was probably meant, or "".
func (k *classKey) withMeantModule() string {
	if k.meantModule == "" {
		return ""
	}
	return k.meantModule + strings.TrimPrefix(k.class, k.module)
}

// manyClasses is the number of missing classes that may be left over in data from an older version of a module. If
// there are more, most of the module is assumed to be outside the tree.
const manyClasses = 3

// isElsewhere reports whether most of the module is outside the tree: code includes at least as many missing classes as
// the tree has, or data has values for more missing classes than the tree has, and for more than manyClasses.
func isElsewhere(p *rule.KeyPass, k *classKey) bool {
	part := partOf(p.Site, k.code, k.module)
	k.included, k.named = part.missing[k.class]
	return len(part.missing) > 1 && len(part.missing) >= part.here || part.valued > manyClasses && part.valued > part.here
}

// part describes how much of a module is in the tree: the missing classes that code includes (with the inclusion) or
// that data mentions, the number of missing classes for which data sets parameters, and the number of classes in the
// tree.
type part struct {
	missing map[string]*manifest.Inclusion
	valued  int
	here    int
}

type partKey struct {
	code   *manifest.Index
	module string
}

// partOf returns the part of a module, computed once for each.
func partOf(p *rule.Site, code *manifest.Index, module string) part {
	return rule.Once(p, partKey{code, module}, func() part {
		found := part{missing: map[string]*manifest.Inclusion{}}
		note := func(name string, i *manifest.Inclusion) {
			if found.missing[name] != nil {
				return
			}
			_, presence := code.Class(name)
			if defined, _ := code.DefinedType(name); presence == manifest.Missing && defined == nil {
				found.missing[name] = i
			}
		}
		for _, i := range inclusionsOf(p, code).byModule[module] {
			name, _ := i.Class.Text()
			note(name, i)
		}
		for _, name := range p.Project.Mentioned(module) {
			if !p.Project.HasKey(name) {
				note(name, nil)
			}
		}
		for _, class := range valuedClasses(p, module) {
			if _, presence := code.Class(class); presence != manifest.Missing {
				continue
			}
			if defined, _ := code.DefinedType(class); defined == nil {
				found.valued++
			}
		}
		found.here = len(code.ClassesIn(module))
		return found
	})
}

// valuedClasses returns the classes of a module for which data of any environment sets parameters, determined once.
func valuedClasses(s *rule.Site, module string) []string {
	type key struct{ module string }
	return rule.Once(s, key{module}, func() []string {
		var classes []string
		seen := map[string]bool{}
		prefix := module + "::"
		for _, name := range lists.WithPrefix(s.Project.Keys(), prefix) {
			class, _, _ := manifest.CutParameter(name)
			if !seen[class] && strings.HasPrefix(class, prefix) && rule.IsParameterKey(name) && len(s.Project.EnvironmentsWith(name)) > 0 {
				seen[class] = true
				classes = append(classes, class)
			}
		}
		return classes
	})
}

// mayBeAskedFor reports whether something other than a class may look up the key: code, a function that is passed its
// name, or a reference in data.
func mayBeAskedFor(p *rule.Site, env *project.Environment, k *classKey, key string) bool {
	index := p.UsageOf[env]
	if index == nil || slices.ContainsFunc(index.Readers(key), func(r usage.KeyReader) bool { return r.Kind != usage.Computed }) {
		return true
	}
	for _, use := range k.code.LookupsOf(key) {
		switch {
		case rule.IsPartlyKnown(use):
			return true
		case !isInstalled(env, use.In.Module): // installed modules do not compute keys of the site
			k.computed = append(k.computed, use)
			k.doubtful = k.doubtful || mayCompute(k, use, key)
		}
	}
	return false
}

// mayCompute reports whether a computed lookup may look up a key of a class, although its name is nowhere in code or data: the
// lookup is in a function, a template, or the module of the class, or code assembles such names.
func mayCompute(k *classKey, use *manifest.Lookup, key string) bool {
	return !use.Key.IsAny() || use.In.Kind == manifest.Function || use.In.Module == k.module || filepath.Ext(use.File.Path) != ".pp" || k.code.Assembles(key)
}

func isInstalled(env *project.Environment, module string) bool {
	m := env.Module(module)
	return m != nil && env.Installed(m)
}

// reportDead reports every place where the project's own data sets the key.
func reportDead(p *rule.KeyPass, k *classKey, d diagnostic.Diagnostic) {
	d.Detail = "Nothing looks up this key, so it is never used"
	if k.named {
		d.Severity = diagnostic.Note
		d.Detail = "Catalogs that include the class fail to compile, and nothing else looks up this key"
		if k.included != nil {
			d.Related = append(d.Related, inclusionOf(k.included))
		}
	}
	if len(k.computed) > 0 {
		use := k.computed[0]
		if d.Meant == "" && k.doubtful {
			d.Severity = diagnostic.Note
		}
		if !k.named {
			d.Detail = "No lookup names this key, so it is used only if one of those that compute a name computes this one"
		} else {
			d.Detail += ", unless a lookup computes its name"
		}
		d.Related = append(d.Related, diagnostic.Related{File: use.File, Span: use.Span, Message: "this lookup computes a name"})
	}
	for _, at := range p.Project.Definitions(p.Key.Name) {
		if !binds(p, at) {
			continue
		}
		here := d
		here.File, here.Span, here.Key = at.Key.Doc.File, rule.FirstLine(at.Key), rule.KeyPath(at.Key)
		switch a, ok := acceptedFor(p.Site, k.code, d.Meant); {
		case d.Meant == "":
			k.suggest(p, &here, at)
		case ok && !a.mayBe(at.Value) && (a.text == "" || a.isOtherKind(at.Value)):
			here.Meant, here.Help = "", "remove the key, or correct its name"
		case edit.RemoveTaken(&here, at.Key, d.Meant):
		case ok && !a.mayBe(at.Value):
			here.Meant, here.Help = "", "remove the key, or write `"+rule.Shown(d.Meant)+"` with "+a.text
		default:
			edit.Rename(&here, at.Key, d.Meant)
		}
		if value := at.Key.Counterpart(); d.Meant == "" && value.HasAnchor() && isReferredToFromOutside(value) {
			here.Severity = diagnostic.Note
			here.Detail, here.Help = "Nothing looks up this key, but other values use its anchor", "correct its name if it is not only meant to define the anchor"
		}
		p.Report(here)
	}
}

// suggest suggests the parameter of another class if none has a similar name: an inherited one, or that of the only related
// class. If the file sets that to another value, or the parameter does not accept this one, it suggests the only other with
// this value. If there is none, it suggests the only key that code reads and that has another namespace in front.
func (k *classKey) suggest(p *rule.KeyPass, d *diagnostic.Diagnostic, at project.Definition) {
	switch {
	case k.inherited != "":
		if !edit.RemoveTaken(d, at.Key, k.inherited) {
			d.Help = "write `" + rule.Shown(k.inherited) + "`: inherited parameters are looked up under the parent class"
		}
	case k.related != "" && !k.suggestKey(p, d, at, k.related):
		if same := k.withValue(p, at.Value); len(same) == 1 {
			k.suggestKey(p, d, at, same[0])
		}
	case k.related == "":
		if key := readKeysOf(p.Site, k.code).byRest[p.Key.Name]; key != "" {
			k.suggestKey(p, d, at, key)
		}
	}
}

// suggestKey suggests a key, or to remove a copy of its value. It returns false if neither is plausible.
func (k *classKey) suggestKey(p *rule.KeyPass, d *diagnostic.Diagnostic, at project.Definition, key string) bool {
	if other := edit.Sibling(at.Key, key); other != nil {
		return isDistinctive(at.Value) && edit.IsCopy(at.Key, other) && edit.RemoveTaken(d, at.Key, key)
	}
	if !mayHave(p.Site, k.code, key, at.Value) {
		return false
	}
	d.Help = "write `" + rule.Shown(key) + "` if you mean that " + kindOfKey(k.code, key) + ", or remove the key"
	return true
}

// kindOfKey returns what a key is that code reads: the parameter of a class, or just a key.
func kindOfKey(code *manifest.Index, key string) string {
	if _, parameter := code.Parameter(key); parameter != nil {
		return "class's parameter"
	}
	return "key"
}

const (
	// minDistinctive is the minimum length of a string that hardly occurs twice by chance.
	minDistinctive = 8
	// maxCompared is the number of definitions of a key up to which their values are compared.
	maxCompared = 100
)

// isDistinctive reports whether two parameters hardly have a value by chance, as they do booleans and numbers.
func isDistinctive(v *data.Value) bool {
	switch v.Kind() {
	case data.String:
		return len(v.Text()) >= minDistinctive
	case data.Array, data.Hash:
		return v.Len() > 0
	}
	return false
}

// withValue returns the keys of the parameters with the same name of other classes of the module that data sets to a value.
func (k *classKey) withValue(p *rule.KeyPass, v *data.Value) []string {
	if v.Kind() != data.String || !isDistinctive(v) {
		return nil
	}
	keys := lists.Map(k.classesWith(k.name), func(class string) string { return class + "::" + k.name })
	return lists.Filter(keys, func(key string) bool {
		all := p.Project.Definitions(key)
		return len(all) <= maxCompared && slices.ContainsFunc(all, func(d project.Definition) bool { return data.Eql(d.Value, v) })
	})
}

// binds reports whether lookups of the key in code can return the value. Data of a module has values for keys in the
// namespace of the module only.
func binds(p *rule.KeyPass, at project.Definition) bool {
	env := p.Key.Fleet.Project
	module, _, _ := strings.Cut(p.Key.Name, "::")
	return slices.Contains(env.Unclaimed, at.File) || slices.ContainsFunc(usage.MatchesIn(env, at), func(m *project.Match) bool {
		return !m.Root.Installed && m.Hierarchy != project.Plan && (m.Root.Layer != config.Module || m.Root.Module == module)
	})
}

// meantLookup returns the key that was probably meant: one that code looks up, or a parameter with the same words in its name.
// It returns "" if there is none.
func meantLookup(p *rule.KeyPass) string {
	if p.Code() == nil {
		return ""
	}
	if key, ok := p.Code().MeantLookup(p.Key.Name); ok {
		return key
	}
	return readKeysOf(p.Site, p.Code()).byWords[wordsOf(p.Key.Name)]
}

// readKeys are the keys with a namespace that code reads, by their words, and by what follows one of their namespaces; "" if
// there are several.
type readKeys struct{ byWords, byRest map[string]string }

type readKeysID struct{ code *manifest.Index }

func readKeysOf(s *rule.Site, code *manifest.Index) *readKeys {
	return rule.Once(s, readKeysID{code}, func() *readKeys {
		read := &readKeys{map[string]string{}, map[string]string{}}
		add := func(key string) {
			put(read.byWords, wordsOf(key), key)
			for rest := key; ; {
				if _, rest, _ = strings.Cut(rest, "::"); !strings.Contains(rest, "::") {
					break
				}
				put(read.byRest, rest, key)
			}
		}
		for _, c := range code.Classes {
			for i := range c.Parameters {
				add(c.Name + "::" + c.Parameters[i].Name)
			}
		}
		for _, use := range code.Lookups {
			if key, exact := use.Key.Text(); exact && rule.IsParameterKey(key) {
				add(key)
			}
		}
		return read
	})
}

// put adds a key under a name, or "" if there is another one.
func put(keys map[string]string, name, key string) {
	if other, ok := keys[name]; ok && other != key {
		key = ""
	}
	keys[name] = key
}

// wordsOf returns the words of a key, separated alike.
func wordsOf(key string) string { return strings.ReplaceAll(key, "::", "_") }

// classesWith returns the classes of the module that have a parameter with this name.
func (k *classKey) classesWith(parameter string) []string {
	return classNames(lists.Filter(k.code.ClassesIn(k.module), func(c *manifest.Definition) bool { return c.Parameter(parameter) != nil }))
}

// classNames returns the names of classes, without those that Puppet rejects.
func classNames(classes []*manifest.Definition) []string {
	return lists.Filter(lists.Map(classes, func(c *manifest.Definition) string { return c.Name }), pp.IsDefinitionName)
}

type namesWithID struct {
	code              *manifest.Index
	module, parameter string
}

// namesWith returns the names of the classes of the module that have a parameter with this name, or of all of them if
// the name is "".
func (k *classKey) namesWith(s *rule.Site, parameter string) *nearest.Names {
	return rule.Once(s, namesWithID{k.code, k.module, parameter}, func() *nearest.Names {
		if parameter != "" {
			return nearest.NewNames(k.classesWith(parameter))
		}
		return nearest.NewNames(classNames(k.code.ClassesIn(k.module)))
	})
}

// relatedWith returns those classes of classesWith that are close to the class of the key: siblings, parent, and
// children, and classes with the same last segment elsewhere in the module.
func (k *classKey) relatedWith(parameter string) []string {
	return slices.DeleteFunc(k.classesWith(parameter), func(other string) bool { return !isRelated(k.class, other) })
}

func isRelated(a, b string) bool {
	aboveA, lastA := parentAndName(a)
	aboveB, lastB := parentAndName(b)
	return isSibling(a, b) && strings.Contains(aboveA, "::") || aboveA == b || aboveB == a || lastA == lastB
}

func isSibling(a, b string) bool {
	aboveA, _ := parentAndName(a)
	aboveB, _ := parentAndName(b)
	return aboveA == aboveB
}

// parentAndName splits a class name before its last segment. parent is "" if there is only one.
func parentAndName(class string) (parent, name string) {
	i := strings.LastIndex(class, "::")
	if i < 0 {
		return "", class
	}
	return class[:i], class[i+2:]
}

package binding

import (
	"slices"
	"strings"

	"github.com/hieralint/hieralint/engine/config"
	"github.com/hieralint/hieralint/engine/data"
	"github.com/hieralint/hieralint/engine/key"
	"github.com/hieralint/hieralint/engine/lookupoptions"
	"github.com/hieralint/hieralint/internal/diagnostic"
	"github.com/hieralint/hieralint/internal/lists"
	"github.com/hieralint/hieralint/internal/manifest"
	"github.com/hieralint/hieralint/internal/nearest"
	"github.com/hieralint/hieralint/internal/nodes"
	"github.com/hieralint/hieralint/internal/project"
	"github.com/hieralint/hieralint/internal/rule"
)

// LookupMissingKey reports lookups in code whose key no data defines, if they have no default or the key is misspelled.
var LookupMissingKey = &rule.Rule{
	ID: "HL5012", Name: "lookup-missing-key", Family: family, Severity: diagnostic.Warning, Require: lookedUp,
	NeedsPairs: rule.Never,
	CheckKey: func(p *rule.KeyPass) {
		name, env := p.Key.Name, p.Key.Fleet
		isModuleElsewhere := env.Presence(name) == project.Expected || isModuleUnseen(p)
		if p.Code() == nil || !hasHierarchy(p) || p.Project.MayDefine(name) {
			return
		}
		if p.Project.HasKey(name) {
			if !isModuleElsewhere {
				checkSubkeys(p)
				checkNodes(p)
			}
			return
		}
		if !isNowhere(p.Key) {
			return
		}
		near := env.MeantKey(name)
		isUnseen := isModuleElsewhere || env.IsPartial()
		mayBeElsewhere := isUnseen || !readsAllLevels(p)
		isSimilar := nearest.IsTypo(name, near) || bareName(name) == bareName(near)
		isRemoved := p.IsRemoved(name)
		if isUnseen && !isSimilar && !isRemoved {
			return
		}
		if near != "" && !strings.Contains(near, "::") && p.UsageOf[env.Project].IsUnreadInTree(near) {
			return // unused-key reports the key that was probably meant
		}
		for _, u := range plainUses(p) {
			d := diagnostic.Diagnostic{
				File: u.File, Span: u.Span, Key: diagnostic.RootKey(name),
				Message: "no data defines the key `" + rule.Shown(name) + "`, and the lookup has no default",
				Detail:  "Every catalog that evaluates this call fails to compile",
				Help:    "define the key, or give the lookup a default",
			}
			switch {
			case u.HasDefault && !nearest.IsTypo(name, near):
				continue
			case u.HasDefault:
				d.Message = "no data defines the key `" + rule.Shown(name) + "`"
				d.Detail = "The lookup always returns its default"
			case hasOwnDefault(p):
				d.Detail += ", since the default of the parameter does not apply to lookups"
			case isRemoved:
				d.Message = "no data defines the key `" + rule.Shown(name) + "` anymore, and the lookup has no default"
			}
			if mayBeElsewhere {
				d.Detail += ", unless data that is not in the tree defines the key"
				if !isSimilar && !isRemoved {
					d.Severity = diagnostic.Note
				}
			}
			d.Meant = near
			p.Report(d)
		}
	},
}

// plainUses returns the lookups of the key alone in manifests, without those that another lookup of it decides about.
func plainUses(p *rule.KeyPass) []*manifest.Lookup {
	return lists.Filter(p.Code().ExactLookupsOf(p.Key.Name), func(u *manifest.Lookup) bool {
		return isKnown(u) && p.Project.Selected(u.File.Path) && p.Code().IsAlone(u) && !u.Tested && !isInstalled(p.Key.Fleet.Project, u.In.Module)
	})
}

// hasOwnDefault reports whether the key is that of a parameter with a default.
func hasOwnDefault(p *rule.KeyPass) bool {
	_, parameter := p.Code().Parameter(p.Key.Name)
	return parameter != nil && parameter.HasDefault()
}

// isRequiredParameter reports whether a key is that of a parameter without a default, which missing-required-data checks on the
// nodes with the class.
func isRequiredParameter(code *manifest.Index, key string) bool {
	_, parameter := code.Parameter(key)
	return parameter != nil && !parameter.HasDefault()
}

// checkNodes reports a lookup of a key that some of the nodes that certainly evaluate it have no value for.
func checkNodes(p *rule.KeyPass) {
	k, q := p.Key, p.Key.Required()
	if q == nil || isRequiredParameter(p.Code(), k.Name) || k.Fleet.IsPartial() {
		return
	}
	for _, u := range plainUses(p) {
		path, _ := u.Path.Text()
		dotted, err := key.Parse(path)
		if err != nil || !isNeeded(u) {
			continue
		}
		if missing, misfit := digs(p, u, dotted); missing || misfit {
			continue // reported on every node
		}
		l, ok := lacking(k, q, lackingFor(p, u, dotted))
		if !ok {
			continue
		}
		name := rule.Shown(path)
		d := diagnostic.Diagnostic{
			File: u.File, Span: u.Span, Key: diagnostic.RootKey(k.Name), Severity: l.severity,
			Message: "`" + name + "` has no value on " + l.nodes + ", and the lookup has no default",
			Detail:  "Catalogs that evaluate this call fail to compile there",
			Help:    "set `" + name + "` in a level that those nodes read, or give the lookup a default",
		}
		if l.inclusion != nil {
			d.Related = []diagnostic.Related{inclusionOf(l.inclusion)}
		}
		p.Report(d)
		return
	}
}

// lackingFor returns the function that reports whether nodes need the key and have no value for a lookup: none at all or, if it
// looks up a subkey, one without it. Nodes that need the key may only evaluate another lookup of it, and without facts, the
// values of some nodes are not merged; in both cases, subkeys do not count.
func lackingFor(p *rule.KeyPass, u *manifest.Lookup, k key.Key) func(*nodes.Case) bool {
	isMerged := u.Merge != "" || p.Key.Merged() && len(p.Key.Fleet.Real) == 0
	if len(k.Sub) == 0 || isMerged || len(p.Code().ExactLookupsOf(p.Key.Name)) > 1 {
		return isLacking
	}
	return func(c *nodes.Case) bool {
		if !c.Needed || c.NotFound || c.Err != nil || len(c.Result.Unknown) > 0 {
			return isLacking(c)
		}
		found := digInto(k, []*data.Value{c.Result.Value})
		return found.missing || found.misfit
	}
}

// isNeeded reports whether the code around a lookup certainly evaluates it, and fails if there is no value.
func isNeeded(u *manifest.Lookup) bool { return isCertain(u) && !u.HasDefault }

// isCertain reports whether the code around a lookup certainly evaluates it.
func isCertain(u *manifest.Lookup) bool {
	_, isExact := u.Path.Text()
	return isExact && isKnown(u) && !u.Conditional && !u.Tested
}

// checkSubkeys reports lookups of subkeys that no value of the key has.
func checkSubkeys(p *rule.KeyPass) {
	isUnseen := p.Key.Fleet.IsPartial()
	mayBeElsewhere := isUnseen || !readsAllLevels(p)
	for _, u := range plainUses(p) {
		path, isExact := u.Path.Text()
		k, err := key.Parse(path)
		if !isExact || err != nil || len(k.Sub) == 0 {
			continue
		}
		d := diagnostic.Diagnostic{File: u.File, Span: u.Span, Key: diagnostic.RootKey(p.Key.Name)}
		missing, misfit := digs(p, u, k)
		meant := ""
		if missing {
			meant = meantSubkey(p, k)
		}
		switch {
		case isUnseen && meant == "":
			continue
		case misfit && !missing:
			d.Message = "`" + rule.Shown(path) + "` names a subkey that the value of `" + rule.Shown(p.Key.Name) + "` cannot have"
			d.Detail = "Every catalog that evaluates this call fails to compile"
			if u.HasDefault {
				d.Detail += " despite the default"
			}
			d.Detail += " " + rule.On(p.Key.Extent(func(c *nodes.Case) bool { return !c.NotFound }))
			d.Help = fitSubkey
			d.Related = definedAt(p)
		case (missing || misfit) && !u.HasDefault:
			d.Message = "no data defines `" + rule.Shown(path) + "`, and the lookup has no default"
			d.Detail = "`" + rule.Shown(p.Key.Name) + "` has no such subkey on any node, and every catalog that evaluates this call fails to compile"
			d.Help = "define it, or give the lookup a default"
			d.Meant = meant
		default:
			continue
		}
		if mayBeElsewhere {
			d.Detail += ", unless data that is not in the tree defines the key"
			if meant == "" {
				d.Severity = diagnostic.Note
			}
		}
		p.Report(d)
	}
}

// meantSubkey returns the key that was probably meant by one with a subkey that no value has: that with a similar name,
// or the only one of this name one level below. It returns "" if there is none.
func meantSubkey(p *rule.KeyPass, k key.Key) string {
	for _, d := range p.Project.Definitions(p.Key.Name) {
		v, depth := digUntil(k, d.Value)
		if depth == len(k.Sub) || v.Kind() != data.Hash {
			continue
		}
		names := lists.Map(k.Sub, key.Segment.String)
		if meant := quotedSubkey(v, names[depth:]); meant != "" {
			return k.Root + "." + strings.Join(append(names[:depth:depth], meant), ".")
		}
		if meant := meantEntry(v, names[depth]); meant != "" {
			names[depth] = meant
			return k.Root + "." + strings.Join(names, ".")
		}
	}
	return ""
}

// quotedSubkey returns subkeys of which the first are quoted because together they are the name of an entry of a hash, such as
// `'www.example.com'.port`, or "".
func quotedSubkey(hash *data.Value, names []string) string {
	for i := len(names); i > 1; i-- {
		name := strings.Join(names[:i], ".")
		if _, has := hash.Get(name); has {
			return strings.Join(append([]string{"'" + name + "'"}, names[i:]...), ".")
		}
	}
	return ""
}

// meantEntry returns the path in a hash that was probably meant by the name of an entry that it does not have, or "".
func meantEntry(hash *data.Value, name string) string {
	below := ""
	for _, e := range hash.Entries() {
		if nearest.IsTypo(name, e.Key.Text()) {
			return e.Key.Text()
		}
		if e.Value.Kind() != data.Hash {
			continue
		}
		if _, has := e.Value.Get(name); has {
			if below != "" {
				return ""
			}
			below = e.Key.Text() + "." + name
		}
	}
	return below
}

// definedAt returns the place of the first definition of the key.
func definedAt(p *rule.KeyPass) []diagnostic.Related {
	d := p.Project.Definitions(p.Key.Name)[0]
	n := d.Value.Node()
	if n == nil {
		return nil
	}
	return []diagnostic.Related{{File: n.Doc.File, Span: rule.FirstLine(n), Message: "the value"}}
}

// digs reports how a subkey fails in all values of the key, on every node and in every file. missing means that some
// values do not have the subkey, and misfit that some values can have no such subkey, since it needs a hash or an
// array. Both are false if a value may have it. A merge makes arrays with more elements.
func digs(p *rule.KeyPass, u *manifest.Lookup, k key.Key) (missing, misfit bool) {
	definitions := p.Project.Definitions(p.Key.Name)
	if (len(definitions) > 1 || u.Merge != "") && slices.ContainsFunc(k.Sub, key.Segment.IsIndex) && !(k.Sub[0].IsIndex() && areHashes(definitions)) {
		return false, false
	}
	var values []*data.Value
	for _, c := range p.Key.Cases {
		switch {
		case c.Err != nil || !c.NotFound && c.Result == nil:
			return false, false
		case !c.NotFound && (p.Key.Merged() || u.Merge != "") && len(c.Result.Unknown) > 0:
			return false, false // values of other levels may have it
		case !c.NotFound:
			values = append(values, c.Result.Value)
		}
	}
	inCases := digInto(k, values)
	inFiles := rule.Once(p.Site, dugID{k.Text}, func() dug { // for all environments
		return digInto(k, lists.Map(definitions, func(d project.Definition) *data.Value { return d.Value }))
	})
	if inCases.mayHave || inFiles.mayHave {
		return false, false
	}
	return inCases.missing || inFiles.missing, inCases.misfit || inFiles.misfit
}

// areHashes reports whether all values of a key are hashes.
func areHashes(definitions []project.Definition) bool {
	return lists.All(definitions, func(d project.Definition) bool { return d.Value.Kind() == data.Hash })
}

// dug is how a subkey fails in values; see digs. mayHave means that a value may have it.
type dug struct{ mayHave, missing, misfit bool }

// dugID identifies a key with subkeys that is looked up in all files.
type dugID struct{ key string }

// digInto returns how a subkey fails in values.
func digInto(k key.Key, values []*data.Value) (found dug) {
	for _, v := range values {
		if v == nil {
			return dug{mayHave: true}
		}
		end, depth := digUntil(k, v)
		if depth == len(k.Sub) || mayChange(end) {
			return dug{mayHave: true}
		}
		_, _, err := k.Step(depth, end)
		found.missing, found.misfit = found.missing || err == nil, found.misfit || err != nil
	}
	return found
}

// digUntil digs into a value like key.Dig, as deep as possible. It returns the last value that it finds, and the number
// of subkeys that lead there.
func digUntil(k key.Key, v *data.Value) (last *data.Value, depth int) {
	for i := range k.Sub {
		next, found, err := k.Step(i, v)
		if err != nil || !found {
			return v, i
		}
		v = next
	}
	return v, len(k.Sub)
}

// mayChange reports whether a value may have other entries than it seems to: it is unknown, a string with tokens, an
// encrypted string, or a hash with such keys.
func mayChange(v *data.Value) bool {
	isOpen := func(v *data.Value) bool { return v.IsUnknown() || isInterpolated(v) }
	return isOpen(v) || v.Kind() == data.Hash && slices.ContainsFunc(v.Entries(), func(e data.Entry) bool { return isOpen(e.Key) })
}

// readsAllLevels reports whether the environment has a hiera.yaml, and the tree has a file for each of its levels. Data
// of other levels may be kept elsewhere.
func readsAllLevels(p *rule.KeyPass) bool {
	own := p.Key.Fleet.Project.Own
	if own == nil || own.Config.Version != 5 {
		return false
	}
	type key struct{ root *project.Root }
	return rule.Once(p.Site, key{own}, func() bool {
		read := map[*config.Level]bool{}
		for _, f := range p.Project.FilesOf(own) {
			for i := range f.Matches {
				if m := &f.Matches[i]; m.Root == own {
					read[m.Level] = true
				}
			}
		}
		return lists.All(own.Config.Hierarchy, func(level *config.Level) bool { return read[level] })
	})
}

// isNowhere reports whether the key certainly has no value on any node.
func isNowhere(k *nodes.Key) bool {
	return len(k.Cases) > 0 && !slices.ContainsFunc(k.Cases, func(c *nodes.Case) bool { return !c.NotFound || len(c.Result.Unknown) > 0 })
}

// lookedUp returns the keys that code of an environment looks up, with the nodes that certainly do. They include those that
// data defines, since an edit may remove them.
func lookedUp(code *manifest.Index, env *nodes.Fleet) []nodes.Requirement {
	var all []nodes.Requirement
	seen, needed := map[string]bool{}, map[*manifest.Definition][]string{}
	for _, u := range code.Lookups {
		name, isExact := u.Key.Text()
		if !isExact || seen[name] || !isKnown(u) || isInstalled(env.Project, u.In.Module) {
			continue
		}
		seen[name] = true
		if k, err := key.Parse(name); err == nil && k.Root == name && name != lookupoptions.Key {
			all = append(all, nodes.Requirement{Key: name})
		}
	}
	n, byKey := needsIn(code, env.Project), map[string]*nodes.Requirement{}
	for _, u := range code.Lookups {
		switch name, _ := u.Key.Text(); {
		case !seen[name] || !isNeeded(u) || !code.IsAlone(u):
		case isRequiredParameter(code, name):
		case u.In.Kind != manifest.Site:
			needed[u.In] = append(needed[u.In], name)
		case n.ofSite && n.module == "":
			byKey[name] = &nodes.Requirement{Key: name, Everywhere: true}
		}
	}
	for _, q := range n.find(env, func(class *manifest.Definition) []string { return neededBy(class, code, needed) }) {
		byKey[q.Key] = byKey[q.Key].Or(q)
	}
	for i := range all {
		if q := byKey[all[i].Key]; q != nil {
			all[i] = *q
		}
	}
	return all
}

// maxDeclared is the maximum number of defined types that are followed from a class.
const maxDeclared = 1000

// neededBy returns the keys that the code of a class needs, and that of the defined types of which it declares resources, given
// those that the code of each definition needs itself.
func neededBy(class *manifest.Definition, code *manifest.Index, needed map[*manifest.Definition][]string) []string {
	keys := needed[class]
	seen := map[*manifest.Definition]bool{class: true}
	for todo := class.Declares; len(todo) > 0; {
		var next []string
		for _, name := range todo {
			if d, _ := code.DefinedType(name); d != nil && !seen[d] && len(seen) < maxDeclared {
				seen[d] = true
				keys = append(slices.Clip(keys), needed[d]...)
				next = append(next, d.Declares...)
			}
		}
		todo = next
	}
	return keys
}

// isKnown reports whether a lookup in a manifest has options that are known.
func isKnown(u *manifest.Lookup) bool { return u.Plain && strings.HasSuffix(u.File.Path, ".pp") }
